//! The members in whose text, or in the names of whose group, pricing group and plan, every word of a term occurs, or who were born on the
//! day or have the telephone number that it names (rules.md#search-and-order, rules.md#search-text).
//!
//! The hits are found once, as a list of ids and texts; their number and the page come from that list. A list sorted by name or id needs
//! nothing else: the text begins with the names.

use std::collections::BTreeSet;

use chrono::NaiveDate;
use domain::access::Scope;
use domain::members::member::PLAN_NAMES;
use domain::members::search::Word;
use domain::text::{calls, fold};
use domain::{GroupId, Page, PageRequest};
use sea_orm::sea_query::{
    Alias, Asterisk, CommonTableExpression, Expr, ExprTrait, Func, IntoColumnRef, JoinType, Query, SelectStatement,
    UnionType,
};
use sea_orm::{ColumnTrait, Condition, ConnectionTrait, EntityTrait, FromQueryResult, QueryFilter, QuerySelect};

use super::{Id, SORTS, within};
use crate::database::paging::{self, Key, Sorts, containing, required_key};
use crate::entities::member::{Column, Entity};
use crate::entities::member_search::{Column as Searched, Entity as Search};
use crate::entities::{employer_group, pricing_group};
use crate::members::search_text::{looked_up, pieces};
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
    words: &[Word],
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

/// The ids of all hits.
pub(super) async fn ids(db: &impl Db, scope: Scope, group: Option<GroupId>, words: &[Word]) -> Result<SelectStatement> {
    let hits = hits(db, scope, group, words).await?;
    Ok(Query::select().column((HITS, "member_id")).from_subquery(hits, HITS).take())
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

/// The ids and texts of all hits: members in whose own text all words occur, and those of groups, pricing groups, plans, birth dates and
/// telephone numbers that one of the words calls.
async fn hits(db: &impl Db, scope: Scope, group: Option<GroupId>, words: &[Word]) -> Result<SelectStatement> {
    let engine = db.engine();
    let within = within(scope, group, Searched::GroupId);
    let in_text = words.iter().fold(Condition::all(), |all, word| all.add(text_contains(engine, &word.text)));
    let texts: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
    let mut hits = indexed(engine, &texts);
    hits.cond_where(within.clone()).cond_where(in_text.clone());
    let (mut either, mut all_called) = (Condition::all(), Called::default());
    for word in words {
        let called = Called::find(db, scope, group, word).await?;
        let beside = Condition::any().add(called.in_groups()).add(called.of_members());
        either = either.add(Condition::any().add(text_contains(engine, &word.text)).add(beside));
        all_called.extend(called);
    }
    let by_name = within.add(either).add(in_text.not());
    if !all_called.groups.is_empty() {
        hits.union(UnionType::All, called_by(by_name.clone().add(all_called.in_groups())));
    }
    if all_called.has_members() {
        let only_there = Condition::all().add(all_called.of_members()).add(all_called.in_groups().not());
        hits.union(UnionType::All, called_by(by_name.add(only_there)));
    }
    Ok(hits)
}

fn called_by(condition: Condition) -> SelectStatement {
    columns().from(Search).cond_where(condition).take()
}

/// The groups, pricing groups, plans, birth dates and telephone numbers that a word calls: their members are hits whatever their own text
/// says. Each that is shown beside a member: the group in the list of all groups only. Dates and numbers are called whole and looked up in
/// indexes of their own: parts of them in the text would find many who are not meant.
#[derive(Default)]
struct Called {
    groups: BTreeSet<i64>,
    /// Of groups that are not called themselves.
    pricing_groups: BTreeSet<i64>,
    plans: BTreeSet<&'static str>,
    births: BTreeSet<NaiveDate>,
    phones: BTreeSet<String>,
}

impl Called {
    async fn find(db: &impl Db, scope: Scope, group: Option<GroupId>, word: &Word) -> Result<Self> {
        let (born_on, phone, word) = (word.born_on, word.phone.clone(), word.text.as_str());
        let in_list_of_all = async {
            match group {
                None => groups_called(db, scope, word).await,
                Some(_) => Ok(BTreeSet::new()),
            }
        };
        let (groups, pricing_groups) = tokio::try_join!(in_list_of_all, pricing_groups_like(db, scope, group, word))?;
        let called = pricing_groups.into_iter().filter(|(_, group, name)| !groups.contains(group) && calls(word, name));
        let pricing_groups = called.map(|(id, ..)| id).collect();
        let plans = PLAN_NAMES.into_iter().filter(|plan| calls(word, &fold(plan))).collect();
        let (births, phones) = (born_on.into_iter().collect(), phone.into_iter().collect());
        Ok(Self { groups, pricing_groups, plans, births, phones })
    }

    fn extend(&mut self, other: Self) {
        self.groups.extend(other.groups);
        self.pricing_groups.extend(other.pricing_groups);
        self.plans.extend(other.plans);
        self.births.extend(other.births);
        self.phones.extend(other.phones);
    }

    fn in_groups(&self) -> Condition {
        one_of((Search, Searched::GroupId), &self.groups)
    }

    /// Whether something is called that stands in the row of a member.
    fn has_members(&self) -> bool {
        let named = !(self.pricing_groups.is_empty() && self.plans.is_empty());
        named || !(self.births.is_empty() && self.phones.is_empty())
    }

    /// In a pricing group, on a plan, of a birth date or with a telephone number that is called.
    fn of_members(&self) -> Condition {
        if !self.has_members() {
            return never();
        }
        let mut either = Condition::any();
        if !self.pricing_groups.is_empty() {
            either = either.add(one_of((Entity, Column::PricingGroupId), &self.pricing_groups));
        }
        if !self.plans.is_empty() {
            either = either.add(Column::PlanName.is_in(self.plans.iter().copied()));
        }
        if !self.births.is_empty() {
            either = either.add(Column::DateOfBirth.is_in(self.births.iter().copied()));
        }
        if !self.phones.is_empty() {
            either = either.add(Column::MobilePhone.is_in(&self.phones)).add(Column::HomePhone.is_in(&self.phones));
        }
        let members = Query::select().column((Entity, Column::Id)).from(Entity).cond_where(either).take();
        Condition::all().add(Expr::col((Search, Searched::MemberId)).in_subquery(members))
    }
}

/// The column holds one of the ids, which are written out: more may be called by a word than a statement takes parameters.
fn one_of(column: impl IntoColumnRef, ids: &BTreeSet<i64>) -> Condition {
    if ids.is_empty() {
        return never();
    }
    Condition::all().add(Expr::col(column).is_in(ids.iter().map(|id| Expr::cust(id.to_string()))))
}

fn never() -> Condition {
    Condition::all().add(Expr::cust("1 = 0"))
}

pub(in crate::members) fn columns() -> SelectStatement {
    Query::select().columns([(Search, Searched::MemberId), (Search, Searched::Text)]).take()
}

/// Candidates by the substring index. PostgreSQL finds it by itself; SQLite is told, for words long enough to be in it.
pub(in crate::members) fn indexed(engine: Engine, words: &[&str]) -> SelectStatement {
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

/// The text contains the word. PostgreSQL looks up a part of a long word only and compares the whole on the few it finds. It looks up no word of
/// which its index has no piece: for such a pattern it would walk through the whole index, also of one group.
pub(in crate::members) fn text_contains(engine: Engine, word: &str) -> Condition {
    let text = || Expr::col((Search, Searched::Text));
    let part = looked_up(word);
    let whole = || Expr::cust_with_exprs("strpos($1, $2) > 0", [text(), Expr::val(word)]);
    match engine {
        Engine::Postgres if !has_piece(word) => Condition::all().add(whole()),
        Engine::Postgres if part != word => Condition::all().add(text().like(containing(part))).add(whole()),
        _ => Condition::all().add(text().like(containing(word))),
    }
}

/// Whether the index leads to a word: SQLite keeps pieces of three characters, PostgreSQL those of letters and digits, with the ends of
/// their runs.
pub(in crate::members) fn has_piece(word: &str) -> bool {
    let letters: Vec<char> = word.chars().collect();
    letters.len() >= 3 && letters.windows(2).any(|pair| pair.iter().all(|letter| letter.is_alphanumeric()))
}

/// The groups in scope in whose name or number the word occurs.
pub(in crate::members) async fn groups_called(db: &impl Db, scope: Scope, word: &str) -> Result<BTreeSet<i64>> {
    let text = Expr::col((employer_group::Entity, employer_group::Column::SearchText));
    let found = employer_group::Entity::find()
        .select_only()
        .column(employer_group::Column::Id)
        .filter(scope::groups(scope))
        .filter(text.like(containing(word)));
    let ids: Vec<i64> = found.into_tuple().all(db.connection()).await?;
    Ok(ids.into_iter().collect())
}

/// The pricing groups in scope in whose name the word occurs: id, group and name.
async fn pricing_groups_like(
    db: &impl Db,
    scope: Scope,
    group: Option<GroupId>,
    word: &str,
) -> Result<Vec<(i64, i64, String)>> {
    use pricing_group::Column as Priced;
    let name = Expr::col((pricing_group::Entity, Priced::NameKey));
    let found = pricing_group::Entity::find()
        .select_only()
        .columns([Priced::Id, Priced::GroupId, Priced::NameKey])
        .filter(within(scope, group, Priced::GroupId))
        .filter(name.like(containing(word)));
    Ok(found.into_tuple().all(db.connection()).await?)
}
