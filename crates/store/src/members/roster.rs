//! The roster of a group on a day, read in chunks: members whose timeline has begun by then, with their status of that day.

use chrono::NaiveDate;
use domain::members::Status;
use domain::{GroupId, MemberId};
use sea_orm::{
    ColumnTrait, Condition, EntityTrait, FromQueryResult, JoinType, QueryFilter, QueryOrder, QuerySelect, RelationTrait,
};

use super::read::status_of;
use super::{Member, PricingGroupName};
use crate::entities::member::{self, Column, Entity, Relation};
use crate::entities::{pricing_group, status_change};
use crate::{Db, Result};

/// A member on a day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OnDay {
    /// The member as it is today.
    pub member: Member,
    /// Its status on the day.
    pub status: Status,
    /// Its pricing group.
    pub pricing_group: Option<PricingGroupName>,
}

/// The next members of a group after one, at most `limit`, by id; those who had no status yet on `day` are left out, and with `status`
/// all who had another.
///
/// # Errors
/// When the database does not answer.
pub async fn on_day(
    db: &impl Db,
    group: GroupId,
    day: NaiveDate,
    status: Option<Status>,
    after: MemberId,
    limit: u64,
) -> Result<Vec<OnDay>> {
    use status_change::Column::{CancelledAt, EffectiveOn, Status as Is, UntilOn};
    let lasts = Condition::any().add(UntilOn.is_null()).add(UntilOn.gt(day));
    let rows = Entity::find()
        .join(JoinType::InnerJoin, status_change::Relation::Member.def().rev())
        .join(JoinType::LeftJoin, Relation::PricingGroup.def())
        .column_as(Is, "status_of_day")
        .column_as(pricing_group::Column::Name, "pricing_group_name")
        .column_as(pricing_group::Column::Code, "pricing_group_code")
        .filter(Column::GroupId.eq(group.get()))
        .filter(Column::Id.gt(after.get()))
        .filter(CancelledAt.is_null())
        .filter(EffectiveOn.lte(day))
        .filter(lasts)
        .filter(Condition::all().add_option(status.map(|status| Is.eq(status.number()))))
        .order_by_asc(Column::Id)
        .limit(limit)
        .into_model::<Found>()
        .all(db.connection())
        .await?;
    Ok(rows.into_iter().map(Into::into).collect())
}

#[derive(FromQueryResult)]
struct Found {
    #[sea_orm(nested)]
    member: member::Model,
    status_of_day: i16,
    pricing_group_name: Option<String>,
    pricing_group_code: Option<String>,
}

impl From<Found> for OnDay {
    fn from(found: Found) -> Self {
        let member = Member::from(found.member);
        let named = found.pricing_group_name.zip(found.pricing_group_code);
        let pricing_group =
            member.details.pricing_group.zip(named).map(|(id, (name, code))| PricingGroupName { id, name, code });
        Self { member, status: status_of(found.status_of_day), pricing_group }
    }
}
