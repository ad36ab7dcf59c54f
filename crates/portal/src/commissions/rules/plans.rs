//! Use cases of the plan lines of a commission rule (rules.md#plans-of-a-rule, rules.md#net-of-a-line).

use std::collections::{BTreeMap, BTreeSet};

use domain::commissions::payout::{BEGINNING, Rate, Timeline, net, overpaid_from};
use domain::commissions::plans::{PlanChange, change};
use domain::{BillingMonth, BrokerId, CommissionRuleId, GroupId, Invalid, Money, PlanLineId};
use serde_json::json;
use store::audit::Entry;
use store::commissions::rules::lines::{self, RuleLine};
use store::commissions::rules::rates::{self, LinesOf, OtherPayouts};
use store::commissions::rules::{self, Rule};
use store::{Db, Tx, counts};

use crate::context::Context;
use crate::error::Result;
use crate::http::CallerOrigin;

/// A plan line with what is paid on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlanRow {
    /// The line.
    pub line: RuleLine,
    /// How many active members its group has.
    pub members: i64,
    /// What the rule pays now on each that is billed.
    pub payout: Money,
    /// From when it does; `None` from the beginning.
    pub from: Option<BillingMonth>,
    /// What it pays next, and from when.
    pub next: Option<Rate>,
    /// All payouts of the rule that hold in some month, by month.
    pub timeline: Timeline,
    /// From when another payout holds when no month is named; `None` from the beginning.
    pub default_from: Option<BillingMonth>,
    /// The payouts of other rules now, with their payees.
    pub others: Vec<(String, Money)>,
    /// The other rules that pay on it in some month, each with its payouts by month.
    pub payees: Vec<OtherPayouts>,
    /// What is left of the rate now.
    pub net: Money,
    /// The first month from now on in which all payouts come to more than the rate.
    pub overpaid_from: Option<BillingMonth>,
    /// What is to be said of a line that could not be chosen any more.
    pub note: Option<&'static str>,
}

/// The plan lines of a rule.
///
/// # Errors
/// [`crate::error::Error::NotFound`] when the rule is not in scope.
pub async fn of_rule(ctx: &Context, who: &CallerOrigin, id: CommissionRuleId) -> Result<Vec<PlanRow>> {
    let view = ctx.store.view().await?;
    let rule = rules::find(&view, who.scope(), id).await?;
    rows(&view, ctx, &rule).await
}

/// The plan lines that a rule of the broker may pay on.
///
/// # Errors
/// [`crate::error::Error::NotFound`] when the broker is not in scope.
pub async fn of_broker(ctx: &Context, who: &CallerOrigin, broker: BrokerId) -> Result<Vec<PlanRow>> {
    let view = ctx.store.view().await?;
    store::brokers::find(&view, who.scope(), broker).await?;
    let found = lines::of_broker(&view, who.scope(), broker).await?;
    let members = members(&view, ctx, &found).await?;
    let mut others = rates::of_others(&view, LinesOf::Broker(broker)).await?;
    let now = BillingMonth::of(ctx.today());
    let row = |line: RuleLine| {
        let others = others.remove(&line.held.plan_line).unwrap_or_default();
        row(line, &members, now, Timeline::default(), None, others)
    };
    Ok(found.into_iter().map(row).collect())
}

/// Makes exactly the wanted plan lines those of a rule.
///
/// # Errors
/// On `BillingPlanIds`, also when none are named, and `BrokerId`; [`crate::error::Error::NotFound`] when the rule is not in scope.
pub async fn set(
    ctx: &Context,
    who: &CallerOrigin,
    id: CommissionRuleId,
    wanted: Option<&BTreeSet<PlanLineId>>,
) -> Result<Vec<PlanRow>> {
    let tx = ctx.store.begin().await?;
    let rule = rules::lock(&tx, who.scope(), id).await?;
    let wanted = wanted.ok_or_else(|| {
        Invalid::field("BillingPlanIds", "Send the plan lines that the rule is to pay on, or an empty list for none.")
    })?;
    let held = lines::held(&tx, id).await?;
    let change = change(&held, wanted, &offered(&tx, rule.broker).await?, rule.broker)?;
    let has: Vec<PlanLineId> = held.iter().map(|line| line.plan_line).collect();
    let entry = save(&tx, ctx, who, id, &has, &change).await?;
    let rows = rows(&tx, ctx, &rule).await?;
    if let Some(entry) = entry {
        tx.commit(entry).await?;
    }
    Ok(rows)
}

/// The plan lines of a broker's groups; none without a broker.
pub(super) async fn offered(tx: &Tx, broker: Option<BrokerId>) -> Result<BTreeSet<PlanLineId>> {
    Ok(match broker {
        Some(broker) => lines::offered(tx, broker).await?,
        None => BTreeSet::new(),
    })
}

/// Adds and removes the plan lines of a rule, and gives the line of the audit trail; nothing when nothing changes.
pub(super) async fn save(
    tx: &Tx,
    ctx: &Context,
    who: &CallerOrigin,
    rule: CommissionRuleId,
    has: &[PlanLineId],
    change: &PlanChange,
) -> Result<Option<Entry>> {
    if change.is_empty() {
        return Ok(None);
    }
    lines::remove(tx, rule, &change.removed, ctx.now()).await?;
    lines::add(tx, rule, &change.added, who.user, ctx.now()).await?;
    let kept = has.iter().copied().filter(|line| !change.removed.contains(line));
    let after: BTreeSet<PlanLineId> = kept.chain(change.added.iter().copied()).collect();
    let entry = who.entry(ctx, "commission_rule.set_plans", "commission_rule").on(rule);
    Ok(Some(entry.with_change(&json!({ "BillingPlanIds": has }), &json!({ "BillingPlanIds": after }))))
}

/// The plan lines of a rule with what is paid on them.
pub(super) async fn rows(db: &impl Db, ctx: &Context, rule: &Rule) -> Result<Vec<PlanRow>> {
    let found = lines::of_rule(db, rule.id).await?;
    let members = members(db, ctx, &found).await?;
    let timelines = rates::of_rule(db, rule.id).await?;
    let stated = rates::stated_until(db, rule.id).await?;
    let mut others = rates::of_others(db, LinesOf::Rule(rule.id)).await?;
    let now = BillingMonth::of(ctx.today());
    let with_payouts = |line: RuleLine| {
        let timeline =
            line.id.and_then(|id| timelines.get(&id)).map(|stored| stored.timeline.clone()).unwrap_or_default();
        let until = stated.get(&line.held.plan_line).copied();
        let others = others.remove(&line.held.plan_line).unwrap_or_default();
        let note = line.held.note(rule.broker);
        PlanRow { note, ..row(line, &members, now, timeline, until, others) }
    };
    Ok(found.into_iter().map(with_payouts).collect())
}

async fn members(db: &impl Db, ctx: &Context, lines: &[RuleLine]) -> Result<BTreeMap<GroupId, i64>> {
    let groups: BTreeSet<GroupId> = lines.iter().map(|line| line.group).collect();
    let groups: Vec<GroupId> = groups.into_iter().collect();
    let counted = counts::of_groups(db, &groups, ctx.today()).await?;
    Ok(counted.into_iter().map(|(group, members)| (group, members.active)).collect())
}

fn row(
    line: RuleLine,
    members: &BTreeMap<GroupId, i64>,
    now: BillingMonth,
    timeline: Timeline,
    stated_until: Option<BillingMonth>,
    others: Vec<OtherPayouts>,
) -> PlanRow {
    let set = timeline.in_force(now);
    let payout = timeline.at(now);
    let timelines: Vec<&Timeline> = others.iter().map(|other| &other.timeline).chain([&timeline]).collect();
    let overpaid_from = overpaid_from(line.rate, &timelines, now);
    let payees: Vec<OtherPayouts> = others.into_iter().filter(|other| other.timeline.pays()).collect();
    let paid = |other: &OtherPayouts| (other.payee_name.clone(), other.timeline.at(now));
    let others: Vec<(String, Money)> = payees.iter().map(paid).filter(|(_, payout)| *payout > Money::ZERO).collect();
    let net = net(line.rate, payout, others.iter().map(|(_, payout)| *payout));
    PlanRow {
        members: members.get(&line.group).copied().unwrap_or_default(),
        payout,
        from: set.map(|rate| rate.from).filter(|from| *from != BEGINNING),
        default_from: stated_until.map(|last| last.plus(1)),
        net,
        overpaid_from,
        next: timeline.next(now),
        timeline,
        note: None,
        others,
        payees,
        line,
    }
}
