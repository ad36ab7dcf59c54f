//! Table `ledger_set`: who a snapshot line charged or credited: ascending ids as LEB128 varints of their differences.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "ledger_set")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub snapshot_line_id: i64,
    pub of: i16,
    pub n: i32,
    pub ids: Vec<u8>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {
    #[sea_orm(
        belongs_to = "super::snapshot_line::Entity",
        from = "Column::SnapshotLineId",
        to = "super::snapshot_line::Column::Id"
    )]
    SnapshotLine,
}

impl ActiveModelBehavior for ActiveModel {}
