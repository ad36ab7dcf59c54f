//! What the bills of a group come to, month by month (rules.md#figures-of-a-group).

use std::collections::BTreeMap;

use domain::access::Scope;
use domain::invoices::InvoiceAccess;
use domain::period::BillingMonth;
use domain::{GroupId, Money};
use sea_orm::sea_query::{Alias, Expr, ExprTrait, Func};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QuerySelect};

use super::seen;
use crate::entities::snapshot::{Column, Entity};
use crate::{Db, Result};

/// The bills of a group that a caller with such access sees, from one month to another; a month without a bill is left out.
///
/// # Errors
/// When the database fails.
pub async fn totals_by_month(
    db: &impl Db,
    scope: Scope,
    access: InvoiceAccess,
    group: GroupId,
    (first, last): (BillingMonth, BillingMonth),
) -> Result<BTreeMap<BillingMonth, Money>> {
    let sum = Expr::from(Func::sum(Expr::col((Entity, Column::TotalCents)))).cast_as(Alias::new("bigint"));
    let bills = Entity::find()
        .filter(Column::DeletedAt.is_null())
        .filter(Column::PeriodMonth.between(first.number(), last.number()));
    let rows: Vec<(i32, i64)> = seen(bills, scope, access, Some(group))
        .select_only()
        .column(Column::PeriodMonth)
        .expr_as(sum, "cents")
        .group_by(Column::PeriodMonth)
        .into_tuple()
        .all(db.connection())
        .await?;
    Ok(rows.into_iter().map(|(month, cents)| (BillingMonth::from_number(month), Money::from_cents(cents))).collect())
}
