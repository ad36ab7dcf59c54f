//! The plan lines of a rule: those of the groups of its broker (rules.md#plans-of-a-rule).

use std::collections::BTreeSet;

use crate::commissions::rule::BROKER_FIRST;
use crate::{BrokerId, Invalid, PlanLineId};

#[cfg(test)]
mod tests;

/// A plan line that a rule has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HeldLine {
    /// The plan line.
    pub plan_line: PlanLineId,
    /// The broker of its group.
    pub broker: BrokerId,
    /// The master broker of its group.
    pub master_broker: Option<BrokerId>,
    /// Whether it was deleted from its plan.
    pub is_deleted: bool,
}

impl HeldLine {
    /// Whether its group is one of the broker, also as master broker.
    pub fn is_of(&self, broker: BrokerId) -> bool {
        self.broker == broker || self.master_broker == Some(broker)
    }

    /// What is to be said of a line that a rule of the broker still has and could not get any more.
    pub fn note(&self, broker: Option<BrokerId>) -> Option<&'static str> {
        if self.is_deleted {
            return Some("This line was deleted from its plan. What it billed before is still paid.");
        }
        let has_left = broker.is_none_or(|broker| !self.is_of(broker));
        has_left.then_some(
            "This group has left the broker of the rule. Remove the line when it is not to be paid any more.",
        )
    }
}

/// The plan lines that a rule gets and loses.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PlanChange {
    /// Those it gets.
    pub added: Vec<PlanLineId>,
    /// Those it loses.
    pub removed: Vec<PlanLineId>,
}

impl PlanChange {
    /// Whether it changes nothing.
    pub fn is_empty(&self) -> bool {
        self.added.is_empty() && self.removed.is_empty()
    }
}

/// The plan lines of a rule after its broker changed: those of other brokers' groups go.
pub fn without_foreign(held: &[HeldLine], broker: Option<BrokerId>) -> PlanChange {
    let is_foreign = |line: &&HeldLine| broker.is_none_or(|broker| !line.is_of(broker));
    let removed = held.iter().filter(is_foreign).map(|line| line.plan_line).collect();
    PlanChange { added: Vec::new(), removed }
}

/// What a rule needs to have exactly the plan lines that are wanted. A line that it has may stay, whatever has become of its group; a new
/// one has to be among those that are `offered`.
///
/// # Errors
/// On `BrokerId` when the rule has none, on `BillingPlanIds` for each line that is not offered.
pub fn change(
    held: &[HeldLine],
    wanted: &BTreeSet<PlanLineId>,
    offered: &BTreeSet<PlanLineId>,
    broker: Option<BrokerId>,
) -> Result<PlanChange, Invalid> {
    let had: BTreeSet<PlanLineId> = held.iter().map(|line| line.plan_line).collect();
    let mut invalid = Invalid::none();
    let added: Vec<PlanLineId> = wanted.difference(&had).copied().collect();
    if broker.is_none() && !added.is_empty() {
        return Err(Invalid::field("BrokerId", BROKER_FIRST));
    }
    for id in added.iter().filter(|id| !offered.contains(id)) {
        invalid.add("BillingPlanIds", format!("Plan line {id} is not one of the broker's groups."));
    }
    let removed = had.difference(wanted).copied().collect();
    invalid.or(PlanChange { added, removed })
}
