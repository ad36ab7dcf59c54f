//! How census files were understood, one layout a file (rules.md#reading-of-a-file).

use chrono::{DateTime, Utc};
use domain::CensusFileId;
use domain::access::Scope;
use domain::census::Layout;
use sea_orm::ActiveValue::Set;
use sea_orm::EntityTrait;
use sea_orm::sea_query::OnConflict;

use super::files;
use crate::database::connection::sealed::Connected;
use crate::entities::census_layout::{ActiveModel, Column, Entity};
use crate::{Db, Result, Tx};

/// A layout with when it was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredLayout {
    /// How the file was understood.
    pub layout: Layout,
    /// When its columns were mapped.
    pub made_at: DateTime<Utc>,
}

/// Puts a layout in the place of the one of a file.
///
/// # Errors
/// When the database refuses.
pub async fn replace(tx: &Tx, file: CensusFileId, layout: &Layout, at: DateTime<Utc>) -> Result<()> {
    let row = ActiveModel {
        file_id: Set(file.get()),
        layout: Set(serde_json::to_value(layout).unwrap_or_default()),
        made_at: Set(at),
    };
    let again = OnConflict::column(Column::FileId).update_columns([Column::Layout, Column::MadeAt]).to_owned();
    Entity::insert(row).on_conflict(again).exec_without_returning(tx.connection()).await?;
    Ok(())
}

/// The layout of a file in scope; `None` before its columns are mapped.
///
/// # Errors
/// [`crate::Error::NotFound`] when the file is not in scope.
pub async fn find(db: &impl Db, scope: Scope, file: CensusFileId) -> Result<Option<StoredLayout>> {
    files::find(db, scope, file).await?;
    let row = Entity::find_by_id(file.get()).one(db.connection()).await?;
    Ok(row.and_then(|row| {
        let layout = serde_json::from_value(row.layout).ok()?;
        Some(StoredLayout { layout, made_at: row.made_at })
    }))
}

/// Forgets the layout of a file, which shows some of its people.
///
/// # Errors
/// When the database refuses.
pub async fn remove(tx: &Tx, file: CensusFileId) -> Result<()> {
    Entity::delete_by_id(file.get()).exec(tx.connection()).await?;
    Ok(())
}
