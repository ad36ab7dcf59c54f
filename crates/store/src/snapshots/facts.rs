//! The consults that a bill counts, with the references of those who consulted.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::Range;

use chrono::{DateTime, Days, Utc};
use chrono_tz::Tz;
use domain::billing::snapshot::{ConsultFact, References};
use domain::{BillingMonth, ConsultId, DateRange, GroupId, MemberId};
use sea_orm::sea_query::{Alias, Condition, Expr, ExprTrait};
use sea_orm::{ColumnTrait, EntityTrait, FromQueryResult, JoinType, QueryFilter, QuerySelect, RelationTrait, Select};

use super::ledger::MONTHS_BACK;
use crate::consults::midnight;
use crate::entities::{consult, member};
use crate::{Db, Result};

/// `consult.state` of a consult that took place and was not voided.
const COMPLETED: i16 = 0;
/// Ids a query.
const CHUNK: usize = 1000;

/// Which consults a bill counts.
#[derive(Debug, Clone, Copy)]
pub struct ConsultsOf<'a> {
    /// Of which group.
    pub group: GroupId,
    /// The window that is billed; they are those from 25 months before it to its end.
    pub window: DateRange,
    /// Those that were billed: they count wherever and whenever they are by now.
    pub billed: &'a BTreeSet<ConsultId>,
    /// The zone in which a consult has its day.
    pub zone: Tz,
    /// The references that the plan's lines name.
    pub references: &'a References,
    /// Folded references that members are about to have.
    pub keys: &'a HashMap<MemberId, Option<String>>,
}

impl ConsultsOf<'_> {
    /// The instants from which on and until which consults count whether they were billed or not.
    fn instants(&self) -> Range<DateTime<Utc>> {
        let from = BillingMonth::of(self.window.end).plus(-MONTHS_BACK).window().start;
        midnight(from, self.zone)..midnight(self.window.end + Days::new(1), self.zone)
    }
}

/// A consult with the references of who consulted.
#[derive(Debug, FromQueryResult)]
struct FactRow {
    id: i64,
    group_id: i64,
    started_at: DateTime<Utc>,
    state: i16,
    is_after_hours: bool,
    member_id: Option<i64>,
    own_key: Option<String>,
    primary_id: Option<i64>,
    primary_key: Option<String>,
}

impl FactRow {
    /// The folded reference of the primary of a dependent, else of the member itself, as stored or as `keys` says.
    fn reference(&self, keys: &HashMap<MemberId, Option<String>>) -> Option<String> {
        let of = |id: Option<i64>, stored: &Option<String>| {
            id.and_then(|id| keys.get(&MemberId(id))).unwrap_or(stored).clone()
        };
        of(self.primary_id, &self.primary_key).or_else(|| of(self.member_id, &self.own_key))
    }

    /// What it is for the group's bill: a consult that turned out to be another group's is none that took place here.
    fn fact(&self, of: &ConsultsOf<'_>) -> ConsultFact {
        ConsultFact {
            id: ConsultId(self.id),
            on: self.started_at.with_timezone(&of.zone).date_naive(),
            is_completed: self.state == COMPLETED && self.group_id == of.group.get(),
            is_after_hours: self.is_after_hours,
            reference: of.references.find(self.reference(of.keys).as_deref()),
        }
    }
}

/// The consults that a plan's lines may count, by id. Those of a dependent count with its primary's reference, if that has one
/// (rules.md#billable-consults).
///
/// # Errors
/// When the database fails.
pub async fn consult_facts(db: &impl Db, of: ConsultsOf<'_>) -> Result<Vec<ConsultFact>> {
    Ok(consult_facts_of(db, &[of]).await?.pop().unwrap_or_default())
}

/// [`consult_facts`] of plans, however many, in their order.
///
/// # Errors
/// When the database fails.
pub async fn consult_facts_of(db: &impl Db, wanted: &[ConsultsOf<'_>]) -> Result<Vec<Vec<ConsultFact>>> {
    let ranges: Vec<_> = wanted.iter().map(ConsultsOf::instants).collect();
    let (Some(from), Some(until)) =
        (ranges.iter().map(|range| range.start).min(), ranges.iter().map(|range| range.end).max())
    else {
        return Ok(Vec::new());
    };
    let recent = Condition::all()
        .add(consult::Column::GroupId.is_in(wanted.iter().map(|of| of.group.get())))
        .add(consult::Column::StartedAt.gte(from))
        .add(consult::Column::StartedAt.lt(until));
    let mut rows = read(db, recent).await?;
    let known: HashSet<i64> = rows.iter().map(|row| row.id).collect();
    let billed: BTreeSet<i64> = wanted.iter().flat_map(|of| of.billed).map(|id| id.get()).collect();
    let elsewhere: Vec<i64> = billed.into_iter().filter(|id| !known.contains(id)).collect();
    for ids in elsewhere.chunks(CHUNK) {
        rows.extend(read(db, Condition::all().add(consult::Column::Id.is_in(ids.iter().copied()))).await?);
    }
    rows.sort_unstable_by_key(|row| row.id);
    let counted = |of: &ConsultsOf<'_>, range: &Range<DateTime<Utc>>, row: &FactRow| {
        let is_recent = row.group_id == of.group.get() && range.contains(&row.started_at);
        is_recent || of.billed.contains(&ConsultId(row.id))
    };
    let facts = wanted
        .iter()
        .zip(&ranges)
        .map(|(of, range)| rows.iter().filter(|row| counted(of, range, row)).map(|row| row.fact(of)).collect());
    Ok(facts.collect())
}

async fn read(db: &impl Db, condition: Condition) -> Result<Vec<FactRow>> {
    Ok(with_references().filter(condition).into_model().all(db.connection()).await?)
}

fn with_references() -> Select<consult::Entity> {
    let primary = Alias::new("primary_member");
    let joined = Expr::col((primary.clone(), member::Column::Id));
    let of_member = Expr::col((member::Entity, member::Column::PrimaryMemberId));
    let mut query = consult::Entity::find()
        .join(JoinType::LeftJoin, consult::Relation::Member.def())
        .select_only()
        .columns([
            consult::Column::Id,
            consult::Column::GroupId,
            consult::Column::StartedAt,
            consult::Column::State,
            consult::Column::IsAfterHours,
            consult::Column::MemberId,
        ])
        .expr_as(Expr::col((member::Entity, member::Column::BillingRefKey)), "own_key")
        .expr_as(Expr::col((primary.clone(), member::Column::Id)), "primary_id")
        .expr_as(Expr::col((primary.clone(), member::Column::BillingRefKey)), "primary_key");
    QuerySelect::query(&mut query).join_as(JoinType::LeftJoin, member::Entity, primary, joined.eq(of_member));
    query
}
