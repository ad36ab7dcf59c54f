//! Rows to members: by id, by name and birth date, and never by guessing.

pub(in crate::census::tests) mod linkage;
pub(in crate::census::tests) mod relatives;
mod successors;
pub(in crate::census::tests) mod towns;
pub(in crate::census::tests) mod traps;
pub(in crate::census::tests) mod unique_ids;

use std::collections::HashSet;

use proptest::prelude::*;

use crate::census::matching::{
    BirthDate, Candidate, Caution, Doubt, MatchType, Person, Row, RowMatch, Verdict, match_rows,
};
use crate::ids::MemberId;

fn person<'a>(unique_id: &'a str, first_name: &'a str, last_name: &'a str, year: u32) -> Person<'a> {
    Person { unique_id, first_name, last_name, date_of_birth: BirthDate::of(year, 5, 6), ..Person::default() }
}

fn row(number: u32, person: Person<'_>) -> Row<'_> {
    Row { number, person, primary_row: None, threshold: 0.5 }
}

fn member(id: i64, person: Person<'_>) -> Candidate<'_> {
    Candidate { id: MemberId(id), person, primary: None }
}

fn members(answers: &[RowMatch]) -> Vec<Option<i64>> {
    answers.iter().map(|answer| answer.member().map(MemberId::get)).collect()
}

pub(super) fn gives_each_member_once(answers: &[RowMatch]) -> bool {
    let mut given = HashSet::new();
    answers.iter().filter_map(RowMatch::member).all(|member| given.insert(member))
}

#[test]
fn the_unique_id_goes_before_the_name() {
    let roster = [member(1, person("A-1", "Ann", "Abel", 1980)), member(2, person("A-2", "Ben", "Boll", 1981))];
    let rows = [
        row(1, person("a-2", "Benjamin", "Boll", 1981)),
        row(2, person("", "ANN", "Ábel", 1980)),
        row(3, person("A-9", "Cy", "Carr", 1982)),
    ];
    let answers = match_rows(&rows, &roster);
    assert_eq!(members(&answers), [Some(2), Some(1), None]);
    let best: Vec<_> = answers.iter().filter_map(|answer| answer.candidates.first()).collect();
    assert_eq!((best[0].match_type, best[0].score), (MatchType::UniqueId, 1.0));
    assert_eq!(best[1].match_type.label(), "Name and Date of Birth");
    assert!(best[1].score > 0.99, "{best:?}");
    let told: Vec<String> = best[0].reasons.iter().map(ToString::to_string).collect();
    for reason in
        ["Unique ID agrees", "Date of birth agrees", "Last name agrees", "First name is a form of the same name"]
    {
        assert!(told.iter().any(|told| told.starts_with(&format!("{reason} (+"))), "{told:?}");
    }
    assert_eq!(answers[2].verdict, Verdict::Unmatched);
}

/// A file may have its two columns of names exchanged: its rows are the members, and would rewrite all their names.
#[test]
fn exchanged_names_are_matched_with_a_warning() {
    const NAMES: [(&str, &str); 6] = [
        ("Ann", "Abelard"),
        ("Benjamin", "Moss"),
        ("Carla", "Oyelaran"),
        ("Dora", "Quist"),
        ("Edgar", "Terwilliger"),
        ("Fiona", "Zorn"),
    ];
    for id in ["", "with ids"] {
        let ids: Vec<String> = (0..6).map(|at| if id.is_empty() { String::new() } else { format!("E-{at}") }).collect();
        let people = || NAMES.iter().zip(&ids).zip(1970..);
        let roster: Vec<_> =
            (1..).zip(people()).map(|(at, ((name, id), born))| member(at, person(id, name.0, name.1, born))).collect();
        let rows: Vec<_> =
            (1..).zip(people()).map(|(at, ((name, id), born))| row(at, person(id, name.1, name.0, born))).collect();
        let answers = match_rows(&rows, &roster);
        assert_eq!(members(&answers), (1..=6).map(Some).collect::<Vec<_>>(), "{id}");
        let cautions = answers.iter().map(|answer| answer.candidates.first().and_then(|found| found.caution));
        assert!(cautions.into_iter().all(|caution| caution == Some(Caution::NamesExchanged)), "{id}");
    }
    let straight =
        match_rows(&[row(1, person("", "Ann", "Abel", 1980))], &[member(1, person("", "Ann", "Abel", 1980))]);
    assert_eq!(straight[0].candidates[0].caution, None);
}

#[test]
fn what_cannot_be_told_apart_is_left_to_a_person() {
    let ann = person("", "Ann", "Abel", 1980);
    let twice = match_rows(&[row(1, ann)], &[member(1, ann), member(2, ann)]);
    assert_eq!(twice[0].verdict, Verdict::Undecidable(Doubt::SeveralMembers));
    assert_eq!(twice[0].candidates.len(), 2);
    let rows = match_rows(&[row(1, ann), row(2, ann)], &[member(1, ann)]);
    assert_eq!(rows[0].verdict, Verdict::Undecidable(Doubt::SeveralRows));
    assert_eq!(rows[1].verdict, Verdict::Undecidable(Doubt::SeveralRows));
    let reissued =
        match_rows(&[row(1, person("A-1", "Zoe", "Zorn", 1999))], &[member(1, person("A-1", "Ann", "Abel", 1980))]);
    assert_eq!(reissued[0].verdict, Verdict::Undecidable(Doubt::IdOfAnother));
    assert_eq!(reissued[0].member(), None);
}

#[test]
fn a_member_who_is_taken_does_not_become_a_second_member() {
    let rows = [row(1, person("A-1", "Annie", "Abel", 1980)), row(2, person("", "Ann", "Abel", 1980))];
    let answers = match_rows(&rows, &[member(1, person("A-1", "Ann", "Abel", 1980))]);
    assert_eq!(answers[0].verdict, Verdict::Matched);
    assert_eq!(answers[1].verdict, Verdict::Undecidable(Doubt::AlreadyTaken));
}

/// Four hundred people of common names whose rows all stand in the file, and somebody who is like one of them.
#[test]
fn a_newcomer_is_asked_about_only_where_the_member_of_another_row_may_be_he() {
    const FIRST: [&str; 11] = ["Jose", "Maria", "Ana", "Luis", "Rosa", "Carl", "Dora", "Eva", "Finn", "Gina", "Hugo"];
    const LAST: [&str; 7] = ["Garcia", "Lopez", "Cruz", "Diaz", "Ortiz", "Moss", "Abel"];
    let texts: Vec<_> =
        (0..400).map(|n| (format!("E-{n}"), format!("p{n}@example.com"), format!("{n} Oak St"))).collect();
    let people = texts.iter().zip(0..).map(|((id, email, address_line1), n): (_, u32)| Person {
        date_of_birth: BirthDate::of(1950 + n * 7 % 50, n * 5 % 12 + 1, n * 11 % 28 + 1),
        gender: Some((n % 2) as i16 + 1),
        email,
        address_line1,
        zip_code: ["43004", "45402", "44101"][n as usize % 3],
        ..person(id, FIRST[n as usize % 11], LAST[n as usize % 7], 0)
    });
    let people: Vec<Person<'_>> = people.collect();
    let roster: Vec<_> = people.iter().zip(1..).map(|(person, id)| member(id, *person)).collect();
    let jose = Person { zip_code: "10001", email: "jg@example.org", ..person("E-9000", "Jose", "Garcia", 0) };
    let born = |day| BirthDate::of(1950, 1, day);
    for (what, newcomer, verdict) in [
        ("a digit of the date is his", Person { date_of_birth: born(2), ..jose }, Verdict::Unmatched),
        ("of another gender", Person { date_of_birth: born(2), gender: Some(2), ..jose }, Verdict::Unmatched),
        ("to the letter", Person { date_of_birth: born(1), ..jose }, Verdict::Undecidable(Doubt::AlreadyTaken)),
        (
            "his own mail and address",
            Person {
                date_of_birth: born(2),
                unique_id: "",
                zip_code: "43004",
                address_line1: "0 Oak St",
                email: "p0@example.com",
                ..jose
            },
            Verdict::Undecidable(Doubt::AlreadyTaken),
        ),
    ] {
        let rows = people.iter().chain([&newcomer]).zip(1..).map(|(person, number)| row(number, *person));
        let answers = match_rows(&rows.collect::<Vec<_>>(), &roster);
        assert_eq!(answers[400].verdict, verdict, "{what}: {:?}", answers[400]);
        assert!(members(&answers[..400]).iter().all(Option::is_some), "{what}");
    }
}

#[test]
fn a_namesake_who_is_taken_by_his_id_leaves_the_other_free() {
    let john = |id| person(id, "John", "Smith", 1980);
    let roster = [member(1, john("A-1")), member(2, john(""))];
    let answers = match_rows(&[row(1, john("A-1")), row(2, john(""))], &roster);
    assert_eq!(members(&answers), [Some(1), Some(2)]);
}

#[test]
fn an_id_that_two_of_a_side_bear_names_nobody() {
    let roster = [member(1, person("A-1", "Ann", "Abel", 1980)), member(2, person("A-1", "Kit", "Abel", 2010))];
    let answers =
        match_rows(&[row(1, person("A-1", "Kit", "Abel", 2010)), row(2, person("A-1", "Ann", "Abel", 1980))], &roster);
    assert_eq!(members(&answers), [Some(2), Some(1)]);
}

#[test]
fn an_id_is_questioned_where_somebody_else_fits_far_better() {
    let roster = [member(1, person("A-1", "Ben", "Boll", 1950)), member(2, person("", "Ben", "Boll", 1981))];
    let answers = match_rows(&[row(1, person("A-1", "Ben", "Boll", 1981))], &roster);
    assert_eq!(answers[0].verdict, Verdict::Undecidable(Doubt::IdOfAnother));
    assert_eq!(answers[0].candidates.len(), 2);
}

#[test]
fn an_id_is_questioned_where_another_member_is_the_person_to_the_letter() {
    let born = |id, first_name, day| Person {
        date_of_birth: BirthDate::of(1990, 7, day),
        gender: Some(2),
        ..person(id, first_name, "Moss", 0)
    };
    let roster = [member(3, born("3", "Jada", 8)), member(4, born("4", "Jade", 8)), member(5, born("5", "Jade", 9))];
    let verdict = |rows: &[Row<'_>]| match_rows(rows, &roster).iter().map(|answer| answer.verdict).collect::<Vec<_>>();
    let asked = Verdict::Undecidable(Doubt::IdOfAnother);
    assert_eq!(verdict(&[row(1, born("3", "Jade", 8))]), [asked]);
    assert_eq!(verdict(&[row(1, born("3", "Jade", 8)), row(2, born("4", "Jada", 8))]), [asked, asked]);
    assert_eq!(verdict(&[row(1, born("5", "Jade", 8))]), [asked]);
    let settled = verdict(&[row(1, born("3", "Jada", 8)), row(2, born("4", "Jade", 8)), row(3, born("5", "Jade", 9))]);
    assert_eq!(settled, [Verdict::Matched; 3]);
}

#[test]
fn a_score_below_the_threshold_is_no_match_and_worth_a_question() {
    let zip = |first_name, zip_code| Person { last_name: "Abel", zip_code, ..person("", first_name, "", 1980) };
    let roster = [member(1, zip("Ann", "45402")), member(2, zip("Eve", "45403"))];
    let lenient = row(1, zip("Anne", "45409"));
    assert_eq!(match_rows(&[lenient], &roster)[0].verdict, Verdict::Matched);
    let strict = match_rows(&[Row { threshold: 1.0, ..lenient }], &roster);
    assert_eq!(strict[0].verdict, Verdict::Undecidable(Doubt::TooLittle));
    assert_eq!(strict[0].candidates[0].member, MemberId(1));
}

#[test]
fn too_little_to_go_by_is_left_to_a_person() {
    let nobody = Person { first_name: "Ann", ..Person::default() };
    let answers = match_rows(&[row(1, nobody)], &[member(1, nobody)]);
    assert_eq!(answers[0].verdict, Verdict::Undecidable(Doubt::TooLittle));
    let empty = Person::default();
    assert_eq!(match_rows(&[row(1, empty)], &[member(1, empty)])[0].verdict, Verdict::Unmatched);
}

#[test]
fn a_date_that_everybody_has_is_nobodys() {
    let names = ["Ann", "Ben", "Cyd", "Dov", "Eve", "Fay", "Gus"];
    let born = |first_name| Person { date_of_birth: BirthDate::of(1970, 1, 1), ..person("", first_name, "Abel", 0) };
    let roster: Vec<_> = names.into_iter().zip(1..).map(|(name, id)| member(id, born(name))).collect();
    let answers = match_rows(&[row(1, born("Ida")), row(2, born("Gus"))], &roster);
    assert_eq!(members(&answers), [None, Some(7)]);
}

#[test]
fn where_the_date_tells_little_a_name_alone_takes_no_place() {
    let day = |first_name, last_name, (year, month), address_line1| Person {
        date_of_birth: BirthDate::of(year, month, 1),
        address_line1,
        ..person("", first_name, last_name, 0)
    };
    const NEW_YEAR: (u32, u32) = (1985, 1);
    const SHARED: (u32, u32) = (1985, 6);
    const HOME: &str = "2 Elm St";
    const ELSEWHERE: &str = "99 Birch Rd";
    let (same, near) = (("Ahmed", "Ali"), ("Ahmad", "Aly"));
    // Whether others of the roster share the day, the day, who comes, where the member lives and where the row does, and whether it is asked.
    for (others, born, (first, last), home, at, is_asked) in [
        (5, NEW_YEAR, near, HOME, ELSEWHERE, true),
        (5, SHARED, near, HOME, ELSEWHERE, true),
        (5, SHARED, same, HOME, ELSEWHERE, true),
        (5, SHARED, near, "", "", true),
        (5, SHARED, near, HOME, HOME, false),
        (5, SHARED, same, HOME, HOME, false),
        (5, SHARED, same, "", "", false),
        (0, NEW_YEAR, near, HOME, ELSEWHERE, true),
        (0, NEW_YEAR, near, "", "", true),
        (0, NEW_YEAR, near, HOME, HOME, false),
        (0, NEW_YEAR, same, HOME, ELSEWHERE, false),
        (0, SHARED, near, HOME, ELSEWHERE, false),
    ] {
        let neighbours = ["Abdi", "Yusuf", "Hassan", "Omar", "Warsame"].into_iter().zip(2..).take(others);
        let mut roster = vec![member(1, day("Ahmed", "Ali", born, home))];
        roster.extend(neighbours.map(|(name, id)| member(id, day(name, "Farah", born, "7 Oak St"))));
        let answers = match_rows(&[row(1, day(first, last, born, at))], &roster);
        let wanted = if is_asked { Verdict::Undecidable(Doubt::Contradicted) } else { Verdict::Matched };
        assert_eq!(answers[0].verdict, wanted, "{first} {last} of {born:?} from {home:?} at {at:?}, {others} others");
    }
    let numbered = |unique_id| Person { unique_id, ..day("Ahmed", "Ali", NEW_YEAR, "") };
    let answers = match_rows(&[row(1, numbered("55"))], &[member(1, numbered("1"))]);
    assert_eq!(answers[0].verdict, Verdict::Matched, "another number alone is no other name");
}

#[test]
fn labels_and_numbers_are_those_of_the_decision() {
    let told: Vec<_> = MatchType::ALL.iter().map(|kind| (kind.number(), kind.label())).collect();
    assert_eq!(
        told,
        [
            (1, "Unique ID"),
            (2, "Other Member ID"),
            (3, "Name and Date of Birth"),
            (4, "Email and Last Name"),
            (5, "Phone and Date of Birth"),
            (6, "Similar Name and Date of Birth"),
            (7, "Name and ZIP"),
            (8, "Several Weak Signs")
        ]
    );
    for kind in MatchType::ALL {
        assert_eq!(MatchType::from_number(kind.number()), Some(kind));
    }
}

proptest! {
    #[test]
    fn a_row_has_one_member_and_a_member_one_row(
        left in prop::collection::vec((0..4_u8, 0..3_u8, 0..3_u8, 0..2_u32), 0..12),
        right in prop::collection::vec((0..4_u8, 0..3_u8, 0..3_u8, 0..2_u32), 0..12),
    ) {
        let ids = ["", "A-1", "A-2", "A-3"];
        let names = ["Ann", "Ben", "Cy"];
        let make = |(id, first, last, year): &(u8, u8, u8, u32)| {
            person(ids[*id as usize], names[*first as usize], names[*last as usize], 1980 + year)
        };
        let rows: Vec<_> = left.iter().zip(1..).map(|(each, number)| row(number, make(each))).collect();
        let roster: Vec<_> = right.iter().zip(1..).map(|(each, id)| member(id, make(each))).collect();
        let answers = match_rows(&rows, &roster);
        prop_assert_eq!(answers.len(), rows.len());
        prop_assert!(gives_each_member_once(&answers));
        for (answer, row) in answers.iter().zip(&rows) {
            prop_assert_eq!(answer.number, row.number);
            prop_assert_eq!(answer.candidates.is_empty(), answer.verdict == Verdict::Unmatched);
        }
        prop_assert_eq!(match_rows(&rows, &roster), answers);
    }
}
