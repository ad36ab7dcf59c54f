//! Table `commission_line`: a line of a commission statement.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "commission_line")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub statement_id: i64,
    pub rule_id: i64,
    pub kind: i16,
    pub snapshot_line_id: Option<i64>,
    pub billable_month: i32,
    pub quantity: i32,
    pub rate_cents: i64,
    pub payout_cents: i64,
    pub is_credit: bool,
    pub total_cents: i64,
    pub employer_name: String,
    pub plan_name: String,
    pub reference_id: Option<String>,
    pub payable: bool,
    pub live: bool,
    pub snapshot_id: Option<i64>,
    pub plan_line_id: Option<i64>,
    pub brought_from: Option<i64>,
    pub billed_kind: Option<i16>,
    pub line_name: String,
    pub adjustment_id: Option<i64>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {
    #[sea_orm(
        belongs_to = "super::commission_statement::Entity",
        from = "Column::StatementId",
        to = "super::commission_statement::Column::Id"
    )]
    Statement,
    #[sea_orm(
        belongs_to = "super::commission_rule::Entity",
        from = "Column::RuleId",
        to = "super::commission_rule::Column::Id"
    )]
    Rule,
    #[sea_orm(
        belongs_to = "super::snapshot_line::Entity",
        from = "Column::SnapshotLineId",
        to = "super::snapshot_line::Column::Id"
    )]
    SnapshotLine,
}

impl ActiveModelBehavior for ActiveModel {}
