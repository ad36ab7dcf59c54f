//! Making a statement: what it stands on is held, then its lines are copied within the database.

use std::collections::BTreeSet;

use domain::commissions::ledger::{Draft, Entry, LineKind, Open};
use domain::commissions::statement::name;
use domain::text::fold;
use domain::{BillingMonth, BrokerId, CommissionRuleId, StatementId};
use sea_orm::ActiveValue::Set;
use sea_orm::{ConnectionTrait, EntityTrait, Statement};
use serde::Serialize;

use super::adjustments::take_up;
use super::candidates::Wanted;
use super::told::tell;
use crate::commissions::rules::Rule;
use crate::database::connection::sealed::Connected;
use crate::database::versioned;
use crate::entities::{commission_rule, commission_statement};
use crate::row_set::{self, Columns, Kind};
use crate::{Db as _, Engine, Result, Stamp, Tx};

/// The rule that refuses a snapshot line that stands in another statement of the same rule (rules.md#paid-once).
pub const LINE_TAKEN: &str = "uq_commission_line_snapshot_line_id_rule_id";

/// Lines a statement: more cost the text, fewer the trips.
const LINES_A_STATEMENT: usize = 20_000;

/// A statement to be stored: all of it is kept as it is now.
#[derive(Debug, Clone)]
pub struct NewStatement<'a> {
    /// The rule it is made by.
    pub rule: &'a Rule,
    /// The month it is for.
    pub period: BillingMonth,
    /// What it says.
    pub draft: &'a Draft,
}

/// Holds the snapshots of the plans that a rule's statement of a month can stand on, then the rule, until the transaction ends: none is computed anew,
/// and no other statement of the rule is made.
///
/// # Errors
/// When the database does not answer.
pub async fn lock_ground(tx: &Tx, rule: CommissionRuleId, wanted: Wanted) -> Result<()> {
    if tx.engine() == Engine::Postgres {
        let (conditions, values) = wanted.conditions("rl.rule_id");
        let sql = format!(
            "select s.id from snapshot s where s.id in (select s.id from snapshot s join plan_line p on p.plan_id = s.plan_id \
             join commission_rule_line rl on rl.plan_line_id = p.id where {conditions}) order by s.id for update"
        );
        let backend = tx.connection().get_database_backend();
        tx.connection().query_all_raw(Statement::from_sql_and_values(backend, sql, values)).await?;
    }
    versioned::lock::<commission_rule::Entity>(tx, rule.get()).await
}

/// Stores a statement. The invoices that it pays on count as unpaid to the payee from then on, unless they were marked before.
///
/// # Errors
/// Refused by [`LINE_TAKEN`] when another statement takes one of the lines at the same time.
pub async fn insert(tx: &Tx, new: &NewStatement<'_>, stamp: Stamp) -> Result<StatementId> {
    let (named, draft) = (name(&new.rule.name, new.period), new.draft);
    let row = commission_statement::ActiveModel {
        rule_id: Set(new.rule.id.get()),
        rule_name: Set(new.rule.name.clone()),
        search_text: Set(fold(&format!("{named} {}", new.rule.payee_name))),
        name: Set(named),
        payee_name: Set(new.rule.payee_name.clone()),
        period_month: Set(new.period.number()),
        total_cents: Set(draft.total().cents()),
        pending_cents: Set(draft.pending().cents()),
        pending_earlier_cents: Set(draft.pending_earlier.cents()),
        broker_id: Set(new.rule.broker.map(BrokerId::get)),
        brought_forward_cents: Set(draft.brought_forward().cents()),
        created_by: Set(stamp.user()),
        version: Set(1),
        created_at: Set(stamp.at),
        updated_at: Set(stamp.at),
        updated_by: Set(stamp.user()),
        ..Default::default()
    };
    let id = commission_statement::Entity::insert(row).exec(tx.connection()).await?.last_insert_id;
    for lines in draft.entries.chunks(LINES_A_STATEMENT) {
        copy(tx, id, new.rule.id, lines).await?;
    }
    tell(tx, new.rule.id, Some(StatementId(id)), &draft.earlier).await?;
    take_up(tx, id, &draft.adjustments).await?;
    bring_forward(tx, id, new, &draft.open).await?;
    mark(tx, draft, stamp).await?;
    Ok(StatementId(id))
}

/// What the ledger says of a snapshot line; the rest stands there.
#[derive(Serialize)]
struct Line {
    place: i64,
    line: i64,
    kind: i16,
    payout: i64,
    total: i64,
    payable: i16,
}

const LINE: &Columns = &[
    ("place", Kind::Long),
    ("line", Kind::Long),
    ("kind", Kind::Small),
    ("payout", Kind::Long),
    ("total", Kind::Long),
    ("payable", Kind::Small),
];

/// Copies the snapshot lines with what is paid on them. A pending one keeps no hold on its snapshot line (rules.md#basis-paid).
async fn copy(tx: &Tx, statement: i64, rule: CommissionRuleId, entries: &[Entry]) -> Result<()> {
    let line = |(place, entry): (usize, &Entry)| Line {
        place: i64::try_from(place).unwrap_or(i64::MAX),
        line: entry.billed.id.get(),
        kind: entry.kind.number(),
        payout: entry.payout.cents(),
        total: entry.total.cents(),
        payable: i16::from(entry.payable),
    };
    let rows: Vec<Line> = entries.iter().enumerate().map(line).collect();
    let sql = "insert into commission_line (statement_id, rule_id, kind, snapshot_line_id, snapshot_id, plan_line_id, \
               billed_kind, billable_month, quantity, rate_cents, payout_cents, is_credit, total_cents, employer_name, plan_name, \
               line_name, reference_id, payable) \
               select $1, $2, r.kind, case when r.payable = 1 then l.id end, l.snapshot_id, l.plan_line_id, l.kind, \
               l.billable_month, l.quantity, l.rate_cents, r.payout, l.is_credit, r.total, g.name, s.plan_name, l.name, \
               l.reference_id, \
               r.payable = 1 \
               from ({rows}) as r join snapshot_line l on l.id = r.line join snapshot s on s.id = l.snapshot_id \
               join employer_group g on g.id = s.group_id order by r.place";
    row_set::execute_arrays(tx, sql, LINE, &rows, vec![statement.into(), rule.get().into()]).await?;
    Ok(())
}

/// Takes over the negative balances, each as a line.
async fn bring_forward(tx: &Tx, statement: i64, new: &NewStatement<'_>, open: &[Open]) -> Result<()> {
    use crate::entities::commission_line::ActiveModel;
    let line = |open: &Open| ActiveModel {
        statement_id: Set(statement),
        rule_id: Set(new.rule.id.get()),
        kind: Set(LineKind::BroughtForward.number()),
        brought_from: Set(Some(open.statement.get())),
        billable_month: Set(new.period.number()),
        quantity: Set(0),
        rate_cents: Set(0),
        payout_cents: Set(0),
        is_credit: Set(true),
        total_cents: Set(open.due.cents()),
        employer_name: Set(String::new()),
        plan_name: Set(String::new()),
        line_name: Set(String::new()),
        payable: Set(true),
        live: Set(true),
        ..Default::default()
    };
    crate::database::bulk::insert_all(tx.connection(), open.iter().map(line).collect()).await
}

/// Marks the commission of the invoices that a statement pays on as unpaid (rules.md#commission-status).
async fn mark(tx: &Tx, draft: &Draft, stamp: Stamp) -> Result<()> {
    #[derive(Serialize)]
    struct Invoice {
        id: i64,
    }
    let paid_on: BTreeSet<i64> =
        draft.entries.iter().filter(|entry| entry.payable).map(|entry| entry.billed.snapshot.get()).collect();
    let paid_on: Vec<Invoice> = paid_on.into_iter().map(|id| Invoice { id }).collect();
    let sql = "update snapshot set commission_status = 1, version = version + 1, updated_at = $2, updated_by = $3 \
               where commission_status = 0 and id in (select r.id from ({rows}) as r)";
    row_set::execute(tx, sql, &[("id", Kind::Long)], &paid_on, vec![stamp.at.into(), stamp.user().into()]).await?;
    Ok(())
}
