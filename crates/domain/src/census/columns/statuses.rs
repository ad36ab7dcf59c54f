//! Files with several columns of statuses, as payroll programs write them: `Status` may hold `Full Time` there, and `Emp Status` who has left.

use super::roles::are_roles;
use super::{Column, How, Mapping};
use crate::census::cells::{Question, read_status};
use crate::census::field::Field;
use crate::census::vocabulary::Remembered;
use crate::census::vocabulary::heading_keys::heading_key;
use crate::census::vocabulary::leaving::{CODES, KINDS_OF_EMPLOYMENT};

/// The most letters of a code.
const LONGEST_CODE: usize = 3;

/// How surely the values of a column are statuses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Grade {
    /// Most are something else, such as kinds of employment.
    Others,
    /// They may be: yes and no, or who is eligible.
    Likely,
    /// Most say that somebody is active or has left.
    Sure,
}

/// Whether a heading may be that of the statuses.
pub(in crate::census) fn is_status(column: &Column) -> bool {
    column.is_headed(Field::Status)
}

/// Of several columns that are headed alike the one whose values fit best: statuses, and relationships that can be read. Of equals the one that
/// has it by its name.
pub(in crate::census) fn choose<'a, V>(mapping: &mut Mapping, remembered: &Remembered, values: impl Fn(usize) -> V)
where
    V: Iterator<Item = &'a str>,
{
    choose_of(mapping, remembered, Field::Status, |column| {
        grade_of(values(column.index), Question::of(&column.heading))
    });
    choose_of(mapping, remembered, Field::Relationship, |column| {
        // Only the carrier knows what its short codes mean.
        let values: Vec<&str> = values(column.index).collect();
        let is_readable = are_roles(&values) || values.iter().any(|value| value.len() > LONGEST_CODE);
        if is_readable { Grade::Sure } else { Grade::Others }
    });
}

fn choose_of(mapping: &mut Mapping, remembered: &Remembered, field: Field, grade: impl Fn(&Column) -> Grade) {
    let Some(holder) = mapping.column_of(field).map(|place| &mapping.columns()[place]) else { return };
    if holder.how != How::Known {
        return;
    }
    let is_rival =
        |column: &&Column| column.field.is_none() && !remembered.contains_key(&column.key) && column.is_headed(field);
    let rivals = mapping.columns().iter().filter(is_rival).map(|column| (grade(column), column));
    // Of equals the first one.
    let best = rivals.rev().max_by_key(|(grade, _)| *grade).filter(|(best, _)| *best > grade(holder));
    if let Some(index) = best.map(|(_, column)| column.index) {
        mapping.take_by_values(index, field);
    }
}

fn grade_of<'a>(values: impl Iterator<Item = &'a str>, question: Option<Question>) -> Grade {
    let (mut all, mut likely, mut sure) = (0, 0, 0);
    for value in values {
        let is_sure = says_who_left(value);
        all += 1;
        sure += usize::from(is_sure);
        likely += usize::from(is_sure || is_answer(value, question));
    }
    match () {
        () if sure * 2 > all => Grade::Sure,
        () if likely * 2 > all => Grade::Likely,
        () => Grade::Others,
    }
}

fn is_answer(value: &str, question: Option<Question>) -> bool {
    question.is_some_and(|question| question.answer(value).is_some())
        || (read_status(value).is_some() && !KINDS_OF_EMPLOYMENT.contains(&heading_key(value)))
}

/// Whether a value says in so many words that somebody is active or has left.
fn says_who_left(value: &str) -> bool {
    let key = heading_key(value);
    let is_told = CODES.contains(&key) || ["act", "term"].iter().any(|word| key.contains(word));
    is_told && read_status(value).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_tell_statuses_from_kinds_of_employment() {
        for (heading, values, grade) in [
            ("Status", &["Active", "Terminated"][..], Grade::Sure),
            ("Status", &["A", "T", "L"], Grade::Sure),
            ("Status", &["Terminated (Voluntary)"], Grade::Sure),
            ("Status", &["Full Time", "PT"], Grade::Others),
            ("Status", &["Enrolled", "Ineligible"], Grade::Likely),
            ("Is Active", &["X", "X"], Grade::Likely),
            ("Status", &["Married", "Single", "Active"], Grade::Others),
            ("Status", &["Active", "Full Time"], Grade::Others),
            ("Status", &[], Grade::Others),
        ] {
            assert_eq!(grade_of(values.iter().copied(), Question::of(heading)), grade, "{heading} {values:?}");
        }
    }
}
