//! Lists of census files.

use std::future::ready;

use chrono::{DateTime, Utc};
use domain::access::{Reach, Scope};
use domain::census::file::{FileStatus, Task, TaskState};
use domain::census::questions::QuestionKind;
use domain::groups::GroupStatus;
use domain::{CensusFileId, GroupId, Page, PageRequest, StoredFileId, UserId};
use sea_orm::sea_query::{Alias, Expr, ExprTrait, Func};
use sea_orm::{
    ColumnTrait, Condition, EntityTrait, FromQueryResult, JoinType, QueryFilter, QueryOrder, QuerySelect, QueryTrait,
    RelationTrait, Select,
};

use super::LIST;
use super::files::{CensusFile, FileGroup, Guard};
use super::undo::Undo;
use crate::database::paging::{self, Sorts, key, optional_key};
use crate::entities::census_file::{self, Column, Entity, Relation};
use crate::entities::{employer_group, list_count, stored_file, user_account};
use crate::{Db, Engine, Result, scope};

/// Which files are wanted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FileFilter {
    /// Those of these groups; of all when empty.
    pub groups: Vec<GroupId>,
    /// Those of these ids; whatever their id when `None`.
    pub ids: Option<Vec<CensusFileId>>,
    /// Those with unresolved errors.
    pub only_with_errors: bool,
    /// Those in one of these statuses; in any when empty.
    pub statuses: Vec<FileStatus>,
    /// Those that one of these users uploaded; those of all users when empty.
    pub uploaders: Vec<UserId>,
    /// Those that may be processed (rules.md#eligible-files).
    pub only_needing_attention: bool,
    /// Those uploaded from the first instant, and before the second.
    pub uploaded: (Option<DateTime<Utc>>, Option<DateTime<Utc>>),
}

const SORTS: Sorts = Sorts {
    by: &[
        ("UploadDate", || vec![key(Column::UploadedAt)]),
        ("File", || vec![key(Column::Name)]),
        ("Name", || vec![key(Column::Name)]),
        ("OriginalFileName", || vec![key(Column::OriginalFileName)]),
        ("EmployerGroup", || vec![optional_key(group(employer_group::Column::SearchText))]),
        ("Status", || vec![key(Column::Status)]),
        ("UploadedBy", || vec![optional_key(user(user_account::Column::SearchText))]),
        ("Id", || vec![]),
    ],
    default: ("UploadDate", true),
    id: || key(Column::Id),
};

/// A page of undeleted files in scope; the term looks at number, file name, group and uploader.
///
/// # Errors
/// When the database does not answer.
pub async fn search(
    db: &impl Db,
    scope: Scope,
    filter: &FileFilter,
    request: &PageRequest,
) -> Result<Page<CensusFile>> {
    let searched = [
        Expr::col((Entity, Column::SearchText)),
        Expr::from(Func::coalesce([group(employer_group::Column::SearchText), Expr::val("")])),
        user(user_account::Column::SearchText),
    ];
    let query = narrowed(with_names(), filter, db.engine())
        .filter(Column::DeletedAt.is_null())
        .filter(scope::census_files(scope))
        .filter(paging::matching(searched, &request.term));
    let page = match counted(db, scope, filter, request).await? {
        Some(total) => paging::page_of::<Found>(db, query.into_query(), request, &SORTS, ready(Ok(total))).await?,
        None => paging::page::<Found>(db, query, request, &SORTS).await?,
    };
    Ok(page.map(Into::into))
}

/// The users who uploaded undeleted files in scope, of one group where it is given, by last and first name.
///
/// # Errors
/// When the database does not answer.
pub async fn uploaders(db: &impl Db, scope: Scope, group: Option<GroupId>) -> Result<Vec<(UserId, String)>> {
    let of_files = Entity::find()
        .select_only()
        .column(Column::UploadedBy)
        .filter(Column::DeletedAt.is_null())
        .filter(scope::census_files(scope))
        .filter(Condition::all().add_option(group.map(|group| Column::GroupId.eq(group.get()))));
    let rows: Vec<(i64, String, String)> = user_account::Entity::find()
        .select_only()
        .columns([user_account::Column::Id, user_account::Column::FirstName, user_account::Column::LastName])
        .filter(user_account::Column::Id.in_subquery(of_files.into_query()))
        .order_by_asc(user_account::Column::LastName)
        .order_by_asc(user_account::Column::FirstName)
        .order_by_asc(user_account::Column::Id)
        .into_tuple()
        .all(db.connection())
        .await?;
    Ok(rows.into_iter().map(|(id, first, last)| (UserId(id), format!("{first} {last}"))).collect())
}

/// The size of a list that is not narrowed, from the maintained counter (rules.md#counters).
async fn counted(db: &impl Db, scope: Scope, filter: &FileFilter, request: &PageRequest) -> Result<Option<u64>> {
    let is_narrowed = filter.only_with_errors
        || filter.only_needing_attention
        || filter.ids.is_some()
        || !filter.statuses.is_empty()
        || !filter.uploaders.is_empty()
        || filter.uploaded != (None, None);
    if is_narrowed || !request.term.trim().is_empty() || scope.reach() != Reach::Everything {
        return Ok(None);
    }
    let mut query = list_count::Entity::find()
        .select_only()
        .expr_as(Func::sum(Expr::col(list_count::Column::N)).cast_as(Alias::new("bigint")), "n")
        .filter(list_count::Column::List.eq(LIST));
    if !filter.groups.is_empty() {
        query = query.filter(list_count::Column::GroupId.is_in(filter.groups.iter().map(|group| group.get())));
    }
    let single: Option<Option<i64>> = query.into_tuple().one(db.connection()).await?;
    let several = if filter.groups.is_empty() {
        let query = Entity::find().filter(Column::DeletedAt.is_null()).filter(Column::GroupId.is_null());
        paging::count(db, query.into_query()).await?
    } else {
        0
    };
    Ok(Some(single.flatten().unwrap_or(0).unsigned_abs() + several))
}

fn narrowed(mut query: Select<Entity>, filter: &FileFilter, engine: Engine) -> Select<Entity> {
    if !filter.groups.is_empty() {
        query = query.filter(Column::GroupId.is_in(filter.groups.iter().map(|group| group.get())));
    }
    if let Some(ids) = &filter.ids {
        query = query.filter(Column::Id.is_in(ids.iter().map(|id| id.get())));
    }
    if !filter.statuses.is_empty() {
        query = query.filter(Column::Status.is_in(filter.statuses.iter().map(|status| status.number())));
    }
    if !filter.uploaders.is_empty() {
        query = query.filter(Column::UploadedBy.is_in(filter.uploaders.iter().map(|user| user.get())));
    }
    if let Some(from) = filter.uploaded.0 {
        query = query.filter(Column::UploadedAt.gte(from));
    }
    if let Some(before) = filter.uploaded.1 {
        query = query.filter(Column::UploadedAt.lt(before));
    }
    if filter.only_with_errors {
        let wrong = [FileStatus::Errors, FileStatus::Failed].map(FileStatus::number);
        query = query.filter(Column::Status.is_in(wrong));
    }
    if filter.only_needing_attention {
        let resting = [FileStatus::Uploaded, FileStatus::NeedsAttention, FileStatus::Failed].map(FileStatus::number);
        query = query
            .filter(Column::IsMultiGroup.eq(false))
            .filter(Column::Status.is_in(resting))
            .filter(Column::NextTask.is_not_null())
            .filter(Column::ErrorCount.eq(0))
            .filter(Column::UndoState.is_null())
            .filter(group(employer_group::Column::Status).eq(GroupStatus::Active.number()))
            .filter(Expr::cust(is_held(engine)).not());
    }
    query
}

/// Whether an inspected file waits until the number of its endings is confirmed, or until a question is answered
/// (rules.md#mass-termination-guard).
pub(crate) fn is_held(engine: Engine) -> String {
    let must_be_confirmed = match engine {
        Engine::Sqlite => "json_extract(t.summary, '$.MustBeConfirmed') = 1",
        Engine::Postgres => "t.summary->>'MustBeConfirmed' = 'true'",
    };
    let confirmation = format!(
        "(coalesce(census_file.guard_confirmed_count, -1) <> coalesce(census_file.guard_count, -1) \
         and exists (select 1 from census_task t where t.file_id = census_file.id and t.task = {inspected} \
         and t.state = {done} and {must_be_confirmed}))",
        inspected = Task::InspectData.number(),
        done = TaskState::Done.number(),
    );
    let questions = format!(
        "exists (select 1 from census_task t, census_question q where t.file_id = census_file.id and t.task = {inspected} \
         and t.state = {done} and q.file_id = census_file.id and ((q.kind in ({section}, {leaving}) and q.answer is null) \
         or (q.kind in ({few_named}, {rewritten}, {employees}) and q.answer is not true) \
         or (q.kind = {new_ids} and q.out_of > 0 and q.answer is not true) \
         or (((q.kind in ({left_out}, {of_whole}) and q.answer is not true) or (q.kind = {employees_only} and q.answer is null)) \
         and census_file.by_administrator and coalesce(census_file.explicit_import, employer_group.explicit_import))))",
        inspected = Task::InspectData.number(),
        done = TaskState::Done.number(),
        section = QuestionKind::Section.number(),
        leaving = QuestionKind::Leaving.number(),
        few_named = QuestionKind::FewNamed.number(),
        rewritten = QuestionKind::Rewritten.number(),
        employees = QuestionKind::Employees.number(),
        new_ids = QuestionKind::NewIds.number(),
        left_out = QuestionKind::LeftOut.number(),
        of_whole = QuestionKind::LeftOutOfWhole.number(),
        employees_only = QuestionKind::EmployeesOnly.number(),
    );
    format!("({confirmation} or {questions})")
}

/// Files with the names of their groups and uploaders.
pub(super) fn with_names() -> Select<Entity> {
    Entity::find()
        .join(JoinType::LeftJoin, Relation::Group.def())
        .join(JoinType::InnerJoin, Relation::UploadedBy.def())
        .join(JoinType::LeftJoin, Relation::StoredFile.def())
        .expr_as(Expr::col((stored_file::Entity, stored_file::Column::Size)), "size")
        .expr_as(group(employer_group::Column::Name), "group_name")
        .expr_as(group(employer_group::Column::GroupCode), "group_code")
        .expr_as(group(employer_group::Column::Status), "group_status")
        .expr_as(group(employer_group::Column::ExplicitImport), "group_explicit_import")
        .expr_as(group(employer_group::Column::EnableInvoiceAccess), "group_enable_invoice_access")
        .expr_as(is_seen(), "is_seen")
        .expr_as(user(user_account::Column::FirstName), "first_name")
        .expr_as(user(user_account::Column::LastName), "last_name")
}

/// Whether a person has looked at what the last inspection of the file has found.
fn is_seen() -> Expr {
    Expr::cust(
        "exists (select 1 from census_seen s where s.file_id = census_file.id and s.inspection = census_file.inspection)",
    )
}

fn group(column: employer_group::Column) -> Expr {
    Expr::col((employer_group::Entity, column))
}

fn user(column: user_account::Column) -> Expr {
    Expr::col((user_account::Entity, column))
}

/// A file as it comes from the database.
#[derive(FromQueryResult)]
pub(super) struct Found {
    #[sea_orm(nested)]
    file: census_file::Model,
    size: Option<i64>,
    group_name: Option<String>,
    group_code: Option<String>,
    group_status: Option<i16>,
    group_explicit_import: Option<bool>,
    group_enable_invoice_access: Option<bool>,
    is_seen: bool,
    first_name: String,
    last_name: String,
}

impl Found {
    fn group(&self) -> Option<FileGroup> {
        Some(FileGroup {
            id: GroupId(self.file.group_id?),
            name: self.group_name.clone()?,
            code: self.group_code.clone()?,
            status: GroupStatus::from_number(self.group_status?.into()).unwrap_or_default(),
            explicit_import: self.group_explicit_import?,
            enable_invoice_access: self.group_enable_invoice_access?,
        })
    }
}

impl From<Found> for CensusFile {
    fn from(found: Found) -> Self {
        let group = found.group();
        let row = found.file;
        let undo = Undo::of(&row);
        let guard = Guard {
            count: row.guard_count.map(i32::unsigned_abs),
            confirmed_by: row.guard_confirmed_by.map(UserId),
            confirmed_count: row.guard_confirmed_count.map(i32::unsigned_abs),
        };
        Self {
            id: CensusFileId(row.id),
            name: row.name.0,
            group,
            parent: row.parent_id.map(CensusFileId),
            is_multi_group: row.is_multi_group,
            original_file_name: row.original_file_name,
            // Only a deleted file has none, and none of those comes here.
            stored_file: StoredFileId(row.stored_file_id.unwrap_or_default()),
            size: found.size.unwrap_or_default().unsigned_abs(),
            status: FileStatus::from_number(row.status).unwrap_or(FileStatus::Uploaded),
            explicit_import: row.explicit_import,
            global_effective_on: row.global_effective_on,
            uploaded_by: UserId(row.uploaded_by),
            uploader: format!("{} {}", found.first_name, found.last_name),
            by_administrator: row.by_administrator,
            uploaded_at: row.uploaded_at,
            record_count: row.record_count.unsigned_abs(),
            error_count: row.error_count.unsigned_abs(),
            next_task: row.next_task.and_then(Task::from_number),
            guard,
            inspection: row.inspection.unsigned_abs(),
            is_seen: found.is_seen,
            processed_at: row.processed_at,
            undone_at: row.undone_at,
            undo,
            version: row.version,
        }
    }
}
