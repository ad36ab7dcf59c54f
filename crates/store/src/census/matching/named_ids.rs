//! The unique ids that the settled rows of a file name (rules.md#ids-that-pass).

use domain::census::changes::Outcome;
use domain::{CensusFileId, MemberId};
use sea_orm::ConnectionTrait;
use sea_orm::sea_query::{Expr, ExprTrait, Query};

use super::super::records::whole;
use crate::entities::census_match::{Column, Entity};
use crate::entities::census_record;
use crate::{Db, Result};

/// A settled row that writes something and names a unique id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedId {
    /// The row.
    pub row: u32,
    /// Its member; `None` for a new one.
    pub member: Option<MemberId>,
    /// The id as the row has it.
    pub unique_id: String,
}

/// The next settled rows behind `after` that do one of `outcomes` and name a unique id, at most `limit`.
///
/// # Errors
/// When the database does not answer.
pub async fn page(
    db: &impl Db,
    file: CensusFileId,
    outcomes: &[Outcome],
    after: u32,
    limit: u64,
) -> Result<Vec<NamedId>> {
    use census_record::Column as Record;
    let own = |column| Expr::col((Entity, column));
    let of = |column| Expr::col((census_record::Entity, column));
    let numbers: Vec<_> = outcomes.iter().map(|outcome| outcome.number().to_string()).collect();
    let mut query = Query::select();
    query
        .columns([(Entity, Column::RowNumber), (Entity, Column::MemberId)])
        .column((census_record::Entity, Record::UniqueId))
        .from(Entity)
        .inner_join(
            census_record::Entity,
            of(Record::FileId).eq(own(Column::FileId)).and(of(Record::RowNumber).eq(own(Column::RowNumber))),
        )
        .and_where(own(Column::FileId).eq(file.get()))
        .and_where(own(Column::RowNumber).gt(whole(after)))
        .and_where(own(Column::Chosen).eq(true))
        .and_where(Expr::cust(format!("+census_match.outcome in ({})", numbers.join(", "))))
        .and_where(of(Record::UniqueId).is_not_null())
        .order_by((Entity, Column::RowNumber), sea_orm::sea_query::Order::Asc)
        .limit(limit);
    let rows = db.connection().query_all(&query).await?;
    rows.into_iter()
        .map(|row| {
            let (number, member): (i32, Option<i64>) = (row.try_get("", "row_number")?, row.try_get("", "member_id")?);
            Ok(NamedId {
                row: number.unsigned_abs(),
                member: member.map(MemberId),
                unique_id: row.try_get("", "unique_id")?,
            })
        })
        .collect()
}
