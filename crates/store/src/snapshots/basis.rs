//! What a snapshot is computed from: the plan with its lines and rates, who was active when, and what was billed before.

use chrono::NaiveDate;
use domain::access::Scope;
use domain::billing::ledger::{BilledLine, EntryKind, IdSet};
use domain::billing::line::LineItem;
use domain::billing::snapshot::{BilledSnapshot, LineTerms, LookBack, PlanState, References, Roster};
use domain::{BillingMonth, DateRange, GroupId, MemberId, Money, PlanId, PlanLineId, SnapshotId};
use futures_util::TryStreamExt;
use sea_orm::sea_query::{ExprTrait, LockType};
use sea_orm::{ColumnTrait, EntityTrait, JoinType, QueryFilter, QueryOrder, QuerySelect, RelationTrait};

use crate::connection::sealed::Connected;
use crate::entities::{
    broker, employer_group, ledger_set, member, plan, plan_line, pricing_option, snapshot, snapshot_line, status_change,
};
use crate::error::damaged;
use crate::plans::lines::line_item;
use crate::{Db, Error, Result, Tx, scope};

/// Months a correction can reach back, and one more for a line that bills the month before.
pub(super) const MONTHS_BACK: i32 = LookBack::LONGEST.months() as i32 + 2;
/// `status_change.status` of an active span.
const ACTIVE: i16 = 0;

/// A plan as the computation needs it: all that a bill takes from it. What was computed still holds where the plan is the same when it is
/// written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlanBasis {
    /// The plan.
    pub id: PlanId,
    /// Its group.
    pub group: GroupId,
    /// Its name, to be frozen.
    pub name: String,
    /// Whether a snapshot can be made of it.
    pub state: PlanState,
    /// How far back bills correct, of the group or else its broker (decisions A2).
    pub look_back: LookBack,
    /// Its line items with today's rates, deleted ones included, in the order of the plan.
    pub lines: Vec<LineTerms>,
    /// The references that its lines name.
    pub references: References,
}

/// The plan of this id within a group in scope.
///
/// # Errors
/// [`Error::NotFound`] when there is none.
pub async fn plan_basis(db: &impl Db, scope: Scope, group: GroupId, id: PlanId) -> Result<PlanBasis> {
    let found = plan::Entity::find_by_id(id.get())
        .filter(plan::Column::GroupId.eq(group.get()))
        .filter(scope::group_column(scope, plan::Column::GroupId))
        .one(db.connection())
        .await?
        .ok_or(Error::NotFound)?;
    let rows: Vec<(plan_line::Model, Option<pricing_option::Model>)> = plan_line::Entity::find()
        .join(JoinType::InnerJoin, plan_line::Relation::PricingOption.def())
        .select_also(pricing_option::Entity)
        .filter(plan_line::Column::PlanId.eq(id.get()))
        .order_by_asc(plan_line::Column::Id)
        .all(db.connection())
        .await?;
    let items = rows
        .into_iter()
        .filter_map(|(line, option)| Some((line, Money::from_cents(option?.rate_cents))))
        .map(|(line, rate)| Ok((line_item(&line)?, rate, line)))
        .collect::<Result<Vec<_>>>()?;
    let references = References::of(items.iter().map(|(item, ..)| item));
    let terms = |(item, rate, line): &(LineItem, Money, plan_line::Model)| {
        let terms = LineTerms::of(PlanLineId(line.id), item, *rate, &references);
        if line.deleted_at.is_some() { terms.deleted() } else { terms }
    };
    Ok(PlanBasis {
        id,
        group,
        lines: items.iter().map(terms).collect(),
        references,
        look_back: look_back(db, group).await?,
        state: PlanState { active: found.active, expires_on: found.expires_on },
        name: found.name,
    })
}

async fn look_back(db: &impl Db, group: GroupId) -> Result<LookBack> {
    let months: Option<(Option<i16>, i16)> = employer_group::Entity::find_by_id(group.get())
        .join(JoinType::InnerJoin, employer_group::Relation::Broker.def())
        .select_only()
        .column(employer_group::Column::BillingLookbackMonths)
        .column(broker::Column::BillingLookbackMonths)
        .into_tuple()
        .one(db.connection())
        .await?;
    let months = months.map(|(group, broker)| group.unwrap_or(broker));
    Ok(months.and_then(|months| u8::try_from(months).ok()).map_or_else(LookBack::default, LookBack::new))
}

/// Holds other snapshots of the plan back until this transaction ends, and all who change its terms: the plan, its line items, and the
/// rates of its group. On SQLite the writer does.
///
/// # Errors
/// When the database fails.
pub async fn lock_plan(tx: &Tx, group: GroupId, id: PlanId) -> Result<()> {
    // Rates are changed by who has locked the group. It comes first: who has it may want a plan, and nobody the other way round.
    let shared = employer_group::Entity::find_by_id(group.get()).select_only().column(employer_group::Column::Id);
    shared.lock(LockType::KeyShare).into_tuple::<i64>().one(tx.connection()).await?;
    crate::plans::lock(tx, id).await
}

/// The plan's undeleted snapshots that a snapshot of `period` may have to correct or may be corrected by, but for `except`.
///
/// # Errors
/// When the database fails, or holds a set that is none.
pub async fn billed(
    db: &impl Db,
    plan: PlanId,
    period: BillingMonth,
    except: Option<SnapshotId>,
) -> Result<Vec<BilledSnapshot>> {
    let snapshots: Vec<snapshot::Model> = snapshot::Entity::find()
        .filter(snapshot::Column::PlanId.eq(plan.get()))
        .filter(snapshot::Column::DeletedAt.is_null())
        .filter(snapshot::Column::PeriodMonth.gte(period.plus(-MONTHS_BACK).number()))
        .filter(snapshot::Column::Id.ne(except.map_or(0, SnapshotId::get)))
        .order_by_asc(snapshot::Column::PeriodMonth)
        .all(db.connection())
        .await?;
    let ids: Vec<i64> = snapshots.iter().map(|row| row.id).collect();
    let lines: Vec<(snapshot_line::Model, Option<ledger_set::Model>)> = snapshot_line::Entity::find()
        .join(JoinType::InnerJoin, ledger_set::Relation::SnapshotLine.def().rev())
        .select_also(ledger_set::Entity)
        .filter(snapshot_line::Column::SnapshotId.is_in(ids))
        .order_by_asc(snapshot_line::Column::Id)
        .all(db.connection())
        .await?;
    let mut billed: Vec<BilledSnapshot> = snapshots
        .into_iter()
        .map(|row| BilledSnapshot {
            id: SnapshotId(row.id),
            window: DateRange { start: row.start_on, end: row.end_on },
            lines: Vec::new(),
        })
        .collect();
    for (line, set) in lines {
        let owner = billed.iter_mut().find(|snapshot| snapshot.id.get() == line.snapshot_id);
        if let (Some(owner), Some(set)) = (owner, set) {
            owner.lines.push(billed_line(&line, set)?);
        }
    }
    Ok(billed)
}

pub(super) fn billed_line(line: &snapshot_line::Model, set: ledger_set::Model) -> Result<BilledLine> {
    Ok(BilledLine {
        plan_line: PlanLineId(line.plan_line_id),
        month: BillingMonth::from_number(line.billable_month),
        kind: entry_kind(line.kind)?,
        rate: Money::from_cents(line.rate_cents),
        ids: id_set(set.ids, set.n)?,
    })
}

pub(super) fn entry_kind(number: i16) -> Result<EntryKind> {
    EntryKind::from_number(number).ok_or_else(|| damaged("a kind of entry"))
}

pub(super) fn id_set(bytes: Vec<u8>, n: i32) -> Result<IdSet> {
    IdSet::from_bytes(bytes, n.unsigned_abs()).map_err(|_| damaged("a set of ids"))
}

/// Every member of the group with the months in which it is active, for a snapshot of `period`.
///
/// # Errors
/// When the database fails.
pub async fn roster(db: &impl Db, group: GroupId, period: BillingMonth, references: &References) -> Result<Roster> {
    let mut roster = Roster::new(period);
    let mut members = member::Entity::find()
        .select_only()
        .columns([member::Column::Id, member::Column::IsPrimary, member::Column::BillingRefKey])
        .filter(member::Column::GroupId.eq(group.get()))
        .order_by_asc(member::Column::Id)
        .into_tuple::<(i64, bool, Option<String>)>()
        .stream(db.connection())
        .await?;
    while let Some((id, is_primary, reference)) = members.try_next().await? {
        roster.push(MemberId(id), is_primary, references.find(reference.as_deref()));
    }
    drop(members);
    let first = period.plus(1 - MONTHS_BACK).cut_off();
    let last = period.plus(1).cut_off();
    let mut spans = status_change::Entity::find()
        .select_only()
        .columns([status_change::Column::MemberId, status_change::Column::EffectiveOn, status_change::Column::UntilOn])
        .filter(status_change::Column::GroupId.eq(group.get()))
        .filter(status_change::Column::Status.eq(ACTIVE))
        .filter(status_change::Column::CancelledAt.is_null())
        .filter(status_change::Column::EffectiveOn.lte(last))
        .filter(status_change::Column::UntilOn.is_null().or(status_change::Column::UntilOn.gt(first)))
        .into_tuple::<(i64, NaiveDate, Option<NaiveDate>)>()
        .stream(db.connection())
        .await?;
    while let Some((id, from, until)) = spans.try_next().await? {
        roster.add_span(MemberId(id), from, until);
    }
    drop(spans);
    Ok(roster)
}
