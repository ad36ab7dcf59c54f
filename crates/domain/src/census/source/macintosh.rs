//! Telling a text in Mac Roman from one in Windows-1252: both give every byte a meaning, but only one gives words.
//!
//! Read as the wrong one, an accented letter becomes a symbol within a word (`Garc‡a`), a control character, or a capital behind small
//! letters (`JosŽ`). What either reading leaves in doubt, such as an apostrophe or a dash, tells little, and without a clear case the text
//! is Windows-1252, which is by far the more frequent.

use encoding_rs::{MACINTOSH, WINDOWS_1252};

/// What one place that no word has weighs.
const ODD: u32 = 2;
/// What a hint weighs that is not enough alone: a kind of dash before a small letter, lines that end as those of old Macintoshes do.
const HINT: u32 = 1;
/// So many times as odd the text must be as Windows-1252.
const CLEARLY: u32 = 3;
/// Behind the Latin letters of names.
const LAST_OF_NAMES: char = '\u{17f}';

/// Whether bytes that are no UTF-8, behind the ASCII character `before`, are Mac Roman.
pub(in crate::census) fn is_macintosh(before: u8, bytes: &[u8]) -> bool {
    let text = [&[before], bytes].concat();
    let windows = oddness(&WINDOWS_1252.decode_without_bom_handling(&text).0);
    let has_old_ends = text.contains(&b'\r') && !text.contains(&b'\n');
    let windows = windows + if has_old_ends { HINT } else { 0 };
    windows >= ODD && windows > CLEARLY * oddness(&MACINTOSH.decode_without_bom_handling(&text).0)
}

/// How much stands in a text that no word has.
fn oddness(text: &str) -> u32 {
    let (mut odd, mut dashes) = (0_u32, [0; 2]);
    let mut before = ' ';
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        let mut behind = rest.clone();
        let (next, one_more) = (behind.next().unwrap_or(' '), behind.next().unwrap_or(' '));
        match c {
            '–' if is_cut(before, next) => dashes[0] = HINT,
            '—' if is_cut(before, next) => dashes[1] = HINT,
            _ if !c.is_ascii() && is_odd(c, before, (next, one_more)) => odd = odd.saturating_add(ODD),
            _ => {}
        }
        before = c;
    }
    odd.saturating_add(dashes.iter().sum())
}

/// Whether a word seems to go on behind a dash: a second name would begin with a capital.
fn is_cut(before: char, next: char) -> bool {
    before.is_alphabetic() && next.is_lowercase()
}

/// Whether no word has the character at its place.
fn is_odd(c: char, before: char, (next, one_more): (char, char)) -> bool {
    let within = before.is_alphabetic() && next.is_alphabetic();
    // `OíBrien` and `OÕBrien`, where an apostrophe stands.
    let begins_name = before.is_alphabetic() && next.is_uppercase() && one_more.is_lowercase();
    match c {
        'ª' | 'º' | '‘' | '’' | '´' | '–' | '—' => false,
        'ı' => true,
        _ if c.is_control() || (c.is_alphabetic() && c > LAST_OF_NAMES) => true,
        _ if c.is_uppercase() => before.is_lowercase() || begins_name || (before.is_uppercase() && next.is_lowercase()),
        _ if c.is_lowercase() => begins_name,
        _ => within && !c.is_whitespace(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn in_macintosh(text: &str) -> Vec<u8> {
        MACINTOSH.encode(text).0.into_owned()
    }

    fn in_windows(text: &str) -> Vec<u8> {
        WINDOWS_1252.encode(text).0.into_owned()
    }

    #[test]
    fn names_in_macintosh_are_told() {
        for text in [
            "José",
            "JOSÉ",
            "Zoé",
            "Peña",
            "MUÑOZ",
            "García",
            "Jäger",
            "Jürgen",
            "Gérard",
            "Françoise",
            "Renée",
            "Chloë Brontë, René",
            "O’Brien",
            "D’Angelo",
            "Ann\u{a0}Smith",
            "Muñoz,López",
            "Muñoz\rMoss",
            "GÜNTHER",
            "Élodie",
        ] {
            let is_told = is_macintosh(b',', &in_macintosh(text));
            assert_eq!(is_told, !matches!(text, "Peña" | "García"), "{text}");
        }
        // What is in doubt by itself goes with the rest of the file.
        assert!(is_macintosh(b',', &in_macintosh("García\nGonzález\nPeña\n")));
    }

    #[test]
    fn names_in_windows_1252_are_left() {
        for text in [
            "José",
            "JOSÉ",
            "Muñoz",
            "MUÑOZ",
            "MUñOZ",
            "MuñOz",
            "PéRez",
            "ÁLvarez",
            "García",
            "GARCÍA",
            "Jäger",
            "Zoë",
            "Élodie",
            "Ångström",
            "O’Brien",
            "O´Brien",
            "D’ANGELO",
            "Smith–Jones",
            "Smith — Jones",
            "full–time",
            "Ann\u{a0}Smith",
            "“Bob” Smith",
            "Mª José",
            "Simões",
            "Tomáš",
            "Škoda",
            "ŽIŽEK",
            "Acme™ Ltd",
            "50 € a month",
            "Œuvre",
            "1–99",
            "Sha’quan",
            "Hawai‘i",
            "naïve…",
            "McÉwan",
        ] {
            assert!(!is_macintosh(b',', &in_windows(text)), "{text}");
        }
    }
}
