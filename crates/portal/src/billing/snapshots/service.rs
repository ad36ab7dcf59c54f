//! Use cases of snapshots. What is billed is computed outside the writing transaction and checked again inside it: when the plan, its
//! line items, their rates or another of its snapshots have changed meanwhile, the computation starts anew.
//!
//! A bill is as of an instant before anything was read for it. Who is changed later is shown as it was; a change that was being written
//! at that very instant may be shown by the bill and is billed by the next one.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, Utc};
use domain::access::Scope;
use domain::billing::run::check_no_day_is_left;
use domain::billing::snapshot::{
    ComputedSnapshot, LiveSnapshot, PlanStanding, check_delete, check_new, check_regenerate, latest,
};
use domain::billing::snapshot::{EXISTS, years_offered};
use domain::{DateRange, GroupId, Invalid, Money, Page, PageRequest, PlanId, SnapshotId};
use serde_json::json;
use store::snapshots::{
    self, FrozenLine, FrozenLineHead, FrozenSnapshot, FrozenUnbilled, LineMember, MemberSet, NewSnapshot, PlanBasis,
    SnapshotFilter, SnapshotRow,
};
use store::{Db, Tx, View, erp_documents};

use super::erp::service::InvoiceCall;
use super::ground::Ground;
use crate::context::Context;
use crate::erp::ours::Asked;
use crate::error::{Error, Result};
use crate::http::CallerOrigin;

/// How often a computation starts anew before it gives up.
const TRIES: usize = 5;

/// A snapshot with its lines, and the members of each.
#[derive(Debug)]
pub struct SnapshotDetail {
    /// The snapshot.
    pub snapshot: FrozenSnapshot,
    /// Its lines with their members; consult lines have none (documents: who consulted is never listed).
    pub lines: Vec<(FrozenLine, Vec<LineMember>)>,
    /// What the look-back left out, with its members; of consults it has none either.
    pub unbilled: Vec<(FrozenUnbilled, Vec<LineMember>)>,
    /// Lines of more members than this have none here either.
    pub members_up_to: Option<u64>,
}

impl SnapshotDetail {
    /// Whether the members of a line are here.
    pub fn lists_members_of(&self, line: &FrozenLineHead) -> bool {
        lists(self.members_up_to, line.quantity)
    }
}

fn lists(members_up_to: Option<u64>, quantity: i64) -> bool {
    members_up_to.is_none_or(|most| quantity.unsigned_abs() <= most)
}

/// A page of a group's snapshots that a filter lets through.
///
/// # Errors
/// [`Error::NotFound`] when the group is not in scope.
pub async fn search(
    ctx: &Context,
    who: &CallerOrigin,
    filter: &SnapshotFilter,
    page: &PageRequest,
) -> Result<Page<SnapshotRow>> {
    let db = ctx.store.read();
    if let Some(group) = filter.group {
        store::groups::require(&db, who.scope(), group).await?;
    }
    Ok(snapshots::search(&db, who.scope(), filter, page).await?)
}

/// The lines of the snapshots of a page, without members.
///
/// # Errors
/// When the database fails.
pub async fn lines_by_snapshot(db: &impl Db, ids: &[SnapshotId]) -> Result<BTreeMap<SnapshotId, Vec<FrozenLineHead>>> {
    let mut lines: BTreeMap<SnapshotId, Vec<FrozenLineHead>> = BTreeMap::new();
    for line in snapshots::line_heads(db, ids).await? {
        lines.entry(line.snapshot).or_default().push(line);
    }
    Ok(lines)
}

/// The totals of the snapshots before these in their plans; of a first one there is none.
///
/// # Errors
/// When the database fails.
pub async fn previous_totals(db: &impl Db, ids: &[SnapshotId]) -> Result<BTreeMap<SnapshotId, Money>> {
    Ok(snapshots::previous_totals(db, ids).await?)
}

/// One snapshot with its members; with `members_up_to` without those of lines that have more.
///
/// # Errors
/// [`Error::NotFound`] when it is not in scope.
pub async fn detail(
    ctx: &Context,
    who: &CallerOrigin,
    group: GroupId,
    id: SnapshotId,
    members_up_to: Option<u64>,
) -> Result<SnapshotDetail> {
    let view = ctx.store.view().await?;
    let snapshot = snapshots::find(&view, who.scope(), Some(group), id).await?;
    with_members(&view, snapshot, members_up_to).await
}

/// A stored snapshot with its lines and their members, as they stand in the view that it was found in; with `members_up_to` without
/// those of lines that have more.
///
/// # Errors
/// When the database fails.
pub async fn with_members(view: &View, snapshot: FrozenSnapshot, members_up_to: Option<u64>) -> Result<SnapshotDetail> {
    let lines = snapshots::lines(view, &[snapshot.id]).await?;
    let unbilled = snapshots::unbilled(view, snapshot.id).await?;
    let of_lines = lines.iter().map(|line| (line.members(), line.quantity));
    let of_unbilled = unbilled.iter().map(|left| (left.members(), left.ids.len() as i64));
    let sets: Vec<_> = of_lines
        .chain(of_unbilled)
        .map(|(set, quantity)| if lists(members_up_to, quantity) { set } else { MemberSet::nobody(snapshot.period()) })
        .collect();
    let mut members = snapshots::members_of(view, snapshot.group, snapshot.computed_at, &sets).await?.into_iter();
    let lines = lines.into_iter().zip(&mut members).collect();
    Ok(SnapshotDetail { snapshot, lines, unbilled: unbilled.into_iter().zip(members).collect(), members_up_to })
}

/// What the look-back left out of a snapshot, with its members.
///
/// # Errors
/// When the database fails.
pub async fn left_out(view: &View, snapshot: &FrozenSnapshot) -> Result<Vec<(FrozenUnbilled, Vec<LineMember>)>> {
    let unbilled = snapshots::unbilled(view, snapshot.id).await?;
    let sets: Vec<_> = unbilled.iter().map(FrozenUnbilled::members).collect();
    let members = snapshots::members_of(view, snapshot.group, snapshot.computed_at, &sets).await?;
    Ok(unbilled.into_iter().zip(members).collect())
}

/// The plan's snapshots, newest first.
///
/// # Errors
/// [`Error::NotFound`] when the plan is not in scope.
pub async fn of_plan(ctx: &Context, who: &CallerOrigin, group: GroupId, plan: PlanId) -> Result<Vec<FrozenSnapshot>> {
    let db = ctx.store.read();
    snapshots::plan_basis(&db, who.scope(), group, plan).await?;
    Ok(snapshots::of_plan(&db, plan).await?)
}

/// Makes the snapshot of a plan for a period (rules.md#computing-a-bill).
///
/// # Errors
/// Field errors; [`Error::NotFound`] when the plan is not in scope.
pub async fn create(
    ctx: &Context,
    who: &CallerOrigin,
    group: GroupId,
    plan: Option<PlanId>,
    period: (Option<NaiveDate>, Option<NaiveDate>),
) -> Result<FrozenSnapshot> {
    let db = ctx.store.read();
    let broker = store::groups::find(&db, who.scope(), group).await?.broker.details;
    let days = (broker.invoice_period_start_day, broker.invoice_period_end_day);
    let years = years_offered(ctx.today());
    let Some(plan) = plan else {
        check_new(None, period, &years, &[])?;
        return Err(Error::NotFound);
    };
    for _ in 0..TRIES {
        let as_of = ctx.now();
        let view = ctx.store.view().await?;
        let basis = snapshots::plan_basis(&view, who.scope(), group, plan).await?;
        let live = snapshots::live(&view, plan).await?;
        let window = check_new(Some(basis.state), period, &years, &only_live(&live))?;
        let billed: Vec<DateRange> = live.iter().map(|(snapshot, _)| snapshot.window).collect();
        check_no_day_is_left(window, days, &billed)?;
        let computed = compute_for(ctx, view, &basis, window, None).await?;
        let stamp = who.stamp(ctx);
        let tx = ctx.store.begin().await?;
        if !still_based_on(&tx, who.scope(), &basis, &live).await? {
            continue;
        }
        let new = new_snapshot(&basis, window, as_of, &computed);
        let id = match snapshots::insert(&tx, new, stamp).await {
            Err(error) if error.is_refused_by("uq_snapshot_plan_id_period_month") => {
                return Err(Invalid::field("StartDate", EXISTS).into());
            }
            made => made?,
        };
        let detail = json!({"plan": plan, "total": computed.total().decimal(), "period": window.end});
        let entry = who.entry(ctx, "snapshot.create", "snapshot").on(id).in_group(group).with_detail(detail);
        // Read before it is there for others, who may delete it at once.
        let made = snapshots::find(&tx, who.scope(), Some(group), id).await?;
        tx.commit(entry).await?;
        return Ok(made);
    }
    Err(busy())
}

/// Computes a snapshot anew in place, with today's rates and histories (rules.md#snapshots-of-a-plan).
///
/// # Errors
/// A refusal in words; [`Error::NotFound`] when it is not in scope.
pub async fn regenerate(ctx: &Context, who: &CallerOrigin, group: GroupId, id: SnapshotId) -> Result<FrozenSnapshot> {
    for _ in 0..TRIES {
        let as_of = ctx.now();
        let view = ctx.store.view().await?;
        let snapshot = snapshots::find(&view, who.scope(), Some(group), id).await?;
        let basis = snapshots::plan_basis(&view, who.scope(), group, snapshot.plan).await?;
        let live = snapshots::live(&view, snapshot.plan).await?;
        let standing = snapshots::standing(&view, &snapshot).await?;
        check_regenerate(live_of(&snapshot), standing, &only_live(&live), basis.look_back)?;
        let computed = compute_for(ctx, view, &basis, snapshot.window, Some(id)).await?;
        let stamp = who.stamp(ctx);
        let tx = ctx.store.begin().await?;
        if !still_based_on(&tx, who.scope(), &basis, &live).await? {
            continue;
        }
        // It may have been paid meanwhile, or taken into a statement.
        let snapshot = snapshots::lock(&tx, who.scope(), group, id).await?;
        let standing = snapshots::standing(&tx, &snapshot).await?;
        check_regenerate(live_of(&snapshot), standing, &only_live(&live), basis.look_back)?;
        let new = new_snapshot(&basis, snapshot.window, as_of, &computed);
        snapshots::replace(&tx, id, new, stamp).await?;
        let entry = who
            .entry(ctx, "snapshot.regenerate", "snapshot")
            .on(id)
            .in_group(group)
            .with_change(&json!({"total": snapshot.total.decimal()}), &json!({"total": computed.total().decimal()}));
        let made = snapshots::find(&tx, who.scope(), Some(group), id).await?;
        tx.commit(entry).await?;
        return Ok(made);
    }
    Err(busy())
}

/// Deletes the plan's latest snapshot (rules.md#snapshots-of-a-plan). An invoice that a failed request has made is looked up first
/// (rules.md#failed-request).
///
/// # Errors
/// A refusal in words; [`Error::NotFound`] when it is not in scope.
pub async fn delete(ctx: &Context, who: &CallerOrigin, group: GroupId, id: SnapshotId) -> Result<()> {
    if take_out(ctx, who, (group, id), Asked::Not).await? {
        return Ok(());
    }
    let rest = {
        let (ctx, who) = (ctx.clone(), who.clone());
        async move { take_out(&ctx, &who, (group, id), Asked::Before).await.map(drop) }
    };
    InvoiceCall::new(ctx, who, group, id).unless_found(rest).await
}

/// Holds that a snapshot may be deleted as far as it is known here.
async fn deletable(db: &impl Db, who: &CallerOrigin, group: GroupId, id: SnapshotId) -> Result<FrozenSnapshot> {
    let snapshot = snapshots::find(db, who.scope(), Some(group), id).await?;
    let live = snapshots::live(db, snapshot.plan).await?;
    let (live, standing) = (only_live(&live), snapshots::standing(db, &snapshot).await?);
    let latest = match latest(&live).filter(|latest| latest.id != id) {
        Some(latest) => {
            let latest = snapshots::find(db, who.scope(), Some(group), latest.id).await?;
            snapshots::standing(db, &latest).await?
        }
        None => standing,
    };
    let look_back = snapshots::plan_basis(db, who.scope(), group, snapshot.plan).await?.look_back;
    check_delete(live_of(&snapshot), standing, PlanStanding { live: &live, latest, look_back })?;
    Ok(snapshot)
}

/// Takes a snapshot out, and says whether it did: not while the ERP has to be asked about a request that failed.
async fn take_out(ctx: &Context, who: &CallerOrigin, (group, id): (GroupId, SnapshotId), erp: Asked) -> Result<bool> {
    let plan = snapshots::find(&ctx.store.read(), who.scope(), Some(group), id).await?.plan;
    let stamp = who.stamp(ctx);
    let tx = ctx.store.begin().await?;
    snapshots::lock_plan(&tx, group, plan).await?;
    snapshots::lock(&tx, who.scope(), group, id).await?;
    let snapshot = deletable(&tx, who, group, id).await?;
    if erp.is_to_be(&erp_documents::of_snapshot(&tx, id).await?) {
        return Ok(false);
    }
    snapshots::delete(&tx, (group, plan), id, stamp).await?;
    let entry = who.entry(ctx, "snapshot.delete", "snapshot").on(id).in_group(group);
    tx.commit(entry.with_detail(json!({"total": snapshot.total.decimal()}))).await?;
    Ok(true)
}

/// What the plan bills for the window, with the ledger of all its other snapshots. Everything is read in the view that the basis
/// was read in, so that a bill never mixes two states of the database; it is closed before the arithmetic begins.
async fn compute_for(
    ctx: &Context,
    view: View,
    basis: &PlanBasis,
    window: DateRange,
    except: Option<SnapshotId>,
) -> Result<ComputedSnapshot> {
    let ground = Ground::read(ctx, &view, basis.clone(), window, except).await?;
    drop(view);
    Ok(ground.compute())
}

/// Whether the plan and its snapshots are what was computed from; from now on they stay so until the transaction ends.
async fn still_based_on(tx: &Tx, scope: Scope, basis: &PlanBasis, live: &[(LiveSnapshot, i32)]) -> Result<bool> {
    snapshots::lock_plan(tx, basis.group, basis.id).await?;
    let same_snapshots = snapshots::live(tx, basis.id).await? == live;
    Ok(same_snapshots && snapshots::plan_basis(tx, scope, basis.group, basis.id).await? == *basis)
}

pub(super) fn new_snapshot<'a>(
    basis: &'a PlanBasis,
    window: DateRange,
    computed_at: DateTime<Utc>,
    computed: &'a ComputedSnapshot,
) -> NewSnapshot<'a> {
    NewSnapshot {
        plan: basis.id,
        group: basis.group,
        plan_name: &basis.name,
        purchase_order: basis.purchase_order.as_deref(),
        customer_name: basis.customer_name.as_deref(),
        window,
        computed_at,
        computed,
        terms: basis.terms_mark(),
    }
}

pub(super) fn only_live(live: &[(LiveSnapshot, i32)]) -> Vec<LiveSnapshot> {
    live.iter().map(|(snapshot, _)| *snapshot).collect()
}

fn live_of(snapshot: &FrozenSnapshot) -> LiveSnapshot {
    LiveSnapshot { id: snapshot.id, window: snapshot.window }
}

fn busy() -> Error {
    Invalid::field("", "Other snapshots of this plan are being made right now. Try again in a moment.").into()
}
