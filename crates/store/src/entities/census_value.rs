//! Table `census_value`: a word of a group's files, and what a person has put in its place for the next ones.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "census_value")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub group_id: i64,
    #[sea_orm(primary_key, auto_increment = false)]
    pub field: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub value_key: String,
    pub replacement: String,
    pub decided_by: i64,
    pub decided_at: DateTimeUtc,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {
    #[sea_orm(
        belongs_to = "super::employer_group::Entity",
        from = "Column::GroupId",
        to = "super::employer_group::Column::Id"
    )]
    Group,
    #[sea_orm(
        belongs_to = "super::user_account::Entity",
        from = "Column::DecidedBy",
        to = "super::user_account::Column::Id"
    )]
    DecidedBy,
}

impl ActiveModelBehavior for ActiveModel {}
