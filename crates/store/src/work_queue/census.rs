//! Census files that need a person.

use domain::GroupId;
use domain::access::Scope;
use domain::census::file::{FileStatus, Task};
use domain::work_queue::{Item, Record, Work};
use sea_orm::sea_query::Expr;
use sea_orm::{
    ColumnTrait, EntityTrait, JoinType, QueryFilter, QueryOrder, QuerySelect, QueryTrait, RelationTrait, Select,
};

use super::{Asking, Tally, Window, counted};
use crate::census::listing::is_held;
use crate::entities::census_file::{Column, Entity, Relation};
use crate::entities::employer_group;
use crate::{Db, Result, scope};

/// Why a file needs a person.
#[derive(Debug, Clone, Copy)]
pub(super) enum Standing {
    /// It has errors, or its task failed.
    Errors,
    /// Its next task waits.
    Waiting,
}

impl Standing {
    fn statuses(self) -> [FileStatus; 2] {
        match self {
            Self::Errors => [FileStatus::Errors, FileStatus::Failed],
            Self::Waiting => [FileStatus::Uploaded, FileStatus::NeedsAttention],
        }
    }
}

/// The condition of the index, word for word: an engine uses it only then.
const UNFINISHED: &str = "census_file.deleted_at is null and census_file.status <> 5";

fn files(scope: Scope, standing: Standing, asking: &Asking) -> Select<Entity> {
    let files = Entity::find()
        .filter(Expr::cust(UNFINISHED))
        .filter(Column::Status.is_in(standing.statuses().map(FileStatus::number)))
        .filter(Column::UndoState.is_null())
        .filter(scope::census_files(scope));
    match asking.only.groups(Column::GroupId) {
        Some(its) => files.filter(its),
        None => files,
    }
}

pub(super) async fn tally(db: &impl Db, scope: Scope, standing: Standing, asking: &Asking) -> Result<Tally> {
    counted(db, files(scope, standing, asking).into_query(), None).await
}

pub(super) async fn items(
    db: &impl Db,
    scope: Scope,
    standing: Standing,
    asking: &Asking,
    window: Window,
) -> Result<Vec<Item>> {
    type Row = (i64, Option<i64>, String, i16, i32, Option<i16>, Option<String>, i16);
    let held = format!("case when {} then 1 else 0 end", is_held(db.engine()));
    let rows: Vec<Row> = files(scope, standing, asking)
        .join(JoinType::LeftJoin, Relation::Group.def())
        .select_only()
        .columns([
            Column::Id,
            Column::GroupId,
            Column::OriginalFileName,
            Column::Status,
            Column::ErrorCount,
            Column::NextTask,
        ])
        .expr_as(Expr::col((employer_group::Entity, employer_group::Column::Name)), "group_name")
        .expr_as(Expr::cust(format!("cast({held} as smallint)")), "held")
        .order_by_desc(Column::UploadedAt)
        .order_by_desc(Column::Id)
        .offset(window.offset)
        .limit(window.limit)
        .into_tuple()
        .all(db.connection())
        .await?;
    let item = |(id, group, file_name, status, errors, next_task, group_name, held): Row| Item {
        record: Record::CensusFile,
        id,
        group: group.map(GroupId).zip(group_name),
        amount: None,
        due_on: None,
        work: match standing {
            Standing::Errors => Work::FixFile {
                file_name,
                errors: errors.unsigned_abs(),
                has_failed: status == FileStatus::Failed.number(),
                task: next_task.and_then(Task::from_number),
            },
            Standing::Waiting => {
                let next_task = next_task.and_then(Task::from_number);
                Work::GoOn { file_name, next_task, is_held: held == 1 }
            }
        },
    };
    Ok(rows.into_iter().map(item).collect())
}
