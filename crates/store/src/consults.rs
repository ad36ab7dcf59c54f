//! Consults: what per-consultation lines and the utilization report count.

use chrono::{DateTime, Timelike, Utc};
use chrono_tz::Tz;
use domain::GroupId;
use sea_orm::ActiveValue::Set;
use sea_orm::EntityTrait;

use crate::connection::sealed::Connected;
use crate::entities::consult;
use crate::{Result, Tx};

/// Rows an insert, so that their values stay under the limit of both engines.
const ROWS_AN_INSERT: usize = 500;

/// A consult to be stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewConsult {
    /// Its id in the patient platform, unique.
    pub external_id: String,
    /// The group of who consulted.
    pub group: GroupId,
    /// When it began.
    pub started_at: DateTime<Utc>,
    /// Whether it took place.
    pub is_completed: bool,
    /// Minutes waited.
    pub wait_minutes: Option<i32>,
    /// 1 to 5.
    pub rating: Option<i16>,
    /// Whether it was after hours.
    pub is_after_hours: bool,
    /// 0 to 3, as members'.
    pub gender: i16,
    /// Years at the consult.
    pub age: i16,
    /// When it became known.
    pub received_at: DateTime<Utc>,
}

/// Stores consults, however many.
///
/// # Errors
/// Refused by `uq_consult_external_id` when one is known.
pub async fn insert_many(tx: &Tx, consults: &[NewConsult], zone: Tz) -> Result<()> {
    for chunk in consults.chunks(ROWS_AN_INSERT) {
        let rows = chunk.iter().map(|new| row(new, zone));
        consult::Entity::insert_many(rows).exec_without_returning(tx.connection()).await?;
    }
    Ok(())
}

fn row(new: &NewConsult, zone: Tz) -> consult::ActiveModel {
    let local = new.started_at.with_timezone(&zone);
    consult::ActiveModel {
        external_id: Set(new.external_id.clone()),
        group_id: Set(new.group.get()),
        started_at: Set(new.started_at),
        local_minute: Set((local.hour() * 60 + local.minute()) as i32),
        state: Set(i16::from(!new.is_completed)),
        wait_minutes: Set(new.wait_minutes),
        rating: Set(new.rating),
        is_after_hours: Set(new.is_after_hours),
        gender: Set(new.gender),
        age: Set(new.age),
        received_at: Set(new.received_at),
        ..Default::default()
    }
}
