//! Table `broker`: who brings groups, with the values that groups under it inherit (rules.md#broker-override).

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "broker")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub name: String,
    pub name_key: String,
    pub master_broker_id: Option<i64>,
    pub process_dependents: Option<bool>,
    pub send_welcome_emails: Option<bool>,
    pub require_patient_mfa: Option<bool>,
    pub invoice_period_start_day: i16,
    pub invoice_period_end_day: i16,
    pub invoice_grace_days: i16,
    pub billing_lookback_months: i16,
    pub search_text: String,
    pub version: i32,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
    pub updated_by: Option<i64>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {
    #[sea_orm(belongs_to = "Entity", from = "Column::MasterBrokerId", to = "Column::Id")]
    MasterBroker,
}

impl ActiveModelBehavior for ActiveModel {}
