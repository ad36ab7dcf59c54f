//! The run of a month: all active rules at once, and those that have ended with something open (rules.md#commission-run,
//! rules.md#ended-rule).

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use domain::commissions::ledger::{Draft, draft};
use domain::commissions::run::{Exception, Facts, RuleState, Standing, begun, exceptions, state};
use domain::erp::ErpState;
use domain::{BillingMonth, Money, StatementId};
use store::commissions::statements::{self, Candidates, MonthOf, RunRule, StatementRow, Wanted};

use super::making::looked_back;
use crate::context::Context;
use crate::error::Result;

/// A rule in the run of a month.
#[derive(Debug, Clone)]
pub struct RunRow {
    /// The rule.
    pub rule: RunRule,
    /// How far it is.
    pub state: RuleState,
    /// What is paid, or would be.
    pub amount: Money,
    /// The sum of the month's statements and of the statement that can be made.
    pub month_amount: Money,
    /// What is pending.
    pub pending: Money,
    /// What is still pending from earlier months.
    pub pending_earlier: Money,
    /// The negative balance of earlier statements.
    pub brought_forward: Money,
    /// What the payee gets.
    pub due: Money,
    /// What the statements of the month before pay; `None` without one.
    pub last_month: Option<Money>,
    /// What to look at.
    pub exceptions: Vec<Exception>,
    /// The newest live statement of the month.
    pub statement: Option<StatementId>,
    /// The live statements of the month that wait for a bill, newest first.
    pub to_bill: Vec<StatementId>,
    /// The sum of those bills.
    pub due_to_bill: Money,
    /// The state of its bill; of several statements, the state for one that waits for a bill.
    pub bill_state: Option<ErpState>,
}

/// The rules of a month, those with something to look at first.
///
/// # Errors
/// On `BillingPeriod`.
pub async fn run(ctx: &Context, wish: Option<BillingMonth>) -> Result<(BillingMonth, Vec<RunRow>)> {
    let period = begun(wish, ctx.today())?;
    let view = ctx.store.view().await?;
    let rules = statements::rules(&view).await?;
    let firsts = statements::first_statements(&view, None).await?.into_iter().collect::<BTreeMap<_, _>>();
    let back =
        |rule: &RunRule| looked_back(ctx, rule.created_at, firsts.get(&rule.id).copied(), rule.first_asked).min(period);
    let earliest = rules.iter().filter(|rule| rule.looks_back()).map(back).min().unwrap_or(period);
    let wanted = Wanted { rule: None, snapshot: None, period, since: earliest };
    let mut candidates = statements::candidates(&view, wanted).await?;
    let mut months = statements::month(&view, period).await?;
    let row = |rule: RunRule| {
        let found = candidates.remove(&rule.id).unwrap_or_default();
        let drafted = drafted(&rule, period, back(&rule), found);
        let month = months.remove(&rule.id).unwrap_or_default();
        let is_open = rule.active || !month.statements.is_empty() || drafted != Draft::default();
        let has_earlier = firsts.get(&rule.id).is_some_and(|first| *first < period.plus(-1));
        is_open.then(|| row(month, &drafted, rule, has_earlier, ctx.now()))
    };
    let mut rows: Vec<RunRow> = rules.into_iter().filter_map(row).collect();
    // The rules come by name; those with something to look at stand first.
    rows.sort_by_key(|row| row.exceptions.is_empty());
    Ok((period, rows))
}

fn drafted(rule: &RunRule, period: BillingMonth, since: BillingMonth, found: Candidates) -> Draft {
    let lines = found.lines.into_iter().filter(|line| line.period >= since);
    draft(rule.basis, &found.rates, period, lines, found.open).with_adjustments(period, found.adjustments)
}

/// A rule for which something is still to be paid shows that; otherwise it shows its statements.
fn row(month: MonthOf, draft: &Draft, rule: RunRule, has_earlier: bool, now: DateTime<Utc>) -> RunRow {
    let made = Made::of(&month, now);
    let is_payable = draft.is_payable();
    let (amount, due) = match is_payable {
        true => (draft.total(), draft.due()),
        false => (made.amount, made.due),
    };
    let month_amount = if is_payable { made.amount + draft.total() } else { made.amount };
    let of_new = if rule.active { month } else { MonthOf { last_month: month.last_month, ..MonthOf::default() } };
    let facts = Facts {
        has_ended: !rule.active,
        left_open: if is_payable { Money::ZERO } else { draft.brought_forward() },
        has_plans: of_new.plan_lines > 0,
        has_vendor: rule.has_vendor,
        has_account: rule.has_account,
        lines_without_payout: of_new.lines_without_payout,
        lines_overpaid: of_new.lines_overpaid,
        lines_of_left_groups: of_new.lines_of_left_groups,
        plans_without_invoice: of_new.plans_without_invoice,
        has_amount: is_payable || made.standing.is_some(),
        pending: draft.pending() + draft.pending_earlier,
        amount: month_amount,
        due,
        unbilled_beside_ready: if is_payable { made.due_to_bill } else { Money::ZERO },
        has_failed_beside_ready: is_payable && made.standing.is_some_and(|standing| standing.has_failed),
        invoices_not_paid: made.not_paid,
        billed_not_paid: made.billed_not_paid,
        voided_invoices: if is_payable { draft.voided_invoices() as u64 } else { made.voided },
        credited_unpaid: if is_payable { draft.credited_unpaid() } else { Money::ZERO },
        last_month: of_new.last_month.filter(|_| rule.active),
        has_earlier,
    };
    RunRow {
        state: state(is_payable, made.standing),
        amount,
        month_amount,
        pending: draft.pending(),
        pending_earlier: draft.pending_earlier,
        brought_forward: due - amount,
        due,
        last_month: of_new.last_month,
        exceptions: exceptions(&facts),
        statement: made.standing.map(|standing| standing.statement),
        bill_state: made.bill_state,
        to_bill: made.to_bill,
        due_to_bill: made.due_to_bill,
        rule,
    }
}

/// The sums and the state of all live statements of a rule's month.
#[derive(Debug, Default)]
struct Made {
    standing: Option<Standing>,
    /// What they pay.
    amount: Money,
    /// The amount due to the payee. A balance that one statement has taken over from another counts once.
    due: Money,
    to_bill: Vec<StatementId>,
    due_to_bill: Money,
    bill_state: Option<ErpState>,
    not_paid: u64,
    billed_not_paid: u64,
    voided: u64,
}

impl Made {
    fn of(month: &MonthOf, now: DateTime<Utc>) -> Self {
        let rows = &month.statements;
        let Some(newest) = rows.first() else { return Self::default() };
        let to_bill: Vec<&StatementRow> = rows.iter().filter(|row| !row.is_locked && row.due() > Money::ZERO).collect();
        let is_failed = |row: &&StatementRow| !row.is_locked && row.bill_state(now) == Some(ErpState::Failed);
        let not_paid = |is_locked: bool| -> u64 {
            let of_it = rows.iter().filter(|row| row.is_locked == is_locked);
            of_it.filter_map(|row| month.not_paid.get(&row.id)).sum()
        };
        let standing = Standing {
            statement: newest.id,
            is_billed: to_bill.is_empty() && rows.iter().any(|row| row.is_locked),
            has_failed: rows.iter().any(|row| is_failed(&row)),
        };
        // A bill on its way to the ERP is shown before a failed one, and a failed one before one that was never asked for.
        let on_the_way = |row: &&&StatementRow| row.bill_state(now) == Some(ErpState::Queued);
        let shown = to_bill.iter().find(on_the_way).or_else(|| to_bill.iter().find(|row| is_failed(row)));
        Self {
            standing: Some(standing),
            amount: rows.iter().map(|row| row.total).sum(),
            due: rows.iter().filter(|row| !month.carried.contains(&row.id)).map(StatementRow::due).sum(),
            due_to_bill: to_bill.iter().map(|row| row.due()).sum(),
            bill_state: shown.or(to_bill.first()).copied().unwrap_or(newest).bill_state(now),
            to_bill: to_bill.iter().map(|row| row.id).collect(),
            not_paid: not_paid(false),
            billed_not_paid: not_paid(true),
            voided: rows.iter().filter_map(|row| month.voided.get(&row.id)).sum(),
        }
    }
}
