//! Rows for what lies in the file store: which content, how long, and when it may go.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use domain::StoredFileId;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use crate::connection::sealed::Connected;
use crate::entities::stored_file::{ActiveModel, Column, Entity, Model};
use crate::{Db, Error, Result, Stamp, Tx};

/// What a stored file is for (`stored_file.purpose`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// A census file, as uploaded or split off.
    Census = 0,
}

/// Content that lies in the file store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewStoredFile {
    /// What it is for.
    pub purpose: Purpose,
    /// Where it lies.
    pub storage_key: String,
    /// The SHA-256 of the content.
    pub sha256: [u8; 32],
    /// Its length in bytes.
    pub size: u64,
    /// Its media type.
    pub media_type: &'static str,
}

/// A stored file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredFile {
    /// Its id.
    pub id: StoredFileId,
    /// Where it lies.
    pub storage_key: String,
    /// The SHA-256 of the content.
    pub sha256: Vec<u8>,
    /// Its length in bytes.
    pub size: u64,
}

/// Notes content that was saved.
///
/// # Errors
/// When the database refuses.
pub async fn insert(tx: &Tx, file: &NewStoredFile, stamp: Stamp) -> Result<StoredFileId> {
    let row = ActiveModel {
        purpose: Set(file.purpose as i16),
        storage_key: Set(file.storage_key.clone()),
        sha256: Set(file.sha256.to_vec()),
        size: Set(i64::try_from(file.size).unwrap_or(i64::MAX)),
        media_type: Set(file.media_type.to_owned()),
        created_by: Set(stamp.user()),
        created_at: Set(stamp.at),
        ..Default::default()
    };
    Ok(StoredFileId(Entity::insert(row).exec(tx.connection()).await?.last_insert_id))
}

/// One stored file.
///
/// # Errors
/// [`Error::NotFound`] when there is none of this id.
pub async fn find(db: &impl Db, id: StoredFileId) -> Result<StoredFile> {
    Entity::find_by_id(id.get()).one(db.connection()).await?.map(Into::into).ok_or(Error::NotFound)
}

/// Lets content go from an instant on: nothing shows it any more.
///
/// # Errors
/// When the database refuses.
pub async fn delete_after(tx: &Tx, id: StoredFileId, at: DateTime<Utc>) -> Result<()> {
    Entity::update_many()
        .col_expr(Column::DeleteAfter, Expr::value(at))
        .filter(Column::Id.eq(id.get()))
        .exec(tx.connection())
        .await?;
    Ok(())
}

/// Files that may go, the oldest first, at most `limit`.
///
/// # Errors
/// When the database does not answer.
pub async fn due(db: &impl Db, now: DateTime<Utc>, limit: u64) -> Result<Vec<StoredFile>> {
    let due = Entity::find().filter(Column::DeleteAfter.lte(now)).order_by_asc(Column::DeleteAfter).limit(limit);
    Ok(due.all(db.connection()).await?.into_iter().map(Into::into).collect())
}

/// Which of some storage keys a stored file has.
///
/// # Errors
/// When the database does not answer.
pub async fn known(db: &impl Db, keys: &[String]) -> Result<HashSet<String>> {
    let found: Vec<String> = Entity::find()
        .select_only()
        .column(Column::StorageKey)
        .filter(Column::StorageKey.is_in(keys.iter().map(String::as_str)))
        .into_tuple()
        .all(db.connection())
        .await?;
    Ok(found.into_iter().collect())
}

/// Forgets a file whose content is gone.
///
/// # Errors
/// When the database refuses, because something still shows it.
pub async fn remove(tx: &Tx, id: StoredFileId) -> Result<()> {
    Entity::delete_by_id(id.get()).exec(tx.connection()).await?;
    Ok(())
}

impl From<Model> for StoredFile {
    fn from(row: Model) -> Self {
        Self {
            id: StoredFileId(row.id),
            storage_key: row.storage_key,
            sha256: row.sha256,
            size: row.size.unsigned_abs(),
        }
    }
}
