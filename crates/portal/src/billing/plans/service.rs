//! Use cases of plans and line items.

use domain::billing::line::{LineContext, LineForm, LineItem, StoredLine, billing_codes};
use domain::billing::plan::{PlanAccount, PlanDetails, PlanForm};
use domain::{GroupId, Invalid, Page, PageRequest, PlanId, PlanLineId};
use serde_json::{Value, json};
use store::plans::lines::PlanLine;
use store::plans::{self, Plan, lines};
use store::snapshots::erp::OfPlan;
use store::{Tx, pricing};

use super::erp_account;
use crate::context::Context;
use crate::error::Result;
use crate::http::CallerOrigin;

/// A page of a group's plans.
///
/// # Errors
/// [`crate::error::Error::NotFound`] when the group is not in scope.
pub async fn search(
    ctx: &Context,
    who: &CallerOrigin,
    group: GroupId,
    only_current: bool,
    page: &PageRequest,
) -> Result<Page<Plan>> {
    let db = ctx.store.read();
    store::groups::require(&db, who.scope(), group).await?;
    Ok(plans::search(&db, who.scope(), group, only_current.then(|| ctx.today()), page).await?)
}

/// One plan of a group.
///
/// # Errors
/// [`crate::error::Error::NotFound`] when it is not in scope.
pub async fn find(ctx: &Context, who: &CallerOrigin, group: GroupId, id: PlanId) -> Result<Plan> {
    Ok(plans::find(&ctx.store.read(), who.scope(), group, id).await?)
}

/// Makes a plan.
///
/// # Errors
/// Wrong fields.
pub async fn create(ctx: &Context, who: &CallerOrigin, group: GroupId, form: &PlanForm) -> Result<Plan> {
    store::groups::require(&ctx.store.read(), who.scope(), group).await?;
    let account = erp_account::settled(ctx, who, None, form.check()?.account).await?;
    let tx = ctx.store.begin().await?;
    store::groups::require(&tx, who.scope(), group).await?;
    let details = check(&tx, form, account).await?;
    let id = plans::insert(&tx, group, &details, who.stamp(ctx)).await?;
    let plan = plans::find(&tx, who.scope(), group, id).await?;
    let entry = who.entry(ctx, "plan.create", "plan").on(id).in_group(group);
    tx.commit(entry.with_change(&json!({}), &recorded(&details))).await?;
    Ok(plan)
}

/// Saves a plan; `form` is made from what is stored. A save that changes nothing writes nothing.
///
/// # Errors
/// Wrong fields; a stale version.
pub async fn update(
    ctx: &Context,
    who: &CallerOrigin,
    (group, id): (GroupId, PlanId),
    version: Option<i32>,
    form: impl Fn(&PlanDetails) -> PlanForm,
) -> Result<Plan> {
    let stored = plans::find(&ctx.store.read(), who.scope(), group, id).await?.details;
    let wanted = form(&stored).check()?.account;
    let account = erp_account::settled(ctx, who, stored.account.as_ref(), wanted).await?;
    let tx = ctx.store.begin().await?;
    let before = plans::for_changing(&tx, who.scope(), group, id).await?;
    plans::require_version(&tx, &before, version).await?;
    let details = check(&tx, &form(&before.details), account).await?;
    if details == before.details {
        return Ok(before);
    }
    plans::update(&tx, id, version, &details, who.stamp(ctx)).await?;
    let drafts = store::snapshots::erp::follow_plan(&tx, id).await?;
    let plan = plans::find(&tx, who.scope(), group, id).await?;
    let entry = who.entry(ctx, "plan.update", "plan").on(id).in_group(group);
    let mut entries = vec![entry.with_change(&recorded(&before.details), &recorded(&details))];
    entries.extend(drafts.into_iter().map(|draft| {
        let entry = who.entry(ctx, "snapshot.follow_plan", "snapshot").on(draft.id).in_group(group);
        entry.with_change(&of_plan(draft.before), &of_plan(draft.after))
    }));
    tx.commit_all(entries).await?;
    Ok(plan)
}

async fn check(tx: &Tx, form: &PlanForm, account: Option<PlanAccount>) -> Result<PlanDetails> {
    let details = PlanDetails { account, ..form.check()? };
    if let Some(account) = &details.account {
        let known = store::accounts::existing(tx, &[account.api_service]).await?;
        if known.is_empty() {
            return Err(Invalid::field("ApiServiceId", "There is no such ERP account.").into());
        }
    }
    Ok(details)
}

/// The billing codes that the group's members may carry (rules.md#billing-references).
///
/// # Errors
/// [`crate::error::Error::NotFound`] when the group is not in scope.
pub async fn codes(ctx: &Context, who: &CallerOrigin, group: GroupId) -> Result<Vec<String>> {
    let db = ctx.store.read();
    store::groups::require(&db, who.scope(), group).await?;
    let references = lines::references(&db, group, ctx.today()).await?;
    Ok(billing_codes(references.iter().map(String::as_str)))
}

/// The line items of a plan.
///
/// # Errors
/// [`crate::error::Error::NotFound`] when the plan is not in scope.
pub async fn list_lines(ctx: &Context, who: &CallerOrigin, group: GroupId, plan: PlanId) -> Result<Vec<PlanLine>> {
    let db = ctx.store.read();
    plans::find(&db, who.scope(), group, plan).await?;
    Ok(lines::list(&db, plan).await?)
}

/// Makes a line item.
///
/// # Errors
/// Wrong fields.
pub async fn create_line(
    ctx: &Context,
    who: &CallerOrigin,
    (group, plan): (GroupId, PlanId),
    form: &LineForm,
) -> Result<PlanLine> {
    let tx = ctx.store.begin().await?;
    let owner = plans::for_changing(&tx, who.scope(), group, plan).await?;
    let item = check_line(&tx, &owner, form, None).await?;
    let id = lines::insert(&tx, group, plan, &item, who.stamp(ctx)).await?;
    let line = lines::find(&tx, plan, id).await?;
    let entry = who.entry(ctx, "plan_line.create", "plan").on(plan).in_group(group);
    tx.commit(entry.with_change(&json!({}), &recorded_line(&line.item))).await?;
    Ok(line)
}

/// Saves a line item. A save that changes nothing writes nothing.
///
/// # Errors
/// Wrong fields, among them those that stay once billed; a stale version.
pub async fn update_line(
    ctx: &Context,
    who: &CallerOrigin,
    (group, plan, id): (GroupId, PlanId, PlanLineId),
    version: Option<i32>,
    form: &LineForm,
) -> Result<PlanLine> {
    let tx = ctx.store.begin().await?;
    let owner = plans::for_changing(&tx, who.scope(), group, plan).await?;
    let before = lines::find(&tx, plan, id).await?;
    lines::require_version(&tx, &before, version).await?;
    let item = check_line(&tx, &owner, form, Some(&before)).await?;
    if item == before.item {
        return Ok(before);
    }
    lines::update(&tx, id, version, &item, who.stamp(ctx)).await?;
    let line = lines::find(&tx, plan, id).await?;
    let entry = who.entry(ctx, "plan_line.update", "plan").on(plan).in_group(group);
    tx.commit(entry.with_change(&recorded_line(&before.item), &recorded_line(&line.item))).await?;
    Ok(line)
}

/// Takes a line item out of its plan; what it has billed stays and is still corrected.
///
/// # Errors
/// [`crate::error::Error::NotFound`] when it is not in scope.
pub async fn delete_line(
    ctx: &Context,
    who: &CallerOrigin,
    (group, plan, id): (GroupId, PlanId, PlanLineId),
) -> Result<()> {
    let tx = ctx.store.begin().await?;
    plans::for_changing(&tx, who.scope(), group, plan).await?;
    let line = lines::find(&tx, plan, id).await?;
    lines::delete(&tx, id, who.stamp(ctx)).await?;
    let entry = who.entry(ctx, "plan_line.delete", "plan").on(plan).in_group(group);
    Ok(tx.commit(entry.with_change(&recorded_line(&line.item), &json!({}))).await?)
}

async fn check_line(tx: &Tx, plan: &Plan, form: &LineForm, stored: Option<&PlanLine>) -> Result<LineItem> {
    let options = pricing::options::ids(tx, plan.group, false).await?;
    let stored = stored.map(|line| StoredLine { item: &line.item, is_billed: line.is_billed });
    Ok(form.check(LineContext { plan_type: plan.details.billing_type, options: &options, stored })?)
}

/// What the audit keeps of a plan.
fn recorded(plan: &PlanDetails) -> Value {
    let account = plan.account.as_ref();
    let customer = account.and_then(|account| account.customer.as_ref());
    json!({
        "Name": plan.name,
        "ApiServiceId": account.map(|account| account.api_service),
        "ErpCustomerId": customer.map(|customer| &customer.id),
        "ErpCustomerName": customer.map(|customer| &customer.name),
        "ErpDefaultInvoiceTermId": account.and_then(|account| account.terms_id.as_ref()),
        "GenerateInvoice": plan.generate_invoice,
        "SendInvoice": plan.send_invoice,
        "InvoiceRecipientEmailAddresses": plan.recipients,
        "Active": plan.active,
        "ExpirationDate": plan.expires_on,
        "BillingType": plan.billing_type.number(),
        "PurchaseOrderNumber": plan.purchase_order,
    })
}

/// What the audit keeps of a draft that follows its plan.
fn of_plan(paper: OfPlan) -> Value {
    json!({ "PurchaseOrderNumber": paper.purchase_order, "ErpCustomerName": paper.customer_name })
}

fn recorded_line(item: &LineItem) -> Value {
    json!({
        "Name": item.name,
        "BillingType": item.billing_type.number(),
        "BillingPeriod": item.billing_period.number(),
        "BillingPricingOptionId": item.pricing_option,
        "IgnoreCreditsAndDebts": item.ignore_credits_and_debts,
        "ReferenceId": item.reference_id,
    })
}
