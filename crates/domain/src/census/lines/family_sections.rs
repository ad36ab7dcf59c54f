//! Sections of a list whose people belong to employees who stand elsewhere: whoever stands below `Spouses` is no employee.
//!
//! What a row says of itself goes before its section. Where the section may have ended, those below wait for a person: neither a dependent
//! who is read as an employee nor an employee who is read as somebody's dependent shows in any other way.

use std::sync::Arc;

use crate::census::cells::{is_placeholder, read_member_type, read_relationship_surely, unguarded};
use crate::census::field::Field;
use crate::census::findings::sections::{FamilySection, InFamilySection};
use crate::census::source::raw::RawRow;
use crate::census::vocabulary::roles::{MemberType, Relationship};
use crate::census::vocabulary::sections::{
    BESIDE_RELATIVES, CHILDREN, DEPENDENTS, EMPLOYED, LEFT, NEGATED, PARTNERS, SPOUSES,
};
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
    /// How many employees stand above without another line between them.
    employees: u32,
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

    /// Sees a line that divides the list.
    pub(in crate::census) fn line(&mut self, line: u64, text: &str) {
        let has_people_above = self.employees > 0 || self.has_people;
        let may_begin =
            |family: &FamilyName| !family.is_label || (has_people_above && !self.titles.contains(&fold(text)));
        match family_name(text).filter(may_begin) {
            Some(family) => self.begin(line, text, family),
            None if speaks_of_employees(text) => self.end(),
            None => self.doubt(),
        }
    }

    fn begin(&mut self, line: u64, title: &str, name: FamilyName) {
        self.now = Some(Arc::new(FamilySection::new(line, title, (name.relationship, name.is_sure))));
        (self.has_people, self.has_without_id) = (false, false);
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

    /// Sees a person, and tells in which section it stands.
    pub(in crate::census) fn person(&mut self, raw: &RawRow) -> Option<InFamilySection> {
        let own = own_role(raw);
        if own == Some(MemberType::Primary) && self.now.is_some() {
            self.end();
        }
        let tells = own.is_none();
        let has_id = raw.get(Field::UniqueId).is_some_and(|id| !is_placeholder(unguarded(id)));
        // Behind the first relative of the only employee above the next employee may follow, and so may one where only this one has a number.
        if tells && (self.employees == 1 || (has_id && self.has_without_id)) {
            self.doubt();
        }
        let Some(section) = &self.now else {
            self.employees += u32::from(own != Some(MemberType::Dependent));
            return None;
        };
        self.has_people = true;
        self.has_without_id |= !has_id;
        // Where people say who they are, the line may be a label below each employee.
        let is_apart = tells || self.employees != 1;
        Some(InFamilySection { section: Arc::clone(section), tells, is_apart })
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

/// A line with unknown words and more words than this is a sentence, and names no section.
const MOST_WORDS: usize = 5;

/// Words of employees who are not all of them.
const FORMER_OR_NEW: [&str; 3] = ["retirees", "retired", "hires"];

/// What a line says of the family of those below it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct FamilyName {
    /// Which relationship they have; `None` of dependents of any.
    pub relationship: Option<Relationship>,
    /// Whether all of them are dependents for sure. A label in the singular, or one with other words, leaves a doubt.
    pub is_sure: bool,
    /// Whether it names one, as the label below an employee does.
    pub is_label: bool,
}

/// The dependents that a line names. A list of employees and their dependents is one of everybody, and names none.
pub(super) fn family_name(text: &str) -> Option<FamilyName> {
    let folded = fold(text).replace("(s)", "s").replace("(ren)", "ren");
    let words = words_of(without_count(&folded));
    let has = |one: &str| words.contains(&one);
    let partners = PARTNERS.place_in(&words).is_some();
    let is_relative = |word: &&&str| SPOUSES.contains(word) || CHILDREN.contains(word) || DEPENDENTS.contains(word);
    let relatives = words.iter().filter(is_relative);
    let names_relatives = partners || words == ["family", "members"] || relatives.clone().next().is_some();
    if !names_relatives || NEGATED.place_in(&words).is_some() {
        return None;
    }
    let is_joined = folded.contains(['&', '+', '/', ',']) || has("and") || has("or");
    // `Employees and Dependents` are everybody.
    let is_of_everybody = |(place, word): (usize, &&str)| {
        EMPLOYED.contains(word) && !FORMER_OR_NEW.contains(word) && !words[..place].ends_with(&["of"])
    };
    if is_joined && words.iter().enumerate().any(is_of_everybody) {
        return None;
    }
    let is_plural =
        partners && has("partners") || relatives.clone().any(|word| word.ends_with('s') || word.ends_with("ren"));
    let is_plain = |word: &&str| is_relative(&word) || BESIDE_RELATIVES.contains(word);
    let is_known = words == ["family", "members"]
        || words.iter().all(|word| is_plain(word) || EMPLOYED.contains(word) || LEFT.contains(word));
    if !is_known && (!is_plural || words.len() > MOST_WORDS) {
        return None;
    }
    let is_sure = is_plural && !has("others") && words.iter().all(is_plain);
    let kinds = [
        (words.iter().any(|word| SPOUSES.contains(word)), Relationship::Spouse),
        (words.iter().any(|word| CHILDREN.contains(word)), Relationship::Child),
        (partners, Relationship::Partner),
    ];
    let mut kinds = kinds.into_iter().filter_map(|(is_named, kind)| is_named.then_some(kind));
    let is_of_any = is_joined && words.iter().any(|word| DEPENDENTS.contains(word));
    let only = kinds.next().filter(|_| kinds.next().is_none() && !is_of_any);
    Some(FamilyName { relationship: only, is_sure, is_label: !is_plural })
}

/// Whether a line speaks of people who are employed themselves, or were.
fn speaks_of_employees(text: &str) -> bool {
    words_of(&fold(text)).iter().any(|word| EMPLOYED.contains(word))
}

/// The text without the number of people in brackets behind it.
fn without_count(text: &str) -> &str {
    let counted = text.strip_suffix(')').and_then(|text| text.rsplit_once('('));
    let is_number = |number: &str| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    counted.filter(|(_, number)| is_number(number)).map_or(text, |(name, _)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_of_relatives_are_told_from_others() {
        let sure = |relationship| Some((relationship, true));
        let doubtful = |relationship| Some((relationship, false));
        let (spouse, child) = (Some(Relationship::Spouse), Some(Relationship::Child));
        for (text, named) in [
            ("Spouses", sure(spouse)),
            ("*** SPOUSES ***", sure(spouse)),
            ("Spouses (12)", sure(spouse)),
            ("Covered Spouses:", sure(spouse)),
            ("Spouses of Employees", doubtful(spouse)),
            ("Employee Spouses", doubtful(spouse)),
            ("Dependent Children", sure(child)),
            ("Child Dependents", sure(child)),
            ("Domestic Partners", sure(Some(Relationship::Partner))),
            ("Dependents", sure(None)),
            ("Dependents List", sure(None)),
            ("Spouses and Children", sure(None)),
            ("Spouses/Dependents", sure(None)),
            ("Spouse(s)", sure(spouse)),
            ("Child(ren) (3)", sure(child)),
            ("Stepchildren", sure(child)),
            ("Spouse", doubtful(spouse)),
            ("Son", doubtful(child)),
            ("Dependent Census", doubtful(None)),
            ("Dependents - 12", doubtful(None)),
            ("Employees' Dependents", doubtful(None)),
            ("Terminated Dependents", doubtful(None)),
            ("COBRA dependents", doubtful(None)),
            ("Spouses / Retirees", doubtful(spouse)),
            ("Acme Spouses 2026", doubtful(spouse)),
            ("Dependents and Others", doubtful(None)),
            ("Relationship: Spouse", doubtful(spouse)),
            ("Family Members", doubtful(None)),
            ("Employees and Dependents", None),
            ("Employee / Dependents", None),
            ("Employees, Spouses and Children", None),
            ("Employee and Dependent Census", None),
            ("Partners", None),
            ("No dependents", None),
            ("Spouse Jones", None),
            ("* spouse works here too", None),
            ("Dependents are covered until the age of 26", None),
            ("", None),
        ] {
            assert_eq!(family_name(text).map(|name| (name.relationship, name.is_sure)), named, "{text}");
        }
        assert!(speaks_of_employees("New Hires") && !speaks_of_employees("COBRA"));
    }
}
