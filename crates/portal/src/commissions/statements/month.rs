//! The run of a month: all active rules at once (rules.md#commission-run).

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use domain::commissions::ledger::{Basis, Draft, draft};
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
    /// How far its bill is.
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
    let paid = rules.iter().filter(|rule| rule.basis == Basis::Paid);
    let earliest = paid.map(back).min().unwrap_or(period);
    let wanted = Wanted { rule: None, snapshot: None, period, since: earliest };
    let mut candidates = statements::candidates(&view, wanted).await?;
    let mut months = statements::month(&view, period).await?;
    let row = |rule: RunRule| {
        let found = candidates.remove(&rule.id).unwrap_or_default();
        let drafted = drafted(&rule, period, back(&rule), found);
        row(months.remove(&rule.id).unwrap_or_default(), &drafted, rule, ctx.now())
    };
    let mut rows: Vec<RunRow> = rules.into_iter().map(row).collect();
    // The rules come by name; those with something to look at stand first.
    rows.sort_by_key(|row| row.exceptions.is_empty());
    Ok((period, rows))
}

fn drafted(rule: &RunRule, period: BillingMonth, since: BillingMonth, found: Candidates) -> Draft {
    let lines = found.lines.into_iter().filter(|line| line.period >= since);
    draft(rule.basis, &found.rates, period, lines, found.open)
}

/// A rule for which something is still to be paid shows that; otherwise it shows its statements.
fn row(month: MonthOf, draft: &Draft, rule: RunRule, now: DateTime<Utc>) -> RunRow {
    let made = &month.statements;
    let is_failed = |row: &StatementRow| row.bill_state(now) == Some(ErpState::Failed);
    let standing = made.first().map(|newest| Standing {
        statement: newest.id,
        is_billed: made.iter().all(|row| row.is_locked),
        has_failed: made.iter().any(|row| !row.is_locked && is_failed(row)),
    });
    let (is_payable, has_amount) = (draft.is_payable(), draft.is_payable() || !made.is_empty());
    let (amount, brought_forward) = match (is_payable, made.is_empty()) {
        (false, false) => (made.iter().map(|row| row.total).sum(), made.iter().map(|row| row.brought_forward).sum()),
        (true, _) => (draft.total(), draft.brought_forward()),
        (false, true) => (Money::ZERO, Money::ZERO),
    };
    let facts = Facts {
        has_vendor: rule.has_vendor,
        has_account: rule.has_account,
        lines_without_payout: month.lines_without_payout,
        lines_of_left_groups: month.lines_of_left_groups,
        plans_without_invoice: month.plans_without_invoice,
        has_amount,
        pending: draft.pending() + draft.pending_earlier,
        amount,
        due: amount + brought_forward,
        last_month: month.last_month,
    };
    RunRow {
        state: state(is_payable, standing),
        amount,
        pending: draft.pending(),
        pending_earlier: draft.pending_earlier,
        brought_forward,
        due: facts.due,
        last_month: month.last_month,
        exceptions: exceptions(&facts),
        statement: standing.map(|standing| standing.statement),
        bill_state: made.first().and_then(|row| row.bill_state(now)),
        rule,
    }
}
