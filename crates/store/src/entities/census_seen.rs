//! Table `census_seen`: an inspection of a census file whose changes a person has looked at.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "census_seen")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub file_id: i64,
    #[sea_orm(primary_key, auto_increment = false)]
    pub inspection: i32,
    #[sea_orm(primary_key, auto_increment = false)]
    pub seen_by: i64,
    pub seen_at: DateTimeUtc,
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
        from = "Column::SeenBy",
        to = "super::user_account::Column::Id"
    )]
    SeenBy,
}

impl ActiveModelBehavior for ActiveModel {}
