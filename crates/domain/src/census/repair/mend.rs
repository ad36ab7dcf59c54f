//! Rows that are corrected together, cell by cell: a row need not be whole after one correction, and what nobody has touched stays
//! as it was found (rules.md#fixing-a-row).

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::fix::{Around, holds_back, judge};
use crate::census::families::same_person::person;
use crate::census::field::Field;
use crate::census::findings::issue::{Issue, IssueKind, Severity};
use crate::census::keys::id_key;
use crate::census::people::record::{Record, RowState};
use crate::census::people::validate::Rules;
use crate::census::source::RawRow;

/// A row after a correction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mended {
    /// What it says now.
    pub record: Record,
    /// Where it stands now.
    pub state: RowState,
    /// What is to be said about it from now on, besides the standing issues that stay.
    pub issues: Vec<Issue>,
    /// Which of the standing issues stay, by their place.
    pub kept: Vec<usize>,
}

/// Judges a row of which only the fields of `edited` were corrected. `standing` is what is unresolved about it: an issue of a field
/// that nobody has touched stays, since its value is known from the file only; and so does one about the row's shape, which says that
/// any of its values may stand in a wrong place, until a person has corrected the row as a whole.
///
/// # Errors
/// What is wrong with the corrected fields; the row then stays as it was. What a person types is never dropped in silence.
pub fn mend(
    raw: &RawRow,
    edited: &BTreeSet<Field>,
    standing: &[Issue],
    rules: &Rules,
    around: &Around<'_>,
) -> Result<Mended, Vec<Issue>> {
    let checked = judge(raw, rules, around);
    let is_edited = |issue: &Issue| field_of(issue).is_some_and(|field| edited.contains(&field));
    let refused: Vec<Issue> =
        checked.issues.iter().filter(|issue| holds_back(issue.kind) && is_edited(issue)).cloned().collect();
    if !refused.is_empty() {
        return Err(refused);
    }
    if checked.skipped {
        return Ok(Mended {
            record: checked.record,
            state: RowState::SkippedByRule,
            issues: Vec::new(),
            kept: Vec::new(),
        });
    }
    let of_field = |issue: &Issue| field_of(issue).is_some() && !is_edited(issue) && stands_in_file(issue);
    let kept: Vec<usize> =
        (0..standing.len()).filter(|place| is_of_shape(standing[*place].kind) || of_field(&standing[*place])).collect();
    let spoken_for = |issue: &Issue| issue.key.is_some() && kept.iter().any(|place| standing[*place].key == issue.key);
    let is_torn = kept.iter().any(|place| is_torn(standing[*place].kind));
    let issues = checked.issues.into_iter().filter(|issue| !spoken_for(issue) && (!is_torn || is_edited(issue)));
    let issues: Vec<Issue> = issues.collect();
    let is_wrong = issues
        .iter()
        .chain(kept.iter().map(|place| &standing[*place]))
        .any(|issue| issue.severity() == Severity::Error);
    let state = if is_wrong { RowState::Error } else { RowState::Valid };
    Ok(Mended { record: checked.record, state, issues, kept })
}

/// Whether it is about the row as a whole: it has not as many values as there are headings, or may be no person.
const fn is_of_shape(kind: IssueKind) -> bool {
    matches!(kind, IssueKind::TooFewFields | IssueKind::MayBeNobody) || is_torn(kind)
}

/// Whether it says that nobody knows which value stands where; nothing is then said of values that nobody has typed.
const fn is_torn(kind: IssueKind) -> bool {
    matches!(kind, IssueKind::TooManyFields | IssueKind::UnclosedQuote | IssueKind::OtherTable)
}

fn field_of(issue: &Issue) -> Option<Field> {
    issue.key.as_deref().and_then(Field::from_name)
}

/// Whether it is about a text of the file, which a stored record does not hold.
fn stands_in_file(issue: &Issue) -> bool {
    let never_stored = matches!(field_of(issue), Some(Field::Ssn | Field::FamilyId | Field::GroupId));
    issue.value.is_some() || never_stored
}

/// Rows of a file, found by the person they name and by their unique id.
#[derive(Debug, Clone, Default)]
pub struct Others {
    rows: BTreeMap<u32, Record>,
    by_key: HashMap<u64, BTreeSet<u32>>,
}

impl Others {
    /// Those of some rows that one of `asked` will have to be compared with; the others are let go.
    pub fn beside(asked: &[Record], rows: impl IntoIterator<Item = Record>) -> Self {
        let wanted: HashSet<u64> = asked.iter().flat_map(keys).collect();
        let mut others = Self::default();
        for row in rows {
            if keys(&row).iter().any(|key| wanted.contains(key)) {
                others.put(row);
            }
        }
        others
    }

    /// Puts a row in, in the place of the one of its number.
    pub fn put(&mut self, record: Record) {
        self.remove(record.number);
        for key in keys(&record) {
            self.by_key.entry(key).or_default().insert(record.number);
        }
        self.rows.insert(record.number, record);
    }

    /// Takes a row out.
    pub fn remove(&mut self, number: u32) {
        let Some(gone) = self.rows.remove(&number) else { return };
        for key in keys(&gone) {
            if let Some(rows) = self.by_key.get_mut(&key) {
                rows.remove(&number);
            }
        }
    }

    /// The other rows that name the person of a row or have its unique id, in the order of the file.
    pub fn alike(&self, record: &Record) -> Vec<Record> {
        let numbers: BTreeSet<u32> =
            keys(record).into_iter().filter_map(|key| self.by_key.get(&key)).flatten().copied().collect();
        let others = numbers.into_iter().filter(|number| *number != record.number);
        others.filter_map(|number| self.rows.get(&number).cloned()).collect()
    }
}

fn keys(record: &Record) -> Vec<u64> {
    let person = person(record);
    let id = record.unique_id.value().map(|id| id_key(b'u', id));
    person.into_iter().chain(id).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::census::findings::issue::IssueKind;
    use crate::census::people::validate::validate;
    use crate::examples::TODAY;

    fn row(number: u32) -> RawRow {
        RawRow::new(u64::from(number) + 1, number)
            .with(Field::FirstName, "Ana")
            .with(Field::LastName, "Abel")
            .with(Field::DateOfBirth, "05/17/1984")
    }

    fn wrong(field: Field, kind: IssueKind, value: &str) -> Issue {
        Issue::of_field(2, field, kind, "It is wrong.").with_value(value)
    }

    /// State and codes after a correction, or the fields that were refused.
    fn mended(
        raw: &RawRow,
        edited: &[Field],
        standing: &[Issue],
    ) -> Result<(RowState, Vec<&'static str>), Vec<String>> {
        let edited = edited.iter().copied().collect();
        let mended = mend(raw, &edited, standing, &Rules::on(TODAY), &Around::default());
        mended
            .map(|mended| {
                let kept = mended.kept.iter().map(|place| standing[*place].kind);
                (mended.state, mended.issues.iter().map(|issue| issue.kind).chain(kept).map(IssueKind::code).collect())
            })
            .map_err(|issues| issues.into_iter().map(|issue| issue.key.unwrap_or_default()).collect())
    }

    #[test]
    fn what_nobody_has_touched_stays_as_it_was_found() {
        let no_birth = row(1).with(Field::DateOfBirth, "");
        let soon = [wrong(Field::DateOfBirth, IssueKind::InvalidDate, "soon")];
        let phone = [wrong(Field::CellPhone, IssueKind::InvalidPhone, "555")];
        let missing = [Issue::of_field(2, Field::LastName, IssueKind::MissingRequired, "Last Name is required.")];
        let ssn = [Issue::of_field(2, Field::Ssn, IssueKind::InvalidSsn, "SSN must have 9 digits.")];
        let shape = |kind| [Issue::of_row(2, kind, "The row is of another shape.")];
        let (short, long, open) = (
            shape(IssueKind::TooFewFields),
            shape(IssueKind::TooManyFields),
            [shape(IssueKind::UnclosedQuote)[0].clone(), phone[0].clone()],
        );
        for (what, raw, edited, standing, expected) in [
            (
                "the other field",
                no_birth.clone(),
                &[Field::City][..],
                &soon[..],
                Ok((RowState::Error, vec!["invalid_date"])),
            ),
            ("the field itself", row(1), &[Field::DateOfBirth], &soon, Ok((RowState::Valid, vec![]))),
            ("a warning stays", row(1), &[Field::City], &phone, Ok((RowState::Valid, vec!["invalid_phone"]))),
            (
                "a warning goes",
                row(1).with(Field::CellPhone, "6145550142"),
                &[Field::CellPhone],
                &phone,
                Ok((RowState::Valid, vec![])),
            ),
            (
                "one of two",
                no_birth.clone(),
                &[Field::LastName],
                &[missing[0].clone(), soon[0].clone()],
                Ok((RowState::Error, vec!["invalid_date"])),
            ),
            ("never stored", row(1), &[Field::City], &ssn, Ok((RowState::Valid, vec!["invalid_ssn"]))),
            ("a short row", row(1), &[Field::City], &short, Ok((RowState::Error, vec!["too_few_fields"]))),
            (
                "a short row without a date",
                no_birth.clone(),
                &[Field::City],
                &short,
                Ok((RowState::Error, vec!["missing_required", "too_few_fields"])),
            ),
            (
                "a long row, whose values may stand anywhere",
                no_birth.clone(),
                &[Field::City],
                &long,
                Ok((RowState::Error, vec!["too_many_fields"])),
            ),
            (
                "an open quotation mark",
                row(1),
                &[Field::City],
                &open,
                Ok((RowState::Error, vec!["unclosed_quote", "invalid_phone"])),
            ),
            (
                "typed into a long row",
                row(1).with(Field::DateOfBirth, "01/09/2026"),
                &[Field::DateOfBirth],
                &long,
                Ok((RowState::Error, vec!["implausible_age", "too_many_fields"])),
            ),
            ("nothing was edited", no_birth.clone(), &[], &soon, Ok((RowState::Error, vec!["invalid_date"]))),
            (
                "still wrong",
                row(1).with(Field::DateOfBirth, "never"),
                &[Field::DateOfBirth],
                &soon,
                Err(vec!["DateOfBirth".to_owned()]),
            ),
            (
                "typed and not taken",
                row(1).with(Field::CellPhone, "12"),
                &[Field::CellPhone],
                &phone,
                Err(vec!["CellPhone".to_owned()]),
            ),
            (
                "an age is only told",
                row(1).with(Field::DateOfBirth, "01/09/2026"),
                &[Field::DateOfBirth],
                &soon,
                Ok((RowState::Valid, vec!["implausible_age"])),
            ),
        ] {
            assert_eq!(mended(&raw, edited, standing), expected, "{what}");
        }
    }

    #[test]
    fn only_rows_that_will_be_compared_are_held() {
        let record = |raw: &RawRow| validate(raw, &Rules::on(TODAY)).record;
        let rows = [
            row(1).with(Field::FirstName, "ANA").with(Field::LastName, "A'bel"),
            row(2).with(Field::FirstName, "Ben").with(Field::UniqueId, "E-2"),
            row(3).with(Field::FirstName, "Cy").with(Field::UniqueId, "E-3"),
        ];
        let asked = [record(&row(9).with(Field::UniqueId, "e-2"))];
        let others = Others::beside(&asked, rows.iter().map(record));
        assert_eq!(others.rows.keys().collect::<Vec<_>>(), [&1, &2]);
    }

    #[test]
    fn rows_of_one_correction_see_each_other() {
        let record = |raw: &RawRow| validate(raw, &Rules::on(TODAY)).record;
        let mut others = Others::default();
        others.put(record(&row(1).with(Field::UniqueId, "E-1")));
        others.put(record(&row(2).with(Field::FirstName, "Ben").with(Field::UniqueId, "E-2")));
        let numbers = |others: &Others, raw: &RawRow| {
            others.alike(&record(raw)).iter().map(|record| record.number).collect::<Vec<_>>()
        };
        assert_eq!(numbers(&others, &row(3)), [1]);
        assert_eq!(numbers(&others, &row(1)), [] as [u32; 0], "not oneself");
        assert_eq!(numbers(&others, &row(3).with(Field::UniqueId, "e-2")), [1, 2]);
        others.put(record(&row(1).with(Field::FirstName, "Cy")));
        assert_eq!(numbers(&others, &row(3)), [] as [u32; 0]);
        others.remove(2);
        assert_eq!(numbers(&others, &row(3).with(Field::UniqueId, "E-2")), [] as [u32; 0]);
    }
}
