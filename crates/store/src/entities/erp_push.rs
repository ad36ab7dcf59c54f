//! Table `erp_push`: a call made for an ERP document. Append-only.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "erp_push")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub document_id: i64,
    pub at: DateTimeUtc,
    pub step: i16,
    pub outcome: i16,
    pub http_status: Option<i16>,
    pub vendor_code: Option<String>,
    pub message: Option<String>,
    pub trace_id: Option<String>,
    pub user_id: Option<i64>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {
    #[sea_orm(
        belongs_to = "super::erp_document::Entity",
        from = "Column::DocumentId",
        to = "super::erp_document::Column::Id"
    )]
    Document,
    #[sea_orm(
        belongs_to = "super::user_account::Entity",
        from = "Column::UserId",
        to = "super::user_account::Column::Id"
    )]
    User,
}

impl ActiveModelBehavior for ActiveModel {}
