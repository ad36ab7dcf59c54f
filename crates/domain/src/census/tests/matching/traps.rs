//! Cases that have misled matchers, each among groups of several sizes.

use crate::census::matching::{BirthDate, Candidate, Caution, Doubt, Person, Row, RowMatch, Verdict, match_rows};
use crate::examples::linkage::{Habits, Linkage, linkage};
use crate::ids::MemberId;

/// Somebody in a trap: given name, family name, date of birth, role and what else he has.
type Who = (&'static str, &'static str, &'static str, &'static str, Has);

/// What the people of a trap have; the family's address, phone and mail unless it says otherwise.
#[derive(Clone, Copy, PartialEq)]
enum Has {
    Home,
    /// Lives elsewhere, with other phones and mail.
    Elsewhere,
    /// Lives elsewhere, with the same phone and mail.
    Moved,
    /// The family's home, but no phone and no mail.
    HomeOnly,
    Nothing,
}
use Has::{Elsewhere, Home, HomeOnly, Moved, Nothing};

/// What is expected of a row.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Is {
    /// The member at this place of the trap.
    Member(usize),
    Nobody,
    /// Nobody, or for a person to say.
    NotClaimed,
    Doubt(Doubt),
    /// The member, with a warning.
    Warned(usize, Caution),
}

struct Trap {
    name: &'static str,
    roster: &'static [Who],
    census: &'static [(Who, Is)],
}

const TRAPS: &[Trap] = &[
    Trap {
        name: "a namesake is hired as the member leaves",
        roster: &[("Robert", "Halwick", "03/14/1961", "EE", Home)],
        census: &[(("Robert", "Halwick", "09/02/1990", "EE", Elsewhere), Is::Nobody)],
    },
    Trap {
        name: "a newborn comes as an aged-out child goes",
        roster: &[("Maria", "Ketling", "04/05/1975", "EE", Home), ("Jonas", "Ketling", "06/07/1999", "CH", HomeOnly)],
        census: &[
            (("Maria", "Ketling", "04/05/1975", "EE", Home), Is::Member(0)),
            (("Clara", "Ketling", "02/20/2026", "CH", HomeOnly), Is::Nobody),
        ],
    },
    Trap {
        name: "a new spouse comes for the former",
        roster: &[("Peter", "Ambrough", "01/02/1970", "EE", Home), ("Ines", "Ambrough", "03/04/1972", "SP", Home)],
        census: &[
            (("Peter", "Ambrough", "01/02/1970", "EE", Home), Is::Member(0)),
            (("Selma", "Ambrough", "11/30/1981", "SP", Home), Is::Nobody),
        ],
    },
    Trap {
        name: "father and son, the son's date missing",
        roster: &[("Carl", "Denworth", "05/05/1955", "EE", Home), ("Carl", "Denworth", "08/09/1988", "CH", Home)],
        census: &[
            (("Carl", "Denworth", "05/05/1955", "EE", Home), Is::Member(0)),
            (("Carl", "Denworth", "", "CH", Home), Is::Member(1)),
        ],
    },
    Trap {
        name: "senior and junior",
        roster: &[("John", "Elford Sr", "05/05/1955", "EE", Home), ("John", "Elford Jr", "08/09/1985", "CH", Home)],
        census: &[
            (("John", "Elford Jr.", "08/09/1985", "CH", Home), Is::Member(1)),
            (("John", "Elford Sr.", "05/05/1955", "EE", Home), Is::Member(0)),
        ],
    },
    Trap {
        name: "look-alike twins, one misspelled",
        roster: &[("Jayla", "Fenton", "07/08/2012", "CH", Home), ("Kayla", "Fenton", "07/08/2012", "CH", Home)],
        census: &[
            (("Kaila", "Fenton", "07/08/2012", "CH", Home), Is::Warned(1, Caution::MayBeTwin)),
            (("Jayla", "Fenton", "07/08/2012", "CH", Home), Is::Member(0)),
        ],
    },
    Trap {
        name: "married and moved",
        roster: &[("Josephine", "Garlow", "10/11/1993", "EE", Home)],
        census: &[(("Josephine", "Torworth", "10/11/1993", "EE", Moved), Is::Member(0))],
    },
    Trap {
        name: "a nickname without a date",
        roster: &[("Elizabeth", "Harlow", "10/11/1983", "EE", Home)],
        census: &[(("Betsy", "Harlow", "", "EE", Home), Is::Member(0))],
    },
    Trap {
        name: "names and day and month exchanged, and moved",
        roster: &[("Vincent", "Ilford", "03/07/1979", "EE", Home)],
        census: &[(("Ilford", "Vincent", "07/03/1979", "EE", Moved), Is::Doubt(Doubt::Contradicted))],
    },
    Trap {
        name: "slips in both names and in the date",
        roster: &[("Katherine", "Kelworth", "03/27/1979", "EE", Home)],
        census: &[(("Katherin", "Kelwroth", "03/27/1976", "EE", Home), Is::Doubt(Doubt::Contradicted))],
    },
    Trap {
        name: "an initial and the first of January",
        roster: &[("Samuel", "Lanwick", "03/27/1979", "EE", Home)],
        census: &[(("S", "Lanwick", "01/01/1979", "EE", Home), Is::Doubt(Doubt::Contradicted))],
    },
    Trap {
        name: "the same person twice in the file",
        roster: &[("Nora", "Marby", "02/17/1979", "EE", Home)],
        census: &[
            (("Nora", "Marby", "02/17/1979", "EE", Home), Is::Doubt(Doubt::SeveralRows)),
            (("Nora", "Marby", "02/17/1979", "EE", Home), Is::Doubt(Doubt::SeveralRows)),
        ],
    },
    Trap {
        name: "two equal members",
        roster: &[("Otis", "Norwick", "02/17/1979", "EE", Home), ("Otis", "Norwick", "02/17/1979", "EE", Home)],
        census: &[(("Otis", "Norwick", "02/17/1979", "EE", Home), Is::Doubt(Doubt::SeveralMembers))],
    },
    Trap {
        name: "who shares mail and phone only is nobody",
        roster: &[("Paula", "Orford", "02/17/1979", "EE", Home)],
        census: &[(("Quentin", "Pelham", "12/01/1991", "SP", Home), Is::Nobody)],
    },
    Trap {
        name: "only name and date are known",
        roster: &[("Ruth", "Quinby", "02/17/1979", "EE", Nothing)],
        census: &[(("Ruth", "Quinby", "02/17/1979", "EE", Nothing), Is::Member(0))],
    },
    Trap {
        name: "a son for his father",
        roster: &[("Simon", "Rinford", "02/17/1959", "EE", Home)],
        census: &[(("Simon", "Rinford", "08/28/1989", "EE", Home), Is::Doubt(Doubt::ParentOrChild))],
    },
    Trap {
        name: "a son for his father, of whom the file says the address alone",
        roster: &[("Simon", "Rinford", "02/17/1959", "EE", Home)],
        census: &[(("Simon", "Rinford", "08/28/1989", "EE", HomeOnly), Is::Doubt(Doubt::ParentOrChild))],
    },
    Trap {
        name: "a wrong digit in the decade: the file cannot tell, but warns",
        roster: &[("Simon", "Rinford", "02/17/1959", "EE", Home)],
        census: &[(("Simon", "Rinford", "02/17/1989", "EE", Home), Is::Warned(0, Caution::MayBeParentOrChild))],
    },
    Trap {
        name: "a cousin named after him, of nearly the same age",
        roster: &[("Simon", "Rinford", "02/17/2000", "EE", Home)],
        census: &[(("Simon", "Rinford III", "09/09/2004", "EE", Home), Is::Doubt(Doubt::ParentOrChild))],
    },
    Trap {
        name: "a son for his father, named after him",
        roster: &[("Simon", "Rinford", "02/17/1959", "EE", Home)],
        census: &[(("Simon", "Rinford Jr", "08/28/1989", "EE", Home), Is::Doubt(Doubt::ParentOrChild))],
    },
    Trap {
        name: "a grandson for his grandfather, named after him",
        roster: &[("Simon", "Rinford Sr", "02/17/1959", "EE", Home)],
        census: &[(("Simon", "Rinford III", "08/28/2004", "EE", Home), Is::Doubt(Doubt::ParentOrChild))],
    },
    Trap {
        name: "a suffix that somebody begins to write, and a slip in the year",
        roster: &[("Simon", "Rinford", "02/17/1959", "EE", Home)],
        census: &[(("Simon", "Rinford Jr", "02/17/1958", "EE", Home), Is::Doubt(Doubt::Contradicted))],
    },
    Trap {
        name: "a twin for a twin",
        roster: &[("Tara", "Selby", "02/17/2009", "CH", Home)],
        census: &[(("Olga", "Selby", "02/17/2009", "CH", Home), Is::Doubt(Doubt::Twin))],
    },
    Trap {
        name: "a twin for a twin, the family name misspelled",
        roster: &[("Tara", "Selworth", "02/17/2009", "CH", Home)],
        census: &[(("Olga", "Selwroth", "02/17/2009", "CH", Home), Is::Doubt(Doubt::Twin))],
    },
    Trap {
        name: "a nickname with a slip in the year",
        roster: &[("Elizabeth", "Harlow", "10/11/1983", "EE", Home)],
        census: &[(("Betsy", "Harlow", "10/11/1988", "EE", Home), Is::Doubt(Doubt::Contradicted))],
    },
    Trap {
        name: "a son for his father, in another relationship",
        roster: &[("Ulrich", "Tamworth", "02/17/1959", "EE", HomeOnly)],
        census: &[(("Ulrich", "Tamworth", "08/28/1989", "CH", HomeOnly), Is::NotClaimed)],
    },
];

const HOME_MAIL: &str = "lantern77@mail.example";
const HOME_PHONE: &str = "9375550177";

fn person(who: &Who) -> Person<'static> {
    let (first_name, last_name, born, relationship, has) = *who;
    let bare =
        Person { first_name, last_name, date_of_birth: BirthDate::read(born), relationship, ..Person::default() };
    match has {
        Nothing => bare,
        Elsewhere => Person {
            address_line1: "9107 Varnish Court",
            city: "Ulby",
            state: "KY",
            zip_code: "40127",
            email: "somebody.else@mail.example",
            cell_phone: "2705550188",
            ..bare
        },
        Moved => {
            Person { email: HOME_MAIL, home_phone: HOME_PHONE, ..person(&(who.0, who.1, who.2, who.3, Elsewhere)) }
        }
        Home | HomeOnly => Person {
            address_line1: "77 Lantern Street",
            city: "Wynford",
            state: "OH",
            zip_code: "45999",
            email: if has == Home { HOME_MAIL } else { "" },
            home_phone: if has == Home { HOME_PHONE } else { "" },
            ..bare
        },
    }
}

/// The first member of a trap has this id, the others those behind it.
const FIRST_ID: i64 = 1_000_000;
const FIRST_ROW: u32 = 1_000_000;

fn answers(trap: &Trap, group: &Linkage) -> Vec<RowMatch> {
    let mut members = group.members(true);
    let mut rows = group.rows(true);
    members.extend((FIRST_ID..).zip(trap.roster).map(|(id, who)| Candidate {
        id: MemberId(id),
        person: person(who),
        primary: Some(MemberId(FIRST_ID)),
    }));
    rows.extend((FIRST_ROW..).zip(trap.census).map(|(number, (who, _))| Row {
        number,
        person: person(who),
        primary_row: Some(FIRST_ROW),
        threshold: 0.5,
    }));
    match_rows(&rows, &members).into_iter().filter(|answer| answer.number >= FIRST_ROW).collect()
}

fn found(answer: &RowMatch) -> Is {
    match (answer.verdict, answer.candidates.first()) {
        (Verdict::Undecidable(doubt), _) => Is::Doubt(doubt),
        (Verdict::Matched, Some(best)) => {
            let place = usize::try_from(best.member.get() - FIRST_ID).unwrap_or(usize::MAX);
            best.caution.map_or(Is::Member(place), |caution| Is::Warned(place, caution))
        }
        _ => Is::Nobody,
    }
}

#[test]
fn a_twin_of_the_other_sex_is_asked_about() {
    let girl = |name| Person { gender: Some(2), ..person(&(name, "Selby", "02/17/2009", "CH", Home)) };
    let boy = Person { gender: Some(1), ..person(&("Oskar", "Selby", "02/17/2009", "CH", Home)) };
    for size in [0, 40, 200] {
        let group = linkage(size, Habits::noisy(1.0), 11);
        for (who, wanted) in [
            (boy, Is::Doubt(Doubt::Twin)),
            (girl("Tahra"), Is::Warned(0, Caution::MayBeTwin)),
            (girl("Traa"), Is::Member(0)),
        ] {
            let (mut members, mut rows) = (group.members(true), group.rows(true));
            members.push(Candidate { id: MemberId(FIRST_ID), person: girl("Tara"), primary: None });
            rows.push(Row { number: FIRST_ROW, person: who, primary_row: None, threshold: 0.5 });
            let answers = match_rows(&rows, &members);
            let answer = answers.iter().find(|answer| answer.number == FIRST_ROW).expect("an answer");
            assert_eq!(found(answer), wanted, "{who:?} among {size}");
        }
    }
}

#[test]
fn no_trap_misleads_in_a_group_of_any_size() {
    let mut misled = Vec::new();
    for size in [0, 5, 40, 200] {
        let group = linkage(size, Habits::noisy(1.0), 11);
        for trap in TRAPS {
            for (answer, (_, wanted)) in answers(trap, &group).iter().zip(trap.census) {
                let not_claimed = *wanted == Is::NotClaimed && answer.member().is_none();
                if found(answer) != *wanted && !not_claimed {
                    let shown = answer.candidates.first().map(|best| (best.score, &best.reasons));
                    misled.push(format!("{} among {size}: {:?}, not {wanted:?}; {shown:?}", trap.name, found(answer)));
                }
            }
        }
    }
    assert!(misled.is_empty(), "{}", misled.join("\n"));
}
