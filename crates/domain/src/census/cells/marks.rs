//! The apostrophe by which spreadsheets mark a cell as text, told from one that a name begins with.

use std::borrow::Cow;

/// The text without the mark. Only a straight apostrophe is one, and not before what names of Hawaii and of the Low Countries begin with:
/// `'Aolani`, `'Iolana Kealoha`, `'t Hart`, `'s-Gravesande`. Left in doubt, it stays, since comparing names leaves it out anyway.
pub(in crate::census) fn without_text_mark(text: &str) -> &str {
    let Some(rest) = text.strip_prefix('\'') else { return text };
    match rest.chars().next() {
        Some(c) if c.is_ascii_digit() || c == '(' => rest,
        Some(c) if c.is_alphabetic() && !is_short_article(rest) && !may_be_hawaiian(rest) => {
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

/// The signs of a note and what stands behind them, the note itself: `* no longer employed`, `Note: * = left`, `(1) left`.
pub(in crate::census) fn note_of(text: &str) -> Option<(&str, &str)> {
    let text = text.rsplit_once(": ").map_or(text, |(_, note)| note);
    let bracket = text.strip_prefix(['(', '[']).and_then(|text| text.split_once([')', ']']));
    let numbered = bracket.filter(|(inner, _)| is_number(inner)).map(|(_, note)| note);
    let note = numbered.unwrap_or_else(|| text.trim_start_matches(NOTES));
    (note.len() < text.len()).then(|| (&text[..text.len() - note.len()], note.trim_start_matches([' ', '=', ':', '-'])))
}

/// Whether a text in brackets counts notes.
fn is_number(inner: &str) -> bool {
    matches!(inner.len(), 1 | 2) && inner.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a part of a name has these signs of a note before it or behind it, and none more.
pub(in crate::census) fn bears(name: &str, signs: &str) -> bool {
    name.split(',').map(str::trim).any(|part| {
        let behind = part.strip_suffix(signs).is_some_and(|rest| !rest.ends_with(NOTES));
        let before = part.strip_prefix(signs).is_some_and(|rest| !rest.starts_with(NOTES));
        behind || before
    })
}

/// `'t Hart`, `'s-Gravesande`, `'tHooft`: a small letter by itself.
fn is_short_article(rest: &str) -> bool {
    let mut letters = rest.chars();
    letters.next().is_some_and(char::is_lowercase)
        && letters.next().is_none_or(|c| !c.is_alphabetic() || c.is_uppercase())
}

/// Whether the first word is made as those of Hawaii are: of few letters, a vowel first and last, and no two consonants beside each other.
fn may_be_hawaiian(rest: &str) -> bool {
    let is_vowel = |c: char| "aeiou\u{101}\u{113}\u{12b}\u{14d}\u{16b}".contains(c);
    let word = rest.split([' ', '-', ',']).next().unwrap_or_default();
    let letters: Vec<char> = word.chars().filter(|c| *c != '\'').flat_map(char::to_lowercase).collect();
    let opens = |pair: &[char]| pair.iter().any(|c| is_vowel(*c));
    letters.iter().all(|c| is_vowel(*c) || "hklmnpw".contains(*c))
        && [letters.first(), letters.last()].into_iter().flatten().all(|c| is_vowel(*c))
        && letters.windows(2).all(opens)
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
        assert_eq!((note_of("(1) left"), note_of("(12 people) left")), (Some(("(1)", "left")), None));
        assert!(bears("Reed (1)", "(1)") && !bears("Reed (1)", "(2)"));
        assert_eq!(note_of("Note: * left"), Some(("*", "left")));
        assert_eq!(note_of("** no longer employed"), Some(("**", "no longer employed")));
        assert_eq!((note_of("* = left"), note_of("Ann*")), (Some(("*", "left")), None));
        assert!(bears("Reed*", "*") && bears("*Reed", "*") && bears("Reed*, Tom", "*") && bears("*", "*"));
        assert!(!bears("Reed**", "*") && !bears("Reed", "*") && !bears("Reed*", "**"));
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
            ("'Aolani", "'Aolani"),
            ("'Iolana Kealoha", "'Iolana Kealoha"),
            ("'Ulu'ulu", "'Ulu'ulu"),
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
}
