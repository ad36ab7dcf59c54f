//! Whom the line items of groups count in the month of a run, all plans of a group together.

use std::collections::HashMap;

use domain::access::Scope;
use domain::billing::run::{Coverage, coverage};
use domain::billing::snapshot::References;
use domain::{BillingMonth, DateRange, GroupId, PlanId};
use store::View;
use store::snapshots::{self, PlanBasis};

use crate::context::Context;
use crate::error::Result;

/// Active primaries by their folded reference.
type Primaries = [(Option<String>, u32)];

/// The coverage of plans that bill the same month, by plan; the plans of a group come one after the other.
///
/// # Errors
/// When the database fails.
pub async fn coverage_of(
    ctx: &Context,
    scope: Scope,
    plans: &[(GroupId, PlanId, DateRange)],
) -> Result<HashMap<PlanId, Coverage>> {
    let Some((_, _, window)) = plans.first() else { return Ok(HashMap::new()) };
    let view = ctx.store.view().await?;
    let groups: Vec<GroupId> = plans.chunk_by(|one, next| one.0 == next.0).map(|plans| plans[0].0).collect();
    let bases = bases(&view, scope, &groups).await?;
    let cut_off = BillingMonth::of(window.end).cut_off();
    let primaries = snapshots::primaries_by_reference(&view, &groups, cut_off).await?;
    let mut found = HashMap::new();
    for of_group in plans.chunk_by(|one, next| one.0 == next.0) {
        let (group, _, window) = of_group[0];
        let of_group = bases.get(&group).into_iter().flatten();
        let billing: Vec<&PlanBasis> = of_group.filter(|basis| basis.state.bills(window.start)).collect();
        found.extend(covered(&billing, primaries.get(&group).map_or(&[], Vec::as_slice)));
    }
    Ok(found)
}

/// All plans of the groups.
async fn bases(view: &View, scope: Scope, groups: &[GroupId]) -> Result<HashMap<GroupId, Vec<PlanBasis>>> {
    let ids = store::plans::ids_of(view, scope, groups.iter().copied()).await?;
    let mut bases: HashMap<GroupId, Vec<PlanBasis>> = HashMap::new();
    for basis in snapshots::plan_bases(view, scope, &ids).await?.into_values() {
        bases.entry(basis.group).or_default().push(basis);
    }
    Ok(bases)
}

/// Whom the plans count that bill.
fn covered(billing: &[&PlanBasis], primaries: &Primaries) -> Vec<(PlanId, Coverage)> {
    let shared = References::merged(billing.iter().map(|basis| &basis.references));
    let renumbered =
        |basis: &&PlanBasis| basis.lines.iter().map(|line| line.renumbered(&basis.references, &shared)).collect();
    let terms: Vec<_> = billing.iter().map(renumbered).collect();
    let active: Vec<_> = primaries.iter().map(|(key, members)| (shared.find(key.as_deref()), *members)).collect();
    billing.iter().map(|basis| basis.id).zip(coverage(&active, &terms)).collect()
}
