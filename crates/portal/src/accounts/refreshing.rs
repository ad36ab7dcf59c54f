//! New tokens because a person asks for them.

use connectors::ConnectorError;
use domain::{ApiServiceId, Invalid};
use serde_json::json;

use super::connection::{connected, read};
use crate::context::Context;
use crate::error::{Error, Result};
use crate::http::CallerOrigin;

/// Asks the system of an account for new tokens, whatever the state of those there are. A system without refresh tokens is signed in to
/// anew.
///
/// # Errors
/// [`Error::NotFound`]; why there are none, in words. The reason is logged and recorded as well.
pub async fn refresh(ctx: &Context, who: &CallerOrigin, id: ApiServiceId) -> Result<()> {
    let account = store::accounts::find(&ctx.store.read(), who.scope(), id).await?;
    let failure = match connected(ctx, &account).await {
        Ok(erp) => match read(erp.refresh_tokens()).await {
            Ok(()) => {
                let entry = who.entry(ctx, "api_service.refresh_token", "api_service").on(id);
                return Ok(ctx.store.begin().await?.commit(entry).await?);
            }
            Err(failure) => refused(&failure),
        },
        Err(Error::Unreached(why)) => why,
        Err(other) => return Err(other),
    };
    let reason = failure.to_string();
    tracing::warn!(account = id.get(), reason, "the tokens of an ERP account were not refreshed");
    let entry = who.entry(ctx, "api_service.refresh_failed", "api_service").on(id);
    ctx.store.begin().await?.commit(entry.with_detail(json!({ "Reason": reason }))).await?;
    Err(Error::Unreached(failure))
}

fn refused(failure: &ConnectorError) -> Invalid {
    Invalid::field("", failure.to_string())
}
