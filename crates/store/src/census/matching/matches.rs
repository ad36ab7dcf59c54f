//! Which member each valid row of a file is, and what that will do (rules.md#chunked-writes).
//!
//! A row that is settled has one chosen match, with a member or, for a new one, without. A row in doubt has its candidates and none
//! chosen, until a person chooses; that choice is kept when the file is matched again.

use std::collections::{BTreeMap, HashMap};

use domain::census::changes::Outcome;
use domain::census::matching::MatchType;
use domain::{CensusFileId, MemberId, Page, PageRequest, UserId};
use sea_orm::sea_query::{Expr, ExprTrait, Query};
use sea_orm::{
    ColumnTrait, Condition, EntityTrait, Iterable, QueryFilter, QueryOrder, QuerySelect, QueryTrait, Select,
};
use serde::Serialize;

use super::super::records::whole;
use super::super::stored_match::{COLUMNS, Row, known};
use crate::database::connection::sealed::Connected;
use crate::database::paging::{self, Sorts, key};
use crate::entities::census_match::{Column, Entity, Model};
use crate::entities::{census_change, census_record, member};
use crate::row_set::{self, Columns, Kind};
use crate::{Db, Engine, Prepared, Result, Tx};

/// How a row came to its member.
#[derive(Debug, Clone, PartialEq)]
pub enum How {
    /// By what the row and the member say.
    Evidence {
        /// The strongest evidence.
        match_type: MatchType,
        /// How likely it is, 0 to 1.
        score: f64,
        /// What speaks for and against it.
        reasons: Vec<String>,
    },
    /// A person chose.
    ByHand(UserId),
    /// Nobody on the roster is this person.
    Nobody,
}

/// A member that a row may be, or that the row is nobody's yet.
#[derive(Debug, Clone, PartialEq)]
pub struct Match {
    /// The row.
    pub row: u32,
    /// Its place among the row's candidates, from 0.
    pub rank: u16,
    /// The member and its version when this was decided; `None` for a new one.
    pub member: Option<(MemberId, i32)>,
    /// Why.
    pub how: How,
    /// What the row will do.
    pub outcome: Outcome,
    /// Whether this is the row's member.
    pub chosen: bool,
    /// Whether the row replaces who the member is (rules.md#change-of-identity).
    pub replaces_identity: bool,
}

/// A candidate with the name that its screens show.
#[derive(Debug, Clone, PartialEq)]
pub struct NamedMatch {
    /// The match.
    pub matched: Match,
    /// The member's first and last name, when there is a member.
    pub name: Option<(String, String)>,
}

/// Rows of employees come before those of dependents, who need their primary's member.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pass {
    /// Rows without a primary.
    Employees,
    /// Rows with one.
    Dependents,
}

/// Puts matches into words, however many. The insert refuses a member that is chosen for two rows, and a row with two chosen.
pub fn prepare(engine: Engine, file: CensusFileId, matches: &[Match]) -> Prepared {
    let rows: Vec<_> = matches.iter().map(|matched| Row::new(file, matched)).collect();
    Prepared::of(engine, "census_match", COLUMNS, &rows)
}

/// Writes matches, however many.
///
/// # Errors
/// When a member is chosen for two rows, or a row has two chosen.
pub async fn insert(tx: &Tx, file: CensusFileId, matches: &[Match]) -> Result<()> {
    prepare(tx.engine(), file, matches).insert(tx).await
}

/// Removes the matches of up to `limit` rows of a file, but none that a person chose. Gives how many went.
///
/// # Errors
/// When the database refuses.
pub async fn remove_some(tx: &Tx, file: CensusFileId, limit: u64) -> Result<u64> {
    let rows: Vec<i32> = Entity::find()
        .select_only()
        .column(Column::RowNumber)
        .distinct()
        .filter(Column::FileId.eq(file.get()))
        .filter(by_hand().not())
        .order_by_asc(Column::RowNumber)
        .limit(limit)
        .into_tuple()
        .all(tx.connection())
        .await?;
    let gone = Entity::delete_many()
        .filter(Column::FileId.eq(file.get()))
        .filter(Column::RowNumber.is_in(rows))
        .filter(by_hand().not())
        .exec(tx.connection())
        .await?;
    Ok(gone.rows_affected)
}

/// Removes the matches of some rows, however many.
///
/// # Errors
/// When the database refuses.
pub async fn remove_of_rows(tx: &Tx, file: CensusFileId, rows: &[u32]) -> Result<()> {
    for rows in rows.chunks(row_set::ROWS_A_STATEMENT) {
        Entity::delete_many()
            .filter(Column::FileId.eq(file.get()))
            .filter(Column::RowNumber.is_in(rows.iter().map(|row| whole(*row))))
            .exec(tx.connection())
            .await?;
    }
    Ok(())
}

/// A match that a person chose is one without evidence that says who.
fn by_hand() -> Condition {
    Condition::all().add(Column::Chosen.eq(true)).add(Column::MatchType.is_null()).add(Column::Reasons.is_not_null())
}

/// The members that people chose for rows; `None` for rows that they called new.
///
/// # Errors
/// When the database does not answer.
pub async fn chosen_by_hand(db: &impl Db, file: CensusFileId) -> Result<Vec<Match>> {
    let rows = Entity::find().filter(Column::FileId.eq(file.get())).filter(by_hand()).order_by_asc(Column::RowNumber);
    Ok(rows.all(db.connection()).await?.into_iter().filter_map(known).collect())
}

/// Whose outcome is one of these.
fn is_one_of(outcomes: &[Outcome]) -> Condition {
    let one_of = Expr::col((Entity, Column::Outcome)).is_in(outcomes.iter().map(|outcome| outcome.number()));
    let all = Condition::all().add(one_of);
    match outcomes.contains(&Outcome::Unchanged) {
        true => all,
        false => all.add(has_effect()),
    }
}

/// Rows that do something or wait: the index of these is named as it was made, or SQLite would not see that it serves.
fn has_effect() -> Expr {
    Expr::cust("census_match.outcome <> 0")
}

/// The next settled rows behind `after` whose outcome is one of `outcomes`, at most `limit`.
///
/// It is a walk by number that stops at the limit, and is written so that it stays one: joined with the rows, or looked up by the outcome,
/// all that is left of the file would be found and sorted for each chunk.
///
/// # Errors
/// When the database does not answer.
pub async fn chunk(
    db: &impl Db,
    file: CensusFileId,
    pass: Pass,
    outcomes: &[Outcome],
    after: u32,
    limit: u64,
) -> Result<Vec<Match>> {
    let own = |column| Expr::col((Entity, column));
    let numbers: Vec<_> = outcomes.iter().map(|outcome| outcome.number().to_string()).collect();
    let mut query = Query::select();
    query
        .columns(Column::iter().map(|column| (Entity, column)))
        .from(Entity)
        .and_where(own(Column::FileId).eq(file.get()))
        .and_where(own(Column::RowNumber).gt(whole(after)))
        .and_where(own(Column::Chosen).eq(true))
        .and_where(Expr::cust(format!("+census_match.outcome in ({})", numbers.join(", "))))
        .and_where(match pass {
            Pass::Employees => primary_row().is_null(),
            Pass::Dependents => primary_row().is_not_null(),
        })
        .order_by((Entity, Column::RowNumber), sea_orm::sea_query::Order::Asc)
        .limit(limit);
    let rows = row_set::select::<Model>(db, &query).await?;
    Ok(rows.into_iter().filter_map(known).collect())
}

/// The row of a match's primary.
fn primary_row() -> Expr {
    let of = |column| Expr::col((census_record::Entity, column));
    let own = |column| Expr::col((Entity, column));
    let row = Query::select()
        .column((census_record::Entity, census_record::Column::PrimaryRow))
        .from(census_record::Entity)
        .and_where(of(census_record::Column::FileId).eq(own(Column::FileId)))
        .and_where(of(census_record::Column::RowNumber).eq(own(Column::RowNumber)))
        .take();
    Expr::from(row)
}

/// The settled rows among some numbers, in order.
///
/// # Errors
/// When the database does not answer.
pub async fn settled(db: &impl Db, file: CensusFileId, rows: &[u32]) -> Result<Vec<Match>> {
    let mut found = Vec::with_capacity(rows.len());
    for rows in rows.chunks(row_set::ROWS_A_STATEMENT) {
        let query = Entity::find()
            .filter(Column::FileId.eq(file.get()))
            .filter(Column::RowNumber.is_in(rows.iter().map(|row| whole(*row))))
            .filter(Column::Chosen.eq(true))
            .order_by_asc(Column::RowNumber);
        found.extend(query.all(db.connection()).await?.into_iter().filter_map(known));
    }
    Ok(found)
}

/// The rows that are settled as some members, by the member.
///
/// # Errors
/// When the database does not answer.
pub async fn rows_of(db: &impl Db, file: CensusFileId, members: &[MemberId]) -> Result<HashMap<MemberId, u32>> {
    let mut found = HashMap::new();
    for members in members.chunks(row_set::ROWS_A_STATEMENT) {
        let rows: Vec<(i64, i32)> = Entity::find()
            .select_only()
            .columns([Column::MemberId, Column::RowNumber])
            .filter(Column::FileId.eq(file.get()))
            .filter(Column::MemberId.is_in(members.iter().map(|member| member.get())))
            .filter(Column::Chosen.eq(true))
            .into_tuple()
            .all(db.connection())
            .await?;
        found.extend(rows.into_iter().map(|(member, row)| (MemberId(member), row.unsigned_abs())));
    }
    Ok(found)
}

/// A page of the settled rows whose outcome is one of `outcomes`, behind a list of `before` others: what is left of the page for these, and how
/// many there are of both. Rows that replace who their member is come first, then all others by number.
///
/// # Errors
/// When the database does not answer.
pub async fn page(
    db: &impl Db,
    file: CensusFileId,
    outcomes: &[Outcome],
    request: &PageRequest,
    before: u64,
) -> Result<Page<Match>> {
    let query = Entity::find()
        .filter(Column::FileId.eq(file.get()))
        .filter(Column::Chosen.eq(true))
        .filter(is_one_of(outcomes));
    let query = match request.term.trim() {
        "" => query,
        term => query.filter(Column::RowNumber.in_subquery(super::super::named::rows(file, term))),
    };
    let replacing = query.clone().filter(Column::ReplacesIdentity.eq(true));
    let mut first = paging::page_behind::<Model>(db, replacing, request, &BY_ROW, before).await?;
    let others = query.filter(Column::ReplacesIdentity.eq(false));
    let Page { rows, total, per_page } =
        paging::page_behind::<Model>(db, others, request, &BY_ROW, first.total).await?;
    first.rows.extend(rows);
    Ok(Page { rows: first.rows.into_iter().filter_map(known).collect(), total, per_page })
}

/// How many settled rows replace who their member is.
///
/// # Errors
/// When the database does not answer.
pub async fn replacing_identity(db: &impl Db, file: CensusFileId) -> Result<u32> {
    let query = Entity::find()
        .filter(Column::FileId.eq(file.get()))
        .filter(Column::ReplacesIdentity.eq(true))
        .filter(Column::Chosen.eq(true));
    Ok(u32::try_from(paging::count(db, query.into_query()).await?).unwrap_or(u32::MAX))
}

const BY_ROW: Sorts =
    Sorts { by: &[("RecordNumber", || vec![])], default: ("RecordNumber", false), id: || key(Column::RowNumber) };

/// The members of rows that are settled and have one.
///
/// # Errors
/// When the database does not answer.
pub async fn members_of(db: &impl Db, file: CensusFileId, rows: &[u32]) -> Result<HashMap<u32, MemberId>> {
    let found: Vec<(i32, i64)> = Entity::find()
        .select_only()
        .columns([Column::RowNumber, Column::MemberId])
        .filter(Column::FileId.eq(file.get()))
        .filter(Column::RowNumber.is_in(rows.iter().map(|row| whole(*row))))
        .filter(Column::Chosen.eq(true))
        .filter(Column::MemberId.is_not_null())
        .into_tuple()
        .all(db.connection())
        .await?;
    Ok(found.into_iter().map(|(row, member)| (row.unsigned_abs(), MemberId(member))).collect())
}

/// A row that is a member before all others, or waits and may be it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RowOfMember {
    /// The row.
    pub row: u32,
    /// The member.
    pub member: MemberId,
    /// Whether the row is settled.
    pub settled: bool,
}

/// The rows whose best candidate is one of these members, in order.
///
/// # Errors
/// When the database does not answer.
pub async fn rows_of_members(db: &impl Db, file: CensusFileId, members: &[MemberId]) -> Result<Vec<RowOfMember>> {
    let found: Vec<(i32, i64, bool)> = Entity::find()
        .select_only()
        .columns([Column::RowNumber, Column::MemberId, Column::Chosen])
        .filter(Column::FileId.eq(file.get()))
        .filter(Column::MemberId.is_in(members.iter().map(|member| member.get())))
        .filter(Column::Rank.eq(0))
        .order_by_asc(Column::RowNumber)
        .into_tuple()
        .all(db.connection())
        .await?;
    let row = |(row, member, settled): (i32, i64, bool)| RowOfMember {
        row: row.unsigned_abs(),
        member: MemberId(member),
        settled,
    };
    Ok(found.into_iter().map(row).collect())
}

/// The candidates of some rows with the members' names, best first.
///
/// # Errors
/// When the database does not answer.
pub async fn of_rows(db: &impl Db, file: CensusFileId, rows: &[u32]) -> Result<BTreeMap<u32, Vec<NamedMatch>>> {
    let found = Entity::find()
        .find_also_related(member::Entity)
        .filter(Column::FileId.eq(file.get()))
        .filter(Column::RowNumber.is_in(rows.iter().map(|row| whole(*row))))
        .order_by_asc(Column::RowNumber)
        .order_by_asc(Column::Rank)
        .all(db.connection())
        .await?;
    let mut named: BTreeMap<u32, Vec<NamedMatch>> = BTreeMap::new();
    for (row, member) in found {
        let Some(matched) = known(row) else { continue };
        let name = member.map(|member| (member.first_name, member.last_name));
        named.entry(matched.row).or_default().push(NamedMatch { matched, name });
    }
    Ok(named)
}

/// How many rows will do what; rows in doubt count once, as those to be reviewed.
///
/// # Errors
/// When the database does not answer.
pub async fn outcomes(db: &impl Db, file: CensusFileId) -> Result<BTreeMap<Outcome, u32>> {
    counted(db, of_first_rank(file)).await
}

/// The same but for the rows that change nothing, which are most of a file as a rule: an index leaves them out.
///
/// # Errors
/// When the database does not answer.
pub async fn effects(db: &impl Db, file: CensusFileId) -> Result<BTreeMap<Outcome, u32>> {
    counted(db, of_first_rank(file).filter(has_effect())).await
}

fn of_first_rank(file: CensusFileId) -> Select<Entity> {
    Entity::find().filter(Column::FileId.eq(file.get())).filter(Column::Rank.eq(0))
}

async fn counted(db: &impl Db, matches: Select<Entity>) -> Result<BTreeMap<Outcome, u32>> {
    let rows: Vec<(i16, i64)> = matches
        .select_only()
        .column(Column::Outcome)
        .column_as(Column::RowNumber.count(), "n")
        .group_by(Column::Outcome)
        .into_tuple()
        .all(db.connection())
        .await?;
    let known = |(outcome, n): (i16, i64)| Some((Outcome::from_number(outcome)?, u32::try_from(n).unwrap_or(u32::MAX)));
    Ok(rows.into_iter().filter_map(known).collect())
}

/// How many rows have nothing to change because the file has changed their member already: it was matched again after a part of its import.
///
/// # Errors
/// When the database does not answer.
pub async fn imported(db: &impl Db, file: CensusFileId) -> Result<u32> {
    let changed = census_change::Entity::find()
        .select_only()
        .column(census_change::Column::MemberId)
        .filter(census_change::Column::FileId.eq(file.get()));
    // As the members of settled rows they are looked up by an index.
    let query = of_first_rank(file)
        .filter(Column::Chosen.eq(true))
        .filter(Column::Outcome.eq(Outcome::Unchanged.number()))
        .filter(Column::MemberId.is_not_null())
        .filter(Column::MemberId.in_subquery(changed.into_query()));
    Ok(u32::try_from(paging::count(db, query.into_query()).await?).unwrap_or(u32::MAX))
}

/// How many rows that are ignored have a member: In-Active by somebody who may not end anyone (rules.md#who-may-end-members).
///
/// # Errors
/// When the database does not answer.
pub async fn ignored_members(db: &impl Db, file: CensusFileId) -> Result<u32> {
    let query = of_first_rank(file)
        .filter(has_effect())
        .filter(Column::Outcome.eq(Outcome::Ignored.number()))
        .filter(Column::MemberId.is_not_null());
    Ok(u32::try_from(paging::count(db, query.into_query()).await?).unwrap_or(u32::MAX))
}

/// Lets the planner know how the matches have grown; after many were written (rules.md#database-conventions).
///
/// # Errors
/// When the database refuses.
pub async fn analyze(db: &impl Db) -> Result<()> {
    row_set::analyze(db, "census_match", &["file_id", "row_number", "rank", "member_id", "outcome", "chosen"]).await
}

/// Rows became members.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MadeMember {
    /// The row.
    pub row: u32,
    /// The member it became.
    pub member: MemberId,
}

#[derive(Serialize)]
struct Made {
    row_number: i32,
    member_id: i64,
}

/// Notes which members rows became, so that the file never makes them again.
///
/// # Errors
/// When the database refuses.
pub async fn set_made(tx: &Tx, file: CensusFileId, made: &[MadeMember]) -> Result<()> {
    let columns: &Columns = &[("row_number", Kind::Int), ("member_id", Kind::Long)];
    let sql = "with sent as ({rows}) update census_match set member_id = sent.member_id, member_version = 1 from sent \
               where census_match.file_id = $2 and census_match.row_number = sent.row_number and census_match.rank = 0";
    let rows: Vec<_> =
        made.iter().map(|made| Made { row_number: whole(made.row), member_id: made.member.get() }).collect();
    for rows in rows.chunks(row_set::ROWS_A_STATEMENT) {
        row_set::execute(tx, sql, columns, rows, vec![file.get().into()]).await?;
    }
    Ok(())
}

/// Leaves rows to a person.
///
/// # Errors
/// When the database refuses.
pub async fn review(tx: &Tx, file: CensusFileId, rows: &[u32]) -> Result<()> {
    Entity::update_many()
        .col_expr(Column::Outcome, Expr::value(Outcome::Review.number()))
        .filter(Column::FileId.eq(file.get()))
        .filter(Column::RowNumber.is_in(rows.iter().map(|row| whole(*row))))
        .exec(tx.connection())
        .await?;
    Ok(())
}
