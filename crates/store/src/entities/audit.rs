//! Table `audit`: who did what to which record. Append-only.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "audit")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub at: DateTimeUtc,
    pub user_id: Option<i64>,
    pub acting_as_id: Option<i64>,
    pub action: String,
    pub subject: String,
    pub subject_id: Option<i64>,
    pub group_id: Option<i64>,
    pub cause: Option<String>,
    pub cause_id: Option<i64>,
    pub ip: Option<String>,
    pub request_id: Option<String>,
    pub detail: Option<Json>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {
    #[sea_orm(
        belongs_to = "super::user_account::Entity",
        from = "Column::UserId",
        to = "super::user_account::Column::Id"
    )]
    User,
    #[sea_orm(
        belongs_to = "super::user_account::Entity",
        from = "Column::ActingAsId",
        to = "super::user_account::Column::Id"
    )]
    ActingAs,
}

impl ActiveModelBehavior for ActiveModel {}
