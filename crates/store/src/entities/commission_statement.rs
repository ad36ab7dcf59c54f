//! Table `commission_statement`: what a payee is owed for a month, frozen.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "commission_statement")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub rule_id: i64,
    pub name: String,
    pub payee_name: String,
    pub period_month: i32,
    pub total_cents: i64,
    pub locked_at: Option<DateTimeUtc>,
    pub bill_number: Option<String>,
    pub created_by: Option<i64>,
    pub search_text: String,
    pub deleted_at: Option<DateTimeUtc>,
    pub version: i32,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
    pub updated_by: Option<i64>,
    pub rule_name: String,
    pub brought_forward_cents: i64,
    pub pending_cents: i64,
    pub broker_id: Option<i64>,
    pub billed_vendor_id: Option<String>,
    pub pending_earlier_cents: i64,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {
    #[sea_orm(
        belongs_to = "super::commission_rule::Entity",
        from = "Column::RuleId",
        to = "super::commission_rule::Column::Id"
    )]
    Rule,
    #[sea_orm(belongs_to = "super::broker::Entity", from = "Column::BrokerId", to = "super::broker::Column::Id")]
    Broker,
    #[sea_orm(
        belongs_to = "super::user_account::Entity",
        from = "Column::CreatedBy",
        to = "super::user_account::Column::Id"
    )]
    CreatedBy,
}

impl ActiveModelBehavior for ActiveModel {}
