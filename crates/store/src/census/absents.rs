//! The members whom an explicit import would end, as the inspection found them (rules.md#mass-termination-guard, rules.md#explicit-import).

use domain::census::changes::Outcome;
use domain::{CensusFileId, GroupId, MemberId, Page, PageRequest};
use sea_orm::sea_query::{Expr, ExprTrait, Query};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait, Statement};
use serde::Serialize;

use super::records;
use crate::database::connection::sealed::Connected;
use crate::database::paging::{self, Sorts, key};
use crate::entities::census_absent::{Column, Entity, Model};
use crate::entities::{census_match, member};
use crate::members::{Member, Stretch};
use crate::row_set::{self, Columns, Kind};
use crate::{Db, Engine, Result, Tx};

/// A member that is absent from the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Absent {
    /// The member.
    pub member: MemberId,
    /// Its version when it was found absent.
    pub version: i32,
    /// The row that was set aside and seems to be this member, for which it is kept until somebody says otherwise.
    pub skipped_row: Option<u32>,
    /// Why the member is listed apart. Such a member is kept until a person lets the file end it.
    pub apart: Option<Apart>,
}

/// Why an absent member is listed apart and ended only on a person's word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Apart {
    /// The member is still to start.
    ToStart,
    /// The end of the member is set already, on a day behind that of the file.
    LaterEnd,
}

impl From<Model> for Absent {
    fn from(row: Model) -> Self {
        let skipped_row = row.skipped_row.map(i32::unsigned_abs);
        let (member, version) = (MemberId(row.member_id), row.member_version);
        let apart = match (row.to_start, row.later_end) {
            (true, _) => Some(Apart::ToStart),
            (false, true) => Some(Apart::LaterEnd),
            (false, false) => None,
        };
        Self { member, version, skipped_row, apart }
    }
}

const COLUMNS: &Columns = &[
    ("file_id", Kind::Long),
    ("member_id", Kind::Long),
    ("member_version", Kind::Int),
    ("skipped", Kind::Flag),
    ("skipped_row", Kind::Int),
    ("to_start", Kind::Flag),
    ("later_end", Kind::Flag),
];

#[derive(Serialize)]
struct Row {
    file_id: i64,
    member_id: i64,
    member_version: i32,
    skipped: bool,
    skipped_row: Option<i32>,
    to_start: bool,
    later_end: bool,
}

/// The members of a stretch of a group whom no row of the file is, by id.
///
/// # Errors
/// When the database does not answer.
pub async fn unmatched(db: &impl Db, file: CensusFileId, group: GroupId, stretch: Stretch) -> Result<Vec<Member>> {
    let of = |column| Expr::col((census_match::Entity, column));
    let mut row = Query::select();
    row.expr(Expr::val(1))
        .from(census_match::Entity)
        .and_where(of(census_match::Column::FileId).eq(file.get()))
        .and_where(of(census_match::Column::MemberId).equals((member::Entity, member::Column::Id)))
        .and_where(of(census_match::Column::Chosen).eq(true));
    let rows = stretch.of_group(group).filter(Expr::exists(row).not());
    Ok(row_set::read(db, rows).await?.into_iter().map(Into::into).collect())
}

/// Notes absent members, however many. Members that a person keeps stay kept. Members that may be a row set aside, and members that are listed
/// apart, are kept until a person lets the file end them.
///
/// # Errors
/// When the database refuses.
pub async fn insert(tx: &Tx, file: CensusFileId, absents: &[Absent]) -> Result<()> {
    let row = |absent: &Absent| Row {
        file_id: file.get(),
        member_id: absent.member.get(),
        member_version: absent.version,
        skipped: absent.skipped_row.is_some() || absent.apart.is_some(),
        skipped_row: absent.skipped_row.map(records::whole),
        to_start: absent.apart == Some(Apart::ToStart),
        later_end: absent.apart == Some(Apart::LaterEnd),
    };
    let sql = format!(
        "{} where true on conflict (file_id, member_id) do update set member_version = excluded.member_version",
        row_set::insert_sql("census_absent", COLUMNS)
    );
    for absents in absents.chunks(row_set::ROWS_A_STATEMENT) {
        row_set::execute(tx, &sql, COLUMNS, &absents.iter().map(row).collect::<Vec<_>>(), Vec::new()).await?;
    }
    Ok(())
}

/// Forgets up to `limit` absent members of a file, but none whom a person keeps of himself. Gives how many went.
///
/// # Errors
/// When the database refuses.
pub async fn remove_some(tx: &Tx, file: CensusFileId, limit: u64) -> Result<u64> {
    let mut some = Query::select();
    let found = Column::Skipped.eq(false).or(Column::SkippedRow.is_not_null()).or(is_apart());
    some.column(Column::MemberId).from(Entity).cond_where(Column::FileId.eq(file.get()).and(found));
    some.limit(limit);
    let gone = Entity::delete_many()
        .filter(Column::FileId.eq(file.get()))
        .filter(Column::MemberId.in_subquery(some))
        .exec(tx.connection())
        .await?;
    Ok(gone.rows_affected)
}

/// Forgets absent members, however many.
///
/// # Errors
/// When the database refuses.
pub async fn remove(tx: &Tx, file: CensusFileId, members: &[MemberId]) -> Result<()> {
    for ids in members.chunks(row_set::ROWS_A_STATEMENT) {
        Entity::delete_many()
            .filter(Column::FileId.eq(file.get()))
            .filter(Column::MemberId.is_in(ids.iter().map(|id| id.get())))
            .exec(tx.connection())
            .await?;
    }
    Ok(())
}

/// The next absent members behind a member's id, at most `limit`.
///
/// # Errors
/// When the database does not answer.
pub async fn chunk(db: &impl Db, file: CensusFileId, after: MemberId, limit: u64) -> Result<Vec<Absent>> {
    let rows = Entity::find()
        .filter(Column::FileId.eq(file.get()))
        .filter(Column::Skipped.eq(false))
        .filter(Column::MemberId.gt(after.get()))
        .order_by_asc(Column::MemberId)
        .limit(limit)
        .all(db.connection())
        .await?;
    Ok(rows.into_iter().map(Into::into).collect())
}

/// Those of some members that the file would end.
///
/// # Errors
/// When the database does not answer.
pub async fn ended(db: &impl Db, file: CensusFileId, members: &[MemberId]) -> Result<Vec<Absent>> {
    let mut found = Vec::new();
    for members in members.chunks(row_set::ROWS_A_STATEMENT) {
        let rows = Entity::find()
            .filter(Column::FileId.eq(file.get()))
            .filter(Column::Skipped.eq(false))
            .filter(Column::MemberId.is_in(members.iter().map(|member| member.get())));
        found.extend(rows.all(db.connection()).await?.into_iter().map(Absent::from));
    }
    Ok(found)
}

/// The absent dependents whose employee stays, whether they are kept or not; those who are kept for a row that was set aside, or are listed
/// apart, are not among them.
///
/// # Errors
/// When the database does not answer.
pub async fn dependents_of_staying(db: &impl Db, file: CensusFileId) -> Result<Vec<MemberId>> {
    let leaves_by_row = Outcome::Terminate.number();
    let sql = format!(
        "select a.member_id from census_absent a join member d on d.id = a.member_id \
         where a.file_id = $1 and d.primary_member_id is not null and a.skipped_row is null and a.to_start = {no} and a.later_end = {no} \
         and not exists (select 1 from census_absent p where p.file_id = a.file_id and p.member_id = d.primary_member_id \
           and p.skipped = {no}) \
         and not exists (select 1 from census_match t where t.file_id = a.file_id and t.member_id = d.primary_member_id \
           and t.chosen = {yes} and t.outcome = {leaves_by_row}) \
         order by a.member_id",
        no = flag(db.engine(), false),
        yes = flag(db.engine(), true),
    );
    let statement = Statement::from_sql_and_values(db.connection().get_database_backend(), sql, [file.get().into()]);
    let rows = db.connection().query_all_raw(statement).await?;
    rows.into_iter().map(|row| Ok(MemberId(row.try_get("", "member_id")?))).collect()
}

const fn flag(engine: Engine, value: bool) -> &'static str {
    match (engine, value) {
        (Engine::Sqlite, false) => "0",
        (Engine::Sqlite, true) => "1",
        (Engine::Postgres, false) => "false",
        (Engine::Postgres, true) => "true",
    }
}

/// A page of the absent members whom the file would end, by their ids.
///
/// # Errors
/// When the database does not answer.
pub async fn page(db: &impl Db, file: CensusFileId, request: &PageRequest) -> Result<Page<Absent>> {
    list(db, file, Column::Skipped.eq(false), request).await
}

/// A page of the absent members who are kept, by their ids; those listed apart stand in [`apart_page`].
///
/// # Errors
/// When the database does not answer.
pub async fn kept_page(db: &impl Db, file: CensusFileId, request: &PageRequest) -> Result<Page<Absent>> {
    list(db, file, is_kept(None), request).await
}

/// A page of the absent members who are listed apart and stay, by their ids.
///
/// # Errors
/// When the database does not answer.
pub async fn apart_page(db: &impl Db, file: CensusFileId, apart: Apart, request: &PageRequest) -> Result<Page<Absent>> {
    list(db, file, is_kept(Some(apart)), request).await
}

/// Members that the file does not end: those listed apart for a reason, or the others.
fn is_kept(apart: Option<Apart>) -> Expr {
    let is_of_kind = match apart {
        Some(Apart::ToStart) => Column::ToStart.eq(true),
        Some(Apart::LaterEnd) => Column::LaterEnd.eq(true),
        None => is_apart().not(),
    };
    Column::Skipped.eq(true).and(is_of_kind)
}

fn is_apart() -> Expr {
    Column::ToStart.eq(true).or(Column::LaterEnd.eq(true))
}

async fn list(db: &impl Db, file: CensusFileId, which: Expr, request: &PageRequest) -> Result<Page<Absent>> {
    let of_file = || Entity::find().filter(Column::FileId.eq(file.get())).filter(which.clone());
    let ids = || of_file().select_only().column(Column::MemberId).into_query();
    let query = match request.term.trim() {
        "" => of_file(),
        term => of_file().filter(Column::MemberId.in_subquery(super::named::members(ids(), term))),
    };
    let page = paging::page::<Model>(db, query, request, &BY_MEMBER).await?;
    Ok(page.map(Into::into))
}

const BY_MEMBER: Sorts =
    Sorts { by: &[("EmployeeId", || vec![])], default: ("EmployeeId", false), id: || key(Column::MemberId) };

/// The absent members who are kept, but for those listed apart.
///
/// # Errors
/// When the database does not answer.
pub async fn kept(db: &impl Db, file: CensusFileId) -> Result<Vec<MemberId>> {
    let found: Vec<i64> = Entity::find()
        .select_only()
        .column(Column::MemberId)
        .filter(Column::FileId.eq(file.get()))
        .filter(is_kept(None))
        .into_tuple()
        .all(db.connection())
        .await?;
    Ok(found.into_iter().map(MemberId).collect())
}

/// Keeps absent members, or lets them be ended. `None` means all of the file but those listed apart: each of them is named.
///
/// # Errors
/// When the database refuses.
pub async fn set_kept(tx: &Tx, file: CensusFileId, members: Option<&[MemberId]>, kept: bool) -> Result<()> {
    let update =
        || Entity::update_many().col_expr(Column::Skipped, Expr::value(kept)).filter(Column::FileId.eq(file.get()));
    match members {
        None => {
            update().filter(is_apart().not()).exec(tx.connection()).await?;
        }
        Some(members) => {
            for ids in members.chunks(row_set::ROWS_A_STATEMENT) {
                let of_ids = update().filter(Column::MemberId.is_in(ids.iter().map(|id| id.get())));
                of_ids.exec(tx.connection()).await?;
            }
        }
    }
    Ok(())
}

/// How many members the file would end for being absent.
///
/// # Errors
/// When the database does not answer.
pub async fn count(db: &impl Db, file: CensusFileId) -> Result<u32> {
    number(db, file, Column::Skipped.eq(false)).await
}

/// How many absent members are listed apart for a reason and stay.
///
/// # Errors
/// When the database does not answer.
pub async fn count_apart(db: &impl Db, file: CensusFileId, apart: Apart) -> Result<u32> {
    number(db, file, is_kept(Some(apart))).await
}

/// How many absent members are ended on a person's word although they are still to start.
///
/// # Errors
/// When the database does not answer.
pub async fn count_to_start_ended(db: &impl Db, file: CensusFileId) -> Result<u32> {
    number(db, file, Column::Skipped.eq(false).and(Column::ToStart.eq(true))).await
}

async fn number(db: &impl Db, file: CensusFileId, which: Expr) -> Result<u32> {
    let query = Entity::find().filter(Column::FileId.eq(file.get())).filter(which).into_query();
    Ok(u32::try_from(paging::count(db, query).await?).unwrap_or(u32::MAX))
}
