//! Groups in which everybody has the company's address, phone or mail: what all share is nobody's own, and makes no match (rules.md#shared-details).

use crate::census::matching::{BirthDate, Candidate, Person, Row, RowMatch, Verdict, match_rows};
use crate::ids::MemberId;

const ADDRESS: Person<'_> =
    Person { address_line1: "1 Company Way", city: "Troy", state: "MI", zip_code: "48083", ..NOBODY };
pub(in crate::census::tests) const NOBODY: Person<'_> = Person {
    unique_id: "",
    other_member_id: "",
    first_name: "",
    last_name: "",
    suffix: "",
    date_of_birth: None,
    gender: None,
    email: "",
    cell_phone: "",
    home_phone: "",
    address_line1: "",
    address_line2: "",
    city: "",
    state: "",
    zip_code: "",
    relationship: "",
    dependent: None,
};

/// What everybody of a company has.
fn companies() -> [(&'static str, Person<'static>); 4] {
    let phone = Person { cell_phone: "3135550100", ..NOBODY };
    let mail = Person { email: "hr@acme.example", ..NOBODY };
    let all = Person { cell_phone: "3135550100", email: "hr@acme.example", ..ADDRESS };
    [("address", ADDRESS), ("phone", phone), ("mail", mail), ("all", all)]
}

const GIVEN: [&str; 6] = ["Aino", "Bartek", "Chidi", "Dolores", "Emre", "Freya"];
const FAMILY: [&str; 7] = ["Lindqvist", "Mazur", "Nwosu", "Ortega", "Petrov", "Quist", "Rahman"];

pub(in crate::census::tests) fn colleagues(count: u32, of: Person<'static>) -> Vec<Person<'static>> {
    let one = |at: u32| Person {
        first_name: GIVEN[at as usize % GIVEN.len()],
        last_name: FAMILY[at as usize % FAMILY.len()],
        date_of_birth: BirthDate::of(1950 + at % 50, 1 + at % 12, 1 + at * 7 % 28),
        ..of
    };
    (0..count).map(one).collect()
}

pub(in crate::census::tests) fn answer(colleagues: &[Person<'_>], left: Person<'_>, came: Person<'_>) -> RowMatch {
    answer_as_written(colleagues, colleagues, left, came)
}

/// The same where the file writes the colleagues in its own way.
pub(in crate::census::tests) fn answer_as_written(
    colleagues: &[Person<'_>],
    written: &[Person<'_>],
    left: Person<'_>,
    came: Person<'_>,
) -> RowMatch {
    let members = (1..).map(MemberId).zip(colleagues.iter().copied().chain([left]));
    let members: Vec<_> = members.map(|(id, person)| Candidate { id, person, primary: None }).collect();
    let row = |(number, person)| Row { number, person, primary_row: None, threshold: 0.5 };
    let rows: Vec<_> = (1..).zip(written.iter().copied().chain([came])).map(row).collect();
    let found = match_rows(&rows, &members);
    let settled = found[..colleagues.len()].iter().filter(|answer| answer.verdict == Verdict::Matched).count();
    assert_eq!(settled, colleagues.len(), "colleagues who are matched");
    found.into_iter().next_back().expect("an answer")
}

/// Given name, family name and date of birth.
pub(in crate::census::tests) type Who = (&'static str, &'static str, &'static str);

pub(in crate::census::tests) fn named(of: Person<'static>, (first, last, born): Who) -> Person<'static> {
    person(of, first, last, born)
}

fn person(of: Person<'static>, first_name: &'static str, last_name: &'static str, born: &str) -> Person<'static> {
    Person { first_name, last_name, date_of_birth: BirthDate::read(born), ..of }
}

/// Who left a company, and who came.
const CAME: &[(Who, Who)] = &[
    (("John", "Hill", "02/03/1980"), ("John", "Hill", "02/04/1980")),
    (("John", "Hill", "02/03/1980"), ("Steve", "Ortiz", "02/03/1980")),
    (("John", "Hill", "02/03/1980"), ("Steve", "Hill", "02/04/1980")),
    (("John", "Hill", "02/03/1980"), ("John", "Ortiz", "06/21/1991")),
    (("John", "Hill", "02/03/1980"), ("John", "Hill", "11/18/1991")),
    (("Ruth", "Hill", "02/03/1980"), ("Ruth", "Ortiz", "02/04/1980")),
];

#[test]
fn who_comes_to_a_company_takes_nobodys_place() {
    for (shared, of) in companies() {
        for count in [12, 25, 40] {
            for (left, came) in CAME {
                let found = answer(&colleagues(count, of), named(of, *left), named(of, *came));
                assert_ne!(found.verdict, Verdict::Matched, "{came:?} for {left:?} among {count} with one {shared}");
            }
        }
    }
}

#[test]
fn who_stays_with_a_company_keeps_his_place() {
    for (shared, of) in companies() {
        let member = person(of, "John", "Hill", "02/03/1980");
        let found = answer(&colleagues(25, of), member, person(of, "Jon", "Hill", "02/03/1980"));
        assert_eq!(found.verdict, Verdict::Matched, "one {shared}");
    }
}

/// Another family name and nearly the same day of birth, and nothing else in common: a given name and a slip are too little.
#[test]
fn a_given_name_with_a_like_date_is_nobody_of_another_family() {
    for born in ["03/15/1980", "05/03/1980"] {
        let left = person(NOBODY, "James", "Adams", "03/05/1980");
        let found = answer(&colleagues(25, NOBODY), left, person(NOBODY, "James", "Zhou", born));
        assert_ne!(found.verdict, Verdict::Matched, "{born}");
    }
}
