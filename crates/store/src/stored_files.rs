//! Rows for what lies in the file store: which content, how long, and when it may go.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use domain::StoredFileId;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use crate::database::connection::sealed::Connected;
use crate::entities::stored_file::{ActiveModel, Column, Entity, Model};
use crate::{Db, Error, Result, Stamp, Tx};

/// What a stored file is for (`stored_file.purpose`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// A census file, as uploaded or split off.
    Census = 0,
}

/// Content that is about to be written to the file store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewStoredFile {
    /// What it is for.
    pub purpose: Purpose,
    /// Where it will lie.
    pub storage_key: String,
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

/// Notes content before it is written, so that nothing lies in the file store that no row names. Unless it is kept
/// ([`keep`]), it may go from `gone_by` on.
///
/// # Errors
/// When the database refuses.
pub async fn announce(
    tx: &Tx,
    file: &NewStoredFile,
    now: DateTime<Utc>,
    gone_by: DateTime<Utc>,
) -> Result<StoredFileId> {
    let row = ActiveModel {
        purpose: Set(file.purpose as i16),
        storage_key: Set(file.storage_key.clone()),
        sha256: Set(Vec::new()),
        size: Set(0),
        media_type: Set(file.media_type.to_owned()),
        created_at: Set(now),
        delete_after: Set(Some(gone_by)),
        ..Default::default()
    };
    Ok(StoredFileId(Entity::insert(row).exec(tx.connection()).await?.last_insert_id))
}

/// Keeps content that was written to its end: what it came to, and whose it is. `size` is in bytes.
///
/// # Errors
/// [`Error::NotFound`] when it is gone already.
pub async fn keep(tx: &Tx, id: StoredFileId, sha256: &[u8; 32], size: u64, stamp: Stamp) -> Result<()> {
    let kept = Entity::update_many()
        .col_expr(Column::Sha256, Expr::value(sha256.to_vec()))
        .col_expr(Column::Size, Expr::value(i64::try_from(size).unwrap_or(i64::MAX)))
        .col_expr(Column::CreatedBy, Expr::value(stamp.user()))
        .col_expr(Column::CreatedAt, Expr::value(stamp.at))
        .col_expr(Column::DeleteAfter, Expr::value(None::<DateTime<Utc>>))
        .filter(Column::Id.eq(id.get()))
        .exec(tx.connection())
        .await?;
    if kept.rows_affected == 0 { Err(Error::NotFound) } else { Ok(()) }
}

/// Whether content that was announced is kept by now.
///
/// # Errors
/// When the database does not answer.
pub async fn is_kept(db: &impl Db, id: StoredFileId) -> Result<bool> {
    let found = Entity::find_by_id(id.get()).filter(Column::DeleteAfter.is_null()).one(db.connection()).await?;
    Ok(found.is_some())
}

/// One stored file.
///
/// # Errors
/// [`Error::NotFound`] when there is none of this id.
pub async fn find(db: &impl Db, id: StoredFileId) -> Result<StoredFile> {
    Entity::find_by_id(id.get()).one(db.connection()).await?.map(Into::into).ok_or(Error::NotFound)
}

/// Where the content of each of these lies.
///
/// # Errors
/// When the database does not answer.
pub async fn keys(db: &impl Db, ids: &[StoredFileId]) -> Result<BTreeMap<StoredFileId, String>> {
    let rows: Vec<(i64, String)> = Entity::find()
        .select_only()
        .columns([Column::Id, Column::StorageKey])
        .filter(Column::Id.is_in(ids.iter().map(|id| id.get())))
        .into_tuple()
        .all(db.connection())
        .await?;
    Ok(rows.into_iter().map(|(id, key)| (StoredFileId(id), key)).collect())
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
