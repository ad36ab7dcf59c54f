//! Who somebody is of a family, in words and codes.

use super::{without_fraction, word_key};
use crate::census::vocabulary::roles::{MemberType, Relationship, relationship_of};
use crate::census::vocabulary::values::{BESIDE_RELATIONSHIPS, Told, VAGUE_TYPES};
use crate::census::vocabulary::words_of;
use crate::text::fold;

/// Reads words, the letters of broker templates and the codes of X12 834 (INS02).
///
/// A code keeps its zero: `01` is a spouse, `1` is nothing that can be told.
pub fn read_relationship(text: &str) -> Option<Relationship> {
    let key = word_key(without_fraction(text));
    relationship_of(&key).or_else(|| in_words(text, &key))
}

/// The same of a column that surely holds relationships: there words of employment, such as `Retiree`, are an employee's. Elsewhere they may tell
/// other things of people and say nothing of a family.
pub fn read_relationship_surely(text: &str) -> Option<Relationship> {
    let key = word_key(without_fraction(text));
    let employed = || is_employed(text).then_some(Relationship::Employee);
    // The first child and the next ones; elsewhere a code of many things.
    let numbered = || matches!(key.as_bytes(), [b'c', b'1'..=b'9']).then_some(Relationship::Child);
    relationship_of(&key).or_else(employed).or_else(numbered).or_else(|| surely(&key)).or_else(|| in_words(text, &key))
}

/// What is said of a relationship only where those stand: elsewhere a principal leads a school, and Foster is a name.
fn surely(key: &str) -> Option<Relationship> {
    match key {
        "principal" => Some(Relationship::Employee),
        "foster" | "infant" | "baby" | "children" => Some(Relationship::Child),
        _ => None,
    }
}

fn in_words(text: &str, key: &str) -> Option<Relationship> {
    // "Child 2", "Spouse 1"
    let bare = key.trim_end_matches(|c: char| c.is_ascii_digit());
    let numbered = (bare.len() >= 2 && bare.len() < key.len()).then(|| relationship_of(bare)).flatten();
    numbered.or_else(|| by_words(text)).or_else(|| beside_code(text))
}

/// A relationship with its code before or behind it: `18-Self`, `(18) Self`, `G8 - Other`, `S - Subscriber`. A code that stands for another one
/// leaves it open, but for a single letter.
fn beside_code(text: &str) -> Option<Relationship> {
    let folded = fold(text);
    let words: Vec<&str> = words_of(&folded);
    let ends = [words.split_first(), words.split_last()];
    let told = ends.into_iter().flatten().find_map(|(code, rest)| {
        let is_named = rest.concat().len() > 1 && !rest.concat().contains(|c: char| c.is_ascii_digit());
        let told = relationship_of(&rest.concat()).or_else(|| by_words(&rest.join(" "))).filter(|_| is_named)?;
        let is_number = code.len() <= 2 && code.bytes().all(|byte| byte.is_ascii_digit());
        let fits = match relationship_of(code) {
            Some(relationship) => relationship == told,
            None => is_number,
        };
        (fits || (code.len() == 1 && rest[0].starts_with(code))).then_some(told)
    });
    told.filter(|_| !folded.contains(['+', '&', ',', ';']))
}

/// A relationship that is told in more words, such as `Child - Adopted` or `Employee's Spouse`; the words of a tier, which
/// joins people by `+`, `&` or `and`, tell none.
fn by_words(text: &str) -> Option<Relationship> {
    let folded = fold(text);
    let words: Vec<&str> = words_of(&folded);
    let has = |wanted: &[&str]| words.iter().any(|word| wanted.contains(word));
    let is_common_law = folded.contains("common law") || folded.contains("common-law");
    match () {
        () if folded.contains(['+', '&']) || has(&["and", "no", "not", "without", "only"]) => None,
        () if has(&["ex", "former", "divorced", "grand", "great", "ward", "parent"])
            || (has(&["law"]) && !is_common_law) =>
        {
            Some(Relationship::Other)
        }
        () if has(&["child", "son", "daughter", "stepchild", "stepson", "stepdaughter"]) => Some(Relationship::Child),
        () if has(&["partner", "domesticpartner"]) => Some(Relationship::Partner),
        () if has(&["spouse", "wife", "husband"]) => Some(Relationship::Spouse),
        () if is_common_law && words.iter().all(|word| ["common", "law", "marriage"].contains(word)) => {
            Some(Relationship::Spouse)
        }
        () => {
            let told: Option<Vec<Told>> = words.iter().map(|word| BESIDE_RELATIONSHIPS.meaning(word)).collect();
            let is_of_holder = |told: &[Told]| told.iter().all(|one| matches!(one, Told::Holder | Told::BesideHolder));
            told.filter(|told| told.contains(&Told::Holder) && is_of_holder(told)).map(|_| Relationship::Employee)
        }
    }
}

/// Whether a word tells how somebody is employed: `Retiree`, `Full-Time`, `Active Employee`, `Employee - Retired`.
fn is_employed(text: &str) -> bool {
    let folded = fold(text);
    let words: Vec<&str> = words_of(&folded);
    let told: Option<Vec<Told>> = words.iter().map(|word| BESIDE_RELATIONSHIPS.meaning(word)).collect();
    let tells = |told: Vec<Told>| told.iter().any(|word| matches!(word, Told::Holder | Told::Employment));
    told.is_some_and(|told| tells(told) || matches!(words[..], ["full" | "part", "time"]))
}

/// Reads primary and dependent, and every word for a relationship.
pub fn read_member_type(text: &str) -> Option<MemberType> {
    match word_key(text).as_str() {
        "p" | "prim" | "employees" | "subscribers" | "enrollee" => Some(MemberType::Primary),
        "deps" | "dependents" | "dependant" | "family" => Some(MemberType::Dependent),
        _ => read_relationship(text).map(Relationship::member_type),
    }
}

/// The relationship that a member type tells besides: `Spouse`. `Dependent` may be anyone's.
pub fn read_relationship_of_type(text: &str) -> Option<Relationship> {
    let told = read_relationship(text).filter(|relationship| relationship.is_dependent());
    told.filter(|_| !VAGUE_TYPES.contains(&word_key(text)))
}

#[cfg(test)]
mod tests {
    use super::Relationship::{Child, Employee, Other, Partner, Spouse};
    use super::*;

    #[test]
    fn a_code_beside_words_that_say_the_same_is_no_contradiction() {
        for (text, read) in [
            ("18-Self", Some(Employee)),
            ("18 - Self", Some(Employee)),
            ("18 Self", Some(Employee)),
            ("18: Subscriber", Some(Employee)),
            ("18 = Self", Some(Employee)),
            ("(18) Self", Some(Employee)),
            ("Self (18)", Some(Employee)),
            ("Self - 18", Some(Employee)),
            ("01 - Subscriber", None),
            ("1-Employee", Some(Employee)),
            ("00 Primary Insured", Some(Employee)),
            ("EE - Self", Some(Employee)),
            ("S - Subscriber", Some(Employee)),
            ("M - Member", Some(Employee)),
            ("19-Child", Some(Child)),
            ("01 - Spouse", Some(Spouse)),
            ("53: Life Partner", Some(Partner)),
            ("G8 - Other", Some(Other)),
            ("G8 - Other Relationship", Some(Other)),
            ("19 - Self", None),
            ("SP - Self", None),
            ("D - Other", None),
            ("18 - 19", None),
            ("18 + Self", None),
            ("1 - Employee Only", None),
            ("X - Self", None),
            ("2026 Self", None),
        ] {
            assert_eq!(read_relationship(text), read, "{text}");
        }
    }

    #[test]
    fn a_marriage_by_common_law_makes_no_in_law() {
        for (text, read) in [
            ("Common Law Spouse", Spouse),
            ("Common-Law", Spouse),
            ("Common Law Marriage", Spouse),
            ("Common law husband", Spouse),
            ("COMMON-LAW WIFE", Spouse),
            ("Spouse (Common Law)", Spouse),
            ("Common Law Partner", Partner),
            ("Ex Common Law Spouse", Other),
            ("Mother-in-law", Other),
        ] {
            assert_eq!(read_relationship(text), Some(read), "{text}");
        }
    }

    #[test]
    fn families_are_told_in_many_words() {
        for (words, read) in [
            ("HOH;Head of Household", Employee),
            ("SPSE;Esposa;Esposo", Spouse),
            ("RDP;Dom Ptnr;Dom Part;DomPartner;Domestic Ptnr;Sig Other", Partner),
            ("Over Age Dependent;Hijo;Hija", Child),
            ("LDA;Legally Domiciled Adult", Other),
        ] {
            for word in words.split(';') {
                assert_eq!(read_relationship(word), Some(read), "{word}");
            }
        }
        for text in ["Student Employee", "Student Worker", "Employee + Children", "C1", "Full-Time"] {
            assert_eq!(read_relationship(text), None, "{text}");
        }
    }

    #[test]
    fn some_words_tell_it_only_where_relationships_stand() {
        for (words, read) in [("Emp - Active;Principal", Employee), ("C1;C2;Children;Foster;Infant;Baby", Child)] {
            for word in words.split(';') {
                assert_eq!((read_relationship(word), read_relationship_surely(word)), (None, Some(read)), "{word}");
            }
        }
        for text in ["C0", "C12", "S1", "Active", "Foster Parent Plan"] {
            assert_ne!(read_relationship_surely(text), Some(Child), "{text}");
        }
    }
}
