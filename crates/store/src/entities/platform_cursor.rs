//! Table `platform_cursor`: how far a stream of the patient platform was read.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "platform_cursor")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub adapter: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub stream: String,
    pub cursor: String,
    pub updated_at: DateTimeUtc,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
