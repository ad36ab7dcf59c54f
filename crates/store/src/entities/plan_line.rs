//! Table `plan_line`: a line item of a plan.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "plan_line")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub group_id: i64,
    pub plan_id: i64,
    pub name: String,
    pub billing_type: i16,
    pub billing_period: i16,
    pub pricing_option_id: i64,
    pub include_all_members: bool,
    pub ignore_credits_and_debts: bool,
    pub reference_id: Option<String>,
    pub reference_key: Option<String>,
    pub first_billed_month: Option<i32>,
    pub deleted_at: Option<DateTimeUtc>,
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
    #[sea_orm(belongs_to = "super::plan::Entity", from = "Column::PlanId", to = "super::plan::Column::Id")]
    Plan,
    #[sea_orm(
        belongs_to = "super::pricing_option::Entity",
        from = "Column::PricingOptionId",
        to = "super::pricing_option::Column::Id"
    )]
    PricingOption,
}

impl ActiveModelBehavior for ActiveModel {}
