//! What is wrong in a census file: one [`Issue`] names the line, the field, the kind and a sentence for people.
//!
//! Errors hold a row back until a person has looked at it; warnings let it go in without the value (rules.md#errors-and-warnings).

use serde::Serialize;

use crate::census::field::Field;

/// Whether an issue holds its row back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub enum Severity {
    /// The row waits for a person.
    Error,
    /// The row goes in without that value, or with the repaired one.
    Warning,
}

macro_rules! kinds {
    ($($(#[$meta:meta])* $name:ident = $number:literal, $code:literal, $severity:ident;)*) => {
        numbered! {
            /// The kind of an issue; its code and number are stable, since they are stored and shown in the fix grid.
            IssueKind,
            /// The stable code on the wire.
            code: $($(#[$meta])* $name = $number, $code;)*
        }

        impl IssueKind {
            /// Whether issues of this kind hold the row back.
            pub const fn severity(self) -> Severity {
                match self { $(Self::$name => Severity::$severity),* }
            }
        }
    };
}

kinds! {
    /// A required value is not there.
    MissingRequired = 1, "missing_required", Error;
    /// A date of birth that is no date, or not between 1900 and the import day.
    InvalidDate = 2, "invalid_date", Error;
    /// A date of birth that a person of this kind can hardly have; it is kept as it stands.
    ImplausibleAge = 3, "implausible_age", Warning;
    /// A phone that has not exactly ten digits.
    InvalidPhone = 4, "invalid_phone", Warning;
    /// A ZIP code that has neither 5 nor 9 digits.
    InvalidZip = 5, "invalid_zip", Warning;
    /// A number that was given its leading zeros back.
    LostLeadingZero = 6, "lost_leading_zero", Warning;
    /// A social security number that has not nine digits.
    InvalidSsn = 7, "invalid_ssn", Warning;
    /// An e-mail address that cannot be one.
    InvalidEmail = 8, "invalid_email", Warning;
    /// A word that names no gender.
    InvalidGender = 9, "invalid_gender", Warning;
    /// No state or territory of the list.
    InvalidState = 10, "invalid_state", Warning;
    /// A relationship nobody knows; the person is taken as another dependent.
    UnknownRelationship = 11, "unknown_relationship", Warning;
    /// A member type nobody knows.
    UnknownMemberType = 12, "unknown_member_type", Warning;
    /// A member type that contradicts the relationship.
    ConflictingMemberType = 13, "conflicting_member_type", Warning;
    /// A word that is neither Active nor In-Active.
    InvalidStatus = 14, "invalid_status", Warning;
    /// A plan nobody knows.
    UnknownPlan = 15, "unknown_plan", Warning;
    /// A pricing group code that the employer group does not have.
    UnknownPricingGroup = 16, "unknown_pricing_group", Error;
    /// A dependent without an employee.
    OrphanDependent = 17, "orphan_dependent", Error;
    /// A second employee in one family.
    SecondPrimary = 18, "second_primary", Warning;
    /// More values than headings.
    TooManyFields = 19, "too_many_fields", Error;
    /// Fewer values than headings.
    TooFewFields = 20, "too_few_fields", Error;
    /// A quotation mark that is never closed.
    UnclosedQuote = 21, "unclosed_quote", Error;
    /// The person stands in the file already.
    DuplicatePerson = 22, "duplicate_person", Error;
    /// The unique id belongs to another person of the file.
    DuplicateUniqueId = 23, "duplicate_unique_id", Error;
    /// A value longer than a member can hold.
    TooLong = 24, "too_long", Warning;
    /// A heading that stands there twice.
    DuplicateHeader = 25, "duplicate_header", Warning;
    /// A required column that the file does not have.
    MissingColumn = 26, "missing_column", Error;
    /// Bytes that are no character of the file's encoding, read as Windows-1252.
    MixedEncoding = 27, "mixed_encoding", Warning;
    /// A required value or a status that cannot be taken as it stands.
    InvalidValue = 28, "invalid_value", Error;
    /// What a spreadsheet shows in the place of a value that it could not work out.
    SpreadsheetError = 29, "spreadsheet_error", Warning;
    /// A formula that was saved in the place of its result.
    Formula = 30, "formula", Warning;
    /// A name whose letters were spoiled before it came here; it is kept as it stands.
    GarbledText = 31, "garbled_text", Warning;
    /// A number that a spreadsheet has rounded; nobody knows its last digits any more.
    RoundedNumber = 32, "rounded_number", Warning;
    /// A row below the heading of another table.
    OtherTable = 33, "other_table", Error;
    /// A date of birth that could be two days, as files of former versions tell it; [`Self::DateOrder`] asks about the column.
    AmbiguousDate = 34, "ambiguous_date", Warning;
    /// The line of a section tells the status of those below it, or may.
    SectionStatus = 35, "section_status", Warning;
    /// Columns of people who stand in the row of another.
    PeopleBeside = 36, "people_beside", Error;
    /// A hidden sheet of a workbook with people on it, which is not read.
    HiddenSheet = 37, "hidden_sheet", Warning;
    /// Hidden rows of a workbook, which are read.
    HiddenRows = 38, "hidden_rows", Warning;
    /// A column that is not read says that somebody has left who is read as active.
    SaysLeft = 39, "says_left", Warning;
    /// The line of a section tells whose dependents stand below it.
    SectionRelationship = 40, "section_relationship", Warning;
    /// A second spouse or partner of one employee.
    SecondSpouse = 41, "second_spouse", Warning;
    /// A dependent whom only the order of the rows gives to an employee of another last name and address, as files of former versions tell it.
    OtherHome = 42, "other_home", Warning;
    /// A word that was replaced, as a person has replaced it in an earlier file of the group.
    RememberedValue = 43, "remembered_value", Warning;
    /// A row that reads like a line of nobody and holds a birth date, an SSN or an id.
    MayBeNobody = 44, "may_be_nobody", Error;
    /// A person who is called as rows of examples are, as files of former versions tell it; [`Self::MayBeNobody`] holds such a row.
    MayBeExample = 45, "may_be_example", Warning;
    /// Whole names of which the file does not tell which name comes first.
    NameOrder = 46, "name_order", Error;
    /// A merged cell of a workbook, whose value is read in the first of its rows.
    MergedCells = 47, "merged_cells", Warning;
    /// A status In-Active that ends no member, since a skipped row of the same person does not say it.
    NotEnded = 55, "not_ended", Warning;
    /// A file with ids and no column of birth dates.
    NoBirthDates = 67, "no_birth_dates", Warning;
    /// An unread column says that the row's person has left, and a user has confirmed it.
    LeftAsSaid = 68, "left_as_said", Warning;
    /// A word beside a name that tells a status, such as `Tom - TERM`, and is none of the name.
    MarkInName = 69, "mark_in_name", Warning;
    /// A column that is not read says that a person starts on a day to come, as files of former versions tell it.
    StartsLater = 70, "starts_later", Warning;
    /// Rows of a workbook that are struck through, which are read.
    StruckRows = 74, "struck_rows", Warning;
    /// An id of which a spreadsheet has made a day.
    DayAsId = 75, "day_as_id", Error;
    /// `TRUE` or `FALSE` as a name, which is how a spreadsheet writes a yes or no; it is kept as it stands.
    BooleanName = 76, "boolean_name", Warning;
    /// Dates of birth that contradict the order in which they would be read.
    DateOrder = 77, "date_order", Error;
    /// A blank last name of a dependent that was taken from the employee above.
    SharedLastName = 78, "shared_last_name", Warning;
    /// A row that says of a person what an earlier one says; it is set aside.
    SameRow = 79, "same_row", Warning;
    /// A phone or an e-mail address that most rows have.
    SharedContact = 90, "shared_contact", Warning;
    /// Several sheets of a workbook hold people, and no person has chosen one.
    SheetChoice = 91, "sheet_choice", Error;
    /// Sheets of a workbook with people on them that are not read, as another one was chosen.
    UnreadSheet = 92, "unread_sheet", Warning;
}

/// One thing that is wrong, where, and what it means for people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Issue {
    /// The first physical line of the record, from 1; the heading line for issues of headings.
    pub line: u64,
    /// The field's name on the wire, the heading as it stands for issues of headings, `None` for a whole row.
    pub key: Option<String>,
    /// What kind of thing.
    pub kind: IssueKind,
    /// A whole sentence.
    pub message: String,
    /// What stood in the file, cut to 200 characters; never a social security number.
    pub value: Option<String>,
}

/// The most characters of a wrong value that an issue carries.
const SHOWN: usize = 200;

impl Issue {
    /// An issue of a whole row.
    pub fn of_row(line: u64, kind: IssueKind, message: impl Into<String>) -> Self {
        Self { line, key: None, kind, message: message.into(), value: None }
    }

    /// An issue of a column, by its heading as it stands.
    pub fn of_column(line: u64, heading: &str, kind: IssueKind, message: impl Into<String>) -> Self {
        Self { key: Some(heading.to_owned()), ..Self::of_row(line, kind, message) }
    }

    /// An issue of one field of a row.
    pub fn of_field(line: u64, field: Field, kind: IssueKind, message: impl Into<String>) -> Self {
        Self::of_column(line, field.name(), kind, message)
    }

    /// The same with the value as it stood in the file.
    #[must_use]
    pub fn with_value(mut self, value: &str) -> Self {
        let secret = self.key.as_deref() == Some(Field::Ssn.name());
        self.value = (!secret && !value.is_empty()).then(|| value.chars().take(SHOWN).collect());
        self
    }

    /// Whether it holds the row back.
    pub const fn severity(&self) -> Severity {
        self.kind.severity()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn codes_and_numbers_are_distinct_and_found_again() {
        let codes: HashSet<_> = IssueKind::ALL.iter().map(|kind| kind.code()).collect();
        assert_eq!(codes.len(), IssueKind::ALL.len());
        for kind in IssueKind::ALL {
            assert_eq!(IssueKind::from_number(kind.number()), Some(kind));
        }
        assert_eq!(IssueKind::from_number(0), None);
    }

    #[test]
    fn an_issue_never_carries_a_social_security_number() {
        let issue =
            Issue::of_field(2, Field::Ssn, IssueKind::InvalidSsn, "SSN must have 9 digits.").with_value("90055");
        assert_eq!(issue.value, None);
    }
}
