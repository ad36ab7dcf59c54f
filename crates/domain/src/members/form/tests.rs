use proptest::prelude::*;

use super::*;
use crate::examples;
use crate::period::read_date;

fn today() -> NaiveDate {
    read_date("2026-07-20").unwrap()
}

fn errors(form: &MemberForm) -> Vec<(String, String)> {
    let pricing = PricingChoice { all: vec![PricingGroupId(1), PricingGroupId(2)], default: Some(PricingGroupId(1)) };
    let result = form.check(today(), &pricing, None);
    result.err().map_or(vec![], |invalid| invalid.0.into_iter().map(|e| (e.key, e.message)).collect())
}

fn error(vary: impl FnOnce(&mut MemberForm)) -> String {
    let mut form = examples::member_form();
    vary(&mut form);
    let all: Vec<_> = errors(&form).into_iter().map(|(key, message)| format!("{key}: {message}")).collect();
    all.join("; ")
}

#[test]
fn everything_that_is_wrong_is_said_at_once() {
    let keys: Vec<_> = errors(&MemberForm::default());
    let expected = [
        ("FirstName", "First Name is required."),
        ("LastName", "Last Name is required."),
        ("DateOfBirth", "Date of Birth is required."),
    ];
    assert_eq!(keys, expected.map(|(key, message)| (key.to_owned(), message.to_owned())));
}

#[test]
fn each_field_has_its_rule() {
    assert_eq!(error(|_| {}), "");
    for (wrong, starts) in [
        (error(|f| f.first_name = "  ".into()), "FirstName: First Name is required."),
        (error(|f| f.last_name = "x".repeat(101)), "LastName: Last Name must be at most 100 characters."),
        (error(|f| f.email = "ana".into()), "EmailAddress: "),
        (error(|f| f.mobile_phone = "614".into()), "MobilePhone: "),
        (error(|f| f.home_phone = "614-555-01422".into()), "HomePhone: "),
        (error(|f| f.gender = Some(4)), "Gender: "),
        (error(|f| f.gender = Some(-1)), "Gender: "),
        (error(|f| f.date_of_birth = read_date("1899-12-31")), "DateOfBirth: "),
        (error(|f| f.date_of_birth = read_date("2026-07-21")), "DateOfBirth: Date of Birth must not be in the future."),
        (error(|f| f.state = "Ontario".into()), "State: "),
        (error(|f| f.zip_code = "4540".into()), "ZipCode: "),
        (error(|f| f.unique_id = "x".repeat(51)), "EmployerProvidedId: "),
        (error(|f| f.other_member_id = "x".repeat(51)), "OtherMemberId: "),
        (error(|f| f.billing_reference_id = "x".repeat(51)), "BillingReferenceId: "),
        (error(|f| f.plan_name = "Gold".into()), "PlanName: "),
        (error(|f| f.member_type = "Cousin".into()), "MemberType: "),
        (error(|f| f.pricing_group = Some(PricingGroupId(9))), "PricingGroupId: "),
    ] {
        assert!(wrong.starts_with(starts), "{wrong:?} instead of {starts:?}");
        assert!(!wrong.contains("; "), "one error only: {wrong}");
    }
}

#[test]
fn the_edges_of_the_birth_date_are_valid() {
    for day in ["1900-01-01", "2026-07-20"] {
        assert_eq!(error(|form| form.date_of_birth = read_date(day)), "");
    }
}

#[test]
fn what_is_stored_is_brought_into_one_form() {
    let form = MemberForm {
        first_name: " Ana ".into(),
        mobile_phone: "(614) 555-0142".into(),
        state: "ohio".into(),
        zip_code: "454021234".into(),
        plan_name: "individual plan".into(),
        member_type: String::new(),
        billing_reference_id: " West ".into(),
        ..examples::member_form()
    };
    let member = form.check(today(), &PricingChoice::default(), None).unwrap();
    assert_eq!(member.first_name, "Ana");
    assert_eq!(member.mobile_phone.as_deref(), Some("6145550142"));
    assert_eq!(member.state.as_deref(), Some("OH"));
    assert_eq!(member.zip_code.as_deref(), Some("45402-1234"));
    assert_eq!((member.plan_name.as_str(), member.is_primary()), ("Individual Plan", true));
    assert_eq!(member.billing_ref_key().as_deref(), Some("west"));
}

#[test]
fn unknown_old_words_are_kept_until_they_are_changed() {
    let mut stored = examples::member_details();
    stored.plan_name = "Gold 2009".into();
    let save = |plan: &str| {
        let form = MemberForm { plan_name: plan.into(), ..examples::member_form() };
        form.check(today(), &PricingChoice::default(), Some(&stored)).map(|member| member.plan_name)
    };
    assert_eq!(save("Gold 2009").unwrap(), "Gold 2009");
    assert_eq!(save("Family Plan").unwrap(), "Family Plan");
    assert!(save("Silver").is_err());
}

#[test]
fn a_pricing_group_is_required_only_where_there_are_any() {
    let check = |all: &[i64], default: Option<i64>, chosen: Option<i64>| {
        let choice = PricingChoice {
            all: all.iter().copied().map(PricingGroupId).collect(),
            default: default.map(PricingGroupId),
        };
        let form = MemberForm { pricing_group: chosen.map(PricingGroupId), ..examples::member_form() };
        form.check(today(), &choice, None).map(|m| m.pricing_group.map(PricingGroupId::get)).map_err(|e| e.to_string())
    };
    assert_eq!(check(&[], None, None), Ok(None));
    assert_eq!(check(&[1, 2], Some(2), None), Ok(Some(2)));
    assert_eq!(check(&[1, 2], Some(2), Some(1)), Ok(Some(1)));
    assert_eq!(check(&[1, 2], None, None), Err("PricingGroupId: Pricing Group is required.".into()));
}

proptest! {
    #[test]
    fn no_text_makes_the_check_fall_over(texts in prop::collection::vec("\\PC{0,60}", 12)) {
        let form = MemberForm {
            first_name: texts[0].clone(),
            last_name: texts[1].clone(),
            email: texts[2].clone(),
            mobile_phone: texts[3].clone(),
            home_phone: texts[4].clone(),
            state: texts[5].clone(),
            zip_code: texts[6].clone(),
            plan_name: texts[7].clone(),
            member_type: texts[8].clone(),
            unique_id: texts[9].clone(),
            other_member_id: texts[10].clone(),
            billing_reference_id: texts[11].clone(),
            ..examples::member_form()
        };
        if let Ok(member) = form.check(today(), &PricingChoice::default(), None) {
            prop_assert!(!member.first_name.is_empty() && member.first_name.trim() == member.first_name);
            prop_assert!(member.mobile_phone.is_none_or(|phone| phone.len() == 10));
        }
    }
}
