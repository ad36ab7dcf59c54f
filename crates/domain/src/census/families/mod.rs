//! What only the rows of a file together tell: families, the same person twice, one unique id for two people.
//!
//! Keeps 64-bit keys, never texts: about 100 bytes a row at most, so that a million rows stay well under 300 MB.
//! A dependent finds its primary by FamilyId, else by a shared SSN, else by a repeated unique id, else by the name of the employee that stands
//! beside it, else it is the dependent of the primary above it whose last name or home it shares, unless another employee is called so too
//! (rules.md#dependents-and-primaries).

mod dependents;
pub mod same_person;

use std::collections::{BTreeMap, HashMap, HashSet};

pub use self::dependents::StoredDependents;
pub(in crate::census) use self::dependents::{Home, last_name, orphan_field};
use self::dependents::{OF_SEVERAL, Waiting};
use self::same_person::{Earlier, Place, place};
use crate::census::cells::Entry;
use crate::census::field::Field;
use crate::census::findings::{Issue, IssueKind};
use crate::census::keys::{KeyMap, id_key};
use crate::census::people::{Checked, Record, Rules};
use crate::census::pricing::PricingGroups;

/// What a dependent can be found by, strongest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::census) enum Tie {
    /// It stands in the employee's row.
    Row,
    /// A number that the family shares.
    Family,
    /// The employee's social security number.
    Ssn,
    /// The employee's id.
    UniqueId,
    /// The name of the employee beside it.
    Name,
    /// The row above, with the last name or the home.
    Order,
}

/// The numbers of a record that a family may share, strongest first.
fn numbers(record: &Record) -> impl Iterator<Item = (Tie, u64)> {
    let family = record.family_id.value().map(|text| (Tie::Family, id_key(b'f', text)));
    let ssn = record.ssn.as_ref().map(|ssn| (Tie::Ssn, id_key(b's', ssn.digits())));
    let unique = record.unique_id.value().map(|text| (Tie::UniqueId, id_key(b'u', text)));
    [family, ssn, unique].into_iter().flatten()
}

/// By what dependents are tied: how many, and the line of the first.
pub(in crate::census) type Ties = BTreeMap<Tie, (u32, u32)>;

/// An employee of the file, as families know it.
#[derive(Debug, Clone, Copy)]
struct Primary {
    place: Place,
    pricing: Option<u16>,
    /// Whether the row says In-Active.
    leaves: bool,
    /// Whether the row says by itself that it is an employee's.
    says: bool,
    /// Last name and address.
    home: Home,
}

/// Collects the facts across rows; rows are shown to it in the order of the file.
#[derive(Debug, Default)]
pub struct CrossRows {
    pricing: Option<PricingGroups>,
    stored: StoredDependents,
    people: KeyMap<same_person::Row>,
    twice: Vec<Late>,
    families: KeyMap<Primary>,
    /// Numbers that two employees have; such a number ties no dependent.
    shared: KeyMap<()>,
    /// Employees by the name that stands beside their dependents too; `None` where two are called so.
    named: KeyMap<Option<Primary>>,
    /// How many employees have a last name or an address.
    households: KeyMap<u8>,
    above: Option<Primary>,
    /// Whether all rows below that employee belong to the employee.
    is_unbroken: bool,
    /// Dependents tied by a number alone.
    by_number: Vec<TiedByNumber>,
    /// The number of dependents tied by a number to the employee they stand below.
    in_place: usize,
    /// The number of the row that named the employee above last: one that says the same as an earlier one is set aside.
    above_row: u32,
    /// The spouses and partners by the numbers of their employees.
    spouses: HashMap<u32, Place>,
    ties: Ties,
    above_named: Option<u64>,
    /// The last name of the employee above.
    above_last_name: Option<String>,
    waiting: Vec<Waiting>,
    /// The kinds of numbers that tie a dependent of the file.
    tied_by: HashSet<Tie>,
}

impl CrossRows {
    /// Nothing seen yet.
    pub fn new(rules: &Rules) -> Self {
        Self { pricing: rules.pricing.clone(), ..Self::default() }
    }

    /// Knows the dependents of the group.
    #[must_use]
    pub fn knowing(self, stored: StoredDependents) -> Self {
        Self { stored, ..self }
    }

    /// Adds what the rows so far tell about this one. Rows that are set aside are not looked at.
    pub fn observe(&mut self, checked: &mut Checked) {
        if checked.skipped {
            return;
        }
        let person = same_person::person(&checked.record);
        if let Some(earlier) = self.said_already(person, checked) {
            if !checked.record.is_dependent() {
                self.begin_family(checked, Primary { place: earlier, ..self.primary_of_row(checked) });
            }
            return;
        }
        let earlier = self.asked_about(person, checked);
        if checked.is_behind_another {
            self.above = None;
        }
        if checked.record.is_dependent() {
            self.dependent(checked);
            // Such a row may be an employee's.
            if checked.is_torn {
                self.above = None;
            }
        } else {
            self.primary(checked, earlier);
        }
    }

    /// Passes over a row that a person has set aside. The order ties no row below it to the employee above it, unless both are one person.
    pub fn pass_over(&mut self, checked: &Checked) {
        let earlier = same_person::person(&checked.record).and_then(|key| self.people.get(&key));
        let is_above = earlier.map(|row| row.place.number) == self.above.map(|above| above.place.number);
        let may_be_employee = checked.is_torn || !checked.record.is_dependent();
        self.above = self.above.filter(|_| is_above || !may_be_employee);
    }

    fn primary_of_row(&self, checked: &Checked) -> Primary {
        let record = &checked.record;
        let code = record.pricing_group_code.value();
        let pricing = self.pricing.as_ref().and_then(|groups| Some(groups.find(code?)?.0));
        Primary {
            place: place(record),
            pricing,
            leaves: same_person::says_left(record),
            says: record.says_type(),
            home: Home::of(record),
        }
    }

    /// The people below are those of this employee, until another one comes.
    fn begin_family(&mut self, checked: &Checked, primary: Primary) {
        (self.above, self.is_unbroken) = (Some(primary), true);
        self.above_row = checked.record.number;
        self.above_named = checked.employee;
        self.above_last_name = checked.record.last_name.value().cloned();
    }

    fn primary(&mut self, checked: &mut Checked, earlier: Option<Earlier>) {
        let primary = self.primary_of_row(checked);
        self.begin_family(checked, primary);
        let record = &checked.record;
        for key in [primary.home.last_name, primary.home.address].into_iter().filter(|key| *key != 0) {
            let count = self.households.entry(key).or_default();
            *count = count.saturating_add(1);
        }
        if let Some(key) = checked.employee {
            self.named.entry(key).and_modify(|other| *other = None).or_insert(Some(primary));
        }
        for (tie, key) in numbers(record) {
            let first = match tie {
                Tie::UniqueId => self.bearer(key, primary, earlier),
                _ => self.owner(key, primary, earlier),
            };
            if first.place.number == primary.place.number {
                continue;
            }
            // A row that does not say who it is leaves the family to one that does. A person says whether it is an employee's.
            if tie != Tie::UniqueId && first.says != primary.says {
                self.families.insert(key, if first.says { first } else { primary });
                continue;
            }
            self.shared.insert(key, ());
            let family = || format!("The family already has an employee in {}.", first.place);
            let (field, kind, message) = match tie {
                Tie::UniqueId => (Field::UniqueId, IssueKind::DuplicateUniqueId, same_person::used(first.place)),
                Tie::Ssn => (Field::Ssn, IssueKind::SecondPrimary, family()),
                _ => (Field::FamilyId, IssueKind::SecondPrimary, family()),
            };
            let issue = Issue::of_field(record.line, field, kind, message);
            let value = record.unique_id.text();
            checked.issues.push(if tie == Tie::UniqueId { issue.with_value(value) } else { issue });
        }
    }

    /// As [`Self::owner`] of a unique id. It passes on where one of two employees leaves (rules.md#ids-that-pass): the one who stays bears it.
    fn bearer(&mut self, key: u64, primary: Primary, earlier: Option<Earlier>) -> Primary {
        let is_earlier = |other: &Primary| earlier.is_some_and(|row| row.place.number == other.place.number);
        let other = self.families.get(&key).filter(|other| other.leaves != primary.leaves && !is_earlier(other));
        let Some(other) = other.copied() else { return self.owner(key, primary, earlier) };
        self.shared.insert(key, ());
        self.families.insert(key, if other.leaves { primary } else { other });
        primary
    }

    /// The employee who has a number before this one; this one where the other is a row of the same person. Of those two the one that counts
    /// has the family.
    fn owner(&mut self, key: u64, primary: Primary, earlier: Option<Earlier>) -> Primary {
        let owner = self.families.entry(key).or_insert(primary);
        match earlier.filter(|earlier| earlier.place.number == owner.place.number) {
            Some(earlier) => {
                *owner = if earlier.counts { *owner } else { primary };
                primary
            }
            None => *owner,
        }
    }

    /// What the whole file tells about rows that were seen before it was known, in the order of the file.
    pub fn finish(self) -> Vec<Late> {
        self.finish_with_ties().0
    }

    /// As [`Self::finish`], with what ties how many dependents, and the line of the first.
    pub(in crate::census) fn finish_with_ties(mut self) -> (Vec<Late>, Ties) {
        let mut told = self.settled();
        // In a list that stands family by family a number may be mistyped that names an employee elsewhere.
        let is_by_family = self.by_number.len() * 2 <= self.in_place;
        let is_doubtful = |one: &&TiedByNumber| {
            is_by_family || self.shared.contains_key(&one.key) || self.households(one.last_name) > 0
        };
        let of_several = |one: &TiedByNumber| {
            let Place { number, line } = one.place;
            let issue = |field| Issue::of_field(line.into(), field, IssueKind::OrphanDependent, OF_SEVERAL);
            Late { by_order: true, ..Late::told(number, one.field.map(issue)) }
        };
        told.extend(self.by_number.iter().filter(is_doubtful).map(of_several));
        told.append(&mut self.twice);
        // Two things may be told about one row, and both stand together.
        told.sort_by_key(|late| late.number);
        (told, self.ties)
    }
}

/// A dependent tied to an employee by a number alone: neither last name nor place agree.
#[derive(Debug, Clone, Copy)]
struct TiedByNumber {
    /// The key of the number.
    key: u64,
    place: Place,
    /// The key of the last name; 0 without one.
    last_name: u64,
    /// The field that is asked about; none of a member, who keeps the stored employee.
    field: Option<Field>,
}

/// Something that a later row told about an earlier one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Late {
    /// The record's number.
    pub number: u32,
    /// The [`Record::number`] of its primary, when it was found only now.
    pub primary_row: Option<u32>,
    /// As [`Record::primary_by_order`] of that primary.
    pub by_order: bool,
    /// Whether the record's unique id is its primary's and must be dropped (rules.md#unique-ids).
    pub drop_unique_id: bool,
    /// What is wrong, if anything.
    pub issue: Option<Issue>,
}

impl Late {
    /// Writes what was told into its record.
    pub fn write_into(&self, record: &mut Record) {
        record.primary_row = self.primary_row.or(record.primary_row);
        record.primary_by_order |= self.by_order;
        if self.drop_unique_id {
            record.unique_id = Entry::Blank;
        }
    }

    /// What is wrong with a record, and nothing else.
    pub(super) const fn told(number: u32, issue: Option<Issue>) -> Self {
        Self { number, primary_row: None, by_order: false, drop_unique_id: false, issue }
    }
}
