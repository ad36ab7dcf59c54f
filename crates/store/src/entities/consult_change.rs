//! Table `consult_change`: what a consult no longer is, for snapshots computed before it changed. Append-only.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "consult_change")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub consult_id: i64,
    pub started_at: DateTimeUtc,
    pub is_after_hours: bool,
    pub replaced_at: DateTimeUtc,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {
    #[sea_orm(belongs_to = "super::consult::Entity", from = "Column::ConsultId", to = "super::consult::Column::Id")]
    Consult,
}

impl ActiveModelBehavior for ActiveModel {}
