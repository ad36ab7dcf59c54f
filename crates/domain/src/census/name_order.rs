//! Whether whole names have the last name first although neither a comma nor the heading says so: families share their first word then,
//! as `DOE JOHN` and `DOE JANE` do.

use super::columns::Mapping;
use super::field::Field;
use super::lines::Row;
use super::matching::nicknames::is_given_name;
use super::values::{clean, read_relationship};
use crate::text::fold;

/// So many of a family at least share the first word with their employee, and so many times as many as share the last one.
const FEWEST: usize = 2;
const CLEARLY: usize = 4;

/// The column of whole names that has the last name first, by the families among the rows at the beginning.
pub(super) fn last_first(mapping: &Mapping, people: &[&Row]) -> Option<usize> {
    let names = mapping.column_of(Field::FullName)?;
    let roles = mapping.column_of(Field::Relationship).or_else(|| mapping.column_of(Field::MemberType))?;
    let (mut above, mut first, mut last) = (None, 0, 0);
    let (mut given_first, mut given_last) = (0, 0);
    for row in people {
        let Some(ends) = ends_of(clean(row.cell(names))) else { continue };
        given_first += usize::from(is_given_name(&ends.0));
        given_last += usize::from(is_given_name(&ends.1));
        let is_dependent = read_relationship(clean(row.cell(roles))).is_some_and(|role| role.is_dependent());
        match &above {
            Some((one, other)) if is_dependent => {
                first += usize::from(*one == ends.0 && *other != ends.1);
                last += usize::from(*one != ends.0 && *other == ends.1);
            }
            _ => above = Some(ends),
        }
    }
    (first >= FEWEST && first > CLEARLY * last && given_last > given_first).then_some(names)
}

/// The first and the last word of a name without a comma.
fn ends_of(name: &str) -> Option<(String, String)> {
    let folded = fold(name);
    // A middle initial or name stands behind the given one.
    let mut words = folded.split_whitespace();
    let (first, second) = (words.next()?, words.next()?);
    (!folded.contains(',')).then(|| (first.to_owned(), words.rfind(|word| word.len() > 1).unwrap_or(second).to_owned()))
}
