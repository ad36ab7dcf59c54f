//! Table `consult_term`: a text that consults repeat: plan, code, source, access, alternative, region, diagnosis or
//! prescription.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "consult_term")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub kind: i16,
    pub text: String,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
