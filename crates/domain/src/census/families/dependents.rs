//! Whose dependent a row is: the employee who shares a number with it, else the one its row names, else the employee above of its last name or home
//! (rules.md#dependents-and-primaries). What the file tells as a whole is settled at its end.

use super::same_person::{self, Place, place};
use super::{CrossRows, Late, Primary, Tie, TiedByNumber, numbers};
use crate::census::cells::{Entry, without_suffix, word_key};
use crate::census::field::Field;
use crate::census::findings::{Issue, IssueKind};
use crate::census::keys::{KeyMap, key, person_key};
use crate::census::people::{Checked, Record};
use crate::census::vocabulary::{Relationship, words_of};
use crate::members::Status;
use crate::text::fold;
use std::collections::HashSet;

/// A dependent whose primary is found at the end of the file, or whose unique id may still turn out to be its primary's.
#[derive(Debug, Clone, Copy)]
pub(super) struct Waiting {
    place: Place,
    /// The number that may be an employee's.
    tie: Option<(Tie, u64)>,
    ssn: Option<(Tie, u64)>,
    unique_id: Option<u64>,
    /// The employee above, unless it stands in a section of dependents, where the order of the rows tells none.
    above: Option<Primary>,
    /// The key of the employee's name beside it.
    named: Option<u64>,
    is_linked: bool,
    needs_code: bool,
    /// The field that says of it that it is a dependent.
    field: Field,
    is_spouse: bool,
    leaves: bool,
    home: Home,
    /// Whether it stands directly below the employee above, or below others of that family.
    is_directly_below: bool,
    /// Whether it is a member who keeps the stored employee, if only the order of the rows tells another.
    is_stored: bool,
}

/// Whether a record is an employee's spouse or partner, and has not left as one.
fn is_spouse(record: &Record) -> bool {
    let relationship = record.relationship.value();
    matches!(relationship, Some(Relationship::Spouse | Relationship::Partner))
        && record.status.value() != Some(&Status::InActive)
}

/// The members of a group that are stored as dependents: the order of the rows raises no question about their employee
/// (rules.md#dependents-and-primaries).
#[derive(Debug, Clone, Default)]
pub struct StoredDependents(HashSet<u64>);

impl StoredDependents {
    /// Adds a dependent by name and date of birth.
    pub fn add(&mut self, first_name: &str, last_name: &str, born: chrono::NaiveDate) {
        self.0.insert(person_key(first_name, last_name, born));
    }
}

impl CrossRows {
    /// How many employees have a last name or an address; 0 is none.
    pub(super) fn households(&self, key: u64) -> u8 {
        self.households.get(&key).copied().unwrap_or_default()
    }

    pub(super) fn dependent(&mut self, checked: &mut Checked) {
        if let Some(number) = checked.employee_row {
            return self.in_row(checked, number);
        }
        self.take_last_name(checked);
        let mut waiting = self.waiting_of(checked);
        // Of two employees of one name the one above is meant.
        let is_above = waiting.named.is_some() && waiting.named == self.above_named;
        let named = self.above.filter(|_| is_above).map(|above| (above, Tie::Name));
        let tied = self.tied(&waiting).or(named).map(|found| waiting.weighed(found));
        waiting.is_linked = tied.is_some();
        match tied {
            Some(Ok((primary, tie))) => {
                checked.record.primary_row = Some(primary.place.number);
                checked.record.primary_by_order = tie == Tie::Order;
                let told = self.told_of_link(&waiting, primary, tie);
                checked.issues.extend(told);
                self.is_unbroken &= self.is_above(primary);
                self.note(&waiting, primary, self.is_unbroken);
            }
            Some(Err(issue)) => checked.issues.push(issue),
            None => {}
        }
        if waiting.unique_id.is_some_and(|key| self.families.contains_key(&key)) {
            checked.record.unique_id = Entry::Blank;
            waiting.unique_id = None;
        }
        if !waiting.is_linked || waiting.unique_id.is_some() {
            self.waiting.push(waiting);
        }
    }

    /// Notes a tie that nothing but a number or a name tells.
    fn note(&mut self, one: &Waiting, primary: Primary, is_above: bool) {
        let told = one.tie.map(|(_, key)| key).filter(|key| self.families.contains_key(key)).or(one.named);
        if !is_above && one.home.last_name != primary.home.last_name {
            let field = (!one.is_stored).then_some(one.field);
            let (place, last_name) = (one.place, one.home.last_name);
            self.by_number.extend(told.map(|key| TiedByNumber { key, place, last_name, field }));
        }
        self.in_place += usize::from(is_above && told.is_some());
    }

    fn waiting_of(&self, checked: &Checked) -> Waiting {
        let record = &checked.record;
        Waiting {
            place: place(record),
            tie: self.tie(record),
            ssn: numbers(record).find(|(tie, _)| *tie == Tie::Ssn),
            unique_id: numbers(record).find(|(tie, _)| *tie == Tie::UniqueId).map(|(_, key)| key),
            above: self.above.filter(|_| !checked.is_in_family_section),
            named: checked.employee,
            is_linked: false,
            needs_code: record.pricing_group_code.value().is_none(),
            field: orphan_field(record),
            is_spouse: is_spouse(record),
            leaves: same_person::says_left(record),
            home: Home::of(record),
            is_directly_below: self.is_unbroken,
            is_stored: same_person::person(record).is_some_and(|key| self.stored.0.contains(&key)),
        }
    }

    fn is_above(&self, primary: Primary) -> bool {
        self.above.is_some_and(|above| above.place.number == primary.place.number)
    }

    /// The strongest number of a dependent. A social security number that no employee above has may be the dependent's own, and stands behind
    /// the id.
    fn tie(&self, record: &Record) -> Option<(Tie, u64)> {
        let is_known = |key: &u64| self.families.contains_key(key) || self.shared.contains_key(key);
        numbers(record).find(|(tie, key)| *tie != Tie::Ssn || is_known(key)).or_else(|| numbers(record).next())
    }

    /// The employee who alone shares a number.
    fn tied(&self, one: &Waiting) -> Option<(Primary, Tie)> {
        let mut told = [one.tie, one.ssn].into_iter().flatten().filter(|(_, key)| !self.shared.contains_key(key));
        told.find_map(|(tie, key)| Some((*self.families.get(&key)?, tie)))
    }

    /// Gives a dependent without a last name that of the employee above, unless a number or a name ties it to another one.
    fn take_last_name(&self, checked: &mut Checked) {
        let record = &checked.record;
        let is_above = |key: u64| self.families.get(&key).is_some_and(|primary| self.is_above(*primary));
        let is_anothers = self.tie(record).is_some_and(|(_, key)| self.shared.contains_key(&key) || !is_above(key))
            || checked.employee.is_some_and(|named| Some(named) != self.above_named);
        let is_blank = record.last_name == Entry::Blank && record.first_name.value().is_some();
        let may_take = is_blank && !is_anothers && !checked.is_in_family_section && self.above.is_some();
        let Some(name) = self.above_last_name.as_ref().filter(|_| may_take) else { return };
        let message = format!("Last Name is blank; that of the employee above, {name}, was taken.");
        let issue = Issue::of_field(record.line, Field::LastName, IssueKind::SharedLastName, message);
        let key = Some(Field::LastName.name());
        checked.issues.retain(|issue| issue.kind != IssueKind::MissingRequired || issue.key.as_deref() != key);
        checked.issues.push(issue);
        checked.record.last_name = Entry::Value(name.clone());
    }

    /// Ties a person to the employee of the row with this number. Such a person comes right behind the employee. Where the row is no
    /// employee's, or was set aside, the person waits.
    fn in_row(&mut self, checked: &mut Checked, number: u32) {
        let one = self.waiting_of(checked);
        let primary = self.above.filter(|_| self.above_row == number);
        let message = "The row that this person stands in is no employee's, or was set aside.";
        checked.record.primary_row = primary.map(|primary| primary.place.number);
        checked.issues.extend(match primary {
            Some(primary) => self.told_of_link(&one, primary, Tie::Row),
            None => vec![one.orphan(message)],
        });
    }

    /// The issues of a dependent whose primary is known: a second spouse goes in with a warning, and so does one who stays where the primary leaves.
    /// A dependent needs a pricing group code of its own
    /// where its primary's group does not pass its own on. Of a primary whose row names none the import says so, which knows the member.
    fn told_of_link(&mut self, one: &Waiting, primary: Primary, tie: Tie) -> Vec<Issue> {
        let (dependents, first_line) = self.ties.entry(tie).or_insert((0, one.place.line));
        (*dependents, *first_line) = (*dependents + 1, one.place.line.min(*first_line));
        let line = one.place.line.into();
        let is_surely_needed =
            self.pricing.as_ref().is_some_and(|groups| groups.dependents_surely_need_code(primary.pricing));
        let code = (one.needs_code && is_surely_needed).then(|| {
            let message = "Pricing Group Code is required.";
            Issue::of_field(line, Field::PricingGroupCode, IssueKind::MissingRequired, message)
        });
        let first = one.is_spouse.then(|| *self.spouses.entry(primary.place.number).or_insert(one.place));
        let second = first.filter(|first| first.number != one.place.number).map(|first| {
            let message = format!("The employee in {} already has a spouse or partner in {first}.", primary.place);
            Issue::of_field(line, Field::Relationship, IssueKind::SecondSpouse, message)
        });
        let stays = (primary.leaves && !one.leaves).then(|| {
            let message = format!(
                "The employee in {} has left, and this dependent is read as Active: check whether it has left as well.",
                primary.place
            );
            Issue::of_field(line, Field::Status, IssueKind::SaysLeft, message)
        });
        code.into_iter().chain(second).chain(stays).collect()
    }

    /// What the whole file tells about dependents that were seen before it was known.
    pub(super) fn settled(&mut self) -> Vec<Late> {
        let waiting = std::mem::take(&mut self.waiting);
        let found = waiting.iter().filter(|one| !one.is_linked).filter_map(|one| one.tie);
        let known = found.filter(|(_, key)| self.families.contains_key(key)).map(|(tie, _)| tie);
        self.tied_by = self.ties.keys().copied().chain(known).collect();
        let mut ids: KeyMap<Place> = KeyMap::default();
        waiting.iter().flat_map(|one| self.settle(one, &mut ids)).collect()
    }

    fn settle(&mut self, one: &Waiting, ids: &mut KeyMap<Place>) -> Vec<Late> {
        let late = |issue| Late::told(one.place.number, issue);
        let mut told = Vec::new();
        if !one.is_linked {
            match self.primary_of(one) {
                Ok((primary, tie)) => {
                    let by_order = tie == Tie::Order;
                    if self.households(one.home.last_name) > 0 {
                        self.note(one, primary, false);
                    }
                    told.push(Late { primary_row: Some(primary.place.number), by_order, ..late(None) });
                    told.extend(self.told_of_link(one, primary, tie).into_iter().map(|issue| late(Some(issue))));
                }
                Err(issue) => told.push(late(Some(issue))),
            }
        }
        if let Some(key) = one.unique_id {
            if self.families.contains_key(&key) {
                told.push(Late { drop_unique_id: true, ..late(None) });
            } else if let Some(owner) = ids.insert(key, one.place) {
                let (line, message) = (one.place.line.into(), same_person::used(owner));
                told.push(late(Some(Issue::of_field(line, Field::UniqueId, IssueKind::DuplicateUniqueId, message))));
            }
        }
        told
    }

    /// The primary of a dependent once the whole file is known: who shares a number with it, else who is called as its employee is, else the one
    /// above of its last name or home. Where other rows share a number and this one finds none, its employee is missing, and so is one who
    /// is called and is not there. Where several employees are called so, only a home of one of them tells.
    fn primary_of(&self, one: &Waiting) -> Result<(Primary, Tie), Issue> {
        let named = || Some((one.named.and_then(|key| self.named.get(&key).copied().flatten())?, Tie::Name));
        if let Some(found) = self.tied(one).or_else(named) {
            return one.weighed(found);
        }
        let is_shared = one.tie.is_some_and(|(_, key)| self.shared.contains_key(&key));
        let is_missing =
            one.named.is_some() || one.tie.is_some_and(|(tie, _)| tie == Tie::Family || self.tied_by.contains(&tie));
        let above = one.above.filter(|_| is_shared || !is_missing);
        let (is_namesake, address) = (one.is_namesake(), one.shared_address());
        let are_few = |most: u8| address != 0 && self.households(address) <= most;
        let is_one_of_several = is_namesake && self.households(one.home.last_name) > 1;
        let belongs = one.is_stored || is_namesake || are_few(LARGEST_HOUSEHOLD);
        match above {
            Some(_) if is_one_of_several && !one.is_stored && !are_few(1) => {
                Err(one.orphan(OF_SEVERAL))
            }
            Some(above) if belongs => Ok((above, Tie::Order)),
            _ if is_shared => Err(one.orphan(OF_SEVERAL)),
            Some(above) => Err(one.orphan(&format!(
                "Nothing but the order of the rows says that this is a dependent of the employee in {}: neither last name nor address is \
                 the same. Choose the employee or skip this row.",
                above.place
            ))),
            None => Err(one.orphan("There is no employee for this dependent in the file.")),
        }
    }
}

/// What is said where several employees may be a dependent's.
pub(super) const OF_SEVERAL: &str =
    "More than one employee of the file may be this dependent's; a Family ID on both rows tells whose it is.";

impl Waiting {
    fn orphan(&self, message: &str) -> Issue {
        Issue::of_field(self.place.line.into(), self.field, IssueKind::OrphanDependent, message)
    }

    /// Whether the employee above has the same last name.
    fn is_namesake(&self) -> bool {
        self.home.last_name != 0 && self.above.is_some_and(|above| above.home.last_name == self.home.last_name)
    }

    /// The address that the employee above has too; 0 without one.
    fn shared_address(&self) -> u64 {
        self.above.filter(|above| above.home.address == self.home.address).map_or(0, |_| self.home.address)
    }

    /// Returns the employee of the number or the name, unless the place in the list, and last name or address, tell another. Then a member
    /// keeps the stored employee, and any other person waits.
    fn weighed(&self, (told, tie): (Primary, Tie)) -> Result<(Primary, Tie), Issue> {
        let is_another = |own: u64, of_told: u64| own != 0 && of_told != 0 && own != of_told;
        let has_another_name = is_another(self.home.last_name, told.home.last_name);
        let is_of_above = (self.is_namesake() && has_another_name)
            || (is_another(self.shared_address(), told.home.address) && self.home.last_name != told.home.last_name);
        match self.above.filter(|_| self.is_directly_below && is_of_above) {
            None => Ok((told, tie)),
            Some(_) if self.is_stored => Ok((told, Tie::Order)),
            Some(above) => Err(self.orphan(&format!(
                "A number or a name of the row is that of the employee in {}. The row stands below the employee in {}, and has that last \
                 name or address. Choose the employee.",
                told.place, above.place
            ))),
        }
    }
}

/// The field that says of a record that it is a dependent.
pub(in crate::census) fn orphan_field(record: &Record) -> Field {
    if record.relationship.value().is_some() { Field::Relationship } else { Field::MemberType }
}

/// An address of more employees belongs to a company or a building, not to a household.
const LARGEST_HOUSEHOLD: u8 = 2;

/// Last name and address of a person, as keys; zero where there is none.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(in crate::census) struct Home {
    pub(in crate::census) last_name: u64,
    pub(in crate::census) address: u64,
}

impl Home {
    pub(in crate::census) fn of(record: &Record) -> Self {
        let zip = record.zip_code.text().get(..5).unwrap_or_default();
        let whole = |line: &String| [line, record.address_line2.text(), record.city.text(), zip].join(" ");
        let address = |line: &String| key((b'a', words_of(&fold(&whole(line)))));
        let address = record.address_line1.value().map_or(0, address);
        Self { last_name: last_name(record).unwrap_or_default(), address }
    }
}

/// The key of a last name.
pub(in crate::census) fn last_name(record: &Record) -> Option<u64> {
    let name = without_suffix(record.last_name.value()?);
    Some(key((b'l', word_key(name))))
}
