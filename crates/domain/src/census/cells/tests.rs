use chrono::NaiveDate;
use proptest::prelude::*;

use super::*;
use crate::members::{Gender, Status};
use crate::period::read_date;

fn day(text: &str) -> NaiveDate {
    read_date(text).expect("a date of the test")
}

#[test]
fn phones_have_ten_digits() {
    for (text, read) in [
        ("2545550101", Some("2545550101")),
        ("(614) 555-0110", Some("6145550110")),
        ("614.555.0112", Some("6145550112")),
        ("1 (617) 555-0122", Some("6175550122")),
        ("+1 617 555 0122", Some("6175550122")),
        ("6175550121.0", Some("6175550121")),
        ("6.17555E+09", None),
        ("555-0101", None),
        ("26175550121", None),
        ("617-555-0121 x4", Some("6175550121")),
        ("(617) 555-0121, Ext. 4012", Some("6175550121")),
        ("6175550121x12", Some("6175550121")),
        ("617-555-0121 x", Some("6175550121")),
        ("617-555-0121 home 4", Some("6175550121")),
        ("201-555-0165 (cell)", Some("2015550165")),
        ("(201) 555-0165 (C)", Some("2015550165")),
        ("201-555-0165 Mobile", Some("2015550165")),
        ("201-555-0165 - home", Some("2015550165")),
        ("201-555-0165 x12 (work)", Some("2015550165")),
        ("Cell: (201) 555-0165", Some("2015550165")),
        ("c. 201-555-0165", Some("2015550165")),
        ("(h) 201-555-0165", Some("2015550165")),
        ("201-555-0165 (cell) 201-555-0166 (home)", None),
        ("201-555-0165 (old number)", Some("2015550165")),
        ("555-0165 (cell)", None),
        ("201-555-CELL", None),
        ("a2015550165", Some("2015550165")),
        ("cell", None),
        ("x12", None),
        ("617\u{2013}555\u{2013}0121", Some("6175550121")),
        ("000-000-0000", None),
        ("9999999999", None),
        ("614-000-0000", None),
        ("(614) 555-5555", None),
        ("123-456-7890", None),
        ("614-055-5555", Some("6140555555")),
    ] {
        assert_eq!(read_phone(text).as_deref(), read, "{text}");
    }
}

#[test]
fn zip_codes_get_lost_zeros_back() {
    for (text, read) in [
        ("76710", Some(("76710", false))),
        ("2139", Some(("02139", true))),
        ("2141.0", Some(("02141", true))),
        ("501", Some(("00501", true))),
        ("02140-1234", Some(("02140-1234", false))),
        ("021401234", Some(("02140-1234", false))),
        ("21401234", Some(("02140-1234", true))),
        ("2140-1234", Some(("02140-1234", true))),
        ("02140-", Some(("02140", false))),
        ("5011234", Some(("00501-1234", true))),
        ("603-1234", Some(("00603-1234", true))),
        ("1234567", None),
        ("123-4567", None),
        ("123", None),
        ("123456", None),
        ("21", None),
        ("02140-12", None),
        ("00000", None),
        ("02140\u{2013}1234", Some(("02140-1234", false))),
        ("K1A 0B1", None),
        ("0214012345", None),
    ] {
        let zip = read_zip(text).map(|zip| (zip.value, zip.zeros_restored));
        assert_eq!(zip.as_ref().map(|(value, zeros)| (value.as_str(), *zeros)), read, "{text}");
    }
}

#[test]
fn mail_addresses_are_checked_for_their_form() {
    for text in ["a@example.com", "o'rourke+x@mail.example.co.uk", "josé@exämple.com", "a_b-c@x1.example"] {
        assert_eq!(read_email(text).as_deref(), Some(text), "{text}");
    }
    for text in [
        "",
        "a",
        "@example.com",
        "a@",
        "a@b",
        "a b@example.com",
        "a@exa mple.com",
        "a@example..com",
        "a@-x.com",
        ".a@x.com",
        "a..b@x.com",
        "a@x.com.",
        "a@x.1",
        "a@b@",
        "a,b@x.com",
    ] {
        assert_eq!(read_email(text), None, "{text}");
    }
}

#[test]
fn states_are_read_by_name_and_abbreviation() {
    for (text, read) in [
        ("TX", Some("TX")),
        ("mi", Some("MI")),
        ("N.Y.", Some("NY")),
        ("new york", Some("NY")),
        ("West Virginia", Some("WV")),
        ("AE", Some("AE")),
        ("Calif.", None),
        ("N. Carolina", None),
        ("Penna", None),
        ("US-TX", None),
        ("TX - Texas", None),
        ("TX - Ohio", None),
        ("Toledo", None),
        ("Ontario", None),
    ] {
        assert_eq!(read_state(text), read, "{text}");
    }
}

#[test]
fn relationships_are_read_in_words_letters_and_codes() {
    use Relationship::{Child, Employee, Other, Partner, Spouse};
    for (text, read) in [
        ("EE", Some(Employee)),
        ("Self", Some(Employee)),
        ("Primary Insured", Some(Employee)),
        ("primary-member", Some(Employee)),
        ("INSURED", Some(Employee)),
        ("Policy Holder", Some(Employee)),
        ("Policyholder", Some(Employee)),
        ("Cardholder", Some(Employee)),
        ("Enrollee", Some(Employee)),
        ("Named Insured", Some(Employee)),
        ("Main Member", Some(Employee)),
        ("Employee (Self)", Some(Employee)),
        ("Contract Holder", Some(Employee)),
        ("Spouse of Primary Insured", Some(Spouse)),
        ("Insured's Child", Some(Child)),
        ("Main Office", None),
        ("Contract", None),
        ("18", Some(Employee)),
        ("SP", Some(Spouse)),
        ("Husband", Some(Spouse)),
        ("01", Some(Spouse)),
        ("1", None),
        ("Domestic Partner", Some(Partner)),
        ("53", Some(Partner)),
        ("D", Some(Child)),
        ("19", Some(Child)),
        ("19.0", Some(Child)),
        ("Child 2", Some(Child)),
        ("step-child", Some(Child)),
        ("G8", Some(Other)),
        ("mother", Some(Other)),
        ("Child - Adopted", Some(Child)),
        ("Disabled Child (over 26)", Some(Child)),
        ("Employee's Spouse", Some(Spouse)),
        ("Domestic Partner's Child", Some(Child)),
        ("Grand child", Some(Other)),
        ("Ex-Spouse", Some(Other)),
        ("Daughter-in-law", Some(Other)),
        ("Legal Ward", Some(Other)),
        ("Employee + Spouse", None),
        ("Employee and Children", None),
        ("cousin once removed", None),
        ("99", None),
    ] {
        assert_eq!(read_relationship(text), read, "{text}");
    }
}

#[test]
fn words_of_people_are_read() {
    assert_eq!(read_gender("Female"), Some(Gender::Female));
    assert_eq!(read_gender("1"), Some(Gender::Male));
    assert_eq!(read_gender("Non-binary"), Some(Gender::Other));
    assert_eq!(read_gender("prefer not to say"), Some(Gender::Unknown));
    for text in [
        "M/F",
        "M (Male)",
        "2 - Male",
        "Gender: Female",
        "Male,3",
        "Male; Female",
        "M - 2",
        "Male 1 2",
        "Male to Female",
        "not male",
        "he/him",
        "Male?no",
        "12",
    ] {
        assert_eq!(read_gender(text), None, "{text}");
    }
    assert_eq!(read_gender("maybe"), None);
    assert_eq!(read_status("In-Active"), Some(Status::InActive));
    assert_eq!(read_status("0"), Some(Status::Active));
    assert_eq!(read_status("TERMED"), Some(Status::InActive));
    assert_eq!(read_status("pending"), None);
    assert_eq!(read_member_type("Dependent"), Some(MemberType::Dependent));
    assert_eq!(read_member_type("Subscriber"), Some(MemberType::Primary));
    assert_eq!(read_member_type("retiree"), None);
    assert_eq!(read_plan("family plan"), Some("Family Plan"));
    assert_eq!(read_plan("EE Only"), Some("Individual Plan"));
    assert_eq!(read_plan("Gold PPO"), None);
}

#[test]
fn social_security_numbers_get_lost_zeros_back_and_stay_hidden() {
    let read = |text: &str| read_ssn(text).map(|ssn| (ssn.value.digits().to_owned(), ssn.zeros_restored));
    assert_eq!(read("900-12-3456"), Some(("900123456".to_owned(), false)));
    assert_eq!(read("12340000"), Some(("012340000".to_owned(), true)));
    // Masked, as payroll programs print them.
    assert_eq!((read("***-**-3456"), read("xxx-xx-3456")), (None, None));
    assert_eq!((read("123456"), read("012-34-567")), (None, None));
    assert_eq!(read("9001234567"), None);
    assert_eq!((read("000-00-0000"), read("999999999"), read("123-45-6789")), (None, None, None));
    assert_eq!(read("900\u{2013}12\u{2013}3456"), Some(("900123456".to_owned(), false)));
    let ssn = read_ssn("900123456").unwrap().value;
    assert_eq!(ssn.masked(), "***-**-3456");
    assert!(!format!("{ssn:?}").contains("3456"));
}

#[test]
fn names_in_one_column_are_split() {
    for (text, first, last) in [
        ("Castellanos, Rigoberto M.", "Rigoberto", "Castellanos"),
        ("van der Berg, Lotte", "Lotte", "van der Berg"),
        ("Pruitt Jr, Harlan", "Harlan", "Pruitt Jr"),
        ("Pruitt, Jr., Harlan", "Harlan", "Pruitt Jr."),
        ("Pruitt, Harlan, Jr", "Harlan", "Pruitt Jr"),
        ("Pruitt, Harlan T Jr", "Harlan", "Pruitt Jr"),
        ("Harlan T. Pruitt Jr.", "Harlan", "Pruitt Jr."),
        ("Harlan Pruitt, Jr.", "Harlan", "Pruitt Jr."),
        ("Lotte van der Berg", "Lotte", "van der Berg"),
        ("Mary Ann Smith", "Mary Ann", "Smith"),
        ("Smith, Mary Ann", "Mary Ann", "Smith"),
        ("Van Morrison", "Van", "Morrison"),
        ("Madonna", "Madonna", ""),
        ("Dr. Ann Smith MD", "Ann", "Smith"),
        ("Mr. and Mrs.", "and", "Mrs."),
        ("Smith, Ann, M.D.", "Ann", "Smith"),
        ("Ms Lotte van der Berg, Ph.D.", "Lotte", "van der Berg"),
        ("Dr Who", "Dr", "Who"),
        ("Kovacs,", "Kovacs", ""),
        (", ,", "", ""),
        ("", "", ""),
    ] {
        assert_eq!(split_name(text), (first.to_owned(), last.to_owned()), "{text}");
    }
}

#[test]
fn names_without_a_comma_are_cut_behind_the_last_name_where_it_comes_first() {
    for (text, first, last) in [
        ("Bee Ann", "Ann", "Bee"),
        ("Bee Ann M", "Ann", "Bee"),
        ("Bee Ann Marie", "Ann Marie", "Bee"),
        ("Bee Ann Jr", "Ann", "Bee Jr"),
        ("Bee III Ann M.", "Ann", "Bee III"),
        ("Bee Ann, Jr.", "Ann", "Bee Jr."),
        ("Bee A", "A", "Bee"),
        ("Van Dyke Ann", "Ann", "Van Dyke"),
        ("de la Cruz Maria L", "Maria", "de la Cruz"),
        ("Van Ann M", "Ann", "Van"),
        ("Le Ann", "Ann", "Le"),
        ("Bee, Ann M", "Ann", "Bee"),
        ("Garcia Lopez, Ann", "Ann", "Garcia Lopez"),
        ("Mr. Bee Ann", "Ann", "Bee"),
        ("Bee", "Bee", ""),
        ("", "", ""),
    ] {
        assert_eq!(split_name(&with_comma(text)), (first.to_owned(), last.to_owned()), "{text}");
    }
}

#[test]
fn what_spreadsheets_put_around_a_value_is_taken_off() {
    for (cell, read) in [
        ("  Wendell ", "Wendell"),
        ("Priya\u{a0} ", "Priya"),
        ("\u{feff}ID\u{200b}", "ID"),
        ("=\"02139\"", "02139"),
        ("'02139", "02139"),
        ("'t Hooft", "'t Hooft"),
        ("'=cmd", "'=cmd"),
        ("'Amboise", "Amboise"),
        ("O'Rourke", "O'Rourke"),
        ("\u{1a}", ""),
    ] {
        assert_eq!(clean(cell), read, "{cell:?}");
    }
    for (text, read) in
        [("'+1 555", "+1 555"), ("'=cmd", "=cmd"), ("=cmd", "=cmd"), ("'t Hooft", "'t Hooft"), ("'", "'")]
    {
        assert_eq!(unguarded(text), read, "{text:?}");
    }
    assert_eq!(tidy("Rural\u{a0}Route 2\r\nBox\t114"), "Rural Route 2 Box 114");
    assert_eq!(tidy("Jose\u{301}"), "José");
}

proptest! {
    #[test]
    fn reading_never_panics(text in any::<String>()) {
        let today = day("2026-11-20");
        let text = clean(&text);
        let _ = (read_birth_date(text, today, DateOrder::MonthFirst), read_birth_date(text, today, DateOrder::DayFirst));
        let _ = (read_phone(text), read_zip(text), read_email(text), read_state(text), read_gender(text), read_ssn(text));
        let _ = with_comma(text);
        let _ = (read_relationship(text), read_member_type(text), read_status(text), read_plan(text), split_name(text));
    }
}
