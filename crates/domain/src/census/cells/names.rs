//! First and last name out of one column.

use super::is_placeholder;
use crate::census::vocabulary::given_names::{is_given_name, same_given_name};
use crate::census::vocabulary::values::{NAME_PARTS, NamePart};

/// Whether a given name holds the names of two people: `Ann & Sam`, `Ann/Sam`, `Ann and Sam`. Two forms of one name are one person. A comma
/// separates two people only when every part is a known given name.
pub(in crate::census) fn names_two(first_name: &str) -> bool {
    let folded = crate::text::fold(first_name);
    let joined = folded.replace(" and ", "&");
    let parts = |signs: &[char]| -> Vec<String> { joined.split(signs).map(|part| part.trim().to_owned()).collect() };
    let is_name = |part: &String| part.chars().filter(|c| c.is_alphabetic()).count() > 1;
    let are_two =
        |parts: &[String]| parts.len() > 1 && parts.iter().all(is_name) && !same_given_name(&parts[0], &parts[1]);
    let behind_comma = parts(&[',']);
    are_two(&parts(&['&', '/', '+', ';']))
        || (are_two(&behind_comma) && behind_comma.iter().all(|part| is_given_name(part)))
}

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
        [last, suffix, first, ..] if is_suffix(suffix) => (without_initial(first), format!("{last} {suffix}")),
        [last, first, suffix, ..] if is_suffix(suffix) => (without_initial(first), format!("{last} {suffix}")),
        [last, first, ..] => {
            let mut words: Vec<&str> = first.split_whitespace().collect();
            let suffix = words.pop_if(|word| is_suffix(word));
            let first = without_initial(&words.join(" "));
            match suffix {
                Some(suffix) if !first.is_empty() => (first, format!("{last} {suffix}")),
                _ => (without_initial(parts[1]), last.to_owned()),
            }
        }
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
    while words.get(end - 1).is_some_and(|word| is_particle(word)) && given_from(end + 1) {
        end += 1;
    }
    while words.get(end).is_some_and(|word| is_suffix(word)) && given_from(end + 1) {
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
    match last.rsplit_once([' ', ',']) {
        Some((name, suffix)) if is_suffix(suffix) => name,
        _ => last,
    }
}

/// The name without titles before it and degrees behind it, as long as two words are left.
fn bare_name(text: &str) -> &str {
    let is = |word: &str, part: NamePart| part_of(&word.replace('.', "")) == Some(part);
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
    part_of(word.trim_end_matches('.')) == Some(NamePart::Suffix)
}

fn is_particle(word: &str) -> bool {
    part_of(word) == Some(NamePart::Particle)
}

fn part_of(word: &str) -> Option<NamePart> {
    NAME_PARTS.meaning(&word.to_lowercase())
}
