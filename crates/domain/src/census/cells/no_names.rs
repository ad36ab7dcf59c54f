//! What stands in the place of a name and is none: `N/A`, `TBD`, `NULL`, `none`.

use crate::census::vocabulary::values::{NO_NAMES, NoName, WRITTEN};

/// Whether a whole name is none, which its words by themselves would not tell.
pub(in crate::census) fn is_nobodys(name: &str) -> bool {
    let bare = name.trim_matches(['#', '*']);
    let inner = [('(', ')'), ('[', ']'), ('<', '>')]
        .into_iter()
        .find_map(|(open, close)| bare.strip_prefix(open).and_then(|rest| rest.strip_suffix(close)));
    no_name(bare) == Some(NoName::Any)
        || inner.is_some_and(|inner| no_name(inner).is_some())
        || WRITTEN.contains(bare)
        || name.chars().all(|c| matches!(c, '-' | '\u{2013}' | '\u{2014}' | '.' | '?' | '_' | '/'))
}

/// What a word stands for none of; `None` of a name.
pub(in crate::census) fn no_name(text: &str) -> Option<NoName> {
    NO_NAMES.meaning(&text.to_ascii_lowercase())
}
