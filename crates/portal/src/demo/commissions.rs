//! Commission rules: each broker is paid on what its groups are billed for their members, by a bill of its vendor in the ERP; the first
//! one shares its groups with an agency.

use domain::commissions::rule::RuleForm;
use domain::{BrokerId, PlanLineId};
use store::commissions::rules::lines;

use super::history::Filled;
use super::invoicing::{self, Accounts};
use super::words::{AGENCY, BROKERS};
use crate::commissions::rules::rates::{self, RateWish};
use crate::commissions::rules::service;
use crate::context::Context;
use crate::error::Result;
use crate::http::CallerOrigin;

/// What is paid on each member, by the broker's place.
const PAYOUTS: [&str; 4] = ["1.00", "0.75", "1.25", "0.50"];
/// What the agency is paid on each.
const SHARE: &str = "0.25";

/// Makes the rules; group by group, the brokers take turns.
pub async fn rules(
    ctx: &Context,
    who: &CallerOrigin,
    brokers: &[BrokerId],
    filled: &[Filled],
    accounts: Option<Accounts>,
) -> Result<()> {
    for (place, (broker, name)) in brokers.iter().zip(BROKERS).enumerate() {
        let groups: Vec<&Filled> = filled.iter().skip(place).step_by(brokers.len()).collect();
        let payout = PAYOUTS[place % PAYOUTS.len()];
        rule(ctx, who, (*broker, place), (name, payout), &groups, accounts).await?;
        if place == 0 {
            rule(ctx, who, (*broker, place), (AGENCY, SHARE), &groups, accounts).await?;
        }
    }
    Ok(())
}

/// A rule of a broker that pays a payee on the members' line of each group.
async fn rule(
    ctx: &Context,
    who: &CallerOrigin,
    (broker, place): (BrokerId, usize),
    (payee, payout): (&str, &str),
    groups: &[&Filled],
    accounts: Option<Accounts>,
) -> Result<()> {
    let account = accounts.map(|accounts| accounts.of_group(place as u64));
    let vendor = match account {
        Some(account) => invoicing::vendor(ctx, who, account, payee).await?,
        None => None,
    };
    let (erp_vendor_id, erp_vendor_name) = vendor.unwrap_or_default();
    let form = RuleForm {
        name: format!("{payee}, per member"),
        payee_name: payee.to_owned(),
        bill_number_suffix: payee.split(' ').filter_map(|word| word.chars().next()).collect(),
        api_service: account,
        erp_vendor_id,
        erp_vendor_name,
        broker: Some(broker),
        broker_reads: None,
        on_paid_only: false,
        active: true,
    };
    let mut plan_lines: Vec<PlanLineId> = Vec::new();
    for group in groups {
        let first = store::plans::lines::list(&ctx.store.read(), group.plan).await?.into_iter().next();
        plan_lines.extend(first.map(|line| line.id));
    }
    let made = service::create(ctx, who, &form, Some(plan_lines)).await?;
    let ids = lines::ids_of(&ctx.store.read(), made.row.rule.id).await?;
    let wish = |line| RateWish { line: Some(line), payout: payout.to_owned(), from: Ok(None) };
    let wishes: Vec<RateWish> = ids.into_values().map(wish).collect();
    rates::set_all(ctx, who, made.row.rule.id, &wishes).await.map(drop)
}
