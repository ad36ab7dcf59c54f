//! The work queue of the start page (rules.md#work-queue): of each kind how many items there are and what they come to, and the first of
//! them. Each figure is one query that an index answers; none looks at members.

mod census;
pub mod digests;
mod expiring;
mod invoices;
mod renewals;
mod runs;
mod statements;
mod unsettled;

use chrono::{DateTime, NaiveDate, Utc};
use domain::access::{Reach, Scope};
use domain::invoices::InvoiceAccess;
use domain::work_queue::{Item, WorkKind};
use domain::{BrokerId, Money, PageRequest, UserId};
use sea_orm::sea_query::{Expr, ExprTrait, Func, Order, SelectStatement};
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryResult, QuerySelect, QueryTrait, Statement, Value,
};

pub(crate) use statements::NOT_PAID_ANY_MORE;

use crate::{Db, Result};

/// For when work is asked for, and what of it depends on the caller beyond the scope.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Asking {
    /// The instant.
    pub now: DateTime<Utc>,
    /// The day of business time.
    pub today: NaiveDate,
    /// Leaves out invoices that the caller may not see (rules.md#invoice-access).
    pub access: InvoiceAccess,
    /// The user whose access keys count; none while an administrator acts as the user.
    pub keys_of: Option<UserId>,
    /// Whether the tokens of ERP accounts count.
    pub with_tokens: bool,
    /// What the caller narrows it to.
    pub only: Only,
}

/// What work is narrowed to; what is `None` narrows nothing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Only {
    /// Items of the groups of a broker.
    pub broker: Option<BrokerId>,
    /// Items that are due by a day, with the instant at which that day ends.
    pub due_by: Option<(NaiveDate, DateTime<Utc>)>,
}

impl Only {
    /// Whether no item of the kind can be meant.
    fn leaves_out(&self, kind: WorkKind) -> bool {
        (self.broker.is_some() && !kind.is_of_groups()) || (self.due_by.is_some() && !kind.has_due())
    }

    /// Rows whose `column` is a group of the broker.
    fn groups(&self, column: impl ColumnTrait) -> Option<Expr> {
        use crate::entities::employer_group::{Column, Entity};
        let broker = self.broker?;
        let its =
            Entity::find().select_only().column(Column::Id).filter(Column::BrokerId.eq(broker.get())).into_query();
        Some(column.in_subquery(its))
    }

    /// The same as SQL, for a column that holds the group.
    fn groups_sql(&self, column: &str) -> String {
        let of =
            |broker: BrokerId| format!("and {column} in (select id from employer_group where broker_id = {broker})");
        self.broker.map(of).unwrap_or_default()
    }
}

/// In which order items come.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Sorted {
    /// The most urgent first.
    #[default]
    Urgent,
    /// By amount, from the greatest when true. Kinds without money keep their own order.
    Amount(bool),
    /// By the day they are due, from the last when true. Kinds without one keep their own order.
    Due(bool),
}

impl Sorted {
    /// The order that a request wishes for.
    pub fn of(order_by: Option<&str>, descending: bool) -> Self {
        match order_by {
            Some(name) if name.eq_ignore_ascii_case("Amount") => Self::Amount(descending),
            Some(name) if name.eq_ignore_ascii_case("Due") => Self::Due(descending),
            _ => Self::Urgent,
        }
    }
}

fn direction(descending: bool) -> Order {
    if descending { Order::Desc } else { Order::Asc }
}

/// How many items of a kind there are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// Their number.
    pub count: u64,
    /// What they come to, for kinds with money.
    pub amount: Option<Money>,
}

/// Which of the items are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    /// So many are passed over.
    pub offset: u64,
    /// So many are given at most.
    pub limit: u64,
    /// In which order.
    pub sorted: Sorted,
}

impl Window {
    /// The items of a page. A page of any number can be asked for; the engines count no further than an `i64`.
    pub fn of(request: &PageRequest) -> Self {
        let sorted = Sorted::of(request.order_by.as_deref(), request.descending.unwrap_or(false));
        Self { offset: Ord::min(request.offset(), i64::MAX.unsigned_abs()), limit: request.per_page, sorted }
    }
}

/// How many items of a kind are in scope, and what they come to.
///
/// # Errors
/// When the database does not answer.
pub async fn tally(db: &impl Db, scope: Scope, kind: WorkKind, asking: &Asking) -> Result<Tally> {
    if asking.only.leaves_out(kind) {
        return Ok(Tally::default());
    }
    match kind {
        WorkKind::CensusErrors => census::tally(db, scope, census::Standing::Errors, asking).await,
        WorkKind::CensusWaiting => census::tally(db, scope, census::Standing::Waiting, asking).await,
        WorkKind::Overdue => invoices::tally_overdue(db, scope, asking).await,
        WorkKind::Renewals => renewals::tally(db, scope, asking).await,
        WorkKind::Expiring => expiring::tally(db, scope, asking).await,
        WorkKind::Drafts => of_all(db, scope, &runs::waiting()).await,
        WorkKind::BillsNotSent => of_all(db, scope, &invoices::not_sent(asking)).await,
        WorkKind::ErpDocuments => of_all(db, scope, &unsettled::documents(asking)).await,
        WorkKind::StatementsWithoutBill => of_all(db, scope, &statements::without_bill()).await,
        WorkKind::CommissionToTakeBack => of_all(db, scope, &statements::to_take_back()).await,
    }
}

/// Some of the items of a kind in scope, the most urgent first.
///
/// # Errors
/// When the database does not answer.
pub async fn items(db: &impl Db, scope: Scope, kind: WorkKind, asking: &Asking, window: Window) -> Result<Vec<Item>> {
    if asking.only.leaves_out(kind) {
        return Ok(Vec::new());
    }
    match kind {
        WorkKind::CensusErrors => census::items(db, scope, census::Standing::Errors, asking, window).await,
        WorkKind::CensusWaiting => census::items(db, scope, census::Standing::Waiting, asking, window).await,
        WorkKind::Overdue => invoices::overdue(db, scope, asking, window).await,
        WorkKind::Renewals => renewals::items(db, scope, asking, window).await,
        WorkKind::Expiring => expiring::items(db, scope, asking, window).await,
        WorkKind::Drafts => rows(db, scope, &runs::waiting(), window, runs::item).await,
        WorkKind::BillsNotSent => rows(db, scope, &invoices::not_sent(asking), window, invoices::to_send).await,
        WorkKind::ErpDocuments => {
            let item = |row: &QueryResult| unsettled::item(row, asking.now);
            rows(db, scope, &unsettled::documents(asking), window, item).await
        }
        WorkKind::StatementsWithoutBill => rows(db, scope, &statements::without_bill(), window, statements::item).await,
        WorkKind::CommissionToTakeBack => {
            rows(db, scope, &statements::to_take_back(), window, statements::item_to_take_back).await
        }
    }
}

/// The rows of a kind that only a scope that reaches everything sees, as SQL that both engines read.
struct Found {
    /// What a row has, for the list.
    columns: String,
    /// Tables and conditions.
    from: String,
    /// The tables that only the list needs.
    named_by: &'static str,
    /// Conditions.
    filter: String,
    /// The cents of a row.
    cents: &'static str,
    /// The order of the list.
    order: &'static str,
    /// The values of the conditions, from `$1`.
    values: Vec<Value>,
}

async fn of_all(db: &impl Db, scope: Scope, found: &Found) -> Result<Tally> {
    if scope.reach() != Reach::Everything {
        return Ok(Tally::default());
    }
    let sql = format!(
        "select count(*) as n, cast(coalesce(sum({}), 0) as bigint) as cents from {} where {}",
        found.cents, found.from, found.filter
    );
    let connection = db.connection();
    let statement = Statement::from_sql_and_values(connection.get_database_backend(), sql, found.values.clone());
    tally_of(connection.query_one_raw(statement).await?)
}

async fn rows(
    db: &impl Db,
    scope: Scope,
    found: &Found,
    Window { offset, limit, sorted }: Window,
    item: impl Fn(&QueryResult) -> Result<Item>,
) -> Result<Vec<Item>> {
    if scope.reach() != Reach::Everything {
        return Ok(Vec::new());
    }
    let by_amount = match sorted {
        Sorted::Amount(descending) => format!("{} {}, ", found.cents, if descending { "desc" } else { "asc" }),
        _ => String::new(),
    };
    let sql = format!(
        "select {}, {} as cents from {} {} where {} order by {by_amount}{} limit {limit} offset {offset}",
        found.columns, found.cents, found.from, found.named_by, found.filter, found.order
    );
    let connection = db.connection();
    let statement = Statement::from_sql_and_values(connection.get_database_backend(), sql, found.values.clone());
    connection.query_all_raw(statement).await?.iter().map(item).collect()
}

/// The number of rows of a query, and the sum of a column of theirs.
async fn counted(db: &impl Db, mut query: SelectStatement, cents: Option<Expr>) -> Result<Tally> {
    query.clear_selects().expr_as(Func::count(Expr::val(1)), "n");
    let has_money = cents.is_some();
    if let Some(cents) = cents {
        let sum = Func::coalesce([Func::sum(cents).into(), Expr::val(0)]);
        query.expr_as(Expr::from(sum).cast_as("bigint"), "cents");
    }
    let tally = tally_of(db.connection().query_one(&query).await?)?;
    Ok(Tally { amount: tally.amount.filter(|_| has_money), ..tally })
}

fn tally_of(row: Option<QueryResult>) -> Result<Tally> {
    let Some(row) = row else { return Ok(Tally::default()) };
    let count: i64 = row.try_get("", "n")?;
    let cents: Option<i64> = row.try_get("", "cents").ok();
    Ok(Tally { count: count.unsigned_abs(), amount: cents.map(Money::from_cents) })
}
