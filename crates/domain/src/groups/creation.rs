//! What comes with a new group (rules.md#group-numbers, rules.md#new-group): its number, two pricing options and the
//! default pricing group.

use crate::Money;
use crate::billing::pricing::slug;
use crate::groups::GroupDetails;

/// The first `GroupId` that is ever suggested.
const FIRST_GROUP_NUMBER: u128 = 10_001;
/// The name of the option that holds the after-hours fee.
const AFTER_HOURS_OPTION: &str = "After-Hours Fee";

/// The next suggested `GroupId`: one more than the highest that is all digits, at least 10001 (rules.md#group-numbers).
pub fn next_group_code<'a>(codes: impl IntoIterator<Item = &'a str>) -> String {
    let numbers = codes.into_iter().map(str::trim).filter(|code| code.bytes().all(|b| b.is_ascii_digit()));
    // Codes are at most 50 characters; one too long to be a number cannot be counted on from.
    let highest = numbers.filter_map(|code| code.parse::<u128>().ok()).filter(|n| *n < u128::MAX).max();
    highest.map_or(FIRST_GROUP_NUMBER, |highest| (highest + 1).max(FIRST_GROUP_NUMBER)).to_string()
}

/// The name of the default pricing group of a group that names none (rules.md#new-group), cut to what a name may have.
pub fn default_pricing_name(group_name: &str) -> String {
    const ENDING: &str = " Standard Pricing";
    let kept: String = group_name.chars().take(100 - ENDING.len()).collect();
    format!("{}{ENDING}", kept.trim_end())
}

/// A pricing option to be created.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewOption {
    /// Its name.
    pub name: String,
    /// Its rate.
    pub rate: Money,
}

/// What is created together with a group, in the same transaction. `MedicalFeeTotal`, `…Patient` and `…Dependent` point
/// at `standard`, `…AfterHours` at `after_hours`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FirstPricing {
    /// The option behind the default pricing group.
    pub standard: NewOption,
    /// The option of the after-hours fee.
    pub after_hours: NewOption,
    /// The default pricing group's name.
    pub group_name: String,
    /// Its code.
    pub group_code: String,
}

impl FirstPricing {
    /// The first pricing of a group that is being created.
    pub fn of(group: &GroupDetails) -> Self {
        let name = group.default_pricing_group_name.clone();
        let code = slug(&name);
        Self {
            standard: NewOption { name: name.clone(), rate: group.default_pricing_group_rate },
            after_hours: NewOption { name: AFTER_HOURS_OPTION.to_owned(), rate: group.default_after_hours_fee },
            group_name: name,
            // A name without any Latin letter or digit leaves no code; the pricing group needs one all the same.
            group_code: if code.is_empty() { "standard".to_owned() } else { code },
        }
    }
}
