//! How many members are active, by what line items choose them by.

use std::collections::HashMap;

use chrono::NaiveDate;
use domain::GroupId;
use sea_orm::sea_query::ExprTrait;
use sea_orm::{ColumnTrait, EntityTrait, JoinType, QueryFilter, QuerySelect, RelationTrait};

use super::roster::ACTIVE;
use crate::entities::{member, status_change};
use crate::{Db, Result};

/// The primaries of groups who are active on a day, counted by their folded reference.
///
/// # Errors
/// When the database fails.
pub async fn primaries_by_reference(
    db: &impl Db,
    groups: &[GroupId],
    on: NaiveDate,
) -> Result<HashMap<GroupId, Vec<(Option<String>, u32)>>> {
    let rows: Vec<(i64, Option<String>, i64)> = status_change::Entity::find()
        .join(JoinType::InnerJoin, status_change::Relation::Member.def())
        .select_only()
        .column(status_change::Column::GroupId)
        .column(member::Column::BillingRefKey)
        .column_as(status_change::Column::Id.count(), "n")
        .filter(status_change::Column::GroupId.is_in(groups.iter().map(|group| group.get())))
        .filter(status_change::Column::Status.eq(ACTIVE))
        .filter(status_change::Column::CancelledAt.is_null())
        .filter(status_change::Column::EffectiveOn.lte(on))
        .filter(status_change::Column::UntilOn.is_null().or(status_change::Column::UntilOn.gt(on)))
        .filter(member::Column::IsPrimary.eq(true))
        .group_by(status_change::Column::GroupId)
        .group_by(member::Column::BillingRefKey)
        .into_tuple()
        .all(db.connection())
        .await?;
    let mut counts: HashMap<GroupId, Vec<(Option<String>, u32)>> = HashMap::new();
    for (group, key, count) in rows {
        counts.entry(GroupId(group)).or_default().push((key, u32::try_from(count).unwrap_or(u32::MAX)));
    }
    Ok(counts)
}
