//! Many statements and bills at once, each with its outcome; safe to run twice (rules.md#commission-run).

use std::collections::BTreeMap;

use domain::commissions::bill::{LeftGroups, Payee, check};
use domain::commissions::run::{begun, made_of_left};
use domain::commissions::statement::NOTHING_BILLABLE;
use domain::{BillingMonth, CommissionRuleId, Invalid, StatementId};
use serde_json::json;
use store::commissions::statements::{self, StatementRow};

use super::making;
use crate::commissions::bills::jobs::CreateBill;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::http::CallerOrigin;
use crate::jobs;

/// The most rules or statements in one call.
const MOST: usize = 1000;

/// What came of a rule or a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It was done.
    Done,
    /// A job does it.
    Queued,
    /// It was done before, or there is nothing to do.
    Already,
    /// It was refused.
    Refused,
}

impl Outcome {
    /// The name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Done => "Done",
            Self::Queued => "Queued",
            Self::Already => "Already",
            Self::Refused => "Refused",
        }
    }
}

/// What came of one of many.
#[derive(Debug, Clone)]
pub struct Settled<Id> {
    /// Which one.
    pub id: Id,
    /// What came of it.
    pub outcome: Outcome,
    /// In words; empty when it was done and there is nothing to look at.
    pub message: String,
    /// The statement that was made.
    pub statement: Option<StatementId>,
}

/// Makes the statements of rules for a month, each in a transaction of its own.
///
/// # Errors
/// On `BillingPeriod` and `CommissionRuleIds`; what is wrong with a single rule is its outcome.
pub async fn statements(
    ctx: &Context,
    who: &CallerOrigin,
    period: Option<BillingMonth>,
    rules: Vec<CommissionRuleId>,
) -> Result<Vec<Settled<CommissionRuleId>>> {
    let mut invalid = Invalid::none();
    check_count(&mut invalid, "CommissionRuleIds", rules.len(), "rule");
    let period = invalid.and(begun(period, ctx.today()))?;
    let mut settled = Vec::with_capacity(rules.len());
    for id in rules {
        let made = making::of_month(ctx, who, Some(id), Some(period)).await;
        let (outcome, message, statement) = match made {
            Ok(made) => (Outcome::Done, made_of_left(&made.groups_left), Some(made.row.id)),
            Err(Error::Invalid(refused)) => {
                let is_nothing = refused.0.iter().any(|error| error.message == NOTHING_BILLABLE);
                (if is_nothing { Outcome::Already } else { Outcome::Refused }, messages(refused), None)
            }
            Err(fault) => return Err(fault),
        };
        settled.push(Settled { id, outcome, message, statement });
    }
    Ok(settled)
}

/// Lets the bills of statements be created, each by a job of its own.
///
/// # Errors
/// On `StatementIds`; what is wrong with a single statement is its outcome.
pub async fn bills(ctx: &Context, who: &CallerOrigin, ids: Vec<StatementId>) -> Result<Vec<Settled<StatementId>>> {
    let mut invalid = Invalid::none();
    check_count(&mut invalid, "StatementIds", ids.len(), "statement");
    invalid.result()?;
    let tx = ctx.store.begin().await?;
    let found = statements::find_all(&tx, who.scope(), &ids).await?;
    let mut payees = statements::payees(&tx, &ids).await?;
    let mut rows: BTreeMap<StatementId, StatementRow> = found.into_iter().map(|row| (row.id, row)).collect();
    let mut settled = Vec::with_capacity(ids.len());
    for id in ids {
        let payee = payees.remove(&id).unwrap_or_default();
        let (outcome, message) = of_bill(rows.remove(&id), payee);
        if outcome == Outcome::Queued {
            jobs::enqueue(ctx, &tx, &CreateBill { statement: id, user: who.user, acting_as: who.impersonator }).await?;
        }
        settled.push(Settled { id, outcome, message, statement: Some(id) });
    }
    let queued = settled.iter().filter(|one| one.outcome == Outcome::Queued).count();
    if queued > 0 {
        let entry = who.entry(ctx, "commission_run.create_bills", "commission_run");
        tx.commit(entry.with_detail(json!({ "Statements": queued }))).await?;
    }
    Ok(settled)
}

/// Whether the bill of a statement is to be created, and else why not.
fn of_bill(row: Option<StatementRow>, payee: Payee) -> (Outcome, String) {
    let Some(row) = row else { return (Outcome::Refused, "There is no such statement.".to_owned()) };
    if row.is_locked {
        let number = row.bill_number.unwrap_or_default();
        return (Outcome::Already, format!("The bill {number} exists in the ERP."));
    }
    match check(row.id, row.period, row.due(), payee, LeftGroups::Refuse) {
        Ok(_) => (Outcome::Queued, String::new()),
        Err(refused) => (Outcome::Refused, messages(refused)),
    }
}

fn messages(refused: Invalid) -> String {
    refused.0.into_iter().map(|error| error.message).collect::<Vec<_>>().join(" ")
}

fn check_count(invalid: &mut Invalid, key: &str, count: usize, what: &str) {
    invalid.check(count > 0, key, format!("Choose at least one {what}."));
    invalid.check(count <= MOST, key, format!("Choose at most {MOST} {what}s."));
}
