//! Table `commission_rule_line`: a plan line that a rule pays on; a removed one stays.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "commission_rule_line")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub rule_id: i64,
    pub plan_line_id: i64,
    pub removed_at: Option<DateTimeUtc>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {
    #[sea_orm(
        belongs_to = "super::commission_rule::Entity",
        from = "Column::RuleId",
        to = "super::commission_rule::Column::Id"
    )]
    Rule,
    #[sea_orm(
        belongs_to = "super::plan_line::Entity",
        from = "Column::PlanLineId",
        to = "super::plan_line::Column::Id"
    )]
    PlanLine,
}

impl ActiveModelBehavior for ActiveModel {}
