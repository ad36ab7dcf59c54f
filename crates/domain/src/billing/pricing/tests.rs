use proptest::prelude::*;

use super::*;
use crate::examples;

fn option_error(stored: Option<StoredOption>, vary: impl FnOnce(&mut OptionForm)) -> String {
    let mut form = examples::option_form();
    vary(&mut form);
    form.check(stored).err().map_or(String::new(), |invalid| invalid.to_string())
}

#[test]
fn an_option_needs_a_name_and_a_rate_in_range() {
    assert_eq!(option_error(None, |_| {}), "");
    assert_eq!(option_error(None, |form| form.rate = Some(Money::ZERO)), "");
    assert_eq!(option_error(None, |form| form.rate = Some(Money::from_cents(9_999_999))), "");
    for (wrong, expected) in [
        (option_error(None, |form| form.name = "".into()), "Name: Name is required."),
        (option_error(None, |form| form.rate = None), "Rate: Rate is required."),
        (
            option_error(None, |form| form.rate = Some(Money::from_cents(10_000_000))),
            "Rate: Rate must be from $0.00 to $99,999.99.",
        ),
        (
            option_error(None, |form| form.rate = Some(Money::from_cents(-1))),
            "Rate: Rate must be from $0.00 to $99,999.99.",
        ),
    ] {
        assert_eq!(wrong, expected);
    }
}

#[test]
fn a_billed_rate_is_locked_and_a_used_default_cannot_be_archived() {
    let rate = examples::option_form().rate.unwrap();
    let stored = |is_billed, is_default| Some(StoredOption { rate, is_billed, is_default });
    let dearer = |form: &mut OptionForm| form.rate = Some(Money::from_cents(9_900));
    let archived = |form: &mut OptionForm| form.is_archived = true;
    assert_eq!(option_error(stored(false, false), dearer), "");
    assert_eq!(option_error(stored(true, false), dearer), format!("Rate: {RATE_LOCKED}"));
    assert_eq!(option_error(stored(true, false), |form| form.name = "Other".into()), "");
    assert_eq!(option_error(stored(true, false), archived), "");
    assert_eq!(option_error(stored(false, true), archived), format!("IsArchived: {USED_BY_DEFAULT}"));
    let new = OptionForm { is_archived: true, ..examples::option_form() };
    assert!(!new.check(None).unwrap().is_archived, "only an option that exists can be archived");
}

const OPTIONS: [PricingOptionId; 1] = [PricingOptionId(1)];

fn group_context() -> PricingGroupContext<'static> {
    PricingGroupContext { options: &OPTIONS, stored_option: None, is_default: false, has_default: true }
}

fn group_error(context: PricingGroupContext<'_>, vary: impl FnOnce(&mut PricingGroupForm)) -> String {
    let mut form = examples::pricing_group_form();
    vary(&mut form);
    form.check(context).err().map_or(String::new(), |invalid| invalid.to_string())
}

#[test]
fn a_pricing_group_has_its_rules() {
    assert_eq!(group_error(group_context(), |_| {}), "");
    for (wrong, key) in [
        (group_error(group_context(), |form| form.name = "".into()), "Name: "),
        (group_error(group_context(), |form| form.code = "West Side".into()), "Code: "),
        (group_error(group_context(), |form| form.code = "WEST".into()), "Code: "),
        (group_error(group_context(), |form| form.code = "x".repeat(51)), "Code: "),
        (group_error(group_context(), |form| form.pricing_option = None), "PricingOptionId: "),
        (group_error(group_context(), |form| form.pricing_option = Some(PricingOptionId(2))), "PricingOptionId: "),
        (
            group_error(group_context(), |form| form.primary_match_threshold = Some(1.1)),
            "PrimaryMatchSuccessThreshold: ",
        ),
        (
            group_error(group_context(), |form| form.dependent_match_threshold = Some(-0.1)),
            "DependentMatchSuccessThreshold: ",
        ),
        (
            group_error(group_context(), |form| form.primary_match_threshold = Some(f64::NAN)),
            "PrimaryMatchSuccessThreshold: ",
        ),
    ] {
        assert!(wrong.starts_with(key) && !wrong.contains("; "), "{wrong:?} instead of {key:?}");
    }
}

#[test]
fn a_blank_code_comes_from_the_name() {
    let form = PricingGroupForm { name: "West Side_2!".into(), code: " ".into(), ..examples::pricing_group_form() };
    assert_eq!(form.check(group_context()).unwrap().code, "westside_2");
    let strange = PricingGroupForm { name: "\u{6771}\u{4eac}".into(), ..form };
    assert_eq!(strange.check(group_context()).unwrap_err().to_string(), "Code: Code is required.");
}

#[test]
fn there_is_always_exactly_one_default() {
    let first = PricingGroupContext { has_default: false, ..group_context() };
    assert!(examples::pricing_group_form().check(first).unwrap().is_default, "the first becomes it");
    assert!(!examples::pricing_group_form().check(group_context()).unwrap().is_default);
    let only = PricingGroupContext { is_default: true, ..group_context() };
    assert!(group_error(only, |form| form.is_default = false).starts_with("IsDefault: "));
    assert_eq!(group_error(only, |form| form.is_default = true), "");
}

#[test]
fn an_option_archived_since_may_stay() {
    let stored = PricingGroupContext { stored_option: Some(PricingOptionId(8)), ..group_context() };
    assert_eq!(group_error(stored, |form| form.pricing_option = Some(PricingOptionId(8))), "");
}

proptest! {
    #[test]
    fn a_slug_is_a_valid_code_or_empty(name in "\\PC*") {
        let code = slug(&name);
        let mut invalid = Invalid::none();
        check_code(&mut invalid, &code);
        prop_assert!(code.is_empty() || invalid.is_empty());
    }
}
