//! Table `plan`: a billing plan: what a group is invoiced for, and where.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "plan")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub group_id: i64,
    pub name: String,
    pub name_key: String,
    pub api_service_id: Option<i64>,
    pub erp_customer_id: Option<String>,
    pub erp_customer_name: Option<String>,
    pub erp_customer_key: Option<String>,
    pub erp_terms_id: Option<String>,
    pub erp_terms_days: Option<i16>,
    pub generate_invoice: bool,
    pub send_invoice: bool,
    pub recipients: Option<String>,
    pub active: bool,
    pub expires_on: Option<Date>,
    pub billing_type: i16,
    pub version: i32,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
    pub updated_by: Option<i64>,
    pub purchase_order: Option<String>,
    pub erp_from_month: Option<i32>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {
    #[sea_orm(
        belongs_to = "super::employer_group::Entity",
        from = "Column::GroupId",
        to = "super::employer_group::Column::Id"
    )]
    Group,
    #[sea_orm(
        belongs_to = "super::api_service::Entity",
        from = "Column::ApiServiceId",
        to = "super::api_service::Column::Id"
    )]
    ApiService,
}

impl ActiveModelBehavior for ActiveModel {}
