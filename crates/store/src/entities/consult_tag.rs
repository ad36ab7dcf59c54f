//! Table `consult_tag`: a diagnosis or prescription of a consult.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "consult_tag")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub consult_id: i64,
    #[sea_orm(primary_key, auto_increment = false)]
    pub term_id: i64,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {
    #[sea_orm(belongs_to = "super::consult::Entity", from = "Column::ConsultId", to = "super::consult::Column::Id")]
    Consult,
    #[sea_orm(
        belongs_to = "super::consult_term::Entity",
        from = "Column::TermId",
        to = "super::consult_term::Column::Id"
    )]
    Term,
}

impl ActiveModelBehavior for ActiveModel {}
