//! Ids that came to somebody else: a twin's, a brother's, a child's. They win where they agree with the person and are questioned where they
//! do not (rules.md#matching).

use super::relatives::Reached::{Alike, Apart};
use super::relatives::{ERIK, FEMALE, MALE, MEMBER, Who, answer, groups, person};
use crate::census::matching::{BirthDate, Candidate, Caution, Doubt, Person, Row, RowMatch, Verdict, match_rows};
use crate::ids::MemberId;

#[test]
fn a_twin_with_the_others_id_is_asked_about() {
    let vera = ("Vera", "Klimenko", "06/06/1988", FEMALE);
    let boris = Person { unique_id: "T-5", ..person(("Boris", "Klimenko", "06/06/1988", MALE), Alike) };
    for group in groups() {
        let found = answer(boris, Person { unique_id: "T-5", ..person(vera, Alike) }, &group);
        assert_eq!(found.verdict, Verdict::Undecidable(Doubt::IdOfAnother));
        let misspelled = Person { first_name: "Borys", ..boris };
        assert_eq!(answer(boris, misspelled, &group).member(), Some(MemberId(MEMBER)));
    }
}

/// What a row says of one of two twins, under the id of the other.
const TOLD_OF_JADE: &[(&str, &str, &str)] = &[
    ("Jade", "Moss", "07/08/1990"),
    ("Jade A.", "Moss", "07/08/1990"),
    ("Jade Alexandra", "Moss", "07/08/1990"),
    ("Jade", "Moss-Stone", "07/08/1990"),
    ("Jade", "Stone", "07/08/1990"),
    ("Jade", "Mosse", "07/08/1990"),
    ("Jade", "Moss", "07/09/1990"),
    ("Jade", "Moss", "08/07/1990"),
];

fn twins() -> [Candidate<'static>; 2] {
    let twin = |(id, unique_id, name)| Candidate {
        id: MemberId(id),
        person: Person { unique_id, ..person((name, "Moss", "07/08/1990", FEMALE), Alike) },
        primary: None,
    };
    [(3, "T-3", "Jada"), (4, "T-4", "Jade")].map(twin)
}

/// The answer for a row alone.
fn of_jade(told: (&'static str, &'static str, &'static str), unique_id: &'static str) -> RowMatch {
    let (first_name, last_name, born) = told;
    let row = Person { unique_id, ..person((first_name, last_name, born, FEMALE), Alike) };
    let rows = [Row { number: 1, person: row, primary_row: None, threshold: 0.5 }];
    match_rows(&rows, &twins()).remove(0)
}

#[test]
fn a_twin_under_the_others_id_is_asked_about_however_she_is_written() {
    for told in TOLD_OF_JADE {
        assert_eq!(of_jade(*told, "T-3").verdict, Verdict::Undecidable(Doubt::IdOfAnother), "{told:?}");
        assert_eq!(of_jade(*told, "T-4").member(), Some(MemberId(4)), "{told:?}");
    }
}

/// Lists without dates of birth that exchange the ids of two members of like names, or give the id of one to a slip in the other's name.
#[test]
fn ids_exchanged_in_a_list_without_dates_are_asked_about() {
    for (one, other, told_of_one) in [
        ("Jayden", "Hayden", "Hayden"),
        ("Ann", "Anna", "Anna"),
        ("Robert", "Rob", "Rob"),
        ("Hayden", "Jayden", "Jaiden"),
    ] {
        let bare = |unique_id, first_name| Person { unique_id, first_name, last_name: "Cole", ..Person::default() };
        let born = |who: Person<'static>, day| Person { date_of_birth: BirthDate::read(day), ..who };
        let member = |id, person| Candidate { id: MemberId(id), person, primary: None };
        let members = [
            member(3, born(bare("E0", one), "01/11/1999")),
            member(4, born(bare("E1", other), "01/11/1999")),
            member(5, born(Person { last_name: "Bolt", ..bare("E2", "Bob") }, "03/03/1970")),
        ];
        let rows = [
            Row { number: 1, person: bare("E0", told_of_one), primary_row: None, threshold: 0.5 },
            Row {
                number: 2,
                person: Person { last_name: "Bolt", ..bare("E2", "Bob") },
                primary_row: None,
                threshold: 0.5,
            },
        ];
        let found = match_rows(&rows, &members);
        assert_eq!(found[0].verdict, Verdict::Undecidable(Doubt::IdOfAnother), "{one} told as {told_of_one}");
        assert_eq!(found[1].member(), Some(MemberId(5)));
    }
}

/// Who comes with the id of a member, and is asked about.
const BEARERS: &[(&str, Who, Who)] = &[
    ("a brother a year younger", ERIK, ("Lucas", "Terwilliger", "03/04/1991", MALE)),
    ("a brother on another day", ERIK, ("Lucas", "Terwilliger", "03/14/1990", MALE)),
    ("a son", ERIK, ("Lucas", "Terwilliger", "03/04/2015", MALE)),
    ("a wife", ERIK, ("Ingrid", "Terwilliger", "08/14/1990", FEMALE)),
    ("a sister of a like name", ("Anna", "Moss", "07/08/1990", FEMALE), ("Hanna", "Moss", "02/21/1993", FEMALE)),
    ("a sister of the other form", ("Daniel", "Moss", "07/08/1990", MALE), ("Danielle", "Moss", "02/21/1993", FEMALE)),
];

/// Who is the member with the id, though not all agrees.
const THEMSELVES: &[(&str, Who, Who)] = &[
    ("a wrong date", ERIK, ("Erik", "Terwilliger", "11/30/1984", MALE)),
    ("a slip in name and date", ERIK, ("Erick", "Terwilliger", "03/04/1991", MALE)),
    ("the middle name", ERIK, ("Lucas", "Terwilliger", "03/04/1990", MALE)),
    ("another family name", ERIK, ("Erik", "Oakhurst", "03/04/1990", MALE)),
    ("a wrong gender", ERIK, ("Erik", "Terwilliger", "03/04/1990", FEMALE)),
];

fn under_one_id(member: Who, row: Who) -> Vec<RowMatch> {
    let person = |who| Person { unique_id: "T-5", ..person(who, Alike) };
    groups().iter().map(|group| answer(person(member), person(row), group)).collect()
}

#[test]
fn two_differences_under_one_id_are_asked_about() {
    for (name, member, row) in [
        ("a suffix and another year", ERIK, ("Erik", "Terwilliger Jr", "03/04/2020", MALE)),
        ("a gender and a slip in the date", ERIK, ("Erik", "Terwilliger", "03/05/1990", FEMALE)),
        ("another family name and a slip in the date", ERIK, ("Erik", "Oakhurst", "03/05/1990", MALE)),
    ] {
        for found in under_one_id(member, row) {
            assert!(matches!(found.verdict, Verdict::Undecidable(_)), "{name}: {:?}", found.verdict);
        }
    }
}

#[test]
fn a_relative_under_a_members_id_is_asked_about() {
    for (name, member, row) in BEARERS {
        for found in under_one_id(*member, *row) {
            assert_eq!(found.verdict, Verdict::Undecidable(Doubt::IdOfAnother), "{name}");
        }
    }
}

#[test]
fn an_id_wins_where_it_agrees_with_the_person() {
    for (name, member, row) in THEMSELVES {
        for found in under_one_id(*member, *row) {
            assert_eq!(found.member(), Some(MemberId(MEMBER)), "{name}");
        }
    }
}

/// An id that was given again to somebody of the same name: only the name agrees, and years lie between the dates.
#[test]
fn a_namesake_born_years_apart_is_asked_about_whoevers_id_he_brings() {
    let bare = |born| Person {
        unique_id: "T-5",
        first_name: "Maria",
        last_name: "Hernandez",
        date_of_birth: BirthDate::read(born),
        ..Person::default()
    };
    let reached = |reached, born| Person { unique_id: "T-5", ..person(("Maria", "Hernandez", born, FEMALE), reached) };
    const BORN: &str = "05/17/1964";
    for (born, is_she) in [
        ("09/28/1991", false),
        ("09/28/1971", false),
        // A decade, a digit, another order, a stand-in, or the year alone is mistyped.
        ("05/17/1974", true),
        ("05/18/1964", true),
        ("07/15/1964", true),
        ("05/17/1991", true),
        ("01/01/1900", true),
        ("01/01/1990", true),
        ("09/28/1965", true),
    ] {
        for group in groups() {
            let found = answer(bare(BORN), bare(born), &group);
            let asked = matches!(found.verdict, Verdict::Undecidable(Doubt::ParentOrChild | Doubt::Contradicted));
            assert_eq!((found.member().is_some(), asked), (is_she, !is_she), "{born}: {:?}", found.verdict);
            for home in [Alike, Apart] {
                let found = answer(reached(Alike, BORN), reached(home, born), &group);
                assert_eq!(found.member(), Some(MemberId(MEMBER)), "{born} {home:?}");
            }
        }
    }
}

/// Given names of a member who left and of who came, under an id that nobody has yet.
const RENUMBERED: &[(&str, &str, bool)] = &[
    ("Rajesh", "Ramesh", false),
    ("Amara", "Amina", false),
    ("Zora", "Zoltan", false),
    ("Oluwaseun", "Oluwatobi", false),
    ("Fatou", "Fatima", false),
    ("Linh", "Lien", false),
    ("Rajesh", "Rajesh", true),
    ("Rebecca", "Becky", false),
    ("Rebecca", "Rebecca Ann", false),
];

/// The verdict for a row under a new id among so many rows that have the ids of their members, and so many with new ones.
fn renumbered(left: &'static str, came: &'static str, kept: usize, new: usize) -> Verdict {
    let one = |name| person((name, "Castellan", "02/17/1981", MALE), Alike);
    beside_kept(one(left), one(came), kept, new)
}

/// The same for a member and whoever comes under a new id.
fn beside_kept(left: Person<'_>, came: Person<'_>, kept: usize, new: usize) -> Verdict {
    let texts: Vec<[String; 3]> =
        (0..kept + new).map(|at| ["E", "N", "Family "].map(|text| format!("{text}{at}"))).collect();
    let colleagues = || {
        (0..).zip(&texts).map(|(at, [.., last_name])| Person {
            first_name: "Sam",
            last_name,
            date_of_birth: BirthDate::of(1950 + at, 1 + at % 12, 7),
            ..Person::default()
        })
    };
    let numbered = |unique_id, person| Person { unique_id, ..person };
    let members = texts.iter().zip(colleagues()).map(|([old, ..], person)| numbered(old, person));
    let rows = (0..).zip(texts.iter().zip(colleagues()));
    let rows = rows.map(|(at, ([old, new, _], person))| numbered(if at < kept { old } else { new }, person));
    let members: Vec<_> = (1..)
        .zip(members.chain([numbered("E900", left)]))
        .map(|(id, person)| Candidate { id: MemberId(id), person, primary: None })
        .collect();
    let rows: Vec<_> = (1..)
        .zip(rows.chain([numbered("N901", came)]))
        .map(|(number, person)| Row { number, person, primary_row: None, threshold: 0.5 })
        .collect();
    match_rows(&rows, &members).last().expect("an answer").verdict
}

#[test]
fn a_new_id_with_another_given_name_is_asked_about_where_ids_are_kept() {
    for (left, came, is_he) in RENUMBERED {
        for kept in [3, 30] {
            let found = renumbered(left, came, kept, kept / 10);
            assert_eq!(found == Verdict::Matched, *is_he, "{came} for {left} among {kept}: {found:?}");
            assert!(*is_he || matches!(found, Verdict::Undecidable(_)), "{came} for {left} among {kept}: {found:?}");
        }
    }
}

/// With nothing else, or by another mail and phone, a date that is only like the member's is one more thing that is another's.
#[test]
fn a_new_id_with_a_like_date_is_asked_about_where_ids_are_kept() {
    for (born, reached, is_he) in [
        ("02/17/1981", Apart, true),
        ("02/17/1982", Apart, false),
        ("02/18/1981", Apart, false),
        ("02/17/1982", Alike, false),
    ] {
        for kept in [3, 30] {
            let came = person(("John", "Castellan", born, MALE), reached);
            let found = beside_kept(person(("John", "Castellan", "02/17/1981", MALE), Alike), came, kept, kept / 10);
            assert_eq!(found == Verdict::Matched, is_he, "{born} {reached:?} among {kept}: {found:?}");
        }
    }
    let bare = |born| Person {
        first_name: "John",
        last_name: "Castellan",
        date_of_birth: BirthDate::read(born),
        ..Person::default()
    };
    for (born, is_he) in [("02/17/1981", true), ("02/17/1982", false), ("02/17/1991", false), ("02/18/1981", false)] {
        let found = beside_kept(bare("02/17/1981"), bare(born), 30, 3);
        assert_eq!(found == Verdict::Matched, is_he, "{born}: {found:?}");
    }
}

/// A twin whose name is a letter off comes with a new id, too.
#[test]
fn a_slip_in_the_given_name_is_asked_about_under_a_new_id() {
    for kept in [0, 2, 30] {
        assert_eq!(renumbered("Rajesh", "Rajesh", kept, 20), Verdict::Matched, "{kept} ids kept");
        let found = renumbered("Rajesh", "Rajehs", kept, 20);
        assert!(matches!(found, Verdict::Undecidable(_)), "{kept} ids kept: {found:?}");
    }
}

/// Employers number their people one after the other, so that an id that is nearly the same says nothing for it.
#[test]
fn a_newcomer_under_the_next_id_takes_nobodys_place() {
    let numbered = |unique_id, (first_name, last_name, born, gender): Who| Person {
        unique_id,
        first_name,
        last_name,
        date_of_birth: BirthDate::read(born),
        gender: Some(gender),
        ..Person::default()
    };
    for (member, row) in [
        (
            numbered("2009", ("David", "Kim", "11/12/1983", MALE)),
            numbered("2103", ("David", "Kim", "11/12/1993", MALE)),
        ),
        (
            numbered("2009", ("David", "Kim", "11/12/1983", MALE)),
            numbered("2008", ("David", "Kim", "11/12/1993", MALE)),
        ),
        (
            numbered("1002", ("Hodan", "Ali", "01/01/1990", FEMALE)),
            numbered("1027", ("Hoda", "Aly", "03/17/1990", FEMALE)),
        ),
        (numbered("", ("Nguyen", "Tran", "01/01/1975", MALE)), numbered("", ("Nguyen", "Trang", "10/30/1975", FEMALE))),
        (numbered("", ("David", "Kim", "11/12/1983", MALE)), numbered("", ("David", "Kim", "11/12/1993", MALE))),
    ] {
        let members = [Candidate { id: MemberId(1), person: member, primary: None }];
        let rows = [Row { number: 1, person: row, primary_row: None, threshold: 0.5 }];
        assert_ne!(match_rows(&rows, &members)[0].verdict, Verdict::Matched, "{row:?} for {member:?}");
    }
}

/// Both names are names that people have, and the dates differ by a digit: more likely a slip, but worth a look.
#[test]
fn a_like_name_with_a_like_date_is_matched_with_a_warning() {
    for (one, other) in [("Jon", "Ron"), ("Martin", "Marvin"), ("Jayden", "Hayden")] {
        let born = |name, born| person((name, "Terwilliger", born, MALE), Alike);
        for group in groups() {
            let found = answer(born(one, "03/04/1990"), born(other, "03/04/1991"), &group);
            let best = found.candidates.first().expect("a candidate");
            assert!(found.verdict != Verdict::Matched || best.caution == Some(Caution::MayBeSibling), "{one}, {other}");
        }
    }
}

/// Another form of a name is another name: beside a second difference it may be the mother, the son or a namesake.
#[test]
fn another_form_of_a_name_beside_another_difference_is_asked_about() {
    for (member, row) in [
        (("", "Maria", "Vega", "06/21/1983", FEMALE), ("", "Maria", "Vega-Luna", "06/21/1993", FEMALE)),
        (("", "Ana", "Ruiz", "06/21/1983", FEMALE), ("", "Ana", "Ruiz Soto", "06/12/1983", FEMALE)),
        (("", "Carlos", "Perez", "11/30/1978", MALE), ("", "Carlos", "Perez Gomez", "11/03/1978", MALE)),
        (("", "Juan", "Perez", "11/30/1978", MALE), ("", "Juan Pablo", "Perez", "11/20/1978", MALE)),
        (("", "Sam", "Lee", "03/04/1985", MALE), ("", "Samantha", "Lee", "03/04/1985", FEMALE)),
        (("", "Alex", "Moss", "03/04/1985", MALE), ("", "Alexandra", "Moss", "03/04/1985", FEMALE)),
        (("380", "Katherine", "Ross", "03/04/1985", FEMALE), ("381", "Kathryn", "Ross", "03/04/1985", FEMALE)),
        (("71", "Maria", "Vega", "03/04/1985", FEMALE), ("72", "Maria", "Vega-Luna", "03/04/1985", FEMALE)),
        (("71", "Mary", "Poe", "03/04/1985", FEMALE), ("93", "Mary Ann", "Poe", "03/04/1985", FEMALE)),
        (("71", "Mike", "Boyd", "03/04/1985", MALE), ("95", "Michael", "Boyd", "03/04/1985", MALE)),
    ] {
        for contacts in [Alike, Apart] {
            let [member, row] = [member, row].map(|(unique_id, first_name, last_name, born, gender)| Person {
                unique_id,
                ..person((first_name, last_name, born, gender), contacts)
            });
            let members = [Candidate { id: MemberId(1), person: member, primary: None }];
            let rows = [Row { number: 1, person: row, primary_row: None, threshold: 0.5 }];
            assert_ne!(match_rows(&rows, &members)[0].verdict, Verdict::Matched, "{row:?} for {member:?}");
        }
    }
}

/// One difference is a slip where something else agrees, and another person where nobody can be reached as the member was.
#[test]
fn one_difference_with_every_contact_another_is_asked_about() {
    for (member, row) in [
        (("Thi", "Nguyen", "01/01/1970", FEMALE), ("Thu", "Nguyen", "01/01/1970", FEMALE)),
        (("Linda", "Vang", "05/06/1975", FEMALE), ("Linda", "Yang", "05/06/1975", FEMALE)),
        (("Pat", "Murphy", "05/06/1975", MALE), ("Pat", "Murphy", "05/06/1975", FEMALE)),
        (("Inés", "Costa", "05/06/1975", FEMALE), ("Inez", "Costa", "05/06/1975", FEMALE)),
    ] {
        let members = [Candidate { id: MemberId(1), person: person(member, Alike), primary: None }];
        let elsewhere = Person { address_line1: "9 Tulip Ct", ..person(row, Apart) };
        let rows = [Row { number: 1, person: elsewhere, primary_row: None, threshold: 0.5 }];
        assert_ne!(match_rows(&rows, &members)[0].verdict, Verdict::Matched, "{row:?} for {member:?}");
    }
}
