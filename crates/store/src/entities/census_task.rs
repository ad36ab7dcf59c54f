//! Table `census_task`: a task of a census file and how far it is.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "census_task")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub file_id: i64,
    pub task: i16,
    pub state: i16,
    pub completed_at: Option<DateTimeUtc>,
    pub total: i32,
    pub with_errors: i32,
    pub matched: i32,
    pub unmatched: i32,
    pub done: i32,
    pub summary: Option<Json>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {
    #[sea_orm(
        belongs_to = "super::census_file::Entity",
        from = "Column::FileId",
        to = "super::census_file::Column::Id"
    )]
    File,
}

impl ActiveModelBehavior for ActiveModel {}
