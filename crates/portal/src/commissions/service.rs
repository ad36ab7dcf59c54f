//! Use cases of statements: those of a snapshot, made and deleted (rules.md#commissions-of-a-month).

use chrono::{DateTime, NaiveDate, Utc};
use domain::billing::invoice::{CommissionStatus, PaymentStatus};
use domain::commissions::statement::{
    BilledLine, Earlier, NOTHING_BILLABLE, StatementLine, already_in, check_delete, period_of, statement,
};
use domain::{BillingMonth, CommissionRuleId, GroupId, Invalid, SnapshotId, StatementId};
use serde_json::json;
use store::commissions::rules::{self, Rule};
use store::commissions::statements::{self, LINE_TAKEN, NewStatement, StatementRow};
use store::snapshots::{self, FrozenLineHead, FrozenSnapshot};
use store::{Tx, groups};

use crate::clock::day_in;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::http::CallerOrigin;

/// A statement of one snapshot.
#[derive(Debug, Clone)]
pub struct Statement {
    /// Its id.
    pub id: StatementId,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// The rule it was made by.
    pub rule: Rule,
    /// The month it is for.
    pub period: BillingMonth,
    /// The name of the group that was billed.
    pub employer_name: String,
    /// What was billed.
    pub snapshot: FrozenSnapshot,
    /// What it pays on.
    pub lines: Vec<StatementLine>,
}

/// Makes the statement of a snapshot by a rule: of its lines that stand in no other statement of the rule. The invoice counts as not
/// paid to the payee from then on, unless it was marked as paid before.
///
/// # Errors
/// On `CommissionRuleId` and `BillingPeriod`; [`Error::NotFound`] when the snapshot is not in scope.
pub async fn generate(
    ctx: &Context,
    who: &CallerOrigin,
    (group, id): (GroupId, SnapshotId),
    rule: Option<CommissionRuleId>,
    period: Option<NaiveDate>,
) -> Result<Statement> {
    let tx = ctx.store.begin().await?;
    let snapshot = snapshots::lock(&tx, who.scope(), group, id).await?;
    let mut invalid = Invalid::none();
    let rule = chosen(&tx, who, rule, &mut invalid).await?;
    let (rule, period) = match (rule, invalid.and(period_of(period, snapshot.period()))?) {
        (Some(rule), period) => (rule, period),
        (None, _) => return Err(Error::NotFound),
    };
    let lines = lines_of(&tx, ctx, who, &rule, id).await?;
    let employer_name = groups::find(&tx, who.scope(), group).await?.details.name;
    let new = NewStatement {
        rule: &rule,
        period,
        employer_name: &employer_name,
        plan_name: &snapshot.plan_name,
        is_paid: snapshot.payment == PaymentStatus::Paid,
        lines: &lines,
    };
    let stamp = who.stamp(ctx);
    let made = statements::insert(&tx, &new, stamp).await.map_err(|error| match error {
        error if error.is_refused_by(LINE_TAKEN) => Invalid::field("BillingPeriod", NOTHING_BILLABLE).into(),
        other => Error::from(other),
    })?;
    let is_first = snapshot.commission == CommissionStatus::None;
    if is_first {
        store::commissions::mark(&tx, id, CommissionStatus::Unpaid, stamp).await?;
    }
    let total: domain::Money = lines.iter().map(|line| line.total).sum();
    let detail = json!({"Rule": rule.name, "BillingPeriod": period.to_string(), "TotalPayoutAmount": total.decimal()});
    let of = |action, subject| who.entry(ctx, action, subject).in_group(group).with_detail(detail.clone());
    let statement = of("commission_statement.create", "commission_statement").on(made).caused_by("snapshot", id);
    tx.commit_all(vec![statement, of("snapshot.generate_statement", "snapshot").on(id)]).await?;
    Ok(Statement { id: made, created_at: stamp.at, rule, period, employer_name, snapshot, lines })
}

/// The statements that use a snapshot, newest first.
///
/// # Errors
/// [`Error::NotFound`] when the snapshot is not in scope.
pub async fn of_snapshot(
    ctx: &Context,
    who: &CallerOrigin,
    (group, id): (GroupId, SnapshotId),
) -> Result<Vec<StatementRow>> {
    let view = ctx.store.view().await?;
    snapshots::find(&view, who.scope(), Some(group), id).await?;
    Ok(statements::of_snapshot(&view, who.scope(), id).await?)
}

/// Deletes a statement that no bill pays. The invoices that no other statement uses stand again as they did before, unless they are
/// marked as paid (rules.md#commission-status, rules.md#bill-of-a-statement).
///
/// # Errors
/// A refusal in words; [`Error::NotFound`] when it is not in scope.
pub async fn delete(ctx: &Context, who: &CallerOrigin, id: StatementId) -> Result<()> {
    let tx = ctx.store.begin().await?;
    let statement = statements::lock(&tx, who.scope(), id).await?;
    check_delete(statement.has_bill)?;
    let used = statements::delete(&tx, id, who.stamp(ctx)).await?;
    let detail = json!({
        "Rule": statement.rule_name,
        "BillingPeriod": statement.period.to_string(),
        "TotalPayoutAmount": statement.total.decimal(),
    });
    let of = |action, subject| who.entry(ctx, action, subject).with_detail(detail.clone());
    let mut entries = vec![of("commission_statement.delete", "commission_statement").on(id)];
    entries.extend(used.into_iter().map(|(group, snapshot)| {
        of("snapshot.delete_statement", "snapshot").on(snapshot).in_group(group).caused_by("commission_statement", id)
    }));
    Ok(tx.commit_all(entries).await?)
}

/// The rule of a wish, one by which statements are still made.
async fn chosen(
    tx: &Tx,
    who: &CallerOrigin,
    id: Option<CommissionRuleId>,
    invalid: &mut Invalid,
) -> Result<Option<Rule>> {
    let key = "CommissionRuleId";
    let Some(id) = id else {
        invalid.add(key, "Commission Rule is required.");
        return Ok(None);
    };
    let rule = match rules::find(tx, who.scope(), id).await {
        Err(store::Error::NotFound) => None,
        found => Some(found?),
    };
    invalid.check(rule.is_some(), key, "There is no such commission rule.");
    let is_active = rule.as_ref().is_none_or(|rule| rule.active);
    invalid.check(is_active, key, "This commission rule is not active. Choose another one.");
    Ok(rule)
}

async fn lines_of(
    tx: &Tx,
    ctx: &Context,
    who: &CallerOrigin,
    rule: &Rule,
    snapshot: SnapshotId,
) -> Result<Vec<StatementLine>> {
    let heads = snapshots::line_heads(tx, &[snapshot]).await?;
    let mut plan_lines: Vec<_> = heads.iter().map(|line| line.plan_line).collect();
    plan_lines.sort_unstable();
    plan_lines.dedup();
    let payouts = rules::payouts(tx, rule.id, &plan_lines).await?;
    let taken = statements::taken(tx, rule.id, snapshot).await?;
    match statement(heads.into_iter().map(billed).collect(), &payouts, &taken) {
        Ok(lines) => Ok(lines),
        Err(mut invalid) => {
            let all = statements::of_snapshot(tx, who.scope(), snapshot).await?;
            let earlier = all.iter().filter(|earlier| earlier.rule == rule.id);
            invalid.0.extend(earlier.map(|earlier| already_in(earlier_of(ctx, earlier))));
            Err(invalid.into())
        }
    }
}

fn earlier_of<'a>(ctx: &Context, row: &'a StatementRow) -> Earlier<'a> {
    Earlier { id: row.id, name: &row.name, made_on: day_in(ctx.config.time_zone, row.created_at) }
}

fn billed(line: FrozenLineHead) -> BilledLine {
    BilledLine {
        id: line.id,
        snapshot: line.snapshot,
        plan_line: line.plan_line,
        month: line.month,
        is_credit: line.kind.is_credit(),
        quantity: line.quantity,
        rate: line.rate,
        reference_id: line.reference_id,
    }
}
