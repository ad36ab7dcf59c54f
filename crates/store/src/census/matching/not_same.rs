//! Members whom a person found not to be the person of a row: remembered for the files to come.
//!
//! A row's person is known by a key that its caller makes (a keyed hash of name and birth date), so that the table names nobody.
//! Members belong to one group, and so does what is remembered.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use domain::{GroupId, MemberId, UserId};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::OnConflict;
use sea_orm::{ColumnTrait, EntityTrait, JoinType, QueryFilter, QuerySelect, RelationTrait};

use crate::database::connection::sealed::Connected;
use crate::entities::census_not_same::{ActiveModel, Column, Entity, Relation};
use crate::entities::member;
use crate::{Db, Result, Tx};

/// A person's key and a member who is somebody else.
pub type Denied = (Vec<u8>, MemberId);

/// Everything that is remembered of a group's members.
///
/// # Errors
/// When the database does not answer.
pub async fn of_group(db: &impl Db, group: GroupId) -> Result<HashSet<Denied>> {
    let found: Vec<(Vec<u8>, i64)> = Entity::find()
        .join(JoinType::InnerJoin, Relation::Member.def())
        .select_only()
        .columns([Column::RowKey, Column::MemberId])
        .filter(member::Column::GroupId.eq(group.get()))
        .into_tuple()
        .all(db.connection())
        .await?;
    Ok(found.into_iter().map(|(key, member)| (key, MemberId(member))).collect())
}

/// The members of a group whom some people are not.
///
/// # Errors
/// When the database does not answer.
pub async fn of_people(db: &impl Db, group: GroupId, keys: &[Vec<u8>]) -> Result<Vec<Denied>> {
    let found: Vec<(Vec<u8>, i64)> = Entity::find()
        .join(JoinType::InnerJoin, Relation::Member.def())
        .select_only()
        .columns([Column::RowKey, Column::MemberId])
        .filter(member::Column::GroupId.eq(group.get()))
        .filter(Column::RowKey.is_in(keys.iter().cloned()))
        .into_tuple()
        .all(db.connection())
        .await?;
    Ok(found.into_iter().map(|(key, member)| (key, MemberId(member))).collect())
}

/// Remembers that a person is not this member; once more changes nothing.
///
/// # Errors
/// When the database refuses.
pub async fn remember(tx: &Tx, (key, member): Denied, by: UserId, at: DateTime<Utc>) -> Result<()> {
    let row =
        ActiveModel { member_id: Set(member.get()), row_key: Set(key), decided_by: Set(by.get()), decided_at: Set(at) };
    let known = OnConflict::columns([Column::MemberId, Column::RowKey]).do_nothing().to_owned();
    Entity::insert(row).on_conflict(known).exec_without_returning(tx.connection()).await?;
    Ok(())
}

/// Forgets it again. Gives whether there was anything to forget.
///
/// # Errors
/// When the database refuses.
pub async fn forget(tx: &Tx, (key, member): &Denied) -> Result<bool> {
    let gone = Entity::delete_many()
        .filter(Column::MemberId.eq(member.get()))
        .filter(Column::RowKey.eq(key.clone()))
        .exec(tx.connection())
        .await?;
    Ok(gone.rows_affected > 0)
}
