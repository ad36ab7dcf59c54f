//! Table `session`: a browser that is signed in; ended sessions stay.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "session")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub user_id: i64,
    pub impersonator_id: Option<i64>,
    pub token_hash: Vec<u8>,
    pub created_at: DateTimeUtc,
    pub last_seen_at: DateTimeUtc,
    pub expires_at: DateTimeUtc,
    pub ended_at: Option<DateTimeUtc>,
    pub second_factor_at: Option<DateTimeUtc>,
    pub ip: Option<String>,
    pub user_agent: Option<String>,
    pub own_session_id: Option<i64>,
    pub confirmed_at: Option<DateTimeUtc>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {
    #[sea_orm(
        belongs_to = "super::user_account::Entity",
        from = "Column::UserId",
        to = "super::user_account::Column::Id"
    )]
    User,
    #[sea_orm(
        belongs_to = "super::user_account::Entity",
        from = "Column::ImpersonatorId",
        to = "super::user_account::Column::Id"
    )]
    Impersonator,
}

impl ActiveModelBehavior for ActiveModel {}
