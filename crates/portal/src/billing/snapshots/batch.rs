//! The bills of many plans at once, as a billing run computes and writes them; the rules are those of one snapshot.
//!
//! A batch is some fifty plans in the order of their groups, the plans of a group together as far as they fit, so that what is held does
//! not grow with the number of groups.

use chrono::{DateTime, Utc};
use domain::access::Scope;
use domain::billing::run::{Coverage, coverage};
use domain::billing::snapshot::{ComputedSnapshot, EXISTS, LiveSnapshot, References, check_new, compute};
use domain::{BillingMonth, DateRange, GroupId, Invalid, PlanId, SnapshotId};
use store::snapshots::{self, PlanBasis};
use store::{Stamp, Tx, View};

use super::ground::Ground;
use super::service::{new_snapshot, only_live, still_based_on};
use crate::context::Context;
use crate::error::Result;

/// A bill that was computed and is not written yet.
#[derive(Debug)]
pub struct Draft {
    /// The plan as it was read.
    pub basis: PlanBasis,
    /// Its undeleted snapshots as they were read, with their versions.
    pub live: Vec<(LiveSnapshot, i32)>,
    /// The period.
    pub window: DateRange,
    /// Before anything was read.
    pub as_of: DateTime<Utc>,
    /// What it bills.
    pub computed: ComputedSnapshot,
}

/// What came of a plan.
#[derive(Debug)]
pub struct Drafted {
    /// The plan.
    pub plan: PlanId,
    /// Its group.
    pub group: GroupId,
    /// The bill, or why there is none.
    pub outcome: std::result::Result<Draft, Invalid>,
    /// Whom the line items of all the group's plans count that bill in this period.
    pub coverage: Coverage,
}

/// Computes the bills of plans, which come in the order of their groups.
///
/// # Errors
/// [`crate::error::Error::NotFound`] when a plan is not in scope; when the database fails.
pub async fn compute_batch(
    ctx: &Context,
    scope: Scope,
    plans: &[(GroupId, PlanId, DateRange)],
) -> Result<Vec<Drafted>> {
    let mut drafted = Vec::with_capacity(plans.len());
    for of_group in plans.chunk_by(|one, next| one.0 == next.0) {
        let as_of = ctx.now();
        let view = ctx.store.view().await?;
        let bases = bases(&view, scope, of_group[0].0).await?;
        for (group, plan, window) in of_group {
            let outcome = bill(ctx, &view, &bases, *plan, (*window, as_of)).await?;
            drafted.push(Drafted { plan: *plan, group: *group, outcome, coverage: Coverage::default() });
        }
        let covered = covered(&view, &bases, of_group[0].2).await?;
        let written = drafted.len() - of_group.len();
        for one in &mut drafted[written..] {
            let found = covered.iter().find(|(plan, _)| *plan == one.plan);
            one.coverage = found.map_or_else(Coverage::default, |(_, coverage)| *coverage);
        }
    }
    Ok(drafted)
}

/// Writes bills in the caller's transaction, with its audit entries left to the caller. Each plan is looked at again once it is locked:
/// one that has changed since, or has been billed for the month by somebody else, is left out and says so, and the rest is written.
///
/// # Errors
/// When the database refuses; drop the transaction then.
pub async fn write_batch(
    tx: &Tx,
    scope: Scope,
    stamp: Stamp,
    drafts: Vec<Draft>,
) -> Result<Vec<(PlanId, std::result::Result<SnapshotId, Invalid>)>> {
    let mut written = Vec::with_capacity(drafts.len());
    for draft in drafts {
        let Draft { basis, live, window, as_of, computed } = draft;
        let outcome = if still_based_on(tx, scope, &basis, &live).await? {
            Ok(snapshots::insert(tx, new_snapshot(&basis, window, as_of, &computed), stamp).await?)
        } else {
            Err(why_not(tx, basis.id, BillingMonth::of(window.end)).await?)
        };
        written.push((basis.id, outcome));
    }
    Ok(written)
}

/// Said of a plan whose terms or snapshots changed between computing and writing. It may be computed anew.
pub fn changed_meanwhile() -> Invalid {
    Invalid::field("", "The plan was changed while it was billed. Make a new run for it.")
}

async fn why_not(tx: &Tx, plan: PlanId, month: BillingMonth) -> Result<Invalid> {
    let is_billed = snapshots::live(tx, plan).await?.iter().any(|(snapshot, _)| snapshot.period() == month);
    Ok(if is_billed { Invalid::field("StartDate", EXISTS) } else { changed_meanwhile() })
}

/// All plans of a group.
async fn bases(view: &View, scope: Scope, group: GroupId) -> Result<Vec<PlanBasis>> {
    let mut bases = Vec::new();
    for plan in store::plans::ids(view, scope, group).await? {
        bases.push(snapshots::plan_basis(view, scope, group, plan).await?);
    }
    Ok(bases)
}

async fn bill(
    ctx: &Context,
    view: &View,
    bases: &[PlanBasis],
    plan: PlanId,
    (window, as_of): (DateRange, DateTime<Utc>),
) -> Result<std::result::Result<Draft, Invalid>> {
    let basis = bases.iter().find(|basis| basis.id == plan).ok_or(store::Error::NotFound)?;
    let live = snapshots::live(view, plan).await?;
    match check_new(Some(basis.state), Some(window.start), Some(window.end), &only_live(&live)) {
        Err(refused) => Ok(Err(refused)),
        Ok(window) => {
            let ground = Ground::read(ctx, view, basis.clone(), window, None).await?;
            let computed = compute(&ground.request());
            Ok(Ok(Draft { basis: basis.clone(), live, window, as_of, computed }))
        }
    }
}

/// Whom the plans count that bill in a period.
async fn covered(view: &View, bases: &[PlanBasis], window: DateRange) -> Result<Vec<(PlanId, Coverage)>> {
    let billing: Vec<&PlanBasis> = bases.iter().filter(|basis| basis.state.bills(window.start)).collect();
    let Some(first) = billing.first() else { return Ok(Vec::new()) };
    let shared = References::merged(billing.iter().map(|basis| &basis.references));
    let renumbered =
        |basis: &&PlanBasis| basis.lines.iter().map(|line| line.renumbered(&basis.references, &shared)).collect();
    let terms: Vec<_> = billing.iter().map(renumbered).collect();
    let roster = snapshots::roster(view, first.group, BillingMonth::of(window.end), &shared).await?;
    Ok(billing.iter().map(|basis| basis.id).zip(coverage(&roster, &terms)).collect())
}
