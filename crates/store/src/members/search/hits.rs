//! The members in whose text, or in whose group's text, every word of a term occurs (decisions G3, data model 4.1).
//!
//! The hits are found once, as a list of ids and texts; their number and the page come from that list. A list sorted by name or id needs
//! nothing else: the text begins with the names.

use domain::access::Scope;
use domain::{GroupId, Page, PageRequest};
use sea_orm::sea_query::{
    Alias, Asterisk, CommonTableExpression, Expr, ExprTrait, Func, JoinType, Query, SelectStatement, UnionType,
};
use sea_orm::{ColumnTrait, Condition, ConnectionTrait, EntityTrait, FromQueryResult, QueryFilter, QuerySelect};

use super::{Id, SORTS, within};
use crate::entities::employer_group;
use crate::entities::member::{Column, Entity};
use crate::entities::member_search::{Column as Searched, Entity as Search};
use crate::members::search_text::{looked_up, pieces};
use crate::paging::{self, Key, Sorts, containing, required_key};
use crate::{Db, Engine, Result, scope};

const HITS: &str = "hits";

/// The orders that need nothing but the hits.
const OF_HITS: Sorts = Sorts {
    by: &[("Id", || vec![]), ("Name", || vec![hit("text")]), ("LastName", || vec![hit("text")])],
    default: ("Id", false),
    id: || hit("member_id"),
};

fn hit(column: &'static str) -> Key {
    required_key(Expr::col((Alias::new(HITS), Alias::new(column))))
}

#[derive(FromQueryResult)]
struct Found {
    id: i64,
    total: i64,
}

/// A page of the hits with their exact number.
pub(super) async fn page(
    db: &impl Db,
    scope: Scope,
    group: Option<GroupId>,
    words: &[String],
    request: &PageRequest,
) -> Result<Page<Id>> {
    let hits = hits(db, scope, group, words).await?;
    let found = db.connection().query_all(&paged(hits.clone(), request)).await?;
    let found =
        found.iter().map(|row| Found::from_query_result(row, "")).collect::<std::result::Result<Vec<_>, _>>()?;
    let total = match found.first() {
        Some(first) => first.total.unsigned_abs(),
        None if request.offset() == 0 => 0,
        // Past the end nothing says how many there are.
        None => paging::count(db, Query::select().from_subquery(hits, HITS).take()).await?,
    };
    Ok(Page { rows: found.into_iter().map(|row| Id { id: row.id }).collect(), total, per_page: request.per_page })
}

/// The ids of a page, each beside the number of all hits.
fn paged(hits: SelectStatement, request: &PageRequest) -> SelectStatement {
    let total = Query::select().expr(Func::count(Expr::col(Asterisk))).from(HITS).take();
    let mut page = Query::select();
    page.expr_as(Expr::col((HITS, "member_id")), "id")
        .expr_as(Expr::SubQuery(None, Box::new(total.into())), "total")
        .from(HITS);
    if OF_HITS.has(request) || !SORTS.has(request) {
        OF_HITS.apply(&mut page, request, false);
    } else {
        let member = Expr::col((Entity, Column::Id)).equals((HITS, "member_id"));
        page.join(JoinType::InnerJoin, Entity, member);
        SORTS.apply(&mut page, request, false);
    }
    let found = CommonTableExpression::new().query(hits).table_name(HITS).materialized(true).to_owned();
    page.limit(request.per_page).offset(request.offset()).with_cte(found).take()
}

/// The ids and texts of all hits: members in whose own text all words occur, and those of groups that are called by one of the words.
async fn hits(db: &impl Db, scope: Scope, group: Option<GroupId>, words: &[String]) -> Result<SelectStatement> {
    let engine = db.engine();
    let within = within(scope, group, Searched::GroupId);
    let in_text = words.iter().fold(Condition::all(), |all, word| all.add(text_contains(engine, word)));
    let mut hits = indexed(engine, words);
    hits.cond_where(within.clone()).cond_where(in_text.clone());
    if group.is_some() {
        return Ok(hits);
    }
    let mut either = Condition::all();
    let mut called = Vec::new();
    for word in words {
        let groups = groups_called(db, scope, word).await?;
        either =
            either.add(Condition::any().add(text_contains(engine, word)).add(Searched::GroupId.is_in(groups.clone())));
        called.extend(groups);
    }
    if !called.is_empty() {
        let mut of_groups = columns();
        of_groups
            .from(Search)
            .cond_where(within)
            .and_where(Searched::GroupId.is_in(called))
            .cond_where(either)
            .cond_where(in_text.not());
        hits.union(UnionType::All, of_groups);
    }
    Ok(hits)
}

fn columns() -> SelectStatement {
    Query::select().columns([(Search, Searched::MemberId), (Search, Searched::Text)]).take()
}

/// Candidates by the substring index. PostgreSQL finds it by itself; SQLite is told, for words long enough to be in it.
fn indexed(engine: Engine, words: &[String]) -> SelectStatement {
    let pieces: Vec<String> = words.iter().filter_map(|word| pieces(word)).collect();
    let mut hits = columns();
    if engine == Engine::Postgres || pieces.is_empty() {
        return hits.from(Search).take();
    }
    // SQLite keeps the order of cross joins: the index first, whatever else is asked for.
    let entry = Expr::cust("member_fts.rowid").equals((Search, Searched::MemberId));
    hits.from(Alias::new("member_fts"))
        .join(JoinType::CrossJoin, Search, Condition::all())
        .and_where(Expr::cust_with_values("member_fts match ?", [pieces.join(" ")]))
        .and_where(entry)
        .take()
}

/// The text contains the word. PostgreSQL looks up a part of a long word only and compares the whole on the few it finds.
fn text_contains(engine: Engine, word: &str) -> Condition {
    let text = || Expr::col((Search, Searched::Text));
    let part = looked_up(word);
    if engine == Engine::Postgres && part != word {
        let whole = Expr::cust_with_exprs("strpos($1, $2) > 0", [text(), Expr::val(word)]);
        return Condition::all().add(text().like(containing(part))).add(whole);
    }
    Condition::all().add(text().like(containing(word)))
}

/// The groups in scope in whose name or number the word occurs.
async fn groups_called(db: &impl Db, scope: Scope, word: &str) -> Result<Vec<i64>> {
    let text = Expr::col((employer_group::Entity, employer_group::Column::SearchText));
    let found = employer_group::Entity::find()
        .select_only()
        .column(employer_group::Column::Id)
        .filter(scope::groups(scope))
        .filter(text.like(containing(word)));
    Ok(found.into_tuple().all(db.connection()).await?)
}
