//! What programs print around a list: stamps of date and time, addresses of reports, who ran them, types of columns.

use crate::census::cells::month;
use crate::census::vocabulary::report_lines::{BESIDE_STAMPS, COLONED, PRINTS, TYPES, TYPES_BY_LETTER};
use crate::text::fold;

/// The longest stamp or label.
const LONGEST: usize = 40;

/// Whether a cell tells both a date and a time of day, and nothing else.
pub(in crate::census) fn is_stamp(cell: &str) -> bool {
    if !cell.contains(':') || cell.len() > LONGEST || !cell.bytes().any(|byte| byte.is_ascii_digit()) {
        return false;
    }
    let folded = fold(cell);
    let parts = || folded.split([' ', ',']).filter(|part| !part.is_empty());
    let is_time = |part: &str| is_divided(part.trim_end_matches(['a', 'p', 'm']), &[':'], 2);
    let is_date = |part: &str| is_divided(part, &['/', '-'], 3);
    let is_year = |part: &str| part.len() == 4 && is_figures(part);
    let is_month = |part: &str| month(part).is_some();
    let has_date = parts().any(is_date) || (parts().any(is_month) && parts().any(is_year));
    let is_of_it = |part: &str| {
        is_zone(part)
            || is_time(part)
            || is_date(part)
            || is_month(part)
            || is_figures(part)
            || BESIDE_STAMPS.contains(&part)
    };
    has_date && parts().any(is_time) && parts().all(is_of_it)
}

/// `gmt-8`, `utc+01:00`.
fn is_zone(part: &str) -> bool {
    let offset =
        part.strip_prefix("gmt").or_else(|| part.strip_prefix("utc")).and_then(|rest| rest.strip_prefix(['+', '-']));
    offset.is_some_and(|offset| is_divided(offset, &[':'], 1))
}

fn is_figures(text: &str) -> bool {
    (1..=4).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether signs divide a text into figures, so many at least and three at most.
fn is_divided(text: &str, signs: &[char], least: usize) -> bool {
    (least..=3).contains(&text.split(signs).count()) && text.split(signs).all(is_figures)
}

/// Whether a cell is the address of a page or a file.
pub(in crate::census) fn is_address(cell: &str) -> bool {
    let begins =
        |beginning: &str| cell.get(..beginning.len()).is_some_and(|start| start.eq_ignore_ascii_case(beginning));
    let is_path = cell.as_bytes().first().is_some_and(u8::is_ascii_alphabetic) && cell.get(1..3) == Some(":\\");
    !cell.contains(' ') && (is_path || ["http://", "https://", "www.", "file://"].into_iter().any(begins))
}

/// Whether a cell says who ran a report, when or how, by itself or before a colon.
pub(in crate::census) fn is_label_of_print(cell: &str) -> bool {
    let label = cell.split_once(':').map_or(cell, |(label, _)| label);
    label.len() <= LONGEST && PRINTS.contains(&fold(label).as_str())
}

/// `Date: 11/20/2026`, `User: jsmith`: on a line of its own, which begins with the label.
pub(in crate::census) fn is_labelled_print(text: &str) -> bool {
    let coloned = text.split_once(':').is_some_and(|(label, _)| COLONED.contains(&fold(label).as_str()));
    coloned || is_label_of_print(text)
}

/// `varchar(50)`, `datetime`, `A(10)`: how a column of a database is typed.
pub(in crate::census) fn is_type(cell: &str) -> bool {
    let is_size =
        |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b',' | b' '));
    let sized = cell.strip_suffix(')').and_then(|text| text.split_once('(')).filter(|(_, size)| is_size(size));
    let kind = sized.map_or(cell, |(kind, _)| kind.trim_end());
    let is_one_of = |words: &[&str]| words.iter().any(|word| word.eq_ignore_ascii_case(kind));
    is_one_of(TYPES) || (sized.is_some() && is_one_of(TYPES_BY_LETTER))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stamps_have_a_date_and_a_time_and_nothing_else() {
        for text in [
            "11/20/2026 3:45 PM",
            "2026-11-20 15:45:00",
            "Nov 20 2026 3:45 PM",
            "Friday, November 20, 2026 3:45pm",
            "11/20/26 15:45 EST",
            "11/20/2026 at 3:45 p.m.",
            "Friday, Nov 20, 2026 10:15:33 AM GMT-8",
        ] {
            assert!(is_stamp(text), "{text}");
        }
        for text in ["11/20/2026", "3:45 PM", "1/2/1980 12:00 x", "A:1", "May 3:45", "Ann 1/2/1980 3:45", "1:2:3:4", ""]
        {
            assert!(!is_stamp(text), "{text}");
        }
    }

    #[test]
    fn addresses_labels_and_types_are_known() {
        for text in [
            "http://a.example/r?x=1",
            "HTTPS://a.example",
            "www.acme.example/report",
            "file:///C:/x.csv",
            "C:\\Reports\\x.xlsx",
        ] {
            assert!(is_address(text), "{text}");
        }
        for text in ["Www Lee", "C: x", "httpd", "ann@www.example", "", "é:\\x"] {
            assert!(!is_address(text), "{text}");
        }
        for text in ["Date: 11/20/2026", "User: jsmith", "Run by", "EIN: 12-3456789", "Sorted by: Last Name"] {
            assert!(is_labelled_print(text), "{text}");
        }
        for text in ["Date", "User", "Ann: Bee", "Page", "Filter"] {
            assert!(!is_labelled_print(text), "{text}");
        }
        for text in ["varchar(50)", "DECIMAL(10, 2)", "A(30)", "n(9)", "Short Date"] {
            assert!(is_type(text), "{text}");
        }
        for text in ["A", "N", "x", "Ann(50)", "varchar(x)", "50"] {
            assert!(!is_type(text), "{text}");
        }
    }
}
