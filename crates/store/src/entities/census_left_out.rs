//! Table `census_left_out`: a line of a census file that was left out, or that a person has made a row.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "census_left_out")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub file_id: i64,
    #[sea_orm(primary_key, auto_increment = false)]
    pub line: i64,
    pub spans: i32,
    pub reason: i16,
    pub cells: String,
    pub has_name: bool,
    pub row_number: Option<i32>,
    pub made_by: Option<i64>,
    pub made_at: Option<DateTimeUtc>,
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
        from = "Column::MadeBy",
        to = "super::user_account::Column::Id"
    )]
    MadeBy,
}

impl ActiveModelBehavior for ActiveModel {}
