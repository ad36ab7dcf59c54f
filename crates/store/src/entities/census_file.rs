//! Table `census_file`: an uploaded census file, or a group's part of one.

use sea_orm::entity::prelude::*;

use crate::database::guid::Guid;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "census_file")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub name: Guid,
    pub group_id: Option<i64>,
    pub parent_id: Option<i64>,
    pub is_multi_group: bool,
    pub original_file_name: String,
    pub stored_file_id: Option<i64>,
    pub status: i16,
    pub explicit_import: Option<bool>,
    pub global_effective_on: Option<Date>,
    pub uploaded_by: i64,
    pub by_administrator: bool,
    pub uploaded_at: DateTimeUtc,
    pub record_count: i32,
    pub error_count: i32,
    pub completed_tasks: i32,
    pub next_task: Option<i16>,
    pub guard_count: Option<i32>,
    pub guard_confirmed_by: Option<i64>,
    pub guard_confirmed_count: Option<i32>,
    pub inspection: i32,
    pub processed_at: Option<DateTimeUtc>,
    pub undone_at: Option<DateTimeUtc>,
    pub undo_state: Option<i16>,
    pub undo_total: Option<i32>,
    pub undo_done: Option<i32>,
    pub undo_kept: Option<i32>,
    pub running_until: Option<DateTimeUtc>,
    pub running_token: Option<String>,
    pub search_text: String,
    pub deleted_at: Option<DateTimeUtc>,
    pub version: i32,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
    pub updated_by: Option<i64>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {
    #[sea_orm(
        belongs_to = "super::employer_group::Entity",
        from = "Column::GroupId",
        to = "super::employer_group::Column::Id"
    )]
    Group,
    #[sea_orm(belongs_to = "Entity", from = "Column::ParentId", to = "Column::Id")]
    Parent,
    #[sea_orm(
        belongs_to = "super::stored_file::Entity",
        from = "Column::StoredFileId",
        to = "super::stored_file::Column::Id"
    )]
    StoredFile,
    #[sea_orm(
        belongs_to = "super::user_account::Entity",
        from = "Column::UploadedBy",
        to = "super::user_account::Column::Id"
    )]
    UploadedBy,
    #[sea_orm(
        belongs_to = "super::user_account::Entity",
        from = "Column::GuardConfirmedBy",
        to = "super::user_account::Column::Id"
    )]
    GuardConfirmedBy,
}

impl ActiveModelBehavior for ActiveModel {}
