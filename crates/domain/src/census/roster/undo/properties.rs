//! Two files, somebody in between, and both files undone, against the simplest model there is: the roster as it was kept aside.

use std::collections::BTreeMap;

use chrono::Days;
use proptest::prelude::*;

use super::*;
use crate::StatusChangeId;
use crate::census::field::Field;
use crate::census::roster::apply::{PricingCodes, changed};
use crate::census::roster::changes::FieldChange;
use crate::examples::{TODAY, member_details};
use crate::members::Status;
use crate::members::status::CountDelta;

const DAYS: u64 = 200;
const CITIES: [&str; 3] = ["Dayton", "Troy", "Lima"];

fn day(number: u64) -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 3, 1).unwrap() + Days::new(number)
}

/// What a file says of a member: another city, another last name, and a status from a day.
type Row = (usize, Option<usize>, Option<bool>, Option<(bool, u64)>);

fn row() -> impl Strategy<Value = Row> {
    (
        0..6_usize,
        prop::option::of(0..3_usize),
        prop::option::of(any::<bool>()),
        prop::option::of((any::<bool>(), 0..DAYS)),
    )
}

#[derive(Debug, Clone)]
enum Step {
    File(Vec<Row>, Vec<u64>),
    Somebody(usize, usize),
    /// The file made last that is not undone.
    Undo,
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        3 => (prop::collection::vec(row(), 0..6), prop::collection::vec(0..DAYS, 0..2)).prop_map(|(rows, made)| Step::File(rows, made)),
        1 => (0..6_usize, 0..3_usize).prop_map(|(who, city)| Step::Somebody(who, city)),
        2 => Just(Step::Undo),
    ]
}

#[derive(Debug, Clone, PartialEq)]
struct Person {
    details: MemberDetails,
    timeline: Timeline,
    version: i32,
    /// What the versions that undoing wrote stand for.
    stands_for: BTreeMap<i32, i32>,
}

/// What counts of a person: all but how it came about.
#[derive(Debug, Clone, PartialEq)]
struct Seen(MemberDetails, Vec<Option<Status>>);

impl Person {
    fn active_from(on: u64) -> Self {
        let mut person =
            Self { details: member_details(), timeline: Timeline::default(), version: 1, stands_for: BTreeMap::new() };
        person.turn(&Timeline::begin(day(on), TODAY), &mut Vec::new());
        person
    }

    fn seen(&self) -> Seen {
        Seen(self.details.clone(), (0..DAYS + 60).map(|number| self.timeline.status_on(day(number))).collect())
    }

    fn turn(&mut self, write: &StatusWrite, counts: &mut Vec<CountDelta>) {
        counts.extend(&write.deltas);
        let free = self.timeline.changes().iter().map(|change| change.id.get()).max().unwrap_or(0) + 1;
        self.timeline = self.timeline.after(write, StatusChangeId(free));
    }

    fn standing(&self) -> i32 {
        self.stands_for.get(&self.version).copied().unwrap_or(self.version)
    }
}

struct Change {
    who: usize,
    kind: ChangeKind,
    before: Option<Before>,
    version_after: i32,
}

#[derive(Default)]
struct Roster {
    people: Vec<Person>,
    counts: Vec<CountDelta>,
}

impl Roster {
    fn process(&mut self, rows: &[Row], made: &[u64]) -> Vec<Change> {
        let rows: BTreeMap<usize, &Row> = rows.iter().map(|row| (row.0 % self.people.len(), row)).collect();
        let mut did: Vec<Change> = rows.into_iter().filter_map(|(who, row)| self.apply(who, row)).collect();
        for on in made {
            did.push(Change { who: self.people.len(), kind: ChangeKind::Created, before: None, version_after: 1 });
            let mut person = Person::active_from(*on);
            self.counts.extend(Timeline::begin(day(*on), TODAY).deltas);
            person.details.unique_id = Some(format!("N-{}", self.people.len()));
            self.people.push(person);
        }
        did
    }

    fn apply(&mut self, who: usize, (_, city, married, status): &Row) -> Option<Change> {
        let person = &mut self.people[who];
        let text = |text: &str| Some(text.to_owned());
        let mut fields = Vec::new();
        if let Some(city) = city.map(|city| CITIES[city]).filter(|city| person.details.city.as_deref() != Some(city)) {
            fields.push(FieldChange { field: Field::City, old: person.details.city.clone(), new: text(city) });
        }
        let name = married.map(|married| if married { "Zorn" } else { "Barrowby" });
        if let Some(name) = name.filter(|name| person.details.last_name != *name) {
            fields.push(FieldChange { field: Field::LastName, old: text(&person.details.last_name), new: text(name) });
        }
        let wanted = status.map(|(active, on)| (if active { Status::Active } else { Status::InActive }, on));
        let write = wanted.and_then(|(status, on)| Some((status, person.timeline.change_by(status, day(on), TODAY)?)));
        if fields.is_empty() && write.is_none() {
            return None;
        }
        let turn = write.as_ref().map(|(_, write)| write);
        let before = Before::of(&fields, &person.details, None, &person.timeline, turn);
        let kind = match write {
            Some((Status::Active, _)) => ChangeKind::Reactivated,
            Some((Status::InActive, _)) => ChangeKind::Terminated,
            None => ChangeKind::Updated,
        };
        person.details = changed(&person.details, &fields, &PricingCodes::default());
        if let Some((_, write)) = &write {
            person.turn(write, &mut self.counts);
        }
        person.version += 1;
        Some(Change { who, kind, before: Some(before), version_after: person.version })
    }

    /// Undoes a file backwards, and gives who was kept.
    fn undo(&mut self, did: &[Change]) -> Vec<usize> {
        let mut kept = Vec::new();
        for change in did.iter().rev() {
            let person = &mut self.people[change.who];
            let touched = Touched {
                kind: change.kind,
                before: change.before.as_ref(),
                version_after: change.version_after,
                version: person.standing(),
                by_later_file: false,
                details: &person.details,
                primary: None,
                timeline: &person.timeline,
            };
            let Ok(back) = touched.put_back(TODAY) else {
                kept.push(change.who);
                continue;
            };
            person.details = back.details;
            if let Some(write) = &back.status {
                person.turn(write, &mut self.counts);
            }
            person.version += 1;
            let before = change.version_after - 1;
            let stands_for = person.stands_for.get(&before).copied().unwrap_or(before);
            person.stands_for.insert(person.version, stands_for);
        }
        kept
    }

    /// Members and active members on a day, by the counters.
    fn counted(&self, on: NaiveDate) -> (i32, i32) {
        let until = self.counts.iter().filter(|delta| delta.day <= on);
        until.fold((0, 0), |(total, active), delta| (total + delta.total, active + delta.active))
    }
}

/// A file on the stack of those that may be undone, and the roster before it.
struct Processed {
    did: Vec<Change>,
    before: Vec<Seen>,
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]
    #[test]
    fn files_that_are_undone_leave_everybody_as_they_were_whom_nobody_has_changed(
        people in prop::collection::vec(0..DAYS, 1..6),
        steps in prop::collection::vec(step(), 1..10),
    ) {
        let mut roster = Roster::default();
        for on in &people {
            roster.counts.extend(Timeline::begin(day(*on), TODAY).deltas);
            roster.people.push(Person::active_from(*on));
        }
        let mut stack: Vec<Processed> = Vec::new();
        // Whom somebody has changed since a file; each file looks at those behind it.
        let mut touched: Vec<(usize, usize)> = Vec::new();
        for step in &steps {
            match step {
                Step::File(rows, made) => {
                    let before = roster.people.iter().map(Person::seen).collect();
                    let did = roster.process(rows, made);
                    stack.push(Processed { did, before });
                }
                Step::Somebody(who, city) => {
                    let who = who % roster.people.len();
                    let person = &mut roster.people[who];
                    person.details.city = Some(CITIES[*city].to_owned());
                    person.version += 1;
                    touched.push((who, stack.len()));
                }
                Step::Undo => {
                    let Some(file) = stack.pop() else { continue };
                    let now: Vec<Seen> = roster.people.iter().map(Person::seen).collect();
                    let kept = roster.undo(&file.did);
                    let is_touched = |who: usize| touched.iter().any(|(each, height)| *each == who && *height > stack.len());
                    for change in &file.did {
                        prop_assert_eq!(kept.contains(&change.who), is_touched(change.who));
                    }
                    // Who is kept is as good as changed for the files below.
                    touched.extend(kept.iter().map(|who| (*who, stack.len())));
                    touched.iter_mut().for_each(|(_, height)| *height = (*height).min(stack.len()));
                    for (who, person) in roster.people.iter().enumerate() {
                        let is_kept = kept.contains(&who);
                        let did = file.did.iter().any(|change| change.who == who);
                        let wanted = match file.before.get(who) {
                            Some(before) if did && !is_kept => before.clone(),
                            None if did && !is_kept => {
                                let mut made = now[who].clone();
                                made.0.unique_id = None;
                                made.1.fill(None);
                                made
                            }
                            _ => now[who].clone(),
                        };
                        prop_assert_eq!(person.seen(), wanted, "{} after {:?}", who, step);
                    }
                }
            }
            for on in (0..DAYS + 60).map(day) {
                let active = roster.people.iter().filter(|person| person.timeline.is_active_on(on)).count() as i32;
                prop_assert_eq!(roster.counted(on), (roster.people.len() as i32, active), "{:?} on {}", step, on);
            }
        }
    }
}
