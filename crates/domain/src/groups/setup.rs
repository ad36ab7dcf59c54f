//! The way from a new group to its first bill, step by step, with what each step still needs (rules.md#setup-of-a-group).

use crate::{CensusFileId, PlanId};

/// What is known of a group on its way.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SetupFacts {
    /// Whether its tax id is known.
    pub has_tax_id: bool,
    /// Whether its bills have an address.
    pub has_billing_address: bool,
    /// Whether the group names a contact for its bills.
    pub has_accounting_contact: bool,
    /// Pricing options that may be chosen.
    pub options: u64,
    /// Whether it has a pricing group for members without a code.
    pub has_default_pricing_group: bool,
    /// Active billing plans.
    pub plans: u64,
    /// The newest of them.
    pub plan: Option<PlanId>,
    /// Of these, with a line item.
    pub plans_with_lines: u64,
    /// Of these, with an ERP account.
    pub plans_with_account: u64,
    /// Of these, with a customer there as well.
    pub plans_with_customer: u64,
    /// Members, whatever their status.
    pub members: u64,
    /// The newest census file that is not processed.
    pub open_file: Option<(CensusFileId, String)>,
    /// Bills.
    pub bills: u64,
}

/// A step on the way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum SetupStep {
    /// What bills need to know of the group.
    Details,
    /// What it costs.
    Pricing,
    /// What is billed, and to whom in the ERP.
    Plan,
    /// Who is billed.
    Census,
    /// The first bill.
    FirstBill,
}

impl SetupStep {
    /// All of them, in their order.
    pub const ALL: [Self; 5] = [Self::Details, Self::Pricing, Self::Plan, Self::Census, Self::FirstBill];

    /// The name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Details => "Details",
            Self::Pricing => "Pricing",
            Self::Plan => "Plan",
            Self::Census => "Census",
            Self::FirstBill => "FirstBill",
        }
    }

    /// What the step still needs, in words for people; nothing once it is done.
    pub fn missing(self, facts: &SetupFacts) -> Vec<String> {
        let lacking: &[(bool, &str)] = match self {
            Self::Details => &[
                (facts.has_tax_id, "Tax ID"),
                (facts.has_billing_address, "Billing address"),
                (facts.has_accounting_contact, "Accounting contact"),
            ],
            Self::Pricing => {
                &[(facts.options > 0, "Pricing option"), (facts.has_default_pricing_group, "Default pricing group")]
            }
            Self::Plan if facts.plans == 0 => &[(false, "Billing plan")],
            Self::Plan => &[
                (facts.plans_with_lines > 0, "Line item"),
                (facts.plans_with_account > 0, "ERP account"),
                (facts.plans_with_customer > 0, "ERP customer"),
            ],
            Self::Census => return missing_members(facts),
            Self::FirstBill => &[(facts.bills > 0, "First snapshot")],
        };
        lacking.iter().filter(|(has, _)| !has).map(|(_, what)| (*what).to_owned()).collect()
    }
}

impl SetupStep {
    /// The record with which the step goes on: a plan that lacks something, a file on its way.
    pub fn record(self, facts: &SetupFacts) -> Option<i64> {
        match self {
            Self::Plan => facts.plan.map(PlanId::get),
            Self::Census => facts.open_file.as_ref().map(|(file, _)| file.get()),
            _ => None,
        }
    }
}

fn missing_members(facts: &SetupFacts) -> Vec<String> {
    match &facts.open_file {
        _ if facts.members > 0 => Vec::new(),
        Some((_, name)) => vec![format!("{name} is not processed yet")],
        None => vec!["Members".to_owned()],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn missing(facts: &SetupFacts) -> Vec<Vec<String>> {
        SetupStep::ALL.into_iter().map(|step| step.missing(facts)).collect()
    }

    #[test]
    fn each_step_says_what_it_still_needs() {
        let new = SetupFacts { options: 2, has_default_pricing_group: true, ..SetupFacts::default() };
        assert_eq!(
            missing(&new),
            [
                vec!["Tax ID", "Billing address", "Accounting contact"],
                vec![],
                vec!["Billing plan"],
                vec!["Members"],
                vec!["First snapshot"],
            ]
        );
    }

    #[test]
    fn a_plan_needs_lines_an_account_and_a_customer() {
        for (facts, needs) in [
            (SetupFacts { plans: 1, ..SetupFacts::default() }, vec!["Line item", "ERP account", "ERP customer"]),
            (
                SetupFacts { plans: 1, plans_with_lines: 1, plans_with_account: 1, ..SetupFacts::default() },
                vec!["ERP customer"],
            ),
            (
                SetupFacts {
                    plans: 1,
                    plans_with_lines: 1,
                    plans_with_account: 1,
                    plans_with_customer: 1,
                    ..SetupFacts::default()
                },
                vec![],
            ),
        ] {
            assert_eq!(SetupStep::Plan.missing(&facts), needs);
        }
    }

    #[test]
    fn a_file_on_its_way_is_named_until_there_are_members() {
        let open = SetupFacts { open_file: Some((CensusFileId(7), "people.csv".to_owned())), ..SetupFacts::default() };
        assert_eq!(SetupStep::Census.missing(&open), ["people.csv is not processed yet"]);
        assert_eq!(SetupStep::Census.record(&open), Some(7));
        assert!(SetupStep::Census.missing(&SetupFacts { members: 3, ..open }).is_empty());
    }
}
