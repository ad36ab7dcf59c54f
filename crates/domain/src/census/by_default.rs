//! Whether people who become employees because nothing says who they are may be dependents of others (rules.md#employees-by-default).
//!
//! The net knows no words. It looks at age, ids, numbers, homes and places in the list, and asks one question a file.

use std::cmp::Ordering;
use std::collections::HashSet;

use chrono::NaiveDate;

use crate::census::cells::is_digits;
use crate::census::families::Home;
use crate::census::findings::questions::{Question, QuestionKind};
use crate::census::keys::{KeyMap, id_key};
use crate::census::people::record::Record;
use crate::text::fold;

/// An employee is so many years old at least.
const WORKING_AGE: u32 = 16;

/// A suffix of an id has so many characters at most.
const LONGEST_SUFFIX: usize = 2;

/// A number of digits alone is an id with one more digit behind it where it has so many digits at least.
const FEWEST_DIGITS: usize = 4;

/// A social security number, whose owner's dependents may have it with one more digit behind it.
const SSN: usize = 9;

/// Weak evidence of two people at least counts where they are one in so many.
const SHARE: usize = 5;

/// A list is known to be sorted where the last name changes so many times and always rises.
const FEWEST_NAMES: usize = 4;

/// So many rows of so many stand below a namesake only where families do.
const IN_FAMILIES: (usize, usize) = (1, 3);

/// So many times two neighbours share the beginning of their ids by no chance.
const FEWEST_FAMILIES: usize = 2;

/// A family has so many rows at most that stand together.
const LONGEST_RUN: usize = 6;

/// So many people at most wait for a later row with the beginning of their id.
const MOST_WAITING: usize = 50_000;

/// The question names so many people.
const NAMED: usize = 3;

/// A row, as far as it may show that its person or another one is a dependent.
#[derive(Debug, Clone)]
pub struct ShownRow {
    line: u64,
    number: u32,
    primary_row: Option<u32>,
    is_dependent: bool,
    /// Whether it says who it is.
    says: bool,
    /// Whether it makes a new member.
    is_new: bool,
    /// Whether that is an employee although it does not say so.
    is_by_default: bool,
    called: String,
    last_name: String,
    home: Home,
    age: Option<u32>,
    id: String,
    /// The keys of its family's number and SSN.
    shared: [Option<u64>; 2],
    /// The keys of its phones and its e-mail address.
    contacts: [Option<u64>; 3],
}

impl ShownRow {
    /// What a row shows; `is_new` says that it makes a member.
    pub fn of(record: &Record, is_new: bool, today: NaiveDate) -> Self {
        let (first, last) = (record.first_name.text(), record.last_name.text());
        Self {
            line: record.line,
            number: record.number,
            primary_row: record.primary_row,
            is_dependent: record.is_dependent(),
            says: record.says_type(),
            is_new,
            is_by_default: is_new && !record.says_type(),
            called: format!("{first} {last}"),
            last_name: fold(last),
            home: Home::of(record),
            age: record.date_of_birth.and_then(|born| today.years_since(born)),
            id: fold(record.unique_id.text()),
            shared: [
                record.family_id.value().map(|text| id_key(b'f', text)),
                record.ssn.as_ref().map(|ssn| id_key(b's', ssn.digits())),
            ],
            contacts: [&record.cell_phone, &record.home_phone, &record.email]
                .map(|contact| contact.value().map(|text| id_key(b'c', text))),
        }
    }
}

/// By what a person may be a dependent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Evidence {
    /// Enough alone.
    Strong,
    /// Two of these are enough, or one each of several people.
    Weak,
    /// The row stands below one of the same last name, which tells nothing in a list that is sorted by it.
    Below,
    /// The row has the phone or the e-mail address of another one, which tells nothing where most share one.
    Contact,
    /// The row has no id, which tells nothing where most have none.
    NoId,
}

/// A person who becomes an employee by default.
#[derive(Debug)]
struct Suspect {
    line: u64,
    number: u32,
    called: String,
    last_name: u64,
    /// Which run of rows with one last name it stands in.
    run: usize,
    evidence: Vec<(Evidence, String)>,
    /// The ids that the own one may be with a suffix behind.
    bases: Vec<Base>,
}

/// An id without its suffix.
#[derive(Debug, Clone, Copy)]
struct Base {
    key: u64,
    /// Whether the suffix is set apart, so that another row with the same base may be of the family.
    is_apart: bool,
    /// Whether only people of one last name have such ids.
    needs_name: bool,
}

/// The first row with a number.
#[derive(Debug, Clone, Copy)]
struct Bearer {
    line: u64,
    number: u32,
    is_by_default: bool,
}

/// Collects what the rows of a file show, in their order.
#[derive(Debug, Default)]
pub struct ByDefault {
    suspects: Vec<Suspect>,
    /// How many become employees by default.
    count: usize,
    /// How many rows of employees there are, and how many of them have no id.
    rows: usize,
    without_id: usize,
    /// How many say that they are employees'.
    saying: usize,
    /// Rows with dependents.
    holders: HashSet<u32>,
    /// The lines of employees by their ids, and by ids without suffix, with the last name.
    ids: KeyMap<(u64, u64)>,
    bases: KeyMap<(u64, u64)>,
    /// The lines of employees by the numbers of families and by last names with addresses.
    numbers: KeyMap<Bearer>,
    homes: KeyMap<u64>,
    /// The lines of rows by phones and e-mail addresses.
    contacts: KeyMap<u64>,
    /// How often the base of an id stands in a row and in the one above, for bases of which the row above that has another.
    families_by_id: usize,
    above_base: Option<u64>,
    above_line: u64,
    /// The last name and the address of the row above.
    above: Option<(String, u64)>,
    /// The run of rows with one last name, its length so far, and the runs that are longer than a family.
    run: usize,
    length: usize,
    long_runs: HashSet<usize>,
    /// How often the last name rises from row to row, and how often it falls.
    rises: usize,
    falls: usize,
}

impl ByDefault {
    /// Takes in a row.
    pub fn add(&mut self, row: ShownRow) {
        self.holders.extend(row.primary_row);
        if row.is_dependent {
            return;
        }
        if self.above.as_ref().is_none_or(|(above, _)| *above != row.last_name) {
            (self.run, self.length) = (self.run + 1, 0);
        }
        let bases = if row.is_by_default { bases(&row.id) } else { Vec::new() };
        self.count += usize::from(row.is_by_default);
        if row.is_new {
            let evidence = self.evidence_against(&row);
            let may_have_base = !bases.is_empty() && self.suspects.len() < MOST_WAITING;
            if !evidence.is_empty() || may_have_base {
                let ShownRow { line, number, ref called, home, .. } = row;
                let (called, last_name) = (called.clone(), home.last_name);
                self.suspects.push(Suspect {
                    line,
                    number,
                    called,
                    last_name,
                    run: self.run,
                    evidence,
                    bases: bases.clone(),
                });
            }
        }
        self.learn(row, &bases);
    }

    /// The row of this number has a dependent.
    pub fn has_dependents(&mut self, number: u32) {
        self.holders.insert(number);
    }

    /// What speaks against a row by those above it.
    fn evidence_against(&self, row: &ShownRow) -> Vec<(Evidence, String)> {
        let mut evidence = Vec::new();
        if let Some(age) = row.age.filter(|age| *age < WORKING_AGE) {
            evidence.push((Evidence::Strong, format!("{age} years old")));
        }
        if !row.is_by_default {
            return evidence;
        }
        if let Some(bearer) = row.shared.iter().flatten().find_map(|key| self.numbers.get(key)) {
            evidence.push((Evidence::Strong, format!("the number of line {}", bearer.line)));
        }
        let (name, address) = self.above.as_ref().map_or(("", 0), |(name, address)| (name, *address));
        let is_below = !name.is_empty() && name == row.last_name;
        match home(row).and_then(|home| self.homes.get(&home)) {
            Some(line) => evidence.push((Evidence::Weak, format!("last name and address of line {line}"))),
            None if address != 0 && address == row.home.address => {
                evidence.push((Evidence::Weak, "the address of the line above".to_owned()));
            }
            None => {}
        }
        if is_below {
            evidence.push((Evidence::Below, "the last name of the line above".to_owned()));
        }
        if let Some(line) = row.contacts.iter().flatten().find_map(|key| self.contacts.get(key)) {
            evidence.push((Evidence::Contact, format!("the phone or e-mail address of line {line}")));
        }
        if row.id.is_empty() && self.without_id * 2 <= self.rows {
            evidence.push((Evidence::NoId, "no id".to_owned()));
        }
        evidence
    }

    fn learn(&mut self, row: ShownRow, bases: &[Base]) {
        self.rows += 1;
        self.saying += usize::from(row.says);
        self.without_id += usize::from(row.id.is_empty());
        match self.above.as_ref().map(|(above, _)| above.cmp(&row.last_name)) {
            Some(Ordering::Less) => self.rises += 1,
            Some(Ordering::Greater) => self.falls += 1,
            _ => {}
        }
        self.length += 1;
        if self.length > LONGEST_RUN {
            self.long_runs.insert(self.run);
        }
        let (line, last_name) = (row.line, row.home.last_name);
        let own = Bearer { line, number: row.number, is_by_default: row.is_by_default };
        for key in row.shared.iter().flatten() {
            let bearer = self.numbers.entry(*key).or_insert(own);
            if row.says && bearer.is_by_default {
                let Bearer { line: first, number, .. } = std::mem::replace(bearer, own);
                let evidence = vec![(Evidence::Strong, format!("the number of line {line}"))];
                let called = String::new();
                self.suspects.push(Suspect {
                    line: first,
                    number,
                    called,
                    last_name: 0,
                    run: 0,
                    evidence,
                    bases: Vec::new(),
                });
            }
        }
        for key in row.contacts.iter().flatten() {
            self.contacts.entry(*key).or_insert(line);
        }
        home(&row).iter().for_each(|home| _ = self.homes.entry(*home).or_insert(line));
        if !row.id.is_empty() {
            self.ids.entry(id_key(b'u', &row.id)).or_insert((line, last_name));
        }
        let apart = bases.iter().find(|base| base.is_apart).map(|base| base.key);
        if let Some(key) = apart {
            let is_first_below = self.above_base == Some(key)
                && self.bases.get(&key).is_some_and(|(first, _)| *first == self.above_line);
            self.families_by_id += usize::from(is_first_below);
            self.bases.entry(key).or_insert((line, last_name));
        }
        (self.above_base, self.above_line) = (apart, line);
        self.above = Some((row.last_name, row.home.address));
    }

    /// The question about the file; `None` where nothing speaks against any of these people.
    pub fn question(mut self) -> Option<Question> {
        let mut suspects = std::mem::take(&mut self.suspects);
        suspects.retain(|suspect| !self.holders.contains(&suspect.number));
        for suspect in suspects.iter_mut().filter(|suspect| self.long_runs.contains(&suspect.run)) {
            suspect.evidence.retain(|(kind, _)| *kind != Evidence::Below);
        }
        let with = |wanted: Evidence| {
            suspects.iter().filter(|one| one.evidence.iter().any(|(kind, _)| *kind == wanted)).count()
        };
        // Of people who have nothing to do with each other few have one last name, however they are sorted.
        let are_families = with(Evidence::Below) * IN_FAMILIES.1 >= self.rows * IN_FAMILIES.0;
        let is_sorted = self.rises >= FEWEST_NAMES && self.falls == 0 && !are_families;
        let most_say = self.saying * 2 > self.rows;
        let share_contacts = with(Evidence::Contact) * 2 >= self.rows;
        let have_ids = self.without_id * 2 < self.rows;
        // One family that shares the beginning of its ids tells how all ids are made, and so do two pairs of neighbours.
        let has_base = |one: &Suspect| one.bases.iter().any(|base| self.base_of(one, *base, false).is_some());
        let are_of_families = self.families_by_id >= FEWEST_FAMILIES || suspects.iter().any(has_base);
        for suspect in &mut suspects {
            suspect.evidence.retain(|(kind, _)| match kind {
                Evidence::Below => !is_sorted || most_say,
                Evidence::NoId => have_ids,
                Evidence::Contact => !share_contacts,
                _ => true,
            });
            let line = suspect.bases.iter().find_map(|base| self.base_of(suspect, *base, are_of_families));
            suspect
                .evidence
                .extend(line.map(|line| (Evidence::Strong, format!("the id of line {line} with more behind it"))));
        }
        suspects.retain(|suspect| !suspect.evidence.is_empty());
        // Where most rows say who they are, one that does not is evidence by itself.
        let is_strong =
            |suspect: &Suspect| most_say || suspect.evidence.len() > 1 || suspect.evidence[0].0 == Evidence::Strong;
        let are_many = suspects.len() > 1 && suspects.len() * SHARE >= self.count;
        if !are_many && !suspects.iter().any(is_strong) {
            return None;
        }
        suspects.sort_by_key(|suspect| (!is_strong(suspect), suspect.line));
        let tell = |suspect: &Suspect| {
            let why: Vec<&str> = suspect.evidence.iter().map(|(_, why)| why.as_str()).collect();
            format!("line {} {} ({})", suspect.line, suspect.called, why.join(", "))
        };
        let mut told: Vec<String> = suspects.iter().take(NAMED).map(tell).collect();
        told.extend((suspects.len() > NAMED).then(|| "...".to_owned()));
        let rows = u32::try_from(suspects.len()).unwrap_or(u32::MAX);
        Some(Question { title: told.join("; "), ..Question::of_file(QuestionKind::Employees, rows) })
    }

    /// The line of another row whose id is the base, or of the first row with the same base.
    fn base_of(&self, suspect: &Suspect, base: Base, of_any_name: bool) -> Option<u64> {
        let is_named = |(_, name): &&(u64, u64)| *name != 0 && *name == suspect.last_name;
        let of_id = self.ids.get(&base.key).filter(|other| !base.needs_name || is_named(other));
        let of_base = || self.bases.get(&base.key).filter(|other| base.is_apart && (of_any_name || is_named(other)));
        of_id.or_else(of_base).map(|(line, _)| *line).filter(|line| *line != suspect.line)
    }
}

/// Last name and address as one key; `None` where either is missing.
fn home(row: &ShownRow) -> Option<u64> {
    let Home { last_name, address } = row.home;
    (last_name != 0 && address != 0).then(|| last_name ^ address.rotate_left(1))
}

/// The ids that an id may be with more characters: `501-01`, `501(1)`, `501/50101`, `501A`, `501D1`, `D501`, and a number with one or two more
/// digits.
fn bases(id: &str) -> Vec<Base> {
    let base = |base: &str, is_apart: bool, needs_name: bool| Base { key: id_key(b'u', base), is_apart, needs_name };
    let has_digit = |text: &str| text.contains(|c: char| c.is_ascii_digit());
    let short = || (1..=LONGEST_SUFFIX).filter_map(|length| id.split_at_checked(id.len().checked_sub(length)?));
    if is_digits(id) {
        let may_be = short().filter(|(rest, _)| rest.len() >= FEWEST_DIGITS);
        return may_be.map(|(rest, _)| base(rest, false, rest.len() != SSN)).collect();
    }
    let bare = id.trim_end_matches(|c: char| !c.is_alphanumeric());
    if let Some((rest, suffix)) = bare.rsplit_once(|c: char| !c.is_alphanumeric()).filter(|(rest, _)| has_digit(rest)) {
        return vec![base(rest.trim_end(), suffix.chars().count() <= LONGEST_SUFFIX, false)];
    }
    let behind = short().filter(|(rest, suffix)| {
        suffix.starts_with(char::is_alphabetic) && rest.ends_with(|c: char| c.is_ascii_digit())
    });
    let before = id.trim_start_matches(|c: char| c.is_alphabetic());
    let before = Some(before).filter(|rest| has_digit(rest) && (1..=LONGEST_SUFFIX).contains(&(id.len() - rest.len())));
    behind.map(|(rest, _)| base(rest, true, false)).chain(before.map(|rest| base(rest, false, false))).collect()
}
