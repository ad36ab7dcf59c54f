//! Table `member_spelling`: under which keys the folded names stand that members have or had, to find them in spite of a slip. Derived.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "member_spelling")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub stem: String,
    pub name: String,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
