use super::*;
use crate::StatusChangeId;
use crate::examples;
use crate::members::member::{DEPENDENT, PRIMARY};
use crate::period::read_date;

fn today() -> NaiveDate {
    read_date("2026-07-20").unwrap()
}

fn save() -> MemberSave {
    MemberSave { form: examples::member_form(), ..MemberSave::default() }
}

fn dependent_of(primary: i64) -> MemberSave {
    let form = MemberForm { member_type: DEPENDENT.into(), unique_id: "E-17".into(), ..examples::member_form() };
    MemberSave { form, primary: Some(MemberId(primary)), ..MemberSave::default() }
}

fn context<'a>(pricing: &'a PricingChoice, primary: Option<&'a MemberDetails>) -> SaveContext<'a> {
    SaveContext { today: today(), is_administrator: true, pricing, primary }
}

fn said<T>(checked: Result<T, Invalid>) -> String {
    checked.err().map(|invalid| invalid.to_string()).unwrap_or_default()
}

fn primary() -> MemberDetails {
    MemberDetails { member_type: PRIMARY.into(), unique_id: Some("e-17".into()), ..examples::member_details() }
}

fn active_since(day: &str) -> Timeline {
    let write = Timeline::begin(read_date(day).unwrap(), today());
    Timeline::default().after(&write, StatusChangeId(1))
}

#[test]
fn a_new_member_is_active_today_unless_an_administrator_names_a_day() {
    let pricing = PricingChoice::default();
    let on = |day: &str| StatusWish::on(read_date(day).unwrap());
    for (wish, is_administrator, status, begins) in [
        (StatusWish::PLAIN, true, None, Ok("2026-07-20")),
        (StatusWish::PLAIN, false, Some(1), Ok("2026-07-20")),
        (on("2025-02-01"), true, None, Ok("2025-02-01")),
        (on("2026-09-01"), true, None, Ok("2026-09-01")),
        (on("2025-02-01"), false, None, Ok("2026-07-20")),
        (on("1899-12-31"), true, None, Err("EffectiveDate: Effective Date must lie in the years 1900 to 2199.")),
        (
            StatusWish { effective_date: None, ..on("2025-02-01") },
            true,
            None,
            Err("EffectiveDate: Effective Date is required."),
        ),
        (StatusWish::PLAIN, true, Some(4), Err("Status: Status must be one of the choices.")),
    ] {
        let save = MemberSave { wish, status, ..save() };
        let checked = save.check_new(SaveContext { is_administrator, ..context(&pricing, None) });
        let found = checked.map(|checked| checked.status.to_string()).map_err(|invalid| invalid.to_string());
        assert_eq!(found, begins.map(str::to_owned).map_err(str::to_owned), "{wish:?}");
    }
}

#[test]
fn everything_that_is_wrong_with_a_new_member_is_said_at_once() {
    let form = MemberForm { first_name: String::new(), ..examples::member_form() };
    let wish = StatusWish { override_date: true, ..StatusWish::PLAIN };
    let save = MemberSave { form, wish, status: Some(-1), ..MemberSave::default() };
    let invalid = save.check_new(context(&PricingChoice::default(), None)).unwrap_err();
    let keys: Vec<_> = invalid.0.iter().map(|error| error.key.as_str()).collect();
    assert_eq!(keys, ["FirstName", "Status", "EffectiveDate"]);
}

#[test]
fn a_dependent_belongs_to_a_primary_of_its_group_and_repeats_no_id() {
    let pricing = PricingChoice::default();
    let (primary, other) = (primary(), MemberDetails { member_type: DEPENDENT.into(), ..primary() });
    let checked = dependent_of(7).check_new(context(&pricing, Some(&primary))).unwrap();
    assert_eq!((checked.primary, checked.details.unique_id), (Some(MemberId(7)), None));
    for named in [None, Some(&other)] {
        let wrong = dependent_of(7).check_new(context(&pricing, named));
        assert_eq!(said(wrong), format!("PrimaryEmployeeId: {NO_PRIMARY}"));
    }
    let alone = MemberSave { primary: None, ..dependent_of(7) };
    let checked = alone.check_new(context(&pricing, None)).unwrap();
    assert_eq!((checked.primary, checked.details.unique_id.as_deref()), (None, Some("E-17")));
    let named_by_a_primary = MemberSave { primary: Some(MemberId(7)), ..save() };
    assert_eq!(named_by_a_primary.check_new(context(&pricing, None)).unwrap().primary, None);
}

#[test]
fn a_member_stays_in_its_group_and_in_its_family() {
    let pricing = PricingChoice::default();
    let (details, timeline) = (primary(), active_since("2026-01-01"));
    let stored =
        Stored { id: MemberId(7), group: GroupId(1), details: &details, timeline: &timeline, has_dependents: true };
    for (save, refusal) in [
        (save(), String::new()),
        (MemberSave { group: Some(GroupId(1)), ..save() }, String::new()),
        (MemberSave { group: Some(GroupId(2)), ..save() }, format!("EmployerId: {NO_MOVE}")),
        (MemberSave { primary: None, ..dependent_of(7) }, format!("MemberType: {HAS_DEPENDENTS}")),
    ] {
        assert_eq!(said(save.check_change(context(&pricing, None), stored)), refusal);
    }
    let childless = Stored { has_dependents: false, ..stored };
    let own = dependent_of(7).check_change(context(&pricing, Some(&details)), childless);
    assert_eq!(said(own), format!("PrimaryEmployeeId: {NO_PRIMARY}"));
}

#[test]
fn a_save_touches_the_status_only_when_another_one_is_posted() {
    let pricing = PricingChoice::default();
    let details = primary();
    let active = active_since("2026-01-01");
    let ending = active.after(&active.terminate(today(), StatusWish::PLAIN).unwrap(), StatusChangeId(2));
    let effect = |timeline: &Timeline, status: Option<i64>| {
        let stored = Stored { id: MemberId(7), group: GroupId(1), details: &details, timeline, has_dependents: false };
        let checked = MemberSave { status, ..save() }.check_change(context(&pricing, None), stored);
        checked.map(|checked| checked.status.and_then(|write| write.effective_on()).map(|day| day.to_string()))
    };
    assert_eq!(effect(&active, None), Ok(None));
    assert_eq!(effect(&active, Some(0)), Ok(None));
    assert_eq!(effect(&active, Some(3)), Ok(None));
    assert_eq!(effect(&active, Some(1)), Ok(Some("2026-08-01".to_owned())));
    assert_eq!(effect(&ending, Some(1)), Ok(None));
    assert_eq!(effect(&ending, Some(2)), Ok(None));
    assert_eq!(said(effect(&ending, Some(0))), "Status: Undo the pending status change first.");
    assert_eq!(said(effect(&active, Some(9))), "Status: Status must be one of the choices.");
}
