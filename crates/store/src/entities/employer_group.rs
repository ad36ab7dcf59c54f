//! Table `employer_group`: an employer whose people are members.

use sea_orm::entity::prelude::*;

use crate::database::guid::Guid;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "employer_group")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub group_code: String,
    pub group_code_key: String,
    pub name: String,
    pub tax_id_number: Option<String>,
    pub broker_id: i64,
    pub master_broker_id: Option<i64>,
    pub status: i16,
    pub effective_on: Date,
    pub termination_on: Option<Date>,
    pub renewal_on: Option<Date>,
    pub process_dependents: bool,
    pub real_time_eligibility: bool,
    pub allow_manual_adds: bool,
    pub allow_subscriptions: bool,
    pub allow_public_registration: bool,
    pub public_registration_code: Option<String>,
    pub collect_insurance: bool,
    pub ignore_insurance_eligibility_copay: bool,
    pub insurance_billing_enabled: bool,
    pub send_welcome_emails: bool,
    pub require_patient_mfa: bool,
    pub explicit_import: bool,
    pub enable_invoice_access: bool,
    pub utilization_member_source: i16,
    pub platform_member_count: Option<i32>,
    pub insurance_synced_at: Option<DateTimeUtc>,
    pub accounting_contact_id: Option<i64>,
    pub producer_contact_id: Option<i64>,
    pub hr_contact_id: Option<i64>,
    pub medical_fee_total_id: Option<i64>,
    pub medical_fee_patient_id: Option<i64>,
    pub medical_fee_dependent_id: Option<i64>,
    pub medical_fee_after_hours_id: Option<i64>,
    pub default_pricing_group_name: Option<String>,
    pub default_pricing_group_rate: i64,
    pub default_after_hours_fee: i64,
    pub billing_lookback_months: Option<i16>,
    pub termination_guard_percent: i16,
    pub termination_guard_minimum: i32,
    pub billing_address1: Option<String>,
    pub billing_address2: Option<String>,
    pub billing_city: Option<String>,
    pub billing_state: Option<String>,
    pub billing_zip_code: Option<String>,
    pub global_link_id: Guid,
    pub search_text: String,
    pub version: i32,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
    pub updated_by: Option<i64>,
    pub terminated_at: Option<DateTimeUtc>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {
    #[sea_orm(belongs_to = "super::broker::Entity", from = "Column::BrokerId", to = "super::broker::Column::Id")]
    Broker,
    #[sea_orm(belongs_to = "super::broker::Entity", from = "Column::MasterBrokerId", to = "super::broker::Column::Id")]
    MasterBroker,
    #[sea_orm(
        belongs_to = "super::contact::Entity",
        from = "Column::AccountingContactId",
        to = "super::contact::Column::Id"
    )]
    AccountingContact,
    #[sea_orm(
        belongs_to = "super::contact::Entity",
        from = "Column::ProducerContactId",
        to = "super::contact::Column::Id"
    )]
    ProducerContact,
    #[sea_orm(belongs_to = "super::contact::Entity", from = "Column::HrContactId", to = "super::contact::Column::Id")]
    HrContact,
    #[sea_orm(
        belongs_to = "super::pricing_option::Entity",
        from = "Column::MedicalFeeTotalId",
        to = "super::pricing_option::Column::Id"
    )]
    MedicalFeeTotal,
    #[sea_orm(
        belongs_to = "super::pricing_option::Entity",
        from = "Column::MedicalFeePatientId",
        to = "super::pricing_option::Column::Id"
    )]
    MedicalFeePatient,
    #[sea_orm(
        belongs_to = "super::pricing_option::Entity",
        from = "Column::MedicalFeeDependentId",
        to = "super::pricing_option::Column::Id"
    )]
    MedicalFeeDependent,
    #[sea_orm(
        belongs_to = "super::pricing_option::Entity",
        from = "Column::MedicalFeeAfterHoursId",
        to = "super::pricing_option::Column::Id"
    )]
    MedicalFeeAfterHours,
}

impl ActiveModelBehavior for ActiveModel {}
