//! Table `user_account`: a person who signs in.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "user_account")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub email: String,
    pub email_key: String,
    pub first_name: String,
    pub last_name: String,
    pub phone: Option<String>,
    pub role: i16,
    pub broker_id: Option<i64>,
    pub password_hash: Option<String>,
    pub password_changed_at: Option<DateTimeUtc>,
    pub totp_secret: Option<Vec<u8>>,
    pub totp_confirmed_at: Option<DateTimeUtc>,
    pub totp_last_step: Option<i64>,
    pub failed_sign_ins: i32,
    pub locked_until: Option<DateTimeUtc>,
    pub disabled_at: Option<DateTimeUtc>,
    pub search_text: String,
    pub version: i32,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
    pub updated_by: Option<i64>,
    pub last_sign_in_at: Option<DateTimeUtc>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {
    #[sea_orm(belongs_to = "super::broker::Entity", from = "Column::BrokerId", to = "super::broker::Column::Id")]
    Broker,
}

impl ActiveModelBehavior for ActiveModel {}
