//! Table `job`: work to be done in the background, claimed by one process at a time.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "job")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub kind: String,
    pub payload: Json,
    pub state: i16,
    pub lane: i16,
    pub run_at: DateTimeUtc,
    pub attempts: i32,
    pub max_attempts: i32,
    pub lease_until: Option<DateTimeUtc>,
    pub lease_token: Option<String>,
    pub dedupe_key: Option<String>,
    pub group_id: Option<i64>,
    pub done: i32,
    pub total: Option<i32>,
    pub last_error: Option<String>,
    pub created_by: Option<i64>,
    pub created_at: DateTimeUtc,
    pub finished_at: Option<DateTimeUtc>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
