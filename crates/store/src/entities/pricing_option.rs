//! Table `pricing_option`: a named rate of a group.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "pricing_option")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub group_id: i64,
    pub name: String,
    pub name_key: String,
    pub rate_cents: i64,
    pub is_archived: bool,
    pub version: i32,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
    pub updated_by: Option<i64>,
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
