//! The pricing groups of an employer group, as the rows of a census name them and the matching asks for them (rules.md#dependent-pricing).

use crate::billing::pricing::{DEFAULT_THRESHOLD, PricingGroupDetails};
use crate::census::keys::{KeyMap, id_key};

/// A pricing group as far as a census needs it.
#[derive(Debug, Clone, PartialEq)]
pub struct PricingRule {
    /// The code that rows name.
    pub code: String,
    /// Whether dependents without a code take their primary's group (rules.md#dependent-pricing).
    pub implicit_dependents: bool,
    /// Whether it is the group's default.
    pub is_default: bool,
    /// The least score of a primary's match, 0 to 1.
    pub primary_threshold: f64,
    /// The least score of a dependent's match, 0 to 1.
    pub dependent_threshold: f64,
}

impl From<&PricingGroupDetails> for PricingRule {
    fn from(group: &PricingGroupDetails) -> Self {
        Self {
            code: group.code.clone(),
            implicit_dependents: group.implicit_dependent_pricing,
            is_default: group.is_default,
            primary_threshold: group.primary_match_threshold,
            dependent_threshold: group.dependent_match_threshold,
        }
    }
}

/// The pricing groups of the employer group, found by code in any case.
#[derive(Debug, Clone, Default)]
pub struct PricingGroups {
    rules: Vec<PricingRule>,
    by_code: KeyMap<u16>,
    default: Option<u16>,
}

/// Keeps the keys of codes apart from others.
const CODE: u8 = b'p';

impl PricingGroups {
    /// Collects the groups.
    pub fn new(rules: Vec<PricingRule>) -> Self {
        let numbered = || rules.iter().zip(0_u16..);
        let by_code = numbered().map(|(rule, at)| (code_key(&rule.code), at)).collect();
        let default = numbered().find(|(rule, _)| rule.is_default).map(|(_, at)| at);
        Self { by_code, default, rules }
    }

    /// The place and rule of a code.
    pub fn find(&self, code: &str) -> Option<(u16, &PricingRule)> {
        let at = *self.by_code.get(&code_key(code))?;
        Some((at, &self.rules[usize::from(at)]))
    }

    /// Whether dependents of a primary in the group at `place` need a code of their own; `None` means the default group.
    pub fn dependents_need_code(&self, place: Option<u16>) -> bool {
        let rule = place.or(self.default).and_then(|at| self.rules.get(usize::from(at)));
        rule.is_some_and(|rule| !rule.implicit_dependents)
    }

    /// Whether they need one for certain, as far as the employee's row tells: without a code in it the employee is in the default group or,
    /// being a member already, in any.
    pub fn dependents_surely_need_code(&self, place: Option<u16>) -> bool {
        let all = || !self.rules.is_empty() && self.rules.iter().all(|rule| !rule.implicit_dependents);
        if place.is_some() { self.dependents_need_code(place) } else { all() }
    }

    /// The least score of a match for a row that names `code`, `""` for none: that of its pricing group, else of the
    /// default group (rules.md#matching).
    pub fn threshold(&self, code: &str, dependent: bool) -> f64 {
        let named = self.find(code).map(|(at, _)| at).or(self.default);
        named
            .and_then(|at| self.rules.get(usize::from(at)))
            .map_or(DEFAULT_THRESHOLD, |rule| if dependent { rule.dependent_threshold } else { rule.primary_threshold })
    }
}

/// Codes differ in files by case only (rules.md#case-of-ids-and-codes).
fn code_key(code: &str) -> u64 {
    id_key(CODE, code)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(code: &str, is_default: bool, primary_threshold: f64) -> PricingRule {
        let dependent_threshold = primary_threshold + 0.05;
        PricingRule {
            code: code.to_owned(),
            implicit_dependents: true,
            is_default,
            primary_threshold,
            dependent_threshold,
        }
    }

    #[test]
    fn an_employee_without_a_code_may_be_in_any_group() {
        let asks = |code: &str| PricingRule { implicit_dependents: false, ..rule(code, false, 0.5) };
        let passes = |code: &str| rule(code, true, 0.5);
        for (what, rules, unnamed, first) in [
            ("no groups", vec![], false, false),
            ("all ask", vec![asks("a"), asks("b")], true, true),
            ("one passes its own on", vec![asks("a"), passes("b")], false, true),
            ("all do", vec![passes("a")], false, false),
        ] {
            let groups = PricingGroups::new(rules);
            let found = (groups.dependents_surely_need_code(None), groups.dependents_surely_need_code(Some(0)));
            assert_eq!(found, (unnamed, first), "{what}");
        }
    }

    #[test]
    fn the_threshold_is_the_rows_pricing_groups_else_the_defaults() {
        let groups = PricingGroups::new(vec![rule("std", true, 0.6), rule("exec", false, 0.9)]);
        for (code, dependent, threshold) in
            [("EXEC", false, 0.9), ("exec", true, 0.95), ("", false, 0.6), ("gone", true, 0.65)]
        {
            assert!((groups.threshold(code, dependent) - threshold).abs() < 1e-9, "{code}");
        }
        assert!((PricingGroups::default().threshold("", false) - 0.5).abs() < 1e-9);
    }
}
