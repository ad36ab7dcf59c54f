//! Words of a group's files that a person has replaced for the next ones as well.

use chrono::{DateTime, Utc};
use domain::census::remembered_values::value_key;
use domain::census::{Field, RememberedValues};
use domain::{GroupId, UserId};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::OnConflict;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};

use crate::database::connection::sealed::Connected;
use crate::entities::census_value::{ActiveModel, Column, Entity};
use crate::{Db, Result, Tx};

/// What is remembered for a group. A field that is no longer known is passed over.
///
/// # Errors
/// When the database does not answer.
pub async fn remembered(db: &impl Db, group: GroupId) -> Result<RememberedValues> {
    let rows = Entity::find().filter(Column::GroupId.eq(group.get())).all(db.connection()).await?;
    let known = |row: crate::entities::census_value::Model| {
        Field::from_name(&row.field).map(|field| (field, row.value_key, row.replacement))
    };
    Ok(rows.into_iter().filter_map(known).collect())
}

/// Remembers what stands in the place of a word from now on; whatever stood there before is forgotten.
///
/// # Errors
/// When the database refuses.
pub async fn remember(
    tx: &Tx,
    (group, field, word): (GroupId, Field, &str),
    replacement: &str,
    (by, at): (UserId, DateTime<Utc>),
) -> Result<()> {
    let row = ActiveModel {
        group_id: Set(group.get()),
        field: Set(field.name().to_owned()),
        value_key: Set(value_key(word)),
        replacement: Set(replacement.to_owned()),
        decided_by: Set(by.get()),
        decided_at: Set(at),
    };
    let again = OnConflict::columns([Column::GroupId, Column::Field, Column::ValueKey])
        .update_columns([Column::Replacement, Column::DecidedBy, Column::DecidedAt])
        .to_owned();
    Entity::insert(row).on_conflict(again).exec_without_returning(tx.connection()).await?;
    Ok(())
}

/// Forgets a word. Gives whether it was remembered.
///
/// # Errors
/// When the database refuses.
pub async fn forget(tx: &Tx, (group, field, word): (GroupId, Field, &str)) -> Result<bool> {
    let gone = Entity::delete_many()
        .filter(Column::GroupId.eq(group.get()))
        .filter(Column::Field.eq(field.name()))
        .filter(Column::ValueKey.eq(value_key(word)))
        .exec(tx.connection())
        .await?;
    Ok(gone.rows_affected > 0)
}
