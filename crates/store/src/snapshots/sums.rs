//! What the invoices that one sees come to: how much is to be paid, how much of it is overdue, and what is still to be sent
//! (rules.md#sums-of-invoices). One query; each figure reads an index that holds only its own rows.

mod by_month;

use domain::access::{Reach, Scope};
use domain::billing::invoice::PaymentStatus;
use domain::invoices::InvoiceAccess;
use domain::{GroupId, Money};
use sea_orm::sea_query::{Expr, ExprTrait, Func, SelectStatement, UnionType};
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, JoinType, QueryFilter, QuerySelect, QueryTrait, RelationTrait, Select,
};

use super::frozen::seen_by;
use super::unsent;
use crate::entities::snapshot::{Column, Entity, Relation};
use crate::{Db, Result, scope};

pub use by_month::totals_by_month;

/// How many invoices, and what they come to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Sum {
    /// Their number.
    pub count: u64,
    /// What they come to.
    pub amount: Money,
}

/// The sums of the invoices that a caller sees.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct InvoiceSums {
    /// Of which something is to be paid; a credit memo that is not used up counts against it.
    pub outstanding: Sum,
    /// The credit memos among them that are not used up: below zero.
    pub credits: Sum,
    /// Of these the overdue ones.
    pub overdue: Sum,
    /// Those that are still to be sent to the ERP, with their totals; none for a caller who does not see such.
    pub not_sent: Option<Sum>,
}

/// The conditions of the indexes, word for word: an engine uses them only then.
const OUTSTANDING: &str = "snapshot.deleted_at is null and snapshot.payment_status in (1,2,4)";
const OVERDUE: &str = "snapshot.deleted_at is null and snapshot.payment_status = 4";

/// What is left to pay; below zero of a credit memo. It is one where its total is, or where its total has changed since it was sent, where
/// its document says so.
const OWED: &str = "case when (case when snapshot.out_of_date then exists (select 1 from erp_document d where d.kind = 1 \
                    and d.local_id = snapshot.id and d.erp_id = snapshot.erp_ref_id) else snapshot.total_cents < 0 end) \
                    then -snapshot.balance_cents else snapshot.balance_cents end";

/// The sums of the invoices in scope that a caller with such access sees, of a group if one is given.
///
/// # Errors
/// When the database fails.
pub async fn sums(db: &impl Db, scope: Scope, access: InvoiceAccess, group: Option<GroupId>) -> Result<InvoiceSums> {
    debug_assert!(
        PaymentStatus::ALL.into_iter().filter(|status| status.is_owed()).map(PaymentStatus::number).eq([1, 2, 4])
    );
    let of = |what: i32, which: Expr, cents: Expr| {
        let invoices = Entity::find().filter(which);
        counted(seen(invoices, scope, access, group), what, cents)
    };
    let mut query = of(0, Expr::cust(OUTSTANDING), Expr::cust(OWED));
    query.union(UnionType::All, of(1, Expr::cust(OVERDUE), Expr::col((Entity, Column::BalanceCents))));
    let unused = Expr::cust(OUTSTANDING).and(Expr::cust(OWED).lt(0));
    query.union(UnionType::All, of(3, unused, Expr::cust(OWED)));
    if !access.needs_document() {
        query.union(UnionType::All, of(2, unsent::condition(), Expr::col((Entity, Column::TotalCents))));
    }
    let mut found = InvoiceSums { not_sent: (!access.needs_document()).then(Sum::default), ..InvoiceSums::default() };
    for row in db.connection().query_all(&query).await? {
        let (count, cents): (i64, i64) = (row.try_get("", "n")?, row.try_get("", "cents")?);
        let sum = Sum { count: count.unsigned_abs(), amount: Money::from_cents(cents) };
        match row.try_get::<i32>("", "what")? {
            0 => found.outstanding = sum,
            1 => found.overdue = sum,
            3 => found.credits = sum,
            _ => found.not_sent = Some(sum),
        }
    }
    Ok(found)
}

/// Only those that the caller sees. The group is joined only where it narrows something: else the index alone answers.
pub(super) fn seen(
    invoices: Select<Entity>,
    scope: Scope,
    access: InvoiceAccess,
    group: Option<GroupId>,
) -> Select<Entity> {
    let invoices = match group {
        Some(group) => invoices.filter(Column::GroupId.eq(group.get())),
        None => invoices,
    };
    if scope.reach() == Reach::Everything && !access.needs_open_group() {
        return invoices;
    }
    invoices.join(JoinType::InnerJoin, Relation::Group.def()).filter(scope::groups(scope)).filter(seen_by(access))
}

fn counted(invoices: Select<Entity>, what: i32, cents: Expr) -> SelectStatement {
    let sum = Func::coalesce([Func::sum(cents).into(), Expr::val(0)]);
    let mut query = invoices.into_query();
    query
        .clear_selects()
        .expr_as(Expr::cust(what.to_string()), "what")
        .expr_as(Func::count(Expr::val(1)), "n")
        .expr_as(Expr::from(sum).cast_as("bigint"), "cents");
    query
}
