//! Codes of X12 that a spreadsheet has taken for numbers: `1` beside `18` and `19` is the `01` that it was.
//!
//! Numbers of a file's own, such as 1 employee, 2 spouse, 3 child, mean what nobody knows and stay as they are.

use std::borrow::Cow;

use crate::census::cells::{clean, read_relationship, without_fraction};
use crate::census::field::Field;
use crate::census::source::lines::Row;
use crate::census::source::raw::RawRow;

/// The codes of employees and children, without which a column of relationships is hardly one of X12.
const ANCHORS: [&str; 2] = ["18", "19"];

/// The columns of codes that have lost their zeros, known by the rows at the beginning.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::census) struct LostCodes {
    places: Vec<usize>,
}

impl LostCodes {
    pub(in crate::census) fn among(people: &[&Row], width: usize) -> Self {
        let cells = |place| people.iter().map(move |row| clean(row.cell(place)));
        Self { places: (0..width).filter(|place| have_lost_zeros(cells(*place))).collect() }
    }

    /// Puts the zero of a code back.
    pub(in crate::census) fn fill(&self, places: &[Option<usize>], raw: &mut RawRow) {
        for field in [Field::Relationship, Field::MemberType] {
            if places[field.index()].is_some_and(|place| self.places.contains(&place))
                && let Some(code) = raw.get(field).and_then(with_zero)
            {
                raw.set(field, &code);
            }
        }
    }

    /// The value as it was, of a column whatever it holds.
    pub(in crate::census) fn restored<'a>(&self, place: usize, value: &'a str) -> Cow<'a, str> {
        let code = self.places.contains(&place).then(|| with_zero(value)).flatten();
        code.map_or(Cow::Borrowed(value), Cow::Owned)
    }
}

/// Whether values are codes of X12 of which some have lost their zero. A number that is no code even with a zero, such as `2`, says that
/// they are numbers of another kind.
fn have_lost_zeros<'a>(values: impl Iterator<Item = &'a str>) -> bool {
    let (mut has_lost, mut has_anchor) = (false, false);
    for value in values {
        let number = without_fraction(value);
        has_anchor |= ANCHORS.contains(&number);
        if number.len() == 1 && number.bytes().all(|byte| byte.is_ascii_digit()) {
            if with_zero(number).is_none() {
                return false;
            }
            has_lost = true;
        }
    }
    has_lost && has_anchor
}

/// The code of a single digit with the zero in front of it; `None` where that is none.
fn with_zero(value: &str) -> Option<String> {
    let digit = without_fraction(value);
    let is_digit = digit.len() == 1 && digit.bytes().all(|byte| byte.is_ascii_digit());
    let code = is_digit.then(|| format!("0{digit}"))?;
    read_relationship(&code).is_some().then_some(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zeros_are_lost_where_other_codes_say_so() {
        for (values, lost) in [
            (&["18", "1", "19"][..], true),
            (&["18.0", "1.0", "", "53"], true),
            (&["18", "1", "9", "G8"], true),
            (&["18", "01", "19"], false),
            (&["1", "2", "3"], false),
            (&["1", "1", "1"], false),
            (&["1", "10", "11"], false),
            (&["18", "1", "2"], false),
            (&["0", "1", "18"], false),
            (&["18", "19"], false),
            (&[], false),
        ] {
            assert_eq!(have_lost_zeros(values.iter().copied()), lost, "{values:?}");
        }
        assert_eq!((with_zero("1.0").as_deref(), with_zero("2"), with_zero("19")), (Some("01"), None, None));
    }
}
