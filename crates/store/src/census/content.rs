//! What was read of a file's content.

use domain::CensusFileId;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};

use crate::database::connection::sealed::Connected;
use crate::entities::{
    census_absent, census_bill_effect, census_issue, census_layout, census_left_out, census_match, census_question,
    census_record, census_seen,
};
use crate::{Result, Tx};

/// Forgets all that was read of a file, said about it and decided by people, whatever it was: how it was understood, rows, lines left out, matches, absent members,
/// issues, questions with their answers, and who has looked at its changes.
/// Only for a file that has changed nobody.
///
/// # Errors
/// When the database refuses.
pub async fn forget(tx: &Tx, file: CensusFileId) -> Result<()> {
    let (db, id) = (tx.connection(), file.get());
    census_match::Entity::delete_many().filter(census_match::Column::FileId.eq(id)).exec(db).await?;
    census_absent::Entity::delete_many().filter(census_absent::Column::FileId.eq(id)).exec(db).await?;
    census_issue::Entity::delete_many().filter(census_issue::Column::FileId.eq(id)).exec(db).await?;
    census_bill_effect::Entity::delete_many().filter(census_bill_effect::Column::FileId.eq(id)).exec(db).await?;
    census_layout::Entity::delete_many().filter(census_layout::Column::FileId.eq(id)).exec(db).await?;
    census_left_out::Entity::delete_many().filter(census_left_out::Column::FileId.eq(id)).exec(db).await?;
    census_question::Entity::delete_many().filter(census_question::Column::FileId.eq(id)).exec(db).await?;
    census_seen::Entity::delete_many().filter(census_seen::Column::FileId.eq(id)).exec(db).await?;
    census_record::Entity::delete_many().filter(census_record::Column::FileId.eq(id)).exec(db).await?;
    Ok(())
}
