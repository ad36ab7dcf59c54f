//! Who is active when: whole groups for bills computed in full, and of others only who may have changed.

use std::collections::HashMap;

use chrono::{DateTime, Duration, NaiveDate, Utc};
use domain::billing::snapshot::{References, Roster};
use domain::{BillingMonth, GroupId, MemberId};
use futures_util::TryStreamExt;
use sea_orm::sea_query::ExprTrait;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use serde::Serialize;

use super::ledger::MONTHS_BACK;
use crate::entities::{member, status_change};
use crate::row_set::{self, Columns, Instant, Kind};
use crate::{Db, Engine, Result};

/// `status_change.status` of an active span.
pub(super) const ACTIVE: i16 = 0;
/// How long before a snapshot was computed a change may say that it was recorded, and yet not have been there: its transaction ended
/// later. Looking at more than have changed is harmless.
const LATE: Duration = Duration::hours(1);

/// A roster that is wanted.
#[derive(Debug, Clone, Copy)]
pub struct RosterOf<'a> {
    /// Of which group.
    pub group: GroupId,
    /// For a snapshot of which month.
    pub period: BillingMonth,
    /// The references that matter.
    pub references: &'a References,
}

/// Every member of the group with the months in which it is active, for a snapshot of `period`.
///
/// # Errors
/// When the database fails.
pub async fn roster(db: &impl Db, group: GroupId, period: BillingMonth, references: &References) -> Result<Roster> {
    let mut rosters = rosters(db, &[RosterOf { group, period, references }]).await?;
    Ok(rosters.pop().unwrap_or_else(|| Roster::new(period)))
}

/// The rosters of groups, however many, in the order in which they are wanted; a group may be wanted more than once.
///
/// # Errors
/// When the database fails.
pub async fn rosters(db: &impl Db, wanted: &[RosterOf<'_>]) -> Result<Vec<Roster>> {
    let mut rosters: Vec<Roster> = wanted.iter().map(|wanted| Roster::new(wanted.period)).collect();
    let (Some(first), Some(last)) =
        (wanted.iter().map(|wanted| wanted.period).min(), wanted.iter().map(|wanted| wanted.period).max())
    else {
        return Ok(rosters);
    };
    let mut places: HashMap<i64, Vec<usize>> = HashMap::new();
    for (place, wanted) in wanted.iter().enumerate() {
        places.entry(wanted.group.get()).or_default().push(place);
    }
    let mut members = member::Entity::find()
        .select_only()
        .columns([
            member::Column::GroupId,
            member::Column::Id,
            member::Column::IsPrimary,
            member::Column::BillingRefKey,
        ])
        .filter(member::Column::GroupId.is_in(places.keys().copied()))
        .order_by_asc(member::Column::GroupId)
        .order_by_asc(member::Column::Id)
        .into_tuple::<(i64, i64, bool, Option<String>)>()
        .stream(db.connection())
        .await?;
    while let Some((group, id, is_primary, reference)) = members.try_next().await? {
        for place in &places[&group] {
            let reference = wanted[*place].references.find(reference.as_deref());
            rosters[*place].push(MemberId(id), is_primary, reference);
        }
    }
    drop(members);
    let mut spans = status_change::Entity::find()
        .select_only()
        .columns([
            status_change::Column::GroupId,
            status_change::Column::MemberId,
            status_change::Column::EffectiveOn,
            status_change::Column::UntilOn,
        ])
        .filter(status_change::Column::GroupId.is_in(places.keys().copied()))
        .filter(status_change::Column::Status.eq(ACTIVE))
        .filter(status_change::Column::CancelledAt.is_null())
        .filter(status_change::Column::EffectiveOn.lte(last.plus(1).cut_off()))
        .filter(
            status_change::Column::UntilOn
                .is_null()
                .or(status_change::Column::UntilOn.gt(first.plus(1 - MONTHS_BACK).cut_off())),
        )
        .into_tuple::<(i64, i64, NaiveDate, Option<NaiveDate>)>()
        .stream(db.connection())
        .await?;
    while let Some((group, id, from, until)) = spans.try_next().await? {
        for place in &places[&group] {
            rosters[*place].add_span(MemberId(id), from, until);
        }
    }
    drop(spans);
    Ok(rosters)
}

/// A roster of those who may have changed since a snapshot.
#[derive(Debug, Clone, Copy)]
pub struct ChangesOf<'a> {
    /// The roster of which they are a part.
    pub of: RosterOf<'a>,
    /// When the snapshot was computed.
    pub computed_at: DateTime<Utc>,
    /// A change that takes effect after the first of these days, and not after the second, counts as one since.
    pub effective: (NaiveDate, NaiveDate),
    /// Members that are wanted in any case.
    pub unsettled: &'a [i64],
}

/// What is asked of a group, or a member that is wanted in any case.
#[derive(Serialize)]
struct Asked {
    place: i32,
    group_id: Option<i64>,
    since: Option<Instant>,
    after: Option<NaiveDate>,
    until: Option<NaiveDate>,
    member_id: Option<i64>,
}

const ASKED: &Columns = &[
    ("place", Kind::Int),
    ("group_id", Kind::Long),
    ("since", Kind::Instant),
    ("after", Kind::Date),
    ("until", Kind::Date),
    ("member_id", Kind::Long),
];

/// Who had a change recorded or cancelled since, or one come into effect, or is counted by something else; and their spans.
fn changed_sql(engine: Engine) -> String {
    let of_group = |table: &str, id: &str, condition: &str| {
        let found = each(engine, "cross join", table, &format!("s.group_id = a.group_id and {condition}"));
        format!("select a.place, s.{id} as member_id from asked a {found}")
    };
    let touched = [
        of_group("status_change", "member_id", "s.recorded_at > a.since"),
        of_group("status_change", "member_id", "s.cancelled_at > a.since"),
        of_group("status_change", "member_id", "s.effective_on > a.after and s.effective_on <= a.until"),
        of_group("member", "id", "s.scope_changed_at > a.since"),
        "select a.place, a.member_id from asked a where a.member_id is not null".to_owned(),
    ];
    format!(
        "with asked as materialized ({{rows}}), touched as materialized ({}), \
         found as (select t.place, s.id, s.is_primary, s.billing_ref_key from touched t {}) \
         select f.place, f.id, f.is_primary, f.billing_ref_key, s.effective_on, s.until_on from found f {} \
         order by f.place, f.id",
        touched.join(" union "),
        each(engine, "cross join", "member", "s.id = t.member_id"),
        each(engine, "left join", "status_change", "s.member_id = f.id and s.status = 0 and s.cancelled_at is null"),
    )
}

/// Joins the rows of `table` that meet the condition as `s`, looked up for each row before. PostgreSQL, which cannot know how few they are,
/// would rather walk the whole table once.
fn each(engine: Engine, join: &str, table: &str, condition: &str) -> String {
    let on = if join == "left join" { " on true" } else { "" };
    match engine {
        Engine::Sqlite => format!("{join} {table} s on {condition}"),
        Engine::Postgres => format!("{join} lateral (select s.* from {table} s where {condition} offset 0) s{on}"),
    }
}

/// Those who may have changed since a snapshot of their group, with all their months, in the order in which they are wanted. Some more
/// may be among them.
///
/// # Errors
/// When the database fails.
pub async fn changed(db: &impl Db, wanted: &[ChangesOf<'_>]) -> Result<Vec<Roster>> {
    let mut rosters: Vec<Roster> = wanted.iter().map(|wanted| Roster::new(wanted.of.period)).collect();
    if wanted.is_empty() {
        return Ok(rosters);
    }
    let mut asked = Vec::new();
    for (place, wanted) in wanted.iter().enumerate() {
        let place = place as i32;
        asked.push(Asked {
            place,
            group_id: Some(wanted.of.group.get()),
            since: Some(Instant(wanted.computed_at - LATE)),
            after: Some(wanted.effective.0),
            until: Some(wanted.effective.1),
            member_id: None,
        });
        let member =
            |id: &i64| Asked { place, group_id: None, since: None, after: None, until: None, member_id: Some(*id) };
        asked.extend(wanted.unsettled.iter().map(member));
    }
    for row in row_set::query(db, &changed_sql(db.engine()), ASKED, &asked, Vec::new()).await? {
        let place = usize::try_from(row.try_get_by_index::<i32>(0)?).unwrap_or_default();
        let (roster, id) = (&mut rosters[place], MemberId(row.try_get_by_index(1)?));
        if roster.members().last().is_none_or(|last| last.id() != id) {
            let reference: Option<String> = row.try_get_by_index(3)?;
            roster.push(id, row.try_get_by_index(2)?, wanted[place].of.references.find(reference.as_deref()));
        }
        if let Some(from) = row.try_get_by_index::<Option<NaiveDate>>(4)? {
            roster.add_span(id, from, row.try_get_by_index(5)?);
        }
    }
    Ok(rosters)
}
