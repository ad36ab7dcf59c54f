//! Page lines, and the other lines that a report prints of itself.

use super::totals::is_total;
use crate::census::cells::month;
use crate::census::vocabulary::report_lines::COUNTED;
use crate::census::vocabulary::report_lines::{BESIDE_DAYS, DATED, LISTS, REPORTS, SUBJECTS};
use crate::text::fold;

/// `Page 1 of 2`, `Pg. 3`, `1 of 2`, `Page`.
pub(in crate::census) fn is_page(text: &str) -> bool {
    let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let number = is_page_number;
    match words.as_slice() {
        ["page" | "pg", at] | ["page" | "pg", at, "continued"] => number(at),
        ["page" | "pg", at, "of", all] | ["page" | "pg", at, all] | ["page" | "pg", "no" | "number", at, "of", all] => {
            number(at) && number(all)
        }
        ["end", "of", "report" | "file" | "list" | "page" | "census" | "data" | "document" | "roster" | "records"]
        | ["continued"]
        | ["continued", "on", "next", "page"] => true,
        ["printed" | "generated" | "prepared", ..]
        | ["run", "date" | "time", ..]
        | ["report", "date" | "run" | "id" | "generated", ..] => true,
        ["as", "of", date @ ..] => date.iter().any(|word| word.bytes().all(|byte| byte.is_ascii_digit())),
        ["confidential", ..] => true,
        ["data" | "census", ..] if is_as_of(text) => true,
        // `# end`, `## EOF ##`
        ["end" | "eof"] if !text.starts_with(char::is_alphanumeric) => true,
        _ => is_m_of_n(text) || is_rule(text) || is_between_rules(text),
    }
}

/// `Data as of 11/01/2026`, `Census data as of November 1, 2026`.
pub(in crate::census) fn is_as_of(folded: &str) -> bool {
    let words: Vec<&str> = folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let Some(at) = words.windows(2).position(|pair| pair == ["as", "of"]) else { return false };
    let is_date =
        |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit()) || month(word).is_some() || *word == "today";
    let (before, date) = (&words[..at], &words[at + 2..]);
    before.iter().all(|word| SUBJECTS.contains(word) || COUNTED.contains(word))
        && date.iter().all(is_date)
        && (!before.is_empty() || !date.is_empty())
}

/// `- 2 -`, `--- end ---`.
fn is_between_rules(text: &str) -> bool {
    let is_rule = |c: char| matches!(c, '-' | '*' | '=' | '_' | '~' | '\u{2013}' | '\u{2014}');
    let inner = text.trim_matches(|c| is_rule(c) || c == ' ');
    let number = |word: &str| !word.is_empty() && is_page_number(word);
    text.starts_with(is_rule)
        && text.ends_with(is_rule)
        && (number(inner) || matches!(inner, "end" | "eof" | "fin" | "the end") || is_page(inner))
}

/// `1 of 2`.
fn is_m_of_n(text: &str) -> bool {
    let Some((at, all)) = text.split_once(" of ") else { return false };
    [at, all].iter().all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()))
}

/// `-----`, `*** `, `=====`.
fn is_rule(text: &str) -> bool {
    text.len() >= 3 && text.chars().all(|c| matches!(c, '-' | '*' | '=' | '_' | ' '))
}

/// Whether a cell can stand on a page line: page words, dates, times and bare numbers.
pub(in crate::census) fn is_printed(cell: &str) -> bool {
    is_amount(cell) || is_moment(cell) || is_page(&fold(cell)) || is_total(&fold(cell))
}

/// A count or a sum of money.
pub(in crate::census) fn is_amount(cell: &str) -> bool {
    let sign = |c: char| matches!(c, '$' | ',' | '.' | '-' | '(' | ')' | '%' | ' ');
    let number = cell.chars().all(|c| c.is_ascii_digit() || sign(c)) && cell.chars().any(|c| c.is_ascii_digit());
    // Two hyphens between digits are a date, and a date may be somebody's.
    number && cell.trim_start_matches('-').matches('-').count() == 0
}

/// A date or a time of day.
fn is_moment(cell: &str) -> bool {
    let letters = fold(cell).replace("am", "").replace("pm", "");
    letters.chars().all(|c| c.is_ascii_digit() || matches!(c, '/' | '-' | ':' | ' ' | '.'))
        && letters.chars().any(|c| c.is_ascii_digit())
}

/// Whether a line of this text alone turns a page or ends a report, whatever it says besides: `Page No. 1`, `Page 1 of 2 - 10/31/2026`,
/// `Report HR-102 Page 1`, `Continued from page 1`, `End of listing`. Cells that are not divided are no words.
pub(in crate::census) fn is_page_alone(text: &str) -> bool {
    let folded = fold(text);
    let words: Vec<&str> = folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let is_undivided = folded.contains([',', ';', '\t', '|']);
    !is_undivided && (begins_page(&words) || ends_page(&words) || is_end(&words) || is_continued(&folded))
}

/// The most digits of a page number, and of an id that could be taken for one.
pub(in crate::census) const PAGE_DIGITS: usize = 4;

fn is_page_number(word: &str) -> bool {
    word.len() <= PAGE_DIGITS && word.bytes().all(|byte| byte.is_ascii_digit())
}

fn begins_page(words: &[&str]) -> bool {
    match words {
        ["page" | "pg", "no" | "nr" | "number" | "num", at, ..] | ["page" | "pg", at, ..] => is_page_number(at),
        ["sheet", at, "of", all] => is_page_number(at) && is_page_number(all),
        _ => false,
    }
}

/// `Betty Page` may be somebody, and so she has to be counted or reported.
fn ends_page(words: &[&str]) -> bool {
    match words {
        [.., "page", at, "of", all] => is_page_number(at) && is_page_number(all),
        [before @ .., "page", at] => is_page_number(at) && before.iter().any(|word| REPORTS.contains(word)),
        _ => false,
    }
}

fn is_end(words: &[&str]) -> bool {
    match words {
        ["report", "complete" | "completed" | "ends" | "end"] => true,
        ["end", "of", list] | ["end", list] => LISTS.contains(list),
        ["continued" | "cont", "from" | "on", "page", at] => is_page_number(at),
        _ => false,
    }
}

fn is_continued(folded: &str) -> bool {
    matches!(folded, "(cont.)" | "(cont)" | "(cont'd)" | "(cont\u{2019}d)" | "(continued)")
}

/// `Exported on 10/31/2026 by jdoe`, `Period Ending 10/31/2026`: nothing but days, and who did it.
pub(in crate::census) fn is_dated(text: &str) -> bool {
    let folded = fold(text);
    let is_apart = |rest: &&str| rest.starts_with(|c: char| !c.is_alphanumeric());
    DATED.iter().filter_map(|label| folded.strip_prefix(label)).filter(is_apart).any(|rest| {
        let (day, by) = rest.split_once(" by ").map_or((rest, ""), |(day, by)| (day, by.trim()));
        let mut words = day.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        day.contains(|c: char| c.is_ascii_digit()) && words.all(is_word_of_day) && by.split(' ').count() <= 3
    })
}

fn is_word_of_day(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit()) || month(word).is_some() || BESIDE_DAYS.contains(&word)
}

/// Whether a page is counted beside one other cell of words, the name of a company or of the report.
pub(in crate::census) fn is_page_beside<'a>(mut cells: impl Iterator<Item = &'a str>) -> bool {
    let (Some(one), Some(other), None) = (cells.next(), cells.next(), cells.next()) else { return false };
    let counts = |cell: &str| {
        // Nearly every line stops here; `PG-1001` may be an id.
        let may_count = cell.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("page"));
        may_count && cell.contains(|c: char| c.is_ascii_digit()) && is_page(&fold(cell))
    };
    let is_words = |cell: &str| cell.contains(' ') && !cell.contains(|c: char| c.is_ascii_digit() || c == ',');
    (counts(one) && is_words(other)) || (is_words(one) && counts(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_counted_in_many_words() {
        for text in [
            "Page No. 1",
            "Page Number: 1",
            "Page 1 of 2 - 10/31/2026",
            "Page 1 of 2  Printed 10/31/2026",
            "Page 1 - Lark Bakery",
            "Sheet 1 of 2",
            "Continued from page 1",
            "(cont.)",
            "Report Complete",
            "End Report",
            "End of listing",
            "Report HR-102 Page 1",
            "Lark Bakery Page 1 of 2",
        ] {
            assert!(is_page_alone(text), "{text}");
        }
        for text in
            ["Page", "Betty Page", "Betty Page 1", "Cont", "Page,1,2", "Paget 1", "Sheet Lee", "Page 19800102", ""]
        {
            assert!(!is_page_alone(text), "{text}");
        }
    }

    #[test]
    fn days_of_reports_have_their_label() {
        for text in [
            "Date Printed: 10/31/2026",
            "Exported 10/31/2026",
            "Exported on 10/31/2026 by jdoe",
            "Downloaded October 31 2026 8:15 AM",
            "Last updated 10/31/2026",
            "Effective Date: 01/01/2027",
            "Plan Year: 2027",
            "Pay Period: 10/16/2026 - 10/31/2026",
            "Period Ending 10/31/2026",
        ] {
            assert!(is_dated(text), "{text}");
        }
        for text in
            ["Exported", "Effective", "Downloaded Ann 1/2/1980", "Plan Year", "Exportedon 1", "Ann 1/2/1980", ""]
        {
            assert!(!is_dated(text), "{text}");
        }
    }

    #[test]
    fn a_page_stands_beside_words_of_nobody() {
        for cells in [&["Lark Bakery", "Page 1"][..], &["Page 1 of 2", "Lark Bakery"]] {
            assert!(is_page_beside(cells.iter().copied()), "{cells:?}");
        }
        for cells in [&["Lark", "Page 1"][..], &["Ann Bee", "Page"], &["Ann Bee", "1"], &["A 1", "Page 1"], &["Page 1"]]
        {
            assert!(!is_page_beside(cells.iter().copied()), "{cells:?}");
        }
    }
}
