//! Line items of a billing plan: what is billed, for which month, for whom (rules.md#billable-consults, rules.md#month-of-a-line,
//! rules.md#billing-references, rules.md#type-of-a-new-line, rules.md#plan-fields).

use std::collections::BTreeMap;

use crate::text::{fold, non_blank};
use crate::{Invalid, PricingOptionId};

/// What a line item counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BillingType {
    /// Completed consults.
    PerConsultation = 1,
    /// Employees per month.
    Pepm = 2,
    /// Completed consults after hours, beside their consult fee.
    AfterHours = 3,
}

impl BillingType {
    /// All of them, in the order of their numbers.
    pub const ALL: [Self; 3] = [Self::PerConsultation, Self::Pepm, Self::AfterHours];

    /// The type of a stored number.
    pub fn from_number(number: i64) -> Option<Self> {
        Self::ALL.into_iter().find(|billing_type| i64::from(billing_type.number()) == number)
    }

    /// The stored number, 1 to 3.
    pub const fn number(self) -> i16 {
        self as i16
    }

    /// The name shown to people.
    pub const fn name(self) -> &'static str {
        match self {
            Self::PerConsultation => "Per Consultation",
            Self::Pepm => "PEPM",
            Self::AfterHours => AFTER_HOURS_NAME,
        }
    }

    /// Whether consults are counted, not employees.
    pub const fn counts_consults(self) -> bool {
        !matches!(self, Self::Pepm)
    }

    /// The period of a new line of this type (rules.md#month-of-a-line).
    pub const fn default_period(self) -> BillingPeriod {
        match self {
            Self::Pepm => BillingPeriod::CurrentMonth,
            Self::PerConsultation | Self::AfterHours => BillingPeriod::PreviousMonth,
        }
    }
}

/// Which month a line bills, seen from the month of its snapshot (rules.md#month-of-a-line). The number is the place in the list of names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BillingPeriod {
    /// The month of the snapshot.
    CurrentMonth = 0,
    /// The month before it.
    PreviousMonth = 1,
    /// The month after it.
    NextMonth = 2,
}

impl BillingPeriod {
    /// All of them, in the order of their numbers.
    pub const ALL: [Self; 3] = [Self::CurrentMonth, Self::PreviousMonth, Self::NextMonth];

    /// The period of a stored number.
    pub fn from_number(number: i64) -> Option<Self> {
        Self::ALL.into_iter().find(|period| i64::from(period.number()) == number)
    }

    /// The stored number, 0 to 2.
    pub const fn number(self) -> i16 {
        self as i16
    }

    /// The name shown to people.
    pub const fn name(self) -> &'static str {
        match self {
            Self::CurrentMonth => "Current Month",
            Self::PreviousMonth => "Previous Month",
            Self::NextMonth => "Next Month",
        }
    }

    /// Months from the snapshot's month to the billed one: 0, -1 or 1.
    pub const fn offset(self) -> i32 {
        match self {
            Self::CurrentMonth => 0,
            Self::PreviousMonth => -1,
            Self::NextMonth => 1,
        }
    }
}

/// The name of an after-hours line that is given none (rules.md#after-hours-line).
pub const AFTER_HOURS_NAME: &str = "After-hours Consult Fees";
/// What is said when members are to be chosen by a reference and there is none (rules.md#billing-references).
pub const REFERENCE_REQUIRED: &str = "A reference # is required when not all members are included.";
/// What is said when a snapshot has billed the line and a fixed field is to change (rules.md#fixed-once-billed).
pub const FIXED: &str =
    "This cannot be changed because snapshots have billed this line item. Delete this line item and add a new one.";

/// A line item as it was typed or posted. What is not given stays as it is when a line is edited.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LineForm {
    /// Required, at most 100 characters; an after-hours line has a name of its own when blank.
    pub name: String,
    /// 1 to 3; not given means the plan's for a new line (rules.md#type-of-a-new-line).
    pub billing_type: Option<i64>,
    /// 0 to 2; not given means the usual one of the type for a new line; locked for after-hours lines.
    pub billing_period: Option<i64>,
    /// Required: an option of the group.
    pub pricing_option: Option<PricingOptionId>,
    /// Not given means all for a new line.
    pub include_all_members: Option<bool>,
    /// Whether earlier months are left as they were billed; not given means no for a new line.
    pub ignore_credits_and_debts: Option<bool>,
    /// Required unless all members are included, at most 50 characters.
    pub reference_id: String,
}

/// A line item whose values have passed every rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineItem {
    /// Trimmed.
    pub name: String,
    /// What it counts.
    pub billing_type: BillingType,
    /// Which month it bills.
    pub billing_period: BillingPeriod,
    /// Where its rate comes from, at the moment a snapshot is computed (rules.md#rate-of-a-line).
    pub pricing_option: PricingOptionId,
    /// Whether earlier months are left as they were billed.
    pub ignore_credits_and_debts: bool,
    /// Only members with this reference count; `None` includes all members.
    pub reference_id: Option<String>,
}

impl LineItem {
    /// Whether all members count.
    pub const fn include_all_members(&self) -> bool {
        self.reference_id.is_none()
    }

    /// The folded reference, compared with a member's `billing_ref_key` (rules.md#billing-references).
    pub fn reference_key(&self) -> Option<String> {
        self.reference_id.as_deref().map(fold)
    }
}

/// The line item as it is stored, when one is being edited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StoredLine<'a> {
    /// Its values.
    pub item: &'a LineItem,
    /// Whether an undeleted snapshot has billed it (`plan_line.first_billed_month` is set).
    pub is_billed: bool,
}

/// What a form is checked against.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineContext<'a> {
    /// The plan's type, the default of new lines (rules.md#type-of-a-new-line).
    pub plan_type: BillingType,
    /// The group's pricing options that are not archived.
    pub options: &'a [PricingOptionId],
    /// The line as it is, when it is being edited.
    pub stored: Option<StoredLine<'a>>,
}

impl LineForm {
    /// Checks every rule and returns what is to be stored. An after-hours line has its period, scope and corrections
    /// fixed, whatever was posted (rules.md#after-hours-line).
    ///
    /// # Errors
    /// Every wrong field, by its name on the wire.
    pub fn check(&self, context: LineContext<'_>) -> Result<LineItem, Invalid> {
        let mut invalid = Invalid::none();
        let stored = context.stored.map(|stored| stored.item);
        let usual_type = stored.map_or(context.plan_type, |item| item.billing_type);
        let billing_type = self.billing_type.map_or(Some(usual_type), BillingType::from_number);
        invalid.check(billing_type.is_some(), "BillingType", "Billing Type must be one of the choices.");
        let billing_type = billing_type.unwrap_or(usual_type);
        let ignores = self.ignore_credits_and_debts.unwrap_or(stored.is_some_and(|item| item.ignore_credits_and_debts));
        let locked = billing_type == BillingType::AfterHours;
        let item = LineItem {
            name: self.read_name(&mut invalid, locked),
            billing_type,
            billing_period: self.read_period(&mut invalid, billing_type, stored),
            pricing_option: self.read_option(&mut invalid, context),
            ignore_credits_and_debts: ignores && !locked,
            reference_id: if locked { None } else { self.read_reference(&mut invalid, stored) },
        };
        if let Some(stored) = context.stored.filter(|stored| stored.is_billed) {
            check_fixed(&mut invalid, stored.item, &item);
        }
        invalid.or(item)
    }

    fn read_name(&self, invalid: &mut Invalid, after_hours: bool) -> String {
        let given = if after_hours { non_blank(&self.name).unwrap_or(AFTER_HOURS_NAME) } else { self.name.trim() };
        invalid.require_line("Name", "Name", given, 100);
        given.to_owned()
    }

    fn read_period(
        &self,
        invalid: &mut Invalid,
        billing_type: BillingType,
        stored: Option<&LineItem>,
    ) -> BillingPeriod {
        if billing_type == BillingType::AfterHours {
            return billing_type.default_period();
        }
        let kept = stored.filter(|item| item.billing_type == billing_type);
        let default = kept.map_or(billing_type.default_period(), |item| item.billing_period);
        let period = self.billing_period.map_or(Some(default), BillingPeriod::from_number);
        invalid.check(period.is_some(), "BillingPeriod", "Billing Period must be one of the choices.");
        period.unwrap_or(default)
    }

    fn read_option(&self, invalid: &mut Invalid, context: LineContext<'_>) -> PricingOptionId {
        let key = "BillingPricingOptionId";
        let Some(option) = self.pricing_option.filter(|id| id.get() > 0) else {
            invalid.add(key, "Pricing Option is required.");
            return PricingOptionId(0);
        };
        let kept = context.stored.is_some_and(|stored| stored.item.pricing_option == option);
        let offered = context.options.contains(&option);
        invalid.check(offered || kept, key, "Pricing Option must be an option of this group that is not archived.");
        option
    }

    fn read_reference(&self, invalid: &mut Invalid, stored: Option<&LineItem>) -> Option<String> {
        let kept = stored.and_then(|item| item.reference_id.as_deref()).filter(|_| self.include_all_members.is_none());
        if self.include_all_members.unwrap_or(kept.is_none()) {
            return None;
        }
        invalid.limit("ReferenceId", "Reference #", &self.reference_id, 50);
        let reference = non_blank(&self.reference_id).or(kept).map(str::to_owned);
        invalid.check(reference.is_some(), "ReferenceId", REFERENCE_REQUIRED);
        reference
    }
}

fn check_fixed(invalid: &mut Invalid, stored: &LineItem, wanted: &LineItem) {
    invalid.check(stored.billing_type == wanted.billing_type, "BillingType", FIXED);
    invalid.check(stored.billing_period == wanted.billing_period, "BillingPeriod", FIXED);
    let same_kind = stored.include_all_members() == wanted.include_all_members();
    invalid.check(same_kind, "IncludeAllMembers", FIXED);
    let same_reference = stored.reference_key() == wanted.reference_key();
    invalid.check(same_reference || !same_kind, "ReferenceId", FIXED);
}

/// The billing codes offered to members: the distinct references of the lines of a group's active, unexpired plans,
/// sorted (rules.md#billing-references). References that differ only in case are one; the first is shown.
pub fn billing_codes<'a>(references: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let mut codes: BTreeMap<String, String> = BTreeMap::new();
    for reference in references.into_iter().filter_map(non_blank) {
        codes.entry(fold(reference)).or_insert_with(|| reference.to_owned());
    }
    codes.into_values().collect()
}

#[cfg(test)]
mod tests;
