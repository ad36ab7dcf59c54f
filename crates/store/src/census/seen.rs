//! Who has looked at what an inspection of a file has found (rules.md#census-tasks).

use chrono::{DateTime, Utc};
use domain::{CensusFileId, UserId};
use sea_orm::ActiveValue::Set;
use sea_orm::EntityTrait;
use sea_orm::sea_query::OnConflict;

use crate::database::connection::sealed::Connected;
use crate::entities::census_seen::{ActiveModel, Column, Entity};
use crate::{Result, Tx};

/// Notes that a person has looked at the changes of an inspection; the first time counts.
///
/// # Errors
/// When the database refuses.
pub async fn note(tx: &Tx, file: CensusFileId, inspection: u32, (by, at): (UserId, DateTime<Utc>)) -> Result<()> {
    let row = ActiveModel {
        file_id: Set(file.get()),
        inspection: Set(i32::try_from(inspection).unwrap_or(i32::MAX)),
        seen_by: Set(by.get()),
        seen_at: Set(at),
    };
    let again = OnConflict::columns([Column::FileId, Column::Inspection, Column::SeenBy]).do_nothing().to_owned();
    Entity::insert(row).on_conflict(again).exec_without_returning(tx.connection()).await?;
    Ok(())
}
