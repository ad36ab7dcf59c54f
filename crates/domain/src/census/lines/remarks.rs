//! Lines of words that are nobody: remarks, explanations, what is left to be written on.

use super::pages::is_as_of;
use super::prints::{is_address, is_labelled_print};
use super::section_words::{is_section, may_be_undivided, names_ended};
use super::totals::is_total_of_section;
use crate::census::vocabulary::report_lines::{FORMS, HINTS, LABELS};
use crate::census::vocabulary::sections::DIVISIONS;
use crate::census::vocabulary::sections::STATUSES;
use crate::text::fold;

/// What stands alone on its line and can be nobody's name: a sentence, `Department: Sales`, `Active employees`.
///
/// A line with a date or an address of five digits and more is never one: it may be a person whose cells are not divided.
pub(in crate::census) fn is_remark(text: &str) -> bool {
    let folded = fold(text);
    let is_printed = is_address(text) || is_labelled_print(text) || is_as_of(&folded);
    if is_printed || names_ended(text) || is_comment(text) || is_key(text) {
        return true;
    }
    if may_be_undivided(&folded) {
        return false;
    }
    let words: Vec<&str> = folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let is_label = |label: &str| [LABELS, DIVISIONS, STATUSES].iter().any(|labels| labels.contains(&label));
    let labelled = folded.split_once(':').is_some_and(|(label, _)| is_label(label.trim()));
    let marked = folded.starts_with('*') || folded.starts_with('\u{a9}');
    let sentence = words.len() >= 6 && !folded.contains([',', ';', '\t', '|']);
    let called_out = folded.ends_with(['!', '?']);
    is_section(&folded)
        || is_total_of_section(&folded)
        || labelled
        || marked
        || sentence
        || called_out
        || is_notice(&folded, &words)
}

/// `# Exported by jsmith`, `END`: as programs write beside what they write for each other. Cells that are not divided are no words.
fn is_comment(text: &str) -> bool {
    let is_marked = ["# ", "## ", "// "].iter().any(|mark| text.starts_with(mark));
    matches!(text, "END" | "end") || (is_marked && !text.contains([',', ';', '\t', '|']))
}

/// `EE = Employee Only`: a code and what it stands for.
fn is_key(text: &str) -> bool {
    let Some((code, meaning)) = text.split_once('=') else { return false };
    let (code, meaning) = (code.trim(), meaning.trim());
    let is_code =
        (1..=6).contains(&code.len()) && code.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'+');
    let is_words = |c: char| c.is_alphabetic() || matches!(c, ' ' | '+' | '&' | '/' | '-' | '(' | ')');
    is_code && meaning.starts_with(char::is_alphabetic) && meaning.chars().all(is_words)
}

/// `Copyright 2026 Acme`, `Proprietary and Confidential`, `For internal use only`.
fn is_notice(folded: &str, words: &[&str]) -> bool {
    let has_year = words.iter().any(|word| word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit()));
    let is_copyright = folded.starts_with("copyright ") || folded.starts_with("(c) ");
    (is_copyright && has_year) || words.contains(&"confidential") || folded.ends_with("use only") || folded == "eof"
}

/// What is left to be written on: `Signature: ____`, `Date _______`, `Authorized by:`.
pub(in crate::census) fn is_form(cell: &str) -> bool {
    let is_line = cell.contains("___") || cell.contains("....");
    let begins = cell.starts_with([
        'S', 's', 'A', 'a', 'P', 'p', 'E', 'e', 'H', 'h', 'C', 'c', 'D', 'd', 'T', 't', 'N', 'n', 'X', 'x', '_', 'I',
        'i',
    ]);
    if !begins || !(is_line || cell.ends_with(':')) {
        return false;
    }
    let folded = fold(cell);
    let mut words = folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.all(|word| FORMS.contains(&word) || (is_line && word == "x"))
}

/// What stands below a heading to explain it: `MM/DD/YYYY`, `M/F`, `required`, `Text (50)`.
pub(in crate::census) fn is_hint(cell: &str) -> bool {
    let folded = fold(cell);
    let is_length = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let sized = folded.strip_suffix(')').and_then(|text| text.split_once('(')).filter(|(_, length)| is_length(length));
    let folded = sized.map_or(folded.as_str(), |(kind, _)| kind.trim_end());
    let bare = folded.trim_matches(['(', ')', '[', ']', '<', '>', '*', '.']);
    let format = bare.len() >= 5 && bare.chars().all(|c| "mdyx#/-. ()".contains(c));
    format || HINTS.contains(&bare)
}
