//! Table `netsuite_config`: settings of a NetSuite account.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "netsuite_config")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub api_service_id: i64,
    pub account_id: Option<String>,
    pub client_id: Option<String>,
    pub client_secret: Option<Vec<u8>>,
    pub certificate_id: Option<String>,
    pub subsidiary_id: Option<String>,
    pub subsidiary_legal_name: Option<String>,
    pub department_id: Option<String>,
    pub class_id: Option<String>,
    pub location_id: Option<String>,
    pub leading_invoice_number: Option<String>,
    pub invoice_custom_form_id: Option<String>,
    pub default_terms_id: Option<String>,
    pub invoice_ar_account_id: Option<String>,
    pub pepm_item_id: Option<String>,
    pub per_consult_item_id: Option<String>,
    pub after_hours_item_id: Option<String>,
    pub cost_of_revenue_commission_account_id: Option<String>,
    pub ap_account_id: Option<String>,
    pub commission_bill_terms_id: Option<String>,
    pub vendor_bill_custom_form_id: Option<String>,
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
