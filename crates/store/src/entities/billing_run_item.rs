//! Table `billing_run_item`: a plan within a billing run.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "billing_run_item")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub run_id: i64,
    #[sea_orm(primary_key, auto_increment = false)]
    pub plan_id: i64,
    pub group_id: i64,
    pub state: i16,
    pub start_on: Date,
    pub end_on: Date,
    pub total_cents: Option<i64>,
    pub previous_cents: Option<i64>,
    pub exceptions: i32,
    pub on_no_line: i32,
    pub on_two_lines: i32,
    pub snapshot_id: Option<i64>,
    pub message: Option<String>,
    pub invoice: i16,
    pub invoice_message: Option<String>,
    pub taken_up: bool,
    pub unreached: bool,
    pub customer_of: Option<String>,
    pub unfinished_files: i32,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {
    #[sea_orm(belongs_to = "super::billing_run::Entity", from = "Column::RunId", to = "super::billing_run::Column::Id")]
    Run,
    #[sea_orm(belongs_to = "super::plan::Entity", from = "Column::PlanId", to = "super::plan::Column::Id")]
    Plan,
    #[sea_orm(
        belongs_to = "super::employer_group::Entity",
        from = "Column::GroupId",
        to = "super::employer_group::Column::Id"
    )]
    Group,
    #[sea_orm(belongs_to = "super::snapshot::Entity", from = "Column::SnapshotId", to = "super::snapshot::Column::Id")]
    Snapshot,
}

impl ActiveModelBehavior for ActiveModel {}
