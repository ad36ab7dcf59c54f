//! Contacts of a group.

use std::collections::HashMap;

use domain::access::Scope;
use domain::contacts::ContactDetails;
use domain::{ContactId, GroupId};
use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QuerySelect, Select};

use crate::database::connection::sealed::Connected;
use crate::database::versioned;
use crate::entities::contact::{ActiveModel, Column, Entity, Model};
use crate::{Db, Error, Result, Stamp, Tx, scope};

/// A contact as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contact {
    /// Its id.
    pub id: ContactId,
    /// Its group.
    pub group: GroupId,
    /// Its values.
    pub details: ContactDetails,
    /// Raised by every save (rules.md#stale-save).
    pub version: i32,
}

/// All contacts of a group: active ones first, then by name.
///
/// # Errors
/// When the database does not answer.
pub async fn of_group(db: &impl Db, scope: Scope, group: GroupId) -> Result<Vec<Contact>> {
    let rows = in_group(scope, group).all(db.connection()).await?;
    let mut contacts: Vec<Contact> = rows.into_iter().map(Into::into).collect();
    // The engines order letters differently; a group has few contacts.
    contacts.sort_by_cached_key(|contact| (contact.details.place(), contact.id));
    Ok(contacts)
}

/// Which of `contacts` are the group's, and whether each is active.
///
/// # Errors
/// When the database does not answer.
pub async fn own(db: &impl Db, group: GroupId, contacts: &[ContactId]) -> Result<HashMap<ContactId, bool>> {
    let own: Vec<(i64, bool)> = Entity::find()
        .select_only()
        .columns([Column::Id, Column::Active])
        .filter(Column::GroupId.eq(group.get()))
        .filter(Column::Id.is_in(contacts.iter().map(|contact| contact.get())))
        .into_tuple()
        .all(db.connection())
        .await?;
    Ok(own.into_iter().map(|(id, active)| (ContactId(id), active)).collect())
}

/// One contact of a group.
///
/// # Errors
/// [`Error::NotFound`] when the group has none of this id, or is not in scope.
pub async fn find(db: &impl Db, scope: Scope, group: GroupId, id: ContactId) -> Result<Contact> {
    let found = in_group(scope, group).filter(Column::Id.eq(id.get())).one(db.connection()).await?;
    found.map(Into::into).ok_or(Error::NotFound)
}

/// One contact of a group that is about to be changed: nobody else changes it until the transaction ends.
///
/// # Errors
/// As [`find`]; [`Error::Stale`] when `version` is given and not the stored one.
pub async fn for_changing(
    tx: &Tx,
    scope: Scope,
    group: GroupId,
    id: ContactId,
    version: Option<i32>,
) -> Result<Contact> {
    versioned::lock::<Entity>(tx, id.get()).await?;
    let contact = find(tx, scope, group, id).await?;
    versioned::require::<Entity>(tx, id.get(), contact.version, version).await?;
    Ok(contact)
}

/// Makes a contact.
///
/// # Errors
/// When the group does not exist.
pub async fn insert(tx: &Tx, group: GroupId, details: &ContactDetails, stamp: Stamp) -> Result<ContactId> {
    let row = ActiveModel {
        group_id: Set(group.get()),
        version: Set(1),
        created_at: Set(stamp.at),
        updated_at: Set(stamp.at),
        updated_by: Set(stamp.user()),
        ..columns(details)
    };
    Ok(ContactId(Entity::insert(row).exec(tx.connection()).await?.last_insert_id))
}

/// Saves a contact that the caller has found in its scope.
///
/// # Errors
/// [`Error::Stale`] when `version` is given and not the stored one.
pub async fn update(
    tx: &Tx,
    id: ContactId,
    version: Option<i32>,
    details: &ContactDetails,
    stamp: Stamp,
) -> Result<()> {
    versioned::update::<Entity>(tx, id.get(), version, columns(details), stamp).await?;
    Ok(())
}

fn in_group(scope: Scope, group: GroupId) -> Select<Entity> {
    Entity::find().filter(Column::GroupId.eq(group.get())).filter(scope::group_column(scope, Column::GroupId))
}

fn columns(details: &ContactDetails) -> ActiveModel {
    ActiveModel {
        first_name: Set(details.first_name.clone()),
        last_name: Set(details.last_name.clone()),
        email: Set(details.email.clone()),
        phone: Set(details.phone.clone()),
        department: Set(details.department.clone()),
        notes: Set(details.notes.clone()),
        active: Set(details.active),
        ..Default::default()
    }
}

impl From<Model> for Contact {
    fn from(row: Model) -> Self {
        Self {
            id: ContactId(row.id),
            group: GroupId(row.group_id),
            version: row.version,
            details: ContactDetails {
                first_name: row.first_name,
                last_name: row.last_name,
                email: row.email,
                phone: row.phone,
                department: row.department,
                notes: row.notes,
                active: row.active,
            },
        }
    }
}
