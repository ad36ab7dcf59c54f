//! Use cases of commission rules (rules.md#commission-rule-fields).

use std::collections::BTreeSet;

use domain::commissions::plans::{PlanChange, change, without_foreign};
use domain::commissions::rule::{ErpVendor, LeftOpen, RuleDetails, RuleForm, check_handover, is_of_broker};
use domain::{CommissionRuleId, Invalid, Money, Page, PageRequest, PlanLineId};
use serde_json::{Value, json};
use store::audit::Entry;
use store::commissions::rules::{self, Rule, RuleRow, lines};
use store::commissions::statements;
use store::{Db, Tx};

use super::erp_vendor;
use super::plans::{self, PlanRow};
use crate::commissions::statements::making::{looked_back, told_and_open};
use crate::context::Context;
use crate::error::Result;
use crate::http::CallerOrigin;

/// A rule with the plan lines it pays on.
#[derive(Debug, Clone)]
pub struct WholeRule {
    /// The rule.
    pub row: RuleRow,
    /// The plan lines.
    pub plan_lines: Vec<PlanLineId>,
}

/// A page of the rules in scope.
///
/// # Errors
/// When the database fails.
pub async fn search(
    ctx: &Context,
    who: &CallerOrigin,
    active: Option<bool>,
    request: &PageRequest,
) -> Result<Page<RuleRow>> {
    Ok(rules::search(&ctx.store.read(), who.scope(), active, request).await?)
}

/// One rule.
///
/// # Errors
/// [`crate::error::Error::NotFound`] when it is not in scope.
pub async fn find(ctx: &Context, who: &CallerOrigin, id: CommissionRuleId) -> Result<WholeRule> {
    whole(&ctx.store.view().await?, who, id).await
}

/// One rule with what it pays on its plan lines.
///
/// # Errors
/// As [`find`].
pub async fn detailed(ctx: &Context, who: &CallerOrigin, id: CommissionRuleId) -> Result<(WholeRule, Vec<PlanRow>)> {
    let view = ctx.store.view().await?;
    let rule = whole(&view, who, id).await?;
    let lines = plans::rows(&view, ctx, &rule.row.rule).await?;
    Ok((rule, lines))
}

/// Makes a rule, with the plan lines that are wanted.
///
/// # Errors
/// Wrong fields, among them plan lines that are not of the broker's groups.
pub async fn create(
    ctx: &Context,
    who: &CallerOrigin,
    form: &RuleForm,
    wanted: Option<Vec<PlanLineId>>,
) -> Result<WholeRule> {
    let vendor = erp_vendor::settled(ctx, who, None, form).await?;
    let tx = ctx.store.begin().await?;
    let details = check(&tx, form, vendor).await?;
    let id = rules::create(&tx, &details, who.stamp(ctx)).await?;
    let entry = who.entry(ctx, "commission_rule.create", "commission_rule").on(id);
    let mut entries = vec![entry.with_change(&json!({}), &recorded(&details))];
    if let Some(wanted) = wanted {
        let wanted: BTreeSet<PlanLineId> = wanted.into_iter().collect();
        let offered = plans::offered(&tx, details.broker).await?;
        let change = change(&[], &wanted, &offered, details.broker)?;
        entries.extend(plans::save(&tx, ctx, who, id, &[], &change).await?);
    }
    let made = whole(&tx, who, id).await?;
    tx.commit_all(entries).await?;
    Ok(made)
}

/// Saves a rule. `form` makes what was posted into a form, given the rule as it is. Another broker drops the plan lines that are not of its
/// groups. A save that changes nothing writes nothing.
///
/// # Errors
/// [`crate::error::Error::NotFound`], a stale version, wrong fields.
pub async fn update(
    ctx: &Context,
    who: &CallerOrigin,
    id: CommissionRuleId,
    version: Option<i32>,
    wanted: Option<Vec<PlanLineId>>,
    form: impl Fn(&RuleDetails) -> RuleForm,
) -> Result<WholeRule> {
    let found = rules::find_row(&ctx.store.read(), who.scope(), id).await?.rule.details();
    let vendor = erp_vendor::settled(ctx, who, Some(&found), &form(&found)).await?;
    let tx = ctx.store.begin().await?;
    let stored = rules::lock(&tx, who.scope(), id).await?;
    rules::require_version(&tx, &stored, version).await?;
    let before = stored.details();
    let details = check(&tx, &form(&before), vendor).await?;
    if details.broker != before.broker || details.api_service != before.api_service {
        check_handover(&before, &details, left_open(ctx, &tx, &stored).await?)?;
    }
    let held = lines::held(&tx, id).await?;
    let mut plan_change = match details.broker == before.broker {
        true => PlanChange::default(),
        false => without_foreign(&held, details.broker),
    };
    if let Some(wanted) = wanted {
        let dropped: BTreeSet<PlanLineId> = plan_change.removed.into_iter().collect();
        let wanted: BTreeSet<PlanLineId> = wanted.into_iter().filter(|line| !dropped.contains(line)).collect();
        plan_change = change(&held, &wanted, &plans::offered(&tx, details.broker).await?, details.broker)?;
    }
    if details == before && plan_change.is_empty() {
        return whole(&tx, who, id).await;
    }
    let mut entries = Vec::new();
    if details != before {
        if before.on_paid_only && !details.on_paid_only {
            keep_pending(&tx, ctx, &stored).await?;
        }
        rules::update(&tx, id, version, &details, who.stamp(ctx)).await?;
        let entry = who.entry(ctx, "commission_rule.update", "commission_rule").on(id);
        entries.push(entry.with_change(&recorded(&before), &recorded(&details)));
    }
    let has: Vec<PlanLineId> = held.iter().map(|line| line.plan_line).collect();
    entries.extend(plans::save(&tx, ctx, who, id, &has, &plan_change).await?);
    committed(tx, who, id, entries).await
}

/// What a rule has left open: what it has told as pending and not paid since, and what its statements leave. Bills count where the rule pays
/// through an ERP account.
async fn left_open(ctx: &Context, tx: &Tx, rule: &Rule) -> Result<LeftOpen> {
    let left = statements::left_open(tx, rule.id).await?;
    let is_billed = rule.api_service.is_some() && rule.erp_vendor_id.is_some();
    Ok(LeftOpen {
        pending: told_and_open(ctx, tx, rule).await?,
        unbilled: if is_billed { left.unbilled } else { Money::ZERO },
        ..left
    })
}

/// Has a rule look back that is to pay on what is billed from now on: its next statement takes what it has told as pending
/// (rules.md#basis-paid). Statements do not count here, as they can be deleted.
async fn keep_pending(tx: &Tx, ctx: &Context, rule: &Rule) -> Result<()> {
    Ok(rules::asked_from(tx, rule.id, looked_back(ctx, rule.created_at, None, rule.first_asked)).await?)
}

/// Commits, and gives the rule as it is then.
async fn committed(tx: Tx, who: &CallerOrigin, id: CommissionRuleId, entries: Vec<Entry>) -> Result<WholeRule> {
    let saved = whole(&tx, who, id).await?;
    tx.commit_all(entries).await?;
    Ok(saved)
}

async fn whole(db: &impl Db, who: &CallerOrigin, id: CommissionRuleId) -> Result<WholeRule> {
    let row = rules::find_row(db, who.scope(), id).await?;
    let plan_lines = lines::ids_of(db, id).await?.into_keys().collect();
    Ok(WholeRule { row, plan_lines })
}

/// The values of a form whose ERP account and broker exist, with the vendor as the account calls it.
async fn check(tx: &Tx, form: &RuleForm, vendor: Option<ErpVendor>) -> Result<RuleDetails> {
    let mut unknown = Invalid::none();
    if let Some(account) = form.api_service {
        let known = store::accounts::existing(tx, &[account]).await?;
        unknown.check(!known.is_empty(), "ApiServiceId", "There is no such ERP account.");
    }
    let mut broker_reads = form.broker_reads.unwrap_or(false);
    if let Some(id) = form.broker {
        let broker = store::brokers::by_ids(tx, &[id]).await?.pop();
        unknown.check(broker.is_some(), "BrokerId", "There is no such broker.");
        let is_payee = broker.is_some_and(|broker| is_of_broker(&form.payee_name, &broker.details.name));
        broker_reads = form.broker_reads.unwrap_or(is_payee);
    }
    let details = unknown.and(form.check())?;
    let is_settled = |named: &ErpVendor| vendor.as_ref().is_some_and(|settled| settled.id == named.id);
    let vendor = if details.vendor.as_ref().is_some_and(is_settled) { vendor } else { details.vendor };
    Ok(RuleDetails { vendor, broker_reads, ..details })
}

/// What the audit keeps of a rule.
fn recorded(rule: &RuleDetails) -> Value {
    json!({
        "Name": rule.name,
        "PayeeName": rule.payee_name,
        "BillNumberSuffix": rule.bill_number_suffix,
        "ApiServiceId": rule.api_service,
        "ErpVendorId": rule.vendor.as_ref().map(|vendor| &vendor.id),
        "ErpVendorName": rule.vendor.as_ref().map(|vendor| &vendor.name),
        "BrokerId": rule.broker,
        "BrokerReads": rule.broker_reads,
        "OnPaidOnly": rule.on_paid_only,
        "Active": rule.active,
    })
}
