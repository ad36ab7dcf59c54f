//! Use cases of payout rates: setting one or many, and what was ever set (rules.md#payout-rates).

use std::collections::{BTreeMap, BTreeSet};

use domain::commissions::payout::{BEGINNING, RateChange, Standing, check_start, read_payout};
use domain::{BillingMonth, CommissionRuleId, Invalid, Money, PlanLineId, RuleLineId};
use serde_json::{Value, json};
use store::audit::Entry;
use store::commissions::rules::lines::{self, RuleLine};
use store::commissions::rules::rates::{self, NewRate, PastRate, StoredTimeline};
use store::commissions::rules::{self, Rule};
use store::{Db, Tx};

use super::plans::{self, PlanRow};
use crate::context::Context;
use crate::error::{Error, Result};
use crate::http::CallerOrigin;

/// A payout as it was typed or posted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RateWish {
    /// The line of the rule.
    pub line: Option<RuleLineId>,
    /// What is to be paid.
    pub payout: String,
    /// The month from which it is to hold, or why it could not be read.
    pub from: std::result::Result<Option<BillingMonth>, Invalid>,
}

/// What payouts are decided on.
struct Ground {
    lines: BTreeMap<RuleLineId, RuleLine>,
    timelines: BTreeMap<RuleLineId, StoredTimeline>,
    stated: BTreeMap<PlanLineId, BillingMonth>,
    now: BillingMonth,
}

/// A payout that is to be stored.
struct Decided<'a> {
    line: &'a RuleLine,
    id: RuleLineId,
    before: Money,
    change: RateChange,
    replaced: Vec<i64>,
}

/// Sets the payout of a line.
///
/// # Errors
/// On `PayoutRate` and `EffectiveFrom`; [`Error::NotFound`] when the rule is not in scope or has no such line.
pub async fn set(
    ctx: &Context,
    who: &CallerOrigin,
    rule: CommissionRuleId,
    line: RuleLineId,
    wish: &RateWish,
) -> Result<PlanRow> {
    let tx = ctx.store.begin().await?;
    let rule = rules::lock(&tx, who.scope(), rule).await?;
    let ground = Ground::of(&tx, ctx, &rule).await?;
    let decided = ground.decide(line, wish)?;
    save(&tx, ctx, who, decided.as_slice()).await?;
    let is_changed = decided.is_some();
    let entries = entries(ctx, who, rule.id, decided.as_slice());
    let rows = plans::rows(&tx, ctx, &rule).await?;
    let row = rows.into_iter().find(|row| row.line.id == Some(line)).ok_or(Error::NotFound)?;
    if is_changed {
        tx.commit_all(entries).await?;
    }
    Ok(row)
}

/// Sets the payouts of many lines, all or none.
///
/// # Errors
/// On the fields of each wrong one, as `[2].PayoutRate` for the third; [`Error::NotFound`] when the rule is not in scope.
pub async fn set_all(
    ctx: &Context,
    who: &CallerOrigin,
    rule: CommissionRuleId,
    wishes: &[RateWish],
) -> Result<Vec<PlanRow>> {
    let tx = ctx.store.begin().await?;
    let rule = rules::lock(&tx, who.scope(), rule).await?;
    let ground = Ground::of(&tx, ctx, &rule).await?;
    let decided = ground.decide_all(wishes)?;
    save(&tx, ctx, who, &decided).await?;
    let entries = entries(ctx, who, rule.id, &decided);
    let named: BTreeSet<Option<RuleLineId>> = wishes.iter().map(|wish| wish.line).collect();
    let rows = plans::rows(&tx, ctx, &rule).await?.into_iter().filter(|row| named.contains(&row.line.id)).collect();
    if !entries.is_empty() {
        tx.commit_all(entries).await?;
    }
    Ok(rows)
}

/// The payouts of a line that were ever set, the latest first, and how each stands.
///
/// # Errors
/// [`Error::NotFound`] when the rule is not in scope or has no such line.
pub async fn history(
    ctx: &Context,
    who: &CallerOrigin,
    rule: CommissionRuleId,
    line: RuleLineId,
) -> Result<Vec<(PastRate, Standing)>> {
    let view = ctx.store.view().await?;
    rules::find(&view, who.scope(), rule).await?;
    let ids = lines::ids_of(&view, rule).await?;
    let plan_line = ids.into_iter().find(|(_, id)| *id == line).map(|(plan_line, _)| plan_line);
    let past = rates::history(&view, rule, plan_line.ok_or(Error::NotFound)?).await?;
    let now = BillingMonth::of(ctx.today());
    let timelines = rates::of_rule(&view, rule).await?;
    let in_force = timelines.get(&line).and_then(|stored| stored.timeline.in_force(now));
    let standing = |past: PastRate| {
        let is_replaced = past.replaced_at.is_some() || past.removed_at.is_some();
        let standing = Standing::of(past.rate.from, is_replaced, in_force, now);
        (past, standing)
    };
    Ok(past.into_iter().map(standing).collect())
}

impl Ground {
    async fn of(db: &impl Db, ctx: &Context, rule: &Rule) -> Result<Self> {
        let lines = lines::of_rule(db, rule.id).await?;
        Ok(Self {
            lines: lines.into_iter().filter_map(|line| line.id.map(|id| (id, line))).collect(),
            timelines: rates::of_rule(db, rule.id).await?,
            stated: rates::stated_until(db, rule.id).await?,
            now: BillingMonth::of(ctx.today()),
        })
    }

    /// What a wish comes to; nothing when it is in force already.
    fn decide(&self, id: RuleLineId, wish: &RateWish) -> Result<Option<Decided<'_>>> {
        let line = self.lines.get(&id).ok_or(Error::NotFound)?;
        Ok(self.decided(id, line, wish)?)
    }

    fn decided<'a>(
        &'a self,
        id: RuleLineId,
        line: &'a RuleLine,
        wish: &RateWish,
    ) -> std::result::Result<Option<Decided<'a>>, Invalid> {
        let from = wish.from.clone().and_then(|from| check_start(from, self.now));
        let (payout, from) = both(read_payout(&wish.payout), from)?;
        let none = StoredTimeline::default();
        let stored = self.timelines.get(&id).unwrap_or(&none);
        let stated = self.stated.get(&line.held.plan_line).copied();
        let Some(change) = stored.timeline.change(payout, from, stated, self.now)? else { return Ok(None) };
        let before = stored.timeline.at(change.rate.from);
        let replaced = stored.ids(&change.replaced).collect();
        Ok(Some(Decided { line, id, before, change, replaced }))
    }

    fn decide_all(&self, wishes: &[RateWish]) -> std::result::Result<Vec<Decided<'_>>, Invalid> {
        let (mut invalid, mut decided, mut seen) = (Invalid::none(), Vec::new(), BTreeSet::new());
        for (place, wish) in wishes.iter().enumerate() {
            let found = wish.line.and_then(|id| self.lines.get(&id).map(|line| (id, line)));
            let Some((id, line)) = found else {
                invalid.add(format!("[{place}].Id"), "The rule has no such line.");
                continue;
            };
            let named = format!("{}, {}", line.group_name, line.name);
            if !seen.insert(id) {
                invalid.add(format!("[{place}].Id"), format!("{named} is named twice."));
                continue;
            }
            match self.decided(id, line, wish) {
                Ok(found) => decided.extend(found),
                Err(wrong) => {
                    for error in wrong.0 {
                        invalid.add(format!("[{place}].{}", error.key), format!("{named}: {}", error.message));
                    }
                }
            }
        }
        invalid.or(decided)
    }
}

/// Both values, or what is wrong with either.
fn both<A, B>(
    one: std::result::Result<A, Invalid>,
    other: std::result::Result<B, Invalid>,
) -> std::result::Result<(A, B), Invalid> {
    match (one, other) {
        (Ok(one), Ok(other)) => Ok((one, other)),
        (Err(wrong), Ok(_)) => Err(wrong),
        (Ok(_), Err(wrong)) => Err(wrong),
        (Err(mut wrong), Err(more)) => {
            wrong.0.extend(more.0);
            Err(wrong)
        }
    }
}

async fn save(tx: &Tx, ctx: &Context, who: &CallerOrigin, decided: &[Decided<'_>]) -> Result<()> {
    if decided.is_empty() {
        return Ok(());
    }
    let new: Vec<NewRate> = decided.iter().map(|one| NewRate { rule_line: one.id, rate: one.change.rate }).collect();
    let replaced: Vec<i64> = decided.iter().flat_map(|one| one.replaced.iter().copied()).collect();
    Ok(rates::set(tx, &new, &replaced, who.user, ctx.now()).await?)
}

/// A line of the audit trail for each payout, in the group that is billed.
fn entries(ctx: &Context, who: &CallerOrigin, rule: CommissionRuleId, decided: &[Decided<'_>]) -> Vec<Entry> {
    let entry = |one: &Decided<'_>| {
        let entry = who.entry(ctx, "commission_rule.set_rate", "commission_rule").on(rule).in_group(one.line.group);
        entry.with_detail(recorded(one))
    };
    decided.iter().map(entry).collect()
}

fn recorded(one: &Decided<'_>) -> Value {
    let rate = one.change.rate;
    let from = if rate.from == BEGINNING { "the beginning".to_owned() } else { rate.from.to_string() };
    json!({
        "before": { "PayoutRate": one.before.decimal() },
        "after": {
            "BillingLineItem": format!("{}, {}", one.line.group_name, one.line.name),
            "PayoutRate": rate.payout.decimal(),
            "EffectiveFrom": from,
        },
    })
}
