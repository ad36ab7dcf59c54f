//! Sections of a list whose people belong to employees who stand elsewhere: whoever stands below `Spouses` is no employee.
//!
//! What a row says of itself goes before its section. Where the section may have ended, those below wait for a person: neither a dependent
//! who is read as an employee nor an employee who is read as somebody's dependent shows in any other way.

use crate::census::findings::sections::FamilySection;
use crate::census::findings::sections::InFamilySection;
use std::sync::Arc;

use super::family_names::{FamilyName, family_name, speaks_of_employees};
use crate::census::cells::{is_placeholder, read_member_type, read_relationship_surely, unguarded};
use crate::census::field::Field;
use crate::census::source::raw::RawRow;
use crate::census::vocabulary::roles::{MemberType, Relationship};
use crate::census::vocabulary::sections::DIVISIONS;
use crate::census::vocabulary::words_of;
use crate::text::fold;

/// The section of dependents that the reader is in.
#[derive(Debug, Default)]
pub(in crate::census) struct FamilySections {
    now: Option<Arc<FamilySection>>,
    /// Whether it has people already.
    has_people: bool,
    /// Whether one of them has no unique id.
    has_without_id: bool,
    /// Whether it is divided further.
    is_divided: bool,
    /// Whether the first line that divides the list was a department or the like, which has sections of its own.
    is_within: Option<bool>,
    /// How many employees stand above without another line between them.
    employees: u32,
    /// Whether employees say that they are.
    employees_say_so: bool,
    /// What stands above the heading; each page may repeat it.
    titles: Vec<String>,
}

impl FamilySections {
    /// Sees a line above the heading. There only words that leave no doubt name a section; each page may repeat the others.
    pub(in crate::census) fn title(&mut self, line: u64, text: &str) {
        match family_name(text).filter(|family| family.is_sure) {
            Some(family) => self.begin(line, text, family),
            None => self.titles.push(fold(text)),
        }
    }

    /// Sees a line that divides the list; `is_unread` where it stands in a column that is not read.
    pub(in crate::census) fn line(&mut self, line: u64, text: &str, is_unread: bool) {
        let is_department = is_unread || DIVISIONS.place_in(&words_of(&fold(text))).is_some();
        let is_within = *self.is_within.get_or_insert(is_department);
        let has_people_above = self.employees > 0 || self.has_people;
        let may_begin =
            |family: &FamilyName| !family.is_label || (has_people_above && !self.titles.contains(&fold(text)));
        match family_name(text).filter(may_begin) {
            Some(family) => self.begin(line, text, family),
            // Departments that have sections of their own begin anew.
            None if speaks_of_employees(text) || (is_within && is_department) => self.end(),
            None if !self.has_people || self.is_divided => self.is_divided = true,
            None => self.doubt(),
        }
    }

    fn begin(&mut self, line: u64, title: &str, name: FamilyName) {
        self.now = Some(Arc::new(FamilySection::new(line, title, (name.relationship, name.is_sure))));
        (self.has_people, self.has_without_id, self.is_divided) = (false, false, false);
    }

    fn end(&mut self) {
        (self.now, self.employees) = (None, 0);
    }

    /// Whether those who follow belong to the section is not sure any more.
    pub(in crate::census) fn doubt(&mut self) {
        if let Some(section) = self.now.as_mut().filter(|section| self.has_people && section.is_sure) {
            Arc::make_mut(section).is_sure = false;
        }
    }

    /// Gives a row that does not say who it is of a family what its section says.
    pub(in crate::census) fn fill(&mut self, raw: &mut RawRow) {
        let own = own_role(raw);
        self.employees_say_so |= own == Some(MemberType::Primary);
        if own == Some(MemberType::Primary) && self.now.is_some() {
            self.end();
        }
        let tells = own.is_none();
        let has_id = raw.get(Field::UniqueId).is_some_and(|id| !is_placeholder(unguarded(id)));
        if tells && self.may_be_an_employee(has_id) {
            self.doubt();
        }
        let Some(section) = &self.now else {
            self.employees += u32::from(own != Some(MemberType::Dependent));
            return;
        };
        if tells {
            let (field, value) = section.told();
            raw.set(field, value);
        }
        // Where people say who they are, the line may be a label below each employee.
        let is_apart = tells || self.employees != 1;
        raw.family = Some(InFamilySection { section: Arc::clone(section), tells, is_apart });
        self.has_people = true;
        self.has_without_id |= !has_id;
    }

    /// Whether the line may be a label below each employee, and the next of them follows: behind the first relative of the only employee
    /// above, and where nobody of the section had a number but this one has.
    const fn may_be_an_employee(&self, has_id: bool) -> bool {
        self.now.is_some()
            && self.has_people
            && !self.employees_say_so
            && (self.employees == 1 || (has_id && self.has_without_id))
    }
}

/// Who a row says that it is; a word that nobody knows says a dependent, as it is read.
fn own_role(raw: &RawRow) -> Option<MemberType> {
    let told = |field| raw.get(field).map(unguarded).filter(|text| !is_placeholder(text));
    let member_type = told(Field::MemberType).and_then(read_member_type);
    let by_relationship = || {
        let told = told(Field::Relationship)?;
        Some(read_relationship_surely(told).map_or(MemberType::Dependent, Relationship::member_type))
    };
    member_type.or_else(by_relationship)
}
