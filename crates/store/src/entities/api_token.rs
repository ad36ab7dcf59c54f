//! Table `api_token`: OAuth tokens of an ERP account, sealed.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "api_token")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub api_service_id: i64,
    pub access_token: Option<Vec<u8>>,
    pub refresh_token: Option<Vec<u8>>,
    pub access_expires_at: Option<DateTimeUtc>,
    pub refresh_expires_at: Option<DateTimeUtc>,
    pub last_refresh_at: Option<DateTimeUtc>,
    pub refresh_lease_until: Option<DateTimeUtc>,
    pub version: i32,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
    pub updated_by: Option<i64>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {
    #[sea_orm(
        belongs_to = "super::api_service::Entity",
        from = "Column::ApiServiceId",
        to = "super::api_service::Column::Id"
    )]
    ApiService,
}

impl ActiveModelBehavior for ActiveModel {}
