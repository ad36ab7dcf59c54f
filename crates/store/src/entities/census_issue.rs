//! Table `census_issue`: what is wrong with a row or a file.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "census_issue")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub file_id: i64,
    pub task: i16,
    pub row_number: Option<i32>,
    pub field: Option<String>,
    pub kind: i16,
    pub severity: i16,
    pub value: Option<String>,
    pub message: String,
    pub resolved_at: Option<DateTimeUtc>,
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
