//! Consults behind the lines of bills: when they were and under which number the patient platform knows them. Who consulted is not read.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use domain::ConsultId;
use sea_orm::{ColumnTrait, EntityTrait, FromQueryResult, QueryFilter, QueryOrder, QuerySelect};

use crate::entities::{consult, consult_change};
use crate::{Db, Result};

/// Ids a query.
const CHUNK: usize = 1000;

/// A consult as a bill tells of it.
#[derive(Debug, Clone, PartialEq, Eq, FromQueryResult)]
pub struct BilledConsult {
    /// Its id in the patient platform.
    pub external_id: String,
    /// When it began.
    pub started_at: DateTime<Utc>,
    /// Whether it was after hours.
    pub is_after_hours: bool,
}

#[derive(FromQueryResult)]
struct Row {
    id: i64,
    #[sea_orm(nested)]
    consult: BilledConsult,
}

/// Consults by their ids, ascending, however many, as a bill that was computed at `at` has counted them.
///
/// # Errors
/// When the database fails.
pub async fn billed_consults(
    db: &impl Db,
    ids: &[i64],
    at: DateTime<Utc>,
) -> Result<BTreeMap<ConsultId, BilledConsult>> {
    let mut found = BTreeMap::new();
    for ids in ids.chunks(CHUNK) {
        let rows = consult::Entity::find()
            .select_only()
            .columns([
                consult::Column::Id,
                consult::Column::ExternalId,
                consult::Column::StartedAt,
                consult::Column::IsAfterHours,
            ])
            .filter(consult::Column::Id.is_in(ids.iter().copied()))
            .into_model::<Row>()
            .all(db.connection())
            .await?;
        found.extend(rows.into_iter().map(|row| (ConsultId(row.id), row.consult)));
        // What it was then is what was replaced first after it; without that it is what it is today.
        let former = consult_change::Entity::find()
            .filter(consult_change::Column::ConsultId.is_in(ids.iter().copied()))
            .filter(consult_change::Column::ReplacedAt.gt(at))
            .order_by_desc(consult_change::Column::ReplacedAt)
            .order_by_desc(consult_change::Column::Id)
            .all(db.connection())
            .await?;
        for former in former {
            if let Some(consult) = found.get_mut(&ConsultId(former.consult_id)) {
                (consult.started_at, consult.is_after_hours) = (former.started_at, former.is_after_hours);
            }
        }
    }
    Ok(found)
}
