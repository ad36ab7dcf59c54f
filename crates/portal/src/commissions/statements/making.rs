//! Making statements: of a rule for a month, or of one snapshot (rules.md#ways-to-a-statement, rules.md#paid-once).

use chrono::{DateTime, NaiveDate, Utc};
use domain::commissions::ledger::{Basis, Draft, draft, since};
use domain::commissions::statement::{
    Earlier, NOTHING_BILLABLE, already_in, month_or_previous, period_of, stated_month,
};
use domain::{BillingMonth, CommissionRuleId, GroupId, Invalid, Money, SnapshotId};
use serde_json::json;
use store::Tx;
use store::commissions::rules::{self, Rule};
use store::commissions::statements::{self, LINE_TAKEN, NewStatement, StatementRow, Wanted, Which};
use store::snapshots;

use crate::clock::day_in;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::http::CallerOrigin;

/// Said of a rule that has ended and has nothing to settle (rules.md#ended-rule).
const ENDED: &str = "This commission rule is not active. Choose another one.";

/// A statement that was just made.
#[derive(Debug, Clone)]
pub struct MadeStatement {
    /// What a list shows of it.
    pub row: StatementRow,
    /// The groups that it pays on and that have left the broker of its rule since.
    pub groups_left: Vec<String>,
}

/// Makes the statement of a rule for a month: of all lines and adjustments that no other live statement of the rule has.
///
/// # Errors
/// On `CommissionRuleId` and `BillingPeriod`.
pub async fn of_month(
    ctx: &Context,
    who: &CallerOrigin,
    rule: Option<CommissionRuleId>,
    period: Option<BillingMonth>,
) -> Result<MadeStatement> {
    let tx = ctx.store.begin().await?;
    let mut invalid = Invalid::none();
    let rule = chosen(&tx, who, rule, &mut invalid).await?;
    let period = stated_month(period, ctx.today());
    if let Err(wrong) = &period {
        invalid.0.extend(wrong.0.iter().cloned());
    }
    invalid.result()?;
    match rule.zip(period.ok()) {
        Some((rule, period)) => make(ctx, who, tx, &rule, period, None).await,
        None => Err(Error::NotFound),
    }
}

/// The same for a rule that is known; for the month before today's unless another is named.
///
/// # Errors
/// As [`of_month`]; [`Error::NotFound`] when the rule is not in scope.
pub async fn of_rule(
    ctx: &Context,
    who: &CallerOrigin,
    rule: CommissionRuleId,
    period: Option<BillingMonth>,
) -> Result<MadeStatement> {
    rules::find(&ctx.store.read(), who.scope(), rule).await?;
    of_month(ctx, who, Some(rule), Some(month_or_previous(period, ctx.today()))).await
}

/// Makes the statement of a snapshot by a rule: of its lines that stand in no other statement of the rule.
///
/// # Errors
/// On `CommissionRuleId` and `BillingPeriod`; [`Error::NotFound`] when the snapshot is not in scope.
pub async fn of_snapshot(
    ctx: &Context,
    who: &CallerOrigin,
    (group, id): (GroupId, SnapshotId),
    rule: Option<CommissionRuleId>,
    period: Option<NaiveDate>,
) -> Result<MadeStatement> {
    let tx = ctx.store.begin().await?;
    let snapshot = snapshots::lock(&tx, who.scope(), group, id).await?;
    let mut invalid = Invalid::none();
    let rule = chosen(&tx, who, rule, &mut invalid).await?;
    match (rule, invalid.and(period_of(period, snapshot.period()))?) {
        (Some(rule), period) => make(ctx, who, tx, &rule, period, Some(id)).await,
        (None, _) => Err(Error::NotFound),
    }
}

/// Said of a rule that can have no plan lines yet (rules.md#plans-of-a-rule).
const NO_BROKER: &str = "The commission rule has no broker. Choose one and its billing plans.";

async fn make(
    ctx: &Context,
    who: &CallerOrigin,
    tx: Tx,
    rule: &Rule,
    period: BillingMonth,
    snapshot: Option<SnapshotId>,
) -> Result<MadeStatement> {
    let draft = prepare(ctx, &tx, rule, period, snapshot).await?;
    if let Err(mut invalid) = draft.check() {
        if !rule.active {
            // Behind it stands what is pending.
            let pending = invalid.0.into_iter().skip(1);
            let ended = Invalid::field("CommissionRuleId", ENDED).0.into_iter();
            invalid = Invalid(ended.chain(pending).collect());
        } else if let Some(snapshot) = snapshot.filter(|_| draft.entries.is_empty()) {
            let all = statements::of_snapshot(&tx, who.scope(), snapshot).await?;
            let earlier = all.iter().filter(|earlier| earlier.rule == rule.id);
            invalid.0.extend(earlier.map(|earlier| already_in(earlier_of(ctx, earlier))));
        }
        if rule.active && rule.broker.is_none() && !rules::lines::had_any(&tx, rule.id).await? {
            let unnamed = Invalid::field("BrokerId", NO_BROKER).0.into_iter();
            invalid = Invalid(unnamed.chain(invalid.0).collect());
        }
        if draft.told().next().is_some() {
            await_payment(ctx, who, tx, rule, period, &draft).await?;
        }
        return Err(invalid.into());
    }
    let new = NewStatement { rule, period, draft: &draft };
    let id = statements::insert(&tx, &new, who.stamp(ctx)).await.map_err(|error| match error {
        error if error.is_refused_by(LINE_TAKEN) => Invalid::field("BillingPeriod", NOTHING_BILLABLE).into(),
        other => Error::from(other),
    })?;
    let made = MadeStatement {
        row: statements::find(&tx, who.scope(), id).await?,
        groups_left: statements::groups_left(&tx, Which::These(&[id])).await?.remove(&id).unwrap_or_default(),
    };
    let detail = json!({
        "Rule": rule.name,
        "BillingPeriod": period.to_string(),
        "TotalPayoutAmount": draft.total().decimal(),
        "AmountDue": draft.due().decimal(),
    });
    let of = |action, subject| who.entry(ctx, action, subject).with_detail(detail.clone());
    let mut entries = vec![of("commission_statement.create", "commission_statement").on(id)];
    entries.extend(statements::used(&tx, id).await?.into_iter().map(|(group, snapshot)| {
        of("snapshot.generate_statement", "snapshot").on(snapshot).in_group(group).caused_by("commission_statement", id)
    }));
    tx.commit_all(entries).await?;
    Ok(made)
}

/// Records that the statement of a month or a snapshot was asked for while all of it was pending, with the lines that were told: later
/// statements take it once it is paid (rules.md#basis-paid, rules.md#pending-of-a-line-that-left).
async fn await_payment(
    ctx: &Context,
    who: &CallerOrigin,
    tx: Tx,
    rule: &Rule,
    period: BillingMonth,
    draft: &Draft,
) -> Result<()> {
    // The first statement does not count here: it can be deleted.
    let is_earlier = !draft.entries.is_empty() && period < looked_back(ctx, rule.created_at, None, rule.first_asked);
    if is_earlier {
        rules::asked_from(&tx, rule.id, period).await?;
    }
    if statements::tell(&tx, rule.id, None, draft.told()).await? == 0 && !is_earlier {
        return Ok(());
    }
    let entry = who.entry(ctx, "commission_rule.await_payment", "commission_rule").on(rule.id);
    Ok(tx.commit(entry.with_detail(json!({ "BillingPeriod": period.to_string() }))).await?)
}

/// The first month that a rule looks back to.
pub(in crate::commissions) fn looked_back(
    ctx: &Context,
    made_at: DateTime<Utc>,
    first_statement: Option<BillingMonth>,
    first_asked: Option<BillingMonth>,
) -> BillingMonth {
    since(BillingMonth::of(day_in(ctx.config.time_zone, made_at)), first_statement, first_asked)
}

/// What the statement of a rule would say, held until the transaction ends.
async fn prepare(
    ctx: &Context,
    tx: &Tx,
    rule: &Rule,
    period: BillingMonth,
    snapshot: Option<SnapshotId>,
) -> Result<Draft> {
    let wanted = wanted(ctx, tx, rule, period, snapshot).await?;
    statements::lock_ground(tx, rule.id, wanted).await?;
    drafted(tx, rule, wanted).await
}

/// The lines that a statement of a rule looks at.
async fn wanted(
    ctx: &Context,
    tx: &Tx,
    rule: &Rule,
    period: BillingMonth,
    snapshot: Option<SnapshotId>,
) -> Result<Wanted> {
    let mut wanted = Wanted { rule: Some(rule.id), snapshot, period, since: period };
    if rule.looks_back() && snapshot.is_none() {
        let first = statements::first_statements(tx, Some(rule.id)).await?.pop().map(|(_, month)| month);
        wanted.since = looked_back(ctx, rule.created_at, first, rule.first_asked).min(period);
    }
    Ok(wanted)
}

const fn basis_of(rule: &Rule) -> Basis {
    if rule.on_paid_only { Basis::Paid } else { Basis::Billed }
}

async fn drafted(tx: &Tx, rule: &Rule, wanted: Wanted) -> Result<Draft> {
    let found = statements::candidates(tx, wanted).await?.remove(&rule.id).unwrap_or_default();
    let draft = draft(basis_of(rule), &found.rates, wanted.period, found.lines, found.open);
    // The statement of one snapshot has that snapshot's lines only (rules.md#adjustments).
    Ok(if wanted.snapshot.is_some() { draft } else { draft.with_adjustments(wanted.period, found.adjustments) })
}

/// The months that are looked at ahead of today's: plans are billed ahead.
const MONTHS_AHEAD: i32 = 120;

/// What a rule has told as pending, in a statement or in an answer, and has not paid since: zero when nothing of it is open.
pub(in crate::commissions) async fn told_and_open(ctx: &Context, tx: &Tx, rule: &Rule) -> Result<Money> {
    let told = statements::told_lines(tx, rule.id).await?;
    if told.is_empty() {
        return Ok(Money::ZERO);
    }
    let today = BillingMonth::of(ctx.today());
    let first = statements::first_statements(tx, Some(rule.id)).await?.pop().map(|(_, month)| month);
    let since = looked_back(ctx, rule.created_at, first, rule.first_asked).min(today);
    let wanted = Wanted { rule: Some(rule.id), snapshot: None, period: today.plus(MONTHS_AHEAD), since };
    let mut found = statements::candidates(tx, wanted).await?.remove(&rule.id).unwrap_or_default();
    found.lines.retain(|billed| told.contains(&(billed.snapshot, billed.plan_line, billed.month)));
    let open = draft(basis_of(rule), &found.rates, wanted.period, found.lines, Vec::new());
    Ok(open.entries.iter().map(|entry| entry.total).sum::<Money>() + open.pending_earlier)
}

/// The rule of a wish.
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
    Ok(rule)
}

fn earlier_of<'a>(ctx: &Context, row: &'a StatementRow) -> Earlier<'a> {
    Earlier { id: row.id, name: &row.name, made_on: day_in(ctx.config.time_zone, row.created_at) }
}
