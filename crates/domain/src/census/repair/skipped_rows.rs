//! Whom a row that was set aside seems to be: an unreadable row must never look like an absence (rules.md#unreadable-row).
//!
//! A person leaves a row out because it cannot be read or decided, not because the one it names has gone. Whoever such a row is, or may
//! be, is therefore not ended for being absent, until somebody says so; nor is the employee of a dependent, who may stand in that row
//! alone, beside.

use std::collections::HashMap;

use chrono::NaiveDate;

use crate::MemberId;
use crate::census::keys::{id_key, name_key, person_key};
use crate::census::matching::{Candidate, Matcher, Row, Verdict};
use crate::census::people::record::Record;
use crate::census::roster::plan::{RosterMember, of_member, of_record};

/// A row is somebody from here on, as it is where it is valid; who may be it is asked about below.
const THRESHOLD: f64 = 0.5;
const UNIQUE_ID: u8 = 1;
const OTHER_ID: u8 = 2;

/// Takes in the rows that were set aside, then the members of the group.
#[derive(Default)]
pub struct Aside {
    matcher: Matcher,
    rows: Vec<u32>,
    /// The rows that bear an id, a name, or one part of a name with a birth date.
    called: HashMap<u64, Vec<u32>>,
    /// Members of the same, by row.
    alike: HashMap<u32, Vec<MemberId>>,
    /// The rows that bear a last name or a birth date.
    faintly: HashMap<u64, Vec<u32>>,
    /// Members who have that alone in common, by row.
    resembling: HashMap<u32, Vec<MemberId>>,
    primaries: HashMap<MemberId, MemberId>,
    /// The rows that name an employee beside their person, by the key of the name.
    beside: HashMap<u64, Vec<u32>>,
    /// Employees so named, by row.
    employees: HashMap<u32, Vec<MemberId>>,
}

/// Whom the rows seem to be.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Recognised {
    /// For each member the first such row.
    pub members: HashMap<MemberId, u32>,
    /// The rows that seem to be nobody of the group, in order: who they are cannot be known.
    pub nobody: Vec<u32>,
}

impl Aside {
    /// Takes in a row that was set aside, as far as it could be read.
    pub fn add_row(&mut self, record: &Record) {
        let (number, threshold) = (record.number, THRESHOLD);
        self.matcher.add_row(&Row { number, person: of_record(record), primary_row: record.primary_row, threshold });
        let (first, last) = (record.first_name.text(), record.last_name.text());
        let (unique, other) = (record.unique_id.text(), record.other_member_id.text());
        for key in keys(first, last, record.date_of_birth, [unique, other]) {
            self.called.entry(key).or_default().push(number);
        }
        for key in faint_keys(last, record.date_of_birth) {
            self.faintly.entry(key).or_default().push(number);
        }
        self.rows.push(number);
    }

    /// Takes in the employee that a row names beside its person, where the row was set aside, as [`crate::census::source::RawRow::employee`]
    /// has the name.
    pub fn add_employee(&mut self, row: u32, name: u64) {
        self.beside.entry(name).or_default().push(row);
    }

    /// Takes in a member of the group, whatever the status, once all rows are in.
    pub fn add_member(&mut self, member: &RosterMember) {
        let details = &member.details;
        self.matcher.add_member(&Candidate { id: member.id, person: of_member(details), primary: member.primary });
        self.primaries.extend(member.primary.map(|primary| (member.id, primary)));
        if member.primary.is_none() && !self.beside.is_empty() {
            let name = name_key(&details.first_name, &details.last_name);
            for row in self.beside.get(&name).into_iter().flatten() {
                self.employees.entry(*row).or_default().push(member.id);
            }
        }
        let ids = [&details.unique_id, &details.other_member_id].map(|id| id.as_deref().unwrap_or_default());
        let born = Some(details.date_of_birth);
        for key in keys(&details.first_name, &details.last_name, born, ids) {
            for row in self.called.get(&key).into_iter().flatten() {
                self.alike.entry(*row).or_default().push(member.id);
            }
        }
        for key in faint_keys(&details.last_name, born) {
            for row in self.faintly.get(&key).into_iter().flatten() {
                self.resembling.entry(*row).or_default().push(member.id);
            }
        }
    }

    /// Returns the members that the rows seem to be: by all they say together, by the same id, by the same name or a part of it with the birth
    /// date. A row without such a member keeps those of its last name or birth date.
    pub fn settle(mut self) -> Recognised {
        let answers = self.matcher.settle();
        let mut found: HashMap<u32, Vec<MemberId>> = HashMap::new();
        for answer in answers.answers() {
            let members = found.entry(answer.number).or_default();
            members.extend(answer.candidates.iter().map(|one| one.member));
            if answer.verdict != Verdict::Matched {
                members.extend(self.alike.remove(&answer.number).into_iter().flatten());
            }
        }
        let mut recognised = Recognised::default();
        self.rows.sort_unstable();
        for row in self.rows {
            let employees = self.employees.remove(&row).into_iter().flatten();
            employees.for_each(|member| _ = recognised.members.entry(member).or_insert(row));
            let mut members = found.remove(&row).unwrap_or_default();
            if members.is_empty() {
                members.extend(self.resembling.remove(&row).into_iter().flatten());
            }
            if members.is_empty() {
                recognised.nobody.push(row);
            }
            let with_primary = |member| [Some(member), self.primaries.get(&member).copied()];
            let all = members.into_iter().flat_map(with_primary).flatten();
            all.for_each(|member| _ = recognised.members.entry(member).or_insert(row));
        }
        recognised
    }
}

fn keys<'a>(
    first: &'a str,
    last: &'a str,
    born: Option<NaiveDate>,
    [unique, other]: [&'a str; 2],
) -> impl Iterator<Item = u64> {
    let id = |space, id: &str| (!id.trim().is_empty()).then(|| id_key(space, id));
    let (has_first, has_last) = (!first.trim().is_empty(), !last.trim().is_empty());
    let name = (has_first && has_last).then(|| name_key(first, last));
    let with_birth =
        |first: &str, last: &str, is_told: bool| born.filter(|_| is_told).map(|born| person_key(first, last, born));
    let parts = [with_birth(first, "", has_first), with_birth("", last, has_last)];
    id(UNIQUE_ID, unique).into_iter().chain(id(OTHER_ID, other)).chain(name).chain(parts.into_iter().flatten())
}

fn faint_keys(last: &str, born: Option<NaiveDate>) -> impl Iterator<Item = u64> {
    let name = (!last.trim().is_empty()).then(|| name_key("", last));
    name.into_iter().chain(born.map(|born| person_key("", "", born)))
}
