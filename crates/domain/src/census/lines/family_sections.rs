//! Sections of a list whose people belong to employees who stand elsewhere, as those below `Spouses` do.
//!
//! What a row says of itself goes before its section. Any other row below such a line is a dependent. Only a number or a name ties it to its
//! employee; without one it waits.

use std::sync::Arc;

use crate::census::cells::{is_placeholder, read_member_type, read_relationship_surely, unguarded};
use crate::census::field::Field;
use crate::census::findings::sections::FamilySection;
use crate::census::source::raw::RawRow;
use crate::census::vocabulary::line_words::LineWord;
use crate::census::vocabulary::roles::{MemberType, Relationship};
use crate::census::vocabulary::words_of;
use crate::text::fold;

/// The section of dependents that the reader is in.
#[derive(Debug, Default)]
pub(in crate::census) struct FamilySections(Option<Arc<FamilySection>>);

impl FamilySections {
    /// Sees a line above the heading. There only words that leave no doubt name a section.
    pub(in crate::census) fn title(&mut self, line: u64, text: &str) {
        if family_name(text).is_some_and(|family| family.is_sure) {
            self.line(line, text);
        }
    }

    /// Sees a line that divides the list.
    pub(in crate::census) fn line(&mut self, line: u64, text: &str) {
        match family_name(text) {
            Some(family) => self.0 = Some(Arc::new(FamilySection::new(line, text, family.relationship))),
            None if speaks_of_employees(text) => self.0 = None,
            None => {}
        }
    }

    /// Sees a person, and returns the section that tells who it is.
    pub(in crate::census) fn person(&mut self, raw: &RawRow) -> Option<Arc<FamilySection>> {
        let own = own_role(raw);
        if own == Some(MemberType::Primary) {
            self.0 = None;
        }
        self.0.clone().filter(|_| own.is_none())
    }
}

/// Returns who a row says that it is. An unknown word says a dependent, as the row is read.
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
}

/// The dependents that a line names. A list of employees and their dependents is one of everybody, and names none.
pub(super) fn family_name(text: &str) -> Option<FamilyName> {
    let folded = fold(text).replace("(s)", "s").replace("(ren)", "ren");
    let words = words_of(without_count(&folded));
    let has = |one: &str| words.contains(&one);
    let partners = LineWord::Partner.place_in(&words).is_some();
    let is_relative = |word: &&&str| {
        LineWord::Spouse.contains(word) || LineWord::Child.contains(word) || LineWord::Dependent.contains(word)
    };
    let relatives = words.iter().filter(is_relative);
    let names_relatives = partners || words == ["family", "members"] || relatives.clone().next().is_some();
    if !names_relatives || LineWord::Negation.place_in(&words).is_some() {
        return None;
    }
    let is_joined = folded.contains(['&', '+', '/', ',']) || has("and") || has("or");
    // `Employees and Dependents` are everybody.
    let is_of_everybody = |(place, word): (usize, &&str)| {
        LineWord::Employee.contains(word) && !FORMER_OR_NEW.contains(word) && !words[..place].ends_with(&["of"])
    };
    if is_joined && words.iter().enumerate().any(is_of_everybody) {
        return None;
    }
    let is_plural =
        partners && has("partners") || relatives.clone().any(|word| word.ends_with('s') || word.ends_with("ren"));
    let is_plain = |word: &&str| is_relative(&word) || LineWord::BesideRelative.contains(word);
    let is_known = words == ["family", "members"]
        || words
            .iter()
            .all(|word| is_plain(word) || LineWord::Employee.contains(word) || LineWord::Left.contains(word));
    if !is_known && (!is_plural || words.len() > MOST_WORDS) {
        return None;
    }
    let is_sure = is_plural && !has("others") && words.iter().all(is_plain);
    let kinds = [
        (words.iter().any(|word| LineWord::Spouse.contains(word)), Relationship::Spouse),
        (words.iter().any(|word| LineWord::Child.contains(word)), Relationship::Child),
        (partners, Relationship::Partner),
    ];
    let mut kinds = kinds.into_iter().filter_map(|(is_named, kind)| is_named.then_some(kind));
    let is_of_any = is_joined && words.iter().any(|word| LineWord::Dependent.contains(word));
    let only = kinds.next().filter(|_| kinds.next().is_none() && !is_of_any);
    Some(FamilyName { relationship: only, is_sure })
}

/// Whether a line speaks of people who are employed themselves, or were.
fn speaks_of_employees(text: &str) -> bool {
    words_of(&fold(text)).iter().any(|word| LineWord::Employee.contains(word))
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
