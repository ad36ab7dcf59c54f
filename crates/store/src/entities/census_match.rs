//! Table `census_match`: a member that a row may be; exactly one a row is chosen.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, DeriveEntityModel, serde::Deserialize)]
#[sea_orm(table_name = "census_match")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub file_id: i64,
    #[sea_orm(primary_key, auto_increment = false)]
    pub row_number: i32,
    #[sea_orm(primary_key, auto_increment = false)]
    pub rank: i16,
    pub member_id: Option<i64>,
    pub member_version: Option<i32>,
    pub match_type: Option<i16>,
    pub score: Option<f64>,
    pub reasons: Option<Json>,
    pub outcome: i16,
    pub chosen: bool,
    pub replaces_identity: bool,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {
    #[sea_orm(
        belongs_to = "super::census_file::Entity",
        from = "Column::FileId",
        to = "super::census_file::Column::Id"
    )]
    File,
    #[sea_orm(belongs_to = "super::member::Entity", from = "Column::MemberId", to = "super::member::Column::Id")]
    Member,
}

impl ActiveModelBehavior for ActiveModel {}

impl Related<super::member::Entity> for Entity {
    fn to() -> RelationDef {
        Relation::Member.def()
    }
}
