//! What was taken back of the timelines of members, by whom or with which file.
//!
//! A cancellation notes its time, its user and its kind; the file is that of the member's census change which was written, or undone, in the
//! same transaction: the first one not before it.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, Utc};
use domain::billing::reasons::Origin;
use domain::census::undo::ChangeKind;
use domain::members::Status;
use domain::{CensusFileId, MemberId, StatusChangeId};
use sea_orm::sea_query::Expr;
use sea_orm::{
    ColumnTrait, EntityTrait, FromQueryResult, JoinType, QueryFilter, QueryOrder, QuerySelect, RelationTrait,
};

use super::sources::{ChangeSource, SourceFile, file_names};
use crate::entities::{census_change, status_change, user_account};
use crate::error::damaged;
use crate::members::Source;
use crate::{Db, Result};

/// Ids a query.
const CHUNK: usize = 500;

/// A status change that was taken back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CancelledSource {
    /// Its id.
    pub id: StatusChangeId,
    /// Whose it was.
    pub member: MemberId,
    /// Whether it had made the member active.
    pub was_active: bool,
    /// From which day.
    pub effective_on: NaiveDate,
    /// Whether the creation of the member was taken back with it.
    pub is_creation: bool,
    /// What took it back, and when.
    pub source: ChangeSource,
}

#[derive(FromQueryResult)]
struct Found {
    id: i64,
    member_id: i64,
    status: i16,
    effective_on: NaiveDate,
    cancelled_at: Option<DateTime<Utc>>,
    cancel_reason: Option<i16>,
    first_name: Option<String>,
    last_name: Option<String>,
}

/// What files did to a member, and what was undone of it.
#[derive(FromQueryResult)]
struct Deed {
    file_id: i64,
    member_id: i64,
    row_number: Option<i32>,
    kind: i16,
    at: DateTime<Utc>,
    undone_at: Option<DateTime<Utc>>,
}

impl Deed {
    /// When it could have taken something back in that way.
    fn at(&self, origin: Origin) -> Option<DateTime<Utc>> {
        match origin {
            Origin::File => Some(self.at),
            Origin::Undo => self.undone_at,
            Origin::ByHand | Origin::GroupEnd | Origin::Automatic => None,
        }
    }
}

/// What was taken back of the timelines of members until an instant.
///
/// # Errors
/// When the database fails, or holds a reason that is none.
pub async fn cancelled(db: &impl Db, members: &[MemberId], until: DateTime<Utc>) -> Result<Vec<CancelledSource>> {
    let mut all = Vec::new();
    for members in members.chunks(CHUNK) {
        let found = read(db, members, until).await?;
        let mut deeds: HashMap<i64, Vec<Deed>> = HashMap::new();
        for deed in deeds_of(db, &found).await? {
            deeds.entry(deed.member_id).or_default().push(deed);
        }
        let mut files: Vec<i64> = deeds.values().flatten().map(|deed| deed.file_id).collect();
        files.sort_unstable();
        files.dedup();
        let names = file_names(db, &files).await?;
        for change in found {
            let origin =
                change.cancel_reason.and_then(Source::origin).ok_or_else(|| damaged("a reason of a cancellation"))?;
            let at = change.cancelled_at.ok_or_else(|| damaged("a cancellation"))?;
            let of_member = deeds.get(&change.member_id).into_iter().flatten();
            let deed = of_member
                .filter_map(|deed| Some((deed.at(origin).filter(|done| *done >= at)?, deed)))
                .min_by_key(|(done, deed)| (*done, deed.file_id))
                .map(|(_, deed)| deed);
            let file = deed.and_then(|deed| {
                let (id, row) = (CensusFileId(deed.file_id), deed.row_number.map(i32::unsigned_abs));
                Some(SourceFile { id, name: *names.get(&id)?, row: Some(row) })
            });
            let was_created = deed.is_some_and(|deed| deed.kind == ChangeKind::Created.number());
            all.push(CancelledSource {
                id: StatusChangeId(change.id),
                member: MemberId(change.member_id),
                was_active: change.status == Status::Active.number(),
                effective_on: change.effective_on,
                is_creation: origin == Origin::Undo && was_created,
                source: ChangeSource { origin, at, user: change.first_name.zip(change.last_name), file },
            });
        }
    }
    Ok(all)
}

async fn read(db: &impl Db, members: &[MemberId], until: DateTime<Utc>) -> Result<Vec<Found>> {
    let name = |column: user_account::Column| Expr::col((user_account::Entity, column));
    let query = status_change::Entity::find()
        .select_only()
        .columns([status_change::Column::Id, status_change::Column::MemberId, status_change::Column::Status])
        .columns([status_change::Column::EffectiveOn, status_change::Column::CancelledAt])
        .column(status_change::Column::CancelReason)
        .expr_as(name(user_account::Column::FirstName), "first_name")
        .expr_as(name(user_account::Column::LastName), "last_name")
        .join(JoinType::LeftJoin, status_change::Relation::CancelledBy.def())
        .filter(status_change::Column::MemberId.is_in(members.iter().map(|id| id.get())))
        .filter(status_change::Column::CancelledAt.lte(until))
        .order_by_asc(status_change::Column::Id);
    Ok(query.into_model().all(db.connection()).await?)
}

/// What files did to those of whom something was taken back.
async fn deeds_of(db: &impl Db, found: &[Found]) -> Result<Vec<Deed>> {
    let mut members: Vec<i64> = found.iter().map(|change| change.member_id).collect();
    members.dedup();
    let query = census_change::Entity::find()
        .select_only()
        .columns([census_change::Column::FileId, census_change::Column::MemberId])
        .columns([census_change::Column::RowNumber, census_change::Column::Kind])
        .columns([census_change::Column::At, census_change::Column::UndoneAt])
        .filter(census_change::Column::MemberId.is_in(members));
    Ok(query.into_model().all(db.connection()).await?)
}
