//! Table `accounting_config`: settings of a QuickBooks account.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "accounting_config")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub api_service_id: i64,
    pub realm_id: Option<String>,
    pub client_id: Option<String>,
    pub client_secret: Option<Vec<u8>>,
    pub leading_invoice_number: Option<String>,
    pub pepm_class_id: Option<String>,
    pub pepm_product_id: Option<String>,
    pub per_consult_product_id: Option<String>,
    pub per_consult_class_id: Option<String>,
    pub cost_of_revenue_commission_account_id: Option<String>,
    pub cost_of_revenue_class_id: Option<String>,
    pub ap_account_id: Option<String>,
    pub commission_bill_sales_term_id: Option<String>,
    pub location_id: Option<String>,
    pub agent_id: Option<String>,
    pub dollar_amount_id: Option<String>,
    pub tag_ids: Option<String>,
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
