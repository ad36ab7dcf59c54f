//! Table `commission_adjustment`: an amount that a person has added to what a rule pays; a deleted one stays.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "commission_adjustment")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub rule_id: i64,
    pub amount_cents: i64,
    pub reason: String,
    pub from_month: i32,
    pub added_by: i64,
    pub added_at: DateTimeUtc,
    pub deleted_at: Option<DateTimeUtc>,
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
        belongs_to = "super::user_account::Entity",
        from = "Column::AddedBy",
        to = "super::user_account::Column::Id"
    )]
    AddedBy,
}

impl ActiveModelBehavior for ActiveModel {}
