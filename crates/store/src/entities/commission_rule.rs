//! Table `commission_rule`: what a payee is paid, and by which plan lines.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "commission_rule")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub name: String,
    pub payee_name: String,
    pub bill_number_suffix: Option<String>,
    pub api_service_id: Option<i64>,
    pub erp_vendor_id: Option<String>,
    pub erp_vendor_name: Option<String>,
    pub broker_id: Option<i64>,
    pub broker_reads: bool,
    pub basis: i16,
    pub active: bool,
    pub search_text: String,
    pub version: i32,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
    pub updated_by: Option<i64>,
    pub first_asked_month: Option<i32>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {
    #[sea_orm(
        belongs_to = "super::api_service::Entity",
        from = "Column::ApiServiceId",
        to = "super::api_service::Column::Id"
    )]
    ApiService,
    #[sea_orm(belongs_to = "super::broker::Entity", from = "Column::BrokerId", to = "super::broker::Column::Id")]
    Broker,
}

impl ActiveModelBehavior for ActiveModel {}
