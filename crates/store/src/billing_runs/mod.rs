//! Billing runs: a month, how far it is, and what has become of each plan in it (rules.md#automatic-billing).
//!
//! A run spans all groups: only a scope that reaches everything sees it. What its plans are and become stands in [`items`].

pub mod items;

use chrono::{DateTime, Utc};
use domain::access::{Reach, Scope};
use domain::billing::run::{ItemState, RunState};
use domain::{BillingMonth, BillingRunId, Money, Page, PageRequest, UserId};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{BinOper, Expr, ExprTrait, LockType, Query, SelectStatement};
use sea_orm::{
    ColumnTrait, Condition, EntityTrait, FromQueryResult, JoinType, QueryFilter, QuerySelect, RelationTrait, Select,
};

use crate::database::connection::sealed::Connected;
use crate::database::paging::{self, Sorts, key};
use crate::entities::billing_run::{ActiveModel, Column, Entity, Model, Relation};
use crate::entities::{billing_run_item, user_account};
use crate::error::damaged;
use crate::{Db, Engine, Error, Result, Tx};

/// A billing run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BillingRun {
    /// Its id.
    pub id: BillingRunId,
    /// The month it bills.
    pub month: BillingMonth,
    /// Where it stands.
    pub state: RunState,
    /// Whether drafts of it wait for approval.
    pub has_drafts: bool,
    /// Whether it has approved ones.
    pub has_approved: bool,
    /// Whether the program has started it by itself (rules.md#automatic-billing).
    pub automatic: bool,
    /// How many plans it has, however they stand.
    pub total: u32,
    /// How many of them the step that runs is through with or has nothing to do with: all once it waits for a person or is over.
    pub done: u32,
    /// The sum of its drafts.
    pub drafted: Money,
    /// The sum of last month's snapshots of the plans with a draft.
    pub previous: Money,
    /// How many snapshots it has made.
    pub created: u32,
    /// Their sum.
    pub created_total: Money,
    /// Why it failed.
    pub message: Option<String>,
    /// Who has asked for it; nobody for an automatic one.
    pub created_by: Option<UserId>,
    /// Their name.
    pub creator: Option<String>,
    /// The administrator who acted as them (rules.md#impersonation).
    pub acting_as: Option<UserId>,
    /// When.
    pub created_at: DateTime<Utc>,
    /// When it was over.
    pub finished_at: Option<DateTime<Utc>>,
}

/// A run to be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewRun {
    /// The month it bills.
    pub month: BillingMonth,
    /// Whether the program starts it by itself.
    pub automatic: bool,
    /// Who asks for it.
    pub by: Option<UserId>,
    /// The administrator who acts as them.
    pub acting_as: Option<UserId>,
}

/// The name of the rule that a month has one open run.
pub const ONE_OPEN: &str = "uq_billing_run_period_month";

/// How far a step of a run is, to be added to what is stored.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Progress {
    /// Plans that the step is through.
    pub done: u32,
    /// The sum of their drafts.
    pub drafted: Money,
    /// The sum of what they were billed last month.
    pub previous: Money,
    /// Snapshots that were made.
    pub created: u32,
    /// Their sum.
    pub created_total: Money,
}

#[derive(FromQueryResult)]
struct Found {
    #[sea_orm(nested)]
    run: Model,
    creator: Option<String>,
    has_drafts: bool,
    has_approved: bool,
}

impl TryFrom<Found> for BillingRun {
    type Error = Error;

    fn try_from(Found { run, creator, has_drafts, has_approved }: Found) -> Result<Self> {
        Ok(Self {
            id: BillingRunId(run.id),
            month: BillingMonth::from_number(run.period_month),
            state: RunState::from_number(run.state).ok_or_else(|| damaged("a state of a billing run"))?,
            has_drafts,
            has_approved,
            automatic: run.automatic,
            total: run.total.unsigned_abs(),
            done: run.done.unsigned_abs(),
            drafted: Money::from_cents(run.draft_cents),
            previous: Money::from_cents(run.previous_cents),
            created: run.created.unsigned_abs(),
            created_total: Money::from_cents(run.created_cents),
            message: run.message,
            created_by: run.created_by.map(UserId),
            creator,
            acting_as: run.acting_as_id.map(UserId),
            created_at: run.created_at,
            finished_at: run.finished_at,
        })
    }
}

const SORTS: Sorts = Sorts {
    by: &[
        ("Id", || vec![]),
        ("BillingPeriod", || vec![key(Column::PeriodMonth)]),
        ("CreatedOn", || vec![key(Column::CreatedAt)]),
    ],
    default: ("Id", true),
    id: || key(Column::Id),
};

/// A page of the runs, newest first, those of `month` where it is given; the term looks at the name of who has asked for one.
///
/// # Errors
/// When the database does not answer.
pub async fn search(
    db: &impl Db,
    scope: Scope,
    month: Option<BillingMonth>,
    request: &PageRequest,
) -> Result<Page<BillingRun>> {
    let searched = [Expr::col((user_account::Entity, user_account::Column::SearchText))];
    let of_month = Condition::all().add_option(month.map(|month| Column::PeriodMonth.eq(month.number())));
    let query = visible(scope).filter(of_month).filter(paging::matching(searched, &request.term));
    paging::page::<Found>(db, query, request, &SORTS).await?.try_map(TryInto::try_into)
}

/// The run of this id.
///
/// # Errors
/// [`Error::NotFound`] when there is none in scope.
pub async fn find(db: &impl Db, scope: Scope, id: BillingRunId) -> Result<BillingRun> {
    let found = visible(scope).filter(Column::Id.eq(id.get())).into_model::<Found>().one(db.connection()).await?;
    found.ok_or(Error::NotFound)?.try_into()
}

/// The run of this id, which nobody else moves on before the transaction ends.
///
/// # Errors
/// [`Error::NotFound`] when there is none in scope.
pub async fn lock(tx: &Tx, scope: Scope, id: BillingRunId) -> Result<BillingRun> {
    if tx.engine() == Engine::Postgres {
        Entity::find_by_id(id.get()).lock(LockType::Update).one(tx.connection()).await?;
    }
    find(tx, scope, id).await
}

/// Whether the month has a run that is not over.
///
/// # Errors
/// When the database does not answer.
pub async fn is_open(db: &impl Db, month: BillingMonth) -> Result<bool> {
    let open = RunState::ALL.into_iter().filter(|state| state.is_open()).map(RunState::number);
    let query = Entity::find().filter(Column::PeriodMonth.eq(month.number())).filter(Column::State.is_in(open));
    Ok(query.one(db.connection()).await?.is_some())
}

/// Makes a run whose drafts are to be computed.
///
/// # Errors
/// Refused by [`ONE_OPEN`] when the month has an open one.
pub async fn insert(tx: &Tx, new: NewRun, at: DateTime<Utc>) -> Result<BillingRunId> {
    let row = ActiveModel {
        period_month: Set(new.month.number()),
        state: Set(RunState::Drafting.number()),
        automatic: Set(new.automatic),
        created_by: Set(new.by.map(UserId::get)),
        acting_as_id: Set(new.acting_as.map(UserId::get)),
        created_at: Set(at),
        ..Default::default()
    };
    Ok(BillingRunId(Entity::insert(row).exec(tx.connection()).await?.last_insert_id))
}

/// Begins the first step of a run of `total` plans.
///
/// # Errors
/// When the database refuses.
pub async fn begin_drafting(tx: &Tx, id: BillingRunId, total: u32) -> Result<()> {
    let row = ActiveModel { total: Set(total as i32), ..Default::default() };
    write(tx, id, row).await
}

/// Moves a run on to its second step, in which so many of its plans are still to be created.
///
/// # Errors
/// When the database refuses.
pub async fn begin_creating(tx: &Tx, id: BillingRunId, approved: u32) -> Result<()> {
    let row = ActiveModel { state: Set(RunState::Creating.number()), holder: Set(None), ..Default::default() };
    write_with(tx, id, row, Expr::col(Column::Total).sub(i64::from(approved))).await
}

/// Ends a run: it has nothing more to do with any of its plans.
///
/// # Errors
/// When the database refuses.
pub async fn end(tx: &Tx, id: BillingRunId, state: RunState, message: Option<&str>, at: DateTime<Utc>) -> Result<()> {
    let row = ActiveModel {
        state: Set(state.number()),
        message: Set(message.map(str::to_owned)),
        holder: Set(None),
        finished_at: Set(Some(at)),
        ..Default::default()
    };
    write_with(tx, id, row, Expr::col(Column::Total)).await
}

/// Leaves the state as it is and waits for a person: the drafts are computed.
///
/// # Errors
/// When the database refuses.
pub async fn rest(tx: &Tx, id: BillingRunId, state: RunState) -> Result<()> {
    write(tx, id, ActiveModel { state: Set(state.number()), holder: Set(None), ..Default::default() }).await
}

async fn write_with(tx: &Tx, id: BillingRunId, row: ActiveModel, done: Expr) -> Result<()> {
    let update = Entity::update_many().set(row).col_expr(Column::Done, done);
    update.filter(Column::Id.eq(id.get())).exec(tx.connection()).await?;
    Ok(())
}

async fn write(tx: &Tx, id: BillingRunId, row: ActiveModel) -> Result<()> {
    Entity::update_many().set(row).filter(Column::Id.eq(id.get())).exec(tx.connection()).await?;
    Ok(())
}

/// Takes a run for a job, from whichever job has it; says whether it still is in the state that the job is for.
///
/// # Errors
/// When the database refuses.
pub async fn take(tx: &Tx, id: BillingRunId, state: RunState, holder: &str) -> Result<bool> {
    let taken = Entity::update_many()
        .set(ActiveModel { holder: Set(Some(holder.to_owned())), ..Default::default() })
        .filter(Column::Id.eq(id.get()))
        .filter(Column::State.eq(state.number()))
        .exec(tx.connection())
        .await?;
    Ok(taken.rows_affected > 0)
}

/// Adds to the progress of a run, if it still is in this state and in the hands of this job: nobody else moves it before the transaction
/// ends. Otherwise drop the transaction: it was cancelled, or another job has taken it.
///
/// # Errors
/// When the database refuses.
pub async fn hold(tx: &Tx, id: BillingRunId, state: RunState, holder: &str) -> Result<bool> {
    let held = Entity::update_many()
        .col_expr(Column::Holder, Expr::value(holder))
        .filter(Column::Id.eq(id.get()))
        .filter(Column::State.eq(state.number()))
        .filter(Column::Holder.eq(holder))
        .exec(tx.connection())
        .await?;
    Ok(held.rows_affected > 0)
}

/// Adds to how far a run is.
///
/// # Errors
/// When the database refuses.
pub async fn progress(tx: &Tx, id: BillingRunId, more: Progress) -> Result<()> {
    let plus = |column: Column, more: i64| Expr::col(column).add(more);
    Entity::update_many()
        .col_expr(Column::Done, plus(Column::Done, more.done.into()))
        .col_expr(Column::DraftCents, plus(Column::DraftCents, more.drafted.cents()))
        .col_expr(Column::PreviousCents, plus(Column::PreviousCents, more.previous.cents()))
        .col_expr(Column::Created, plus(Column::Created, more.created.into()))
        .col_expr(Column::CreatedCents, plus(Column::CreatedCents, more.created_total.cents()))
        .filter(Column::Id.eq(id.get()))
        .exec(tx.connection())
        .await?;
    Ok(())
}

fn visible(scope: Scope) -> Select<Entity> {
    const JOINED: BinOper = BinOper::Custom("||");
    let name = |column| Expr::col((user_account::Entity, column));
    let full = name(user_account::Column::FirstName)
        .binary(JOINED, Expr::val(" "))
        .binary(JOINED, name(user_account::Column::LastName));
    let all = scope.reach() == Reach::Everything;
    Entity::find()
        .join(JoinType::LeftJoin, Relation::CreatedBy.def())
        .expr_as(full, "creator")
        .expr_as(Expr::exists(items_in(ItemState::Draft)), "has_drafts")
        .expr_as(Expr::exists(items_in(ItemState::Approved)), "has_approved")
        .filter(Condition::all().add_option((!all).then(|| Expr::val(1).eq(0))))
}

/// The plans of a run in a state.
fn items_in(state: ItemState) -> SelectStatement {
    let item = |column| Expr::col((billing_run_item::Entity, column));
    Query::select()
        .expr(Expr::val(1))
        .from(billing_run_item::Entity)
        .and_where(item(billing_run_item::Column::RunId).equals((Entity, Column::Id)))
        .and_where(item(billing_run_item::Column::State).eq(state.number()))
        .take()
}
