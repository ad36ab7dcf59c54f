//! Which column of a file holds which field, and whose it is: by name, by synonym, by the values, as remembered for the group, or as a person says.
//!
//! A [`Mapping`] is the model of a file's columns, made in one pass when the file is opened and anew after each answer of a person:
//! - `Column::field` and `Column::how` tell its role. `Mapping::propose` finds it by the heading; `by_values` settles what the heading
//!   leaves open.
//! - `Column::owned` and `Column::family` tell whose it is by the heading: the row's own person, the employee, a relative. `whose` finds out
//!   what becomes of the columns of others.
//! - `leaving::signs` tells which columns may say who has left.
//!
//! What is not sure is a question of Map Data. No column vanishes without a word: what is not mapped is listed, and a heading that stands twice is
//! reported.

pub(in crate::census) mod by_values;
pub(in crate::census) mod family_columns;
mod few;
pub(in crate::census) mod leaving;
pub(in crate::census) mod orders;
pub(in crate::census) mod pointers;
pub(in crate::census) mod roles;
pub(in crate::census) mod shown;
pub(in crate::census) mod suggested;
pub(in crate::census) mod whose;

use std::collections::BTreeMap;

use self::family_columns::FamilyColumns;
use self::orders::DateEvidence;
use self::whose::NamedEmployee;
use crate::census::field::{FIELD_COUNT, Field};
use crate::census::findings::{Issue, IssueKind};
use crate::census::vocabulary::{
    FamilyColumn, HeadingWord, Meaning, OF_RELATIVES, Owner, Remembered, ValueOrder, Whose, field_of_anybody,
    heading_key, heading_words, owned, recognise, says_last_first, second_choice,
};

/// The fields of names and birth dates, without which no list is one of people.
const REQUIRED: [Field; 4] = [Field::FirstName, Field::LastName, Field::FullName, Field::DateOfBirth];

/// How a column came to its field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum How {
    /// It has none.
    Unmapped,
    /// The heading is known.
    Known,
    /// The heading is known, but its first choice was taken.
    SecondChoice,
    /// The heading tells too little, and the values of the first rows tell the rest.
    ByValues,
    /// An earlier file of the group was mapped so.
    Remembered,
    /// A person said so.
    ByHand,
    /// It has none: it is of another person, who is named in a column beside it.
    OfAnother,
}

/// A column of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// Its place, from 0.
    pub index: usize,
    /// The heading as it stands, trimmed.
    pub heading: String,
    /// What is compared and remembered of it.
    pub key: String,
    /// What it holds.
    pub field: Option<Field>,
    /// Why.
    pub how: How,
    /// The field that its heading names.
    headed: Option<Field>,
    /// Whose it is by its heading, and what it holds, where that says it of a name, a birth date or a gender.
    owned: Option<(Owner, Field)>,
    /// Whose of the employee's family it is by its heading, and what it holds.
    family: Option<FamilyColumn>,
}

impl Column {
    /// A column without a field. Its heading is looked up once: every rule about columns asks for it.
    fn new(index: usize, heading: &str) -> Self {
        let key = heading_key(heading);
        let headed = recognise(&key).map(|(field, _)| field);
        let owned = owned(&key).map(|(owner, field, _)| (owner, field));
        let family = FamilyColumn::of(heading);
        Self { index, heading: heading.to_owned(), key, field: None, how: How::Unmapped, headed, owned, family }
    }

    /// Whether it is headed as one of a field.
    fn is_headed(&self, field: Field) -> bool {
        self.headed == Some(field)
    }

    /// Whether its heading has a word of this kind.
    fn has(&self, kind: HeadingWord) -> bool {
        let words = heading_words(&self.heading);
        let rest: String = words.iter().filter(|word| !HeadingWord::MayBeContact.contains(word)).cloned().collect();
        let is_persons = |(field, _): (Field, u16)| field.is_personal() || OF_RELATIVES.contains(&field);
        let is_heirs = kind == HeadingWord::Contact && rest.len() < self.key.len();
        words.iter().any(|word| kind.contains(word)) || (is_heirs && recognise(&rest).is_some_and(is_persons))
    }

    fn owner(&self) -> Option<Owner> {
        self.owned.map(|(owner, _)| owner)
    }

    /// Whether nothing is read from it, and neither heading nor person has decided that.
    fn is_open(&self) -> bool {
        self.field.is_none() && self.how == How::Unmapped
    }

    /// Whether a person has said what it holds, of this file or of an earlier one.
    const fn is_decided(&self) -> bool {
        matches!(self.how, How::ByHand | How::Remembered)
    }

    /// The heading; a blank one is called by its place.
    fn called(&self) -> String {
        called(self.index, &self.heading)
    }
}

/// A heading; a blank one is called by the place of its column.
fn called(place: usize, heading: &str) -> String {
    if heading.is_empty() { format!("Column {}", place + 1) } else { heading.to_owned() }
}

/// The columns of a file with their fields; a field is held by one column at most.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Mapping {
    columns: Vec<Column>,
    /// The column without a field whose values look like dates of birth, in a file with ids that has no column of them.
    likely_birth_dates: Option<usize>,
    /// Whether the first rows leave the column of birth dates blank, every one.
    are_births_blank: bool,
    /// The orders that people have chosen for the values of fields, and how.
    orders: BTreeMap<Field, (ValueOrder, How)>,
    /// How the dates of birth of the first rows are written.
    pub(in crate::census) dates: DateEvidence,
    /// The file's other dates, where no date of birth tells the order.
    other_dates: DateEvidence,
    /// The columns of which a person has to say what they hold.
    asked: Vec<Asked>,
}

impl Mapping {
    /// Proposes a mapping of the headings: remembered choices first, then the surest heading for each field.
    pub fn propose<'a>(headings: impl IntoIterator<Item = &'a str>, remembered: &Remembered) -> Self {
        let columns = headings.into_iter().enumerate().map(|(index, heading)| Column::new(index, heading));
        let mut mapping = Self { columns: columns.collect(), ..Self::default() };
        mapping.take_remembered(remembered);
        mapping.take_known();
        // A column of whole names is not needed beside first and last names.
        let has_both = mapping.holds(Field::FirstName) && mapping.holds(Field::LastName);
        if let Some(whole) =
            mapping.column_of(Field::FullName).filter(|place| has_both && mapping.columns[*place].how == How::Known)
        {
            mapping.set(whole, None, How::Unmapped);
        }
        mapping
    }

    fn take_remembered(&mut self, remembered: &Remembered) {
        for index in 0..self.columns.len() {
            match remembered.get(&self.columns[index].key) {
                Some(Some(field)) if !self.is_replaced(index, *field, remembered) => {
                    self.take(index, Some(*field), How::Remembered);
                }
                Some(None) => self.columns[index].how = How::Remembered,
                _ => {}
            }
        }
    }

    /// Whether a remembered choice gives way: the column was chosen for a name or birth date, and an undecided column now has that heading.
    /// `Family`, once chosen for the last names, means what it says beside `Last Name`.
    fn is_replaced(&self, index: usize, field: Field, remembered: &Remembered) -> bool {
        let is_headed_so = |column: &Column| column.is_headed(field);
        let is_open = |column: &&Column| column.index != index && !remembered.contains_key(&column.key);
        REQUIRED.contains(&field)
            && !is_headed_so(&self.columns[index])
            && self.columns.iter().filter(is_open).any(is_headed_so)
    }

    /// Gives each field to the surest heading, and those that came too late their second choice.
    fn take_known(&mut self) {
        let whose = Whose::of(self.columns.iter().map(|column| column.key.as_str()));
        let open = self.columns.iter().filter(|column| column.is_open());
        let claim = |column: &Column| whose.claim(&column.key).map(|(field, rank)| (field, rank, column.index));
        let mut known: Vec<(Field, u16, usize)> = open.filter_map(claim).collect();
        known.sort_unstable();
        known.retain(|(field, _, index)| !self.take(*index, Some(*field), How::Known));
        for (field, _, index) in known {
            self.take(index, second_choice(field, &self.columns[index].key), How::SecondChoice);
        }
    }

    /// Gives a column a field that no other one holds.
    fn take(&mut self, index: usize, field: Option<Field>, how: How) -> bool {
        let is_free = field.is_some_and(|field| self.column_of(field).is_none());
        if is_free {
            self.set(index, field, how);
        }
        is_free
    }

    pub(in crate::census) fn set(&mut self, index: usize, field: Option<Field>, how: How) {
        self.columns[index].field = field;
        self.columns[index].how = how;
    }

    /// Gives a column the field that its values tell; another one that had it by its name loses it.
    pub(super) fn take_by_values(&mut self, index: usize, field: Field) {
        if let Some(held) = self.column_of(field) {
            self.set(held, None, How::Unmapped);
        }
        self.set(index, Some(field), How::ByValues);
    }

    /// Gives the fields that a column has lost to others that are headed so.
    fn pass_on(&mut self, lost: &[Field], except: usize) {
        for index in (0..self.columns.len()).filter(|index| *index != except) {
            let column = &self.columns[index];
            let headed = column.headed.filter(|field| lost.contains(field));
            if matches!(column.how, How::Unmapped | How::SecondChoice) {
                self.take(index, headed, How::Known);
            }
        }
    }

    /// The columns in the order of the file.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// The place of the column that holds `field`.
    pub fn column_of(&self, field: Field) -> Option<usize> {
        self.columns.iter().position(|column| column.field == Some(field))
    }

    /// The column that holds `field`.
    pub(in crate::census) fn holder(&self, field: Field) -> Option<&Column> {
        self.columns.iter().find(|column| column.field == Some(field))
    }

    /// Whether a column holds the field.
    pub fn holds(&self, field: Field) -> bool {
        self.column_of(field).is_some()
    }

    /// For the column at each place whether anything is read from it.
    pub(super) fn read_places(&self) -> Vec<bool> {
        let families = FamilyColumns::among(self);
        (0..).zip(self.own_places()).map(|(place, is_read)| is_read || families.at(place).is_some()).collect()
    }

    /// Whether each column is read for the row's own person.
    fn own_places(&self) -> Vec<bool> {
        let employee = NamedEmployee::among(self);
        let is_read = |column: &Column| {
            column.field.is_some() || employee.is_some_and(|named| named.places.contains(&Some(column.index)))
        };
        self.columns.iter().map(is_read).collect()
    }

    /// The place of each field's column, by [`Field::index`].
    pub fn places(&self) -> [Option<usize>; FIELD_COUNT] {
        Field::ALL.map(|field| self.column_of(field))
    }

    /// The headings of columns that hold no field; a blank heading is called by its place.
    pub fn unmapped(&self) -> Vec<String> {
        let read = self.read_places();
        let unmapped = self.columns.iter().filter(|column| !read[column.index]);
        unmapped.map(Column::called).collect()
    }

    /// The required fields that no column holds (rules.md#required-census-values); a column of whole names holds both names.
    pub fn missing(&self, multi_group: bool) -> Vec<Field> {
        let names: &[Field] = if self.holds(Field::FullName) { &[] } else { &[Field::FirstName, Field::LastName] };
        let group = multi_group.then_some(&Field::GroupId);
        let required = group.into_iter().chain(names).chain([&Field::DateOfBirth]).copied();
        // A blank column of birth dates holds none where another one looks like them.
        let is_elsewhere = |field| field == Field::DateOfBirth && self.likely_birth_dates().is_some();
        required.filter(|field| !self.holds(*field) || is_elsewhere(*field)).collect()
    }

    /// Whether members are known by their ids alone: the file has unique ids and no birth dates (rules.md#list-without-birth-dates).
    pub fn is_by_id(&self) -> bool {
        self.lacks_birth_dates_only() && self.likely_birth_dates.is_none()
    }

    /// Whether the file has unique ids, and no column is read as dates of birth, or one in which none stands.
    pub(super) fn lacks_birth_dates_only(&self) -> bool {
        self.holds(Field::UniqueId) && (self.are_births_blank || !self.holds(Field::DateOfBirth))
    }

    /// Whether a column is headed as a name or a birth date of anybody.
    pub(in crate::census) fn is_of_people(column: &Column) -> bool {
        field_of_anybody(&column.key).is_some_and(|field| REQUIRED.contains(&field))
    }

    /// The column of which a person has to say whether it holds the dates of birth.
    pub fn likely_birth_dates(&self) -> Option<usize> {
        self.likely_birth_dates.filter(|_| self.lacks_birth_dates_only())
    }

    /// The missing fields without which the file is not read: where there are ids it may go without birth dates.
    pub fn needed(&self, multi_group: bool) -> Vec<Field> {
        let is_by_id = self.is_by_id();
        self.missing(multi_group).into_iter().filter(|field| !is_by_id || *field != Field::DateOfBirth).collect()
    }

    /// Whether the heading of the whole names says that the last name comes first.
    pub(super) fn last_first(&self) -> bool {
        self.holder(Field::FullName).is_some_and(|column| says_last_first(&column.heading))
    }
}

/// Said of a file that has ids and no birth dates, behind what is the matter with them.
const NO_BIRTH_DATES: &str = "Members are found by their ids and keep their dates; a new member needs one.";

/// A column of which a person has to say what it holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Asked {
    /// The column that is mapped or left out.
    pub(super) place: usize,
    /// The question.
    pub(super) message: String,
    /// Whether it is asked although a person has said what the column holds.
    is_of_chosen: bool,
}

impl Mapping {
    /// The columns of which a person has to say what they hold.
    pub(in crate::census) fn asked(&self) -> impl Iterator<Item = usize> + '_ {
        self.open_questions().map(|asked| asked.place)
    }

    fn open_questions(&self) -> impl Iterator<Item = &Asked> {
        self.asked.iter().filter(|asked| asked.is_of_chosen || !self.columns[asked.place].is_decided())
    }

    /// What is to be said and asked about the columns, and about required ones that are missing.
    pub fn issues(&self, heading_line: u64, multi_group: bool) -> Vec<Issue> {
        let question = |asked: &Asked| {
            Issue::of_column(heading_line, &self.columns[asked.place].heading, IssueKind::PeopleBeside, &*asked.message)
        };
        let mut issues: Vec<Issue> = self.open_questions().map(question).collect();
        issues.extend(self.order_of_dates_issue(heading_line));
        let comes_again = |column: &&Column| {
            !column.key.is_empty() && self.columns[..column.index].iter().any(|before| before.key == column.key)
        };
        let again = |column: &Column| {
            let message = "The heading stands there twice. Check in the mapping which column is read.";
            Issue::of_column(heading_line, &column.heading, IssueKind::DuplicateHeader, message)
        };
        issues.extend(self.columns.iter().filter(comes_again).map(again));
        for field in self.needed(multi_group) {
            let likely = self.likely_birth_dates().filter(|_| field == Field::DateOfBirth);
            let likely = likely.map(|place| {
                format!(" The column {} looks like one. Map it, or leave it out.", self.columns[place].called())
            });
            let message = self.lacking(field) + &likely.unwrap_or_default();
            issues.push(Issue::of_field(heading_line, field, IssueKind::MissingColumn, message));
        }
        if self.is_by_id() {
            let told = format!("{} {NO_BIRTH_DATES}", self.lacking(Field::DateOfBirth));
            issues.push(Issue::of_field(heading_line, Field::DateOfBirth, IssueKind::NoBirthDates, told));
        }
        issues
    }

    /// What is said of a field that no column holds, or of a column of birth dates in which none stands.
    fn lacking(&self, field: Field) -> String {
        match self.holder(Field::DateOfBirth) {
            Some(column) if field == Field::DateOfBirth && self.are_births_blank => {
                format!("The column {} is blank.", column.called())
            }
            _ => format!("There is no column for {}.", field.label()),
        }
    }
}
