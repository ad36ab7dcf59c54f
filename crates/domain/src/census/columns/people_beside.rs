//! People in columns of the employee's own row that are no set of [`super::family_columns`], such as `Child 1 DOB` in a file without a whole set.
//! They are not read. A file with such people stops at Map Data, which names the columns.
//!
//! A heading of a relative's name or birth date leaves no doubt. Below any other heading the cells are weighed: names of others, and birth dates
//! that are not the row's own. Then the file stops until a person has left the column out.

use super::birth_parts::BirthParts;
use super::family_columns::FamilyColumns;
use super::heading::{Said, said};
use super::shown::{OwnPerson, Shown};
use super::{How, Mapping};
use crate::census::cells::clean;
use crate::census::field::Field;
use crate::census::findings::issue::{Issue, IssueKind};
use crate::census::source::lines::Row;
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
        let (read, families) = (mapping.read_places(), FamilyColumns::among(mapping));
        let open = mapping.columns().iter().filter(|column| {
            !read[column.index] && !families.is_left_out(column.index) && column.how != How::OfAnother
        });
        let unread = open.map(|column| Unread {
            place: column.index,
            said: said(&column.heading),
            is_left_out: column.is_decided(),
            shown: Shown::default(),
        });
        Self { unread: unread.collect(), first, last, whole, born, birth_parts: mapping.birth_parts() }
    }

    /// Sees a record.
    pub(in crate::census) fn see(&mut self, row: &Row) {
        let own = self.own_person(row);
        for column in self.unread.iter_mut().filter(|column| column.shown.filled < LOOKED_AT) {
            if own.is_named() || column.said == Said::Person {
                column.shown.see(clean(row.cell(column.place)), &own);
            }
        }
    }

    fn own_person(&self, row: &Row) -> OwnPerson {
        let words = |place: Option<usize>| -> Vec<String> {
            let folded = place.map(|place| fold(clean(row.cell(place)))).unwrap_or_default();
            folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
        };
        let born = match (self.born, self.birth_parts) {
            (Some(place), _) => clean(row.cell(place)).to_owned(),
            (None, Some(parts)) => [parts.month, parts.day, parts.year].map(|place| clean(row.cell(place))).join("/"),
            (None, None) => String::new(),
        };
        OwnPerson { first: words(self.first), last: words(self.last), whole: words(self.whole), born }
    }

    /// The columns of which a person has to say whether they hold people.
    pub(in crate::census) fn undecided(&self) -> impl Iterator<Item = usize> + '_ {
        self.unread.iter().filter(|column| column.may_be_people()).map(|column| column.place)
    }

    /// Says which columns hold people who are not read, where a row holds any of them.
    pub(in crate::census) fn issue(&self, mapping: &Mapping, line: u64) -> Option<Issue> {
        let are_people = self.unread.iter().any(Unread::are_people);
        // Those that are headed so and are empty in this file are named as well.
        let is_headed = |column: &&Unread| matches!(column.said, Said::Person | Said::Detail);
        let places: Vec<usize> = if are_people {
            self.unread.iter().filter(is_headed).map(|column| column.place).collect()
        } else {
            self.undecided().collect()
        };
        let key = mapping.columns()[*places.first()?].heading.clone();
        let named = names_of(mapping, &places);
        let message = if are_people {
            format!(
                "People who stand in the columns {named} cannot be read: each needs a column for the name and one for the date of birth, \
                 such as 'Child 1 Name' and 'Child 1 DOB', or a row of its own. Change the file and upload it again."
            )
        } else {
            format!(
                "The columns {named} hold names or dates that may be those of other people than the row's own; nobody in them is read. If they \
                 are a family to be covered, give each of them a row, delete the columns and upload the file again. If not, open the mapping \
                 and save it with these columns left out."
            )
        };
        Some(Issue { line, key: Some(key), kind: IssueKind::PeopleBeside, message, value: None })
    }
}

impl Unread {
    /// Whether the heading says that people of the employee stand here, and a row holds any.
    fn are_people(&self) -> bool {
        match self.said {
            Said::Person => self.shown.filled > 0,
            Said::Detail => self.shown.are_details() || self.shown.are_other_dates(),
            _ => false,
        }
    }

    /// Whether the cells may be names or birth dates of other people, and no person has left the column out.
    fn may_be_people(&self) -> bool {
        let shown = &self.shown;
        !self.is_left_out
            && match self.said {
                Said::Person | Said::Detail | Said::Others => false,
                Said::Anybody => shown.are_other_dates() || shown.may_be_names(),
                Said::Birth => shown.are_other_dates(),
                Said::Coverage => shown.are_relatives(),
                Said::Nothing => shown.may_be_others() || shown.are_early(),
            }
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
