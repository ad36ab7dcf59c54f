//! Table `census_question`: a question about a census file that a person answers before it is imported.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "census_question")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub file_id: i64,
    pub kind: i16,
    pub line: i64,
    pub first_line: i64,
    pub last_line: i64,
    pub rows: i32,
    pub out_of: i32,
    pub title: String,
    pub answer: Option<bool>,
    pub answered_by: Option<i64>,
    pub answered_at: Option<DateTimeUtc>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {
    #[sea_orm(
        belongs_to = "super::census_file::Entity",
        from = "Column::FileId",
        to = "super::census_file::Column::Id"
    )]
    File,
    #[sea_orm(
        belongs_to = "super::user_account::Entity",
        from = "Column::AnsweredBy",
        to = "super::user_account::Column::Id"
    )]
    AnsweredBy,
}

impl ActiveModelBehavior for ActiveModel {}
