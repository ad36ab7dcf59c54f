//! Table `census_bill_effect`: what a census file was foreseen to do to the next bills of its group.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "census_bill_effect")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub file_id: i64,
    pub inspection: i32,
    pub period_month: i32,
    pub before_cents: i64,
    pub after_cents: i64,
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
