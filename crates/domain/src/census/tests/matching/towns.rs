//! Groups of one town, or of a few: what half of the group shares, and anybody who is hired there, is no evidence that a joiner is the
//! member who left (rules.md#shared-details).

use crate::census::matching::{Person, Verdict};
use crate::census::tests::lines::company_contacts::{NOBODY, Who, answer, answer_as_written, colleagues, named};

/// Who left, and who came.
const OTHERS: &[(Who, Who)] = &[
    (("John", "Hill", "02/03/1980"), ("Steve", "Ortiz", "02/03/1980")),
    (("John", "Hill", "01/01/1980"), ("Steve", "Ortiz", "01/01/1980")),
    (("John", "Hill", "02/03/1980"), ("John", "Hill", "11/18/1991")),
    (("Oliver", "Nur", "02/22/1968"), ("Oliver", "Nur", "05/01/1962")),
    (("Ruth", "Hill", "02/03/1980"), ("Ruth", "Ortiz", "02/04/1980")),
    (("Zahra", "Eastwick", "12/15/1966"), ("Zahra", "Warsame", "10/15/1966")),
    (("Juan", "Carmichael", "05/14/1963"), ("Mia", "Carmichael", "10/16/1963")),
    (("Juan", "Hall", "05/14/1963"), ("Mia", "Hall", "05/16/1963")),
    (("Khadija", "Wilson", "01/01/1985"), ("Rosa", "Wilson", "01/01/1973")),
    (("Fatima", "Underhill", "01/01/1996"), ("Halima", "Underhill", "01/01/1962")),
    (("Mark", "Hill", "02/03/1980"), ("Mary", "Hill", "02/08/1980")),
    (("Carol", "Williams", "12/23/2002"), ("Carlos", "Wright", "12/23/2002")),
    (("Mark", "Hill", "02/03/1980"), ("Steven", "Hill", "02/03/1980")),
    (("Jonathan", "Hilworth", "02/03/1980"), ("Jonathan", "Hillworth", "02/03/1981")),
];

/// Who is the member, though not all agrees.
const SELVES: &[(Who, Who)] = &[
    (("Ruth", "Hill", "02/03/1980"), ("Ruth", "Ortiz", "02/03/1980")),
    (("Jonathan", "Hill", "02/03/1980"), ("Jonahtan", "Hill", "02/03/1980")),
    (("John", "Hill", "02/03/1980"), ("John", "Hill", "03/02/1980")),
    (("John", "Hill", "02/03/1980"), ("John", "Hill", "02/08/1980")),
    (("Robert", "Hill", "02/03/1980"), ("Bob", "Hill", "02/03/1980")),
    (("Robert", "Hill", "02/03/1980"), ("Hill", "Robert", "02/03/1980")),
];

type Known = fn(usize) -> Person<'static>;

const STREETS: [&str; 7] =
    ["3 Alder St", "18 Birch Rd", "207 Cedar Ave", "41 Dogwood Ln", "666 Elder Ct", "95 Fir St", "512 Gorse Way"];
const ZIPS: [&str; 4] = ["48083", "48084", "48085", "48098"];

/// What is known of the people of a group beside names and dates.
const GROUPS: &[(&str, Known)] = &[
    ("one ZIP", |_| Person { zip_code: "48083", ..NOBODY }),
    ("four ZIPs", |at| Person { zip_code: ZIPS[at % 4], ..NOBODY }),
    ("one ZIP for most", |at| Person { zip_code: if at % 3 == 1 { "48091" } else { "48083" }, ..NOBODY }),
    ("a town", |_| Person { city: "Troy", state: "MI", zip_code: "48083", ..NOBODY }),
    ("ZIP and gender", |at| Person { gender: Some(1 + at as i16 % 2), zip_code: "48083", ..NOBODY }),
    ("the town's streets", |at| Person {
        address_line1: STREETS[at % 7],
        city: "Troy",
        state: "MI",
        zip_code: "48083",
        ..NOBODY
    }),
    ("some streets", |at| Person {
        address_line1: if at % 2 == 0 { STREETS[at % 7] } else { "" },
        zip_code: "48083",
        ..NOBODY
    }),
];

/// Where a verdict is not the wanted one.
fn misled(cases: &[(Who, Who)], moves: usize, is_right: fn(Verdict) -> bool) -> String {
    let mut misled = Vec::new();
    for (known, of) in GROUPS {
        for count in [12, 30, 60] {
            let like = |(at, one): (usize, Person<'static>)| Person {
                first_name: one.first_name,
                last_name: one.last_name,
                date_of_birth: one.date_of_birth,
                ..of(at)
            };
            let group: Vec<_> = colleagues(count, NOBODY).into_iter().enumerate().map(like).collect();
            for (left, came) in cases {
                let found = answer(&group, named(of(STAYER), *left), named(of(STAYER + moves), *came));
                if !is_right(found.verdict) {
                    let best = found.candidates.first().map(|best| best.score);
                    misled.push(format!("{came:?} for {left:?} among {count}, {known}: {:?} {best:?}", found.verdict));
                }
            }
        }
    }
    misled.join("\n")
}

/// Where the one in question lives among the streets and ZIPs.
const STAYER: usize = 24;
/// As far on is another street, of the same ZIP and gender.
const ANOTHER_STREET: usize = 12;

#[test]
fn who_comes_from_the_town_takes_nobodys_place() {
    let misled = misled(OTHERS, ANOTHER_STREET, |verdict| verdict != Verdict::Matched);
    assert!(misled.is_empty(), "{misled}");
}

#[test]
fn who_stays_in_the_town_keeps_his_place() {
    let misled = misled(SELVES, 0, |verdict| verdict == Verdict::Matched);
    assert!(misled.is_empty(), "{misled}");
}

/// Twice misspelled, with another date, in a file full of slips: who it is, the town alone can tell, and only where no neighbour is hired.
#[test]
fn a_town_where_nobody_else_lives_near_is_ones_own() {
    let zips: Vec<String> = (0..60).map(|at| (10_007 + at * 1_501).to_string()).collect();
    let of = |zip_code, city| Person { zip_code, city, ..NOBODY };
    let spread: Vec<_> = colleagues(60, NOBODY)
        .into_iter()
        .zip(&zips)
        .map(|(one, zip_code)| Person { zip_code, city: "Salem", ..one })
        .collect();
    let neighbours: Vec<_> = spread.iter().map(|one| Person { zip_code: "48076", ..*one }).collect();
    let misspelled: Vec<_> = spread.iter().map(|one| format!("x{}", one.last_name)).collect();
    for (group, wanted) in [(&spread, true), (&neighbours, false)] {
        let written = group.iter().zip(&misspelled).map(|(one, last_name)| Person { last_name, ..*one });
        let left = named(of("48083", "Troy"), ("Jonathan", "Hilworth", "02/03/1980"));
        let came = named(of("48083", "Troy"), ("Jonahtan", "Hillworth", "11/18/1991"));
        let found = answer_as_written(group, &written.collect::<Vec<_>>(), left, came);
        assert_eq!(found.verdict == Verdict::Matched, wanted);
        assert_ne!(answer(group, left, came).verdict, Verdict::Matched, "in a file written with care");
    }
}
