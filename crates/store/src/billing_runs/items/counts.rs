//! How many plans of a run stand where.

use domain::billing::run::{Exception, InvoiceStanding, ItemState};
use domain::{BillingRunId, Money};
use sea_orm::sea_query::{Expr, ExprTrait, Func};
use sea_orm::{ColumnTrait, EntityTrait, JoinType, QueryFilter, QuerySelect, RelationTrait};

use super::list::{is_in_erp, standing, wants_invoice};
use crate::entities::billing_run_item::{Column, Entity, Relation};
use crate::error::damaged;
use crate::{Db, Result};

/// How many plans of a run stand where.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// By state, in the order of the states.
    pub by_state: [u32; ItemState::ALL.len()],
    /// Created ones by how the invoice stands now, in the order of these states.
    pub by_invoice: [u32; InvoiceStanding::ALL.len()],
    /// Drafts and approved ones with something to look at.
    pub exceptions: u32,
    /// The same by what it is, in the order of [`Exception::ALL`]; a plan may have several.
    pub by_exception: [u32; Exception::ALL.len()],
    /// Drafts without.
    pub without_exceptions: u32,
    /// The sum of the approved drafts.
    pub approved: Money,
    /// Invoices that creating the approved drafts is to create.
    pub approved_invoices: u32,
    /// Approved ones whose snapshot an earlier run has made.
    pub approved_taken_up: u32,
    /// Created ones whose snapshot an earlier run has made.
    pub taken_up: u32,
}

impl Counts {
    /// How many are in a state.
    pub const fn of(&self, state: ItemState) -> u32 {
        self.by_state[state as usize]
    }

    /// How many invoices stand so.
    pub const fn of_invoice(&self, invoice: InvoiceStanding) -> u32 {
        self.by_invoice[invoice as usize]
    }
}

/// Counts the plans of a run.
///
/// # Errors
/// When the database does not answer.
pub async fn counts(db: &impl Db, run: BillingRunId) -> Result<Counts> {
    type Row = (i16, i16, i32, bool, bool, bool, bool, i64, Option<i64>);
    let rows: Vec<Row> = Entity::find()
        .select_only()
        .columns([Column::State, Column::Invoice, Column::Exceptions, Column::TakenUp])
        .expr_as(wants_invoice(), "wants_invoice")
        .expr_as(Column::InvoiceMessage.is_not_null(), "has_message")
        .expr_as(is_in_erp(), "is_in_erp")
        .join(JoinType::InnerJoin, Relation::Plan.def())
        .join(JoinType::LeftJoin, Relation::Snapshot.def())
        .expr_as(Func::count(Expr::val(1)), "n")
        .expr_as(Expr::col((Entity, Column::TotalCents)).sum().cast_as("bigint"), "cents")
        .filter(Column::RunId.eq(run.get()))
        .group_by(Column::State)
        .group_by(Column::Invoice)
        .group_by(Column::Exceptions)
        .group_by(Column::TakenUp)
        .group_by(wants_invoice())
        .group_by(Column::InvoiceMessage.is_not_null())
        .group_by(is_in_erp())
        .into_tuple()
        .all(db.connection())
        .await?;
    let mut counts = Counts::default();
    for (state, invoice, exceptions, taken_up, wants_invoice, has_message, is_in_erp, n, cents) in rows {
        let state = ItemState::from_number(state).ok_or_else(|| damaged("a state of a plan in a billing run"))?;
        let invoice = standing(state, (invoice, has_message), is_in_erp)?;
        let n = u32::try_from(n).unwrap_or(u32::MAX);
        counts.by_state[state as usize] += n;
        if state == ItemState::Created {
            counts.by_invoice[invoice as usize] += n;
            counts.taken_up += if taken_up { n } else { 0 };
        }
        match (state, exceptions) {
            (ItemState::Draft, 0) => counts.without_exceptions += n,
            (ItemState::Approved, 0) => {}
            (ItemState::Draft | ItemState::Approved, _) => {
                counts.exceptions += n;
                for (of, exception) in counts.by_exception.iter_mut().zip(Exception::ALL) {
                    *of += if exceptions & exception.bit() == 0 { 0 } else { n };
                }
            }
            _ => {}
        }
        if state == ItemState::Approved {
            counts.approved += Money::from_cents(cents.unwrap_or(0));
            counts.approved_invoices += if wants_invoice { n } else { 0 };
            counts.approved_taken_up += if taken_up { n } else { 0 };
        }
    }
    Ok(counts)
}
