//! Table `commission_told`: what a rule has told as pending beside the lines of its statements (rules.md#pending-of-a-line-that-left). A statement tells
//! the lines behind its sum of earlier months; a row without a statement was told by an answer.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "commission_told")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub rule_id: i64,
    pub statement_id: Option<i64>,
    pub snapshot_id: i64,
    pub plan_line_id: i64,
    pub month: i32,
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
        belongs_to = "super::commission_statement::Entity",
        from = "Column::StatementId",
        to = "super::commission_statement::Column::Id"
    )]
    Statement,
}

impl ActiveModelBehavior for ActiveModel {}
