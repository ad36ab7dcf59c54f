//! Table `status_change`: a span of a member's status timeline. Append-only but for its end and its cancellation.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
#[sea_orm(table_name = "status_change")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub member_id: i64,
    pub group_id: i64,
    pub status: i16,
    pub effective_on: Date,
    pub until_on: Option<Date>,
    pub recorded_at: DateTimeUtc,
    pub recorded_by: Option<i64>,
    pub source: i16,
    pub source_id: Option<i64>,
    pub cancelled_at: Option<DateTimeUtc>,
    pub cancelled_by: Option<i64>,
    pub cancel_reason: Option<i16>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {
    #[sea_orm(belongs_to = "super::member::Entity", from = "Column::MemberId", to = "super::member::Column::Id")]
    Member,
    #[sea_orm(
        belongs_to = "super::employer_group::Entity",
        from = "Column::GroupId",
        to = "super::employer_group::Column::Id"
    )]
    Group,
    #[sea_orm(
        belongs_to = "super::user_account::Entity",
        from = "Column::RecordedBy",
        to = "super::user_account::Column::Id"
    )]
    RecordedBy,
    #[sea_orm(
        belongs_to = "super::user_account::Entity",
        from = "Column::CancelledBy",
        to = "super::user_account::Column::Id"
    )]
    CancelledBy,
}

impl ActiveModelBehavior for ActiveModel {}
