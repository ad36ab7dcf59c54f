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
use domain::{Money, PageRequest, UserId};
use sea_orm::sea_query::{Expr, ExprTrait, Func, SelectStatement};
use sea_orm::{ConnectionTrait, QueryResult, Statement, Value};

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
}

impl Window {
    /// The items of a page. A page of any number can be asked for; the engines count no further than an `i64`.
    pub fn of(request: &PageRequest) -> Self {
        Self { offset: Ord::min(request.offset(), i64::MAX.unsigned_abs()), limit: request.per_page }
    }
}

/// How many items of a kind are in scope, and what they come to.
///
/// # Errors
/// When the database does not answer.
pub async fn tally(db: &impl Db, scope: Scope, kind: WorkKind, asking: &Asking) -> Result<Tally> {
    match kind {
        WorkKind::CensusErrors => census::tally(db, scope, census::Standing::Errors).await,
        WorkKind::CensusWaiting => census::tally(db, scope, census::Standing::Waiting).await,
        WorkKind::Overdue => invoices::tally_overdue(db, scope, asking).await,
        WorkKind::Renewals => renewals::tally(db, scope, asking).await,
        WorkKind::Expiring => expiring::tally(db, scope, asking).await,
        WorkKind::Drafts => of_all(db, scope, &runs::waiting()).await,
        WorkKind::BillsNotSent => of_all(db, scope, &invoices::not_sent()).await,
        WorkKind::ErpDocuments => of_all(db, scope, &unsettled::documents(asking)).await,
        WorkKind::StatementsWithoutBill => of_all(db, scope, &statements::without_bill()).await,
    }
}

/// Some of the items of a kind in scope, the most urgent first.
///
/// # Errors
/// When the database does not answer.
pub async fn items(db: &impl Db, scope: Scope, kind: WorkKind, asking: &Asking, window: Window) -> Result<Vec<Item>> {
    match kind {
        WorkKind::CensusErrors => census::items(db, scope, census::Standing::Errors, window).await,
        WorkKind::CensusWaiting => census::items(db, scope, census::Standing::Waiting, window).await,
        WorkKind::Overdue => invoices::overdue(db, scope, asking, window).await,
        WorkKind::Renewals => renewals::items(db, scope, asking, window).await,
        WorkKind::Expiring => expiring::items(db, scope, asking, window).await,
        WorkKind::Drafts => rows(db, scope, &runs::waiting(), window, runs::item).await,
        WorkKind::BillsNotSent => rows(db, scope, &invoices::not_sent(), window, invoices::to_send).await,
        WorkKind::ErpDocuments => {
            let item = |row: &QueryResult| unsettled::item(row, asking.now);
            rows(db, scope, &unsettled::documents(asking), window, item).await
        }
        WorkKind::StatementsWithoutBill => rows(db, scope, &statements::without_bill(), window, statements::item).await,
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
    Window { offset, limit }: Window,
    item: impl Fn(&QueryResult) -> Result<Item>,
) -> Result<Vec<Item>> {
    if scope.reach() != Reach::Everything {
        return Ok(Vec::new());
    }
    let sql = format!(
        "select {}, {} as cents from {} {} where {} order by {} limit {limit} offset {offset}",
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
