//! What a statement can be made of: the snapshot lines and adjustments that no live statement of the rule has, the payouts in force, and the
//! negative balances that are open. For one rule, or for all at once (rules.md#statement-amounts, rules.md#basis-paid, rules.md#brought-forward).

use std::collections::{BTreeMap, HashMap};

use domain::billing::invoice::PaymentStatus;
use domain::billing::ledger::EntryKind;
use domain::commissions::ledger::{Adjustment, Billed, Open, Rates, window};
use domain::commissions::statement::Payout;
use domain::{BillingMonth, CommissionRuleId, Money, PlanLineId, SnapshotId, SnapshotLineId, StatementId};
use sea_orm::Value;

use super::adjustments::unstated;
use super::ordered_rows::{read, set};
use crate::error::damaged;
use crate::{Db, Engine, Result};

/// Which lines are looked at.
#[derive(Debug, Clone, Copy)]
pub struct Wanted {
    /// Those of one rule; of all when absent.
    pub rule: Option<CommissionRuleId>,
    /// Those of one snapshot.
    pub snapshot: Option<SnapshotId>,
    /// The month in which their snapshots end.
    pub period: BillingMonth,
    /// The first month that is looked back to.
    pub since: BillingMonth,
}

impl Wanted {
    /// As conditions on `snapshot s` and `{rule}`, the column that holds the rule; and their values from `$1`.
    pub(super) fn conditions(&self, rule: &str) -> (String, Vec<Value>) {
        let days = window(self.since, self.period);
        let mut sql = "s.deleted_at is null and s.end_on >= $1 and s.end_on <= $2".to_owned();
        let mut values: Vec<Value> = vec![days.start.into(), days.end.into()];
        if let Some(id) = self.rule {
            values.push(id.get().into());
            sql += &format!(" and {rule} = ${}", values.len());
        }
        if let Some(id) = self.snapshot {
            values.push(id.get().into());
            sql += &format!(" and s.id = ${}", values.len());
        }
        (sql, values)
    }
}

/// What one rule can be paid on.
#[derive(Debug, Clone, Default)]
pub struct Candidates {
    /// The lines, those that are shown as one side by side.
    pub lines: Vec<Billed>,
    /// The payouts in force.
    pub rates: Rates,
    /// The adjustments that no live statement has.
    pub adjustments: Vec<Adjustment>,
    /// The open negative balances.
    pub open: Vec<Open>,
    /// The month of its first live statement, or the first that it has told as pending.
    pub first_statement: Option<BillingMonth>,
}

/// The candidates by rule; a rule with none of anything is left out.
///
/// # Errors
/// When the database does not answer.
pub async fn candidates(db: &impl Db, wanted: Wanted) -> Result<BTreeMap<CommissionRuleId, Candidates>> {
    let mut found: BTreeMap<CommissionRuleId, Candidates> = BTreeMap::new();
    for (rule, line) in billed(db, wanted).await? {
        found.entry(rule).or_default().lines.push(line);
    }
    for (rule, rates) in rates(db, wanted.rule).await? {
        found.entry(rule).or_default().rates = rates;
    }
    for (rule, adjustment) in unstated(db, wanted.rule).await? {
        found.entry(rule).or_default().adjustments.push(adjustment);
    }
    for (rule, open) in open(db, wanted.rule).await? {
        found.entry(rule).or_default().open.push(open);
    }
    for (rule, month) in first_statements(db, wanted.rule).await? {
        found.entry(rule).or_default().first_statement = Some(month);
    }
    Ok(found)
}

/// The first month by rule that a live statement is of, or that the rule has told as pending.
///
/// # Errors
/// When the database does not answer.
pub async fn first_statements(
    db: &impl Db,
    rule: Option<CommissionRuleId>,
) -> Result<Vec<(CommissionRuleId, BillingMonth)>> {
    let (of_rule, values) = of(rule, "f.rule_id");
    let query = format!(
        "select f.rule_id, min(f.month) as first_month from (\
         select rule_id, period_month as month from commission_statement where deleted_at is null union all \
         select t.rule_id, s.period_month from commission_told t join snapshot s on s.id = t.snapshot_id \
         left join commission_statement o on o.id = t.statement_id where o.deleted_at is null) as f \
         where true{of_rule} group by f.rule_id"
    );
    let rows: Vec<(i64, i32)> = read(db, &["rule_id", "first_month"], &query, values).await?;
    Ok(rows.into_iter().map(|(rule, month)| (CommissionRuleId(rule), BillingMonth::from_number(month))).collect())
}

fn of(rule: Option<CommissionRuleId>, column: &str) -> (String, Vec<Value>) {
    match rule {
        Some(rule) => (format!(" and {column} = $1"), vec![rule.get().into()]),
        None => (String::new(), Vec::new()),
    }
}

/// The lines with their rules. A plan line that has left a rule is looked at too: what it was paid is taken back.
async fn billed(db: &impl Db, wanted: Wanted) -> Result<Vec<(CommissionRuleId, Billed)>> {
    let is = set(db.engine());
    let (conditions, values) = wanted.conditions("rl.rule_id");
    let held = |what: &str, which: &str| {
        format!(
            "(select cast({what} as bigint) from commission_line c where c.rule_id = rl.rule_id \
             and c.plan_line_id = l.plan_line_id and c.billable_month = l.billable_month and c.live{is} and c.payable{is}{which})"
        )
    };
    // A line that has left, or a rule that has ended, pays only on months of which it has paid the charge itself. A clawback shows that it has.
    let of_charge = format!(
        " and (c.billed_kind = 0 or c.kind = 1 or l.kind in (2,4) or (rl.removed_at is null and r.active{is}))"
    );
    let query = format!(
        "select rl.rule_id, l.id, l.snapshot_id, l.plan_line_id, l.billable_month, l.kind, l.quantity, \
         s.period_month, s.payment_status, {} as held_at, \
         case when l.kind in (2,4) then {} end as given, {told} as told \
         from snapshot s join snapshot_line l on l.snapshot_id = s.id \
         join commission_rule_line rl on rl.plan_line_id = l.plan_line_id \
         join commission_rule r on r.id = rl.rule_id \
         where {conditions} and (s.period_month = {period} or r.basis = 1 or r.first_asked_month is not null) and not exists (select 1 from commission_line c where c.rule_id = rl.rule_id \
         and c.snapshot_line_id = l.id and c.live{is} and c.kind in (0,1))",
        held("max(c.payout_cents)", &of_charge),
        held("sum(c.total_cents)", ""),
        told = told(db.engine(), wanted.period),
        period = wanted.period.number(),
    );
    let columns = [
        "rule_id",
        "id",
        "snapshot_id",
        "plan_line_id",
        "billable_month",
        "kind",
        "quantity",
        "period_month",
        "payment_status",
        "held_at",
        "given",
        "told",
    ];
    type Row = (i64, i64, i64, i64, i32, i16, i64, i32, i16, Option<i64>, Option<i64>, i16);
    let rows: Vec<Row> = read(db, &columns, &query, values).await?;
    let mut lines = rows
        .into_iter()
        .map(|(rule, id, snapshot, plan_line, month, kind, quantity, period, payment, held_at, given, told)| {
            let billed = Billed {
                id: SnapshotLineId(id),
                snapshot: SnapshotId(snapshot),
                period: BillingMonth::from_number(period),
                plan_line: PlanLineId(plan_line),
                month: BillingMonth::from_number(month),
                kind: EntryKind::from_number(kind).ok_or_else(|| damaged("the kind of a line"))?,
                quantity,
                payment: PaymentStatus::from_number(payment).ok_or_else(|| damaged("a payment status"))?,
                held_at: held_at.map(Money::from_cents),
                paid_out: Money::from_cents(given.unwrap_or_default()),
                is_told: told == 1,
            };
            Ok((CommissionRuleId(rule), billed))
        })
        .collect::<Result<Vec<_>>>()?;
    // By invoice, its own month first; what is shown as one stands side by side. A line that left the rule and came back is found twice,
    // and is told as pending by either.
    let places = places(db, wanted).await?;
    lines.sort_by_cached_key(|(rule, line)| {
        let month = (line.month != line.period, line.month, line.kind.is_credit());
        (*rule, places.get(&line.snapshot).copied(), line.snapshot, month, line.plan_line, line.id, !line.is_told)
    });
    lines.dedup_by_key(|(rule, line)| (*rule, line.id));
    Ok(lines)
}

/// The places of the snapshots by group and plan.
async fn places(db: &impl Db, wanted: Wanted) -> Result<HashMap<SnapshotId, usize>> {
    let (conditions, values) = Wanted { rule: None, ..wanted }.conditions("");
    let query = format!(
        "select s.id from snapshot s join employer_group g on g.id = s.group_id where {conditions} \
         order by g.name, s.plan_name, s.id"
    );
    let ids: Vec<(i64,)> = read(db, &["id"], &query, values).await?;
    Ok(ids.into_iter().enumerate().map(|(place, (id,))| (SnapshotId(id), place)).collect())
}

/// Whether the rule has told the line as pending: in a live statement, by itself or in the sum of earlier months, or in the answer to a month that
/// was asked for (rules.md#pending-of-a-line-that-left). Asked only where it decides: of a plan line that has left, of a rule that has ended, and of
/// a month before `period` of a rule on billed invoices.
fn told(engine: Engine, period: BillingMonth) -> String {
    let is = set(engine);
    let of_line = |of: &str| {
        format!("{of}.rule_id = rl.rule_id and {of}.plan_line_id = l.plan_line_id and {of}.snapshot_id = l.snapshot_id")
    };
    let (by_itself, by_sum_or_answer) = (of_line("c"), of_line("t"));
    format!(
        "case when rl.removed_at is null and r.active{is} and (r.basis = 1 or s.period_month = {period}) then 0 \
         when exists (select 1 from commission_line c where {by_itself} and c.billable_month = l.billable_month \
         and c.live{is} and not c.payable{is}) then 1 \
         when exists (select 1 from commission_told t left join commission_statement o on o.id = t.statement_id \
         where {by_sum_or_answer} and t.month = l.billable_month and o.deleted_at is null) then 1 \
         else 0 end",
        period = period.number(),
    )
}

/// The payouts of the lines that a rule has, and those that its other lines had when they left it. A rule that has ended has none.
async fn rates(db: &impl Db, rule: Option<CommissionRuleId>) -> Result<BTreeMap<CommissionRuleId, Rates>> {
    let (of_rule, values) = of(rule, "rl.rule_id");
    let query = format!(
        "select rl.rule_id, rl.plan_line_id, r.from_month, r.payout_cents, \
         case when rl.removed_at is null and o.active{is} then 0 else 1 end as departed from commission_rate r \
         join commission_rule_line rl on rl.id = r.rule_line_id join commission_rule o on o.id = rl.rule_id \
         where r.superseded_at is null{of_rule} and (rl.removed_at is null or not exists (select 1 \
         from commission_rule_line n where n.rule_id = rl.rule_id and n.plan_line_id = rl.plan_line_id and n.id > rl.id))",
        is = set(db.engine()),
    );
    let columns = ["rule_id", "plan_line_id", "from_month", "payout_cents", "departed"];
    let rows: Vec<(i64, i64, i32, i64, i16)> = read(db, &columns, &query, values).await?;
    let mut found: BTreeMap<CommissionRuleId, [Vec<Payout>; 2]> = BTreeMap::new();
    for (rule, plan_line, from, cents, departed) in rows {
        let payout = Payout {
            plan_line: PlanLineId(plan_line),
            from: BillingMonth::from_number(from),
            amount: Money::from_cents(cents),
        };
        found.entry(CommissionRuleId(rule)).or_default()[usize::from(departed == 1)].push(payout);
    }
    let rates = |[held, departed]: [Vec<Payout>; 2]| Rates::new(held).with_departed(departed);
    Ok(found.into_iter().map(|(rule, payouts)| (rule, rates(payouts))).collect())
}

/// The live statements whose negative balance none has taken over.
///
/// # Errors
/// When the database does not answer.
pub(super) async fn open(db: &impl Db, rule: Option<CommissionRuleId>) -> Result<Vec<(CommissionRuleId, Open)>> {
    let is = set(db.engine());
    let (of_rule, values) = of(rule, "s.rule_id");
    let query = format!(
        "select s.rule_id, s.id, s.total_cents + s.brought_forward_cents as due from commission_statement s \
         where s.deleted_at is null and s.total_cents + s.brought_forward_cents < 0{of_rule} and not exists \
         (select 1 from commission_line c where c.brought_from = s.id and c.live{is}) order by s.id"
    );
    let rows: Vec<(i64, i64, i64)> = read(db, &["rule_id", "id", "due"], &query, values).await?;
    let open =
        |(rule, id, due)| (CommissionRuleId(rule), Open { statement: StatementId(id), due: Money::from_cents(due) });
    Ok(rows.into_iter().map(open).collect())
}
