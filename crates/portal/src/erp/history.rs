//! The history of a snapshot or statement in its ERP, as the wire carries it (rules.md#history-in-the-erp).

use std::collections::BTreeMap;

use domain::erp::shown_calls;
use serde::Serialize;
use store::Db;
use store::erp_documents::{self, Call, Owners};
use utoipa::ToSchema;

use super::states::ErpStateView;
use crate::error::Result;
use crate::http::wire::Instant;

/// The calls that a history shows at most.
const MOST_CALLS: u64 = 200;

/// A call that was made for a document.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct ErpCallView {
    at: Instant,
    /// `Create`, `Update`, `LookUp`, `Mail` or `Read`.
    step: &'static str,
    step_text: &'static str,
    /// `Done`, `Failed`, `Unknown` or `NoAnswer`.
    outcome: &'static str,
    outcome_text: &'static str,
    /// The user who caused it; absent when the program called by itself.
    by: Option<String>,
    /// The number of the document.
    doc_number: Option<String>,
    /// What the ERP said.
    message: Option<String>,
    http_status: Option<i16>,
    /// The vendor's code of the error.
    code: Option<String>,
    /// What the vendor's support finds the call by.
    trace_id: Option<String>,
}

impl From<Call> for ErpCallView {
    fn from(call: Call) -> Self {
        Self {
            at: call.at.into(),
            step: call.step.name(),
            step_text: call.step.text(),
            outcome: call.outcome.name(),
            outcome_text: call.outcome.text(),
            by: call.by,
            doc_number: call.number,
            message: call.message,
            http_status: call.http_status,
            code: call.code,
            trace_id: call.trace_id,
        }
    }
}

/// How a record stands in its ERP, and what was called for it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct ErpHistoryView {
    erp_state: ErpStateView,
    /// The newest calls, newest first, at most 200.
    calls: Vec<ErpCallView>,
}

impl ErpHistoryView {
    /// The history of a record that was found in the scope of the caller.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn of(db: &impl Db, owners: Owners, id: i64, erp_state: ErpStateView) -> Result<Self> {
        let calls = erp_documents::history(db, owners, id, MOST_CALLS).await?;
        Ok(Self { erp_state, calls: shown(calls) })
    }
}

/// Without the announcements of calls that were answered.
fn shown(calls: Vec<Call>) -> Vec<ErpCallView> {
    let mut of_document: BTreeMap<i64, Vec<usize>> = BTreeMap::new();
    for (at, call) in calls.iter().enumerate() {
        of_document.entry(call.document).or_default().push(at);
    }
    let mut is_shown = vec![false; calls.len()];
    for places in of_document.values() {
        let steps: Vec<_> = places.iter().map(|at| (calls[*at].step, calls[*at].outcome)).collect();
        for (at, shown) in places.iter().zip(shown_calls(&steps)) {
            is_shown[*at] = shown;
        }
    }
    calls.into_iter().zip(is_shown).filter_map(|(call, shown)| shown.then(|| call.into())).collect()
}
