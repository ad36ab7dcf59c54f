//! The snapshot lines behind a total of a statement, as they were when it was made.

use domain::billing::ledger::EntryKind;
use domain::{BillingMonth, GroupId, Money, PlanLineId, SnapshotId, StatementId};

use super::ordered_rows::{read, set};
use crate::error::damaged;
use crate::{Db, Result};

/// Which total of a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OfTotal {
    /// Of which plan line.
    pub plan_line: PlanLineId,
    /// The month that was billed.
    pub month: BillingMonth,
    /// Whether it takes back.
    pub is_credit: bool,
    /// Whether it corrects; any when not said.
    pub is_correction: Option<bool>,
    /// Of which snapshot.
    pub snapshot: SnapshotId,
}

/// A snapshot line behind a total.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WhyLine {
    /// What it does.
    pub kind: EntryKind,
    /// How many it bills.
    pub quantity: i64,
    /// What each was billed at.
    pub rate: Money,
    /// What is paid on each.
    pub payout: Money,
    /// Payout times quantity, negative for a credit.
    pub total: Money,
    /// Whether it counts.
    pub payable: bool,
    /// The group that was billed.
    pub group: GroupId,
    /// Its snapshot.
    pub snapshot: SnapshotId,
}

/// The lines behind a total, in their order; none when the statement has no such total. The statement was found in scope.
///
/// # Errors
/// When the database does not answer.
pub async fn why(db: &impl Db, id: StatementId, of: OfTotal) -> Result<Vec<WhyLine>> {
    let is = set(db.engine());
    let direction = if of.is_credit { format!("c.is_credit{is}") } else { format!("not (c.is_credit{is})") };
    let kinds = match of.is_correction {
        None => "",
        Some(true) => " and c.billed_kind <> 0",
        Some(false) => " and c.billed_kind = 0",
    };
    let query = format!(
        "select c.billed_kind, c.quantity, c.rate_cents, c.payout_cents, c.total_cents, \
         case when c.payable then 1 else 0 end as counts, s.group_id from commission_line c \
         join snapshot s on s.id = c.snapshot_id where c.statement_id = $1 and c.plan_line_id = $2 \
         and c.billable_month = $3 and c.snapshot_id = $4 and c.kind in (0,1) and {direction}{kinds} order by c.id"
    );
    let columns = ["billed_kind", "quantity", "rate_cents", "payout_cents", "total_cents", "counts", "group_id"];
    let values = vec![id.get().into(), of.plan_line.get().into(), of.month.number().into(), of.snapshot.get().into()];
    type Row = (i16, i64, i64, i64, i64, i16, i64);
    let rows: Vec<Row> = read(db, &columns, &query, values).await?;
    let line = |(kind, quantity, rate, payout, total, counts, group)| {
        Ok(WhyLine {
            kind: EntryKind::from_number(kind).ok_or_else(|| damaged("the kind of a line"))?,
            quantity,
            rate: Money::from_cents(rate),
            payout: Money::from_cents(payout),
            total: Money::from_cents(total),
            payable: counts == 1,
            group: GroupId(group),
            snapshot: of.snapshot,
        })
    };
    rows.into_iter().map(line).collect()
}
