//! Table `bulk_action_item`: an invoice within a bulk action.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "bulk_action_item")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub action_id: i64,
    #[sea_orm(primary_key, auto_increment = false)]
    pub snapshot_id: i64,
    pub group_id: i64,
    pub outcome: i16,
    pub message: Option<String>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {
    #[sea_orm(
        belongs_to = "super::bulk_action::Entity",
        from = "Column::ActionId",
        to = "super::bulk_action::Column::Id"
    )]
    Action,
    #[sea_orm(belongs_to = "super::snapshot::Entity", from = "Column::SnapshotId", to = "super::snapshot::Column::Id")]
    Snapshot,
    #[sea_orm(
        belongs_to = "super::employer_group::Entity",
        from = "Column::GroupId",
        to = "super::employer_group::Column::Id"
    )]
    Group,
}

impl ActiveModelBehavior for ActiveModel {}
