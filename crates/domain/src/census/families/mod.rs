//! What only the rows of a file together tell: families, the same person twice, one unique id for two people.
//!
//! Keeps 64-bit keys, never texts: about 100 bytes a row at most, so that a million rows stay well under 300 MB.
//! A dependent finds its primary by FamilyId, else by a shared SSN, else by a repeated unique id, else by the name of the employee that stands
//! beside it, else it is the dependent of the primary above it whose last name or home it shares, unless another employee is called so too
//! ([`homes`], rules.md#dependents-and-primaries).

mod dependents;
mod family_doubts;
pub(in crate::census) mod homes;
mod late;
pub mod same_person;
pub(in crate::census) mod ties;

use self::dependents::Waiting;
pub(in crate::census) use self::dependents::orphan_field;
use self::family_doubts::Spouses;
pub use self::family_doubts::StoredDependents;
use self::homes::{Home, Homes, Households, Namesakes};
use self::late::DateHabits;
pub use self::late::Late;
use self::same_person::Earlier;
use self::ties::{Place, family_key, place, ssn_key, unique_key};
use crate::census::cells::KeyMap;
use crate::census::field::Field;
use crate::census::findings::issue::{Issue, IssueKind};
use crate::census::people::pricing::PricingGroups;
use crate::census::people::validate::{Checked, Rules};

/// An employee of the file, as families know it.
#[derive(Debug, Clone, Copy)]
struct Primary {
    number: u32,
    line: u32,
    pricing: Option<u16>,
    /// Whether the row says In-Active.
    leaves: bool,
}

impl From<Primary> for Place {
    fn from(Primary { number, line, .. }: Primary) -> Self {
        Self { number, line }
    }
}

/// Collects the facts across rows; rows are shown to it in the order of the file.
#[derive(Debug, Default)]
pub struct CrossRows {
    pricing: Option<PricingGroups>,
    stored: StoredDependents,
    people: KeyMap<same_person::Row>,
    twice: Vec<Late>,
    dates: DateHabits,
    families: KeyMap<Primary>,
    /// Numbers that two employees have; such a number ties no dependent.
    shared: KeyMap<()>,
    /// Employees by the name that stands beside their dependents too; `None` where two are called so.
    named: KeyMap<Option<Primary>>,
    homes: Homes<Primary>,
    households: Households,
    namesakes: Namesakes,
    above: Option<Primary>,
    /// The last name and the home of the employee above.
    above_home: Option<Home>,
    spouses: Spouses,
    above_named: Option<u64>,
    /// The last name of the employee above.
    above_last_name: Option<String>,
    waiting: Vec<Waiting>,
    ssn_is_shared: bool,
    unique_id_is_shared: bool,
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
        self.dates.observe(checked);
        if self.is_said_already(checked) {
            return;
        }
        let earlier = self.asked_about(checked);
        if checked.record.is_dependent() {
            self.dependent(checked);
        } else {
            self.primary(checked, earlier);
        }
    }

    fn primary(&mut self, checked: &mut Checked, earlier: Option<Earlier>) {
        let record = &checked.record;
        let place = place(record);
        let code = record.pricing_group_code.value();
        let pricing = self.pricing.as_ref().and_then(|groups| Some(groups.find(code?)?.0));
        let leaves = same_person::says_left(record);
        let primary = Primary { number: place.number, line: place.line, pricing, leaves };
        let home = Home::of(record);
        self.homes.add(home, primary);
        home.iter().for_each(|home| self.households.add(home));
        home.iter().for_each(|home| self.namesakes.add_employee(home));
        self.above = Some(primary);
        self.above_home = home;
        self.above_named = checked.employee;
        self.above_last_name = checked.record.last_name.value().cloned();
        if let Some(key) = checked.employee {
            self.named.entry(key).and_modify(|other| *other = None).or_insert(Some(primary));
        }
        let unique_id = unique_key(record);
        if let Some(key) = unique_id {
            let owner = self.bearer(key, primary, earlier);
            if owner.number != place.number {
                self.shared.insert(key, ());
                let message = same_person::used(owner.into());
                let value = record.unique_id.text().to_owned();
                let issue = Issue::of_field(record.line, Field::UniqueId, IssueKind::DuplicateUniqueId, message);
                checked.issues.push(issue.with_value(&value));
            }
        }
        for (key, field) in [(family_key(record), Field::FamilyId), (ssn_key(record), Field::Ssn)] {
            let Some(key) = key else { continue };
            let first = self.owner(key, primary, earlier);
            if first.number != primary.number {
                self.shared.insert(key, ());
                let message = format!("The family already has an employee in {}.", Place::from(first));
                checked.issues.push(Issue::of_field(place.line.into(), field, IssueKind::SecondPrimary, message));
            }
        }
    }

    /// As [`Self::owner`] of a unique id. It passes on where one of two employees leaves (rules.md#ids-that-pass): the one who stays bears it.
    fn bearer(&mut self, key: u64, primary: Primary, earlier: Option<Earlier>) -> Primary {
        match self.families.get(&key) {
            Some(other)
                if other.leaves != primary.leaves && earlier.is_none_or(|row| row.place.number != other.number) =>
            {
                self.shared.insert(key, ());
                let bearer = if other.leaves { primary } else { *other };
                self.families.insert(key, bearer);
                primary
            }
            _ => self.owner(key, primary, earlier),
        }
    }

    /// The employee who has a number before this one; this one where the other is a row of the same person. Of those two the one that counts
    /// has the family.
    fn owner(&mut self, key: u64, primary: Primary, earlier: Option<Earlier>) -> Primary {
        let owner = self.families.entry(key).or_insert(primary);
        match earlier.filter(|earlier| earlier.place.number == owner.number) {
            Some(Earlier { counts: true, .. }) => primary,
            Some(Earlier { counts: false, .. }) => {
                *owner = primary;
                primary
            }
            None => *owner,
        }
    }

    /// What the whole file tells about rows that were seen before it was known, in the order of the file.
    pub fn finish(mut self) -> Vec<Late> {
        let mut told = self.settled();
        told.extend(self.dates.doubts());
        told.append(&mut self.twice);
        // Two things may be told about one row, and both stand together.
        told.sort_by_key(|late| late.number);
        told
    }
}
