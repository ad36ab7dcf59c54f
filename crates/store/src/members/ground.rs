//! What a change of one member is decided on, read in the transaction that makes the change.

use domain::members::duplicates::{Found, PersonKey};
use domain::{GroupId, MemberId};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QuerySelect, Select};

use super::Member;
use crate::database::connection::sealed::Connected;
use crate::database::versioned;
use crate::entities::member::{Column, Entity};
use crate::{Error, Result, Tx};

/// A member that is about to be changed: nobody else changes it before the transaction ends. Scope is the caller's matter
/// ([`crate::groups::terms::for_changing`]).
///
/// # Errors
/// [`Error::NotFound`] when there is none of this id.
pub async fn lock(tx: &Tx, id: MemberId) -> Result<Member> {
    let row = Entity::find_by_id(id.get()).lock_exclusive().one(tx.connection()).await?;
    row.map(Into::into).ok_or(Error::NotFound)
}

/// A member of the group that a change names beside its own: it stays what it is before the transaction ends.
///
/// # Errors
/// When the database does not answer.
pub async fn hold(tx: &Tx, group: GroupId, id: MemberId) -> Result<Option<Member>> {
    let row = Entity::find_by_id(id.get()).filter(Column::GroupId.eq(group.get())).lock_shared().one(tx.connection());
    Ok(row.await?.map(Into::into))
}

/// Refuses a change that was decided on another version of a locked member.
///
/// # Errors
/// [`Error::Stale`] when `version` is given and not the stored one.
pub async fn require_version(tx: &Tx, member: &Member, version: Option<i32>) -> Result<()> {
    match version.is_none_or(|version| version == member.version) {
        true => Ok(()),
        false => Err(stale(tx, member.id).await?),
    }
}

/// Who changed a member last and when, as the refusal of a change that did not know of it.
///
/// # Errors
/// When the database does not answer.
pub async fn stale(tx: &Tx, id: MemberId) -> Result<Error> {
    versioned::why_not::<Entity>(tx, id.get()).await
}

/// Whether any member names this one as its primary.
///
/// # Errors
/// When the database does not answer.
pub async fn has_dependents(tx: &Tx, id: MemberId) -> Result<bool> {
    exists(tx, Entity::find().filter(Column::PrimaryMemberId.eq(id.get()))).await
}

/// Who is like a member about to be saved, itself not counted: the same person in any group, the same folded unique id in its own
/// (rules.md#unique-ids). What is `None` is not looked for.
///
/// # Errors
/// When the database does not answer.
pub async fn duplicates(
    tx: &Tx,
    group: GroupId,
    person: Option<&PersonKey>,
    unique_key: Option<&str>,
    own: Option<MemberId>,
) -> Result<Found> {
    let others = || Entity::find().filter(Column::Id.ne(own.map_or(0, MemberId::get)));
    let same_person = match person {
        Some(person) => {
            let same = others()
                .filter(Column::LastKey.eq(&person.last_key))
                .filter(Column::FirstKey.eq(&person.first_key))
                .filter(Column::DateOfBirth.eq(person.date_of_birth));
            exists(tx, same).await?
        }
        None => false,
    };
    let same_unique_id = match unique_key {
        Some(key) => {
            exists(tx, others().filter(Column::GroupId.eq(group.get())).filter(Column::UniqueKey.eq(key))).await?
        }
        None => false,
    };
    Ok(Found { same_person, same_unique_id })
}

async fn exists(tx: &Tx, query: Select<Entity>) -> Result<bool> {
    let found: Option<i64> = query.select_only().column(Column::Id).into_tuple().one(tx.connection()).await?;
    Ok(found.is_some())
}
