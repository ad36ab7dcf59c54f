//! Which field a heading means, as people have said for a group. A file of several groups uses what was said for all.

use chrono::{DateTime, Utc};
use domain::census::{Field, Remembered};
use domain::{GroupId, UserId};
use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait, Condition, EntityTrait, QueryFilter};

use crate::database::bulk;
use crate::database::connection::sealed::Connected;
use crate::entities::census_mapping::{ActiveModel, Column, Entity};
use crate::{Db, Result, Tx};

/// What stands for a column that is to be left out.
const LEFT_OUT: &str = "";

/// What is remembered for a group, or for files of several groups.
///
/// # Errors
/// When the database does not answer.
pub async fn remembered(db: &impl Db, group: Option<GroupId>) -> Result<Remembered> {
    let rows = Entity::find().filter(of(group)).all(db.connection()).await?;
    Ok(rows.into_iter().map(|row| (row.heading_key, Field::from_name(&row.field))).collect())
}

/// Remembers what a person has confirmed; earlier choices for other headings stay.
///
/// # Errors
/// When the database refuses.
pub async fn remember(
    tx: &Tx,
    group: Option<GroupId>,
    choices: &Remembered,
    by: UserId,
    at: DateTime<Utc>,
) -> Result<()> {
    Entity::delete_many()
        .filter(of(group))
        .filter(Column::HeadingKey.is_in(choices.keys().map(String::as_str)))
        .exec(tx.connection())
        .await?;
    let row = |(heading, field): (&String, &Option<Field>)| ActiveModel {
        group_id: Set(group.map(GroupId::get)),
        heading_key: Set(heading.clone()),
        field: Set(field.map_or(LEFT_OUT, Field::name).to_owned()),
        used_at: Set(at),
        confirmed_by: Set(Some(by.get())),
        ..Default::default()
    };
    bulk::insert_all(tx.connection(), choices.iter().map(row).collect()).await
}

fn of(group: Option<GroupId>) -> Condition {
    Condition::all().add(match group {
        Some(group) => Column::GroupId.eq(group.get()),
        None => Column::GroupId.is_null(),
    })
}
