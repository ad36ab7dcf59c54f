//! Table `stored_file`: an upload or a rendered document in the file store.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "stored_file")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub purpose: i16,
    pub storage_key: String,
    pub sha256: Vec<u8>,
    pub size: i64,
    pub media_type: String,
    pub created_by: Option<i64>,
    pub created_at: DateTimeUtc,
    pub delete_after: Option<DateTimeUtc>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
