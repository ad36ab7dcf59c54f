//! Rows of successors, neighbours and namesakes that differ from a member in one value (rules.md#undecidable-match).

use super::super::super::matching::{BirthDate, Candidate, Person, Row, RowMatch, Verdict, match_rows};
use super::relatives::{FEMALE, MALE, answer, groups};
use crate::ids::MemberId;

const OAK: &str = "12 Oak St";
const PINE: &str = "440 Pine Rd";
const PHONE: &str = "9375550142";
const OTHER_PHONE: &str = "9375550977";

/// Makes a person of Dayton: first name, last name, date of birth and gender; street and phone.
fn someone(
    (first_name, last_name, born, gender): (&'static str, &'static str, &'static str, i16),
    (address_line1, cell_phone): (&'static str, &'static str),
) -> Person<'static> {
    let date_of_birth = BirthDate::read(born);
    let town = Person { city: "Dayton", state: "OH", zip_code: "45402", ..Person::default() };
    Person { first_name, last_name, date_of_birth, gender: Some(gender), address_line1, cell_phone, ..town }
}

fn is_matched(answer: &RowMatch) -> bool {
    answer.verdict == Verdict::Matched
}

/// Whether the row is not matched with the member, neither alone nor among the others of any group.
fn is_never_matched(member: Person<'_>, row: Person<'_>) -> bool {
    let members = [Candidate { id: MemberId(1), person: member, primary: None }];
    let alone = match_rows(&[Row { number: 1, person: row, primary_row: None, threshold: 0.5 }], &members);
    !is_matched(&alone[0]) && groups().iter().all(|group| !is_matched(&answer(member, row, group)))
}

#[test]
fn one_difference_beside_another_home_is_asked_about() {
    let maria = ("Maria", "Garcia", "03/15/1985", FEMALE);
    let wei = ("Wei", "Chen", "03/15/1985", MALE);
    for (name, member, row) in [
        (
            "another family name in another street",
            someone(("Mohamed", "Abdi", "01/01/1990", MALE), (OAK, "")),
            someone(("Mohamed", "Warsame", "01/01/1990", MALE), (PINE, "")),
        ),
        (
            "another gender in another street",
            someone(("Alex", "Reed", "05/06/1975", MALE), (OAK, "")),
            someone(("Alex", "Reed", "05/06/1975", FEMALE), (PINE, "")),
        ),
        (
            "another year, and no more than the town",
            someone(maria, ("", "")),
            someone(("Maria", "Garcia", "03/15/1998", FEMALE), ("", "")),
        ),
        (
            "a neighbour born on another day",
            someone(wei, (OAK, PHONE)),
            someone(("Wei", "Chen", "10/02/1995", MALE), ("13 Oak St", "9375550143")),
        ),
    ] {
        assert!(is_never_matched(member, row), "{name}");
    }
}

#[test]
fn another_id_beside_another_home_is_asked_about() {
    let numbered =
        |unique_id, reached| Person { unique_id, ..someone(("Hodan", "Ali", "01/01/1990", FEMALE), reached) };
    assert!(is_never_matched(numbered("1002", (OAK, "")), numbered("1027", (PINE, ""))));
}

#[test]
fn other_member_ids_are_ids_too() {
    let david = |other_member_id, born| Person { other_member_id, ..someone(("David", "Kim", born, MALE), (OAK, "")) };
    assert!(is_never_matched(david("AA-10021", "11/12/1983"), david("BB-77310", "11/12/1993")));
}

/// An employer may give an id to a successor with the leaver's name.
#[test]
fn one_difference_under_one_id_with_every_contact_another_is_asked_about() {
    let bearer = |who, reached| Person { unique_id: "2009", ..someone(who, reached) };
    let maria = bearer(("Maria", "Garcia", "03/15/1985", FEMALE), (OAK, PHONE));
    for row in [
        ("Maria", "Garcia", "09/28/1985", FEMALE),
        ("Maria", "Castellano", "03/15/1985", FEMALE),
        ("Xiaoming", "Garcia", "03/15/1985", FEMALE),
    ] {
        assert!(is_never_matched(maria, bearer(row, (PINE, OTHER_PHONE))), "{row:?}");
    }
}

#[test]
fn only_letters_and_digits_are_slips_under_one_id() {
    for (member, row) in [
        (("Robert", "Hall", "05/06/1965", MALE), ("Bob", "Hall", "05/06/1985", MALE)),
        (("Luz", "Soto Diaz", "06/16/1975", FEMALE), ("Luz", "Soto Rivera", "06/17/1975", FEMALE)),
        (("Maria", "Garcia L.", "03/15/1985", FEMALE), ("Maria", "Garcia R.", "03/15/1986", FEMALE)),
        (("Alexander", "Moss", "03/04/1984", MALE), ("Alexandra", "Moss", "03/04/1994", MALE)),
    ] {
        let [member, row] = [member, row].map(|who| Person { unique_id: "2009", ..someone(who, (OAK, PHONE)) });
        assert!(is_never_matched(member, row), "{row:?} for {member:?}");
    }
}

/// A date of birth that many members share is no evidence for a match, but it still differs from another date.
#[test]
fn a_date_that_many_share_is_another_date() {
    let common = "01/01/1990";
    let hodan = Person { unique_id: "1002", ..someone(("Hodan", "Ali", "03/17/1975", FEMALE), (OAK, "")) };
    let newcomer = Person { unique_id: "1027", ..someone(("Hodan", "Ali", common, FEMALE), (PINE, "")) };
    let names = ["Abena", "Bram", "Carol", "Dmitri", "Esther", "Farid", "Greta", "Hugo", "Ivonne", "Jorge", "Katya"];
    let other = |at: usize| {
        let born = if at < 5 { common } else { ["02/03/1961", "07/09/1972", "11/30/1988"][at % 3] };
        someone((names[at], ["Abbot", "Brandt", "Cole"][at % 3], born, MALE), ("", ""))
    };
    let all = |first| std::iter::once(first).chain((0..names.len()).map(other));
    let members: Vec<_> =
        (1..).map(MemberId).zip(all(hodan)).map(|(id, person)| Candidate { id, person, primary: None }).collect();
    let rows: Vec<_> = (1..)
        .zip(all(newcomer))
        .map(|(number, person)| Row { number, person, primary_row: None, threshold: 0.5 })
        .collect();
    assert!(!is_matched(&match_rows(&rows, &members)[0]));
}

/// A row matches despite a short form of the name at another address, one slip with the same phone, or two slips under one id.
#[test]
fn who_moved_or_is_mistyped_once_keeps_the_place() {
    for (member, row) in [
        (
            someone(("Robert", "Hall", "05/06/1965", MALE), (OAK, "")),
            someone(("Bob", "Hall", "05/06/1965", MALE), (PINE, "")),
        ),
        (
            someone(("Maria", "Garcia", "03/15/1985", FEMALE), (OAK, PHONE)),
            someone(("Maria", "Garcia", "03/15/1986", FEMALE), (PINE, PHONE)),
        ),
        (
            Person { unique_id: "7", ..someone(("Erik", "Moss", "03/04/1990", MALE), (OAK, PHONE)) },
            Person { unique_id: "7", ..someone(("Erick", "Moss", "03/04/1991", MALE), (OAK, PHONE)) },
        ),
    ] {
        let members = [Candidate { id: MemberId(1), person: member, primary: None }];
        let rows = [Row { number: 1, person: row, primary_row: None, threshold: 0.5 }];
        assert!(is_matched(&match_rows(&rows, &members)[0]), "{row:?} for {member:?}");
    }
}

/// Twins are often called alike, and get their first id together. What a pen slips on is no other name.
#[test]
fn a_first_id_beside_a_name_one_letter_apart_is_asked_about() {
    let member = |name| someone((name, "Moss", "03/04/2015", FEMALE), (OAK, PHONE));
    let row = |name| Person { unique_id: "K9", ..member(name) };
    for (old, new, is_asked) in [
        ("Kiara", "Kira", true),
        ("Kira", "Kiara", true),
        ("Maylin", "Maylen", true),
        ("Kiara", "Kiarra", false),
        ("Kiara", "Kaira", false),
        ("Kiara", "Kiara", false),
    ] {
        assert_eq!(is_never_matched(member(old), row(new)), is_asked, "{old} {new}");
        let alone = match_rows(
            &[Row { number: 1, person: member(new), primary_row: None, threshold: 0.5 }],
            &[Candidate { id: MemberId(1), person: member(old), primary: None }],
        );
        let caution = alone[0].candidates[0].caution;
        assert_eq!((is_matched(&alone[0]), caution.is_some()), (true, is_asked), "{old} {new}, without ids");
    }
}
