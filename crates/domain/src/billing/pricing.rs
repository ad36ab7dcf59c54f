//! Pricing options (named rates) and pricing groups (coded groupings of members) of an employer group
//! (rules.md#rate-of-a-line, rules.md#pricing-groups, rules.md#pricing-fields).

use crate::groups::check_rate;
use crate::{Invalid, Money, PricingOptionId};

/// What is said when the rate of an option that was billed is to change (rules.md#rate-of-a-line).
pub const RATE_LOCKED: &str = "The rate cannot be modified because this pricing option is associated with invoices.";
/// What is said when the option of the default pricing group is to be archived (rules.md#pricing-fields).
pub const USED_BY_DEFAULT: &str = "This pricing option cannot be archived because the default pricing group uses it. Choose another option there first.";

/// A pricing option as it was typed or posted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OptionForm {
    /// Required, at most 100 characters.
    pub name: String,
    /// Required, 0 to 99999.99.
    pub rate: Option<Money>,
    /// Only of an option that exists.
    pub is_archived: bool,
}

/// A pricing option's values that have passed every rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OptionDetails {
    /// Trimmed.
    pub name: String,
    /// 0 to 99999.99.
    pub rate: Money,
    /// Archived options are no longer offered; lines that have one keep it (rules.md#rate-of-a-line).
    pub is_archived: bool,
}

/// The pricing option as it is, when one is being edited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StoredOption {
    /// Its rate.
    pub rate: Money,
    /// Whether a snapshot line has billed it (`RateChangeDisabled`).
    pub is_billed: bool,
    /// Whether the default pricing group points at it.
    pub is_default: bool,
}

impl OptionForm {
    /// Checks every rule and returns what is to be stored.
    ///
    /// # Errors
    /// Every wrong field, by its name on the wire.
    pub fn check(&self, stored: Option<StoredOption>) -> Result<OptionDetails, Invalid> {
        let mut invalid = Invalid::none();
        invalid.require_line("Name", "Name", &self.name, 100);
        match self.rate {
            None => invalid.add("Rate", "Rate is required."),
            Some(rate) => check_rate(&mut invalid, "Rate", "Rate", rate),
        }
        let rate = self.rate.unwrap_or_default();
        if let Some(stored) = stored {
            invalid.check(!stored.is_billed || stored.rate == rate, "Rate", RATE_LOCKED);
            invalid.check(!(stored.is_default && self.is_archived), "IsArchived", USED_BY_DEFAULT);
        }
        let is_archived = stored.is_some() && self.is_archived;
        invalid.or(OptionDetails { name: self.name.trim().to_owned(), rate, is_archived })
    }
}

/// The threshold of both matches when none is given (rules.md#pricing-groups).
pub const DEFAULT_THRESHOLD: f64 = 0.5;
/// The longest code (rules.md#pricing-groups).
const LONGEST_CODE: usize = 50;

/// A pricing group as it was typed or posted.
#[derive(Debug, Clone, PartialEq)]
pub struct PricingGroupForm {
    /// Required, at most 100 characters.
    pub name: String,
    /// `[a-z0-9_]+`, at most 50; blank becomes the [`slug`] of the name. Unique within the group.
    pub code: String,
    /// Required: an option of the group that is not archived.
    pub pricing_option: Option<PricingOptionId>,
    /// Setting it clears the former default, in the same transaction.
    pub is_default: bool,
    /// Whether a dependent without a code takes its primary's pricing group.
    pub implicit_dependent_pricing: bool,
    /// 0 to 1; not given means 0.5.
    pub primary_match_threshold: Option<f64>,
    /// 0 to 1; not given means 0.5.
    pub dependent_match_threshold: Option<f64>,
}

impl Default for PricingGroupForm {
    fn default() -> Self {
        Self {
            name: String::new(),
            code: String::new(),
            pricing_option: None,
            is_default: false,
            implicit_dependent_pricing: true,
            primary_match_threshold: None,
            dependent_match_threshold: None,
        }
    }
}

/// A pricing group's values that have passed every rule.
#[derive(Debug, Clone, PartialEq)]
pub struct PricingGroupDetails {
    /// Trimmed.
    pub name: String,
    /// Unique within the group.
    pub code: String,
    /// Where its price comes from.
    pub pricing_option: PricingOptionId,
    /// Whether it is the group's default; when it becomes that, the former default must be cleared.
    pub is_default: bool,
    /// Whether a dependent without a code takes its primary's pricing group.
    pub implicit_dependent_pricing: bool,
    /// The least score of a primary's match, 0 to 1.
    pub primary_match_threshold: f64,
    /// The least score of a dependent's match, 0 to 1.
    pub dependent_match_threshold: f64,
}

/// What a form is checked against.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PricingGroupContext<'a> {
    /// The group's options that are not archived.
    pub options: &'a [PricingOptionId],
    /// The option the pricing group has now; it may stay although it was archived since.
    pub stored_option: Option<PricingOptionId>,
    /// Whether it is the default now.
    pub is_default: bool,
    /// Whether the group has a default at all; the first pricing group becomes it.
    pub has_default: bool,
}

impl PricingGroupForm {
    /// Checks a pricing group (rules.md#pricing-groups) and returns what is to be stored.
    ///
    /// # Errors
    /// Every wrong field, by its name on the wire.
    pub fn check(&self, context: PricingGroupContext<'_>) -> Result<PricingGroupDetails, Invalid> {
        let mut invalid = Invalid::none();
        invalid.require_line("Name", "Name", &self.name, 100);
        let code = if self.code.trim().is_empty() { slug(&self.name) } else { self.code.trim().to_owned() };
        check_code(&mut invalid, &code);
        let pricing_option = self.read_option(&mut invalid, context);
        let unset = context.is_default && !self.is_default;
        invalid.check(
            !unset,
            "IsDefault",
            "A group needs a default pricing group. Make another one the default instead.",
        );
        let (primary, dependent) = ("PrimaryMatchSuccessThreshold", "DependentMatchSuccessThreshold");
        let details = PricingGroupDetails {
            name: self.name.trim().to_owned(),
            code,
            pricing_option,
            is_default: self.is_default || !context.has_default,
            implicit_dependent_pricing: self.implicit_dependent_pricing,
            primary_match_threshold: threshold(&mut invalid, primary, self.primary_match_threshold),
            dependent_match_threshold: threshold(&mut invalid, dependent, self.dependent_match_threshold),
        };
        invalid.or(details)
    }

    fn read_option(&self, invalid: &mut Invalid, context: PricingGroupContext<'_>) -> PricingOptionId {
        let Some(option) = self.pricing_option.filter(|id| id.get() > 0) else {
            invalid.add("PricingOptionId", "Pricing Option is required.");
            return PricingOptionId(0);
        };
        let allowed = context.options.contains(&option) || context.stored_option == Some(option);
        let message = "Pricing Option must be an option of this group that is not archived.";
        invalid.check(allowed, "PricingOptionId", message);
        option
    }
}

fn check_code(invalid: &mut Invalid, code: &str) {
    invalid.require("Code", "Code", code, LONGEST_CODE);
    let allowed = code.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_');
    invalid.check(allowed, "Code", "Code must consist of lower-case letters, digits and underscores.");
}

fn threshold(invalid: &mut Invalid, key: &str, given: Option<f64>) -> f64 {
    let threshold = given.unwrap_or(DEFAULT_THRESHOLD);
    invalid.check((0.0..=1.0).contains(&threshold), key, "The threshold must be from 0 to 1.");
    threshold
}

/// The code of a name: its letters a to z, digits and underscores, lower-cased, at most 50 (rules.md#pricing-groups).
pub fn slug(name: &str) -> String {
    let word = name.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_');
    word.map(|c| c.to_ascii_lowercase()).take(LONGEST_CODE).collect()
}

#[cfg(test)]
mod tests;
