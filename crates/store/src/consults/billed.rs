//! Consults behind the lines of bills: when they were and under which number the patient platform knows them. Who consulted is not read.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use domain::ConsultId;
use sea_orm::{ColumnTrait, EntityTrait, FromQueryResult, QueryFilter, QuerySelect};

use crate::entities::consult;
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

/// Consults by their ids, ascending, however many.
///
/// # Errors
/// When the database fails.
pub async fn billed_consults(db: &impl Db, ids: &[i64]) -> Result<BTreeMap<ConsultId, BilledConsult>> {
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
    }
    Ok(found)
}
