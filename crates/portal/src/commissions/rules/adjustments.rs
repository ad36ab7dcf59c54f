//! Use cases of adjustments: listed, added and deleted (rules.md#adjustments). None is edited: it is deleted, and another one added.

use domain::commissions::ledger::{AdjustmentDetails, AdjustmentForm, check_delete, check_once};
use domain::{AdjustmentId, CommissionRuleId};
use serde_json::{Value, json};
use store::commissions::rules::{self, adjustments, adjustments::AdjustmentRow};

use crate::context::Context;
use crate::error::Result;
use crate::http::CallerOrigin;

/// The adjustments of a rule, newest first.
///
/// # Errors
/// [`crate::error::Error::NotFound`] when the rule is not in scope.
pub async fn of_rule(ctx: &Context, who: &CallerOrigin, rule: CommissionRuleId) -> Result<Vec<AdjustmentRow>> {
    Ok(adjustments::of_rule(&ctx.store.view().await?, who.scope(), rule).await?)
}

/// Adds an adjustment to a rule, also to one that has ended.
///
/// # Errors
/// On `Amount`, `Reason` and `Month`; [`crate::error::Error::NotFound`] when the rule is not in scope.
pub async fn add(
    ctx: &Context,
    who: &CallerOrigin,
    rule: CommissionRuleId,
    form: &AdjustmentForm,
) -> Result<AdjustmentRow> {
    let tx = ctx.store.begin().await?;
    let rule = rules::lock(&tx, who.scope(), rule).await?;
    let details = form.check(ctx.today())?;
    let there = adjustments::of_rule(&tx, who.scope(), rule.id).await?;
    check_once(&details, there.iter().filter(|row| row.holder.is_none()).map(|row| &row.details))?;
    let id = adjustments::add(&tx, rule.id, &details, who.user, ctx.now()).await?;
    let added = adjustments::find(&tx, who.scope(), rule.id, id).await?;
    let entry = who.entry(ctx, "commission_rule.add_adjustment", "commission_rule").on(rule.id);
    tx.commit(entry.with_change(&json!({}), &recorded(&details))).await?;
    Ok(added)
}

/// Deletes an adjustment that no live statement has.
///
/// # Errors
/// A refusal in words; [`crate::error::Error::NotFound`] when the rule is not in scope or has no such adjustment.
pub async fn delete(ctx: &Context, who: &CallerOrigin, rule: CommissionRuleId, id: AdjustmentId) -> Result<()> {
    let tx = ctx.store.begin().await?;
    // While the rule is locked no statement is made that would take it up.
    let rule = rules::lock(&tx, who.scope(), rule).await?;
    let row = adjustments::find(&tx, who.scope(), rule.id, id).await?;
    check_delete(row.holder.as_ref())?;
    adjustments::delete(&tx, id, ctx.now()).await?;
    let entry = who.entry(ctx, "commission_rule.delete_adjustment", "commission_rule").on(rule.id);
    Ok(tx.commit(entry.with_change(&recorded(&row.details), &json!({}))).await?)
}

/// What the audit keeps of an adjustment.
fn recorded(details: &AdjustmentDetails) -> Value {
    json!({
        "Amount": details.amount.decimal(),
        "Reason": details.reason,
        "Month": details.month.to_string(),
    })
}
