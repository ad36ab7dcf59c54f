//! The plans of a run as its screen lists and counts them.

use domain::access::Scope;
use domain::billing::run::{Coverage, DraftFacts, Exception, InvoicePush, InvoiceStanding, ItemState};
use domain::{BillingRunId, DateRange, GroupId, Money, Page, PageRequest, PlanId, SnapshotId};
use sea_orm::sea_query::{CaseStatement, Expr, ExprTrait};
use sea_orm::{
    ColumnTrait, Condition, EntityTrait, FromQueryResult, JoinType, QueryFilter, QuerySelect, RelationTrait,
};

use crate::database::paging::{self, Sorts, key, required_key};
use crate::entities::billing_run_item::{Column, Entity, Model, Relation};
use crate::entities::{employer_group, plan, snapshot};
use crate::error::damaged;
use crate::{Db, Error, Result, scope};

/// Which plans of a run are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Filter {
    /// Drafts and approved ones with something to look at.
    Exceptions,
    /// Those that wait for approval.
    Drafts,
    /// Those that are approved.
    Approved,
    /// Those that have a snapshot.
    Created,
    /// Those that were refused, as a snapshot or as an invoice.
    Failed,
    /// Those that the run ended without, as a snapshot or as an invoice.
    LeftOut,
}

impl Filter {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Exceptions, Self::Drafts, Self::Approved, Self::Created, Self::Failed, Self::LeftOut];

    /// The word that asks for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Exceptions => "exceptions",
            Self::Drafts => "drafts",
            Self::Approved => "approved",
            Self::Created => "created",
            Self::Failed => "failed",
            Self::LeftOut => "leftout",
        }
    }

    fn condition(self) -> Condition {
        let is = |state: ItemState| Column::State.eq(state.number());
        match self {
            Self::Exceptions => Condition::all().add(has_exceptions()),
            Self::Drafts => Condition::all().add(is(ItemState::Draft)),
            Self::Approved => Condition::all().add(is(ItemState::Approved)),
            Self::Created => Condition::all().add(is(ItemState::Created)),
            Self::Failed => Condition::any()
                .add(is(ItemState::Refused))
                .add(is_not_in_erp().add(Column::Invoice.eq(InvoicePush::Refused.number()))),
            Self::LeftOut => Condition::any().add(is(ItemState::LeftOut)).add(
                is_not_in_erp()
                    .add(Column::Invoice.eq(InvoicePush::None.number()))
                    .add(Column::InvoiceMessage.is_not_null()),
            ),
        }
    }
}

/// Whether the snapshot has no invoice in the ERP now, whatever the run has done about it.
fn is_not_in_erp() -> Condition {
    Condition::all().add(snapshot::Column::ErpRefId.is_null())
}

/// Whether there is something to look at, and still time to.
fn has_exceptions() -> Condition {
    is_waiting().add(Column::Exceptions.ne(0))
}

/// Whether there is this to look at, and still time to.
fn has_exception(exception: Exception) -> Condition {
    is_waiting().add(Expr::col((Entity, Column::Exceptions)).bit_and(exception.bit()).ne(0))
}

fn is_waiting() -> Condition {
    Condition::all().add(Column::State.is_in([ItemState::Draft, ItemState::Approved].map(ItemState::number)))
}

/// Which plans of a run a list shows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Wanted {
    /// Only these.
    pub filter: Option<Filter>,
    /// Only those with this to look at, and still time to.
    pub exception: Option<Exception>,
}

/// A plan of a run in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ItemRow {
    /// The plan.
    pub plan: PlanId,
    /// Its name.
    pub plan_name: String,
    /// Its group.
    pub group: GroupId,
    /// The group's name.
    pub group_name: String,
    /// The group's id as people know it.
    pub group_code: String,
    /// Its period.
    pub window: DateRange,
    /// Where it stands.
    pub state: ItemState,
    /// The total of its draft.
    pub total: Option<Money>,
    /// That of last month's snapshot.
    pub previous: Option<Money>,
    /// Bits of what is to be looked at.
    pub exceptions: i32,
    /// Whom the group's line items count.
    pub coverage: Coverage,
    /// Its snapshot.
    pub snapshot: Option<SnapshotId>,
    /// Whether that was computed anew since it was sent to the ERP.
    pub is_out_of_date: bool,
    /// Whether an earlier run has made it, so that only its invoice is created.
    pub taken_up: bool,
    /// Why there is none.
    pub message: Option<String>,
    /// How its invoice stands now.
    pub invoice: InvoiceStanding,
    /// Why there is none.
    pub invoice_message: Option<String>,
    /// Another group of which a plan leads to the same customer in the ERP.
    pub customer_of: Option<String>,
    /// Census files of the group that were not finished.
    pub unfinished_files: u32,
    /// Whether creating it is to create an invoice too, as its plan is now (rules.md#generated-invoices).
    pub wants_invoice: bool,
}

impl ItemRow {
    /// What its exceptions were found by.
    pub fn facts(&self) -> DraftFacts {
        DraftFacts {
            total: self.total.unwrap_or(Money::ZERO),
            previous: self.previous,
            lacks_customer: false,
            coverage: self.coverage,
            last_day: self.window.end,
            is_over: false,
            customer_of: self.customer_of.clone(),
            unfinished_files: self.unfinished_files,
            is_first: false,
        }
    }
}

#[derive(FromQueryResult)]
struct Found {
    #[sea_orm(nested)]
    item: Model,
    plan_name: String,
    group_name: String,
    group_code: String,
    wants_invoice: bool,
    is_in_erp: bool,
    out_of_date: Option<bool>,
}

impl TryFrom<Found> for ItemRow {
    type Error = Error;

    fn try_from(found: Found) -> Result<Self> {
        let Found { item, plan_name, group_name, group_code, wants_invoice, is_in_erp, out_of_date } = found;
        let state = ItemState::from_number(item.state).ok_or_else(|| damaged("a state of a plan in a billing run"))?;
        let invoice = standing(state, (item.invoice, item.invoice_message.is_some()), is_in_erp)?;
        Ok(Self {
            plan: PlanId(item.plan_id),
            plan_name,
            group: GroupId(item.group_id),
            group_name,
            group_code,
            window: DateRange { start: item.start_on, end: item.end_on },
            state,
            total: item.total_cents.map(Money::from_cents),
            previous: item.previous_cents.map(Money::from_cents),
            exceptions: item.exceptions,
            coverage: Coverage {
                on_no_line: item.on_no_line.unsigned_abs(),
                on_two_lines: item.on_two_lines.unsigned_abs(),
            },
            snapshot: item.snapshot_id.map(SnapshotId),
            is_out_of_date: out_of_date.unwrap_or_default(),
            taken_up: item.taken_up,
            message: item.message,
            invoice,
            invoice_message: item.invoice_message.filter(|_| invoice.is_explained()),
            customer_of: item.customer_of,
            unfinished_files: item.unfinished_files.unsigned_abs(),
            wants_invoice,
        })
    }
}

/// How an invoice stands; of a plan that is not created the run says nothing, also where it takes up a snapshot.
pub(super) fn standing(
    state: ItemState,
    (invoice, has_message): (i16, bool),
    is_in_erp: bool,
) -> Result<InvoiceStanding> {
    let push = InvoicePush::from_number(invoice).ok_or_else(|| damaged("a state of an invoice"))?;
    Ok(InvoiceStanding::of(push, has_message, is_in_erp && state == ItemState::Created))
}

const SORTS: Sorts = Sorts {
    by: &[
        ("PlanName", || vec![required_key(plan_column(plan::Column::NameKey))]),
        ("EmployerGroup", || vec![required_key(group_column(employer_group::Column::SearchText))]),
        ("DraftTotalDollars", || vec![paging::optional_key(Expr::col((Entity, Column::TotalCents)))]),
        // Those with something to look at come first, the rest by group.
        ("Exceptions", || vec![required_key(looked_at_last()), key(Column::GroupId)]),
    ],
    default: ("Exceptions", false),
    id: || key(Column::PlanId),
};

fn looked_at_last() -> Expr {
    CaseStatement::new().case(has_exceptions(), 0).finally(1).into()
}

fn plan_column(column: plan::Column) -> Expr {
    Expr::col((plan::Entity, column))
}

/// Whether a plan's snapshot is also to be an invoice.
pub(super) fn wants_invoice() -> Expr {
    // Without values of its own, so that it is the same expression where rows are grouped by it.
    plan_column(plan::Column::GenerateInvoice).and(plan_column(plan::Column::ApiServiceId).is_not_null())
}

/// Whether a plan's snapshot is in the ERP now.
pub(super) fn is_in_erp() -> Expr {
    snapshot::Column::ErpRefId.is_not_null()
}

fn group_column(column: employer_group::Column) -> Expr {
    Expr::col((employer_group::Entity, column))
}

/// A page of the plans of a run in scope; the term looks at the names of plan and group.
///
/// # Errors
/// When the database does not answer.
pub async fn search(
    db: &impl Db,
    scope: Scope,
    run: BillingRunId,
    wanted: Wanted,
    request: &PageRequest,
) -> Result<Page<ItemRow>> {
    let searched = [plan_column(plan::Column::NameKey), group_column(employer_group::Column::SearchText)];
    let query = Entity::find()
        .join(JoinType::InnerJoin, Relation::Plan.def())
        .join(JoinType::InnerJoin, Relation::Group.def())
        .expr_as(plan_column(plan::Column::Name), "plan_name")
        .expr_as(group_column(employer_group::Column::Name), "group_name")
        .expr_as(group_column(employer_group::Column::GroupCode), "group_code")
        .expr_as(wants_invoice(), "wants_invoice")
        .join(JoinType::LeftJoin, Relation::Snapshot.def())
        .expr_as(is_in_erp(), "is_in_erp")
        .column_as(snapshot::Column::OutOfDate, "out_of_date")
        .filter(Column::RunId.eq(run.get()))
        .filter(scope::group_column(scope, Column::GroupId))
        .filter(Condition::all().add_option(wanted.filter.map(Filter::condition)))
        .filter(Condition::all().add_option(wanted.exception.map(has_exception)))
        .filter(paging::matching(searched, &request.term));
    paging::page::<Found>(db, query, request, &SORTS).await?.try_map(TryInto::try_into)
}
