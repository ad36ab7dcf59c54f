//! Storing commission rules.

use domain::commissions::payout::Rate;
use domain::commissions::rule::{ErpVendor, RuleDetails};
use domain::commissions::statement::Payout;
use domain::text::fold;
use domain::{ApiServiceId, BillingMonth, BrokerId, CommissionRuleId, PlanLineId, UserId};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, Condition, EntityTrait, QueryFilter};

use super::rates::{self, NewRate};
use super::{BILLED, PAID, Rule, lines};
use crate::database::connection::sealed::Connected;
use crate::database::versioned;
use crate::entities::commission_rule::{ActiveModel, Entity};
use crate::{Error, Result, Stamp, Tx};

/// A rule to be stored with what it pays.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewRule {
    /// Its name.
    pub name: String,
    /// Who is paid.
    pub payee_name: String,
    /// The broker whose groups it is about.
    pub broker: Option<BrokerId>,
    /// What it pays on which plan lines.
    pub payouts: Vec<Payout>,
}

/// Makes a rule that pays on nothing yet.
///
/// # Errors
/// Refused when it names a broker or an ERP account that does not exist.
pub async fn create(tx: &Tx, details: &RuleDetails, stamp: Stamp) -> Result<CommissionRuleId> {
    let row = ActiveModel {
        version: Set(1),
        created_at: Set(stamp.at),
        updated_at: Set(stamp.at),
        updated_by: Set(stamp.user()),
        ..columns(details)
    };
    Ok(CommissionRuleId(Entity::insert(row).exec(tx.connection()).await?.last_insert_id))
}

/// Saves a rule that the caller has locked.
///
/// # Errors
/// [`Error::Stale`] when `version` is given and not the stored one; refused as [`create`].
pub async fn update(
    tx: &Tx,
    id: CommissionRuleId,
    version: Option<i32>,
    details: &RuleDetails,
    stamp: Stamp,
) -> Result<Rule> {
    let saved = versioned::update::<Entity>(tx, id.get(), version, columns(details), stamp).await?;
    Ok(saved.into())
}

/// Keeps a month as the one since which the rule pays, unless it pays since an earlier one: its statement was asked for while all of it was
/// pending, or the rule pays on what is billed from now on
/// (rules.md#basis-paid).
///
/// # Errors
/// When the database does not answer.
pub async fn asked_from(tx: &Tx, id: CommissionRuleId, month: BillingMonth) -> Result<()> {
    use crate::entities::commission_rule::Column::{FirstAskedMonth, Id};
    Entity::update_many()
        .col_expr(FirstAskedMonth, Expr::value(Some(month.number())))
        .filter(Id.eq(id.get()))
        .filter(Condition::any().add(FirstAskedMonth.is_null()).add(FirstAskedMonth.gt(month.number())))
        .exec(tx.connection())
        .await?;
    Ok(())
}

/// Makes a rule with what it pays, whose broker reads its statements; `by` has set it.
///
/// # Errors
/// Refused when it names a plan line or a broker that does not exist.
pub async fn insert(tx: &Tx, new: &NewRule, by: UserId, stamp: Stamp) -> Result<CommissionRuleId> {
    let details = RuleDetails {
        name: new.name.clone(),
        payee_name: new.payee_name.clone(),
        bill_number_suffix: None,
        api_service: None,
        vendor: None,
        broker: new.broker,
        broker_reads: true,
        on_paid_only: false,
        active: true,
    };
    let rule = create(tx, &details, stamp).await?;
    let mut plan_lines: Vec<PlanLineId> = new.payouts.iter().map(|payout| payout.plan_line).collect();
    plan_lines.sort_unstable();
    plan_lines.dedup();
    lines::add(tx, rule, &plan_lines, by, stamp.at).await?;
    let ids = lines::ids_of(tx, rule).await?;
    let mut set = Vec::new();
    for payout in &new.payouts {
        let rule_line = *ids.get(&payout.plan_line).ok_or(Error::NotFound)?;
        set.push(NewRate { rule_line, rate: Rate { from: payout.from, payout: payout.amount } });
    }
    rates::insert(tx, &set, by, stamp.at).await?;
    Ok(rule)
}

fn columns(details: &RuleDetails) -> ActiveModel {
    let (vendor_id, vendor_name) = details.vendor.clone().map(|ErpVendor { id, name }| (id, name)).unzip();
    ActiveModel {
        name: Set(details.name.clone()),
        payee_name: Set(details.payee_name.clone()),
        bill_number_suffix: Set(details.bill_number_suffix.clone()),
        api_service_id: Set(details.api_service.map(ApiServiceId::get)),
        erp_vendor_id: Set(vendor_id),
        erp_vendor_name: Set(vendor_name),
        broker_id: Set(details.broker.map(BrokerId::get)),
        broker_reads: Set(details.broker_reads),
        basis: Set(if details.on_paid_only { PAID } else { BILLED }),
        active: Set(details.active),
        search_text: Set(fold(&format!("{} {}", details.name, details.payee_name))),
        ..Default::default()
    }
}
