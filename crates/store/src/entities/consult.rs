//! Table `consult`: a consult of the telehealth service, as the patient platform reported it (rules.md#consults).

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "consult")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub external_id: String,
    pub group_id: i64,
    pub member_id: Option<i64>,
    pub started_at: DateTimeUtc,
    pub local_minute: i32,
    pub state: i16,
    pub wait_minutes: Option<i32>,
    pub rating: Option<i16>,
    pub is_after_hours: bool,
    pub gender: i16,
    pub age: i16,
    pub region_term_id: Option<i64>,
    pub plan_term_id: Option<i64>,
    pub code_term_id: Option<i64>,
    pub source_term_id: Option<i64>,
    pub access_term_id: Option<i64>,
    pub alternative_term_id: Option<i64>,
    pub received_at: DateTimeUtc,
    pub voided_at: Option<DateTimeUtc>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {
    #[sea_orm(
        belongs_to = "super::employer_group::Entity",
        from = "Column::GroupId",
        to = "super::employer_group::Column::Id"
    )]
    Group,
    #[sea_orm(belongs_to = "super::member::Entity", from = "Column::MemberId", to = "super::member::Column::Id")]
    Member,
    #[sea_orm(
        belongs_to = "super::consult_term::Entity",
        from = "Column::RegionTermId",
        to = "super::consult_term::Column::Id"
    )]
    RegionTerm,
    #[sea_orm(
        belongs_to = "super::consult_term::Entity",
        from = "Column::PlanTermId",
        to = "super::consult_term::Column::Id"
    )]
    PlanTerm,
    #[sea_orm(
        belongs_to = "super::consult_term::Entity",
        from = "Column::CodeTermId",
        to = "super::consult_term::Column::Id"
    )]
    CodeTerm,
    #[sea_orm(
        belongs_to = "super::consult_term::Entity",
        from = "Column::SourceTermId",
        to = "super::consult_term::Column::Id"
    )]
    SourceTerm,
    #[sea_orm(
        belongs_to = "super::consult_term::Entity",
        from = "Column::AccessTermId",
        to = "super::consult_term::Column::Id"
    )]
    AccessTerm,
    #[sea_orm(
        belongs_to = "super::consult_term::Entity",
        from = "Column::AlternativeTermId",
        to = "super::consult_term::Column::Id"
    )]
    AlternativeTerm,
}

impl ActiveModelBehavior for ActiveModel {}
