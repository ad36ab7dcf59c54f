//! The rows of a census file: written in bulk as they were read, walked through in chunks, and written over where a person has corrected
//! them, however many at once.

use std::collections::HashMap;

use domain::census::cells::{MemberType, Relationship};
use domain::census::file::Task;
use domain::census::{IssueKind, Record, RowState, Severity};
use domain::{CensusFileId, Page, PageRequest, UserId};
use sea_orm::sea_query::{Expr, ExprTrait, Query, SelectStatement};
use sea_orm::{ColumnTrait, Condition, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect, Select};
use serde::Serialize;

use super::issues::{open_of, open_of_kind};
use super::stored_record::{BY_ORDER, COLUMNS, RecordColumns};
use crate::database::connection::sealed::Connected;
use crate::database::paging::{self, Sorts, key};
use crate::entities::census_record::{Column, Entity};
use crate::entities::{census_issue, census_match};
use crate::row_set::{self, Columns, Kind};
use crate::{Db, Engine, Error, Prepared, Result, Tx};

/// A row of a file as stored. What is never stored (the family's key, the social security number) is blank in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredRecord {
    /// What the row says.
    pub record: Record,
    /// Where it stands.
    pub state: RowState,
    /// Who corrected it; reading the file again leaves the correction alone.
    pub edited_by: Option<UserId>,
}

/// Which rows a list shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecordFilter {
    /// All.
    All,
    /// Those with an unresolved error of the task.
    Errors(Task),
    /// Valid ones with an unresolved warning of the task.
    Warnings(Task),
    /// Valid ones with an unresolved warning of a kind.
    Told(IssueKind),
    /// Those that may go in.
    Valid,
    /// Those that were set aside by a person or a rule.
    Skipped,
    /// Valid ones that match a member. A member that the row was made into is none.
    Matched,
    /// Valid rows of new members, imported or not. A row that waits for an answer does not count.
    Unmatched,
    /// The one of a number.
    One(u32),
}

const SORTS: Sorts =
    Sorts { by: &[("RecordNumber", || vec![])], default: ("RecordNumber", false), id: || key(Column::RowNumber) };

/// Puts new rows into words, however many. The insert refuses a row whose number stands there already.
pub fn prepare(engine: Engine, file: CensusFileId, rows: &[(&Record, RowState)]) -> Prepared {
    let rows: Vec<_> = rows.iter().map(|(record, state)| RecordColumns::new(file, record, *state, None)).collect();
    Prepared::of(engine, "census_record", COLUMNS, &rows)
}

/// Writes new rows, however many.
///
/// # Errors
/// When a row of the number stands there already.
pub async fn insert(tx: &Tx, file: CensusFileId, rows: &[(&Record, RowState)]) -> Result<()> {
    prepare(tx.engine(), file, rows).insert(tx).await
}

/// What later rows of a file have told about an earlier one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LateRow {
    /// The row's number.
    #[serde(rename = "row_number")]
    pub number: u32,
    /// Its primary, when it was found only now.
    pub primary_row: Option<u32>,
    /// Whether only the order of the rows says so.
    pub by_order: bool,
    /// Whether its primary could be another one and goes (rules.md#dependents-and-primaries).
    pub drop_primary: bool,
    /// Whether its unique id is its primary's and goes (rules.md#unique-ids).
    pub drop_unique_id: bool,
    /// Whether its date of birth could be another day and goes (rules.md#census-dates).
    pub drop_birth: bool,
    /// Whether the row is wrong because of it.
    pub is_wrong: bool,
}

impl LateRow {
    /// Nothing told yet.
    pub fn new(number: u32) -> Self {
        Self {
            number,
            primary_row: None,
            by_order: false,
            drop_primary: false,
            drop_unique_id: false,
            drop_birth: false,
            is_wrong: false,
        }
    }
}

const LATE: &Columns = &[
    ("row_number", Kind::Int),
    ("primary_row", Kind::Int),
    ("by_order", Kind::Flag),
    ("drop_primary", Kind::Flag),
    ("drop_unique_id", Kind::Flag),
    ("drop_birth", Kind::Flag),
    ("is_wrong", Kind::Flag),
];

/// Writes what later rows have told; each row once.
///
/// # Errors
/// When the database refuses.
pub async fn note_late(tx: &Tx, file: CensusFileId, rows: &[LateRow]) -> Result<()> {
    let sql = format!(
        "with sent as ({{rows}}) update census_record set \
               primary_row = coalesce(sent.primary_row, \
                   case when sent.drop_primary then null else census_record.primary_row end), \
               clears = case when sent.by_order then census_record.clears | {BY_ORDER} else census_record.clears end, \
               unique_id = case when sent.drop_unique_id then null else census_record.unique_id end, \
               date_of_birth = case when sent.drop_birth then null else census_record.date_of_birth end, \
               state = case when sent.is_wrong then 1 else census_record.state end \
               from sent where census_record.file_id = $2 and census_record.row_number = sent.row_number"
    );
    for rows in rows.chunks(row_set::ROWS_A_STATEMENT) {
        row_set::execute(tx, &sql, LATE, rows, vec![file.get().into()]).await?;
    }
    Ok(())
}

/// Writes rows over those of their numbers, however many.
///
/// # Errors
/// [`Error::NotFound`] when the file has no row of a number.
pub async fn save(tx: &Tx, file: CensusFileId, rows: &[StoredRecord]) -> Result<()> {
    let sql = format!(
        "with sent as ({{rows}}) update census_record set {} from sent \
         where census_record.file_id = sent.file_id and census_record.row_number = sent.row_number",
        row_set::assignments(&COLUMNS[2..], "sent")
    );
    for rows in rows.chunks(row_set::ROWS_A_STATEMENT) {
        let columns = rows.iter().map(|row| RecordColumns::new(file, &row.record, row.state, row.edited_by));
        let rows: Vec<_> = columns.collect();
        let written = row_set::execute(tx, &sql, COLUMNS, &rows, Vec::new()).await?;
        if written < rows.len() as u64 {
            return Err(Error::NotFound);
        }
    }
    Ok(())
}

/// Removes up to `limit` rows of a file, but none that a person has corrected or set aside. Gives how many went.
///
/// # Errors
/// When the database refuses.
pub async fn remove_some(tx: &Tx, file: CensusFileId, limit: u64) -> Result<u64> {
    let mut some = Query::select();
    some.column(Column::RowNumber)
        .from(Entity)
        .and_where(Column::FileId.eq(file.get()))
        .and_where(Column::EditedBy.is_null())
        .and_where(Column::State.ne(RowState::SkippedByPerson.number()))
        .limit(limit);
    let gone = Entity::delete_many()
        .filter(Column::FileId.eq(file.get()))
        .filter(Column::RowNumber.in_subquery(some))
        .exec(tx.connection())
        .await?;
    Ok(gone.rows_affected)
}

/// The next rows of a file behind a number, at most `limit`: how tasks walk through a file. `states` may be empty for all.
///
/// # Errors
/// When the database does not answer.
pub async fn chunk(
    db: &impl Db,
    file: CensusFileId,
    after: u32,
    states: &[RowState],
    limit: u64,
) -> Result<Vec<StoredRecord>> {
    let mut query = of_file(file).filter(Column::RowNumber.gt(whole(after))).limit(limit);
    if !states.is_empty() {
        query = query.filter(Column::State.is_in(states.iter().map(|state| state.number())));
    }
    read(db, query).await
}

/// The rows of a file with numbers behind `after`, up to `last`.
///
/// # Errors
/// When the database does not answer.
pub async fn between(
    db: &impl Db,
    file: CensusFileId,
    (after, last): (u32, u32),
    state: RowState,
) -> Result<Vec<StoredRecord>> {
    let query = of_file(file)
        .filter(Column::RowNumber.gt(whole(after)))
        .filter(Column::RowNumber.lte(whole(last)))
        .filter(Column::State.eq(state.number()));
    read(db, query).await
}

/// The number of the last row of a file; 0 when it has none.
///
/// # Errors
/// When the database does not answer.
pub async fn last_number(db: &impl Db, file: CensusFileId) -> Result<u32> {
    let query = Entity::find().select_only().column_as(Column::RowNumber.max(), "last");
    let last: Option<Option<i32>> =
        query.filter(Column::FileId.eq(file.get())).into_tuple().one(db.connection()).await?;
    Ok(last.flatten().map_or(0, i32::unsigned_abs))
}

/// The rows that a person has corrected or set aside, by number.
///
/// # Errors
/// When the database does not answer.
pub async fn edited(db: &impl Db, file: CensusFileId) -> Result<HashMap<u32, StoredRecord>> {
    let is_aside = Column::State.eq(RowState::SkippedByPerson.number());
    let rows = Entity::find().filter(Column::FileId.eq(file.get())).filter(Column::EditedBy.is_not_null().or(is_aside));
    let rows = rows.all(db.connection()).await?.into_iter().map(StoredRecord::from);
    Ok(rows.map(|row| (row.record.number, row)).collect())
}

/// One row.
///
/// # Errors
/// [`Error::NotFound`] when the file has no row of the number.
pub async fn find(db: &impl Db, file: CensusFileId, number: u32) -> Result<StoredRecord> {
    let found = Entity::find_by_id((file.get(), whole(number))).one(db.connection()).await?;
    found.map(Into::into).ok_or(Error::NotFound)
}

/// The rows of some numbers, in order.
///
/// # Errors
/// When the database does not answer.
pub async fn find_many(db: &impl Db, file: CensusFileId, numbers: &[u32]) -> Result<Vec<StoredRecord>> {
    read(db, of_file(file).filter(Column::RowNumber.is_in(numbers.iter().map(|number| whole(*number))))).await
}

/// The valid rows whose primary is one of these rows, in order.
///
/// # Errors
/// When the database does not answer.
pub async fn dependents_of(db: &impl Db, file: CensusFileId, primaries: &[u32]) -> Result<Vec<StoredRecord>> {
    let query = of_file(file)
        .filter(Column::PrimaryRow.is_in(primaries.iter().map(|number| whole(*number))))
        .filter(Column::State.eq(RowState::Valid.number()));
    read(db, query).await
}

/// How many rows of a file are dependents, in every state of the row.
///
/// # Errors
/// When the database does not answer.
pub async fn count_dependents(db: &impl Db, file: CensusFileId) -> Result<u64> {
    let employee = Relationship::Employee.code();
    let is_dependent = Column::PrimaryRow
        .is_not_null()
        .or(Column::MemberType.eq(MemberType::Dependent.name()))
        .or(Column::MemberType.is_null().and(Column::Relationship.ne(employee)));
    let rows = Entity::find().filter(Column::FileId.eq(file.get())).filter(is_dependent);
    Ok(rows.count(db.connection()).await?)
}

/// The rows of a file, in order.
fn of_file(file: CensusFileId) -> Select<Entity> {
    Entity::find().filter(Column::FileId.eq(file.get())).order_by_asc(Column::RowNumber)
}

async fn read(db: &impl Db, query: Select<Entity>) -> Result<Vec<StoredRecord>> {
    Ok(row_set::read(db, query).await?.into_iter().map(Into::into).collect())
}

/// How many rows of a file stand in a state.
///
/// # Errors
/// When the database does not answer.
pub async fn count(db: &impl Db, file: CensusFileId, state: RowState) -> Result<u32> {
    let mut query = Query::select();
    query.from(Entity).and_where(Column::FileId.eq(file.get())).and_where(Column::State.eq(state.number()));
    Ok(u32::try_from(paging::count(db, query).await?).unwrap_or(u32::MAX))
}

/// A page of the rows of a file that the caller has found in its scope.
///
/// # Errors
/// When the database does not answer.
pub async fn search(
    db: &impl Db,
    file: CensusFileId,
    filter: RecordFilter,
    request: &PageRequest,
) -> Result<Page<StoredRecord>> {
    let state = |state: RowState| Column::State.eq(state.number());
    let settled = |is_matched: bool| Column::RowNumber.in_subquery(settled_rows(file, is_matched));
    let query = Entity::find().filter(Column::FileId.eq(file.get()));
    let query = match filter {
        RecordFilter::All => query,
        RecordFilter::Errors(task) => {
            query.filter(Column::RowNumber.in_subquery(rows_told(open_of(file, task, Severity::Error))))
        }
        RecordFilter::Warnings(task) => query
            .filter(state(RowState::Valid))
            .filter(Column::RowNumber.in_subquery(rows_told(open_of(file, task, Severity::Warning)))),
        RecordFilter::Told(kind) => query
            .filter(state(RowState::Valid))
            .filter(Column::RowNumber.in_subquery(rows_told(open_of_kind(file, kind)))),
        RecordFilter::Valid => query.filter(state(RowState::Valid)),
        RecordFilter::Skipped => query.filter(state(RowState::SkippedByPerson).or(state(RowState::SkippedByRule))),
        RecordFilter::Matched => query.filter(state(RowState::Valid)).filter(settled(true)),
        RecordFilter::Unmatched => query.filter(state(RowState::Valid)).filter(settled(false)),
        RecordFilter::One(number) => query.filter(Column::RowNumber.eq(whole(number))),
    };
    let page = paging::page::<crate::entities::census_record::Model>(db, query, request, &SORTS).await?;
    Ok(page.map(Into::into))
}

/// Lets the planner know how the file has grown; after many rows of it were written (rules.md#database-conventions).
///
/// # Errors
/// When the database refuses.
pub async fn analyze(db: &impl Db) -> Result<()> {
    row_set::analyze(db, "census_record", &["file_id", "row_number", "state", "primary_row", "edited_by"]).await?;
    row_set::analyze(db, "census_issue", &["file_id", "task", "row_number", "field", "kind", "severity", "resolved_at"])
        .await
}

/// The rows matched to a member of before the import, or those of new members. The import gives the latter their member, and
/// leaves what they were to do.
fn settled_rows(file: CensusFileId, is_matched: bool) -> SelectStatement {
    use census_match::Column::{Chosen, FileId, MemberId, Outcome, RowNumber};
    let of = |column| Expr::col((census_match::Entity, column));
    let creates = of(Outcome).eq(domain::census::changes::Outcome::Create.number());
    let is_new = Condition::any().add(of(MemberId).is_null()).add(creates);
    Query::select()
        .column((census_match::Entity, RowNumber))
        .from(census_match::Entity)
        .and_where(of(FileId).eq(file.get()))
        .and_where(of(Chosen).eq(true))
        .cond_where(if is_matched { is_new.not() } else { is_new })
        .take()
}

/// The rows that issues are about.
fn rows_told(issues: Condition) -> SelectStatement {
    let mut rows = Query::select();
    rows.column((census_issue::Entity, census_issue::Column::RowNumber)).from(census_issue::Entity);
    rows.cond_where(issues).and_where(census_issue::Column::RowNumber.is_not_null());
    rows
}

/// A row's number as the database keeps it.
pub(super) fn whole(number: u32) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}
