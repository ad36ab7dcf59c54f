//! What a bill is computed from, read in one view of the database so that it never mixes two states.

use std::collections::HashMap;

use domain::billing::snapshot::{BilledSnapshot, ConsultFact, Roster, SnapshotRequest};
use domain::census::bill_effect::next_period;
use domain::{BillingMonth, ConsultId, DateRange, GroupId, MemberId, SnapshotId};
use store::View;
use store::snapshots::{self, ConsultsOf, PlanBasis};

use crate::context::Context;
use crate::error::Result;
use crate::http::CallerOrigin;

/// What the bill of a plan for a window is computed from.
pub struct Ground {
    basis: PlanBasis,
    window: DateRange,
    roster: Roster,
    consults: Vec<ConsultFact>,
    billed: Vec<BilledSnapshot>,
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
        let period = BillingMonth::of(window.end);
        let billed = snapshots::billed(view, basis.id, period, except).await?;
        let roster = snapshots::roster(view, basis.group, period, &basis.references).await?;
        let mut ground = Self { basis, window, roster, billed, consults: Vec::new() };
        ground.consults = ground.consults_with(ctx, view, &HashMap::new()).await?;
        Ok(ground)
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
        let basis = &self.basis;
        let counting: Vec<_> = basis.lines.iter().filter(|line| line.billing_type.counts_consults()).collect();
        if counting.is_empty() {
            return Ok(Vec::new());
        }
        let lines = self.billed.iter().flat_map(|snapshot| &snapshot.lines);
        let billed = lines.filter(|billed| counting.iter().any(|line| line.id == billed.plan_line));
        let of = ConsultsOf {
            group: basis.group,
            window: self.window,
            billed: &billed.flat_map(|line| line.ids.iter()).map(ConsultId).collect(),
            zone: ctx.config.time_zone,
            references: &basis.references,
            keys,
        };
        Ok(snapshots::consult_facts(view, of).await?)
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

/// What the next bills of a group's plans are computed from, by plan; plans that are not active, or expire before, have none.
///
/// # Errors
/// When the database fails.
pub async fn next_of_group(ctx: &Context, who: &CallerOrigin, view: &View, group: GroupId) -> Result<Vec<Ground>> {
    let mut grounds = Vec::new();
    for plan in store::plans::ids(view, who.scope(), group).await? {
        let basis = snapshots::plan_basis(view, who.scope(), group, plan).await?;
        let live = snapshots::live(view, plan).await?;
        let latest = live.iter().map(|(snapshot, _)| snapshot.period()).max();
        let window = next_period(latest, ctx.today()).window();
        if basis.state.active && basis.state.expires_on.is_none_or(|last| last >= window.start) {
            grounds.push(Ground::read(ctx, view, basis, window, None).await?);
        }
    }
    Ok(grounds)
}
