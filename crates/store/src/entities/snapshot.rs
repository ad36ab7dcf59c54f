//! Table `snapshot`: a plan's bill for a month, frozen: the invoice.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "snapshot")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub plan_id: i64,
    pub group_id: i64,
    pub period_month: i32,
    pub start_on: Date,
    pub end_on: Date,
    pub computed_at: DateTimeUtc,
    pub generation: i32,
    pub plan_name: String,
    pub total_cents: i64,
    pub api_service_id: Option<i64>,
    pub erp_ref_id: Option<String>,
    pub erp_url: Option<String>,
    pub doc_number: Option<String>,
    pub txn_on: Option<Date>,
    pub due_on: Option<Date>,
    pub out_of_date: bool,
    pub payment_status: i16,
    pub was_paid: bool,
    pub balance_cents: Option<i64>,
    pub payment_synced_at: Option<DateTimeUtc>,
    pub commission_status: i16,
    pub created_by: Option<i64>,
    pub search_text: String,
    pub deleted_at: Option<DateTimeUtc>,
    pub version: i32,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
    pub updated_by: Option<i64>,
    pub payment_url: Option<String>,
    pub customer_memo: Option<String>,
    pub terms_name: Option<String>,
    pub erp_total_cents: Option<i64>,
    pub purchase_order: Option<String>,
    pub customer_name: Option<String>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {
    #[sea_orm(belongs_to = "super::plan::Entity", from = "Column::PlanId", to = "super::plan::Column::Id")]
    Plan,
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
    #[sea_orm(
        belongs_to = "super::user_account::Entity",
        from = "Column::CreatedBy",
        to = "super::user_account::Column::Id"
    )]
    CreatedBy,
}

impl ActiveModelBehavior for ActiveModel {}
