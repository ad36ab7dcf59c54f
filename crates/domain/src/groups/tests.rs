use proptest::prelude::*;

use super::creation::{FirstPricing, next_group_code};
use super::effective::{Effective, effective_flags, effective_look_back};
use super::*;
use crate::billing::snapshot::LookBack;
use crate::brokers::BrokerOverrides;
use crate::examples;
use crate::period::read_date;
use crate::text::name_fault;

fn error(vary: impl FnOnce(&mut GroupForm)) -> String {
    let mut form = examples::group_form();
    vary(&mut form);
    let context = GroupContext { options: vec![PricingOptionId(5)], ..GroupContext::default() };
    form.check(&context).err().map_or(String::new(), |invalid| invalid.to_string())
}

#[test]
fn name_number_broker_and_first_day_are_required() {
    let all = GroupForm::default().check(&GroupContext::default()).unwrap_err().to_string();
    assert_eq!(
        all,
        "Name: Name is required.; GroupId: Group ID is required.; BrokerId: Broker is required.; EffectiveDate: Effective Date is required."
    );
}

#[test]
fn each_field_has_its_rule() {
    assert_eq!(error(|_| {}), "");
    assert_eq!(error(|form| form.fees.total = Some(PricingOptionId(5))), "");
    assert_eq!(error(|form| form.termination_on = form.effective_on), "");
    for (wrong, key) in [
        (error(|form| form.name = "x".repeat(201)), "Name: "),
        (error(|form| form.group_code = " ".into()), "GroupId: "),
        (error(|form| form.broker = Some(BrokerId(0))), "BrokerId: "),
        (error(|form| form.master_broker = form.broker), "MasterBrokerId: "),
        (error(|form| form.termination_on = read_date("2019-12-31")), "TerminationDate: "),
        (error(|form| form.effective_on = read_date("0001-01-01")), "EffectiveDate: "),
        (error(|form| form.termination_on = read_date("9999-12-31")), "TerminationDate: "),
        (error(|form| form.renewal_on = read_date("2200-01-01")), "RenewalDate: "),
        (error(|form| form.fees.patient = Some(PricingOptionId(6))), "MedicalFeePatientId: "),
        (error(|form| form.flags.allow_public_registration = true), "PublicRegistrationCode: "),
        (error(|form| form.utilization_member_source = 2), "UtilizationMemberSource: "),
        (error(|form| form.status = Some(2)), "Status: "),
        (error(|form| form.status = Some(1)), "Status: Terminate the group instead"),
        (error(|form| form.default_pricing_group_rate = Some(Money::from_cents(-1))), "DefaultPricingGroupRate: "),
        (error(|form| form.default_after_hours_fee = Some(Money::from_cents(10_000_000))), "DefaultAfterHoursFee: "),
        (error(|form| form.billing_look_back_months = Some(25)), "BillingLookbackMonths: "),
        (error(|form| form.billing_look_back_months = Some(-1)), "BillingLookbackMonths: "),
        (error(|form| form.termination_guard_percent = Some(101)), "TerminationGuardPercent: "),
        (error(|form| form.termination_guard_minimum = Some(-1)), "TerminationGuardMinimum: "),
        (error(|form| form.billing_address.state = Some("Ontario".into())), "BillingState: "),
        (error(|form| form.billing_address.zip_code = Some("123".into())), "BillingZipCode: "),
    ] {
        assert!(wrong.starts_with(key) && !wrong.contains("; "), "{wrong:?} instead of {key:?}");
    }
}

#[test]
fn a_new_group_has_the_defaults() {
    let flags = GroupFlags::default();
    assert!(flags.send_welcome_emails && flags.explicit_import);
    assert!(!flags.process_dependents && !flags.allow_manual_adds && !flags.enable_invoice_access);
    let group = GroupForm { default_pricing_group_rate: None, ..examples::group_form() };
    let group = group.check(&GroupContext::default()).unwrap();
    assert_eq!(group.default_pricing_group_rate.to_string(), "$49.00");
    assert_eq!(group.default_after_hours_fee.to_string(), "$5.00");
    assert_eq!(group.termination_guard, TerminationGuard { percent: 10, minimum: 5 });
    assert_eq!(group.status, GroupStatus::Active);
}

#[test]
fn an_unset_status_leaves_the_status_alone() {
    let context = GroupContext { status: GroupStatus::InActive, ..GroupContext::default() };
    assert_eq!(examples::group_form().check(&context).unwrap().status, GroupStatus::InActive);
    let active = GroupForm { status: Some(0), ..examples::group_form() };
    assert_eq!(active.check(&context).unwrap().status, GroupStatus::Active);
}

#[test]
fn a_group_that_is_served_again_loses_the_date_by_which_it_had_ended() {
    let ended = read_date("2026-07-20");
    let context = GroupContext { status: GroupStatus::InActive, termination_on: ended, ..GroupContext::default() };
    let saved = |status: Option<i64>, termination_on, effective_on| {
        let effective_on = read_date(effective_on);
        let form = GroupForm { status, termination_on, effective_on, ..examples::group_form() };
        form.check(&context).map(|group| group.termination_on).map_err(|invalid| invalid.to_string())
    };
    for (status, termination_on, kept) in [
        (Some(0), ended, None),
        (Some(0), None, None),
        (Some(0), read_date("2027-12-31"), read_date("2027-12-31")),
        (Some(1), ended, ended),
        (None, ended, ended),
    ] {
        assert_eq!(saved(status, termination_on, "2026-01-01"), Ok(kept), "{status:?} {termination_on:?}");
    }
    assert_eq!(saved(Some(0), ended, "2026-09-01"), Ok(None), "it may begin after that date");
    assert!(saved(Some(1), ended, "2026-09-01").is_err());
}

#[test]
fn pricing_comes_with_a_new_group() {
    let form = GroupForm { name: "Calder & Finch".into(), ..examples::group_form() };
    let first = FirstPricing::of(&form.check(&GroupContext::default()).unwrap());
    assert_eq!(first.group_name, "Calder & Finch Standard Pricing");
    assert_eq!(first.group_code, "calderfinchstandardpricing");
    assert_eq!((first.standard.name.as_str(), first.standard.rate.cents()), ("Calder & Finch Standard Pricing", 4900));
    assert_eq!((first.after_hours.name.as_str(), first.after_hours.rate.cents()), ("After-Hours Fee", 500));
    let named = GroupForm { default_pricing_group_name: "\u{6771}\u{4eac}".into(), ..form };
    assert_eq!(FirstPricing::of(&named.check(&GroupContext::default()).unwrap()).group_code, "standard");
}

#[test]
fn the_next_number_is_one_more_than_the_highest() {
    for (codes, next) in [
        (&[][..], "10001"),
        (&["7", "abc"][..], "10001"),
        (&["10001", "10017", "A99999"][..], "10018"),
        (&["020000"][..], "20001"),
        (&["99999999999999999999999999999999999999999999999999"][..], "10001"),
        (&["", " "][..], "10001"),
    ] {
        assert_eq!(next_group_code(codes.iter().copied()), next);
    }
}

#[test]
fn the_broker_decides_before_the_master_broker_before_the_group() {
    let own = GroupFlags { process_dependents: true, ..GroupFlags::default() };
    for (broker, master, value, overridden) in [
        (None, None, true, false),
        (None, Some(false), false, true),
        (Some(true), Some(false), true, true),
        (Some(false), None, false, true),
    ] {
        let said = |process_dependents| BrokerOverrides { process_dependents, ..BrokerOverrides::default() };
        let flags = effective_flags(own, said(broker), said(master));
        assert_eq!(flags.process_dependents, Effective { value, overridden });
        assert_eq!(flags.send_welcome_emails, Effective { value: true, overridden: false });
    }
}

#[test]
fn the_groups_look_back_comes_before_the_brokers() {
    let broker = examples::broker_details();
    let mut group = examples::group_details();
    assert_eq!(effective_look_back(&group, &broker), LookBack::new(3));
    group.billing_look_back_months = Some(0);
    assert_eq!(effective_look_back(&group, &broker), LookBack::new(0));
}

#[test]
fn a_role_goes_to_an_active_contact_of_the_group_or_stays() {
    // Contact 1 is active, 2 is not, 3 is of another group.
    let is_active = |contact: ContactId| match contact.get() {
        1 => Some(true),
        2 => Some(false),
        _ => None,
    };
    let given = |id: i64| Some(ContactId(id)).filter(|_| id > 0);
    for (before, chosen, expected) in [
        (0, 0, ""),
        (0, 1, ""),
        (1, 0, ""),
        (0, 2, "HrContactId: The contact is in-active."),
        (1, 2, "HrContactId: The contact is in-active."),
        (2, 2, ""),
        (0, 3, "HrContactId: The contact must be one of this group."),
    ] {
        let mut invalid = Invalid::none();
        let role = |id| RoleContacts { hr: given(id), ..RoleContacts::default() };
        role(chosen).check(role(before), is_active, &mut invalid);
        assert_eq!(invalid.to_string(), expected, "{before} to {chosen}");
    }
}

#[test]
fn an_ended_group_has_a_termination_date_on_or_after_its_first_day() {
    let day = |text: &str| read_date(text).expect("a date of the test");
    for (effective, termination, today, ended) in [
        ("2020-01-01", None, "2026-07-20", "2026-07-20"),
        ("2020-01-01", Some("2026-12-31"), "2026-07-20", "2026-12-31"),
        ("2020-01-01", Some("2025-12-31"), "2026-07-20", "2025-12-31"),
        ("2027-01-01", None, "2026-07-20", "2027-01-01"),
    ] {
        let group = GroupDetails {
            effective_on: day(effective),
            termination_on: termination.map(day),
            ..examples::group_details()
        };
        let group = group.terminated(day(today));
        assert_eq!((group.status, group.termination_on), (GroupStatus::InActive, Some(day(ended))), "{today}");
    }
}

#[test]
fn insurance_is_synced_where_it_is_collected_or_billed() {
    for (status, collect_insurance, insurance_billing_enabled, expected) in [
        (GroupStatus::Active, false, false, false),
        (GroupStatus::Active, true, false, true),
        (GroupStatus::Active, false, true, true),
        (GroupStatus::InActive, true, true, true),
        (GroupStatus::InActive, false, false, false),
    ] {
        let flags = GroupFlags { collect_insurance, insurance_billing_enabled, ..GroupFlags::default() };
        let group = GroupDetails { status, flags, ..examples::group_details() };
        assert_eq!(group.needs_insurance_sync(), expected);
    }
}

#[test]
fn members_of_a_terminated_group_cannot_be_changed() {
    assert_eq!(GroupStatus::Active.check_members_editable(), Ok(()));
    let refused = GroupStatus::InActive.check_members_editable().unwrap_err();
    assert_eq!(refused.0[0].message, "This group is in-active and member information cannot be modified.");
}

proptest! {
    #[test]
    fn a_first_pricing_always_passes_the_rules_of_pricing(name in "[\\p{L}\\p{N} '(),#-]{1,200}") {
        prop_assume!(!name.trim().is_empty() && name_fault(&name).is_none());
        let form = GroupForm { name, ..examples::group_form() };
        let first = FirstPricing::of(&form.check(&GroupContext::default()).unwrap());
        prop_assert!((1..=100).contains(&first.group_name.chars().count()));
        prop_assert!((1..=50).contains(&first.group_code.len()));
        prop_assert!(first.group_code.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_'));
    }
}
