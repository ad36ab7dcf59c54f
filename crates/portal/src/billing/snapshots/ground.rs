//! What a bill is computed from, read in one view of the database so that it never mixes two states.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use domain::access::Scope;
use domain::billing::snapshot::{
    BilledSnapshot, ComputedSnapshot, ConsultFact, PreviousBill, Roster, SnapshotRequest, compute,
    compute_from_previous,
};
use domain::census::bill_effect::next_period;
use domain::{BillingMonth, ConsultId, DateRange, GroupId, MemberId, PlanId, SnapshotId};
use store::View;
use store::snapshots::{self, ChangesOf, ConsultsOf, PlanBasis, RosterOf, SettledPlan};

use crate::context::Context;
use crate::error::{Error, Result};

/// A bill that is wanted.
#[derive(Debug, Clone)]
pub struct Wanted {
    /// Of which plan.
    pub basis: PlanBasis,
    /// For which window.
    pub window: DateRange,
    /// The snapshot that it is to replace.
    pub except: Option<SnapshotId>,
}

/// Of which form a bill may be. Both give the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// In full, with the whole group at hand.
    Full,
    /// From the previous bill where that can be, with only those at hand who may have changed since.
    Quickest,
}

/// What the bill of a plan for a window is computed from.
pub struct Ground {
    basis: PlanBasis,
    window: DateRange,
    /// The snapshot that it takes the place of.
    replaced: Option<SnapshotId>,
    /// The group, or who may have changed since the bill that this one goes on from.
    roster: Roster,
    consults: Vec<ConsultFact>,
    billed: Vec<BilledSnapshot>,
    /// The bill that this one goes on from.
    settled: Option<SettledPlan>,
}

impl Ground {
    /// Reads it: the members, the consults if a line counts any, and the ledger of the plan's snapshots other than `except`.
    ///
    /// # Errors
    /// When the database fails.
    pub(super) async fn read(
        ctx: &Context,
        view: &View,
        basis: PlanBasis,
        window: DateRange,
        except: Option<SnapshotId>,
    ) -> Result<Self> {
        let mut grounds = Self::read_all(ctx, view, vec![Wanted { basis, window, except }], Form::Full).await?;
        grounds.pop().ok_or(Error::NotFound)
    }

    /// Reads those of many bills, in their order, with as many queries as for one.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn read_all(ctx: &Context, view: &View, wanted: Vec<Wanted>, form: Form) -> Result<Vec<Self>> {
        let plans: Vec<PlanId> = wanted.iter().map(|wanted| wanted.basis.id).collect();
        let Some(first) = wanted.iter().map(|wanted| BillingMonth::of(wanted.window.end)).min() else {
            return Ok(Vec::new());
        };
        let mut billed = snapshots::billed_by(view, &plans, first).await?;
        let mut settled = match form {
            Form::Full => BTreeMap::new(),
            Form::Quickest => snapshots::settled(view, &plans).await?,
        };
        let of = |Wanted { basis, window, except }: Wanted| {
            let mut billed = billed.remove(&basis.id).unwrap_or_default();
            billed.retain(|snapshot| Some(snapshot.id) != except);
            let roster = Roster::new(BillingMonth::of(window.end));
            let settled = settled.remove(&basis.id);
            let mut ground = Self { basis, window, replaced: except, roster, billed, consults: Vec::new(), settled };
            if ground.previous().is_none() {
                ground.settled = None;
            }
            ground
        };
        let mut grounds: Vec<Self> = wanted.into_iter().map(of).collect();
        let rosters = Self::rosters(view, &grounds).await?;
        let consults = consults(ctx, view, &grounds, &HashMap::new()).await?;
        for ((ground, roster), consults) in grounds.iter_mut().zip(rosters).zip(consults) {
            (ground.roster, ground.consults) = (roster, consults);
        }
        Ok(grounds)
    }

    /// The whole groups of those that are computed in full, and who has changed of the others.
    async fn rosters(view: &View, grounds: &[Self]) -> Result<Vec<Roster>> {
        let previous: Vec<_> = grounds.iter().map(Self::previous).collect();
        let (mut whole, mut parts) = (Vec::new(), Vec::new());
        for (ground, previous) in grounds.iter().zip(&previous) {
            let (group, references) = (ground.basis.group, &ground.basis.references);
            let of = RosterOf { group, period: ground.roster.period(), references };
            match (previous, &ground.settled) {
                (Some(previous), Some(settled)) => parts.push(ChangesOf {
                    of,
                    computed_at: settled.computed_at,
                    effective: previous.effective(),
                    unsettled: previous.unsettled(),
                }),
                _ => whole.push(of),
            }
        }
        let mut whole = snapshots::rosters(view, &whole).await?.into_iter();
        let mut parts = snapshots::changed(view, &parts).await?.into_iter();
        let rosters = previous.iter().map(|previous| if previous.is_some() { parts.next() } else { whole.next() });
        Ok(rosters.flatten().collect())
    }

    /// The consults of the bill, counted with folded references that members are about to have.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn consults_with(
        &self,
        ctx: &Context,
        view: &View,
        keys: &HashMap<MemberId, Option<String>>,
    ) -> Result<Vec<ConsultFact>> {
        Ok(consults(ctx, view, std::slice::from_ref(self), keys).await?.pop().unwrap_or_default())
    }

    /// The bill that this one goes on from, if it does.
    fn previous(&self) -> Option<PreviousBill<'_>> {
        let settled = self.settled.as_ref()?;
        let terms = (self.basis.look_back, self.basis.lines.as_slice());
        PreviousBill::of(terms, (self.window, self.replaced), &self.billed, Some(&settled.settled), &settled.unbilled)
    }

    /// Whether it goes on from the previous bill.
    pub const fn goes_on(&self) -> bool {
        self.settled.is_some()
    }

    /// What the plan bills.
    pub fn compute(&self) -> ComputedSnapshot {
        match self.previous() {
            Some(previous) => compute_from_previous(&self.request(), &previous),
            None => compute(&self.request()),
        }
    }

    /// The plan.
    pub const fn basis(&self) -> &PlanBasis {
        &self.basis
    }

    /// The computation's input.
    pub fn request(&self) -> SnapshotRequest<'_> {
        SnapshotRequest {
            window: self.window,
            look_back: self.basis.look_back,
            lines: &self.basis.lines,
            roster: &self.roster,
            consults: &self.consults,
            billed: &self.billed,
        }
    }
}

/// The consults of bills, in their order, counted with folded references that members are about to have; none where no line counts any.
async fn consults(
    ctx: &Context,
    view: &View,
    grounds: &[Ground],
    keys: &HashMap<MemberId, Option<String>>,
) -> Result<Vec<Vec<ConsultFact>>> {
    let mut facts = vec![Vec::new(); grounds.len()];
    let mut counting = Vec::new();
    for (place, ground) in grounds.iter().enumerate() {
        let lines: Vec<_> = ground.basis.lines.iter().filter(|line| line.billing_type.counts_consults()).collect();
        if lines.is_empty() {
            continue;
        }
        let billed = ground.billed.iter().flat_map(|snapshot| &snapshot.lines);
        let billed = billed.filter(|billed| lines.iter().any(|line| line.id == billed.plan_line));
        let billed: BTreeSet<_> = billed.flat_map(|line| line.ids.iter()).map(ConsultId).collect();
        counting.push((place, ground, billed));
    }
    let mut wanted = Vec::with_capacity(counting.len());
    for (_, ground, billed) in &counting {
        let (basis, zone) = (&ground.basis, ctx.config.time_zone);
        let references = &basis.references;
        wanted.push(ConsultsOf { group: basis.group, window: ground.window, billed, zone, references, keys });
    }
    let found = snapshots::consult_facts_of(view, &wanted).await?;
    for ((place, ..), found) in counting.iter().zip(found) {
        facts[*place] = found;
    }
    Ok(facts)
}

/// What the next bills of a group's plans are computed from, by plan; plans that are not active, or expire before, have none.
///
/// # Errors
/// When the database fails.
pub async fn next_of_group(ctx: &Context, scope: Scope, view: &View, group: GroupId) -> Result<Vec<Ground>> {
    let mut grounds = Vec::new();
    for plan in store::plans::ids(view, scope, group).await? {
        let basis = snapshots::plan_basis(view, scope, group, plan).await?;
        let live = snapshots::live(view, plan).await?;
        let latest = live.iter().map(|(snapshot, _)| snapshot.period()).max();
        let window = next_period(latest, ctx.today()).window();
        if basis.state.active && basis.state.expires_on.is_none_or(|last| last >= window.start) {
            grounds.push(Ground::read(ctx, view, basis, window, None).await?);
        }
    }
    Ok(grounds)
}
