//! Whose dependent a row is: the employee who shares a number with it, else the one its row names, else the employee above of its last name or home
//! (rules.md#dependents-and-primaries). What only later rows tell is settled at the end of the file.

use super::family_doubts::{Belongs, belongs_to, by_order_only, is_spouse, may_be_employee};
use super::homes::{Found, Home};
use super::same_person;
use super::ties::{Place, Tie, place, tie, unique_key};
use super::{CrossRows, Late, Primary};
use crate::census::cells::Entry;
use crate::census::cells::KeyMap;
use crate::census::field::Field;
use crate::census::findings::issue::{Issue, IssueKind};
use crate::census::people::record::Record;
use crate::census::people::validate::Checked;

/// A dependent whose primary may come or change yet, or whose unique id may still turn out to be its primary's.
#[derive(Debug, Clone, Copy)]
pub(super) struct Waiting {
    place: Place,
    tie: Option<(Tie, u64)>,
    unique_id: Option<u64>,
    above: Option<Primary>,
    /// The key of the employee's name beside it.
    named: Option<u64>,
    linked: Linked,
    needs_code: bool,
    by_relationship: bool,
    is_spouse: bool,
    /// What says that it belongs to the employee above.
    belongs_above: Belongs,
    /// Whether it is a member who keeps the stored employee, if only the order of the rows tells another.
    is_stored: bool,
    /// Its last name and where it lives.
    home: Option<Home>,
    /// Whether it stands in a section of dependents, where the order of the rows tells no employee.
    is_apart: bool,
}

/// Whether a dependent has its primary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Linked {
    No,
    /// For sure.
    Tied,
    /// By the last name of the employee above, unless another employee turns out to be called so.
    ByOrder,
}

impl CrossRows {
    pub(super) fn dependent(&mut self, checked: &mut Checked) {
        if let Some(number) = checked.employee_row {
            return self.in_row(checked, number);
        }
        self.take_last_name(checked);
        let mut waiting = self.waiting_of(checked);
        let (named, tie) = (waiting.named, waiting.tie);
        // Of two employees of one name the one above is meant.
        let above_is_meant = named.is_some() && named == self.above_named;
        let is_shared = tie.is_some_and(|tie| self.is_shared(tie));
        let tied = tie.filter(|_| !is_shared).and_then(|(_, key)| self.families.get(&key).copied());
        let found = tied.or_else(|| self.above.filter(|_| above_is_meant));
        if let Some(primary) = found {
            self.note_shared(tie.filter(|_| tied.is_some()));
            self.link(&mut waiting, primary, Linked::Tied, checked);
        }
        if waiting.unique_id.is_some_and(|key| self.families.contains_key(&key)) {
            checked.record.unique_id = Entry::Blank;
            waiting.unique_id = None;
        }
        let is_told = named.is_some() || matches!(tie, Some((Tie::Family | Tie::Ssn, _)));
        if found.is_none() && !is_told && !waiting.is_apart && may_be_employee(checked, self.above_home) {
            // Rows below may be of this one's family.
            (self.above, self.above_home, self.above_named) = (None, None, None);
            waiting.above = None;
        }
        // Without any tie nothing later tells more of the primary above; everything else may still be told better by a later row.
        if tie.is_none() && named.is_none() && !waiting.is_apart {
            self.by_order(waiting, checked);
        } else if found.is_none() || waiting.unique_id.is_some() {
            self.waiting.push(waiting);
        }
    }

    fn waiting_of(&self, checked: &Checked) -> Waiting {
        let record = &checked.record;
        let is_apart = checked.is_in_family_section;
        Waiting {
            place: place(record),
            tie: tie(record),
            unique_id: unique_key(record),
            above: self.above.filter(|_| !is_apart),
            is_apart,
            named: checked.employee,
            linked: Linked::No,
            needs_code: record.pricing_group_code.value().is_none(),
            by_relationship: record.relationship.value().is_some(),
            is_spouse: is_spouse(record),
            belongs_above: belongs_to(record, self.above_home),
            is_stored: self.stored.holds(record),
            home: Home::of(record),
        }
    }

    /// Links a dependent that nothing but the order of the rows tells of, where its name or its home agrees.
    fn by_order(&mut self, mut waiting: Waiting, checked: &mut Checked) {
        match self.above {
            Some(primary) if waiting.belongs_above == Belongs::ByName || waiting.is_stored => {
                self.link(&mut waiting, primary, Linked::ByOrder, checked);
                checked.record.primary_by_order = true;
                self.waiting.extend(Some(waiting).filter(|one| !one.is_stored));
            }
            // How many live there is known at the end.
            Some(_) if matches!(waiting.belongs_above, Belongs::ByHome(_)) => self.waiting.push(waiting),
            Some(primary) => checked.issues.push(waiting.by_order_only(primary)),
            None => checked.issues.push(orphan(&waiting)),
        }
    }

    /// Gives a dependent without a last name that of the employee above, unless a number or a name ties it to another one.
    fn take_last_name(&self, checked: &mut Checked) {
        let record = &checked.record;
        let is_above =
            |key: u64| self.families.get(&key).map(|primary| primary.number) == self.above.map(|above| above.number);
        let is_anothers = tie(record).is_some_and(|tie| self.is_shared(tie) || !is_above(tie.1))
            || checked.employee.is_some_and(|named| Some(named) != self.above_named);
        let is_blank = record.last_name == Entry::Blank && record.first_name.value().is_some();
        let may_take = is_blank && !is_anothers && !checked.is_in_family_section && self.above.is_some();
        let Some(name) = self.above_last_name.as_ref().filter(|_| may_take) else {
            return;
        };
        let message = format!("Last Name is blank; that of the employee above, {name}, was taken.");
        let field = Field::LastName;
        let issue = Issue::of_field(checked.record.line, field, IssueKind::SharedLastName, message);
        checked
            .issues
            .retain(|issue| issue.kind != IssueKind::MissingRequired || issue.key.as_deref() != Some(field.name()));
        checked.issues.push(issue);
        checked.record.last_name = Entry::Value(name.clone());
    }

    /// Ties a person to the employee of the row with this number. Such a person comes right behind the employee. Where the row is no
    /// employee's, or was set aside, the person waits.
    fn in_row(&mut self, checked: &mut Checked, number: u32) {
        let place = place(&checked.record);
        let Some(primary) = self.above.filter(|above| above.number == number) else {
            let message = "The row that this person stands in is no employee's, or was set aside.";
            let kind = IssueKind::OrphanDependent;
            checked.issues.push(Issue::of_field(place.line.into(), Field::Relationship, kind, message));
            return;
        };
        let record = &mut checked.record;
        record.primary_row = Some(primary.number);
        let spouse = is_spouse(record).then(|| self.spouses.add(place, primary.into())).flatten();
        let needs_code = record.pricing_group_code.value().is_none();
        checked.issues.extend(self.missing_code((place, needs_code), primary).into_iter().chain(spouse));
    }

    fn note_shared(&mut self, tie: Option<(Tie, u64)>) {
        match tie {
            Some((Tie::Ssn, _)) => self.ssn_is_shared = true,
            Some((Tie::UniqueId, _)) => self.unique_id_is_shared = true,
            _ => {}
        }
    }

    fn link(&mut self, waiting: &mut Waiting, primary: Primary, linked: Linked, checked: &mut Checked) {
        checked.record.primary_row = Some(primary.number);
        waiting.linked = linked;
        checked.issues.extend(self.told_of_link(waiting, primary));
    }

    /// The issues of a dependent whose primary is known.
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

    /// What the whole file tells about dependents that were seen before it was known.
    pub(super) fn settled(&mut self) -> Vec<Late> {
        let waiting = std::mem::take(&mut self.waiting);
        self.homes.sort();
        for one in waiting.iter().filter(|one| one.linked == Linked::No) {
            self.note_shared(one.tie.filter(|(_, key)| self.families.contains_key(key)));
        }
        let mut ids: KeyMap<Place> = KeyMap::default();
        waiting.iter().flat_map(|one| self.settle(one, &mut ids)).collect()
    }

    fn settle(&mut self, one: &Waiting, ids: &mut KeyMap<Place>) -> Vec<Late> {
        let late = |issue| Late::told(one.place.number, issue);
        let mut told = Vec::new();
        let found = if one.linked == Linked::Tied { None } else { Some(self.primary_of(one)) };
        match found {
            Some(Found::One((primary, _)))
                if one.linked == Linked::ByOrder && one.above.is_some_and(|above| above.number == primary.number) => {}
            Some(Found::One((primary, is_tied))) => {
                told.push(Late { primary_row: Some(primary.number), by_order: !is_tied, ..late(None) });
                let issues = self.told_of_link(one, primary);
                told.extend(issues.into_iter().map(|issue| late(Some(issue))));
            }
            Some(Found::Nobody) => told.push(late(Some(self.orphan_of_nobody(one)))),
            Some(Found::Several) => {
                let drop_primary = one.linked == Linked::ByOrder;
                told.push(Late { drop_primary, ..late(Some(orphan_of_several(one))) });
            }
            None => {}
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

    /// Whether two employees of the file have the number that would tie a dependent to one.
    fn is_shared(&self, (_, key): (Tie, u64)) -> bool {
        self.shared.contains_key(&key)
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
    /// shares it, the numbers are people's own and the order counts. Tells whether a number or the
    /// employee's whole name ties the two.
    fn primary_of(&self, one: &Waiting) -> Found<(Primary, bool)> {
        let is_shared = one.tie.is_some_and(|tie| self.is_shared(tie));
        let by_order = is_shared || self.may_be_by_order(one);
        let tied = one.tie.filter(|_| !is_shared).and_then(|(_, key)| self.families.get(&key).copied());
        let found = tied.or_else(|| one.named.and_then(|key| self.named.get(&key).copied().flatten()));
        let belongs = match one.belongs_above {
            Belongs::ByName => true,
            Belongs::ByHome(shared) => self.households.is_any(shared),
            Belongs::No => false,
        };
        let above = one.above.filter(|_| by_order && (belongs || one.is_stored));
        let ordered = match (above, one.home) {
            _ if found.is_some() => Found::Nobody,
            (Some(above), Some(home)) if one.belongs_above == Belongs::ByName && !one.is_stored => {
                self.below_namesake(&home, above)
            }
            (Some(above), _) => Found::One(above),
            _ if is_shared => Found::Several,
            _ => Found::Nobody,
        };
        found.map_or_else(|| ordered.map(|primary| (primary, false)), |primary| Found::One((primary, true)))
    }

    /// The employee of a dependent that stands below an employee of its last name. The homes must be sorted.
    fn below_namesake(&self, home: &Home, above: Primary) -> Found<Primary> {
        if !self.namesakes.are_several(home) {
            return Found::One(above);
        }
        match self.homes.find(home, &self.households) {
            Found::One(primary) => Found::One(primary),
            _ => Found::Several,
        }
    }
}

impl Waiting {
    fn by_order_only(&self, above: Primary) -> Issue {
        by_order_only(self.place, above.into(), dependent_by(self.by_relationship))
    }
}

/// The field that says of a record that it is a dependent.
pub(in crate::census) fn orphan_field(record: &Record) -> Field {
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

fn orphan_of_several(one: &Waiting) -> Issue {
    let message =
        "More than one employee of the file may be this dependent's; a Family ID on both rows tells whose it is.";
    Issue::of_field(one.place.line.into(), dependent_by(one.by_relationship), IssueKind::OrphanDependent, message)
}
