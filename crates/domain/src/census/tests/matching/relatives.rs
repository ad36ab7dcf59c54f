//! Relatives and strangers who come as a member leaves: in groups of employees alone, where nobody shares an address, and in groups of
//! families. Whatever agrees, none of them takes the member's place unless a person says so (rules.md#matching).

use crate::census::matching::{BirthDate, Candidate, Doubt, Person, Row, RowMatch, Verdict, match_rows};
use crate::examples::linkage::{Habits, Invented, Linkage, linkage};
use crate::ids::MemberId;

/// Given name, family name, date of birth and gender.
pub(in crate::census::tests) type Who = (&'static str, &'static str, &'static str, i16);

/// How somebody is reached.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::census::tests) enum Reached {
    /// By the member's mail and phone.
    Alike,
    /// At the member's address; mail and phone are not told.
    AtHome,
    /// At the member's address, by other mail and phone.
    Apart,
    /// In another street of the member's ZIP code; mail and phone are not told.
    Nearby,
}
use Reached::{Alike, Apart, AtHome, Nearby};

pub(in crate::census::tests) const MALE: i16 = 1;
pub(in crate::census::tests) const FEMALE: i16 = 2;
const MRACUS: Who = ("Mracus", "Oyelaran", "03/12/1999", MALE);
const REBECCA: Who = ("Rebecca", "Oyelaran", "03/12/1999", FEMALE);
pub(in crate::census::tests) const ERIK: Who = ("Erik", "Terwilliger", "03/04/1990", MALE);
const FATHER: Who = ("Cornelius", "Oakhurst", "03/09/1955", MALE);

/// Who left, who came, and the ways he is reached in which he is nobody's match.
const OTHERS: &[(&str, Who, Who, &[Reached])] = &[
    ("a wife", ERIK, ("Ingrid", "Terwilliger", "08/24/1991", FEMALE), &[Alike, AtHome, Apart]),
    ("a brother", ERIK, ("Lucas", "Terwilliger", "08/24/1993", MALE), &[Alike, AtHome, Apart]),
    ("a brother a year older", ERIK, ("Lucas", "Terwilliger", "03/04/1989", MALE), &[Alike, AtHome, Apart, Nearby]),
    (
        "a brother on exchanged days",
        ERIK,
        ("Lucas", "Terwilliger", "04/03/1990", MALE),
        &[Alike, AtHome, Apart, Nearby],
    ),
    ("a brother of a like name", ERIK, ("Derik", "Terwilliger", "08/24/1993", MALE), &[Alike, AtHome, Apart]),
    ("a daughter", FATHER, ("Petra", "Oakhurst", "11/21/1988", FEMALE), &[Alike, AtHome, Apart]),
    ("a son", FATHER, ("Gerald", "Oakhurst", "11/21/1988", MALE), &[Alike, AtHome, Apart]),
    ("a tenant", ERIK, ("Ingrid", "Bergstrom", "08/24/1991", FEMALE), &[Alike, AtHome, Apart]),
    ("a stranger of one day and place", FATHER, ("Anselm", "Dieterich", "03/09/1955", MALE), &[Nearby, AtHome, Apart]),
    ("a woman of one day and place", FATHER, ("Halima", "Haidari", "03/09/1955", FEMALE), &[Nearby, AtHome, Apart]),
    ("a stranger of nearly one day", FATHER, ("Anselm", "Dieterich", "03/09/1956", MALE), &[Alike, AtHome, Apart]),
    ("a namesake of another age", FATHER, ("Cornelius", "Oakhurst", "11/21/1968", MALE), &[Apart]),
    (
        "a sister of a like name",
        ("Anna", "Terwilliger", "03/04/1990", FEMALE),
        ("Hanna", "Terwilliger", "03/14/1992", FEMALE),
        &[Alike, AtHome, Apart],
    ),
    (
        "a sister of a form of the name",
        ("Maria", "Terwilliger", "03/04/1990", FEMALE),
        ("Marie", "Terwilliger", "08/24/1994", FEMALE),
        &[Alike, AtHome, Apart],
    ),
    ("a twin sister of a like name", ERIK, ("Erika", "Terwilliger", "03/04/1990", FEMALE), &[Alike, AtHome, Apart]),
    (
        "a twin of a like name, reached elsewhere",
        ("Jayden", "Oyelaran", "03/12/1999", MALE),
        ("Hayden", "Oyelaran", "03/12/1999", MALE),
        &[Apart],
    ),
    (
        "a twin whose name begins alike",
        ("Marcus", "Oyelaran", "03/12/1999", MALE),
        ("Marvin", "Oyelaran", "03/12/1999", MALE),
        &[Alike, AtHome, Apart],
    ),
    ("a son of one name", FATHER, ("Cornelius", "Oakhurst", "10/01/1984", MALE), &[Alike, AtHome, Apart]),
    ("a father of one name", ("Cornelius", "Oakhurst", "10/01/1984", MALE), FATHER, &[Alike, AtHome, Apart]),
    ("a son of one name, born on his day", FATHER, ("Cornelius", "Oakhurst", "03/09/1985", MALE), &[Apart]),
];

/// Where no more is known of anybody than name and date, a successor of the same family name is nobody's match either.
#[test]
fn a_namesake_of_the_family_alone_takes_nobodys_place() {
    let bare = |first_name, last_name, born| Person {
        first_name,
        last_name,
        date_of_birth: BirthDate::read(born),
        ..Person::default()
    };
    let left = [
        bare("James", "Wilson", "03/12/1985"),
        bare("Maria", "Garcia", "06/05/1990"),
        bare("David", "Chen", "11/11/1975"),
        bare("Olga", "Ruiz", "01/20/1969"),
        bare("Piet", "Dahl", "08/30/2000"),
    ];
    let came = [
        bare("John", "Wilson", "03/13/1985"),
        bare("Monica", "Garcia", "05/06/1990"),
        bare("Daniel", "Chen", "11/11/1976"),
        left[3],
        left[4],
    ];
    let members: Vec<_> =
        (1..).map(MemberId).zip(left).map(|(id, person)| Candidate { id, person, primary: None }).collect();
    let row = |(number, person)| Row { number, person, primary_row: None, threshold: 0.5 };
    let found: Vec<_> = match_rows(&(1..).zip(came).map(row).collect::<Vec<_>>(), &members)
        .iter()
        .map(|answer| answer.member().map(MemberId::get))
        .collect();
    assert_eq!(found, [None, None, None, Some(4), Some(5)]);
}

/// Who is the member all the same.
const SELVES: &[(&str, Who, Who, &[Reached])] = &[
    ("a slip in the name", ERIK, ("Erick", "Terwilliger", "03/04/1990", MALE), &[Alike, AtHome]),
    ("a slip in the name, reached elsewhere", MRACUS, ("Marcus", "Oyelaran", "03/12/1999", MALE), &[Apart]),
    ("a misread letter", ERIK, ("Er1k", "Terwilliger", "03/04/1990", MALE), &[Alike, AtHome]),
    ("a short form with a slip", REBECCA, ("Befky", "Oyelaran", "03/12/1999", FEMALE), &[Alike, AtHome]),
    ("an initial with a middle one", REBECCA, ("R. M.", "Oyelaran", "03/12/1999", FEMALE), &[Alike, AtHome]),
    ("exchanged names with a short form", REBECCA, ("Oyelarran", "Becky M", "03/12/1999", FEMALE), &[Alike, AtHome]),
    ("a slip in the date", ERIK, ("Erik", "Terwilliger", "03/04/1991", MALE), &[Alike, AtHome, Apart]),
    ("a slip in the decade", FATHER, ("Cornelius", "Oakhurst", "03/09/1985", MALE), &[Alike, AtHome]),
    ("a wrong gender", ERIK, ("Erik", "Terwilliger", "03/04/1990", FEMALE), &[Alike, AtHome, Apart]),
    (
        "a married name",
        ("Ingrid", "Terwilliger", "08/24/1991", FEMALE),
        ("Ingrid", "Bergstrom", "08/24/1991", FEMALE),
        &[Alike, AtHome],
    ),
    (
        "a short form",
        ("Robert", "Oakhurst", "03/09/1955", MALE),
        ("Bob", "Oakhurst", "03/09/1955", MALE),
        &[Alike, AtHome, Apart, Nearby],
    ),
];

pub(in crate::census::tests) fn person(who: Who, reached: Reached) -> Person<'static> {
    let (first_name, last_name, born, gender) = who;
    let (email, cell_phone) = match reached {
        Alike => ("family77@example.com", "7755559977"),
        Apart => ("own.mail@example.com", "7755551234"),
        AtHome | Nearby => ("", ""),
    };
    Person {
        first_name,
        last_name,
        date_of_birth: BirthDate::read(born),
        gender: Some(gender),
        email,
        cell_phone,
        address_line1: if reached == Nearby { "9 Tulip Ct" } else { "78 Larkspur Ln" },
        city: "Reno",
        state: "NV",
        zip_code: "89509",
        ..Person::default()
    }
}

pub(in crate::census::tests) const MEMBER: i64 = 1_000_000;
const ROW: u32 = 1_000_000;

/// The answer for a row among the rows of a group, and the member among its members.
pub(in crate::census::tests) fn answer(member: Person<'_>, row: Person<'_>, group: &Linkage) -> RowMatch {
    let (mut members, mut rows) = (group.members(false), group.rows(false));
    members.push(Candidate { id: MemberId(MEMBER), person: member, primary: None });
    rows.push(Row { number: ROW, person: row, primary_row: None, threshold: 0.5 });
    let found = match_rows(&rows, &members).into_iter().find(|answer| answer.number == ROW);
    found.expect("an answer")
}

/// Groups of several sizes: of employees alone, and of families.
pub(in crate::census::tests) fn groups() -> Vec<Linkage> {
    let group = |size| linkage(size, Habits::noisy(1.0), 11);
    let employees = |mut group: Linkage| {
        group.roster.retain(|member| member.relationship == "EE");
        group.census.retain(|row| row.relationship == "EE");
        group
    };
    let (alone, families) = ([0, 12, 60].map(group).map(employees), [30].map(group));
    alone.into_iter().chain(families).collect()
}

fn misled(cases: &[(&str, Who, Who, &[Reached])], is_right: impl Fn(&RowMatch) -> bool) -> String {
    let mut misled = Vec::new();
    for group in groups() {
        for (name, member, row, ways) in cases {
            for reached in *ways {
                let found = answer(person(*member, Alike), person(*row, *reached), &group);
                if !is_right(&found) {
                    let score = found.candidates.first().map(|best| best.score);
                    let size = group.roster.len();
                    misled.push(format!("{name}, {reached:?} among {size}: {:?} {score:?}", found.verdict));
                }
            }
        }
    }
    misled.join("\n")
}

#[test]
fn who_is_somebody_else_takes_nobodys_place() {
    let misled = misled(OTHERS, |answer| answer.verdict != Verdict::Matched);
    assert!(misled.is_empty(), "{misled}");
}

/// Of name, date of birth and gender two are not the member's, by a slip or not; or the date is not, and nothing else agrees.
const DIFFERENT_TWICE: &[(&str, Who, Who, &[Reached])] = &[
    ("a slip in the name and a wrong gender", MRACUS, ("Marcus", "Oyelaran", "03/12/1999", FEMALE), &[Alike, AtHome]),
    ("slips in name and date", ERIK, ("Erick", "Terwilliger", "03/04/1991", MALE), &[Alike, AtHome]),
    ("slips in family name and date", ERIK, ("Erik", "Terwiliger", "03/14/1990", MALE), &[Alike, AtHome]),
    ("a wrong gender and a slip in the date", ERIK, ("Erik", "Terwilliger", "03/14/1990", FEMALE), &[Alike, AtHome]),
    ("day and month exchanged, in another street", ERIK, ("Erik", "Terwilliger", "04/03/1990", MALE), &[Nearby]),
    ("a decade younger, in another street", ERIK, ("Erik", "Terwilliger", "03/04/2000", MALE), &[Nearby]),
];

#[test]
fn who_differs_twice_is_asked_about() {
    let misled = misled(DIFFERENT_TWICE, |answer| matches!(answer.verdict, Verdict::Undecidable(_)));
    assert!(misled.is_empty(), "{misled}");
}

#[test]
fn who_is_written_otherwise_keeps_his_place() {
    let misled = misled(SELVES, |answer| answer.member() == Some(MemberId(MEMBER)));
    assert!(misled.is_empty(), "{misled}");
}

/// The wrong date of another, which makes her a generation older, explains no son.
#[test]
fn a_son_is_asked_about_whatever_the_other_dates() {
    let son = person(("Cornelius", "Oakhurst", "10/01/1984", MALE), Alike);
    let text = str::to_owned;
    let yvonne = |born| Invented {
        first_name: text("Yvonne"),
        last_name: text("Castaneda"),
        date_of_birth: text(born),
        gender: text("F"),
        email: text("yvonne7@example.com"),
        address_line1: text("31 Quarry Road"),
        zip_code: text("89502"),
        ..Invented::default()
    };
    for mut group in groups() {
        group.roster.push(yvonne("07/21/1990"));
        group.census.push(yvonne("12/04/1961"));
        let found = answer(person(FATHER, Alike), son, &group);
        assert_eq!(found.verdict, Verdict::Undecidable(Doubt::ParentOrChild), "among {}", group.roster.len());
    }
}

/// Employees of whom names, dates and addresses are known and no more; in a careless file every second one is written with a slip.
fn bare_group(size: usize, is_careless: bool) -> Linkage {
    let mut group = linkage(size, Habits::noisy(1.0), 11);
    group.roster.retain(|member| member.relationship == "EE");
    for member in &mut group.roster {
        let Invented { gender, email, cell_phone, home_phone, relationship, .. } = member;
        [gender, email, cell_phone, home_phone, relationship].into_iter().for_each(String::clear);
    }
    group.census = group.roster.clone();
    if is_careless {
        group.census.iter_mut().step_by(2).for_each(|row| row.last_name.insert(1, 'x'));
    }
    group
}

fn bare(who: Who, address_line1: &'static str) -> Person<'static> {
    Person { gender: None, address_line1, ..person(who, AtHome) }
}

const HOME: &str = "78 Larkspur Ln";

/// Where every second name has a slip, another one is as likely the same person's, and there is nothing else to go by.
#[test]
fn in_a_file_full_of_slips_the_address_is_enough() {
    let misspelled = bare(("Erikc", "Terwliliger", "08/24/1991", MALE), HOME);
    let found = |is_careless| answer(bare(ERIK, HOME), misspelled, &bare_group(300, is_careless));
    assert_eq!(found(true).member(), Some(MemberId(MEMBER)));
    assert_ne!(found(false).verdict, Verdict::Matched);
}

/// Who left a group that writes names with care, and who came and lives there too, or near.
const NEWCOMERS: &[(Who, Who, &str)] = &[
    (("Anna", "Keller", "12/12/1982", FEMALE), ("Anna", "Stone", "11/02/1989", FEMALE), "1417 Larkspur Ln"),
    (("Anna", "Keller", "12/12/1982", FEMALE), ("Anna", "Stone", "11/02/1989", FEMALE), "78 Oak St"),
    (("Thomas", "Moore", "05/21/1975", MALE), ("Wendy", "Moore", "07/19/1981", FEMALE), "2673 Larkspur Ln"),
    (("Thomas", "Moore", "05/21/1975", MALE), ("Wendy", "Moore", "07/19/1981", FEMALE), HOME),
    (("Gary", "Ortiz", "01/30/1970", MALE), ("Gail", "Ortiz", "06/02/1984", FEMALE), HOME),
    (("Rosa", "Ortiz", "01/30/1965", FEMALE), ("Rosalie", "Ortiz", "06/02/1991", FEMALE), HOME),
    (("Mark", "Ortiz", "01/30/1990", MALE), ("Matt", "Ortiz", "06/02/1992", MALE), HOME),
    (("Aaron", "Ortiz", "01/30/1990", MALE), ("Caleb", "Ortiz", "01/30/1990", MALE), HOME),
    (("Maria", "Ortiz", "02/11/1990", FEMALE), ("Maria", "Ortiz", "09/27/1990", FEMALE), "1417 Larkspur Ln"),
];

#[test]
fn where_names_are_written_with_care_nobody_takes_a_place_for_living_there() {
    let mut misled = Vec::new();
    for size in [0, 12, 60, 300] {
        let group = bare_group(size, false);
        for (left, came, address) in NEWCOMERS {
            let found = answer(bare(*left, HOME), bare(*came, address), &group);
            if found.verdict == Verdict::Matched {
                misled.push(format!("{} for {} at {address} among {size}", came.0, left.0));
            }
        }
    }
    assert!(misled.is_empty(), "{}", misled.join("\n"));
}
