use proptest::prelude::*;

use super::*;
use crate::examples::{user_details, user_form};

fn error(may: MayChange, vary: impl FnOnce(&mut UserForm)) -> String {
    let mut form = user_form();
    vary(&mut form);
    form.check(may, Some(&user_details())).err().map_or(String::new(), |invalid| invalid.to_string())
}

const ALL: MayChange = MayChange::Everything;
const BROKER: MayChange = MayChange::WithinBroker(BrokerId(1));

#[test]
fn each_field_has_its_rule() {
    assert_eq!(error(ALL, |_| {}), "");
    assert_eq!(error(ALL, |form| form.phone = "(614) 555-0142".into()), "");
    assert_eq!(error(ALL, |form| form.first_name = "é".repeat(100)), "");
    for (wrong, key) in [
        (error(ALL, |form| form.first_name = " ".into()), "FirstName: First Name is required."),
        (error(ALL, |form| form.first_name = "x".repeat(101)), "FirstName: "),
        (error(ALL, |form| form.last_name = String::new()), "LastName: Last Name is required."),
        (error(ALL, |form| form.last_name = "x".repeat(10_000)), "LastName: "),
        (error(ALL, |form| form.email = String::new()), "EmailAddress: Email Address is required."),
        (error(ALL, |form| form.email = "ana@".into()), "EmailAddress: "),
        (error(ALL, |form| form.email = format!("{}@mail.example", "x".repeat(300))), "EmailAddress: "),
        (error(ALL, |form| form.phone = "555".into()), "PhoneNumber: "),
        (error(ALL, |form| form.role = None), "RoleId: Role is required."),
        (error(ALL, |form| form.role = Some(0)), "RoleId: There is no such role."),
        (error(ALL, |form| form.role = Some(i64::MAX)), "RoleId: "),
        (error(ALL, |form| form.broker = None), "BrokerId: Broker is required for the role Account Manager."),
        (
            error(ALL, |form| form.groups = Some(vec![])),
            "EmployerGroupIds: Employer Groups are required for the role Account Manager.",
        ),
        (
            error(ALL, |form| (form.role, form.groups) = (Some(4), Some(vec![]))),
            "EmployerGroupIds: Employer Groups are required for the role Group User.",
        ),
        (error(BROKER, |form| form.groups = Some(vec![])), "EmployerGroupIds: Employer Groups are required"),
        (error(BROKER, |form| form.role = Some(2)), "RoleId: You may give the role Account Manager only."),
        (error(BROKER, |form| form.role = None), "RoleId: "),
        (error(BROKER, |form| form.broker = Some(BrokerId(2))), "BrokerId: "),
        (error(MayChange::OwnContact, |form| form.role = Some(1)), "RoleId: You may not change your own role."),
        (error(MayChange::OwnContact, |form| form.broker = Some(BrokerId(2))), "BrokerId: "),
        (error(MayChange::OwnContact, |form| form.groups = Some(vec![])), "EmployerGroupIds: "),
        (error(MayChange::OwnContact, |form| form.disabled = Some(true)), "IsDisabled: "),
        (error(MayChange::OwnNameAndPhone, |form| form.email = "new@mail.example".into()), "EmailAddress: "),
        (error(MayChange::OwnNameAndPhone, |form| form.role = Some(7)), "RoleId: "),
    ] {
        assert!(wrong.starts_with(key) && !wrong.contains("; "), "{wrong:?} instead of {key:?}");
    }
}

#[test]
fn what_may_not_be_changed_may_be_sent_back_or_left_out() {
    let stored = user_details();
    for may in [MayChange::OwnContact, MayChange::OwnNameAndPhone] {
        let same = UserForm { first_name: "Anna".into(), ..user_form() };
        let bare = UserForm { role: None, broker: None, groups: None, disabled: None, ..same.clone() };
        for form in [same, bare] {
            let saved = form.check(may, Some(&stored)).expect("nothing is wrong");
            assert_eq!(saved, UserDetails { first_name: "Anna".into(), ..stored.clone() });
        }
    }
    let nameless = UserForm { email: String::new(), ..user_form() };
    assert_eq!(nameless.check(MayChange::OwnNameAndPhone, Some(&stored)).expect("kept").email, stored.email);
}

#[test]
fn the_role_says_whether_there_is_a_broker_and_whether_there_are_groups() {
    for (role, broker, groups) in [(1, false, 0), (2, true, 0), (3, true, 2), (4, true, 2)] {
        let form = UserForm { role: Some(role), ..user_form() };
        let details = form.check(ALL, None).expect("valid");
        assert_eq!((details.broker.is_some(), details.groups.len()), (broker, groups), "role {role}");
    }
    let without = UserForm { role: Some(4), broker: None, ..user_form() };
    assert_eq!(without.check(ALL, None).expect("valid").broker, None);
}

#[test]
fn who_has_no_group_may_be_closed_and_save_his_own_name() {
    let stored = UserDetails { groups: Vec::new(), ..user_details() };
    let form = UserForm { groups: None, ..user_form() };
    let closed = UserForm { disabled: Some(true), ..form.clone() };
    for (form, may, saved) in [
        (&form, ALL, false),
        (&form, BROKER, false),
        (&form, MayChange::OwnNameAndPhone, true),
        (&closed, ALL, true),
        (&closed, BROKER, true),
    ] {
        assert_eq!(form.check(may, Some(&stored)).is_ok(), saved, "{may:?} {:?}", form.disabled);
    }
}

#[test]
fn other_rights_are_another_role_broker_or_a_closed_account() {
    let before = user_details();
    let differs = |vary: fn(&mut UserDetails)| {
        let mut after = before.clone();
        vary(&mut after);
        after.has_other_rights_than(&before)
    };
    assert!(!differs(|user| user.first_name = "Anna".into()));
    assert!(!differs(|user| user.email = "new@mail.example".into()));
    assert!(differs(|user| user.role = Role::GroupUser));
    assert!(differs(|user| user.broker = Some(BrokerId(9))));
    assert!(differs(|user| user.disabled = true));
}

#[test]
fn a_broker_administrator_keeps_a_role_or_makes_it_account_manager() {
    use Role::{AccountManager as M, Administrator as A, BrokerAdministrator as B, GroupUser as U};
    for (stored, given, saved) in [
        (Some(U), U, Some(U)),
        (Some(U), M, Some(M)),
        (Some(U), B, None),
        (Some(B), B, Some(B)),
        (Some(B), M, Some(M)),
        (Some(B), U, None),
        (Some(M), A, None),
        (Some(M), U, None),
        (None, M, Some(M)),
        (None, U, None),
        (None, B, None),
    ] {
        let before = stored.map(|role| UserDetails { role, ..user_details() });
        let form = UserForm { role: Some(given.number().into()), ..user_form() };
        let found = form.check(BROKER, before.as_ref()).ok().map(|details| details.role);
        assert_eq!(found, saved, "{given:?} for {stored:?}");
    }
}

proptest! {
    #[test]
    fn nobody_lifts_himself_and_no_broker_gives_more_than_an_account_manager(
        role in proptest::option::of(-1_i64..6),
        broker in proptest::option::of((1_i64..4).prop_map(BrokerId)),
        groups in proptest::option::of(proptest::collection::vec((1_i64..5).prop_map(GroupId), 0..4)),
        disabled in proptest::option::of(any::<bool>()),
    ) {
        let stored = user_details();
        let groups_empty = groups.as_ref().is_none_or(Vec::is_empty);
        let form = UserForm { role, broker, groups, disabled, ..user_form() };
        for own in [MayChange::OwnContact, MayChange::OwnNameAndPhone] {
            if let Ok(saved) = form.check(own, Some(&stored)) {
                prop_assert_eq!(&saved, &stored);
            }
        }
        if let Ok(saved) = form.check(BROKER, Some(&stored)) {
            prop_assert!(saved.role == stored.role || saved.role == Role::AccountManager);
            prop_assert_eq!(saved.broker, Some(BrokerId(1)));
        }
        if let Ok(saved) = form.check(ALL, None) {
            prop_assert!(saved.broker.is_some() || !saved.role.needs_broker());
            prop_assert_eq!(saved.groups.is_empty(), !saved.role.has_groups() || (saved.disabled && groups_empty));
            prop_assert!(saved.groups.windows(2).all(|pair| pair[0] < pair[1]));
        }
    }
}
