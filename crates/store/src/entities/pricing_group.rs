//! Table `pricing_group`: a coded set of members with one pricing option; one of a group's is the default.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "pricing_group")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub group_id: i64,
    pub pricing_option_id: i64,
    pub name: String,
    pub name_key: String,
    pub code: String,
    pub is_default: bool,
    pub implicit_dependent_pricing: bool,
    pub primary_match_threshold: f64,
    pub dependent_match_threshold: f64,
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
    #[sea_orm(
        belongs_to = "super::pricing_option::Entity",
        from = "Column::PricingOptionId",
        to = "super::pricing_option::Column::Id"
    )]
    PricingOption,
}

impl ActiveModelBehavior for ActiveModel {}
