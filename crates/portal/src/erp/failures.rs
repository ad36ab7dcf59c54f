//! Accounts of which documents could not be read, as the wire carries them (rules.md#payment-sweep).

use serde::Serialize;
use store::erp_documents::FailedReads;
use utoipa::ToSchema;

use crate::http::wire::Instant;

/// An ERP account of which documents could not be read.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct FailedReadsView {
    api_service_id: i64,
    name: String,
    /// How many documents were last read in vain.
    documents: u64,
    /// When the last read failed.
    failed_on: Instant,
    /// What was said then.
    message: String,
}

impl From<FailedReads> for FailedReadsView {
    fn from(found: FailedReads) -> Self {
        Self {
            api_service_id: found.account.get(),
            name: found.name,
            documents: found.documents,
            failed_on: found.last.at.into(),
            message: found.last.why,
        }
    }
}
