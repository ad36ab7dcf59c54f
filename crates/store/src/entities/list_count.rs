//! Table `list_count`: how many rows a group has in a list that is never counted row by row. Derived.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "list_count")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub list: i16,
    #[sea_orm(primary_key, auto_increment = false)]
    pub group_id: i64,
    pub n: i32,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {
    #[sea_orm(
        belongs_to = "super::employer_group::Entity",
        from = "Column::GroupId",
        to = "super::employer_group::Column::Id"
    )]
    Group,
}

impl ActiveModelBehavior for ActiveModel {}
