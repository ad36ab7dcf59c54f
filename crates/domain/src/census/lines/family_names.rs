//! How the sections of a list are called whose people belong to employees: `Spouses`, `Dependent Children`.

use super::section_words::{is_word_of_ended, without_count, words_of};
use crate::census::vocabulary::roles::Relationship;
use crate::census::vocabulary::sections::{
    BESIDE_RELATIVES, CHILDREN, DEPENDENTS, EMPLOYED, LISTS_OF_RELATIVES, PARTNERS, RELATIVES, SPOUSES,
};
use crate::text::fold;

/// What a line says of the family of those below it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::census) struct FamilyName {
    /// Which relationship they have; `None` of dependents of any.
    pub relationship: Option<Relationship>,
    /// Whether all of them are somebody's dependents.
    pub is_sure: bool,
}

/// The section of dependents that a line names by nothing but this text.
pub(in crate::census) fn family_name(text: &str) -> Option<FamilyName> {
    let folded = plural(text);
    let (text, _) = without_count(&folded);
    let words = words_of(text);
    let named = names_relatives(text, &words)?;
    words.iter().all(|word| is_known(word)).then_some(named)
}

/// Of a line that is nobody's name and nothing but the word for a relative, as it stands below an employee or above relatives of one kind:
/// `Spouse / Domestic Partner`.
pub(in crate::census) fn family_label(text: &str) -> Option<FamilyName> {
    let folded = plural(text);
    let words = words_of(&folded);
    let names_one = words.iter().any(is_relative) || has_partners(&folded) || words == ["family", "members"];
    let is_joined = is_joined(&folded, &words);
    let is_label = |(place, word): (usize, &&str)| {
        let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
        match EMPLOYED.contains(word) {
            true => !is_joined && words.get(place + 1).is_some_and(is_relative),
            false => is_known(word) || LISTS_OF_RELATIVES.contains(word) || is_number,
        }
    };
    (names_one && words.iter().enumerate().all(is_label)).then(|| relatives(&folded, &words))
}

fn is_relative(word: &&str) -> bool {
    [SPOUSES, CHILDREN, DEPENDENTS].iter().any(|names| names.contains(word))
}

/// The text with `Spouse(s)` and `Child(ren)` read as several.
fn plural(text: &str) -> String {
    fold(text).replace("(s)", "s").replace("(ren)", "ren")
}

fn is_known(word: &str) -> bool {
    [SPOUSES, CHILDREN, DEPENDENTS, BESIDE_RELATIVES].iter().any(|words| words.contains(&word))
        || matches!(word, "partner" | "partners" | "others")
        || is_word_of_ended(word)
}

/// As [`family_name`], of a title above a heading, which may say more: `Acme Spouses 2026`.
pub(in crate::census) fn family_of_title(text: &str) -> Option<FamilyName> {
    let folded = plural(text);
    let words = words_of(&folded);
    let is_denied = ["no", "not", "without", "excluding", "except"].iter().any(|word| words.contains(word));
    names_relatives(&folded, &words).filter(|_| !is_denied)
}

/// Of a line that names a section of relatives and of others at once, or of relatives with a word that leaves a doubt: `COBRA dependents`,
/// `Spouses / Retirees`. A list of employees and their dependents is one of everybody.
pub(in crate::census) fn may_be_family(text: &str) -> Option<FamilyName> {
    let folded = plural(text);
    let words = words_of(&folded);
    let names_relatives =
        words.iter().any(|word| RELATIVES.contains(word) && *word != "partners") || has_partners(&folded);
    let is_of_everybody =
        words.iter().any(|word| EMPLOYED.contains(word) && !matches!(*word, "retirees" | "retired" | "hires"));
    let is_of_them = are_of_employees(&words, is_joined(&folded, &words));
    let is_denied = ["no", "not", "without", "excluding", "except"].iter().any(|word| words.contains(word));
    (names_relatives && !is_denied && (!is_of_everybody || is_of_them))
        .then(|| FamilyName { is_sure: false, ..relatives(&folded, &words) })
}

/// Whether a line speaks of people who are employed themselves, or were.
pub(in crate::census) fn speaks_of_employees(text: &str) -> bool {
    words_of(&fold(text)).iter().any(|word| EMPLOYED.contains(word))
}

/// Which relatives the words name, where no employees are named beside them.
fn names_relatives(text: &str, words: &[&str]) -> Option<FamilyName> {
    let has = |names: &[&str]| words.iter().any(|word| names.contains(word));
    let has_partners = has_partners(text);
    if !has(RELATIVES)
        || (has(&["partner", "partners"]) && !has_partners)
        || !are_of_employees(words, is_joined(text, words))
    {
        return None;
    }
    Some(relatives(text, words))
}

fn has_partners(text: &str) -> bool {
    PARTNERS.iter().any(|name| text.contains(name))
}

fn is_joined(text: &str, words: &[&str]) -> bool {
    text.contains(['&', '+', '/', ',']) || words.iter().any(|word| matches!(*word, "and" | "or"))
}

/// Which relatives the words name.
fn relatives(text: &str, words: &[&str]) -> FamilyName {
    let has = |names: &[&str]| words.iter().any(|word| names.contains(word));
    let has_partners = has_partners(text);
    let kinds = [
        (has(SPOUSES), Relationship::Spouse),
        (has(CHILDREN), Relationship::Child),
        (has_partners, Relationship::Partner),
    ];
    let mut kinds = kinds.into_iter().filter_map(|(has, kind)| has.then_some(kind));
    let only = kinds.next().filter(|_| kinds.next().is_none() && !(is_joined(text, words) && has(DEPENDENTS)));
    FamilyName { relationship: only, is_sure: !has(&["others"]) }
}

/// Whether the employees of a text, if any, are those whose relatives are meant: `Spouses of Employees`, `Employee Spouses`.
fn are_of_employees(words: &[&str], is_joined: bool) -> bool {
    let mut before = "";
    words.iter().all(|word| {
        let is_of_them = matches!(*word, "employee" | "ee" | "subscriber" | "retiree") && !is_joined;
        let is_fine = !EMPLOYED.contains(word) || before == "of" || is_of_them;
        before = word;
        is_fine
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_of_relatives_are_told_from_others() {
        let of = |relationship| Some(FamilyName { relationship, is_sure: true });
        for (text, named) in [
            ("Spouses", of(Some(Relationship::Spouse))),
            ("*** SPOUSES ***", of(Some(Relationship::Spouse))),
            ("Spouses (12)", of(Some(Relationship::Spouse))),
            ("Covered Spouses:", of(Some(Relationship::Spouse))),
            ("Spouses of Employees", of(Some(Relationship::Spouse))),
            ("Employee Spouses", of(Some(Relationship::Spouse))),
            ("Dependent Children", of(Some(Relationship::Child))),
            ("Child Dependents", of(Some(Relationship::Child))),
            ("Domestic Partners", of(Some(Relationship::Partner))),
            ("Dependents", of(None)),
            ("Terminated Dependents", of(None)),
            ("Dependent Census", None),
            ("Dependents List", of(None)),
            ("Spouses and Children", of(None)),
            ("Spouses/Dependents", of(None)),
            ("Employees and Dependents", None),
            ("Employee / Dependents", None),
            ("Employees, Spouses and Children", None),
            ("Spouse(s)", of(Some(Relationship::Spouse))),
            ("Child(ren) (3)", of(Some(Relationship::Child))),
            ("Stepchildren", of(Some(Relationship::Child))),
            ("Partners", None),
            ("Spouse", None),
            ("Child", None),
            ("No dependents", None),
            ("Acme Spouses 2026", None),
            ("Ann Spouses", None),
            ("", None),
        ] {
            assert_eq!(family_name(text), named, "{text}");
        }
        assert_eq!(family_name("Dependents and Others"), Some(FamilyName { relationship: None, is_sure: false }));
    }

    #[test]
    fn a_label_may_be_in_the_singular() {
        for (text, relationship) in [
            ("Spouse", Some(Some(Relationship::Spouse))),
            ("Son", Some(Some(Relationship::Child))),
            ("Spouse / Domestic Partner", Some(None)),
            ("Dependent:", Some(None)),
            ("Dependent Census", Some(None)),
            ("Dependents - 12", Some(None)),
            ("Employees' Dependents", Some(None)),
            ("Spouse & Child(ren)", Some(None)),
            ("Relationship: Spouse", Some(Some(Relationship::Spouse))),
            ("Family Members", Some(None)),
            ("Domestic Partner", Some(Some(Relationship::Partner))),
            ("Employee and Dependent Census", None),
            ("Spouse Jones", None),
            ("Partner", None),
            ("Other", None),
            ("Employee / Spouse", None),
            ("", None),
        ] {
            assert_eq!(family_label(text).map(|name| name.relationship), relationship, "{text}");
        }
    }

    #[test]
    fn a_title_may_say_more() {
        assert_eq!(
            family_of_title("Acme Spouses 2026").map(|name| name.relationship),
            Some(Some(Relationship::Spouse))
        );
        for text in ["Acme Employees and Dependents", "Acme Group", "Please list no dependents"] {
            assert_eq!(family_of_title(text), None, "{text}");
        }
        assert!(speaks_of_employees("New Hires") && !speaks_of_employees("COBRA"));
    }
}
