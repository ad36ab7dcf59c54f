//! Reading members with what their screens show beside them. Status histories are read once a page, never once a row.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, NaiveDate, Utc};
use domain::access::Scope;
use domain::members::duplicates::PersonKey;
use domain::members::status::CurrentStatus;
use domain::members::{Gender, MemberDetails, Status};
use domain::{GroupId, MemberId, PricingGroupId, StatusChangeId, UserId};
use sea_orm::sea_query::{Alias, Expr, ExprTrait, Order, Query};
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, FromQueryResult, QueryFilter, QueryOrder, QuerySelect, RelationTrait,
    Select,
};

use super::{HistoryRow, Member, MemberRow, PricingGroupName};
use crate::entities::member::{self, Column, Entity, Relation};
use crate::entities::{employer_group, pricing_group, status_change, user_account};
use crate::{Db, Error, Result, row_set, scope};

/// Values a condition may list at once, under the limits of both engines.
const VALUES_A_LIST: usize = 1000;

/// One member with its history.
///
/// # Errors
/// [`Error::NotFound`] when there is none of this id in scope.
pub async fn find(db: &impl Db, scope: Scope, id: MemberId) -> Result<MemberRow> {
    let query = with_names()
        .filter(Column::Id.eq(id.get()))
        .filter(scope::group_column(scope, Column::GroupId))
        .into_model::<Found>();
    let found = query.one(db.connection()).await?.ok_or(Error::NotFound)?;
    let mut history = history(db, &[id]).await?.remove(&id).unwrap_or_default();
    name_recorders(db, &mut history).await?;
    let primary_name = match found.member.primary_member_id {
        Some(primary) => full_names(db, &[primary]).await?.remove(&primary),
        None => None,
    };
    Ok(MemberRow { history, primary_name, ..found.into() })
}

async fn name_recorders(db: &impl Db, history: &mut [HistoryRow]) -> Result<()> {
    let mut ids: Vec<i64> = history.iter().filter_map(|change| change.recorded_by).map(UserId::get).collect();
    ids.sort_unstable();
    ids.dedup();
    let users = user_account::Entity::find().filter(user_account::Column::Id.is_in(ids)).all(db.connection()).await?;
    let names: HashMap<i64, String> =
        users.into_iter().map(|user| (user.id, format!("{} {}", user.first_name, user.last_name))).collect();
    for change in history {
        change.recorded_by_name = change.recorded_by.and_then(|user| names.get(&user.get()).cloned());
    }
    Ok(())
}

/// The members of a group among `ids`, by id; those of other groups are left out.
///
/// # Errors
/// When the database does not answer.
pub async fn find_many(db: &impl Db, group: GroupId, ids: &[MemberId]) -> Result<HashMap<MemberId, Member>> {
    let mut found = HashMap::with_capacity(ids.len());
    for ids in ids.chunks(VALUES_A_LIST) {
        // The ids lead to the rows; by the group, PostgreSQL would walk through all of a large one for a thousand of them.
        let rows = Entity::find()
            .filter(Column::Id.is_in(ids.iter().map(|id| id.get())))
            .filter(Expr::col(Column::GroupId).add(0).eq(group.get()));
        found.extend(row_set::read(db, rows).await?.into_iter().map(|row| (MemberId(row.id), row.into())));
    }
    Ok(found)
}

/// Id, first name, last name and date of birth of the members of a group who are somebody's dependents, whatever the status, by the id.
///
/// # Errors
/// When the database does not answer.
pub async fn dependents(
    db: &impl Db,
    group: GroupId,
    after: MemberId,
    limit: u64,
) -> Result<Vec<(MemberId, String, String, NaiveDate)>> {
    let rows: Vec<(i64, String, String, NaiveDate)> = Entity::find()
        .select_only()
        .columns([Column::Id, Column::FirstName, Column::LastName, Column::DateOfBirth])
        .filter(Column::GroupId.eq(group.get()))
        .filter(Column::PrimaryMemberId.is_not_null())
        .filter(Column::Id.gt(after.get()))
        .order_by_asc(Column::Id)
        .limit(limit)
        .into_tuple()
        .all(db.connection())
        .await?;
    Ok(rows.into_iter().map(|(id, first, last, born)| (MemberId(id), first, last, born)).collect())
}

/// Which members of a group have one of these folded unique ids, by the id.
///
/// # Errors
/// When the database does not answer.
pub async fn holders(db: &impl Db, group: GroupId, unique_keys: &[String]) -> Result<HashMap<String, MemberId>> {
    let mut holders = HashMap::new();
    for keys in unique_keys.chunks(VALUES_A_LIST) {
        let found: Vec<(Option<String>, i64)> = Entity::find()
            .select_only()
            .columns([Column::UniqueKey, Column::Id])
            .filter(Column::GroupId.eq(group.get()))
            .filter(Column::UniqueKey.is_in(keys))
            .into_tuple()
            .all(db.connection())
            .await?;
        holders.extend(found.into_iter().filter_map(|(key, id)| Some((key?, MemberId(id)))));
    }
    Ok(holders)
}

/// The members of a group that were made since an instant and are one of `people`, by name and birth date.
///
/// # Errors
/// When the database does not answer.
pub async fn made_since(
    db: &impl Db,
    group: GroupId,
    since: DateTime<Utc>,
    people: &HashSet<PersonKey>,
) -> Result<HashMap<PersonKey, MemberId>> {
    let mut last_keys: Vec<&str> = people.iter().map(|person| person.last_key.as_str()).collect();
    last_keys.sort_unstable();
    last_keys.dedup();
    let mut made = HashMap::new();
    for keys in last_keys.chunks(VALUES_A_LIST) {
        let found: Vec<(String, String, NaiveDate, i64)> = Entity::find()
            .select_only()
            .columns([Column::LastKey, Column::FirstKey, Column::DateOfBirth, Column::Id])
            .filter(Column::GroupId.eq(group.get()))
            .filter(Column::LastKey.is_in(keys.iter().copied()))
            .filter(Column::CreatedAt.gte(since))
            .into_tuple()
            .all(db.connection())
            .await?;
        let found = found.into_iter().map(|(last_key, first_key, date_of_birth, id)| {
            (PersonKey { last_key, first_key, date_of_birth }, MemberId(id))
        });
        made.extend(found.filter(|(person, _)| people.contains(person)));
    }
    Ok(made)
}

/// The next members of a group by id, at most `limit`, to walk through all of them.
///
/// # Errors
/// When the database does not answer.
pub async fn page_of_group(db: &impl Db, group: GroupId, after: MemberId, limit: u64) -> Result<Vec<Member>> {
    let rows = Entity::find()
        .filter(Column::GroupId.eq(group.get()))
        .filter(Column::Id.gt(after.get()))
        .order_by_asc(Column::Id)
        .limit(limit);
    Ok(row_set::read(db, rows).await?.into_iter().map(Into::into).collect())
}

/// A part of a group's members by their ids.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stretch {
    /// The member before the first.
    pub after: MemberId,
    /// The last; `None` where no further stretch follows.
    pub last: Option<MemberId>,
}

impl Stretch {
    /// Its members of a group, by id.
    pub(crate) fn of_group(self, group: GroupId) -> Select<Entity> {
        let behind = Entity::find().filter(Column::GroupId.eq(group.get())).filter(Column::Id.gt(self.after.get()));
        let members = match self.last {
            Some(last) => behind.filter(Column::Id.lte(last.get())),
            None => behind,
        };
        members.order_by_asc(Column::Id)
    }
}

/// The members of a group in stretches of `size`, the last with what is left: so they can be read beside each other.
///
/// # Errors
/// When the database does not answer.
pub async fn stretches(db: &impl Db, group: GroupId, size: u64) -> Result<Vec<Stretch>> {
    let place = Expr::cust("row_number() over (order by \"id\")");
    let (alias, placed) = (Alias::new("place"), Alias::new("placed"));
    let mut places = Query::select();
    places.column(Column::Id).expr_as(place, alias.clone()).from(Entity).and_where(Column::GroupId.eq(group.get()));
    let mut ends = Query::select();
    ends.column(Column::Id)
        .from_subquery(places, placed)
        .and_where(Expr::col(alias).modulo(size).eq(0))
        .order_by(Column::Id, Order::Asc);
    let ends = db.connection().query_all(&ends).await?;
    let ends: Vec<i64> = ends.iter().map(|row| row.try_get_by_index(0)).collect::<std::result::Result<_, _>>()?;
    let befores = std::iter::once(0).chain(ends.iter().copied()).map(MemberId);
    let lasts = ends.iter().copied().map(|end| Some(MemberId(end))).chain([None]);
    Ok(befores.zip(lasts).map(|(after, last)| Stretch { after, last }).collect())
}

/// The members of a stretch of a group, by id.
///
/// # Errors
/// When the database does not answer.
pub async fn of_stretch(db: &impl Db, group: GroupId, stretch: Stretch) -> Result<Vec<Member>> {
    Ok(row_set::read(db, stretch.of_group(group)).await?.into_iter().map(Into::into).collect())
}

/// The whole status history of members, each with the change recorded last first (rules.md#status-history); members without one are left out.
///
/// # Errors
/// When the database does not answer.
pub async fn history(db: &impl Db, ids: &[MemberId]) -> Result<HashMap<MemberId, Vec<HistoryRow>>> {
    use status_change::Column;
    let mut histories: HashMap<MemberId, Vec<HistoryRow>> = HashMap::new();
    for ids in ids.chunks(VALUES_A_LIST) {
        let rows = status_change::Entity::find()
            .filter(Column::MemberId.is_in(ids.iter().map(|id| id.get())))
            .order_by_desc(Column::RecordedAt)
            .order_by_desc(Column::Id)
            .all(db.connection())
            .await?;
        for row in rows {
            histories.entry(MemberId(row.member_id)).or_default().push(row.into());
        }
    }
    Ok(histories)
}

/// The rows of a page in the order of `ids`.
pub(super) async fn rows_of(db: &impl Db, ids: &[i64]) -> Result<Vec<MemberRow>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let members: Vec<MemberId> = ids.iter().copied().map(MemberId).collect();
    let found = async {
        let query = with_names().filter(Column::Id.is_in(ids.iter().copied())).into_model::<Found>();
        Ok(query.all(db.connection()).await?)
    };
    let (found, mut histories) = tokio::try_join!(found, history(db, &members))?;
    let primaries: Vec<i64> = found.iter().filter_map(|found| found.member.primary_member_id).collect();
    let names = full_names(db, &primaries).await?;
    let mut by_id: HashMap<i64, Found> = found.into_iter().map(|found| (found.member.id, found)).collect();
    let row = |found: Found| {
        let history = histories.remove(&MemberId(found.member.id)).unwrap_or_default();
        let primary_name = found.member.primary_member_id.and_then(|primary| names.get(&primary).cloned());
        MemberRow { history, primary_name, ..found.into() }
    };
    Ok(ids.iter().filter_map(|id| by_id.remove(id)).map(row).collect())
}

/// The full names of these members, by the id.
async fn full_names(db: &impl Db, ids: &[i64]) -> Result<HashMap<i64, String>> {
    let mut names = HashMap::new();
    for ids in ids.chunks(VALUES_A_LIST) {
        let rows: Vec<(i64, String, String)> = Entity::find()
            .select_only()
            .columns([Column::Id, Column::FirstName, Column::LastName])
            .filter(Column::Id.is_in(ids.iter().copied()))
            .into_tuple()
            .all(db.connection())
            .await?;
        names.extend(rows.into_iter().map(|(id, first, last)| (id, format!("{first} {last}"))));
    }
    Ok(names)
}

fn with_names() -> Select<Entity> {
    Entity::find()
        .join(sea_orm::JoinType::InnerJoin, Relation::Group.def())
        .join(sea_orm::JoinType::LeftJoin, Relation::PricingGroup.def())
        .column_as(employer_group::Column::Name, "group_name")
        .column_as(employer_group::Column::GroupCode, "group_code")
        .column_as(pricing_group::Column::Name, "pricing_group_name")
        .column_as(pricing_group::Column::Code, "pricing_group_code")
}

#[derive(FromQueryResult)]
struct Found {
    #[sea_orm(nested)]
    member: member::Model,
    group_name: String,
    group_code: String,
    pricing_group_name: Option<String>,
    pricing_group_code: Option<String>,
}

impl From<Found> for MemberRow {
    fn from(found: Found) -> Self {
        let member = Member::from(found.member);
        let named = found.pricing_group_name.zip(found.pricing_group_code);
        let pricing_group =
            member.details.pricing_group.zip(named).map(|(id, (name, code))| PricingGroupName { id, name, code });
        Self {
            member,
            group_name: found.group_name,
            group_code: found.group_code,
            pricing_group,
            primary_name: None,
            history: Vec::new(),
        }
    }
}

impl From<member::Model> for Member {
    fn from(row: member::Model) -> Self {
        let status = CurrentStatus {
            status: status_of(row.status),
            pending: row.pending_status.map(status_of).zip(row.pending_on),
        };
        Self {
            id: MemberId(row.id),
            group: GroupId(row.group_id),
            primary: row.primary_member_id.map(MemberId),
            status,
            scope_changed_at: row.scope_changed_at,
            welcomed_at: row.welcomed_at,
            link: row.link_id.0,
            version: row.version,
            created_at: row.created_at,
            updated_at: row.updated_at,
            details: MemberDetails {
                first_name: row.first_name,
                last_name: row.last_name,
                email: row.email,
                mobile_phone: row.mobile_phone,
                home_phone: row.home_phone,
                gender: Gender::from_number(row.gender.into()).unwrap_or_default(),
                date_of_birth: row.date_of_birth,
                address_line1: row.address_line1,
                address_line2: row.address_line2,
                city: row.city,
                state: row.state,
                zip_code: row.zip_code,
                plan_name: row.plan_name,
                member_type: row.member_type,
                other_member_id: row.other_member_id,
                unique_id: row.unique_id,
                billing_reference_id: row.billing_reference_id,
                pricing_group: row.pricing_group_id.map(PricingGroupId),
            },
        }
    }
}

impl From<status_change::Model> for HistoryRow {
    fn from(row: status_change::Model) -> Self {
        Self {
            id: StatusChangeId(row.id),
            status: status_of(row.status),
            effective_on: row.effective_on,
            recorded_at: row.recorded_at,
            recorded_by: row.recorded_by.map(UserId),
            recorded_by_name: None,
            cancelled_at: row.cancelled_at,
        }
    }
}

/// A status as the table's check allows it.
pub(super) fn status_of(number: i16) -> Status {
    Status::from_number(number).expect("a check of the table allows no other number")
}
