//! What only the rows of a file together tell: families, the same person twice, one unique id for two people.
//!
//! Keeps 64-bit keys, never texts: about 100 bytes a row at most, so that a million rows stay well under 300 MB.
//! A dependent finds its primary by FamilyId, else by a shared SSN, else by a repeated unique id, else by the name of the employee that stands
//! beside it, else it is the dependent of the primary above it whose last name or home it shares, unless another employee is called so too
//! ([`below_namesakes`], rules.md#dependents-and-primaries); where
//! dependents stand in sections of their own, of the employee of its last name, whom home or phone tells from others.

mod below_namesakes;
pub(in crate::census) mod date_habits;
pub(in crate::census) mod family_doubts;
pub(in crate::census) mod homes;
mod in_row;
mod last_names;
mod late;
pub(in crate::census) mod place;
pub(in crate::census) mod record_keys;
pub mod same_person;
mod stored_dependents;
mod twice;

use self::below_namesakes::{Below, BelowNamesakes};
use self::date_habits::DateHabits;
use self::family_doubts::{Belongs, Spouses, belongs_to, by_order_only, is_spouse, may_be_employee};
use self::homes::{Found, Home, Homes, Households};
use self::place::{Place, place};
use self::record_keys::{family_key, keys_without_zeros, ssn_key, unique_key};
use self::same_person::Earlier;

pub use self::late::Late;
pub use self::stored_dependents::StoredDependents;
use crate::census::cells::entry::Entry;
use crate::census::cells::keys::KeyMap;
use crate::census::field::Field;
use crate::census::findings::issue::{Issue, IssueKind};
use crate::census::people::pricing::PricingGroups;
use crate::census::people::record::Record;
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

/// What a dependent can be found by, strongest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tie {
    Family,
    Ssn,
    UniqueId,
}

impl From<Primary> for Place {
    fn from(Primary { number, line, .. }: Primary) -> Self {
        Self { number, line }
    }
}

/// A dependent whose primary has not come yet, or whose unique id may still turn out to be its primary's.
#[derive(Debug, Clone, Copy)]
struct Waiting {
    place: Place,
    tie: Option<(Tie, u64)>,
    unique_id: Option<u64>,
    above: Option<Primary>,
    /// The key of the employee's name beside it.
    named: Option<u64>,
    linked: bool,
    needs_code: bool,
    by_relationship: bool,
    is_spouse: bool,
    /// What says that it belongs to the employee above.
    belongs_above: Belongs,
    /// Whether it is a member who keeps the stored employee, if only the order of the rows tells another.
    is_stored: bool,
    /// Its last name and where it lives.
    home: Option<Home>,
    apart: Option<Apart>,
}

/// What tells whose a dependent in a section of its own is.
#[derive(Debug, Clone, Copy)]
enum Apart {
    /// Its last name and where it lives.
    Home,
    /// Nothing: a row above it has its last name and may be an employee.
    MayBeAnothers,
    /// Nothing: it may be nobody's dependent, or has no last name.
    Nothing,
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
    /// Employees whose numbers begin with zeros, by their keys without them; `None` where two have the same.
    without_zeros: KeyMap<Option<Primary>>,
    /// Employees by the name that stands beside their dependents too; `None` where two are called so.
    named: KeyMap<Option<Primary>>,
    homes: Homes<Primary>,
    households: Households,
    namesakes: BelowNamesakes,
    /// Last names of rows that may be employees, in sections of dependents that may have ended.
    doubtful: KeyMap<()>,
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
        let earlier = self.same_person(checked);
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
        for key in keys_without_zeros(record) {
            self.without_zeros.entry(key).and_modify(|other| *other = None).or_insert(Some(primary));
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

    fn dependent(&mut self, checked: &mut Checked) {
        if let Some(number) = checked.employee_row {
            return self.in_row(checked, number);
        }
        let named = checked.employee;
        self.take_last_name(checked);
        let record = &mut checked.record;
        let family = checked.family.as_ref().filter(|family| family.is_apart);
        let apart = family.map(|family| self.apart(record, family.is_doubtful()));
        let unique_id = unique_key(record);
        let tie = tie(record);
        // Of two employees of one name the one above is meant.
        let above_is_meant = named.is_some() && named == self.above_named;
        let is_shared = tie.is_some_and(|tie| self.is_shared(tie));
        let tied = tie.filter(|_| !is_shared).and_then(|(_, key)| self.families.get(&key).copied());
        let found = tied.or_else(|| self.above.filter(|_| above_is_meant));
        let needs_code = record.pricing_group_code.value().is_none();
        let mut waiting = Waiting {
            place: place(record),
            tie,
            unique_id,
            above: self.above.filter(|_| apart.is_none()),
            apart,
            named,
            linked: false,
            needs_code,
            by_relationship: record.relationship.value().is_some(),
            is_spouse: is_spouse(record),
            belongs_above: belongs_to(record, self.above_home),
            is_stored: self.stored.holds(record),
            home: Home::of(record),
        };
        let may_be_below = is_shared || !matches!(tie, Some((Tie::Family | Tie::Ssn, _)));
        if found.is_none() && apart.is_none() && may_be_below {
            let above = self.above.filter(|_| waiting.belongs_above == Belongs::ByName);
            waiting.home.iter().for_each(|home| self.namesakes.see(home, above.map(|above| above.number)));
        }
        if let Some(primary) = found {
            self.note_shared(tie.filter(|_| tied.is_some()));
            self.link(&mut waiting, primary, record);
            checked.issues.extend(self.told_of_link(&waiting, primary));
        }
        let own_id = unique_id.is_some_and(|key| self.families.contains_key(&key));
        if own_id {
            record.unique_id = Entry::Blank;
            waiting.unique_id = None;
        }
        let is_told = named.is_some() || matches!(tie, Some((Tie::Family | Tie::Ssn, _)));
        if !waiting.linked && !is_told && waiting.apart.is_none() && may_be_employee(checked, self.above_home) {
            // Whoever stands below may be of this one's family.
            (self.above, self.above_home, self.above_named) = (None, None, None);
            waiting.above = None;
        }
        let record = &mut checked.record;
        // Without any tie nothing later tells more of the primary above; everything else may still be told better by a later row.
        if waiting.tie.is_none() && named.is_none() && waiting.apart.is_none() {
            match self.above {
                Some(primary) if waiting.belongs_above == Belongs::ByName || waiting.is_stored => {
                    self.link(&mut waiting, primary, record);
                    record.primary_by_order = true;
                    self.namesakes.link(Below::of(&waiting, primary));
                    checked.issues.extend(self.told_of_link(&waiting, primary));
                }
                // How many live there is known at the end.
                Some(_) if matches!(waiting.belongs_above, Belongs::ByHome(_)) => self.waiting.push(waiting),
                Some(primary) => checked.issues.push(waiting.by_order_only(primary)),
                None => checked.issues.push(orphan(&waiting)),
            }
            return;
        }
        if !waiting.linked || waiting.unique_id.is_some() {
            self.waiting.push(waiting);
        }
    }

    fn apart(&mut self, record: &Record, is_doubtful: bool) -> Apart {
        match Home::of(record) {
            Some(home) if is_doubtful => {
                self.doubtful.insert(home.last_name(), ());
                Apart::Nothing
            }
            Some(home) if self.doubtful.contains_key(&home.last_name()) => Apart::MayBeAnothers,
            Some(_) => Apart::Home,
            None => Apart::Nothing,
        }
    }

    fn note_shared(&mut self, tie: Option<(Tie, u64)>) {
        match tie {
            Some((Tie::Ssn, _)) => self.ssn_is_shared = true,
            Some((Tie::UniqueId, _)) => self.unique_id_is_shared = true,
            _ => {}
        }
    }

    fn link(&self, waiting: &mut Waiting, primary: Primary, record: &mut Record) {
        record.primary_row = Some(primary.number);
        waiting.linked = true;
    }

    /// What is told of a dependent whose primary is known.
    fn told_of_link(&mut self, one: &Waiting, primary: Primary) -> Vec<Issue> {
        let spouse = one.is_spouse.then(|| self.spouses.add(one.place, primary.into())).flatten();
        self.missing_code((one.place, one.needs_code), primary).into_iter().chain(spouse).collect()
    }

    /// A dependent needs a pricing group code of its own where its primary's group does not pass its own on. Of a primary whose row names none
    /// the import says so, which knows the member.
    fn missing_code(&self, (place, needs_code): (Place, bool), primary: Primary) -> Option<Issue> {
        let groups = self.pricing.as_ref()?;
        (needs_code && groups.dependents_surely_need_code(primary.pricing)).then(|| {
            let message = "Pricing Group Code is required.";
            Issue::of_field(place.line.into(), Field::PricingGroupCode, IssueKind::MissingRequired, message)
        })
    }

    /// What the whole file tells about rows that were seen before it was known, in the order of the file.
    pub fn finish(mut self) -> Vec<Late> {
        let waiting = std::mem::take(&mut self.waiting);
        self.homes.sort();
        for one in &waiting {
            if one.tie.is_some_and(|(_, key)| !one.linked && self.tied(key).is_some()) {
                self.note_shared(one.tie);
            }
        }
        let mut dependents_ids: KeyMap<Place> = KeyMap::default();
        let mut told = self.told_below_namesakes();
        for one in &waiting {
            told.extend(self.settle(one, &mut dependents_ids));
        }
        told.extend(self.dates.doubts());
        told.append(&mut self.twice);
        // Two things may be told about one row, and both stand together.
        told.sort_by_key(|late| late.number);
        told
    }

    fn settle(&mut self, one: &Waiting, ids: &mut KeyMap<Place>) -> Vec<Late> {
        let late = |issue| Late::told(one.place.number, issue);
        let mut told = Vec::new();
        if !one.linked {
            match self.primary_of(one) {
                Found::One((primary, is_tied)) => {
                    told.push(Late { primary_row: Some(primary.number), by_order: !is_tied, ..late(None) });
                    let issues = self.told_of_link(one, primary);
                    told.extend(issues.into_iter().map(|issue| late(Some(issue))));
                }
                Found::Nobody => told.push(late(Some(self.orphan_of_nobody(one)))),
                Found::Several => told.push(late(Some(orphan_of_several(one.place, one.by_relationship)))),
            }
        }
        if let Some(key) = one.unique_id {
            if self.tied(key).is_some() {
                told.push(Late { drop_unique_id: true, ..late(None) });
            } else if let Some(owner) = ids.insert(key, one.place) {
                let (line, message) = (one.place.line.into(), same_person::used(owner));
                told.push(late(Some(Issue::of_field(line, Field::UniqueId, IssueKind::DuplicateUniqueId, message))));
            }
        }
        told
    }

    /// Whether two employees of the file have the number that would tie a dependent to one.
    fn is_shared(&self, (_, key): (Tie, u64)) -> bool {
        self.shared.contains_key(&key)
    }

    /// The employee of a number, once the whole file is known: also where a spreadsheet has taken the zeros from the dependent's.
    fn tied(&self, key: u64) -> Option<Primary> {
        self.families.get(&key).copied().or_else(|| self.without_zeros.get(&key).copied().flatten())
    }

    /// Whether the order of the rows may tell the primary of a dependent: no number and no name of another row does.
    const fn may_be_by_order(&self, one: &Waiting) -> bool {
        match one.tie {
            _ if one.named.is_some() => false,
            None => true,
            Some((Tie::Family, _)) => false,
            Some((Tie::Ssn, _)) => !self.ssn_is_shared,
            Some((Tie::UniqueId, _)) => !self.unique_id_is_shared,
        }
    }

    fn orphan_of_nobody(&self, one: &Waiting) -> Issue {
        let above = one.above.filter(|_| self.may_be_by_order(one));
        above.map_or_else(|| orphan(one), |above| one.by_order_only(above))
    }

    /// The primary of a dependent once the whole file is known: who shares a number with it, else who is called as its employee is. Where
    /// other rows share a number and this one finds nobody, its employee is missing, as one is who is called and is not there; where nobody
    /// shares it, the numbers are people's own and the order counts, or the home in a section of dependents. Tells whether a number or the
    /// employee's whole name ties the two.
    fn primary_of(&self, one: &Waiting) -> Found<(Primary, bool)> {
        let is_shared = one.tie.is_some_and(|tie| self.is_shared(tie));
        let by_order = is_shared || self.may_be_by_order(one);
        let tied = one.tie.filter(|_| !is_shared).and_then(|(_, key)| self.tied(key));
        let found = tied.or_else(|| one.named.and_then(|key| self.named.get(&key).copied().flatten()));
        let belongs = match one.belongs_above {
            Belongs::ByName => true,
            Belongs::ByHome(shared) => self.households.is_any(shared),
            Belongs::No => false,
        };
        let above = one.above.filter(|_| by_order && (belongs || one.is_stored));
        match (found, above, one.apart, one.home) {
            (Some(primary), ..) => Found::One((primary, true)),
            (None, Some(above), _, Some(home)) if one.belongs_above == Belongs::ByName && !one.is_stored => {
                self.below_namesake(&home, above).map(|primary| (primary, false))
            }
            (None, Some(above), ..) => Found::One((above, false)),
            (None, None, Some(Apart::MayBeAnothers), _) if by_order => Found::Several,
            (None, None, Some(Apart::Home), Some(home)) if by_order => {
                self.homes.find(&home, &self.households).map(|primary| (primary, false))
            }
            (None, None, ..) if is_shared => Found::Several,
            (None, None, ..) => Found::Nobody,
        }
    }
}

impl Waiting {
    fn by_order_only(&self, above: Primary) -> Issue {
        by_order_only(self.place, above.into(), dependent_by(self.by_relationship))
    }
}

/// The field that says of a record that it is a dependent.
pub(super) fn orphan_field(record: &Record) -> Field {
    dependent_by(record.relationship.value().is_some())
}

const fn dependent_by(relationship: bool) -> Field {
    if relationship { Field::Relationship } else { Field::MemberType }
}

fn orphan(one: &Waiting) -> Issue {
    let field = dependent_by(one.by_relationship);
    let message = "There is no employee for this dependent in the file.";
    Issue::of_field(one.place.line.into(), field, IssueKind::OrphanDependent, message)
}

fn orphan_of_several(place: Place, by_relationship: bool) -> Issue {
    let message =
        "More than one employee of the file may be this dependent's; a Family ID on both rows tells whose it is.";
    Issue::of_field(place.line.into(), dependent_by(by_relationship), IssueKind::OrphanDependent, message)
}

fn tie(record: &Record) -> Option<(Tie, u64)> {
    let family = family_key(record).map(|key| (Tie::Family, key));
    let ssn = || ssn_key(record).map(|key| (Tie::Ssn, key));
    family.or_else(ssn).or_else(|| unique_key(record).map(|key| (Tie::UniqueId, key)))
}
