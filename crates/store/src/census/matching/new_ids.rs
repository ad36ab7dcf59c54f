//! Rows that were matched by what they say, and bring their members other unique ids (rules.md#new-ids).

use domain::CensusFileId;
use sea_orm::sea_query::{Expr, ExprTrait, Func};
use sea_orm::{ColumnTrait, EntityTrait, JoinType, QueryFilter, QuerySelect, QueryTrait, RelationTrait};

use crate::database::paging;
use crate::entities::census_match::{Column, Entity, Relation};
use crate::entities::{census_record, member};
use crate::{Db, Result};

/// Counts those that no person has decided.
///
/// # Errors
/// When the database does not answer.
pub async fn count(db: &impl Db, file: CensusFileId) -> Result<u64> {
    let record = Entity::belongs_to(census_record::Entity)
        .from((Column::FileId, Column::RowNumber))
        .to((census_record::Column::FileId, census_record::Column::RowNumber));
    let new = Func::lower(Expr::col((census_record::Entity, census_record::Column::UniqueId)));
    let old = Func::lower(Expr::col((member::Entity, member::Column::UniqueId)));
    let query = Entity::find()
        .join(JoinType::InnerJoin, Relation::Member.def())
        .join(JoinType::InnerJoin, record.into())
        .filter(Column::FileId.eq(file.get()))
        .filter(Column::Chosen.eq(true))
        .filter(Column::MatchType.is_not_null())
        .filter(Expr::expr(new).ne(Expr::expr(old)));
    paging::count(db, query.into_query()).await
}
