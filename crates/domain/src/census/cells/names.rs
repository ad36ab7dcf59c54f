//! First and last name out of one column, what stands in the place of a name and is none, and marks in a cell that are no part of its value: the
//! apostrophe of a spreadsheet, signs of notes, and words that tell a status or a relationship beside a name, as in `Tom - TERM`.

use super::{is_digits, is_placeholder, read_relationship, read_status};
use crate::census::vocabulary::{
    Answer, BesideRelationship, CellWord, LineWord, Meaning, NamePart, NoName, is_given_name, words_of,
};
use crate::text::fold;

/// First and last name of `Last, First M.` or `First Last`; a middle initial is dropped, a suffix goes to the last name.
///
/// A single word is the first name: somebody then has to say what the last name is.
pub fn split_name(text: &str) -> (String, String) {
    let parts: Vec<&str> = bare_name(text).split(',').map(str::trim).filter(|part| !part.is_empty()).collect();
    match parts[..] {
        [] => (String::new(), String::new()),
        [one] => spoken_order(one),
        [name, suffix] if is_suffix(suffix) => {
            let (first, last) = spoken_order(name);
            if last.is_empty() { (first, last) } else { (first, format!("{last} {suffix}")) }
        }
        [last, suffix, first, ..] | [last, first, suffix, ..] if is_suffix(suffix) => {
            (without_initial(first), format!("{last} {suffix}"))
        }
        [last, first, ..] => match first.rsplit_once(' ') {
            Some((first, suffix)) if is_suffix(suffix) => (without_initial(first), format!("{last} {suffix}")),
            _ => (without_initial(first), last.to_owned()),
        },
    }
}

/// The name of a column whose heading says that the last name comes first, with the comma that it lacks: `Bee Ann M` is `Bee, Ann M`. The
/// first word is the last name, with the particles before it and the suffix behind; a name with a comma of its own stays.
pub fn with_comma(text: &str) -> String {
    let text = bare_name(text);
    if let Some((name, suffix)) = text.split_once(',') {
        let is_turned = is_suffix(suffix.trim()) && name.contains(' ');
        return if is_turned { format!("{} {}", with_comma(name), suffix.trim()) } else { text.to_owned() };
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_given = |word: &&&str| word.trim_end_matches('.').chars().count() > 1 && !is_suffix(word);
    let given_from = |place: usize| words.get(place..).is_some_and(|rest| rest.iter().any(|word| is_given(&word)));
    let mut end = 1;
    let goes_on = |end: usize| {
        words.get(end - 1).is_some_and(|word| is_particle(word)) || words.get(end).is_some_and(|word| is_suffix(word))
    };
    while goes_on(end) && given_from(end + 1) {
        end += 1;
    }
    if words.len() <= end { text.to_owned() } else { format!("{}, {}", words[..end].join(" "), words[end..].join(" ")) }
}

/// The given name with a middle name of a column of its own, as one column would hold both: an initial is dropped, and so is a name that
/// stands there already.
pub fn with_middle_name(first: String, middle: &str) -> String {
    let is_name = middle.chars().filter(|c| c.is_alphabetic()).count() > 1 && !is_placeholder(middle);
    let stands_there = first.to_lowercase().split_whitespace().any(|word| word == middle.to_lowercase());
    if first.is_empty() || !is_name || stands_there { first } else { format!("{first} {middle}") }
}

/// The family name with a suffix of a column of its own; what is no suffix, such as a degree, is left out.
pub fn with_suffix(last: String, suffix: &str) -> String {
    let has_one = last.split_whitespace().last().is_some_and(is_suffix);
    if last.is_empty() || has_one || !is_suffix(suffix) { last } else { format!("{last} {suffix}") }
}

/// A last name without its suffix.
pub(in crate::census) fn without_suffix(last: &str) -> &str {
    last.rsplit_once([' ', ',']).filter(|(_, suffix)| is_suffix(suffix)).map_or(last, |(name, _)| name)
}

/// The name without titles before it and degrees behind it, as long as two words are left.
fn bare_name(text: &str) -> &str {
    let is = |word: &str, among: NamePart| among.contains(&word.replace('.', "").to_lowercase());
    let mut bare = text.trim();
    while let Some((first, rest)) = bare.split_once(' ')
        && is(first, NamePart::Title)
        && rest.trim().contains(' ')
    {
        bare = rest.trim();
    }
    while let Some((rest, last)) = bare.rsplit_once([' ', ','])
        && is(last, NamePart::Degree)
        && rest.trim_matches([' ', ',']).contains(' ')
    {
        bare = rest.trim_end_matches([' ', ',']);
    }
    bare
}

/// `First M. Last Jr`.
fn spoken_order(text: &str) -> (String, String) {
    let words: Vec<&str> = text.split_whitespace().collect();
    let named = words.iter().rposition(|word| !is_suffix(word)).unwrap_or(0);
    if named == 0 {
        return (words.join(" "), String::new());
    }
    let particle = words[1..named].iter().position(|word| is_particle(word));
    let last = particle.map_or_else(|| if has_two_last_names(&words[..=named]) { 2 } else { named }, |at| at + 1);
    (without_initial(&words[..last].join(" ")), words[last..].join(" "))
}

/// Whether four words are two given names and two last ones: `Juan Carlos Lopez Garcia`.
fn has_two_last_names(words: &[&str]) -> bool {
    let is_given = |place: usize| is_given_name(&crate::text::fold(words[place]));
    words.len() == 4 && is_given(0) && is_given(1) && !is_given(2) && !is_given(3) && words[2].chars().count() > 2
}

/// The given names without a middle initial at their end.
fn without_initial(given: &str) -> String {
    let mut words: Vec<&str> = given.split_whitespace().collect();
    if words.len() > 1 {
        words.pop_if(|word| word.trim_end_matches('.').chars().count() == 1);
    }
    words.join(" ")
}

fn is_suffix(word: &str) -> bool {
    NamePart::Suffix.contains(&word.trim_end_matches('.').to_lowercase())
}

fn is_particle(word: &str) -> bool {
    NamePart::Particle.contains(&word.to_lowercase())
}

/// Whether a whole name is none, which its words by themselves would not tell.
pub(in crate::census) fn is_nobodys(name: &str) -> bool {
    let bare = name.trim_matches(['#', '*']);
    let inner = [('(', ')'), ('[', ']'), ('<', '>')]
        .into_iter()
        .find_map(|(open, close)| bare.strip_prefix(open).and_then(|rest| rest.strip_suffix(close)));
    no_name(bare) == Some(NoName::Any)
        || inner.is_some_and(|inner| no_name(inner).is_some())
        || name.chars().all(|c| matches!(c, '-' | '\u{2013}' | '\u{2014}' | '.' | '?' | '_' | '/'))
}

/// What a word stands for none of; `None` of a name.
pub(in crate::census) fn no_name(text: &str) -> Option<NoName> {
    NoName::of(&text.to_ascii_lowercase())
}

/// The text without the mark. Only a straight apostrophe is one, and not before what names of the Low Countries begin with: `'t Hart`,
/// `'s-Gravesande`, `'tHooft`: a small letter by itself. Comparing names leaves it out anyway.
pub(in crate::census) fn without_text_mark(text: &str) -> &str {
    let Some(rest) = text.strip_prefix('\'') else { return text };
    let (first, second) = (rest.chars().next(), rest.chars().nth(1));
    let is_article =
        first.is_some_and(char::is_lowercase) && second.is_none_or(|c| !c.is_alphabetic() || c.is_uppercase());
    if is_article || !first.is_some_and(|c| c.is_alphanumeric() || c == '(') {
        return text;
    }
    // Quoted by apostrophes, both go.
    rest.strip_suffix('\'').filter(|inner| !inner.contains('\'')).unwrap_or(rest)
}

/// A name and the mark beside it: in brackets, or behind a dash or before one. Only such words are a mark: `Bob` of
/// `Robert (Bob)` is a name.
pub(in crate::census) fn name_and_mark(text: &str) -> Option<(String, &str)> {
    const DASHES: [char; 3] = ['-', '\u{2013}', '\u{2014}'];
    let brackets = text.match_indices(['(', '[']).filter_map(|(at, _)| {
        let (mark, behind) = text[at + 1..].split_once([')', ']'])?;
        Some((format!("{} {behind}", &text[..at]), mark))
    });
    let has_blank = text.contains(" -") || text.contains("- ") || text.contains(['\u{2013}', '\u{2014}']);
    let is_apart = |(name, mark): &(&str, &str)| has_blank || (is_in_capitals(mark) && !is_in_capitals(name));
    let halves = [text.rsplit_once(DASHES), text.split_once(DASHES).map(|(mark, name)| (name, mark))];
    let dashes = halves.into_iter().flatten().filter(is_apart).map(|(name, mark)| (name.to_owned(), mark));
    let (name, mark) = brackets.chain(dashes).find(|(_, mark)| is_mark(mark))?;
    let name = super::tidy(name.trim_matches(|c: char| c.is_whitespace() || DASHES.contains(&c))).replace(" ,", ",");
    name.contains(char::is_alphabetic).then(|| (name, mark.trim()))
}

fn is_in_capitals(text: &str) -> bool {
    !text.chars().any(char::is_lowercase)
}

/// Whether each word tells a status or a relative, or how or when it came, and one at least the former.
fn is_mark(text: &str) -> bool {
    let folded = fold(text);
    let words = words_of(&folded);
    let tells = |word: &str| {
        let is_employment =
            || BesideRelationship::Employment.contains(word) || BesideRelationship::BesideEmployment.contains(word);
        let is_listed = || LineWord::Left.contains(word) || LineWord::Leave.contains(word) || is_employment();
        let is_relative = || read_relationship(word).is_some_and(|told| told.is_dependent()) && !is_given_name(word);
        word.chars().count() > 2 && is_relative()
            || word.chars().count() > 1 && Answer::of(word).is_none() && (read_status(word).is_some() || is_listed())
    };
    let is_beside =
        |word: &str| CellWord::BesideStatus.contains(word) || LineWord::BesideLeave.contains(word) || is_digits(word);
    words.iter().any(|word| tells(word)) && words.iter().all(|word| tells(word) || is_beside(word))
}

#[cfg(test)]
mod tests {
    use super::*;

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
