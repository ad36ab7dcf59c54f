//! Table `billing_run`: the snapshots of a month for many plans at once.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "billing_run")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub period_month: i32,
    pub state: i16,
    pub automatic: bool,
    pub total: i32,
    pub done: i32,
    pub draft_cents: i64,
    pub previous_cents: i64,
    pub created: i32,
    pub created_cents: i64,
    pub message: Option<String>,
    pub holder: Option<String>,
    pub created_by: Option<i64>,
    pub acting_as_id: Option<i64>,
    pub created_at: DateTimeUtc,
    pub finished_at: Option<DateTimeUtc>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {
    #[sea_orm(
        belongs_to = "super::user_account::Entity",
        from = "Column::CreatedBy",
        to = "super::user_account::Column::Id"
    )]
    CreatedBy,
}

impl ActiveModelBehavior for ActiveModel {}
