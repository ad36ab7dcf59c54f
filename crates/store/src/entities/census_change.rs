//! Table `census_change`: what processing a file did to a member, and how to undo it. Append-only but for the
//! undoing.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "census_change")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub file_id: i64,
    pub row_number: Option<i32>,
    pub member_id: i64,
    pub kind: i16,
    pub before: Option<Json>,
    pub version_after: i32,
    pub status_change_id: Option<i64>,
    pub at: DateTimeUtc,
    pub undone_at: Option<DateTimeUtc>,
    pub undo_note: Option<i16>,
    pub undone_version: Option<i32>,
    pub stands_for: Option<i32>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {
    #[sea_orm(
        belongs_to = "super::census_file::Entity",
        from = "Column::FileId",
        to = "super::census_file::Column::Id"
    )]
    File,
    #[sea_orm(belongs_to = "super::member::Entity", from = "Column::MemberId", to = "super::member::Column::Id")]
    Member,
    #[sea_orm(
        belongs_to = "super::status_change::Entity",
        from = "Column::StatusChangeId",
        to = "super::status_change::Column::Id"
    )]
    StatusChange,
}

impl ActiveModelBehavior for ActiveModel {}
