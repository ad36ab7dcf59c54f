//! The rows of a file that are in doubt, with the members that each may be (rules.md#undecidable-match).

use std::collections::BTreeMap;

use domain::census::changes::Outcome;
use domain::{CensusFileId, MemberId};
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use super::super::records::whole;
use crate::entities::census_match::{Column, Entity};
use crate::{Db, Result};

/// The next rows in doubt behind `after`, with the members that each may be, at most `limit` rows.
///
/// # Errors
/// When the database does not answer.
pub async fn page(db: &impl Db, file: CensusFileId, after: u32, limit: u64) -> Result<BTreeMap<u32, Vec<MemberId>>> {
    let numbers: Vec<i32> = Entity::find()
        .select_only()
        .column(Column::RowNumber)
        .filter(Column::FileId.eq(file.get()))
        .filter(Column::Rank.eq(0))
        // Named as the index of it was made, or SQLite would not see that it serves.
        .filter(Expr::cust("census_match.outcome <> 0"))
        .filter(Column::Outcome.eq(Outcome::Review.number()))
        .filter(Column::Chosen.eq(false))
        .filter(Column::RowNumber.gt(whole(after)))
        .order_by_asc(Column::RowNumber)
        .limit(limit)
        .into_tuple()
        .all(db.connection())
        .await?;
    let found: Vec<(i32, Option<i64>)> = Entity::find()
        .select_only()
        .columns([Column::RowNumber, Column::MemberId])
        .filter(Column::FileId.eq(file.get()))
        .filter(Column::RowNumber.is_in(numbers))
        .order_by_asc(Column::RowNumber)
        .order_by_asc(Column::Rank)
        .into_tuple()
        .all(db.connection())
        .await?;
    let mut rows: BTreeMap<u32, Vec<MemberId>> = BTreeMap::new();
    for (row, member) in found {
        rows.entry(row.unsigned_abs()).or_default().extend(member.map(MemberId));
    }
    Ok(rows)
}
