//! What stands in the place of a name and is none: `N/A`, `TBD`, `NULL`, `none`.

use crate::census::vocabulary::Words;
use crate::census::vocabulary::values::{NO_FAMILY_NAMES, NO_NAMES, NOBODYS, WRITTEN};

/// Whether a whole name is none, which its words by themselves would not tell.
pub(in crate::census) fn is_nobodys(name: &str) -> bool {
    let bare = name.trim_matches(['#', '*']);
    let inner = [('(', ')'), ('[', ']'), ('<', '>')]
        .into_iter()
        .find_map(|(open, close)| bare.strip_prefix(open).and_then(|rest| rest.strip_suffix(close)));
    let is_one_of = |words: Words, text: &str| words.all().any(|word| word.eq_ignore_ascii_case(text));
    let is_marked = |text| is_one_of(NO_FAMILY_NAMES, text) || is_one_of(NO_NAMES, text) || is_one_of(NOBODYS, text);
    is_one_of(NOBODYS, bare)
        || inner.is_some_and(is_marked)
        || WRITTEN.contains(bare)
        || name.chars().all(|c| matches!(c, '-' | '\u{2013}' | '\u{2014}' | '.' | '?' | '_' | '/'))
}
