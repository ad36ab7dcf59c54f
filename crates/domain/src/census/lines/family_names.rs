//! How the sections of a list are called whose people belong to employees: `Spouses`, `Dependent Children`.

use crate::census::vocabulary::roles::Relationship;
use crate::census::vocabulary::sections::{
    BESIDE_RELATIVES, CHILDREN, DEPENDENTS, EMPLOYED, LEFT, NEGATED, PARTNERS, SPOUSES,
};
use crate::census::vocabulary::words_of;
use crate::text::fold;

/// A line with unknown words and more words than this is a sentence, and names no section.
const MOST_WORDS: usize = 5;

/// What a line says of the family of those below it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::census) struct FamilyName {
    /// Which relationship they have; `None` of dependents of any.
    pub relationship: Option<Relationship>,
    /// Whether all of them are dependents for sure. A label in the singular, or one with other words, leaves a doubt.
    pub is_sure: bool,
    /// Whether it names one, as the label below an employee does.
    pub is_label: bool,
}

/// The dependents that a line names. A list of employees and their dependents is one of everybody, and names none.
pub(in crate::census) fn family_name(text: &str) -> Option<FamilyName> {
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
    let of_employees = employees_of(&words, is_joined)?;
    let is_plural =
        partners && has("partners") || relatives.clone().any(|word| word.ends_with('s') || word.ends_with("ren"));
    let is_plain = |word: &&str| is_relative(&word) || BESIDE_RELATIVES.contains(word);
    let is_known = words == ["family", "members"]
        || words.iter().all(|word| is_plain(word) || EMPLOYED.contains(word) || LEFT.contains(word));
    if !is_known && (!is_plural || words.len() > MOST_WORDS) {
        return None;
    }
    let is_sure = is_plural
        && of_employees
        && !has("others")
        && words.iter().all(|word| is_plain(word) || (EMPLOYED.contains(word) && !LEFT.contains(word)));
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
pub(in crate::census) fn speaks_of_employees(text: &str) -> bool {
    words_of(&fold(text)).iter().any(|word| EMPLOYED.contains(word))
}

/// Whether the employees of a text are surely those whose relatives are meant, as in `Spouses of Employees` and `Employee Spouses`; `None`
/// where they stand in the list themselves.
fn employees_of(words: &[&str], is_joined: bool) -> Option<bool> {
    let mut is_sure = true;
    for (place, word) in words.iter().enumerate().filter(|(_, word)| EMPLOYED.contains(word)) {
        let is_behind_of = place > 0 && words[place - 1] == "of";
        match *word {
            _ if is_behind_of => {}
            "retirees" | "retired" | "hires" => is_sure = false,
            "employee" | "ee" | "subscriber" if !is_joined => {}
            _ if !is_joined && place + 1 < words.len() => is_sure = false,
            _ => return None,
        }
    }
    Some(is_sure)
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
            ("Spouses of Employees", sure(spouse)),
            ("Employee Spouses", sure(spouse)),
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
