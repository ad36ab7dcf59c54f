//! Table `settled_plan`: the snapshot that was the last to change a plan's ledger (rules.md#ledger-sets). Derived.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "settled_plan")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub plan_id: i64,
    pub snapshot_id: i64,
    pub terms: String,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {
    #[sea_orm(belongs_to = "super::plan::Entity", from = "Column::PlanId", to = "super::plan::Column::Id")]
    Plan,
    #[sea_orm(belongs_to = "super::snapshot::Entity", from = "Column::SnapshotId", to = "super::snapshot::Column::Id")]
    Snapshot,
}

impl ActiveModelBehavior for ActiveModel {}
