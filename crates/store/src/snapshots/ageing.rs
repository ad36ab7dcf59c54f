//! Invoices whose payment is called otherwise as days pass: overdue after the due date and the broker's grace (rules.md#grace-of-an-invoice,
//! rules.md#payment-status).

use chrono::{Days, NaiveDate};
use domain::billing::invoice::{ErpInvoiceState, PaymentStatus, payment_status};
use domain::{GroupId, Money, SnapshotId};
use sea_orm::sea_query::{Expr, ExprTrait, LockType};
use sea_orm::{ColumnTrait, Condition, EntityTrait, JoinType, QueryFilter, QueryOrder, QuerySelect, RelationTrait};

use crate::database::connection::sealed::Connected;
use crate::entities::{broker, employer_group, snapshot};
use crate::error::damaged;
use crate::{Db, Engine, Result, Stamp, Tx};

/// The longest grace there is (rules.md#grace-of-an-invoice): who is overdue for longer stays so.
const LONGEST_GRACE: Days = Days::new(90);

/// An invoice that was looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Aged {
    /// The invoice.
    pub id: SnapshotId,
    /// Its group.
    pub group: GroupId,
    /// What its payment was called.
    pub before: PaymentStatus,
    /// What it is called today.
    pub after: PaymentStatus,
}

/// The columns an invoice's age is told by.
type Row = (i64, i64, i16, Option<i64>, Option<i64>, Option<NaiveDate>, i16);

/// Looks at so many invoices after `after`, by id, which may be called otherwise `today`, and writes what they are called. No ERP is asked:
/// balance, due date and grace are known.
///
/// # Errors
/// When the database fails.
pub async fn age(tx: &Tx, after: SnapshotId, most: u64, today: NaiveDate, stamp: Stamp) -> Result<Vec<Aged>> {
    let ids = candidates(tx, after, most, today).await?;
    let rows: Vec<Row> = snapshot::Entity::find()
        .join(JoinType::InnerJoin, snapshot::Relation::Group.def())
        .join(JoinType::InnerJoin, employer_group::Relation::Broker.def())
        .select_only()
        .columns([
            snapshot::Column::Id,
            snapshot::Column::GroupId,
            snapshot::Column::PaymentStatus,
            snapshot::Column::BalanceCents,
            snapshot::Column::ErpTotalCents,
            snapshot::Column::DueOn,
        ])
        .column(broker::Column::InvoiceGraceDays)
        .filter(snapshot::Column::Id.is_in(ids))
        .order_by_asc(snapshot::Column::Id)
        .into_tuple()
        .all(tx.connection())
        .await?;
    let aged: Vec<Aged> = rows.into_iter().map(|row| looked_at(row, today)).collect::<Result<_>>()?;
    for status in PaymentStatus::ALL {
        let is_new = |one: &&Aged| one.after == status && one.before != status;
        let ids: Vec<i64> = aged.iter().filter(is_new).map(|one| one.id.get()).collect();
        if !ids.is_empty() {
            call(tx, ids, status, stamp).await?;
        }
    }
    Ok(aged)
}

async fn call(tx: &Tx, ids: Vec<i64>, status: PaymentStatus, stamp: Stamp) -> Result<()> {
    snapshot::Entity::update_many()
        .col_expr(snapshot::Column::PaymentStatus, Expr::value(status.number()))
        .col_expr(snapshot::Column::Version, Expr::col(snapshot::Column::Version).add(1))
        .col_expr(snapshot::Column::UpdatedAt, Expr::value(stamp.at))
        .col_expr(snapshot::Column::UpdatedBy, Expr::value(stamp.user()))
        .filter(snapshot::Column::Id.is_in(ids))
        .exec(tx.connection())
        .await?;
    Ok(())
}

/// Who may be called otherwise; nobody else changes them before the transaction ends.
async fn candidates(tx: &Tx, after: SnapshotId, most: u64, today: NaiveDate) -> Result<Vec<i64>> {
    let owed = [PaymentStatus::Open, PaymentStatus::PartiallyPaid].map(PaymentStatus::number);
    let overdue = PaymentStatus::Overdue.number();
    let long_ago = today.checked_sub_days(LONGEST_GRACE).unwrap_or(today);
    let both = |status, due| Condition::all().add(status).add(due);
    let is_due = both(snapshot::Column::PaymentStatus.is_in(owed), snapshot::Column::DueOn.lt(today));
    let may_not_be = both(snapshot::Column::PaymentStatus.eq(overdue), snapshot::Column::DueOn.gte(long_ago));
    let mut query = snapshot::Entity::find()
        .select_only()
        .column(snapshot::Column::Id)
        .filter(snapshot::Column::Id.gt(after.get()))
        .filter(snapshot::Column::DeletedAt.is_null())
        .filter(snapshot::Column::BalanceCents.is_not_null())
        .filter(Condition::any().add(is_due).add(may_not_be))
        .order_by_asc(snapshot::Column::Id)
        .limit(most);
    if tx.engine() == Engine::Postgres {
        query = query.lock(LockType::NoKeyUpdate);
    }
    Ok(query.into_tuple().all(tx.connection()).await?)
}

fn looked_at((id, group, status, balance, total, due_on, grace): Row, today: NaiveDate) -> Result<Aged> {
    let before = PaymentStatus::from_number(status).ok_or_else(|| damaged("a payment status"))?;
    let balance = Money::from_cents(balance.unwrap_or_default());
    // A total that was never heard: nothing tells that a part was paid.
    let total = total.map_or(balance, Money::from_cents);
    let state = ErpInvoiceState { voided: false, balance, total, due_on };
    let grace = u8::try_from(grace).map_err(|_| damaged("a grace"))?;
    let after = payment_status(Some(state), grace, today);
    Ok(Aged { id: SnapshotId(id), group: GroupId(group), before, after })
}
