//! Table `bulk_action`: one thing done to many invoices at once.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "bulk_action")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub kind: i16,
    pub created_by: i64,
    pub acting_as_id: Option<i64>,
    pub created_at: DateTimeUtc,
    pub finished_at: Option<DateTimeUtc>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
