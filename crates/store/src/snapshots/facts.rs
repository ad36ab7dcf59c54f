//! The consults that a bill counts, with the references of those who consulted.

use std::collections::{BTreeSet, HashMap, HashSet};

use chrono::{DateTime, Days, Utc};
use chrono_tz::Tz;
use domain::billing::snapshot::{ConsultFact, References};
use domain::{BillingMonth, ConsultId, DateRange, GroupId, MemberId};
use sea_orm::sea_query::{Alias, Condition, Expr, ExprTrait};
use sea_orm::{ColumnTrait, EntityTrait, FromQueryResult, JoinType, QueryFilter, QuerySelect, RelationTrait, Select};

use super::basis::MONTHS_BACK;
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
    /// The folded reference of the member, else of its primary, as stored or as `keys` says.
    fn reference(&self, keys: &HashMap<MemberId, Option<String>>) -> Option<String> {
        let of = |id: Option<i64>, stored: &Option<String>| {
            id.and_then(|id| keys.get(&MemberId(id))).unwrap_or(stored).clone()
        };
        of(self.member_id, &self.own_key).or_else(|| of(self.primary_id, &self.primary_key))
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

/// The consults that a plan's lines may count, by id. Consults of a dependent count with its primary's reference (decisions A3).
///
/// # Errors
/// When the database fails.
pub async fn consult_facts(db: &impl Db, of: ConsultsOf<'_>) -> Result<Vec<ConsultFact>> {
    let from = BillingMonth::of(of.window.end).plus(-MONTHS_BACK).window().start;
    let recent = Condition::all()
        .add(consult::Column::GroupId.eq(of.group.get()))
        .add(consult::Column::StartedAt.gte(midnight(from, of.zone)))
        .add(consult::Column::StartedAt.lt(midnight(of.window.end + Days::new(1), of.zone)));
    let mut rows = read(db, recent).await?;
    let known: HashSet<i64> = rows.iter().map(|row| row.id).collect();
    let elsewhere: Vec<i64> = of.billed.iter().map(|id| id.get()).filter(|id| !known.contains(id)).collect();
    for ids in elsewhere.chunks(CHUNK) {
        rows.extend(read(db, Condition::all().add(consult::Column::Id.is_in(ids.iter().copied()))).await?);
    }
    rows.sort_unstable_by_key(|row| row.id);
    Ok(rows.iter().map(|row| row.fact(&of)).collect())
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
