//! Bills of many plans at once, as a billing run computes and writes them: computed with as many queries as one, and written in one
//! transaction. The rules are those of one snapshot.

use chrono::{DateTime, Utc};
use domain::access::Scope;
use domain::billing::snapshot::{ComputedSnapshot, EVERY_YEAR, EXISTS, LiveSnapshot, check_new};
use domain::{BillingMonth, DateRange, GroupId, Invalid, PlanId, SnapshotId};
use store::snapshots::{self, PlanBasis};
use store::{Stamp, Tx};

use super::ground::{Form, Ground, Wanted};
use super::service::{new_snapshot, only_live};
use crate::context::Context;
use crate::error::Result;

/// Said of a plan that was changed between the computation of its bill and the writing of it.
const CHANGED: &str =
    "The plan, its line items or another of its snapshots have changed meanwhile. Make a new run for it.";
/// Said of a plan that is not there, or not in scope.
const GONE: &str = "The plan is no longer there.";

/// A bill computed but not stored.
#[derive(Debug)]
pub struct Draft {
    /// The plan as it was computed from.
    pub basis: PlanBasis,
    /// Its undeleted snapshots, with their versions.
    pub live: Vec<(LiveSnapshot, i32)>,
    /// The window that is billed.
    pub window: DateRange,
    /// Names and histories count as of this instant.
    pub as_of: DateTime<Utc>,
    /// What is billed.
    pub computed: ComputedSnapshot,
    /// Whether it was computed from the previous bill.
    pub goes_on: bool,
}

/// What came of one plan.
#[derive(Debug)]
pub struct Drafted {
    /// The plan.
    pub plan: PlanId,
    /// Its group.
    pub group: GroupId,
    /// Its bill, or why there is none.
    pub outcome: std::result::Result<Draft, Invalid>,
}

/// Computes the bills of plans, in their order.
///
/// # Errors
/// When the database fails.
pub async fn compute_batch(
    ctx: &Context,
    scope: Scope,
    plans: &[(GroupId, PlanId, DateRange)],
    form: Form,
) -> Result<Vec<Drafted>> {
    let as_of = ctx.now();
    let view = ctx.store.view().await?;
    let ids: Vec<PlanId> = plans.iter().map(|(_, plan, _)| *plan).collect();
    let mut bases = snapshots::plan_bases(&view, scope, &ids).await?;
    let mut live = snapshots::live_of(&view, &ids).await?;
    let mut drafted = Vec::with_capacity(plans.len());
    let mut wanted = Vec::new();
    for (group, plan, window) in plans {
        let live = live.remove(plan).unwrap_or_default();
        let outcome = checked(bases.remove(plan).filter(|basis| basis.group == *group), *window, &live);
        let outcome = outcome.map(|basis| {
            wanted.push(Wanted { basis: basis.clone(), window: *window, except: None });
            Draft { basis, live, window: *window, as_of, computed: ComputedSnapshot::default(), goes_on: false }
        });
        drafted.push(Drafted { plan: *plan, group: *group, outcome });
    }
    let grounds = Ground::read_all(ctx, &view, wanted, form).await?;
    drop(view);
    let drafts = drafted.iter_mut().filter_map(|drafted| drafted.outcome.as_mut().ok());
    // Each ground goes when it is computed.
    for (draft, ground) in drafts.zip(grounds) {
        (draft.computed, draft.goes_on) = (ground.compute(), ground.goes_on());
    }
    Ok(drafted)
}

fn checked(
    basis: Option<PlanBasis>,
    window: DateRange,
    live: &[(LiveSnapshot, i32)],
) -> std::result::Result<PlanBasis, Invalid> {
    let basis = basis.ok_or_else(|| Invalid::field("", GONE))?;
    check_new(Some(basis.state), (Some(window.start), Some(window.end)), &EVERY_YEAR, &only_live(live))?;
    Ok(basis)
}

/// Writes bills of different plans in the caller's transaction, with its audit entries left to the caller. Each plan is looked at again once
/// it is locked: one that is not what its bill was computed from is left out and says so, and the rest is written.
///
/// # Errors
/// When the database refuses; drop the transaction then.
pub async fn write_batch(
    tx: &Tx,
    scope: Scope,
    stamp: Stamp,
    drafts: &[Draft],
) -> Result<Vec<(PlanId, std::result::Result<SnapshotId, Invalid>)>> {
    let standing = still_standing(tx, scope, drafts).await?;
    let good = drafts.iter().zip(&standing).filter(|(_, why)| why.is_none());
    let new: Vec<_> =
        good.map(|(draft, _)| new_snapshot(&draft.basis, draft.window, draft.as_of, &draft.computed)).collect();
    let mut ids = snapshots::insert_all(tx, &new, stamp).await?.into_iter();
    let outcome = |(draft, why): (&Draft, Option<&'static str>)| {
        let made = why.map_or_else(|| ids.next().ok_or_else(|| refused(CHANGED)), |why| Err(refused(why)));
        (draft.basis.id, made)
    };
    Ok(drafts.iter().zip(standing).map(outcome).collect())
}

/// Whether a plan was left out only because it changed between computing and writing, so that it may be computed anew.
pub fn has_changed_meanwhile(refused: &Invalid) -> bool {
    refused.0.iter().any(|said| said.message == CHANGED)
}

fn refused(why: &'static str) -> Invalid {
    Invalid::field(if why == EXISTS { "StartDate" } else { "" }, why)
}

/// Why each bill no longer holds, if it does not; who holds stays as it is until the transaction ends.
async fn still_standing(tx: &Tx, scope: Scope, drafts: &[Draft]) -> Result<Vec<Option<&'static str>>> {
    let plans: Vec<_> = drafts.iter().map(|draft| (draft.basis.group, draft.basis.id)).collect();
    let ids: Vec<PlanId> = plans.iter().map(|(_, plan)| *plan).collect();
    snapshots::lock_plans(tx, &plans).await?;
    let live = snapshots::live_of(tx, &ids).await?;
    let bases = snapshots::plan_bases(tx, scope, &ids).await?;
    let standing = drafts.iter().map(|draft| {
        let live = live.get(&draft.basis.id).map_or(&[][..], Vec::as_slice);
        let period = BillingMonth::of(draft.window.end);
        if live.iter().any(|(other, _)| other.period() == period) {
            Some(EXISTS)
        } else if live != draft.live || bases.get(&draft.basis.id) != Some(&draft.basis) {
            Some(CHANGED)
        } else {
            None
        }
    });
    Ok(standing.collect())
}
