//! How a snapshot or statement stands in its ERP, as the wire carries it (rules.md#state-in-the-erp).

use chrono::{DateTime, Utc};
use domain::Invalid;
use domain::erp::{DocumentState, ErpFacts, ErpState, INTERRUPTED, state_of};
use serde::Serialize;
use store::erp_documents::{Newest, WantedStates};
use utoipa::ToSchema;

use crate::error::Result;
use crate::http::Texts;
use crate::http::wire::Instant;

/// How a record stands in its ERP.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct ErpStateView {
    /// `NotSent`, `Queued`, `Sent`, `OutOfDate`, `Failed`, `Changed` or `Deleted`.
    state: &'static str,
    text: &'static str,
    color: &'static str,
    /// Whether it is not known if its mail was sent, so that a person may settle it.
    is_mail_unknown: bool,
    /// Why it failed, or what was changed or deleted there.
    message: Option<String>,
    /// Whether a person has kept it as it was changed in the ERP, and an update asks before it replaces that.
    is_kept: bool,
    /// When it was read in vain since it was last read.
    read_failed_on: Option<Instant>,
    /// What was said then.
    read_failure: Option<String>,
}

impl ErpStateView {
    /// The state at `now` by the newest document of a record.
    pub fn of(newest: Option<&Newest>, is_awaited: bool, is_out_of_date: bool, now: DateTime<Utc>) -> Self {
        let facts = ErpFacts { is_awaited, is_out_of_date, newest: newest.map(|newest| newest.facts) };
        let state = state_of(&facts, now);
        let failed_read = newest.and_then(|newest| newest.failed_read.clone());
        Self {
            state: state.name(),
            text: state.text(),
            color: state.color(),
            is_mail_unknown: newest.is_some_and(|newest| newest.facts.is_mail_unknown(now)),
            message: newest.and_then(|newest| message(state, newest)),
            is_kept: newest.is_some_and(|newest| newest.is_kept && newest.facts.state == DocumentState::Sent),
            read_failed_on: failed_read.as_ref().map(|read| read.at.into()),
            read_failure: failed_read.map(|read| read.why),
        }
    }
}

/// The states that a filter names, to be looked at `now`; none when it names none.
///
/// # Errors
/// On the filter for a word that is none.
pub fn wanted_states(filter: &'static str, named: &Texts, now: DateTime<Utc>) -> Result<Option<WantedStates>> {
    let state = |word: &String| ErpState::ALL.into_iter().find(|state| state.name().eq_ignore_ascii_case(word.trim()));
    let states: Option<Vec<ErpState>> = named.0.iter().map(state).collect();
    let states = states.ok_or_else(|| Invalid::field(filter, "There is no such state in the ERP."))?;
    Ok((!states.is_empty()).then_some((states, now)))
}

fn message(state: ErpState, newest: &Newest) -> Option<String> {
    let said = newest.last_error.clone();
    let mail = || newest.facts.mail.and_then(|mail| mail.told(newest.mail_error.as_deref()));
    match state {
        ErpState::Failed if newest.facts.state == DocumentState::Sent => mail(),
        ErpState::Failed => Some(said.unwrap_or_else(|| INTERRUPTED.to_owned())),
        ErpState::Changed => {
            Some([said, mail()].into_iter().flatten().collect::<Vec<_>>().join(" ")).filter(|told| !told.is_empty())
        }
        ErpState::Deleted => said,
        // What stands there is said only where a person has kept what was changed of it.
        ErpState::Sent | ErpState::OutOfDate => {
            let kept = said.filter(|_| newest.facts.state == DocumentState::Sent);
            Some([kept, mail()].into_iter().flatten().collect::<Vec<_>>().join(" ")).filter(|told| !told.is_empty())
        }
        ErpState::NotSent | ErpState::Queued => None,
    }
}
