//! One census file: found, made, changed, held by the run of a task, deleted. Lists stand in [`super::listing`].

use std::collections::BTreeSet;

use chrono::{DateTime, NaiveDate, Utc};
use domain::access::Scope;
use domain::census::file::{FileStatus, Task};
use domain::census::progress::Progress;
use domain::groups::GroupStatus;
use domain::text::fold;
use domain::{CensusFileId, GroupId, StoredFileId, UserId};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, ExprTrait, OnConflict};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait};
use uuid::Uuid;

use super::undo::Undo;
use super::{LIST, issues, layouts, listing, tasks};
use crate::database::connection::sealed::Connected;
use crate::database::guid::Guid;
use crate::database::{paging, versioned};
use crate::entities::census_file::{ActiveModel, Column, Entity};
use crate::entities::list_count;
use crate::{Db, Error, Result, Stamp, Tx, scope, stored_files};

/// A census file as stored, with the names its screens show.
#[derive(Debug, Clone, PartialEq)]
pub struct CensusFile {
    /// Its id.
    pub id: CensusFileId,
    /// Its name; people see the first 8 characters as its number.
    pub name: Uuid,
    /// Its group; `None` for a file of several groups.
    pub group: Option<FileGroup>,
    /// The file of several groups that it was split off.
    pub parent: Option<CensusFileId>,
    /// Whether it holds several groups.
    pub is_multi_group: bool,
    /// What the file was called when it was uploaded.
    pub original_file_name: String,
    /// Its content.
    pub stored_file: StoredFileId,
    /// How many bytes that is.
    pub size: u64,
    /// Where it stands; derived from its tasks.
    pub status: FileStatus,
    /// Whether absent members are ended; `None` leaves it to the group (rules.md#explicit-import).
    pub explicit_import: Option<bool>,
    /// The day on which it takes effect; `None` leaves it to the rule (rules.md#effective-date-of-a-file).
    pub global_effective_on: Option<NaiveDate>,
    /// Who uploaded it.
    pub uploaded_by: UserId,
    /// The uploader's name.
    pub uploader: String,
    /// Whether the uploader was an administrator.
    pub by_administrator: bool,
    /// When it was uploaded.
    pub uploaded_at: DateTime<Utc>,
    /// Its records, once they have been counted.
    pub record_count: u32,
    /// Unresolved errors: records with one, and those of the whole file.
    pub error_count: u32,
    /// The next task; derived.
    pub next_task: Option<Task>,
    /// The mass-termination guard (rules.md#mass-termination-guard).
    pub guard: Guard,
    /// The number of its last inspection; every decision about the file asks for another one.
    pub inspection: u32,
    /// Whether a person has looked at what that one has found.
    pub is_seen: bool,
    /// When its import was done.
    pub processed_at: Option<DateTime<Utc>>,
    /// When its import was undone.
    pub undone_at: Option<DateTime<Utc>>,
    /// How far the undoing of its import is; `None` when nobody has asked for it.
    pub undo: Option<Undo>,
    /// Raised by every save (rules.md#stale-save).
    pub version: i32,
}

/// The group of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileGroup {
    /// Its id.
    pub id: GroupId,
    /// Its name.
    pub name: String,
    /// Its `GroupId`.
    pub code: String,
    /// Whether it is served.
    pub status: GroupStatus,
    /// Whether a file of it ends absent members unless the file says otherwise.
    pub explicit_import: bool,
    /// Whether others than administrators see its invoices.
    pub enable_invoice_access: bool,
}

/// How many members an explicit import would end, and who has confirmed which number.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Guard {
    /// How many members the file would end, once the inspection has counted them.
    pub count: Option<u32>,
    /// The administrator who confirmed.
    pub confirmed_by: Option<UserId>,
    /// The number that was confirmed.
    pub confirmed_count: Option<u32>,
}

impl CensusFile {
    /// Its group.
    ///
    /// # Errors
    /// [`Error::NotFound`] for a file of several groups.
    pub fn group_id(&self) -> Result<GroupId> {
        self.group.as_ref().map(|group| group.id).ok_or(Error::NotFound)
    }
}

/// A file to be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewFile {
    /// Its name.
    pub name: Uuid,
    /// Its group; `None` for a file of several groups.
    pub group: Option<GroupId>,
    /// The file of several groups that it is split off.
    pub parent: Option<CensusFileId>,
    /// Its content.
    pub content: NewContent,
    /// Its settings.
    pub settings: Settings,
    /// Who uploads it.
    pub uploaded_by: UserId,
}

/// The content of an upload.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewContent {
    /// What the file is called.
    pub original_file_name: String,
    /// Where its content lies.
    pub stored_file: StoredFileId,
    /// Whether the uploader is an administrator.
    pub by_administrator: bool,
}

/// What a person may set about a file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Settings {
    /// Whether absent members are ended; `None` leaves it to the group.
    pub explicit_import: Option<bool>,
    /// The day on which it takes effect.
    pub global_effective_on: Option<NaiveDate>,
}

/// One undeleted file.
///
/// # Errors
/// [`Error::NotFound`] when there is none of this id in scope.
pub async fn find(db: &impl Db, scope: Scope, id: CensusFileId) -> Result<CensusFile> {
    let found = listing::with_names()
        .filter(Column::Id.eq(id.get()))
        .filter(Column::DeletedAt.is_null())
        .filter(scope::census_files(scope))
        .into_model::<listing::Found>()
        .one(db.connection())
        .await?;
    found.map(Into::into).ok_or(Error::NotFound)
}

/// Makes sure that there are undeleted files of all these ids in scope.
///
/// # Errors
/// [`Error::NotFound`] when there is none of one of the ids.
pub async fn require(db: &impl Db, scope: Scope, ids: &[CensusFileId]) -> Result<()> {
    let wanted: BTreeSet<i64> = ids.iter().map(|id| id.get()).collect();
    let n = wanted.len() as u64;
    let query = listing::with_names()
        .filter(Column::Id.is_in(wanted))
        .filter(Column::DeletedAt.is_null())
        .filter(scope::census_files(scope));
    if paging::count(db, query.into_query()).await? == n { Ok(()) } else { Err(Error::NotFound) }
}

/// Waits until nobody else changes the file, and keeps others waiting until the transaction ends; then the file as it is now.
///
/// # Errors
/// As [`find`].
pub async fn lock(tx: &Tx, scope: Scope, id: CensusFileId) -> Result<CensusFile> {
    let row = Entity::find_by_id(id.get()).select_only().column(Column::Id).lock_exclusive();
    row.into_tuple::<i64>().one(tx.connection()).await?.ok_or(Error::NotFound)?;
    find(tx, scope, id).await
}

/// Makes a file with its tasks.
///
/// # Errors
/// When the database refuses.
pub async fn insert(tx: &Tx, file: &NewFile, stamp: Stamp) -> Result<CensusFileId> {
    let row = ActiveModel {
        name: Set(Guid(file.name)),
        group_id: Set(file.group.map(GroupId::get)),
        parent_id: Set(file.parent.map(CensusFileId::get)),
        is_multi_group: Set(file.group.is_none()),
        status: Set(FileStatus::Uploaded.number()),
        uploaded_by: Set(file.uploaded_by.get()),
        uploaded_at: Set(stamp.at),
        created_at: Set(stamp.at),
        updated_at: Set(stamp.at),
        updated_by: Set(stamp.user()),
        ..content_columns(file.name, &file.content, file.settings)
    };
    let id = CensusFileId(Entity::insert(row).exec(tx.connection()).await?.last_insert_id);
    tasks::insert(tx, id, file.group.is_none()).await?;
    count(tx, file.group, 1).await?;
    Ok(id)
}

/// Replaces the content of a file: the name and who uploaded it first stay (rules.md#new-content).
///
/// # Errors
/// When the database refuses.
pub async fn replace(
    tx: &Tx,
    id: CensusFileId,
    name: Uuid,
    content: &NewContent,
    settings: Settings,
    stamp: Stamp,
) -> Result<()> {
    let row = ActiveModel {
        guard_count: Set(None),
        guard_confirmed_by: Set(None),
        guard_confirmed_count: Set(None),
        ..content_columns(name, content, settings)
    };
    versioned::update::<Entity>(tx, id.get(), None, row, stamp).await?;
    Ok(())
}

/// Saves what a person may set.
///
/// # Errors
/// [`Error::Stale`] when `version` is given and not the stored one.
pub async fn update(tx: &Tx, id: CensusFileId, version: Option<i32>, settings: Settings, stamp: Stamp) -> Result<()> {
    versioned::update::<Entity>(tx, id.get(), version, settings_columns(settings), stamp).await?;
    Ok(())
}

/// Notes how many members an explicit import would end; an earlier confirmation no longer counts.
///
/// # Errors
/// When the database refuses.
pub async fn set_guard(tx: &Tx, id: CensusFileId, guard: Guard) -> Result<()> {
    let whole = |n: Option<u32>| n.map(|n| i32::try_from(n).unwrap_or(i32::MAX));
    let row = ActiveModel {
        guard_count: Set(whole(guard.count)),
        guard_confirmed_by: Set(guard.confirmed_by.map(UserId::get)),
        guard_confirmed_count: Set(whole(guard.confirmed_count)),
        ..Default::default()
    };
    write(tx, id, row).await
}

/// Notes another inspection: what it has found was not looked at yet.
///
/// # Errors
/// When the database refuses.
pub async fn count_inspection(tx: &Tx, id: CensusFileId) -> Result<()> {
    let next = Expr::col(Column::Inspection).add(1);
    Entity::update_many()
        .col_expr(Column::Inspection, next)
        .filter(Column::Id.eq(id.get()))
        .exec(tx.connection())
        .await?;
    Ok(())
}

/// Notes that the import is done.
///
/// # Errors
/// When the database refuses.
pub async fn set_processed(tx: &Tx, id: CensusFileId, at: DateTime<Utc>) -> Result<()> {
    write(tx, id, ActiveModel { processed_at: Set(Some(at)), ..Default::default() }).await
}

/// The undeleted files that were imported last for a group, of those uploaded before this one: at most so many, the newest first.
///
/// # Errors
/// When the database does not answer.
pub async fn imported_before(
    db: &impl Db,
    group: GroupId,
    id: CensusFileId,
    at_most: u64,
) -> Result<Vec<CensusFileId>> {
    let earlier = Entity::find()
        .select_only()
        .column(Column::Id)
        .filter(Column::GroupId.eq(group.get()))
        .filter(Column::Id.lt(id.get()))
        .filter(Column::ProcessedAt.is_not_null())
        .filter(Column::DeletedAt.is_null())
        .order_by_desc(Column::ProcessedAt)
        .limit(at_most);
    let found: Vec<i64> = earlier.into_tuple().all(db.connection()).await?;
    Ok(found.into_iter().map(CensusFileId).collect())
}

/// Deletes a file: it is shown nowhere any more and its content may go, what it did to members stays.
///
/// # Errors
/// When the database refuses.
pub async fn delete(tx: &Tx, file: &CensusFile, stamp: Stamp) -> Result<()> {
    let row = ActiveModel { deleted_at: Set(Some(stamp.at)), stored_file_id: Set(None), ..Default::default() };
    versioned::update::<Entity>(tx, file.id.get(), None, row, stamp).await?;
    stored_files::delete_after(tx, file.stored_file, stamp.at).await?;
    layouts::remove(tx, file.id).await?;
    count(tx, file.group.as_ref().map(|group| group.id), -1).await
}

/// Derives a file's status, next task and counts from its tasks and issues; call it in every transaction that changes those.
/// Gives how far the file is now.
///
/// # Errors
/// When the database refuses.
pub async fn settle(tx: &Tx, id: CensusFileId) -> Result<Progress> {
    let tasks = tasks::of_file(tx, id).await?;
    let progress = tasks::progress(tasks.iter().any(|row| row.task == Task::MapMultiGroup), &tasks);
    let records = tasks.iter().map(|row| row.counts.total).max().unwrap_or(0);
    let wrong_rows: u32 = tasks.iter().map(|row| row.counts.with_errors).sum();
    let errors = wrong_rows.saturating_add(issues::errors_of_file(tx, id, None).await?);
    let whole = |n: u32| i32::try_from(n).unwrap_or(i32::MAX);
    let row = ActiveModel {
        status: Set(progress.status().number()),
        completed_tasks: Set(i32::try_from(progress.completed()).unwrap_or(i32::MAX)),
        next_task: Set(progress.next().map(Task::number)),
        record_count: Set(whole(records)),
        error_count: Set(whole(errors)),
        ..Default::default()
    };
    write(tx, id, row).await?;
    Ok(progress)
}

/// Takes the file for a run, from whatever run held it: that one can write no more.
///
/// # Errors
/// When the database refuses.
pub async fn take(tx: &Tx, id: CensusFileId, token: &str, until: DateTime<Utc>) -> Result<()> {
    let row = ActiveModel {
        running_token: Set(Some(token.to_owned())),
        running_until: Set(Some(until)),
        ..Default::default()
    };
    write(tx, id, row).await
}

/// Makes sure that the run still holds the file, and keeps every other one from taking it until the transaction ends.
///
/// # Errors
/// [`Error::LeaseLost`] when another run has taken the file.
pub async fn hold(tx: &Tx, id: CensusFileId, token: &str, until: DateTime<Utc>) -> Result<()> {
    let held = Entity::update_many()
        .set(ActiveModel { running_until: Set(Some(until)), ..Default::default() })
        .filter(Column::Id.eq(id.get()))
        .filter(Column::RunningToken.eq(token))
        .exec(tx.connection())
        .await?;
    if held.rows_affected == 0 { Err(Error::LeaseLost) } else { Ok(()) }
}

/// Gives the file back.
///
/// # Errors
/// When the database refuses.
pub async fn release(tx: &Tx, id: CensusFileId) -> Result<()> {
    let row = ActiveModel { running_token: Set(None), running_until: Set(None), ..Default::default() };
    write(tx, id, row).await
}

/// A file that was split off a file of several groups.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Child {
    /// The file.
    pub id: CensusFileId,
    /// Its group.
    pub group: GroupId,
    /// Whether its import is done; of each group, all but one are.
    pub is_processed: bool,
    /// Whether its import was undone, or is to be.
    pub is_undone: bool,
}

type ChildRow = (i64, i64, Option<DateTime<Utc>>, Option<i16>);

/// The undeleted files that were split off a file of several groups, oldest first.
///
/// # Errors
/// When the database does not answer.
pub async fn children(db: &impl Db, parent: CensusFileId) -> Result<Vec<Child>> {
    let rows: Vec<ChildRow> = Entity::find()
        .select_only()
        .columns([Column::Id, Column::GroupId, Column::ProcessedAt, Column::UndoState])
        .filter(Column::ParentId.eq(parent.get()))
        .filter(Column::GroupId.is_not_null())
        .filter(Column::DeletedAt.is_null())
        .order_by_asc(Column::Id)
        .into_tuple()
        .all(db.connection())
        .await?;
    let child = |(id, group, processed, undo): ChildRow| Child {
        id: CensusFileId(id),
        group: GroupId(group),
        is_processed: processed.is_some(),
        is_undone: undo.is_some(),
    };
    Ok(rows.into_iter().map(child).collect())
}

pub(super) async fn write(tx: &Tx, id: CensusFileId, row: ActiveModel) -> Result<()> {
    let written = Entity::update_many().set(row).filter(Column::Id.eq(id.get())).exec(tx.connection()).await?;
    if written.rows_affected == 0 { Err(Error::NotFound) } else { Ok(()) }
}

fn content_columns(name: Uuid, content: &NewContent, settings: Settings) -> ActiveModel {
    ActiveModel {
        original_file_name: Set(content.original_file_name.clone()),
        stored_file_id: Set(Some(content.stored_file.get())),
        by_administrator: Set(content.by_administrator),
        search_text: Set(fold(&format!("{name} {}", content.original_file_name))),
        ..settings_columns(settings)
    }
}

fn settings_columns(settings: Settings) -> ActiveModel {
    ActiveModel {
        explicit_import: Set(settings.explicit_import),
        global_effective_on: Set(settings.global_effective_on),
        ..Default::default()
    }
}

/// Adds to the counter of the group's files. Files of several groups are few and counted as they stand.
async fn count(tx: &Tx, group: Option<GroupId>, n: i32) -> Result<()> {
    use list_count::Column::{GroupId as Group, List, N};
    let Some(group) = group else { return Ok(()) };
    let row = list_count::ActiveModel { list: Set(LIST), group_id: Set(group.get()), n: Set(n) };
    let more = OnConflict::columns([List, Group]).value(N, Expr::col((list_count::Entity, N)).add(n)).to_owned();
    list_count::Entity::insert(row).on_conflict(more).exec_without_returning(tx.connection()).await?;
    Ok(())
}
