//! Table `snapshot_unbilled`: differences older than the look-back: listed on the snapshot, not billed
//! (rules.md#look-back).

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "snapshot_unbilled")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub snapshot_id: i64,
    pub plan_line_id: i64,
    pub billable_month: i32,
    pub is_credit: bool,
    pub n: i32,
    pub ids: Vec<u8>,
    pub name: String,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {
    #[sea_orm(belongs_to = "super::snapshot::Entity", from = "Column::SnapshotId", to = "super::snapshot::Column::Id")]
    Snapshot,
    #[sea_orm(
        belongs_to = "super::plan_line::Entity",
        from = "Column::PlanLineId",
        to = "super::plan_line::Column::Id"
    )]
    PlanLine,
}

impl ActiveModelBehavior for ActiveModel {}
