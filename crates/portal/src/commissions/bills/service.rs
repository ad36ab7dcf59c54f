//! Use cases of bills. Each may be repeated: what was done before is not done again.

use domain::commissions::bill::LeftGroups;
use domain::{StatementId, UserId};
use store::commissions::statements::StatementRow;

pub use super::bill_call::BillCall;
use crate::billing::agent::Agent;
use crate::context::Context;
use crate::error::Result;

/// Creates the bill of a statement in the ERP; its success locks the statement. One that has a bill stays as it is, unless the bill was
/// deleted in the ERP: then that is said, and the next call creates another one.
///
/// # Errors
/// On `AmountDue`, `Invoices`, `AcceptGroupsLeft`, `ApiServiceId`, `ErpVendorId` and `BillNumberSuffix`; refused in words;
/// [`crate::error::Error::NotFound`] when the statement is not in scope.
pub async fn create(
    ctx: &Context,
    who: impl Into<Agent>,
    id: StatementId,
    left_groups: LeftGroups,
) -> Result<StatementRow> {
    BillCall::new(ctx, who, id).with_left_groups(left_groups).carry_out().await
}

/// Keeps the bill of a statement as it was changed in the ERP (rules.md#changed-over-there).
///
/// # Errors
/// In words when it was not changed, was changed again, or pays another vendor; as those of [`create`].
pub async fn keep(ctx: &Context, who: impl Into<Agent>, id: StatementId) -> Result<StatementRow> {
    BillCall::new(ctx, who, id).kept().await
}

/// Creates the bill on behalf of a user who has asked for it in a commission run, and of the administrator who acted as that user.
///
/// # Errors
/// As those of [`create`].
pub async fn create_by_job(
    ctx: &Context,
    id: StatementId,
    user: UserId,
    acting_as: Option<UserId>,
) -> Result<StatementRow> {
    create(ctx, Agent::of_job(user, acting_as), id, LeftGroups::Refuse).await
}
