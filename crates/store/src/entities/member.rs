//! Table `member`: a person on a group's roster. Never deleted.

use sea_orm::entity::prelude::*;

use crate::database::guid::Guid;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
#[sea_orm(table_name = "member")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub group_id: i64,
    pub first_name: String,
    pub last_name: String,
    pub first_key: String,
    pub last_key: String,
    pub email: Option<String>,
    pub mobile_phone: Option<String>,
    pub home_phone: Option<String>,
    pub gender: i16,
    pub date_of_birth: Date,
    pub address_line1: Option<String>,
    pub address_line2: Option<String>,
    pub city: Option<String>,
    pub state: Option<String>,
    pub zip_code: Option<String>,
    pub plan_name: String,
    pub member_type: String,
    #[serde(deserialize_with = "crate::row_set::flag")]
    pub is_primary: bool,
    pub primary_member_id: Option<i64>,
    pub other_member_id: Option<String>,
    pub unique_id: Option<String>,
    pub unique_key: Option<String>,
    pub billing_reference_id: Option<String>,
    pub billing_ref_key: Option<String>,
    pub pricing_group_id: Option<i64>,
    pub status: i16,
    pub pending_status: Option<i16>,
    pub pending_on: Option<Date>,
    pub scope_changed_at: Option<DateTimeUtc>,
    pub welcomed_at: Option<DateTimeUtc>,
    pub link_id: Guid,
    pub version: i32,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
    pub updated_by: Option<i64>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {
    #[sea_orm(
        belongs_to = "super::employer_group::Entity",
        from = "Column::GroupId",
        to = "super::employer_group::Column::Id"
    )]
    Group,
    #[sea_orm(belongs_to = "Entity", from = "Column::PrimaryMemberId", to = "Column::Id")]
    PrimaryMember,
    #[sea_orm(
        belongs_to = "super::pricing_group::Entity",
        from = "Column::PricingGroupId",
        to = "super::pricing_group::Column::Id"
    )]
    PricingGroup,
}

impl ActiveModelBehavior for ActiveModel {}
