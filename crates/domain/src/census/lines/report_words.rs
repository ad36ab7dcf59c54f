//! What the words of a line say that is no person: totals, pages, examples. One short table of words tells them (see `vocabulary`).

use super::Why;
use crate::census::vocabulary::given_names::is_given_name;
use crate::census::vocabulary::line_words::LineWord;
use crate::census::vocabulary::words_of;
use crate::text::fold;

/// The longest label.
const LONGEST_LABEL: usize = 40;

/// What a line says that holds more than one cell.
pub(super) fn said(first: &str, others: &[&str]) -> Option<Why> {
    let folded = fold(first);
    let words = words_of(&folded);
    if first.ends_with(':') && others.len() == 1 && !others[0].contains(|c: char| c.is_ascii_digit()) {
        return Some(Why::Remark);
    }
    let is_plain = |cell: &&str| is_label(cell) || !cell.contains(char::is_alphabetic);
    if is_label(first) && others.iter().all(is_plain) {
        let counts = others.iter().any(|cell| cell.ends_with(|c: char| c.is_ascii_digit()) && !cell.contains('/'));
        return Some(if counts { Why::Total } else { Why::Remark });
    }
    if LineWord::Print.begin(&words) || others.iter().any(|cell| is_page_number(cell)) {
        return Some(Why::Page);
    }
    if !others.iter().all(|cell| is_count(cell)) {
        return None;
    }
    // Numbers alone may be what is left of a person.
    let has_word = std::iter::once(&first).chain(others).any(|cell| cell.contains(char::is_alphabetic));
    (has_word && words.iter().all(|word| is_counted(word))).then(|| total_or_page(&words))
}

/// Whether a line counts or sums by a word beside others that may be a name: `Dallas Total`, `Count Basie`.
pub(super) fn may_be_total(first: &str, others: &[&str]) -> bool {
    others.iter().all(|cell| is_count(cell)) && is_named(&words_of(&fold(first)))
}

/// Returns why a line of one cell is left out.
pub(super) fn said_alone(cell: &str) -> Why {
    let folded = fold(cell);
    let words = words_of(&folded);
    let has_number = words.iter().any(|word| is_number(word));
    match () {
        () if LineWord::Print.begin(&words) || begins_page(&words) => Why::Page,
        () if words.iter().any(|word| LineWord::Total.contains(word)) => Why::Total,
        () if has_number && words.iter().all(|word| is_counted(word)) => Why::Total,
        () => Why::Remark,
    }
}

/// Whether a cell counts or tells pages by each of its words: `Grand Total`, `Page 2 of 2`; not `Count Basie`.
pub(super) fn is_total(cell: &str) -> bool {
    let folded = fold(cell);
    let words = words_of(&folded);
    let tells = words.iter().any(|word| LineWord::Total.contains(word)) || begins_page(&words);
    tells && words.iter().all(|word| is_counted(word))
}

/// Words that are no part of a name.
const NO_NAMES: [LineWord; 7] = [
    LineWord::Total,
    LineWord::Counted,
    LineWord::Print,
    LineWord::Employee,
    LineWord::Division,
    LineWord::Dependent,
    LineWord::Spouse,
];

/// Words of a status, and those beside them.
const OF_STATUSES: [LineWord; 7] = [
    LineWord::Left,
    LineWord::Leave,
    LineWord::Staying,
    LineWord::StatusLabel,
    LineWord::BesideLeave,
    LineWord::BesideRelative,
    LineWord::Negation,
];

fn is_of(word: &str, tables: &[LineWord]) -> bool {
    tables.iter().any(|table| table.words().all().any(|phrase| phrase.split(' ').any(|one| one == word)))
}

/// Whether a cell has a word of a report, of a section or of a part of a company, or words of a status only, so that it is no name.
pub(super) fn is_known(cell: &str) -> bool {
    let folded = fold(cell);
    let words = words_of(&folded);
    NO_NAMES.iter().any(|table| table.place_in(&words).is_some()) || words.iter().all(|word| is_of(word, &OF_STATUSES))
}

/// Whether the name of a section tells nothing of single people.
pub(super) fn is_plain(text: &str) -> bool {
    let is_known = |word: &&str| is_number(word) || is_of(word, &NO_NAMES) || is_of(word, &OF_STATUSES);
    words_of(&fold(text)).iter().all(is_known)
}

/// Whether a whole name begins with a given name and has a word of a status for its last name, or the other way round behind a comma.
pub(super) fn has_surname_of_status(cell: &str) -> bool {
    let folded = fold(cell);
    let words: Vec<&str> = words_of(&folded).into_iter().filter(|word| word.len() > 1).collect();
    let [first, last] = words[..] else { return false };
    is_given_name(if cell.contains(',') { last } else { first })
}

/// Whether a cell has the word of an example: `EXAMPLE`, `*** Sample row ***`, `(example) John`.
pub(in crate::census) fn names_example(cell: &str) -> bool {
    // Nearly every cell stops here.
    cell.as_bytes().windows(5).any(|letters| letters.eq_ignore_ascii_case(b"ample"))
        && words_of(&fold(cell)).iter().any(|word| LineWord::Example.contains(word))
}

/// A count or a sum of money.
pub(super) fn is_amount(cell: &str) -> bool {
    let sign = |c: char| matches!(c, '$' | ',' | '.' | '-' | '(' | ')' | '%' | ' ');
    let number = cell.chars().all(|c| c.is_ascii_digit() || sign(c)) && cell.chars().any(|c| c.is_ascii_digit());
    // Two hyphens between digits are a date, which may be a birth date.
    number && !cell.trim_start_matches('-').contains('-')
}

/// `Total Sales Dept`, `Dallas Total`: with a word that may be a name, and so only beside numbers.
fn is_named(words: &[&str]) -> bool {
    let is_word = |word: &&&str| !is_number(word);
    let (first, last) = (words.iter().find(is_word), words.iter().rfind(is_word));
    [first, last].into_iter().flatten().any(|word| LineWord::Total.contains(word))
}

/// `Active: 35`, `Signature: ____`: a label with its value, or with room for it.
fn is_label(cell: &str) -> bool {
    let Some((label, _)) = cell.split_once(':') else { return false };
    label.len() <= LONGEST_LABEL && label.contains(char::is_alphabetic) && !label.contains(|c: char| c.is_ascii_digit())
}

/// `Page 1`, `Page: 2 of 3`.
fn is_page_number(cell: &str) -> bool {
    cell.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("page")) && begins_page(&words_of(&fold(cell)))
}

fn begins_page(words: &[&str]) -> bool {
    matches!(words, ["page" | "pg" | "sheet", rest @ ..] if rest.is_empty() || rest.iter().any(|word| is_number(word)))
}

fn total_or_page(words: &[&str]) -> Why {
    if begins_page(words) { Why::Page } else { Why::Total }
}

/// Returns whether a cell can stand beside a total: a number, or one with what it counts. A date or a phone may be a person's.
fn is_count(cell: &str) -> bool {
    is_amount(cell)
        || (cell.matches(['/', '-']).count() < 2 && words_of(&fold(cell)).iter().all(|word| is_counted(word)))
}

fn is_counted(word: &str) -> bool {
    is_number(word) || LineWord::Total.contains(word) || LineWord::Counted.contains(word)
}

fn is_number(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}
