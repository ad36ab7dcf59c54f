//! Table `commission_rate`: the payout on a rule line from a month until the next one set; a replaced one stays.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "commission_rate")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub rule_line_id: i64,
    pub from_month: i32,
    pub payout_cents: i64,
    pub set_by: i64,
    pub set_at: DateTimeUtc,
    pub superseded_at: Option<DateTimeUtc>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {
    #[sea_orm(
        belongs_to = "super::commission_rule_line::Entity",
        from = "Column::RuleLineId",
        to = "super::commission_rule_line::Column::Id"
    )]
    RuleLine,
    #[sea_orm(
        belongs_to = "super::user_account::Entity",
        from = "Column::SetBy",
        to = "super::user_account::Column::Id"
    )]
    SetBy,
}

impl ActiveModelBehavior for ActiveModel {}
