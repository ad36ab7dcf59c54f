//! The endpoints of plans.

use axum::extract::State;
use domain::billing::line::BillingPeriod;
use domain::billing::plan::{PlanDetails, PlanForm};
use domain::{ApiServiceId, GroupId, PlanId};
use serde::{Deserialize, Deserializer, Serialize};
use store::plans::Plan;
use utoipa::{IntoParams, ToSchema};

use super::service;
use crate::context::Context;
use crate::http::page::PagingQuery;
use crate::http::wire::Date;
use crate::http::{Answer, CallerOrigin, Envelope, List, Paging, Path, Posted, Query, answer};

/// A plan as posted. Switches that are absent are on in a new plan and stay as they are in a saved one.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", default)]
pub struct PlanInput {
    name: String,
    api_service_id: Option<i64>,
    erp_customer_id: String,
    erp_customer_name: String,
    erp_default_invoice_term_id: String,
    generate_invoice: Option<bool>,
    send_invoice: Option<bool>,
    /// Addresses, separated by commas and/or spaces.
    invoice_recipient_email_addresses: String,
    active: Option<bool>,
    expiration_date: Option<Date>,
    /// 1 per consultation, 2 PEPM, 3 after-hours; the default of new line items. Required of a new plan, and stays as it is when a
    /// saved one does not name it.
    billing_type: Option<i64>,
    /// The number of the customer's purchase order, printed on invoices. Empty takes it away; it stays as it is when a saved plan does not
    /// name it.
    #[serde(deserialize_with = "named")]
    #[schema(value_type = Option<String>)]
    purchase_order_number: Option<Option<String>>,
    /// The version that was read; a stale one answers 409.
    version: Option<i32>,
}

/// A value that was named, be it empty.
fn named<'de, D: Deserializer<'de>>(value: D) -> Result<Option<Option<String>>, D::Error> {
    Option::deserialize(value).map(Some)
}

impl PlanInput {
    fn form(&self, stored: Option<&PlanDetails>) -> PlanForm {
        let switch = |given: Option<bool>, now: fn(&PlanDetails) -> bool| given.unwrap_or(stored.is_none_or(now));
        PlanForm {
            name: self.name.clone(),
            api_service: self.api_service_id.map(ApiServiceId),
            erp_customer_id: self.erp_customer_id.clone(),
            erp_customer_name: self.erp_customer_name.clone(),
            erp_terms_id: self.erp_default_invoice_term_id.clone(),
            generate_invoice: switch(self.generate_invoice, |plan| plan.generate_invoice),
            send_invoice: switch(self.send_invoice, |plan| plan.send_invoice),
            recipients: self.invoice_recipient_email_addresses.clone(),
            active: switch(self.active, |plan| plan.active),
            expires_on: self.expiration_date.map(|day| day.0),
            billing_type: self.billing_type.or(stored.map(|plan| plan.billing_type.number().into())),
            purchase_order: self
                .purchase_order_number
                .clone()
                .unwrap_or_else(|| stored.and_then(|plan| plan.purchase_order.clone()))
                .unwrap_or_default(),
        }
    }
}

/// A plan.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct PlanView {
    id: i64,
    name: String,
    employer_id: i64,
    api_service_id: Option<i64>,
    api_service_name: Option<String>,
    erp_customer_id: Option<String>,
    erp_customer_name: Option<String>,
    erp_default_invoice_term_id: Option<String>,
    generate_invoice: bool,
    send_invoice: bool,
    invoice_recipient_email_addresses: String,
    active: bool,
    expiration_date: Option<Date>,
    billing_type: i16,
    purchase_order_number: Option<String>,
    version: i32,
}

impl From<Plan> for PlanView {
    fn from(plan: Plan) -> Self {
        let PlanDetails {
            name,
            account,
            generate_invoice,
            send_invoice,
            recipients,
            active,
            expires_on,
            billing_type,
            purchase_order,
        } = plan.details;
        let api_service_id = account.as_ref().map(|account| account.api_service.get());
        let (customer, terms) = account.map_or((None, None), |account| (account.customer, account.terms_id));
        let (erp_customer_id, erp_customer_name) = customer.map(|customer| (customer.id, customer.name)).unzip();
        Self {
            id: plan.id.get(),
            employer_id: plan.group.get(),
            api_service_id,
            api_service_name: plan.account_name,
            erp_customer_id,
            erp_customer_name,
            erp_default_invoice_term_id: terms,
            name,
            generate_invoice,
            send_invoice,
            invoice_recipient_email_addresses: recipients.join(", "),
            active,
            expiration_date: expires_on.map(Date),
            billing_type: billing_type.number(),
            purchase_order_number: purchase_order,
            version: plan.version,
        }
    }
}

/// Which plans are wanted.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "PascalCase", default)]
#[into_params(parameter_in = Query, rename_all = "PascalCase")]
pub struct PlansOf {
    /// Only those that have not expired; all when absent.
    only_current: Option<bool>,
}

/// A page of a group's plans.
#[utoipa::path(
    get, path = "/billing/{employerId}/invoices/search", tag = "plans",
    params(("employerId" = i64, Path), PlansOf, PagingQuery),
    responses((status = 200, body = Envelope<List<PlanView>>))
)]
pub async fn search(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(group): Path<GroupId>,
    Query(of): Query<PlansOf>,
    Paging(page): Paging,
) -> Answer<List<PlanView>> {
    answer(service::search(&ctx, &who, group, of.only_current.unwrap_or(false), &page).await?)
}

/// One plan.
#[utoipa::path(
    get, path = "/billing/{employerId}/invoices/{invoiceId}", operation_id = "find_plan", tag = "plans",
    params(("employerId" = i64, Path), ("invoiceId" = i64, Path)),
    responses((status = 200, body = Envelope<PlanView>))
)]
pub async fn find(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path((group, id)): Path<(GroupId, PlanId)>,
) -> Answer<PlanView> {
    answer(service::find(&ctx, &who, group, id).await?)
}

/// Makes a plan.
#[utoipa::path(
    post, path = "/billing/{employerId}/invoices", operation_id = "create_plan", tag = "plans",
    params(("employerId" = i64, Path)), request_body = PlanInput,
    responses((status = 200, body = Envelope<PlanView>))
)]
pub async fn create(who: CallerOrigin, Path(group): Path<GroupId>, posted: Posted<PlanInput>) -> Answer<PlanView> {
    posted.save(|ctx, input| async move { answer(service::create(&ctx, &who, group, &input.form(None)).await?) }).await
}

/// Saves a plan.
#[utoipa::path(
    put, path = "/billing/{employerId}/invoices/{invoiceId}", operation_id = "update_plan", tag = "plans",
    params(("employerId" = i64, Path), ("invoiceId" = i64, Path)), request_body = PlanInput,
    responses((status = 200, body = Envelope<PlanView>))
)]
pub async fn update(
    who: CallerOrigin,
    Path(path): Path<(GroupId, PlanId)>,
    posted: Posted<PlanInput>,
) -> Answer<PlanView> {
    posted
        .save(|ctx, input| async move {
            answer(service::update(&ctx, &who, path, input.version, |stored| input.form(Some(stored))).await?)
        })
        .await
}

/// The names of the billing periods; the place in the list is the number (rules.md#month-of-a-line).
#[utoipa::path(
    get, path = "/billing/lists/billing-periods", tag = "plans",
    responses((status = 200, body = Envelope<Vec<String>>))
)]
pub async fn billing_periods() -> Answer<Vec<String>> {
    answer(BillingPeriod::ALL.map(|period| period.name().to_owned()).to_vec())
}

/// The billing codes a member of the group may carry.
#[utoipa::path(
    get, path = "/billing/{employerId}/billing-codes", tag = "plans", params(("employerId" = i64, Path)),
    responses((status = 200, body = Envelope<Vec<String>>))
)]
pub async fn billing_codes(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(group): Path<GroupId>,
) -> Answer<Vec<String>> {
    answer(service::codes(&ctx, &who, group).await?)
}
