//! Folding of text for comparing, sorting and searching.
//!
//! Folded in Rust because SQL `lower` differs between the two databases (rules.md#database-conventions). Compare and sort by
//! the folded text, show the original.

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory as _};

/// Compatibility-composed, lower case, without accents, every run of white space one blank, trimmed.
pub fn fold(text: &str) -> String {
    // Nearly every text, and most of the work of an import.
    if text.is_ascii() {
        return collapsed(text.chars().map(|c| c.to_ascii_lowercase()));
    }
    let plain = text.nfkd().filter(|c| !is_combining_mark(*c)).flat_map(char::to_lowercase);
    collapsed(plain.flat_map(without_stroke))
}

/// The letters with one space wherever there was any, and none at either end.
fn collapsed(letters: impl Iterator<Item = char>) -> String {
    let mut folded = String::with_capacity(letters.size_hint().0);
    for c in letters {
        if c.is_whitespace() {
            if !folded.is_empty() && !folded.ends_with(' ') {
                folded.push(' ');
            }
        } else {
            folded.push(c);
        }
    }
    if folded.ends_with(' ') {
        folded.pop();
    }
    folded
}

/// Letters that have no decomposition in Unicode and are still typed without their stroke, or as two.
fn without_stroke(letter: char) -> impl Iterator<Item = char> {
    let (first, second) = match letter {
        'ł' => ('l', None),
        'đ' | 'ð' => ('d', None),
        'ø' => ('o', None),
        'ı' => ('i', None),
        'ß' => ('s', Some('s')),
        'æ' => ('a', Some('e')),
        'œ' => ('o', Some('e')),
        'þ' => ('t', Some('h')),
        other => (other, None),
    };
    std::iter::once(first).chain(second)
}

/// The folded words of a search term; a list that matches must contain every one of them (rules.md#search-and-order). A comma ends a word, as in
/// `Abel, Ana`, unless it stands between two digits.
pub fn search_words(term: &str) -> Vec<String> {
    let folded: Vec<char> = fold(term).chars().collect();
    let is_digit = |place: Option<usize>| place.and_then(|place| folded.get(place)).is_some_and(char::is_ascii_digit);
    let mut words = vec![String::new()];
    for (place, letter) in folded.iter().enumerate() {
        let ends = *letter == ' ' || (*letter == ',' && !(is_digit(place.checked_sub(1)) && is_digit(Some(place + 1))));
        match words.last_mut() {
            Some(word) if !ends => word.push(*letter),
            _ => words.push(String::new()),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Whether a folded word of a search calls something of this folded name that very many bear, such as a plan: it begins one of the words
/// of the name, and with four letters unless it is all of it. Else most beginnings of names would find everybody.
pub fn calls(word: &str, name: &str) -> bool {
    const LETTERS: usize = 4;
    name.split(' ').any(|part| part == word || (part.starts_with(word) && word.chars().count() >= LETTERS))
}

/// The trimmed text, or `None` when nothing is left.
pub fn non_blank(text: &str) -> Option<&str> {
    Some(text.trim()).filter(|text| !text.is_empty())
}

/// What makes a text more than one line, in words that follow the field's label; `None` of one line.
pub fn line_fault(text: &str) -> Option<&'static str> {
    let breaks_line = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
    text.contains(breaks_line).then_some("must be on one line, without tabs and control characters")
}

/// What makes a text no name of a person, as [`name_fault`] does, and a bare domain such as `example.com`, of which mail programs make a link
/// (rules.md#names-of-people-and-groups).
pub fn person_name_fault(text: &str) -> Option<&'static str> {
    name_fault(text).or_else(|| has_domain(text).then_some(ADDRESS))
}

/// Whether a domain stands in a text: a top-level domain behind a dot, and a label of three letters or digits before it. `J.R.`, `St.John` and
/// `De.La Cruz` hold none.
fn has_domain(text: &str) -> bool {
    if !text.contains(is_dot) {
        return false;
    }
    let plain: String = text.nfkc().flat_map(char::to_lowercase).map(|c| if is_dot(c) { '.' } else { c }).collect();
    plain.split(|c: char| !c.is_alphanumeric() && !is_combining_mark(c) && c != '.' && c != '-').any(|word| {
        let labels = word.trim_matches(['.', '-']).rsplit_once('.');
        labels.is_some_and(|(names, last)| {
            let is_whole = || names.split('.').any(|name| name.chars().count() > 2);
            is_top_level(last) && (is_whole() || UNMISTAKABLE.contains(&last))
        })
    })
}

/// Top-level domains that are no name and no initial: whatever stands before them is a domain.
const UNMISTAKABLE: [&str; 3] = ["com", "net", "org"];

/// The dots that part the labels of a domain (RFC 3490).
const fn is_dot(c: char) -> bool {
    matches!(c, '.' | '\u{3002}' | '\u{ff0e}' | '\u{ff61}')
}

/// Whether a label is a top-level domain, in letters of any script.
fn is_top_level(label: &str) -> bool {
    matches!(url::Host::parse(label), Ok(url::Host::Domain(ascii)) if tld::exist(&ascii))
}

/// What makes a text no name of a person or a group, in words that follow the field's label; `None` of a name. A bare domain stays, since
/// companies are called so (rules.md#names-of-people-and-groups).
pub fn name_fault(text: &str) -> Option<&'static str> {
    // Nearly every name.
    if text.bytes().all(|byte| byte.is_ascii_alphabetic() || matches!(byte, b' ' | b'-' | b'\'')) {
        return None;
    }
    if let Some(fault) = line_fault(text) {
        return Some(fault);
    }
    if text.contains(is_direction_mark) {
        return Some("must not contain marks of the writing direction");
    }
    if text.contains(is_format) {
        return Some("must not contain invisible characters");
    }
    // Letters of full width are written as the plain ones that they stand for.
    let plain: String = text.nfkc().flat_map(char::to_lowercase).collect();
    if plain.contains(['<', '>']) {
        return Some("must not contain < or >");
    }
    if has_entity(&plain) {
        return Some("must not contain markup");
    }
    if !text.is_empty() && !text.chars().any(|c| c.is_alphanumeric() && !is_invisible(c)) {
        return Some("must hold a letter");
    }
    let begins =
        |word: &str| ADDRESSES.iter().any(|start| word.strip_prefix(start).is_some_and(|rest| !rest.is_empty()));
    let mut words = plain.split(|c: char| !c.is_alphanumeric() && !".:/@-_+".contains(c));
    let has_address = plain.contains("://")
        || words.any(|word| begins(word) || is_mail_address(word) || has_path(word) || is_host(word));
    has_address.then_some(ADDRESS)
}

const ADDRESS: &str = "must not contain a web or e-mail address";

/// Whether a word is an e-mail address: a domain stands behind its `@`.
fn is_mail_address(word: &str) -> bool {
    word.split_once('@').is_some_and(|(name, domain)| !name.is_empty() && is_domain(domain))
}

/// Whether a word is an address of four numbers, a host with a port, or a domain behind two strokes: `1.1.1.1`, `localhost:8080`, `//x.example`.
fn is_host(word: &str) -> bool {
    let word = word.trim_end_matches(['.', ':']);
    let (host, port) = word.rsplit_once(':').unwrap_or((word, ""));
    let has_port = (2..=5).contains(&port.len()) && port.bytes().all(|byte| byte.is_ascii_digit());
    is_address_of_numbers(host)
        || (has_port && host.starts_with(char::is_alphabetic))
        || word.strip_prefix("//").is_some_and(is_domain)
}

/// Whether a word is four numbers of one byte with dots between them.
fn is_address_of_numbers(word: &str) -> bool {
    word.split('.').count() == 4 && word.split('.').all(|part| part.parse::<u8>().is_ok())
}

/// Whether a word is a domain with a path, as `example.com/login` is. `24/7` and `a/b.com` are none.
fn has_path(word: &str) -> bool {
    word.trim_start_matches('/').split_once('/').is_some_and(|(domain, _)| is_domain(domain))
}

/// Whether a word has the form of a domain: letters stand behind its last dot, and something before it.
fn is_domain(word: &str) -> bool {
    let word = word.trim_end_matches(['.', ':']);
    word.rsplit_once('.').is_some_and(|(name, last)| {
        !name.is_empty() && last.chars().count() >= 2 && last.chars().all(char::is_alphabetic)
    })
}

/// Whether a text holds a character written in the way of HTML, such as `&lt;`.
fn has_entity(text: &str) -> bool {
    text.split('&').skip(1).any(|rest| {
        let name = rest.split_once(';').map_or("", |(name, _)| name);
        let number = name.strip_prefix('#').filter(|number| !number.is_empty());
        let written = number.unwrap_or(if name.len() > 1 { name } else { "" });
        !written.is_empty() && written.chars().all(|c| c.is_ascii_alphanumeric())
    })
}

/// Characters that print nothing.
const fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{ad}'
            | '\u{115f}'
            | '\u{1160}'
            | '\u{180e}'
            | '\u{200b}'..='\u{200d}'
            | '\u{2060}'..='\u{2064}'
            | '\u{2800}'
            | '\u{3164}'
            | '\u{feff}'
            | '\u{ffa0}'
    )
}

/// Whether a character prints nothing and only says how others are shown. The two joiners stay: names of several scripts are written with them.
fn is_format(c: char) -> bool {
    !matches!(c, '\u{200c}' | '\u{200d}') && c.general_category() == GeneralCategory::Format
}

/// How the words begin that a mail program makes a link of.
const ADDRESSES: [&str; 10] =
    ["www.", "http:", "https:", "ftp:", "mailto:", "javascript:", "data:", "vbscript:", "tel:", "sms:"];

/// Characters that turn the order in which other characters are shown.
const fn is_direction_mark(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Whether one letter is wrong, missing or too many, or two neighbours have changed places.
pub(crate) fn one_edit_apart(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    if one.len().abs_diff(other.len()) > 1 {
        return false;
    }
    let begin = one.iter().zip(other).take_while(|(a, b)| a == b).count();
    let (one, other) = (&one[begin..], &other[begin..]);
    let end = one.iter().rev().zip(other.iter().rev()).take_while(|(a, b)| a == b).count();
    match (&one[..one.len() - end], &other[..other.len() - end]) {
        ([], []) | ([_], [] | [_]) | ([], [_]) => true,
        ([a, b], [c, d]) => a == d && b == c,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn names_of_people_and_companies_pass() {
        for name in [
            "O'Brien",
            "O\u{2019}Brien",
            "Jos\u{e9}",
            "\u{65e5}\u{672c}\u{8a9e}",
            "\u{627}\u{644}\u{639}\u{631}\u{628}\u{64a}\u{629}",
            "\u{5e9}\u{5dc}\u{5d5}\u{5dd}",
            "M\u{fc}ller-L\u{fc}denscheidt",
            "St. Mary's (North) #2",
            "A & B Co.",
            "Acme.com Inc.",
            "Booking.com",
            "AT&T / DirecTV",
            "Data: Systems",
            "Dr. Jean-Luc d'Arc, Jr.",
            "\u{0915}\u{094d}\u{200d}\u{0937}",
            "\u{0646}\u{0645}\u{06cc}\u{200c}\u{062f}\u{0627}\u{0646}\u{0645}",
            "Wwwoods",
            "24/7 Care @ Home",
            "AT&T; Partners",
            "Smith & Sons; Ltd.",
            "Care@Home",
            "North/South Dental Inc.",
            "Tel: Aviv",
            "Anne.Marie",
            "",
        ] {
            assert_eq!(name_fault(name), None, "{name}");
        }
    }

    #[test]
    fn a_person_is_not_called_by_a_domain() {
        for name in [
            "evil.com",
            "x.com",
            "click x.com now",
            "a.b.com",
            "\u{e9}.com",
            "EVIL.COM",
            "Ana evil.com",
            "Ana,evil.com",
            "evil.com.",
            "(evil.co.uk)",
            "www.evil.co.uk",
            "evil\u{ff0e}com",
            "evil\u{3002}com",
            "\u{ff45}vil.com",
            "evil-bank.online",
            "a.b.evil.xyz",
            "\u{43f}\u{440}\u{438}\u{43c}\u{435}\u{440}.\u{440}\u{444}",
            "b\u{fc}cher.de",
            "evil.com:8080",
            "evil.com's",
            "http://evil.example.com",
        ] {
            assert_eq!(person_name_fault(name), Some(ADDRESS), "{name}");
        }
        for name in [
            "St.John",
            "St. Mary",
            "J.R.",
            "Jr.",
            "Jr.,M.D.",
            "J.Li",
            "De.La Cruz",
            "Anne.Marie",
            "Dr.Jean-Luc",
            "O'Brien",
            "Ana M. Lee",
            "Ana.",
            "",
            "\u{65e5}\u{672c}\u{8a9e}",
        ] {
            assert_eq!(person_name_fault(name), None, "{name}");
        }
    }

    #[test]
    fn what_is_no_name_says_why() {
        for (name, fault) in [
            ("Ana\r\nBcc: x", "must be on one line"),
            ("Ana\tMoor", "must be on one line"),
            ("Ana\u{0}", "must be on one line"),
            ("Ana\u{85}Moor", "must be on one line"),
            ("Ana\u{2028}Moor", "must be on one line"),
            ("<b>Ana</b>", "must not contain < or >"),
            ("Ana > Moor", "must not contain < or >"),
            ("\u{ff1c}script\u{ff1e}", "must not contain < or >"),
            ("http://example.com", "a web or e-mail address"),
            ("Ana HTTPS://EXAMPLE.COM", "a web or e-mail address"),
            ("see www.example.com", "a web or e-mail address"),
            ("(www.example.com)", "a web or e-mail address"),
            ("\u{ff57}\u{ff57}\u{ff57}.example.com", "a web or e-mail address"),
            ("javascript:alert(1)", "a web or e-mail address"),
            ("mailto:ana@example.com", "a web or e-mail address"),
            ("ftp://example.com", "a web or e-mail address"),
            ("Ana, go to example.com/reset-password now", "a web or e-mail address"),
            ("//example.com/x", "a web or e-mail address"),
            ("ana@example.com", "a web or e-mail address"),
            ("Ana (ana.moor@mail.example.com)", "a web or e-mail address"),
            ("vbscript:x", "a web or e-mail address"),
            ("tel:123", "a web or e-mail address"),
            ("sms:+1", "a web or e-mail address"),
            ("1.1.1.1", "a web or e-mail address"),
            ("localhost:8080", "a web or e-mail address"),
            ("//x.example", "a web or e-mail address"),
            ("&lt;b&gt;", "must not contain markup"),
            ("Ana &#60;b", "must not contain markup"),
            ("\u{200b}", "invisible characters"),
            ("An\u{200b}a", "invisible characters"),
            ("An\u{ad}a", "invisible characters"),
            ("\u{feff}Ana", "invisible characters"),
            ("Ana\u{2060}", "invisible characters"),
            ("Ana\u{e0041}", "invisible characters"),
            ("Ana\u{fff9}", "invisible characters"),
            ("\u{200d}", "must hold a letter"),
            ("\u{301}\u{301}", "must hold a letter"),
            ("\u{e000}", "must hold a letter"),
            (" \u{200c}\u{3164}", "must hold a letter"),
            ("evil\u{202e}moc.elpmaxe", "writing direction"),
            ("Ana\u{200e}", "writing direction"),
            ("\u{2067}Ana\u{2069}", "writing direction"),
            ("\u{61c}Ana", "writing direction"),
        ] {
            let found = name_fault(name).unwrap_or_default();
            assert!(found.contains(fault), "{name:?}: {found}");
        }
    }

    #[test]
    fn what_many_bear_is_called_by_the_beginning_of_a_word() {
        for (word, name, called) in [
            ("family", "family plan", true),
            ("fami", "family plan", true),
            ("plan", "family plan", true),
            ("fam", "family plan", false),
            ("lan", "family plan", false),
            ("vip", "vip pricing", true),
            ("vi", "vip pricing", false),
            ("amily", "family plan", false),
            ("family", "", false),
        ] {
            assert_eq!(calls(word, name), called, "{word} {name}");
        }
    }

    #[test]
    fn folding_forgets_case_accents_and_spacing() {
        for (text, folded) in [
            ("  Müller\u{a0}\u{2003}José ", "muller jose"),
            ("ÅSE", "ase"),
            ("\u{fb01}ne", "fine"),
            ("Łukasz Đorđe Bjørn", "lukasz dorde bjorn"),
            ("Strauß Ægir Œuvre Þór Işık", "strauss aegir oeuvre thor isik"),
            ("O\u{2019}Neil", "o\u{2019}neil"),
            ("", ""),
        ] {
            assert_eq!(fold(text), folded);
        }
    }

    #[test]
    fn words_of_a_search_are_parted_by_spaces_and_commas() {
        for (term, words) in [
            ("Kestler, Juno", &["kestler", "juno"][..]),
            ("kestler,juno", &["kestler", "juno"]),
            (" 12 Main St, Apt 4, ", &["12", "main", "st", "apt", "4"]),
            ("$1,234.50", &["$1,234.50"]),
            ("45402,", &["45402"]),
            (", ,", &[]),
            ("", &[]),
        ] {
            assert_eq!(search_words(term), words, "{term}");
        }
    }

    proptest! {
        #[test]
        fn folding_twice_changes_nothing(text in ".*") {
            let once = fold(&text);
            prop_assert_eq!(fold(&once), once);
        }
    }
}
