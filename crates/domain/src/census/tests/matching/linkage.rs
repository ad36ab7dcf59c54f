//! Matching on invented groups whose truth is known: how much of it is found, and what must hold whatever comes in.

use proptest::prelude::*;

use super::gives_each_member_once;
use crate::census::matching::{BirthDate, Candidate, Person, Row, Verdict, match_rows};
use crate::examples::linkage::{Habits, Invented, Linkage, linkage, tempting_pairs};
use crate::ids::MemberId;

/// How many rows of members are matched to another member or to one they are not, added as new, or asked about.
#[derive(Debug, Default)]
struct Figures {
    wrong: usize,
    missed: usize,
    asked: usize,
}

impl Figures {
    /// Whether none of `found` is more.
    fn hold(&self, found: &Self) -> bool {
        found.wrong <= self.wrong && found.missed <= self.missed && found.asked <= self.asked
    }
}

impl std::iter::Sum for Figures {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), |sum, one| Self {
            wrong: sum.wrong + one.wrong,
            missed: sum.missed + one.missed,
            asked: sum.asked + one.asked,
        })
    }
}

fn figures(group: &Linkage, families: bool) -> Figures {
    let answers = match_rows(&group.rows(families), &group.members(families));
    let mut figures = Figures::default();
    for (answer, truth) in answers.iter().zip(&group.truth) {
        let found = answer.member().map(|member| member.get() as usize);
        match answer.verdict {
            Verdict::Matched => figures.wrong += usize::from(found != *truth),
            Verdict::Undecidable(_) => figures.asked += usize::from(truth.is_some()),
            Verdict::Unmatched => figures.missed += usize::from(truth.is_some()),
        }
    }
    figures
}

#[test]
fn nearly_all_of_an_invented_group_is_found() {
    for (members, noise, families, most) in [
        (5, 2.0, false, Figures { wrong: 0, missed: 0, asked: 1 }),
        (50, 2.0, false, Figures { wrong: 0, missed: 0, asked: 1 }),
        (50, 2.0, true, Figures { wrong: 0, missed: 0, asked: 1 }),
        (500, 1.0, false, Figures { wrong: 1, missed: 0, asked: 7 }),
        (500, 3.0, true, Figures { wrong: 0, missed: 0, asked: 32 }),
    ] {
        let found = (0..3).map(|seed| figures(&linkage(members, Habits::noisy(noise), seed), families)).sum();
        assert!(most.hold(&found), "{members} members, noise {noise}, families {families}: {found:?}, not {most:?}");
    }
}

/// A roster of one and a file of one, and the same among a group; the group's own people are not in question here.
#[test]
fn who_differs_twice_is_never_merged_in_silence() {
    let group = linkage(40, Habits::noisy(1.0), 28);
    let mut merged = Vec::new();
    for (at, pair) in tempting_pairs(1000, 28).iter().enumerate() {
        let (mut members, mut rows) = match at % 4 {
            0 => (group.members(false), group.rows(false)),
            _ => (Vec::new(), Vec::new()),
        };
        members.push(Candidate { id: MemberId(i64::MAX), person: pair.member(), primary: None });
        rows.push(Row { number: u32::MAX, person: pair.row(), primary_row: None, threshold: 0.5 });
        if match_rows(&rows, &members).last().expect("an answer").verdict == Verdict::Matched {
            merged.push(format!(
                "{:?} among {}: {:?} for {:?}",
                pair.stranger,
                members.len(),
                pair.row(),
                pair.member()
            ));
        }
    }
    assert!(merged.is_empty(), "{} merged: {}", merged.len(), merged.join("\n"));
}

/// Of some 150 of them; what is left are sons whose date is one digit from their father's, or missing, and twins of nearly one name.
#[test]
fn relatives_who_come_for_members_are_asked_about() {
    for (members, noise, families, most) in [
        (20, 0.0, false, Figures { wrong: 0, missed: 0, asked: 0 }),
        (50, 1.0, false, Figures { wrong: 0, missed: 0, asked: 1 }),
        (500, 1.0, true, Figures { wrong: 4, missed: 0, asked: 8 }),
        (500, 2.0, false, Figures { wrong: 4, missed: 2, asked: 20 }),
    ] {
        let habits = Habits { replaced: 0.1, ..Habits::noisy(noise) };
        let found = (0..3).map(|seed| figures(&linkage(members, habits, seed), families)).sum();
        assert!(most.hold(&found), "{members} members, noise {noise}, families {families}: {found:?}, not {most:?}");
    }
}

/// Where the sons of a middling group are of one age, several share a day: that makes none of their dates one that nobody has.
#[test]
fn sons_of_one_age_are_not_taken_for_their_fathers() {
    for (members, seed) in [(200, 1), (500, 2), (500, 3), (1000, 4)] {
        let mut group = linkage(members, Habits { replaced: 0.2, ..Habits::noisy(0.0) }, seed);
        let mut day = 0;
        for (row, truth) in group.census.iter_mut().zip(&group.truth) {
            let is_old = |member: &Invented| &member.date_of_birth[6..] < "1985";
            let is_named = |member: &Invented| member.first_name == row.first_name && member.last_name == row.last_name;
            if truth.is_none() && group.roster.iter().any(|member| is_old(member) && is_named(member)) {
                day = (day + 7) % 19;
                row.date_of_birth = format!("09/{:02}/2001", 10 + day);
            }
        }
        let answers = match_rows(&group.rows(false), &group.members(false));
        let is_son = |row: &Invented| row.date_of_birth.starts_with("09/") && row.date_of_birth.ends_with("/2001");
        let strangers = (0..answers.len()).filter(|at| group.truth[*at].is_none() && is_son(&group.census[*at]));
        let sons = strangers.filter(|at| answers[*at].member().is_some()).count();
        let Figures { missed, asked, .. } = figures(&group, false);
        let missed = missed + asked;
        assert!(sons == 0 && missed == 0, "{members} members: {sons} sons, {missed} missed");
    }
}

#[test]
fn a_file_of_another_group_matches_next_to_nobody() {
    let (ours, theirs) = (linkage(300, Habits::noisy(1.0), 1), linkage(300, Habits::noisy(1.0), 2));
    let answers = match_rows(&theirs.rows(true), &ours.members(true));
    let claims = answers.iter().filter(|answer| answer.verdict == Verdict::Matched).count();
    assert!(claims <= 2, "{claims} of {}", answers.len());
}

/// What was found, by the members' ids and the rows' numbers and in no order, with rounded scores.
fn said(rows: &[Row<'_>], members: &[Candidate<'_>]) -> Vec<(u32, Option<MemberId>, String)> {
    let mut said: Vec<_> = match_rows(rows, members)
        .iter()
        .map(|answer| {
            let score = answer.candidates.first().map(|best| (best.score * 1000.0).round());
            (answer.number, answer.member(), format!("{:?} {score:?}", answer.verdict))
        })
        .collect();
    said.sort_by_key(|answer| answer.0);
    said
}

#[test]
fn the_order_of_rows_and_members_does_not_matter() {
    let group = linkage(60, Habits::noisy(3.0), 5);
    let (rows, members) = (group.rows(true), group.members(true));
    let (mut other_rows, mut other_members) = (rows.clone(), members.clone());
    other_rows.reverse();
    other_members.rotate_left(17);
    assert_eq!(said(&rows, &members), said(&other_rows, &other_members));
}

#[test]
fn what_everybody_shares_makes_nothing_quadratic() {
    // One address, phone, mail, date of birth and last name: 2,000 x 2,000 would be four million comparisons of all fields.
    let names: Vec<String> = (0..2000).map(|at| format!("N{at:04}")).collect();
    let person = |first_name| Person {
        first_name,
        last_name: "Same",
        date_of_birth: BirthDate::of(1980, 2, 3),
        email: "all@work.example",
        cell_phone: "6145550100",
        address_line1: "1 Company Road",
        zip_code: "45402",
        ..Person::default()
    };
    let members: Vec<_> = (0..)
        .zip(&names)
        .map(|(id, name)| Candidate { id: MemberId(id), person: person(name), primary: None })
        .collect();
    let rows: Vec<_> = (1..)
        .zip(&names)
        .map(|(number, name)| Row { number, person: person(name), primary_row: None, threshold: 0.5 })
        .collect();
    let found = match_rows(&rows, &members).iter().filter(|answer| answer.member().is_some()).count();
    assert!(found > 1900, "{found}");
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![Just(String::new()), "[a-cA-C'. -]{0,6}", "\\PC{0,12}", "[0-9/#-]{0,12}", Just("x".repeat(5000))]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn whatever_comes_in_gives_scores_and_no_member_twice(
        left in prop::collection::vec(prop::collection::vec(text(), 12), 0..8),
        right in prop::collection::vec(prop::collection::vec(text(), 12), 0..8),
        threshold in 0.0..=1.0_f64,
    ) {
        fn person(cells: &[String]) -> Person<'_> {
            Person {
                unique_id: &cells[0],
                other_member_id: &cells[1],
                first_name: &cells[2],
                last_name: &cells[3],
                date_of_birth: BirthDate::read(&cells[4]),
                gender: Some(cells[5].len() as i16),
                email: &cells[6],
                cell_phone: &cells[7],
                address_line1: &cells[8],
                address_line2: &cells[9],
                zip_code: &cells[10],
                relationship: &cells[11],
                ..Person::default()
            }
        }
        let rows: Vec<_> = (1..).zip(&left).map(|(number, cells)| Row {
            number, person: person(cells), primary_row: (number % 3 == 0).then_some(number / 2), threshold,
        }).collect();
        let members: Vec<_> = (1..).zip(&right).map(|(id, cells)| Candidate {
            id: MemberId(id), person: person(cells), primary: (id % 3 == 0).then_some(MemberId(id / 2)),
        }).collect();
        let answers = match_rows(&rows, &members);
        prop_assert_eq!(answers.len(), rows.len());
        prop_assert!(gives_each_member_once(&answers));
        for answer in &answers {
            prop_assert_eq!(answer.candidates.is_empty(), answer.verdict == Verdict::Unmatched);
            for candidate in &answer.candidates {
                prop_assert!((0.0..=1.0).contains(&candidate.score));
                prop_assert!(answer.verdict != Verdict::Matched || candidate.score >= threshold);
                prop_assert!(members.iter().any(|member| member.id == candidate.member));
            }
        }
    }
}
