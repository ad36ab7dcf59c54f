//! Table `census_absent`: a member whom an explicit import would end.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "census_absent")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub file_id: i64,
    #[sea_orm(primary_key, auto_increment = false)]
    pub member_id: i64,
    pub member_version: i32,
    pub skipped: bool,
    pub skipped_row: Option<i32>,
    pub to_start: bool,
    pub later_end: bool,
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
}

impl ActiveModelBehavior for ActiveModel {}
