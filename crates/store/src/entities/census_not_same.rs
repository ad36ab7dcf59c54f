//! Table `census_not_same`: a row that a person found not to be this member. The key is a keyed hash of name and
//! birth date.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "census_not_same")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub member_id: i64,
    #[sea_orm(primary_key, auto_increment = false)]
    pub row_key: Vec<u8>,
    pub decided_by: i64,
    pub decided_at: DateTimeUtc,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {
    #[sea_orm(belongs_to = "super::member::Entity", from = "Column::MemberId", to = "super::member::Column::Id")]
    Member,
    #[sea_orm(
        belongs_to = "super::user_account::Entity",
        from = "Column::DecidedBy",
        to = "super::user_account::Column::Id"
    )]
    DecidedBy,
}

impl ActiveModelBehavior for ActiveModel {}
