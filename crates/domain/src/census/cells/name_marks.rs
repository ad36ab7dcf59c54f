//! Marks that tell a status or a relationship and stand beside a name in its cell: `Tom - TERM`, `Ida (COBRA)`, `Max (LOA)`. They are no part of the name.

use super::{read_relationship, read_status};
use crate::census::vocabulary::given_names::is_given_name;
use crate::census::vocabulary::sections::{BESIDE_LEAVES, LEAVES, LEFT};
use crate::census::vocabulary::values::{ANSWERS, BESIDE_STATUSES, EMPLOYMENTS};
use crate::text::fold;

/// A name and the mark beside it: in brackets, or behind a dash or before one. Only such words are a mark: `Bob` of
/// `Robert (Bob)` is a name.
pub(in crate::census) fn name_and_mark(text: &str) -> Option<(String, &str)> {
    let found = in_brackets(text).or_else(|| beside_dash(text));
    found.filter(|(name, _)| name.chars().any(char::is_alphabetic))
}

fn in_brackets(text: &str) -> Option<(String, &str)> {
    const OPENING: [char; 2] = ['(', '['];
    let found =
        [text.rsplit_once(OPENING), text.split_once(OPENING)].into_iter().flatten().find_map(|(before, rest)| {
            let (mark, behind) = rest.split_once([')', ']'])?;
            is_mark(mark).then_some((before.trim_end(), mark.trim(), behind))
        });
    found.map(|(before, mark, behind)| {
        let between = if behind.starts_with(',') { "" } else { " " };
        (super::tidy(&[before, behind].join(between)), mark)
    })
}

fn beside_dash(text: &str) -> Option<(String, &str)> {
    const DASHES: [char; 3] = ['-', '\u{2013}', '\u{2014}'];
    let at_end = text.rsplit_once(DASHES);
    let at_start = text.split_once(DASHES).map(|(mark, name)| (name, mark));
    let is_apart = |(name, mark): &(&str, &str)| {
        let has_blank = text.contains(" -") || text.contains("- ") || text.contains(['\u{2013}', '\u{2014}']);
        has_blank || (is_in_capitals(mark) && !is_in_capitals(name))
    };
    let found = at_end.into_iter().chain(at_start).find(|halves| is_mark(halves.1) && is_apart(halves));
    found.map(|(name, mark)| {
        (super::tidy(name.trim_matches(|c: char| c.is_whitespace() || DASHES.contains(&c))), mark.trim())
    })
}

fn is_in_capitals(text: &str) -> bool {
    !text.chars().any(char::is_lowercase)
}

/// Whether each word tells a status or a relative, or how or when it came, and one at least the former.
fn is_mark(text: &str) -> bool {
    let folded = fold(text);
    let words = || folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let tells = |word: &str| {
        let is_listed = || LEFT.contains(word) || LEAVES.contains(word) || EMPLOYMENTS.contains(word);
        let is_relative = || read_relationship(word).is_some_and(|told| told.is_dependent()) && !is_given_name(word);
        word.chars().count() > 2 && is_relative()
            || word.chars().count() > 1 && !ANSWERS.contains(word) && (read_status(word).is_some() || is_listed())
    };
    let is_beside = |word: &str| {
        BESIDE_STATUSES.contains(word) || BESIDE_LEAVES.contains(word) || word.bytes().all(|byte| byte.is_ascii_digit())
    };
    words().any(tells) && words().all(|word| tells(word) || is_beside(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_that_tells_a_status_is_no_part_of_a_name() {
        for (text, name, mark) in [
            ("Tom - TERM", "Tom", "TERM"),
            ("Quentin (deceased)", "Quentin", "deceased"),
            ("Ida (COBRA)", "Ida", "COBRA"),
            ("Max [LOA]", "Max", "LOA"),
            ("Max (on medical leave)", "Max", "on medical leave"),
            ("Ana \u{2013} Termed 10/1/2026", "Ana", "Termed 10/1/2026"),
            ("TERM - Ana", "Ana", "TERM"),
            ("(TERM) Ana", "Ana", "TERM"),
            ("Ana-TERM", "Ana", "TERM"),
            ("Anne-Marie - Inactive", "Anne-Marie", "Inactive"),
            ("Reed (COBRA), Tom", "Reed, Tom", "COBRA"),
            ("Reed, Tom (PT)", "Reed, Tom", "PT"),
            ("Robert (Bob) (TERM)", "Robert (Bob)", "TERM"),
            ("Tom (COBRA) - TERM", "Tom - TERM", "COBRA"),
            ("Ana (Voluntary Termination)", "Ana", "Voluntary Termination"),
            ("Karl (spouse)", "Karl", "spouse"),
            ("Ida - child", "Ida", "child"),
        ] {
            assert_eq!(name_and_mark(text), Some((name.to_owned(), mark)), "{text}");
        }
        for text in [
            "Ana",
            "Anne-Marie",
            "Robert (Bob)",
            "Thomas (TJ)",
            "Ana Smith (Jones)",
            "Smith - Jones",
            "Smith-Jones",
            "Sefo-Loa",
            "Kim - No",
            "(TERM)",
            "- TERM",
            "Tom (Jr)",
            "Tom (",
            "Tom (x)",
            "",
        ] {
            assert_eq!(name_and_mark(text), None, "{text}");
        }
    }
}
