//! What becomes of the plans of a billing run, written for many of them at once.

use domain::billing::run::{Coverage, InvoicePush, ItemState};
use domain::{BillingRunId, Money, PlanId, SnapshotId};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::ExprTrait;
use sea_orm::{ColumnTrait, Condition, EntityTrait, QueryFilter};
use serde::Serialize;

use crate::database::connection::sealed::Connected;
use crate::entities::billing_run_item::{ActiveModel, Column, Entity};
use crate::row_set::{self, Columns, Kind};
use crate::{Result, Tx};

/// What has become of a plan that was queued.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drafted {
    /// The plan.
    pub plan: PlanId,
    /// The total of its draft, or why there is none.
    pub total: std::result::Result<Money, String>,
    /// The total of last month's snapshot.
    pub previous: Option<Money>,
    /// Bits of what is to be looked at.
    pub exceptions: i32,
    /// Whom the group's line items count.
    pub coverage: Coverage,
    /// Another group of which a plan leads to the same customer in the ERP.
    pub customer_of: Option<String>,
    /// Census files of the group that are not finished.
    pub unfinished_files: u32,
}

/// Writes drafts of queued plans.
///
/// # Errors
/// When the database refuses.
pub async fn draft(tx: &Tx, run: BillingRunId, drafted: &[Drafted]) -> Result<()> {
    #[derive(Serialize)]
    struct Row<'a> {
        plan_id: PlanId,
        state: i16,
        total_cents: Option<i64>,
        previous_cents: Option<i64>,
        exceptions: i32,
        on_no_line: u32,
        on_two_lines: u32,
        customer_of: Option<&'a str>,
        unfinished_files: u32,
        message: Option<&'a str>,
    }
    const COLUMNS: &Columns = &[
        ("plan_id", Kind::Long),
        ("state", Kind::Small),
        ("total_cents", Kind::Long),
        ("previous_cents", Kind::Long),
        ("exceptions", Kind::Int),
        ("on_no_line", Kind::Int),
        ("on_two_lines", Kind::Int),
        ("customer_of", Kind::Text),
        ("unfinished_files", Kind::Int),
        ("message", Kind::Text),
    ];
    fn row(one: &Drafted) -> Row<'_> {
        let state = if one.total.is_ok() { ItemState::Draft } else { ItemState::Refused };
        Row {
            plan_id: one.plan,
            state: state.number(),
            total_cents: one.total.as_ref().ok().map(|total| total.cents()),
            previous_cents: one.previous.map(Money::cents),
            exceptions: one.exceptions,
            on_no_line: one.coverage.on_no_line,
            on_two_lines: one.coverage.on_two_lines,
            customer_of: one.customer_of.as_deref(),
            unfinished_files: one.unfinished_files,
            message: one.total.as_ref().err().map(String::as_str),
        }
    }
    let rows: Vec<_> = drafted.iter().map(row).collect();
    update(tx, run, COLUMNS, &rows).await
}

/// What has become of a plan whose draft was approved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settled {
    /// The plan.
    pub plan: PlanId,
    /// Its snapshot; one that was taken up also where nothing came of it.
    pub snapshot: Option<SnapshotId>,
    /// Whether the snapshot's invoice is still to be created, or why there is nothing to create.
    pub outcome: std::result::Result<InvoicePush, String>,
}

/// Writes what has become of approved plans.
///
/// # Errors
/// When the database refuses.
pub async fn settle(tx: &Tx, run: BillingRunId, settled: &[Settled]) -> Result<()> {
    #[derive(Serialize)]
    struct Row<'a> {
        plan_id: PlanId,
        state: i16,
        snapshot_id: Option<SnapshotId>,
        invoice: i16,
        message: Option<&'a str>,
    }
    const COLUMNS: &Columns = &[
        ("plan_id", Kind::Long),
        ("state", Kind::Small),
        ("snapshot_id", Kind::Long),
        ("invoice", Kind::Small),
        ("message", Kind::Text),
    ];
    fn row(one: &Settled) -> Row<'_> {
        let (state, invoice, message) = match &one.outcome {
            Ok(invoice) => (ItemState::Created, *invoice, None),
            Err(why) => (ItemState::Refused, InvoicePush::None, Some(why.as_str())),
        };
        Row { plan_id: one.plan, state: state.number(), snapshot_id: one.snapshot, invoice: invoice.number(), message }
    }
    let rows: Vec<_> = settled.iter().map(row).collect();
    update(tx, run, COLUMNS, &rows).await
}

/// Writes columns of many rows, which are found by their plan, the first column.
async fn update<R: Serialize>(tx: &Tx, run: BillingRunId, columns: &Columns, rows: &[R]) -> Result<()> {
    let sql = format!(
        "update billing_run_item set {} from ({{rows}}) as sent \
         where billing_run_item.run_id = $2 and billing_run_item.plan_id = sent.plan_id",
        row_set::assignments(&columns[1..], "sent")
    );
    for rows in rows.chunks(row_set::ROWS_A_STATEMENT) {
        row_set::execute(tx, &sql, columns, rows, vec![run.get().into()]).await?;
    }
    Ok(())
}

/// Which plans of a run a call is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Which<'a> {
    /// All.
    All,
    /// Those without an exception.
    WithoutExceptions,
    /// These.
    These(&'a [PlanId]),
}

impl Which<'_> {
    pub(super) fn condition(self) -> Condition {
        match self {
            Self::All => Condition::all(),
            Self::WithoutExceptions => Condition::all().add(Column::Exceptions.eq(0)),
            Self::These(plans) => Condition::all().add(Column::PlanId.is_in(plans.iter().map(|plan| plan.get()))),
        }
    }
}

/// Moves plans from a state to another, such as drafts that are approved; says how many.
///
/// # Errors
/// When the database refuses.
pub async fn turn(tx: &Tx, run: BillingRunId, which: Which<'_>, (from, to): (ItemState, ItemState)) -> Result<u64> {
    let moved = Entity::update_many()
        .set(ActiveModel { state: Set(to.number()), ..Default::default() })
        .filter(Column::RunId.eq(run.get()))
        .filter(Column::State.eq(from.number()))
        .filter(which.condition())
        .exec(tx.connection())
        .await?;
    Ok(moved.rows_affected)
}

/// Leaves out what the run ends without, and says why: what is queued or a draft, and with another reason what is approved.
///
/// # Errors
/// When the database refuses.
pub async fn leave_out(tx: &Tx, run: BillingRunId, of: &[ItemState], why: &str) -> Result<()> {
    Entity::update_many()
        .set(ActiveModel {
            state: Set(ItemState::LeftOut.number()),
            message: Set(Some(why.to_owned())),
            ..Default::default()
        })
        .filter(Column::RunId.eq(run.get()))
        .filter(Column::State.is_in(of.iter().map(|state| state.number())))
        .exec(tx.connection())
        .await?;
    Ok(())
}

/// What has become of the invoice of a plan's snapshot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Invoiced {
    /// It stands in the ERP.
    Created,
    /// The ERP has refused it with these words, and a person has to do something about it.
    Refused(String),
    /// The ERP could not be reached, or did not answer: the next run of the month asks again.
    Unreached(String),
}

impl Invoiced {
    fn row(&self) -> ActiveModel {
        let (invoice, message, unreached) = match self {
            Self::Created => (InvoicePush::Created, None, false),
            Self::Refused(why) => (InvoicePush::Refused, Some(why.clone()), false),
            Self::Unreached(why) => (InvoicePush::Refused, Some(why.clone()), true),
        };
        ActiveModel {
            invoice: Set(invoice.number()),
            invoice_message: Set(message),
            unreached: Set(unreached),
            ..Default::default()
        }
    }
}

/// Writes what has become of the invoice of a plan's snapshot, also where it had been left out; says whether there was anything to write.
///
/// # Errors
/// When the database refuses.
pub async fn invoiced(tx: &Tx, run: BillingRunId, plan: PlanId, invoiced: &Invoiced) -> Result<bool> {
    let open = [InvoicePush::Waiting, InvoicePush::Refused].map(InvoicePush::number);
    let left_out = Column::Invoice.eq(InvoicePush::None.number()).and(Column::InvoiceMessage.is_not_null());
    let of_plan = Entity::update_many().set(invoiced.row()).filter(Column::RunId.eq(run.get()));
    let written = of_plan
        .filter(Column::PlanId.eq(plan.get()))
        .filter(Column::Invoice.is_in(open).or(left_out))
        .exec(tx.connection())
        .await?;
    Ok(written.rows_affected > 0)
}

/// Leaves out the invoices that are still to be created, and says why: nobody has asked for them.
///
/// # Errors
/// When the database refuses.
pub async fn leave_out_invoices(tx: &Tx, run: BillingRunId, why: &str) -> Result<()> {
    let row = ActiveModel {
        invoice: Set(InvoicePush::None.number()),
        invoice_message: Set(Some(why.to_owned())),
        ..Default::default()
    };
    let waiting = Column::Invoice.eq(InvoicePush::Waiting.number());
    let of_run = Entity::update_many().set(row).filter(Column::RunId.eq(run.get()));
    of_run.filter(waiting).exec(tx.connection()).await?;
    Ok(())
}
