//! Table `erp_document`: a snapshot or statement as a document in an ERP; written before the first call
//! (rules.md#exactly-once).

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "erp_document")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub api_service_id: i64,
    pub kind: i16,
    pub local_id: i64,
    pub generation: i32,
    pub state: i16,
    pub request_key: String,
    pub erp_id: Option<String>,
    pub doc_number: Option<String>,
    pub sync_token: Option<String>,
    pub kept_revision: Option<String>,
    pub content_hash: Option<Vec<u8>>,
    pub asked: Option<String>,
    pub attempts: i32,
    pub last_error: Option<String>,
    pub read_failed_at: Option<DateTimeUtc>,
    pub read_error: Option<String>,
    pub mail: Option<i16>,
    pub mail_error: Option<String>,
    pub mail_asked_at: Option<DateTimeUtc>,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
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
