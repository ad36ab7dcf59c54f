use super::*;
use crate::examples;

const OPTIONS: [PricingOptionId; 2] = [PricingOptionId(1), PricingOptionId(2)];

fn fresh() -> LineContext<'static> {
    LineContext { plan_type: BillingType::Pepm, options: &OPTIONS, stored: None }
}

fn error(vary: impl FnOnce(&mut LineForm)) -> String {
    let mut form = examples::line_form();
    vary(&mut form);
    form.check(fresh()).err().map_or(String::new(), |invalid| invalid.to_string())
}

#[test]
fn each_field_has_its_rule() {
    assert_eq!(error(|_| {}), "");
    for (wrong, expected) in [
        (error(|form| form.name = String::new()), "Name: Name is required."),
        (error(|form| form.billing_type = Some(0)), "BillingType: Billing Type must be one of the choices."),
        (error(|form| form.billing_type = Some(4)), "BillingType: Billing Type must be one of the choices."),
        (error(|form| form.billing_period = Some(3)), "BillingPeriod: Billing Period must be one of the choices."),
        (error(|form| form.pricing_option = None), "BillingPricingOptionId: Pricing Option is required."),
        (
            error(|form| form.pricing_option = Some(PricingOptionId(3))),
            "BillingPricingOptionId: Pricing Option must be an option of this group that is not archived.",
        ),
        (
            error(|form| form.include_all_members = Some(false)),
            "ReferenceId: A reference # is required when not all members are included.",
        ),
    ] {
        assert_eq!(wrong, expected);
    }
}

#[test]
fn the_plan_and_the_type_give_the_defaults_of_a_new_line() {
    for (plan_type, period, offset) in [
        (BillingType::Pepm, BillingPeriod::CurrentMonth, 0),
        (BillingType::PerConsultation, BillingPeriod::PreviousMonth, -1),
        (BillingType::AfterHours, BillingPeriod::PreviousMonth, -1),
    ] {
        let form = LineForm { billing_type: None, billing_period: None, ..examples::line_form() };
        let line = form.check(LineContext { plan_type, ..fresh() }).unwrap();
        assert_eq!((line.billing_type, line.billing_period, line.billing_period.offset()), (plan_type, period, offset));
    }
}

#[test]
fn an_after_hours_line_is_fixed_whatever_was_posted() {
    let form = LineForm {
        name: "  ".into(),
        billing_type: Some(3),
        billing_period: Some(2),
        include_all_members: Some(false),
        ignore_credits_and_debts: Some(true),
        reference_id: "WEST".into(),
        ..examples::line_form()
    };
    let line = form.check(fresh()).unwrap();
    assert_eq!(line.name, "After-hours Consult Fees");
    assert_eq!(line.billing_period, BillingPeriod::PreviousMonth);
    assert!(line.include_all_members() && !line.ignore_credits_and_debts);
    let named = LineForm { name: "Night".into(), ..form }.check(fresh()).unwrap();
    assert_eq!(named.name, "Night");
}

#[test]
fn including_all_members_clears_the_reference() {
    let form = LineForm { reference_id: " West ".into(), ..examples::line_form() };
    assert_eq!(form.check(fresh()).unwrap().reference_id, None);
    let some = LineForm { include_all_members: Some(false), ..form }.check(fresh()).unwrap();
    assert_eq!((some.reference_id.as_deref(), some.reference_key().as_deref()), (Some("West"), Some("west")));
}

#[test]
fn what_a_snapshot_billed_is_fixed_and_the_rest_is_not() {
    let item = LineItem { reference_id: Some("West".into()), ..examples::line_item() };
    let form = LineForm { include_all_members: Some(false), reference_id: "WEST".into(), ..examples::line_form() };
    let stored = |is_billed| LineContext { stored: Some(StoredLine { item: &item, is_billed }), ..fresh() };
    let keys = |form: &LineForm, is_billed| {
        let result = form.check(stored(is_billed));
        result.err().map_or(vec![], |invalid| invalid.0.into_iter().map(|e| (e.key, e.message)).collect())
    };
    assert_eq!(keys(&form, true), [], "a reference that differs in case is the same");
    for (changed, key) in [
        (LineForm { billing_type: Some(1), billing_period: Some(0), ..form.clone() }, "BillingType"),
        (LineForm { billing_period: Some(1), ..form.clone() }, "BillingPeriod"),
        (LineForm { include_all_members: Some(true), ..form.clone() }, "IncludeAllMembers"),
        (LineForm { reference_id: "East".into(), ..form.clone() }, "ReferenceId"),
    ] {
        assert_eq!(keys(&changed, true), [(key.to_owned(), FIXED.to_owned())]);
        assert_eq!(keys(&changed, false), []);
    }
    let free = LineForm {
        name: "Other".into(),
        pricing_option: Some(PricingOptionId(2)),
        ignore_credits_and_debts: Some(true),
        ..form
    };
    assert_eq!(keys(&free, true), []);
}

#[test]
fn what_an_edit_does_not_name_stays_as_it_is() {
    let item = LineItem {
        billing_type: BillingType::PerConsultation,
        billing_period: BillingPeriod::CurrentMonth,
        ignore_credits_and_debts: true,
        reference_id: Some("West".into()),
        ..examples::line_item()
    };
    let stored = LineContext { stored: Some(StoredLine { item: &item, is_billed: true }), ..fresh() };
    let form = LineForm { name: item.name.clone(), pricing_option: Some(item.pricing_option), ..LineForm::default() };
    assert_eq!(form.check(stored), Ok(item.clone()));
    let all = LineForm { include_all_members: Some(true), ..form }
        .check(LineContext { stored: Some(StoredLine { item: &item, is_billed: false }), ..fresh() });
    assert_eq!(all.map(|line| line.reference_id), Ok(None));
}

#[test]
fn an_option_archived_later_stays_on_the_line_that_has_it() {
    let item = LineItem { pricing_option: PricingOptionId(9), ..examples::line_item() };
    let stored = LineContext { stored: Some(StoredLine { item: &item, is_billed: true }), ..fresh() };
    let form = |id| LineForm { pricing_option: Some(PricingOptionId(id)), ..examples::line_form() };
    assert!(form(9).check(stored).is_ok());
    assert!(form(8).check(stored).is_err());
}

#[test]
fn billing_codes_are_distinct_and_sorted() {
    assert_eq!(billing_codes(["west", "EAST", " West ", "", "east "]), ["EAST", "west"]);
}

#[test]
fn names_and_numbers_are_those_of_the_screens() {
    assert_eq!(BillingPeriod::ALL.map(BillingPeriod::name), ["Current Month", "Previous Month", "Next Month"]);
    assert_eq!(BillingType::ALL.map(BillingType::name), ["Per Consultation", "PEPM", "After-hours Consult Fees"]);
    for (i, period) in BillingPeriod::ALL.into_iter().enumerate() {
        assert_eq!((period.number(), BillingPeriod::from_number(i as i64)), (i as i16, Some(period)));
    }
    for (i, kind) in BillingType::ALL.into_iter().enumerate() {
        assert_eq!((kind.number(), BillingType::from_number(i as i64 + 1)), (i as i16 + 1, Some(kind)));
    }
}
