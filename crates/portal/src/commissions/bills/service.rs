//! Use cases of bills. Each may be repeated: what was done before is not done again.

use domain::StatementId;
use store::commissions::statements::StatementRow;

use super::turn::Turn;
use crate::billing::agent::Agent;
use crate::context::Context;
use crate::error::Result;

/// Creates the bill of a statement in the ERP; its success locks the statement. One that has a bill stays as it is.
///
/// # Errors
/// On `AmountDue`, `ApiServiceId`, `ErpVendorId` and `BillNumberSuffix`; refused in words;
/// [`crate::error::Error::NotFound`] when the statement is not in scope.
pub async fn create(ctx: &Context, who: impl Into<Agent>, id: StatementId) -> Result<StatementRow> {
    Turn::new(ctx, who, id).take().await
}
