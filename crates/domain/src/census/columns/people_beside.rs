//! People in columns of the employee's own row that are no set of [`super::family_columns`], such as `Child 1 DOB` in a file without a whole set.
//! They are not read. A file with such people stops at Map Data, which names the columns.
//!
//! The cells decide: names of others, and birth dates that are not the row's own. A heading strengthens that, or names people outside the
//! family, such as managers. Where neither is sure, the file stops until a person has left the column out.

mod said;
mod shown;

pub(in crate::census) use self::said::words_of;
use self::said::{Said, said};
use self::shown::{OwnPerson, Shown};
use super::birth_parts::BirthParts;
use super::family_columns::FamilyColumns;
use super::{Column, How, Mapping};
use crate::census::cells::clean;
use crate::census::field::Field;
use crate::census::findings::issue::{Issue, IssueKind};
use crate::census::source::lines::Row;
use crate::census::vocabulary::headings::recognise;
use crate::census::vocabulary::relatives::of_relative;
use crate::text::fold;

/// So many columns are named.
const NAMED: usize = 12;

/// So many filled cells of a column are looked at: the rest says nothing else.
const LOOKED_AT: u32 = 1000;

/// A column that is not read, with what it has shown.
#[derive(Debug)]
struct Unread {
    place: usize,
    said: Said,
    /// Whether a person has left it out, of this file or of an earlier one.
    is_left_out: bool,
    shown: Shown,
}

/// What a column holds of other people.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Holds {
    Nobody,
    /// People of the employee.
    People,
    /// Names or days that may be those of people of the employee.
    MayBePeople,
}

/// The columns that are not read, and what the rows have shown of people in them.
#[derive(Debug, Default)]
pub(in crate::census) struct PeopleBeside {
    unread: Vec<Unread>,
    first: Option<usize>,
    last: Option<usize>,
    whole: Option<usize>,
    born: Option<usize>,
    birth_parts: Option<BirthParts>,
}

impl PeopleBeside {
    /// Those of a mapping.
    pub(in crate::census) fn among(mapping: &Mapping) -> Self {
        let [first, last, whole, born] = [Field::FirstName, Field::LastName, Field::FullName, Field::DateOfBirth]
            .map(|field| mapping.column_of(field));
        // A row without another person has no person beside its own.
        if first.or(whole).is_none() {
            return Self::default();
        }
        let read = mapping.read_places();
        let repeated: Vec<usize> = repeated(mapping, &read).into_iter().map(|column| column.index).collect();
        let families = FamilyColumns::among(mapping);
        let is_open = |column: &&Column| {
            !read[column.index] && !families.is_left_out(column.index) && column.how != How::OfAnother
        };
        let open = mapping.columns().iter().filter(is_open);
        let unread = open.map(|column| Unread {
            place: column.index,
            said: match of_relative(&column.key) {
                Some(field) if tells_who(field) => Said::Person,
                _ if repeated.contains(&column.index) => Said::Person,
                _ => said(&column.heading),
            },
            is_left_out: matches!(column.how, How::ByHand | How::Remembered),
            shown: Shown::default(),
        });
        Self { unread: unread.collect(), first, last, whole, born, birth_parts: mapping.birth_parts() }
    }

    /// Sees a record.
    pub(in crate::census) fn see(&mut self, row: &Row) {
        let mut own = None;
        let (names, born) = ([self.first, self.last, self.whole], (self.born, self.birth_parts));
        for column in self.unread.iter_mut().filter(|column| column.shown.filled < LOOKED_AT) {
            let cell = clean(row.cell(column.place));
            if cell.is_empty() {
                continue;
            }
            let own = own.get_or_insert_with(|| own_person(row, names, born));
            if own.is_named() || column.said == Said::Person {
                column.shown.see(cell, own);
            }
        }
    }

    /// The columns of which a person has to say whether they hold people: neither heading nor values leave no doubt.
    pub(in crate::census) fn undecided(&self) -> impl Iterator<Item = usize> + '_ {
        self.unread.iter().filter(|column| self.holds(column) == Holds::MayBePeople).map(|column| column.place)
    }

    /// Says which columns hold people who are not read, where a row holds any of them.
    pub(in crate::census) fn issue(&self, mapping: &Mapping, line: u64) -> Option<Issue> {
        let places = |wanted: Holds| -> Vec<usize> {
            self.unread.iter().filter(|column| self.holds(column) == wanted).map(|column| column.place).collect()
        };
        let is_sure = !places(Holds::People).is_empty();
        let places = if is_sure { self.places_of_people() } else { places(Holds::MayBePeople) };
        let key = mapping.columns()[*places.first()?].heading.clone();
        let named = names_of(mapping, &places);
        let message = if !is_sure {
            format!(
                "The columns {named} hold names or dates that may be those of other people than the row's own; nobody in them is read. If they \
                 are a family to be covered, give each of them a row, delete the columns and upload the file again. If not, open the mapping \
                 and save it with these columns left out."
            )
        } else {
            format!(
                "People who stand in the columns {named} cannot be read: each needs a column for the name and one for the date of birth, \
                 such as 'Child 1 Name' and 'Child 1 DOB', or a row of its own. Change the file and upload it again."
            )
        };
        Some(Issue { line, key: Some(key), kind: IssueKind::PeopleBeside, message, value: None })
    }

    /// The columns of people, also those that are headed so and are empty in this file.
    fn places_of_people(&self) -> Vec<usize> {
        let are_people = self
            .unread
            .iter()
            .filter(|column| matches!(column.said, Said::Person | Said::Detail) || self.holds(column) == Holds::People);
        are_people.map(|column| column.place).collect()
    }

    fn holds(&self, column: &Unread) -> Holds {
        let shown = &column.shown;
        if shown.filled == 0 {
            return Holds::Nobody;
        }
        let by_heading = match column.said {
            Said::Person => true,
            Said::Detail => shown.are_details() || shown.are_other_dates(),
            Said::Numbered(_) => self.counts_people(),
            Said::Relative { numbered } => {
                shown.names() || (numbered && (shown.may_be_names() || shown.are_other_dates()))
            }
            _ => false,
        };
        if by_heading {
            return Holds::People;
        }
        let may_be_people = match column.said {
            Said::Others | Said::Detail => false,
            // A word alone may be a name, and `Dep` a department.
            Said::Relative { .. } | Said::Anybody => shown.are_other_dates() || shown.may_be_names(),
            Said::Birth => shown.are_other_dates(),
            Said::Coverage => shown.are_relatives(),
            _ => shown.may_be_others() || shown.are_early(),
        };
        if may_be_people && !column.is_left_out { Holds::MayBePeople } else { Holds::Nobody }
    }

    /// Whether columns that only count say a given name and a birth date of another person.
    fn counts_people(&self) -> bool {
        let filled = || self.unread.iter().filter(|column| column.shown.filled > 0);
        let counts = |wanted: fn(Field) -> bool| {
            filled().any(|column| matches!(column.said, Said::Numbered(field) if wanted(field)))
        };
        counts(|field| field == Field::DateOfBirth)
            && counts(|field| matches!(field, Field::FirstName | Field::FullName))
    }
}

/// The headings of the columns at these places, the first of them at least.
fn names_of(mapping: &Mapping, places: &[usize]) -> String {
    let heading = |place: &usize| match mapping.columns()[*place].heading.as_str() {
        "" => format!("Column {}", place + 1),
        heading => format!("'{heading}'"),
    };
    let named: Vec<String> = places.iter().take(NAMED).map(heading).collect();
    let more = places.len() - named.len();
    let more = if more > 0 { format!(" and {more} more columns") } else { String::new() };
    format!("{}{more}", named.join(", "))
}

fn own_person(
    row: &Row,
    [first, last, whole]: [Option<usize>; 3],
    (born, parts): (Option<usize>, Option<BirthParts>),
) -> OwnPerson {
    let words = |place: Option<usize>| -> Vec<String> {
        let cell = place.map_or("", |place| clean(row.cell(place)));
        let folded = fold(cell);
        folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
    };
    let cell = |place: usize| clean(row.cell(place));
    let in_parts = parts.map(|parts| format!("{}/{}/{}", cell(parts.month), cell(parts.day), cell(parts.year)));
    let born = born.map_or_else(|| in_parts.unwrap_or_default(), |place| cell(place).to_owned());
    OwnPerson { first: words(first), last: words(last), whole: words(whole), born }
}

const fn tells_who(field: Field) -> bool {
    matches!(field, Field::FirstName | Field::LastName | Field::FullName | Field::DateOfBirth)
}

/// The columns of another person below headings that stand there twice, as they do below `Employee` and `Dependent`: names with a date of birth.
fn repeated<'a>(mapping: &'a Mapping, read: &[bool]) -> Vec<&'a Column> {
    let again = |column: &&Column| {
        let field = recognise(&column.key).map(|(field, _)| field).filter(|field| tells_who(*field));
        let holder = field.and_then(|field| mapping.column_of(field)).map(|place| &mapping.columns()[place]);
        !read[column.index] && holder.is_some_and(|holder| holder.key == column.key)
    };
    let found: Vec<&Column> = mapping.columns().iter().filter(again).collect();
    let holds = |wanted: fn(Field) -> bool| {
        found.iter().any(|column| recognise(&column.key).is_some_and(|(field, _)| wanted(field)))
    };
    let are_people = holds(|field| field == Field::DateOfBirth)
        && holds(|field| matches!(field, Field::FirstName | Field::FullName));
    if are_people { found } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::super::Remembered;
    use super::*;

    fn said(heading: &str, cell: &str) -> Option<String> {
        let mapping = Mapping::propose(heading.split(','), &Remembered::default());
        let filled = Row::default().with_cells(heading.split(',').map(|_| cell));
        let mut beside = PeopleBeside::among(&mapping);
        assert_eq!(beside.issue(&mapping, 1), None, "{heading}: nobody was seen yet");
        beside.see(&filled);
        beside.issue(&mapping, 1).map(|issue| issue.message)
    }

    #[test]
    fn columns_of_relatives_are_told() {
        for (beside, named) in [
            ("Spouse First Name,Spouse SSN", "'Spouse First Name', 'Spouse SSN'"),
            ("Child 1 First Name,Child 2 DOB,Child 2 Gender", "'Child 1 First Name', 'Child 2 DOB', 'Child 2 Gender'"),
            ("Dependent 2 DOB", "'Dependent 2 DOB'"),
            ("Dep First Name 1,Dep SSN 1", "'Dep First Name 1', 'Dep SSN 1'"),
            ("DOB - Spouse,Spouse Coverage", "'DOB - Spouse'"),
            ("Domestic Partner Name", "'Domestic Partner Name'"),
            ("Spouse First,Spouse Last", "'Spouse First', 'Spouse Last'"),
            ("Child 1 DOB,Dependent 2 Name", "'Child 1 DOB', 'Dependent 2 Name'"),
            ("First,Last,DOB", "'First', 'Last', 'DOB'"),
        ] {
            let told = format!("People who stand in the columns {named} cannot be read:");
            let said = said(&format!("First,Last,DOB,{beside}"), "Al").unwrap_or_default();
            assert!(said.starts_with(&told), "{beside}: {said}");
        }
        let many: Vec<String> = (1..15).map(|number| format!("Child {number} Name")).collect();
        assert!(
            said(&format!("First,Last,DOB,{}", many.join(",")), "Al")
                .is_some_and(|said| said.contains(" and 2 more columns "))
        );
    }

    #[test]
    fn a_name_that_is_not_known_is_asked_about_below_a_heading_of_anybody_insured() {
        let asked = |heading, cell| {
            let mapping = Mapping::propose(["First", "Last", "DOB", heading], &Remembered::default());
            let mut beside = PeopleBeside::among(&mapping);
            beside.see(&Row::default().with_cells(["Ann", "Abbot", "01/02/1980", cell].into_iter()));
            beside.undecided().next().is_some()
        };
        for (heading, cell, is_asked) in [
            ("Others on plan", "Thandeka", true),
            ("Who else is on the policy", "Oisin; Saoirse", true),
            ("Others on plan", "2", false),
            ("Others on plan", "Yes", false),
            ("Plan Name", "Thandeka", false),
            ("Notes", "Thandeka", false),
        ] {
            assert_eq!(asked(heading, cell), is_asked, "{heading} {cell}");
        }
    }

    #[test]
    fn columns_that_hold_nobody_else_are_not() {
        for heading in [
            "First,Last,DOB,Spouse,Children,Number of Children",
            "First,Last,DOB,Spouse Coverage,Spouse Rate,Spouse SSN",
            "First,Last,DOB,Dependent,Relationship",
            "First,Last,DOB,Person Type,Department Name",
            "First,Last,DOB,Member/Dependent",
            "First,Last,DOB,First",
            "Employee Name,Dependent Name,DOB",
            "Employee Name,Employee DOB,Dependent Name,Dependent DOB",
            "Dependent First Name,Dependent Last Name,Dependent DOB",
        ] {
            assert_eq!(said(heading, "Yes"), None, "{heading}");
        }
    }
}
