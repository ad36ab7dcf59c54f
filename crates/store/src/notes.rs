//! Notes on a group. A deleted one stays in the table and is nowhere to be seen.

use chrono::{DateTime, Utc};
use domain::access::Scope;
use domain::notes::{NoteDetails, NoteType};
use domain::{GroupId, NoteId, UserId};
use sea_orm::ActiveValue::Set;
use sea_orm::{
    ColumnTrait, EntityTrait, FromQueryResult, JoinType, QueryFilter, QueryOrder, QuerySelect, RelationTrait, Select,
};

use crate::database::connection::sealed::Connected;
use crate::database::versioned;
use crate::entities::note::{self, ActiveModel, Column, Entity, Relation};
use crate::entities::user_account;
use crate::{Db, Error, Result, Stamp, Tx, scope};

/// A note as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// Its id.
    pub id: NoteId,
    /// Its group.
    pub group: GroupId,
    /// Its values.
    pub details: NoteDetails,
    /// Who wrote it, with the full name of today.
    pub author: (UserId, String),
    /// When it was written.
    pub created_at: DateTime<Utc>,
    /// When it was last saved.
    pub updated_at: DateTime<Utc>,
    /// Raised by every save (rules.md#stale-save).
    pub version: i32,
}

/// All notes of a group, newest first; of one type only when it is given.
///
/// # Errors
/// When the database does not answer.
pub async fn of_group(db: &impl Db, scope: Scope, group: GroupId, only: Option<NoteType>) -> Result<Vec<Note>> {
    let mut query = in_group(scope, group).order_by_desc(Column::Id);
    if let Some(only) = only {
        query = query.filter(Column::NoteType.eq(only.number()));
    }
    let rows = query.into_model::<Found>().all(db.connection()).await?;
    Ok(rows.into_iter().map(Into::into).collect())
}

/// One note of a group.
///
/// # Errors
/// [`Error::NotFound`] when the group has none of this id, it was deleted, or the group is not in scope.
pub async fn find(db: &impl Db, scope: Scope, group: GroupId, id: NoteId) -> Result<Note> {
    let query = in_group(scope, group).filter(Column::Id.eq(id.get()));
    let found = query.into_model::<Found>().one(db.connection()).await?;
    found.map(Into::into).ok_or(Error::NotFound)
}

/// One note of a group that is about to be changed: nobody else changes it until the transaction ends.
///
/// # Errors
/// As [`find`]; [`Error::Stale`] when `version` is given and not the stored one.
pub async fn for_changing(tx: &Tx, scope: Scope, group: GroupId, id: NoteId, version: Option<i32>) -> Result<Note> {
    versioned::lock::<Entity>(tx, id.get()).await?;
    let note = find(tx, scope, group, id).await?;
    versioned::require::<Entity>(tx, id.get(), note.version, version).await?;
    Ok(note)
}

/// Makes a note of `author`.
///
/// # Errors
/// When the group does not exist.
pub async fn insert(
    tx: &Tx,
    group: GroupId,
    details: &NoteDetails,
    author: UserId,
    at: DateTime<Utc>,
) -> Result<NoteId> {
    let row = ActiveModel {
        group_id: Set(group.get()),
        created_by: Set(author.get()),
        version: Set(1),
        created_at: Set(at),
        updated_at: Set(at),
        updated_by: Set(Some(author.get())),
        ..columns(details)
    };
    Ok(NoteId(Entity::insert(row).exec(tx.connection()).await?.last_insert_id))
}

/// Saves a note that the caller has found in its scope.
///
/// # Errors
/// [`Error::Stale`] when `version` is given and not the stored one.
pub async fn update(tx: &Tx, id: NoteId, version: Option<i32>, details: &NoteDetails, stamp: Stamp) -> Result<()> {
    versioned::update::<Entity>(tx, id.get(), version, columns(details), stamp).await?;
    Ok(())
}

/// Takes a note that the caller has found out of sight.
///
/// # Errors
/// [`Error::NotFound`] when there is no such note.
pub async fn delete(tx: &Tx, id: NoteId, stamp: Stamp) -> Result<()> {
    let gone = ActiveModel { deleted_at: Set(Some(stamp.at)), ..Default::default() };
    versioned::update::<Entity>(tx, id.get(), None, gone, stamp).await?;
    Ok(())
}

fn in_group(scope: Scope, group: GroupId) -> Select<Entity> {
    Entity::find()
        .join(JoinType::InnerJoin, Relation::CreatedBy.def())
        .column_as(user_account::Column::FirstName, "author_first_name")
        .column_as(user_account::Column::LastName, "author_last_name")
        .filter(Column::GroupId.eq(group.get()))
        .filter(Column::DeletedAt.is_null())
        .filter(scope::group_column(scope, Column::GroupId))
}

fn columns(details: &NoteDetails) -> ActiveModel {
    ActiveModel { note_type: Set(details.note_type.number()), body: Set(details.body.clone()), ..Default::default() }
}

#[derive(FromQueryResult)]
struct Found {
    #[sea_orm(nested)]
    note: note::Model,
    author_first_name: String,
    author_last_name: String,
}

impl From<Found> for Note {
    fn from(found: Found) -> Self {
        let row = found.note;
        Self {
            id: NoteId(row.id),
            group: GroupId(row.group_id),
            details: NoteDetails {
                // A check of the table allows no third type.
                note_type: NoteType::from_number(row.note_type.into()).unwrap_or_default(),
                body: row.body,
            },
            author: (UserId(row.created_by), format!("{} {}", found.author_first_name, found.author_last_name)),
            created_at: row.created_at,
            updated_at: row.updated_at,
            version: row.version,
        }
    }
}
