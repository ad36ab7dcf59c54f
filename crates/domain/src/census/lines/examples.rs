//! Rows that show how a template is to be filled in.
//!
//! A row says so itself: in the name of its person (`(example) John`, `Jane Doe [sample]`, `Example: Jane Doe`) or in its first cell. A
//! family name may be Sample, and other words in brackets, such as a maiden name, are somebody's.

use crate::census::cells::clean;
use crate::census::columns::Mapping;
use crate::census::field::Field;
use crate::census::source::lines::Row;
use crate::census::vocabulary::report_lines::EXAMPLES;
use crate::text::fold;

/// Where names stand.
#[derive(Debug, Default)]
pub(in crate::census) struct Examples {
    first: Option<usize>,
    last: Option<usize>,
    whole: Option<usize>,
}

impl Examples {
    pub(in crate::census) fn set_mapping(&mut self, mapping: &Mapping) {
        self.first = mapping.column_of(Field::FirstName);
        self.last = mapping.column_of(Field::LastName);
        self.whole = mapping.column_of(Field::FullName);
    }

    /// Whether the row shows how others are to be filled in.
    pub(in crate::census) fn is_one(&self, row: &Row) -> bool {
        let names = [self.first, self.last, self.whole];
        let cell = |place: Option<usize>| place.map_or("", |place| clean(row.cell(place)));
        if names.iter().any(|place| may_say_so(cell(*place)) && is_marked(cell(*place))) {
            return true;
        }
        // Of a given name alone nobody is called so.
        if [self.first, self.whole].iter().any(|place| may_say_so(cell(*place)) && is_mark(cell(*place))) {
            return true;
        }
        let first = row.cells().map(clean).enumerate().find(|(_, text)| !text.is_empty());
        first.is_some_and(|(place, text)| {
            !names.contains(&Some(place)) && may_say_so(text) && (is_marked(text) || is_mark(text))
        })
    }
}

impl Examples {
    /// Whether an example is called so by its given name alone, as somebody might be: `Sample` beside `Person`.
    pub(in crate::census) fn may_be_called_so(&self, row: &Row) -> bool {
        let cell = |place: Option<usize>| place.map_or("", |place| clean(row.cell(place)));
        let (first, last) = (cell(self.first), cell(self.last));
        !last.is_empty()
            && is_mark(first)
            && !is_marked(first)
            && !is_marked(last)
            && !is_mark(&format!("{first} {last}"))
    }
}

/// Nearly every cell stops here.
fn may_say_so(cell: &str) -> bool {
    cell.contains(['(', '[', '{', '<', ':']) || cell.trim_start_matches(is_sign).starts_with(['E', 'e', 'S', 's'])
}

const fn is_sign(c: char) -> bool {
    c.is_ascii_punctuation() || c == ' '
}

/// `EXAMPLE`, `*** Sample row ***`, `Example 1`: nothing but that.
pub(in crate::census) fn is_mark(cell: &str) -> bool {
    let words: Vec<String> =
        fold(cell).split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect();
    let words = match words.split_last() {
        Some((number, rest)) if !rest.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) => rest,
        _ => &words[..],
    };
    EXAMPLES.contains(&words.join(" ").as_str())
}

/// `(example) John`, `Jane Doe [sample]`, `Example: Jane Doe`: a name, and what says whose it is not.
fn is_marked(cell: &str) -> bool {
    let label = cell.split_once(':').is_some_and(|(label, _)| is_mark(label));
    let bracketed = [('(', ')'), ('[', ']'), ('{', '}'), ('<', '>')].into_iter().any(|(open, close)| {
        let inner = cell.split_once(open).and_then(|(_, rest)| rest.split_once(close));
        inner.is_some_and(|(inner, _)| is_mark(inner))
    });
    label || bracketed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_say_so_in_words_of_their_own() {
        for cell in ["EXAMPLE", "*** Sample row ***", "Example 1", "sample employee", "<example>"] {
            assert!(is_mark(cell) && may_say_so(cell), "{cell}");
        }
        for cell in ["(example) John", "John (Sample)", "Jane Doe [example only]", "Example: Jane Doe"] {
            assert!(is_marked(cell) && may_say_so(cell), "{cell}");
        }
        for cell in ["Ann (Smith)", "Joe Sample", "Sampleton", "(Ann)", "Note: Ann", "1", "", "Exa"] {
            assert!(!is_mark(cell) && !is_marked(cell), "{cell}");
        }
    }
}
