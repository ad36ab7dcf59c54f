//! Table `census_mapping`: which field a heading means and in which order its values stand, remembered for the group or for all.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "census_mapping")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub group_id: Option<i64>,
    pub heading_key: String,
    pub field: String,
    pub value_order: Option<String>,
    pub used_at: DateTimeUtc,
    pub confirmed_by: Option<i64>,
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
        from = "Column::ConfirmedBy",
        to = "super::user_account::Column::Id"
    )]
    ConfirmedBy,
}

impl ActiveModelBehavior for ActiveModel {}
