//! Use cases of snapshots in the accounting system. Each may be repeated: what was done before is not done again.

use domain::{GroupId, PlanId, SnapshotId};
use store::snapshots::{self, FrozenSnapshot};
use store::{Db, erp_documents};

pub use super::comparing::Comparison;
pub use super::copying::copy;
pub use super::invoice_call::InvoiceCall;
pub use super::invoice_call::Work;
pub use super::order::KnownTerms;
use super::words::RUNNING;
use crate::billing::agent::Agent;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::http::CallerOrigin;

/// Creates the invoice of a snapshot, a credit memo when its total is negative, and has it mailed when the plan says so (rules.md#generated-invoices,
/// rules.md#credit-memo). A snapshot that is in the ERP already stays as it is.
///
/// # Errors
/// [`Error::NotFound`] when the snapshot is not in scope; refused in words.
pub async fn create_invoice(
    ctx: &Context,
    who: impl Into<Agent>,
    group: GroupId,
    id: SnapshotId,
) -> Result<FrozenSnapshot> {
    InvoiceCall::new(ctx, who, group, id).carry_out(Work::Create).await
}

/// Work as one of a batch, which reads the terms of an account once.
///
/// # Errors
/// As [`create_invoice`].
pub async fn of_batch(
    ctx: &Context,
    who: impl Into<Agent>,
    (group, id): (GroupId, SnapshotId),
    known: &KnownTerms,
    work: Work,
) -> Result<FrozenSnapshot> {
    InvoiceCall::new(ctx, who, group, id).knowing(known).carry_out(work).await
}

/// Whether a call was not made because another one for the same snapshot is being made, or was when its program ended.
pub fn is_running(error: &Error) -> bool {
    matches!(error, Error::Invalid(invalid) if invalid.0.iter().any(|said| said.message.starts_with(RUNNING)))
}

/// Replaces the content of the invoice by that of the snapshot. `replace` is the version of an invoice that was changed in the ERP, which
/// the caller has decided to replace.
///
/// # Errors
/// As [`create_invoice`].
pub async fn update_invoice(
    ctx: &Context,
    who: &CallerOrigin,
    group: GroupId,
    id: SnapshotId,
    replace: Option<String>,
) -> Result<FrozenSnapshot> {
    InvoiceCall::new(ctx, who, group, id).carry_out(Work::Update { replace }).await
}

/// Reads the invoice, and compares it with what an update would write (rules.md#changed-over-there).
///
/// # Errors
/// As [`create_invoice`].
pub async fn compare(ctx: &Context, who: &CallerOrigin, group: GroupId, id: SnapshotId) -> Result<Comparison> {
    InvoiceCall::new(ctx, who, group, id).compared().await
}

/// Keeps the invoice as it was changed in the ERP; `seen` is the version that the caller has looked at (rules.md#changed-over-there).
///
/// # Errors
/// On `Revision` when it was changed again; as [`create_invoice`].
pub async fn keep(
    ctx: &Context,
    who: &CallerOrigin,
    group: GroupId,
    id: SnapshotId,
    seen: String,
) -> Result<FrozenSnapshot> {
    InvoiceCall::new(ctx, who, group, id).carry_out(Work::Keep { seen }).await
}

/// Settles a mail of unknown outcome by what the caller has seen in the ERP (rules.md#exactly-once).
///
/// # Errors
/// Refused when the outcome is known; as [`create_invoice`].
pub async fn settle_mail(
    ctx: &Context,
    who: &CallerOrigin,
    group: GroupId,
    id: SnapshotId,
    is_mailed: bool,
) -> Result<FrozenSnapshot> {
    InvoiceCall::new(ctx, who, group, id).carry_out(Work::SettleMail { is_mailed }).await
}

/// Asks how much of the invoice is paid (rules.md#payment-status).
///
/// # Errors
/// As [`create_invoice`].
pub async fn sync(ctx: &Context, who: &CallerOrigin, group: GroupId, id: SnapshotId) -> Result<FrozenSnapshot> {
    InvoiceCall::new(ctx, who, group, id).carry_out(Work::Sync).await
}

/// Whether a snapshot stands in the ERP as a credit memo: it was created when its total was negative, whatever that is now.
///
/// # Errors
/// When the database fails.
pub async fn is_credit_memo(db: &impl Db, snapshot: &FrozenSnapshot) -> Result<bool> {
    match &snapshot.erp_ref_id {
        Some(erp_id) => Ok(erp_documents::is_credit_memo(db, snapshot.id, erp_id).await?),
        None => Ok(false),
    }
}

/// Holds that a snapshot is one of the plan's.
///
/// # Errors
/// [`Error::NotFound`] when it is not, or is not in scope.
pub async fn require_of_plan(
    ctx: &Context,
    who: &CallerOrigin,
    (group, plan): (GroupId, PlanId),
    id: SnapshotId,
) -> Result<()> {
    let snapshot = snapshots::find(&ctx.store.read(), who.scope(), Some(group), id).await?;
    if snapshot.plan == plan { Ok(()) } else { Err(Error::NotFound) }
}
