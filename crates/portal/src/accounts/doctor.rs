//! The test of an account before its first push: the sign-in, then everything that its settings name (rules.md#connection-test).

use connectors::{Accounting, CheckedSetting, ConnectorError, Found};
use domain::{ApiServiceId, FieldError, Invalid};
use serde_json::json;

use super::connection::{connected, read};
use crate::context::Context;
use crate::error::{Error, Result};
use crate::http::CallerOrigin;

/// What a test has found.
#[derive(Debug, Default)]
pub struct Examined {
    /// Whether the system let us in.
    pub is_signed_in: bool,
    /// The settings that name something there, each with what it is called.
    pub named: Vec<(&'static str, String)>,
    /// The settings that cannot be looked up, each with why.
    pub unknown: Vec<(&'static str, String)>,
    /// What is wrong, by the field of the account or its configuration.
    pub problems: Invalid,
}

/// Signs in to the system of an account and looks up what its settings name. Changes nothing there.
///
/// # Errors
/// [`Error::NotFound`].
pub async fn examine(ctx: &Context, who: &CallerOrigin, id: ApiServiceId) -> Result<Examined> {
    let account = store::accounts::find(&ctx.store.read(), who.scope(), id).await?;
    let found = match connected(ctx, &account).await {
        Ok(erp) => ask(&*erp).await,
        Err(Error::Unreached(problems)) => Examined { problems, ..Examined::default() },
        Err(other) => return Err(other),
    };
    let fields: Vec<&str> = found.problems.0.iter().map(|problem| problem.key.as_str()).collect();
    let entry = who.entry(ctx, "api_service.test", "api_service").on(id);
    let detail = json!({ "SignedIn": found.is_signed_in, "Problems": fields });
    ctx.store.begin().await?.commit(entry.with_detail(detail)).await?;
    Ok(found)
}

async fn ask(erp: &dyn Accounting) -> Examined {
    if let Err(failure) = read(erp.check_connection()).await {
        return of_failure(erp, &failure);
    }
    match read(erp.check_settings()).await {
        Ok(settings) => Examined { is_signed_in: true, ..sorted(settings) },
        Err(failure) => Examined { is_signed_in: true, ..of_failure(erp, &failure) },
    }
}

/// What was not reached or not understood is a matter of the address; credentials are those that the system points to.
fn of_failure(erp: &dyn Accounting, failure: &ConnectorError) -> Examined {
    let field = match failure {
        ConnectorError::Retry { .. } | ConnectorError::OutcomeUnknown(_) => "ApiBaseUrl",
        ConnectorError::NewCredentials(answer) | ConnectorError::Refused { answer, .. } => {
            let is_elsewhere = answer.http_status.is_some_and(leads_nowhere);
            erp.blamed(failure).or(is_elsewhere.then_some("ApiBaseUrl")).unwrap_or_default()
        }
    };
    of_problem(field, failure.to_string())
}

/// Whether a status says that the address is not one of the system: moved, not found, gone, or of another kind.
fn leads_nowhere(status: u16) -> bool {
    matches!(status, 300..=399 | 404 | 405 | 410 | 501)
}

fn of_problem(field: &'static str, message: String) -> Examined {
    Examined { problems: Invalid::field(field, message), ..Examined::default() }
}

fn sorted(settings: Vec<CheckedSetting>) -> Examined {
    let mut found = Examined::default();
    for CheckedSetting { field, found: what } in settings {
        match what {
            Found::Named(name) => found.named.push((field, name)),
            Found::Unknown(why) => found.unknown.push((field, why)),
            Found::Wrong(message) => found.problems.0.push(FieldError { key: field.to_owned(), message }),
        }
    }
    // The name of a record would contradict the problem of its setting.
    let Examined { named, problems, .. } = &mut found;
    named.retain(|(field, _)| problems.0.iter().all(|problem| problem.key != *field));
    found
}
