//! The lines of files that were left out, and those of them that a person has made rows (rules.md#explicit-import).

use chrono::{DateTime, Utc};
use domain::census::questions::MadeRows;
use domain::census::{Ignored, Why};
use domain::{CensusFileId, Page, PageRequest, UserId};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::Query;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QuerySelect};
use serde::Serialize;

use crate::database::connection::sealed::Connected;
use crate::database::paging::{self, Sorts, key};
use crate::entities::census_left_out::{ActiveModel, Column, Entity, Model};
use crate::row_set::{self, Columns, Kind};
use crate::{Db, Error, Result, Tx};

/// The cells of a line that are kept.
const MOST_CELLS: usize = 40;
/// The characters of a cell that are kept.
const MOST_CHARACTERS: usize = 200;

/// A line that was left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftOut {
    /// Its first physical line.
    pub line: u64,
    /// How many physical lines it spans.
    pub spans: u32,
    /// Why it was left out.
    pub why: Why,
    /// What stands in it; very long cells are cut.
    pub cells: Vec<String>,
    /// Whether it may name a person ([`Ignored::may_name`]).
    pub has_name: bool,
    /// The number of the record that a person has made of it.
    pub made_row: Option<u32>,
}

impl LeftOut {
    /// A line as the reader gives it; `None` of one that holds nothing.
    pub fn of(ignored: &Ignored) -> Option<Self> {
        let cells = &ignored.cells;
        if cells.iter().all(|cell| cell.is_empty()) {
            return None;
        }
        let cut = |cell: &str| cell.chars().take(MOST_CHARACTERS).collect::<String>();
        Some(Self {
            line: ignored.line,
            spans: ignored.spans,
            why: ignored.why,
            cells: cells.iter().take(MOST_CELLS).map(|cell| cut(cell)).collect(),
            has_name: ignored.may_name(),
            made_row: None,
        })
    }
}

impl From<Model> for LeftOut {
    fn from(row: Model) -> Self {
        Self {
            line: row.line.unsigned_abs(),
            spans: row.spans.unsigned_abs(),
            why: Why::from_number(row.reason).unwrap_or(Why::Remark),
            cells: serde_json::from_str(&row.cells).unwrap_or_default(),
            has_name: row.has_name,
            made_row: row.row_number.map(i32::unsigned_abs),
        }
    }
}

const COLUMNS: &Columns = &[
    ("file_id", Kind::Long),
    ("line", Kind::Long),
    ("spans", Kind::Int),
    ("reason", Kind::Small),
    ("cells", Kind::Text),
    ("has_name", Kind::Flag),
];

#[derive(Serialize)]
struct Row {
    file_id: i64,
    line: i64,
    spans: i32,
    reason: i16,
    cells: String,
    has_name: bool,
}

/// Notes lines, however many. One that a person has made a row stays what it is.
///
/// # Errors
/// When the database refuses.
pub async fn insert(tx: &Tx, file: CensusFileId, lines: &[LeftOut]) -> Result<()> {
    let row = |line: &LeftOut| Row {
        file_id: file.get(),
        line: whole(line.line),
        spans: i32::try_from(line.spans).unwrap_or(i32::MAX),
        reason: line.why.number(),
        cells: serde_json::Value::from(line.cells.clone()).to_string(),
        has_name: line.has_name,
    };
    let sql = format!(
        "{} where true on conflict (file_id, line) do nothing",
        row_set::insert_sql("census_left_out", COLUMNS)
    );
    for lines in lines.chunks(row_set::ROWS_A_STATEMENT) {
        row_set::execute(tx, &sql, COLUMNS, &lines.iter().map(row).collect::<Vec<_>>(), Vec::new()).await?;
    }
    Ok(())
}

/// Forgets up to `limit` lines of a file, but none that a person has made a row. Gives how many went.
///
/// # Errors
/// When the database refuses.
pub async fn remove_some(tx: &Tx, file: CensusFileId, limit: u64) -> Result<u64> {
    let mut some = Query::select();
    some.column(Column::Line)
        .from(Entity)
        .and_where(Column::FileId.eq(file.get()))
        .and_where(Column::RowNumber.is_null())
        .limit(limit);
    let gone = Entity::delete_many()
        .filter(Column::FileId.eq(file.get()))
        .filter(Column::Line.in_subquery(some))
        .exec(tx.connection())
        .await?;
    Ok(gone.rows_affected)
}

/// A page of the lines of a file, in its order; `named` means those with a cell in a column of names that are no rows.
///
/// # Errors
/// When the database does not answer.
pub async fn page(db: &impl Db, file: CensusFileId, named: bool, request: &PageRequest) -> Result<Page<LeftOut>> {
    let mut query = Entity::find().filter(Column::FileId.eq(file.get()));
    if named {
        query = query.filter(Column::HasName.eq(true)).filter(Column::RowNumber.is_null());
    }
    Ok(paging::page::<Model>(db, query, request, &BY_LINE).await?.map(Into::into))
}

const BY_LINE: Sorts = Sorts { by: &[("Line", || vec![])], default: ("Line", false), id: || key(Column::Line) };

/// One line of a file.
///
/// # Errors
/// [`Error::NotFound`] when no such line was left out.
pub async fn find(db: &impl Db, file: CensusFileId, line: u64) -> Result<LeftOut> {
    let found = Entity::find_by_id((file.get(), whole(line))).one(db.connection()).await?;
    found.map(Into::into).ok_or(Error::NotFound)
}

/// Notes that a person has made a line a row of this number.
///
/// # Errors
/// [`Error::NotFound`] when no such line was left out.
pub async fn make_row(
    tx: &Tx,
    file: CensusFileId,
    (line, number): (u64, u32),
    (by, at): (UserId, DateTime<Utc>),
) -> Result<()> {
    let row = ActiveModel {
        row_number: Set(Some(i32::try_from(number).unwrap_or(i32::MAX))),
        made_by: Set(Some(by.get())),
        made_at: Set(Some(at)),
        ..Default::default()
    };
    let written = Entity::update_many()
        .set(row)
        .filter(Column::FileId.eq(file.get()))
        .filter(Column::Line.eq(whole(line)))
        .exec(tx.connection())
        .await?;
    if written.rows_affected == 0 { Err(Error::NotFound) } else { Ok(()) }
}

/// The lines that people have made rows, with their numbers.
///
/// # Errors
/// When the database does not answer.
pub async fn made_rows(db: &impl Db, file: CensusFileId) -> Result<MadeRows> {
    let rows: Vec<(i64, Option<i32>)> = Entity::find()
        .select_only()
        .columns([Column::Line, Column::RowNumber])
        .filter(Column::FileId.eq(file.get()))
        .filter(Column::RowNumber.is_not_null())
        .into_tuple()
        .all(db.connection())
        .await?;
    Ok(rows.into_iter().filter_map(|(line, number)| Some((line.unsigned_abs(), number?.unsigned_abs()))).collect())
}

fn whole(line: u64) -> i64 {
    i64::try_from(line).unwrap_or(i64::MAX)
}
