//! Which field a heading means and in which order its values stand, as people have said for a group.
//! A file of several groups uses what was said for all.

use chrono::{DateTime, Utc};
use domain::census::{Field, Remembered, RememberedOrders, ValueOrder};
use domain::{GroupId, UserId};
use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait, Condition, EntityTrait, QueryFilter};

use crate::database::bulk;
use crate::database::connection::sealed::Connected;
use crate::entities::census_mapping::{ActiveModel, Column, Entity};
use crate::{Db, Result, Tx};

/// What stands for a column that is to be left out.
const LEFT_OUT: &str = "";
/// Stands in the place of the key of a heading for the sheet of a workbook; no heading has such a key.
const SHEET: &str = "*sheet";

/// What people have said of the columns of a group's files, by the key of the heading.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RememberedColumns {
    /// The fields that they hold.
    pub fields: Remembered,
    /// The orders of their values.
    pub orders: RememberedOrders,
    /// The sheet of people that is read of a workbook with several.
    pub sheet: Option<String>,
}

/// What is remembered for a group, or for files of several groups.
///
/// # Errors
/// When the database does not answer.
pub async fn remembered(db: &impl Db, group: Option<GroupId>) -> Result<RememberedColumns> {
    let rows = Entity::find().filter(of(group)).all(db.connection()).await?;
    let mut remembered = RememberedColumns::default();
    for row in rows {
        if row.heading_key == SHEET {
            remembered.sheet = Some(row.field);
            continue;
        }
        let order = row.value_order.as_deref().and_then(ValueOrder::from_name);
        remembered.orders.extend(order.map(|order| (row.heading_key.clone(), order)));
        remembered.fields.insert(row.heading_key, Field::from_name(&row.field));
    }
    Ok(remembered)
}

/// Remembers what a person has confirmed; earlier choices for other headings stay.
///
/// # Errors
/// When the database refuses.
pub async fn remember(
    tx: &Tx,
    group: Option<GroupId>,
    choices: &RememberedColumns,
    by: UserId,
    at: DateTime<Utc>,
) -> Result<()> {
    let mut fields = choices.fields.clone();
    for (heading, order) in &choices.orders {
        fields.entry(heading.clone()).or_insert(Some(order.field()));
    }
    let columns = fields.iter().map(|(heading, field)| (heading.as_str(), field.map_or(LEFT_OUT, Field::name)));
    let said: Vec<(&str, &str)> = columns.chain(choices.sheet.iter().map(|sheet| (SHEET, sheet.as_str()))).collect();
    Entity::delete_many()
        .filter(of(group))
        .filter(Column::HeadingKey.is_in(said.iter().map(|(key, _)| *key)))
        .exec(tx.connection())
        .await?;
    let row = |(key, field): (&str, &str)| ActiveModel {
        group_id: Set(group.map(GroupId::get)),
        heading_key: Set(key.to_owned()),
        field: Set(field.to_owned()),
        value_order: Set(choices.orders.get(key).map(|order| order.name().to_owned())),
        used_at: Set(at),
        confirmed_by: Set(Some(by.get())),
        ..Default::default()
    };
    bulk::insert_all(tx.connection(), said.into_iter().map(row).collect()).await
}

fn of(group: Option<GroupId>) -> Condition {
    Condition::all().add(match group {
        Some(group) => Column::GroupId.eq(group.get()),
        None => Column::GroupId.is_null(),
    })
}
