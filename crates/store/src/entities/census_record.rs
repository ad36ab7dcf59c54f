//! Table `census_record`: a row of a census file, read.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
#[sea_orm(table_name = "census_record")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub file_id: i64,
    #[sea_orm(primary_key, auto_increment = false)]
    pub row_number: i32,
    pub physical_line: i32,
    pub state: i16,
    pub unique_id: Option<String>,
    pub member_type: Option<String>,
    pub first_name: Option<String>,
    pub last_name: Option<String>,
    pub gender: Option<i16>,
    pub date_of_birth: Option<Date>,
    pub email: Option<String>,
    pub mobile_phone: Option<String>,
    pub home_phone: Option<String>,
    pub address_line1: Option<String>,
    pub address_line2: Option<String>,
    pub city: Option<String>,
    pub state_code: Option<String>,
    pub zip_code: Option<String>,
    pub other_member_id: Option<String>,
    pub plan_name: Option<String>,
    pub pricing_group_code: Option<String>,
    pub billing_reference_id: Option<String>,
    pub status: Option<i16>,
    #[serde(skip)]
    pub family_key: Option<Vec<u8>>,
    pub relationship: Option<String>,
    pub primary_row: Option<i32>,
    pub clears: i32,
    pub edited_by: Option<i64>,
    pub leaves_on: Option<Date>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {
    #[sea_orm(
        belongs_to = "super::census_file::Entity",
        from = "Column::FileId",
        to = "super::census_file::Column::Id"
    )]
    File,
    #[sea_orm(
        belongs_to = "super::user_account::Entity",
        from = "Column::EditedBy",
        to = "super::user_account::Column::Id"
    )]
    EditedBy,
}

impl ActiveModelBehavior for ActiveModel {}
