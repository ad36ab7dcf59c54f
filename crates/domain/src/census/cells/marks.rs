//! Marks in a cell that are no part of its value: the apostrophe of a spreadsheet, signs of notes, and words that tell a status or a relationship
//! beside a name, as in `Tom - TERM`, `Ida (COBRA)`, `Max (LOA)`.

use std::borrow::Cow;

use super::{read_relationship, read_status};
use crate::census::vocabulary::given_names::is_given_name;
use crate::census::vocabulary::line_words::LineWord;
use crate::census::vocabulary::values::{ANSWERS, BESIDE_RELATIONSHIPS, STATUSES, Told};
use crate::text::fold;

/// The text without the mark. Only a straight apostrophe is one, and not before what names of the Low Countries begin with: `'t Hart`,
/// `'s-Gravesande`. Comparing names leaves it out anyway.
pub(in crate::census) fn without_text_mark(text: &str) -> &str {
    let Some(rest) = text.strip_prefix('\'') else { return text };
    match rest.chars().next() {
        Some(c) if c.is_ascii_digit() || c == '(' => rest,
        Some(c) if c.is_alphabetic() && !is_short_article(rest) => {
            // Quoted by apostrophes, both go.
            rest.strip_suffix('\'').filter(|inner| !inner.contains('\'')).unwrap_or(rest)
        }
        _ => text,
    }
}

/// The signs that point to a note below a list.
const NOTES: [char; 7] = ['*', '\u{2020}', '\u{2021}', '\u{b9}', '\u{b2}', '\u{b3}', '^'];

/// A name without the signs that point to a note below the list: `*Ann`, `Cay**`, `Fay¹`, `Reed*, Tom`, `Reed (1)`.
pub(in crate::census) fn without_note_signs(name: &str) -> Cow<'_, str> {
    if !name.contains(NOTES) && !name.contains(['(', '[']) {
        return name.into();
    }
    let bare = |part: &str| {
        let numbered = part.trim_end().strip_suffix([')', ']']).and_then(|part| part.rsplit_once(['(', '[']));
        let part = numbered.filter(|(_, inner)| is_number(inner)).map_or(part, |(part, _)| part);
        part.trim_matches(|c| c == ' ' || NOTES.contains(&c)).to_owned()
    };
    let bare = name.split(',').map(bare).collect::<Vec<String>>().join(", ");
    if bare.is_empty() { name.into() } else { bare.into() }
}

/// Whether a text begins with the sign of a note: `* no longer employed`, `(1) left`. Behind `***` and before it stands a title.
pub(in crate::census) fn begins_note(text: &str) -> bool {
    let bracket = text.strip_prefix(['(', '[']).and_then(|text| text.split_once([')', ']']));
    bracket.is_some_and(|(inner, _)| is_number(inner)) || (text.starts_with(NOTES) && !text.ends_with(NOTES))
}

/// Whether a text in brackets counts notes.
fn is_number(inner: &str) -> bool {
    matches!(inner.len(), 1 | 2) && inner.bytes().all(|byte| byte.is_ascii_digit())
}

/// `'t Hart`, `'s-Gravesande`, `'tHooft`: a small letter by itself.
fn is_short_article(rest: &str) -> bool {
    let mut letters = rest.chars();
    letters.next().is_some_and(char::is_lowercase)
        && letters.next().is_none_or(|c| !c.is_alphabetic() || c.is_uppercase())
}

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

fn tells_employment(word: &str) -> bool {
    matches!(BESIDE_RELATIONSHIPS.meaning(word), Some(Told::Employment | Told::BesideEmployment))
}

/// Whether each word tells a status or a relative, or how or when it came, and one at least the former.
fn is_mark(text: &str) -> bool {
    let folded = fold(text);
    let words = || folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let tells = |word: &str| {
        let is_listed = || LineWord::Left.contains(word) || LineWord::Leave.contains(word) || tells_employment(word);
        let is_relative = || read_relationship(word).is_some_and(|told| told.is_dependent()) && !is_given_name(word);
        word.chars().count() > 2 && is_relative()
            || word.chars().count() > 1
                && ANSWERS.meaning(word).is_none()
                && (read_status(word).is_some() || is_listed())
    };
    let is_beside = |word: &str| {
        STATUSES.meaning(word) == Some(None)
            || LineWord::BesideLeave.contains(word)
            || word.bytes().all(|byte| byte.is_ascii_digit())
    };
    words().any(tells) && words().all(|word| tells(word) || is_beside(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_of_notes_are_no_letters_of_a_name() {
        for (name, bare) in [
            ("*Ann", "Ann"),
            ("Cay **", "Cay"),
            ("Reed*, Tom", "Reed, Tom"),
            ("Reed (1)", "Reed"),
            ("Reed [12], Tom", "Reed, Tom"),
            ("Tom (Bob)", "Tom (Bob)"),
            ("Fay\u{b9}", "Fay"),
            ("O'Neil", "O'Neil"),
            ("**", "**"),
        ] {
            assert_eq!(without_note_signs(name), bare);
        }
        for (text, begins) in
            [("(1) left", true), ("(12 people) left", false), ("** no longer employed", true), ("Ann*", false)]
        {
            assert_eq!(begins_note(text), begins, "{text}");
        }
        assert!(!begins_note("*** TERMINATED ***"), "a title");
    }

    #[test]
    fn a_mark_goes_and_a_letter_stays() {
        for (text, read) in [
            ("'Ann", "Ann"),
            ("'Bee", "Bee"),
            ("'Eve Smith", "Eve Smith"),
            ("'Anna", "Anna"),
            ("'Active", "Active"),
            ("'02139", "02139"),
            ("'(254) 555-0101", "(254) 555-0101"),
            ("'O'Neil", "O'Neil"),
            ("'Ann'", "Ann"),
            ("'Iolana Kealoha", "Iolana Kealoha"),
            ("'t Hart", "'t Hart"),
            ("'s-Gravesande", "'s-Gravesande"),
            ("'tHooft", "'tHooft"),
            ("O'Neil", "O'Neil"),
            ("'=1+1", "'=1+1"),
            ("'-", "'-"),
            ("'", "'"),
            ("\u{2019}Ann", "\u{2019}Ann"),
            ("", ""),
        ] {
            assert_eq!(without_text_mark(text), read, "{text}");
        }
    }

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
