//! Table `group_benefit_service`: a service that a group carries.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "group_benefit_service")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub group_id: i64,
    #[sea_orm(primary_key, auto_increment = false)]
    pub benefit_service_id: i64,
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
        belongs_to = "super::benefit_service::Entity",
        from = "Column::BenefitServiceId",
        to = "super::benefit_service::Column::Id"
    )]
    BenefitService,
}

impl ActiveModelBehavior for ActiveModel {}
