//! Table `snapshot_line`: a line of a snapshot: a month, a kind and a rate.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "snapshot_line")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub snapshot_id: i64,
    pub plan_line_id: i64,
    pub position: i32,
    pub name: String,
    pub billing_type: i16,
    pub billable_month: i32,
    pub kind: i16,
    pub part: i16,
    pub is_credit: bool,
    pub rate_cents: i64,
    pub quantity: i32,
    pub total_cents: i64,
    pub reference_id: Option<String>,
    pub live: bool,
    pub pricing_option_id: Option<i64>,
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
    #[sea_orm(
        belongs_to = "super::pricing_option::Entity",
        from = "Column::PricingOptionId",
        to = "super::pricing_option::Column::Id"
    )]
    PricingOption,
}

impl ActiveModelBehavior for ActiveModel {}
