//! Lines that name a part of a company, and nobody.

use crate::census::cells::clean;
use crate::census::vocabulary::report_lines::PARTS;
use crate::text::fold;

/// `Division 100 - Plant`, `Dept. 200`, `Location - Dallas`: a part of a company by its number or its name.
pub(in crate::census) fn is_part(cell: &str) -> bool {
    // Nearly every row stops here.
    if !cell.contains([' ', '#']) {
        return false;
    }
    let folded = fold(clean(cell));
    let Some((label, rest)) = PARTS.iter().find_map(|part| Some((part, folded.strip_prefix(part)?))) else {
        return false;
    };
    let sign = rest.trim_start_matches(['.', ' ', '#']);
    let is_apart = sign.len() < rest.len() && label.len() < folded.len();
    let is_named = rest.trim_start_matches('.').starts_with(" - ");
    let is_undivided = folded.contains([',', ';', '\t', '|', '@']) || folded.matches('/').count() >= 2;
    is_apart && !is_undivided && (is_named || sign.starts_with(|c: char| c.is_ascii_digit()))
}

/// `Sales Department`, `Research & Development Dept.`: one by its name.
pub(in crate::census) fn is_department(folded: &str) -> bool {
    let text = folded.trim_end_matches(['.', ':']);
    let name = ["department", "dept"].iter().find_map(|word| text.strip_suffix(word)?.strip_suffix(' '));
    let is_word = |word: &str| word.chars().all(|c| c.is_alphabetic() || matches!(c, '&' | '/' | '-'));
    name.is_some_and(|name| name.contains(char::is_alphabetic) && name.split(' ').all(is_word))
}
