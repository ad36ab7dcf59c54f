//! Whose a column is that names another person than the row's own (rules.md#whose-column-it-is).
//!
//! The heading tells it, or else the values do. A relative with a name and a birth date is read by [`super::family_columns`], and the name of the
//! employee ties its dependents. What stands behind a contact or an heir is theirs. Of any other column of people a person says what becomes of it.

use std::cell::LazyCell;

use super::family_columns::FamilyColumns;
use super::orders::NameOrder;
use super::roles::{asked, role};
use super::shown::{OwnPerson, Said, Shown, values};
use super::{Asked, Column, How, Mapping};
use crate::census::cells::{
    clean, is_placeholder, read_plan, read_status, says_left, split_name, tidy, with_comma, word_key,
};
use crate::census::field::Field;
use crate::census::findings::{Issue, IssueKind};
use crate::census::keys::name_key;
use crate::census::source::{RawRow, Row};
use crate::census::table::holds_date;
use crate::census::vocabulary::{
    Answer, CellWord, HeadingWord, Meaning, MemberType, Owner, kin_in, names_kin, says_last_first, words_of,
};
use crate::members::Status;
use crate::text::fold;

/// The columns of the employee's name in a row of another person.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(in crate::census) struct NamedEmployee {
    /// Those of [`Field::NAMES`].
    pub(super) places: [Option<usize>; 3],
    /// Whether the whole name has the last name first.
    last_first: bool,
    /// Whether the rows are about dependents, so that a row without one is the employee's own.
    beside_dependents: bool,
}

impl NamedEmployee {
    /// Those of a mapping; `None` where no column that is not read holds an employee's name.
    pub(in crate::census) fn among(mapping: &Mapping) -> Option<Self> {
        let columns = mapping.columns();
        let may_name = |column: &Column| column.field.is_none_or(|field| field == Field::Relationship);
        let is_of = |column: &&Column, field| may_name(column) && column.owned == Some((Owner::Employee, field));
        let place = |field| columns.iter().find(|column| is_of(column, field)).map(|column| column.index);
        let is_dependents =
            |column: &Column| column.field.is_some_and(Field::is_name) && column.owner() == Some(Owner::Dependent);
        let places @ [first, last, whole] = Field::NAMES.map(place);
        let last_first = whole.is_some_and(|place| says_last_first(&columns[place].heading));
        let beside_dependents = columns.iter().any(is_dependents);
        let named = Self { places, last_first, beside_dependents };
        (whole.is_some() || (first.is_some() && last.is_some())).then_some(named)
    }

    /// The same with whole names that have the last name first, as the file tells.
    #[must_use]
    pub(in crate::census) fn ordered(self, names: Option<NameOrder>) -> Self {
        Self { last_first: self.last_first || names.is_some_and(|order| order.last_first), ..self }
    }

    /// First and last name that a row has there; `None` where either is no name.
    fn names(&self, row: &Row) -> Option<(String, String)> {
        let [first, last, whole] = self.places.map(|place| place.map_or("", |place| clean(row.cell(place))));
        let names = match tidy(behind_of(whole)) {
            whole if whole.is_empty() => (first.to_owned(), last.to_owned()),
            whole if self.last_first => split_name(&with_comma(&whole)),
            whole => split_name(&whole),
        };
        let is_name = |text: &str| text.contains(char::is_alphabetic) && !is_placeholder(text);
        Some(names).filter(|(first, last)| is_name(first) && is_name(last))
    }

    /// The key of the name that a row has there, else that of the row's own name, unless it is a dependent's.
    pub(in crate::census) fn key(&self, row: &Row, raw: &RawRow) -> Option<u64> {
        let own = || Some((raw.get(Field::FirstName)?.to_owned(), raw.get(Field::LastName)?.to_owned()));
        let whole = || raw.get(Field::FullName).map(split_name);
        let own = || own().or_else(whole).filter(|_| told_role(raw).is_none_or(|told| told == EMPLOYEE));
        self.names(row).or_else(own).map(|(first, last)| name_key(&first, &last))
    }

    /// In a list of dependents, makes a row without a name the employee's, and any other a dependent's where nothing else says so.
    pub(in crate::census) fn fill(&self, row: &Row, raw: &mut RawRow) {
        if !self.beside_dependents {
            return;
        }
        let is_named = Field::NAMES.iter().any(|field| raw.get(*field).is_some());
        let told = told_role(raw);
        if is_named && told.is_none() {
            raw.set(Field::MemberType, MemberType::Dependent.name());
        } else if let Some((first, last)) = self.names(row).filter(|_| !is_named)
            && told.is_none_or(|told| told == EMPLOYEE)
        {
            raw.set(Field::FirstName, &first);
            raw.set(Field::LastName, &last);
        }
    }
}

const EMPLOYEE: Option<MemberType> = Some(MemberType::Primary);

/// What a row says who it is; `Some(None)` in unknown words.
fn told_role(raw: &RawRow) -> Option<Option<MemberType>> {
    raw.get(Field::MemberType).or(raw.get(Field::Relationship)).map(role)
}

/// The name in `Child of Ann Moss`, and any other text.
pub(super) fn behind_of(text: &str) -> &str {
    text.rsplit_once(" of ").map_or(text, |(_, name)| name)
}

/// Takes the columns from the row's own person that may be of another one with a name beside it, as far as no person has mapped them.
pub(super) fn settle(mapping: &mut Mapping, people: &[&Row]) {
    let families = FamilyColumns::among(mapping);
    ask_who_is_covered(mapping, &families, people);
    let is_named = |column: &&Column| {
        let is_open = column.is_open() && column.headed.is_none() && column.owner() != Some(Owner::Employee);
        let are_others = || Shown::of(values(people, column.index)).may_be_others();
        is_open && families.may_hold(column.index).is_none() && (column.has(HeadingWord::Contact) || are_others())
    };
    let named: Vec<usize> = mapping.columns.iter().filter(is_named).map(|column| column.index).collect();
    for name in named {
        let of_contact = mapping.columns[name].has(HeadingWord::Contact);
        let (behind, contacts) = unsaid_behind(mapping, name);
        let is_before = |column: &&Column| is_unsaid(column) && column.is_headed(Field::Relationship);
        let before = mapping.columns[..name].last().filter(|_| of_contact).filter(is_before);
        if let Some(place) = behind.or(before.map(|column| column.index)) {
            mapping.lend(&[place]);
            if mapping.column_of(Field::Relationship).is_none() {
                mapping.asked.push(whose_relationship(mapping, place, name));
            }
        }
        if of_contact {
            mapping.lend(&contacts);
        }
    }
}

/// Asks about unread columns that may say of people in columns that they are not covered: the heading names a relative, and the cells beside such
/// people differ, or one of them declines or is a day. So may a tier of the employee alone beside a relative, and of a spouse beside a child.
fn ask_who_is_covered(mapping: &mut Mapping, families: &FamilyColumns, people: &[&Row]) {
    let declines = |cell: &str| {
        let is_left = || read_status(cell) == Some(Status::InActive) || says_left(cell) || holds_date(cell);
        Answer::of(&word_key(cell)).map_or_else(is_left, |answer| answer == Answer::No)
            || CellWord::NoCover.contains(&word_key(cell))
    };
    // An age or a phone tells nothing.
    let is_number = |cell: &str| cell.chars().filter(char::is_ascii_digit).count() > 1 || cell.contains('@');
    let tells = |column: &&Column| {
        let is_open = column.is_open() && families.may_hold(column.index).is_none();
        let kin = kin_in(&column.heading).first().copied().filter(|_| is_open);
        let beside = || people.iter().filter(|row| families.names_any(kin, row));
        let cells: Vec<&str> = beside().map(|row| clean(row.cell(column.index))).collect();
        let is_filled = cells.iter().any(|cell| !cell.is_empty());
        let differ = || cells.iter().any(|cell| *cell != cells[0]) && !cells.iter().all(|cell| is_number(cell));
        match kin {
            // A name or a birth date is asked about as that of a person.
            Some(_) if column.has(HeadingWord::Trait) || Said::of(column) == Some(Said::Relative) => false,
            Some(_) => is_filled && (differ() || cells.iter().any(|cell| declines(cell))),
            None if !is_open && column.field != Some(Field::PlanName) => false,
            None => {
                let tiers = cells.iter().filter(|cell| read_plan(cell).is_some() || names_kin(cell));
                let leaves_out = |(row, cell): (&&Row, &&str)| {
                    let (plan, kin) = (read_plan(cell), kin_in(cell));
                    (plan.is_some() && plan == read_plan("single"))
                        || (!kin.is_empty() && families.names_another(&kin, row))
                };
                tiers.count() * 2 >= cells.len() && beside().zip(&cells).any(leaves_out)
            }
        }
    };
    let found = mapping.columns.iter().filter(|column| !families.is_empty() && tells(column));
    let message = "may say of people who stand in columns that they are not covered. If so, leave the columns of their names out, or take them out \
                   of the file and upload it again. If not, save the mapping as it stands.";
    let asked: Vec<Asked> = found.map(|column| asked(mapping, column.index, message)).collect();
    mapping.asked.extend(asked);
}

fn whose_relationship(mapping: &Mapping, place: usize, name: usize) -> Asked {
    let person = mapping.columns[name].called();
    let message = format!(
        "may be of the row's own person or of the person named in '{person}'. Map it if it is of the row's own person, else leave it out. If the \
         rows are about those in '{person}', map that column as Full Name as well."
    );
    asked(mapping, place, &message)
}

/// Begins anew: what was taken from the row's own person is its own again.
pub(super) fn give_back(mapping: &mut Mapping) {
    for index in 0..mapping.columns.len() {
        if mapping.columns[index].how == How::OfAnother {
            mapping.columns[index].how = How::Unmapped;
            mapping.take(index, mapping.columns[index].headed, How::Known);
        }
    }
}

/// The first relationship behind a name, and the phones and e-mail addresses, that do not say whose they are.
fn unsaid_behind(mapping: &Mapping, name: usize) -> (Option<usize>, Vec<usize>) {
    // Other columns of that person may stand between them.
    let is_between = |column: &Column| column.headed.is_none() && column.has(HeadingWord::Contact);
    let behind = mapping.columns.iter().skip(name + 1).take_while(|column| is_unsaid(column) || is_between(column));
    let (relationships, contacts): (Vec<&Column>, Vec<&Column>) =
        behind.filter(|column| is_unsaid(column)).partition(|column| column.is_headed(Field::Relationship));
    (relationships.first().map(|column| column.index), contacts.into_iter().map(|column| column.index).collect())
}

/// Whether a column is headed as a relationship, a phone or an e-mail address without saying whose it is, and no person has decided it.
fn is_unsaid(column: &Column) -> bool {
    matches!(column.headed, Some(Field::Relationship | Field::CellPhone | Field::HomePhone | Field::Email))
        && column.owner().is_none()
        && matches!(column.how, How::Known | How::SecondChoice | How::Unmapped)
}

impl Mapping {
    /// Takes these columns from the row's own person, and gives their fields to other columns that are headed so.
    fn lend(&mut self, places: &[usize]) {
        let mut lost = Vec::new();
        for place in places {
            lost.extend(self.columns[*place].field.take());
            self.columns[*place].how = How::OfAnother;
        }
        self.pass_on(&lost, usize::MAX);
    }
}

/// The columns of which a person has to say whether they hold people: names or birth dates of others than the row's own person stand there, and
/// nothing reads them.
pub(in crate::census) fn people_beside(mapping: &Mapping, people: &[&Row]) -> Vec<usize> {
    let places = |fields: &[Field]| fields.iter().filter_map(|field| mapping.column_of(*field)).collect::<Vec<_>>();
    let [first, others] = [places(&[Field::FirstName]), places(&[Field::LastName, Field::FullName])];
    // A row without another person has no person beside its own.
    if first.is_empty() && !mapping.holds(Field::FullName) {
        return Vec::new();
    }
    let words = |row: &Row, places: &[usize]| {
        let folded = places.iter().map(|place| fold(clean(row.cell(*place)))).collect::<Vec<_>>().join(" ");
        words_of(&folded).into_iter().map(str::to_owned).collect()
    };
    let own = |row: &&Row| OwnPerson { first: words(row, &first), others: words(row, &others) };
    let own = LazyCell::new(|| people.iter().map(own).collect::<Vec<_>>());
    let read = mapping.read_places();
    let asked: Vec<usize> = mapping.asked().collect();
    let may_hold_people = |column: &&Column| {
        let is_known = read[column.index] || asked.contains(&column.index);
        let Some(said) = Said::of(column).filter(|_| !is_known && column.is_open()) else { return false };
        let rows = people.iter().zip(&*own).filter(|(_, own)| own.is_named() || said == Said::Relative);
        let mut shown = Shown::default();
        rows.for_each(|(row, own)| shown.see(clean(row.cell(column.index)), own));
        match said {
            Said::Relative => shown.filled > 0,
            Said::Anybody => shown.are_personal() || shown.may_be_names(),
            Said::Family => shown.may_be_names(),
            Said::Nothing => shown.may_be_others(),
        }
    };
    mapping.columns.iter().filter(may_hold_people).map(|column| column.index).collect()
}

/// The question about columns that hold people who are not read.
pub(in crate::census) fn question_of_people(mapping: &Mapping, beside: &[usize], line: u64) -> Option<Issue> {
    let heading = &mapping.columns[*beside.first()?].heading;
    let named: Vec<String> = beside.iter().map(|place| format!("'{}'", mapping.columns[*place].called())).collect();
    let named = named.join(", ");
    let message = format!(
        "The columns {named} hold names or dates that may be those of other people than the row's own; these people are not read. If they are \
         a family to be covered, give each of them a column for the name and one for the date of birth, such as 'Child 1 Name' and \
         'Child 1 DOB', or a row, and upload the file again. If not, open the mapping and save it with these columns left out."
    );
    Some(Issue::of_column(line, heading, IssueKind::PeopleBeside, message))
}
