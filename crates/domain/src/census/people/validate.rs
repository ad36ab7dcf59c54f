//! One row of the file to one [`Record`], with everything that is wrong in it (rules.md#errors-and-warnings, rules.md#member-fields).
//!
//! Needs nothing but the row and the rules, so that a corrected row is judged alone; what several rows together tell
//! (families, the same person twice) is added by [`crate::census::families`].

use chrono::NaiveDate;

pub use super::Rules;
use super::leftovers::{FORMULA, is_day, is_garbled, is_rounded, no_value, only_names, without_added_signs};
use super::record::{Record, RowState};
use crate::census::cells::{self, CLEAR, Entry, Repaired, is_nobodys, unguarded};
use crate::census::field::Field;
use crate::census::findings::{Issue, IssueKind, Section, Severity};
use crate::census::source::{RawRow, Shape};
use crate::census::vocabulary::{MemberType, Relationship};
use crate::members::Status;
use crate::text::person_name_fault;

/// A row with what is wrong in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    /// What the row says.
    pub record: Record,
    /// What is wrong.
    pub issues: Vec<Issue>,
    /// Whether a rule sets the row aside (rules.md#dependents-not-taken).
    pub skipped: bool,
    /// Whether a column that is no status tells that the person has left, which a person is asked about (rules.md#told-leaving).
    pub may_have_left: bool,
    /// As [`RawRow::employee`].
    pub employee: Option<u64>,
    /// As [`RawRow::employee_row`].
    pub employee_row: Option<u32>,
    /// Whether it is unknown which value stands where.
    pub is_torn: bool,
    /// As [`RawRow::is_behind_another`].
    pub is_behind_another: bool,
    /// Whether a section of dependents tells who the person is: then the order of the rows tells no employee.
    pub is_in_family_section: bool,
}

impl Checked {
    /// Where the row stands.
    pub fn state(&self) -> RowState {
        match () {
            () if self.skipped => RowState::SkippedByRule,
            () if self.issues.iter().any(|issue| issue.severity() == Severity::Error) => RowState::Error,
            () => RowState::Valid,
        }
    }
}

/// Reads a row. A dependent of a group that does not take them is set aside without issues, but for what made it a dependent.
pub fn validate(raw: &RawRow, rules: &Rules) -> Checked {
    let mut reading = Reading { raw, rules, issues: Vec::new(), may_have_left: false, relative: None };
    reading.shape();
    let record = reading.record();
    let skipped = !rules.process_dependents && record.is_dependent();
    let may_have_left = reading.may_have_left && !skipped && !raw.shape.is_torn();
    let mut issues = reading.issues;
    if skipped {
        use IssueKind::{ConflictingMemberType, SectionRelationship, UnknownMemberType, UnknownRelationship};
        // Such an issue says that a person is taken as a dependent, which the file may mean otherwise.
        let kinds = [UnknownRelationship, UnknownMemberType, ConflictingMemberType, SectionRelationship];
        issues.retain(|issue| kinds.contains(&issue.kind));
    }
    if raw.shape.is_torn() {
        // Which value stands where is not sure, so nothing else can be said about the row.
        issues.truncate(1);
    }
    Checked {
        record,
        issues,
        skipped,
        may_have_left,
        employee: raw.employee,
        employee_row: raw.employee_row,
        is_torn: raw.shape.is_torn(),
        is_behind_another: raw.is_behind_another,
        is_in_family_section: raw.family.is_some(),
    }
}

/// Reads the text of a cell.
type Read<T> = fn(&str) -> Option<T>;

struct Reading<'a> {
    raw: &'a RawRow,
    rules: &'a Rules,
    issues: Vec<Issue>,
    may_have_left: bool,
    /// What a word beside the name says of the family.
    relative: Option<Relationship>,
}

impl<'a> Reading<'a> {
    fn shape(&mut self) {
        let (kind, message) = match self.raw.shape {
            Shape::Even => return,
            Shape::TooMany => (
                IssueKind::TooManyFields,
                "The row has more values than there are headings; a value with a comma needs quotes.",
            ),
            Shape::TooFew => (IssueKind::TooFewFields, "The row has fewer values than there are headings."),
            Shape::Unclosed => (IssueKind::UnclosedQuote, "A quotation mark in the row is never closed."),
            Shape::OtherTable => (
                IssueKind::OtherTable,
                "The row stands below another heading, with other columns than the file's. Correct it if the person belongs to this list, \
                 else skip it.",
            ),
            Shape::MayBeNobody => (
                IssueKind::MayBeNobody,
                "The row reads like a title, a total, a page line or an example, and holds a birth date, an SSN or an id. Correct it if it is a \
                 person, else skip it.",
            ),
        };
        self.issues.push(Issue::of_row(self.raw.line, kind, message));
    }

    fn record(&mut self) -> Record {
        let (first_name, last_name) = self.names();
        let (member_type, relationship) = self.family_role();
        let mut record = Record {
            line: self.raw.line,
            number: self.raw.number,
            group_id: self.group_id(),
            unique_id: self.id(Field::UniqueId),
            member_type,
            first_name,
            last_name,
            gender: self.word(Field::Gender, IssueKind::InvalidGender, "is not a known gender", cells::read_gender),
            email: self.word(Field::Email, IssueKind::InvalidEmail, "is not an e-mail address", cells::read_email),
            cell_phone: self.word(Field::CellPhone, IssueKind::InvalidPhone, "must have 10 digits", cells::read_phone),
            home_phone: self.word(Field::HomePhone, IssueKind::InvalidPhone, "must have 10 digits", cells::read_phone),
            address_line1: self.text(Field::AddressLine1),
            address_line2: self.text(Field::AddressLine2),
            city: self.text(Field::City),
            state: self.word(Field::State, IssueKind::InvalidState, "is not a known state", cells::read_state),
            zip_code: self.number(Field::ZipCode, IssueKind::InvalidZip, "must have 5 or 9 digits", cells::read_zip),
            other_member_id: self.id(Field::OtherMemberId),
            plan_name: self
                .word(Field::PlanName, IssueKind::UnknownPlan, "is not a known plan", cells::read_plan)
                .map(str::to_owned),
            pricing_group_code: self.pricing_code(),
            billing_reference_id: self.id(Field::BillingReferenceId),
            status: self.status(),
            family_id: self.id(Field::FamilyId),
            relationship,
            ssn: self.number(Field::Ssn, IssueKind::InvalidSsn, "must have 9 digits", cells::read_ssn).value().cloned(),
            ..Record::default()
        };
        record.date_of_birth = self.birth_date(&record);
        record.pending = self.pending();
        // No cell of the row tells the status of its section.
        let told = |section: &Section| if section.ends() { Entry::Value(Status::InActive) } else { Entry::Blank };
        let section = self.raw.section.as_ref().filter(|section| record.status == told(section));
        self.issues.extend(section.and_then(|section| section.issue(self.raw.line)));
        let family = self.raw.family.as_ref().filter(|_| record.is_dependent());
        self.issues.extend(family.map(|family| family.issue(self.raw.line)));
        self.leaving(&mut record);
        record
    }

    /// Applies the user's answer to a row that leaves by another column than the status. Without an answer the row gets a warning.
    fn leaving(&mut self, record: &mut Record) {
        let days = (self.rules.today, self.rules.dates);
        let (raw, status) = (self.raw, record.status);
        let has_left = raw.section.as_ref().is_some_and(Section::ends);
        let asked = || raw.leaving.iter().filter(|told| told.is_asked(status, days));
        self.issues.extend(raw.leaving.iter().filter_map(|told| told.issue(raw.line, status, days)));
        self.may_have_left = !has_left && asked().next().is_some();
        if has_left && status == Entry::Value(Status::InActive) {
            record.leaves_on = raw.leaving.iter().find_map(|told| told.day(days));
        }
        if let Some(told) = asked().find(|told| told.answer == Some(true)).filter(|_| self.may_have_left) {
            record.status = Entry::Value(Status::InActive);
            record.leaves_on = told.day(days);
        }
        if record.status == Entry::Value(Status::InActive) {
            record.leaves_on = record.leaves_on.or(self.raw.leaves_on);
        }
    }

    /// Where a pending change of the status leads that the row tells in the words of a roster.
    fn pending(&self) -> Option<Status> {
        cells::read_pending_status(self.raw.get(Field::Status).map(unguarded)?)
    }

    /// Reads the status. An unreadable one gets a message with its likely meaning.
    fn status(&mut self) -> Entry<Status> {
        if self.pending().is_some() {
            return Entry::Blank;
        }
        self.word(Field::Status, IssueKind::InvalidStatus, "must be Active or In-Active", cells::read_status)
    }

    fn report(&mut self, field: Field, kind: IssueKind, fault: &str, value: &str) {
        let message = format!("{} {fault}.", field.label());
        self.issues.push(Issue::of_field(self.raw.line, field, kind, message).with_value(value));
    }

    /// Leaves a value out, and reports it.
    fn left_out<T>(&mut self, field: Field, kind: IssueKind, fault: &str, value: &str) -> Entry<T> {
        self.report(field, kind, fault, value);
        Entry::Blank
    }

    /// The cell of an optional field; placeholders such as `N/A` are blank, and so is what a spreadsheet has left in the
    /// place of a value, which is reported.
    fn cell(&mut self, field: Field) -> Entry<&'a str> {
        let Some(cell) = self.raw.get(field) else { return Entry::Blank };
        match unguarded(cell) {
            text if text.eq_ignore_ascii_case(CLEAR) => Entry::Clear,
            text if cells::is_placeholder(text) => Entry::Blank,
            text => match no_value(cell) {
                Some((kind, fault)) => self.left_out(field, kind, fault, text),
                None => Entry::Value(text),
            },
        }
    }

    fn text(&mut self, field: Field) -> Entry<String> {
        self.cell(field).map(cells::tidy).and_then(|text| match too_long(field, &text) {
            Some(fault) => self.left_out(field, IssueKind::TooLong, &fault, &text),
            None => Entry::Value(text),
        })
    }

    /// An id or another number that is somebody's own. One that a spreadsheet has rounded could be several people's.
    fn id(&mut self, field: Field) -> Entry<String> {
        const ROUNDED: &str = "was rounded by a spreadsheet, so that its last digits are lost; it was left out";
        const DAY: &str =
            "reads like a day, as a spreadsheet makes one of an id; write the id that is meant, or leave it blank";
        let is_persons = matches!(field, Field::UniqueId | Field::OtherMemberId | Field::FamilyId);
        self.text(field).and_then(|text| match () {
            () if is_rounded(&text) => self.left_out(field, IssueKind::RoundedNumber, ROUNDED, &text),
            () if is_persons && is_day(&text) => self.left_out(field, IssueKind::DayAsId, DAY, &text),
            () => Entry::Value(without_added_signs(text)),
        })
    }

    fn word<T>(&mut self, field: Field, kind: IssueKind, fault: &str, read: Read<T>) -> Entry<T> {
        self.cell(field).and_then(|text| match read(text) {
            Some(value) => Entry::Value(value),
            None => self.left_out(field, kind, fault, text),
        })
    }

    fn number<T>(&mut self, field: Field, kind: IssueKind, fault: &str, read: Read<Repaired<T>>) -> Entry<T> {
        let entry = self.word(field, kind, fault, read);
        if entry.value().is_some_and(|read| read.zeros_restored) {
            let text = self.raw.get(field).unwrap_or_default().to_owned();
            self.report(field, IssueKind::LostLeadingZero, "had lost its leading zeros; they were put back", &text);
        }
        entry.map(|read| read.value)
    }

    /// First and last name from their own columns, else from the column of whole names.
    fn names(&mut self) -> (Entry<String>, Entry<String>) {
        let (mut first, mut last) = (self.own_name(Field::FirstName), self.own_name(Field::LastName));
        let is_last = |end: &str| !last.is_empty() && cells::word_key(end) == cells::word_key(&last);
        if let Some((given, end)) = first.rsplit_once(' ').filter(|(_, end)| is_last(end)) {
            let fault = format!("holds '{end}', which is the last name as well; it was left out");
            self.report(Field::FirstName, IssueKind::MarkInName, &fault, &first);
            first = given.to_owned();
        }
        if let Some(whole) = self.raw.get(Field::FullName).filter(|whole| !is_nobodys(whole)) {
            let (given, family) = cells::split_name(&self.without_mark(Field::FirstName, whole));
            if last.is_empty() {
                last = if family.is_empty() && !first.is_empty() { given.clone() } else { family };
            }
            if first.is_empty() {
                first = given;
            }
        }
        let names = only_names(&first, &last, self.raw);
        let [mut first, mut last] = names.map(|name| name.unwrap_or_default().to_owned());
        if let Some(middle) = self.raw.get(Field::MiddleName).filter(|text| no_value(text).is_none()) {
            first = cells::with_middle_name(first, &cells::tidy(middle));
        }
        if let Some(suffix) = self.raw.get(Field::Suffix) {
            last = cells::with_suffix(last, &cells::tidy(suffix));
        }
        (self.required(Field::FirstName, &first), self.required(Field::LastName, &last))
    }

    fn own_name(&mut self, field: Field) -> String {
        self.raw.get(field).map(|text| self.without_mark(field, text)).unwrap_or_default()
    }

    /// A name without the signs of notes and without marks that tell a status or a relationship; these become messages.
    fn without_mark(&mut self, field: Field, text: &str) -> String {
        let mut name = cells::tidy(text);
        while let Some((bare, mark)) = cells::name_and_mark(&name) {
            let fault = format!("holds '{mark}', which is no part of a name; it was left out");
            self.relative = self.relative.or(cells::read_relationship(mark).filter(|told| told.is_dependent()));
            self.report(field, IssueKind::MarkInName, &fault, text);
            name = bare;
        }
        name
    }

    /// A name: neither blank nor too long, and never to be cleared.
    fn required(&mut self, field: Field, cell: &str) -> Entry<String> {
        let text = unguarded(cell);
        if text.is_empty() || text.eq_ignore_ascii_case(CLEAR) {
            return self.left_out(field, IssueKind::MissingRequired, "is required", text);
        }
        let too_long = too_long(field, text);
        let fault = match no_value(cell) {
            _ if too_long.is_some() => too_long.as_deref(),
            Some((_, fault)) => Some(fault),
            None if cell.starts_with('=') => Some(FORMULA),
            None if !text.chars().any(char::is_alphabetic) => Some("must contain letters"),
            None => person_name_fault(text),
        };
        if let Some(fault) = fault {
            return self.left_out(field, IssueKind::InvalidValue, fault, text);
        }
        if is_garbled(text) {
            self.report(field, IssueKind::GarbledText, "has lost letters on its way; please check", text);
        }
        if matches!(text, "TRUE" | "FALSE") {
            self.report(field, IssueKind::BooleanName, "reads as a spreadsheet writes yes and no; please check", text);
        }
        Entry::Value(text.to_owned())
    }

    fn birth_date(&mut self, record: &Record) -> Option<NaiveDate> {
        let (field, dependent) = (Field::DateOfBirth, record.is_dependent());
        let is_told = |text: &&str| !text.eq_ignore_ascii_case(CLEAR) && !cells::is_placeholder(text);
        let Some(text) = self.raw.get(field).map(unguarded).filter(is_told) else {
            // The member with the id keeps the stored date.
            if !self.rules.by_id || record.unique_id.value().is_none() {
                self.report(field, IssueKind::MissingRequired, "is required", "");
            }
            return None;
        };
        let Some(born) = cells::read_birth_date(text, self.rules.today, self.rules.dates) else {
            let fault = no_value(text)
                .map_or("must be a date between 01/01/1900 and today, such as 04/17/1983", |(_, fault)| fault);
            self.report(field, IssueKind::InvalidDate, fault, text);
            return None;
        };
        if cells::is_implausible_age(born, self.rules.today, dependent) {
            self.report(field, IssueKind::ImplausibleAge, "makes an age that is hardly right; please check", text);
        }
        Some(born)
    }

    fn group_id(&mut self) -> Entry<String> {
        let entry = self.id(Field::GroupId);
        if self.rules.multi_group && entry.value().is_none() {
            self.report(Field::GroupId, IssueKind::MissingRequired, "is required", "");
        }
        entry
    }

    /// Member type and relationship; where they contradict each other the member type counts.
    fn family_role(&mut self) -> (Entry<MemberType>, Entry<Relationship>) {
        let fault = "is neither Primary nor Dependent";
        let told = self.word(Field::MemberType, IssueKind::UnknownMemberType, fault, cells::read_member_type);
        let relationship = match self.cell(Field::Relationship) {
            Entry::Value(text) => Entry::Value(cells::read_relationship_surely(text).unwrap_or_else(|| {
                let fault = "is not a known relationship; the person is taken as another dependent";
                self.report(Field::Relationship, IssueKind::UnknownRelationship, fault, text);
                Relationship::Other
            })),
            // A relationship is not a stored value that could be cleared.
            _ => {
                // `Spouse` in the column of member types is a relationship too.
                let text = self.raw.get(Field::MemberType).map(unguarded);
                let by_name = self.relative.filter(|_| told == Entry::Blank);
                text.and_then(cells::read_relationship_of_type).or(by_name).into()
            }
        };
        let member_type = told.value().copied().into();
        if let (Entry::Value(kind), Entry::Value(relationship)) = (member_type, relationship)
            && kind != relationship.member_type()
        {
            let value = self.raw.get(Field::MemberType).unwrap_or_default().to_owned();
            let fault = format!("contradicts the relationship; the person is taken as {}", kind.name());
            self.report(Field::MemberType, IssueKind::ConflictingMemberType, &fault, &value);
        }
        (member_type, relationship)
    }

    fn pricing_code(&mut self) -> Entry<String> {
        let entry = self.text(Field::PricingGroupCode);
        let Some(groups) = &self.rules.pricing else { return entry };
        entry.and_then(|code| match groups.find(&code) {
            Some((_, rule)) => Entry::Value(rule.code.clone()),
            None => {
                let fault = "is not a pricing group of this group";
                self.left_out(Field::PricingGroupCode, IssueKind::UnknownPricingGroup, fault, &code)
            }
        })
    }
}

/// What is said of a text that a member cannot hold.
fn too_long(field: Field, text: &str) -> Option<String> {
    (text.chars().count() > field.longest()).then(|| format!("must be at most {} characters", field.longest()))
}
