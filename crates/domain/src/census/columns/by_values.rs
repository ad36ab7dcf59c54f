//! Columns whose heading tells too little, and whose values leave no doubt.
//!
//! `Type` and `Role` hold who somebody is in one file and how he is employed in the next, and `Dependent` holds
//! a name or a yes. The rows at the beginning decide; where they leave a doubt, the column stays without a field and is listed for a person to map.

use crate::census::vocabulary::people_beside::{ENDS_OF_KINDS, KINDS_OF_OTHERS, PERSONS, ROLES};
use std::borrow::Cow;
use std::collections::HashSet;

use chrono::NaiveDate;

use super::another_person;
use super::employees_beside::EmployeesBeside;
use super::leaving_by_values;
use super::letters::Letters;
use super::lost_codes::LostCodes;
use super::name_order::NameOrder;
use super::orders::DateEvidence;
use super::person_numbers::PersonNumbers;
use super::statuses;
use super::suggest::suggest;
use super::vague_headings::told_by_values;
use super::whole_names::are_names;
use super::{How, Mapping};
use crate::census::cells::{clean, is_placeholder, read_relationship};
use crate::census::field::Field;
use crate::census::findings::leaving;
use crate::census::source::lines::Row;
use crate::census::vocabulary::Remembered;
use crate::census::vocabulary::given_names::is_given_name;
use crate::census::vocabulary::heading_keys::heading_key;
use crate::census::vocabulary::owners::{Owner, owned};
use crate::census::vocabulary::relatives::RELATIVES;
use crate::census::vocabulary::roles::Relationship;
use crate::text::fold;

/// How many rows are looked at.
pub(in crate::census) const ROWS_LOOKED_AT: usize = 500;
/// A row of a person has so many cells at least.
const FEWEST_CELLS: usize = 3;
/// The fewest filled cells of a row that holds a name and anything more.
const FEWEST_OF_NAMED: usize = 2;
/// Of so many values that tell of a family one more may be of another kind.
const MOST_OTHERS: usize = 4;

/// What the values of the rows at the beginning tell of how the others are to be read.
#[derive(Debug, Default)]
pub(in crate::census) struct Told {
    /// The columns of codes that have lost their zeros.
    pub(in crate::census) codes: LostCodes,
    /// The columns of letters that mean something by the others beside them.
    pub(in crate::census) letters: Letters,
    /// Which name comes first in the column of whole names.
    pub(in crate::census) names: Option<NameOrder>,
    /// The column of numbers that tell employees from their dependents.
    pub(in crate::census) numbers: Option<PersonNumbers>,
    /// The employees who stand nowhere but beside their dependents.
    pub(in crate::census) employees: EmployeesBeside,
    /// The columns below unknown headings whose values may tell who has left.
    pub(in crate::census) leaving: Vec<(usize, leaving::Sign)>,
}

/// Which column holds which field, by the headings and by the rows at the beginning.
pub(in crate::census) fn propose(headings: &[String], remembered: &Remembered, rows: &[Row]) -> Mapping {
    let people = people_below(headings, rows, FEWEST_CELLS);
    let codes = LostCodes::among(&people, headings.len());
    let read = told_by_values(headings, remembered, |place| values(rows, place, "").collect());
    let read = spelled_out(&read, remembered, rows);
    let keys: Vec<String> = read.iter().map(|heading| heading_key(heading)).collect();
    let mut mapping = Mapping::propose(read.iter().map(String::as_str), remembered);
    mapping.set_headings(headings);
    statuses::choose(&mut mapping, remembered, |place| values(rows, place, &keys[place]));
    another_person::settle(&mut mapping, &people);
    find_families(&mut mapping, rows, (people.as_slice(), &codes));
    look_at_births(&mut mapping, rows);
    mapping
}

/// Gives the columns that no heading and no person has given a field the one that their values tell, by whatever mapping there is now.
pub(in crate::census) fn complete(mapping: &mut Mapping, rows: &[Row]) {
    let headings: Vec<String> = mapping.columns().iter().map(|column| column.heading.clone()).collect();
    let people = people_below(&headings, rows, FEWEST_CELLS);
    let codes = LostCodes::among(&people, headings.len());
    another_person::settle(mapping, &people);
    find_families(mapping, rows, (people.as_slice(), &codes));
    look_at_births(mapping, rows);
}

/// Records what the rows at the beginning tell of the dates of birth.
pub(in crate::census) fn look_at_births(mapping: &mut Mapping, rows: &[Row]) {
    let headings = mapping.columns().len();
    let dates = DateEvidence::among(mapping, &rows_with(rows, FEWEST_CELLS.min(headings)).collect::<Vec<_>>());
    mapping.set_births_blank(are_births_blank(mapping, rows));
    mapping.set_date_evidence(dates);
}

/// Finds the column of relationships: by words, codes and letters, else by the numbers of persons.
fn find_families(mapping: &mut Mapping, rows: &[Row], (people, codes): (&[&Row], &LostCodes)) {
    find_roles(mapping, rows, codes);
    let tells_role = |field| mapping.column_of(field).is_some();
    let is_told = tells_role(Field::Relationship) || tells_role(Field::MemberType);
    let numbers = (!is_told).then(|| PersonNumbers::among(mapping, people)).flatten();
    if let Some(numbers) = numbers {
        mapping.take_by_values(numbers.place, Field::Relationship);
    }
}

/// What else the rows at the beginning tell by a mapping, be it proposed or made by a person.
pub(in crate::census) fn infer(mapping: &Mapping, rows: &[Row]) -> Told {
    let headings: Vec<String> = mapping.columns().iter().map(|column| column.heading.clone()).collect();
    let people = people_below(&headings, rows, FEWEST_CELLS);
    let named = people_below(&headings, rows, FEWEST_CELLS.min(headings.len()));
    let names = NameOrder::among(mapping, &named);
    Told {
        codes: LostCodes::among(&people, headings.len()),
        letters: Letters::among(&people, headings.len()),
        names,
        numbers: PersonNumbers::of(mapping, &people),
        employees: EmployeesBeside::among(mapping, &people_below(&headings, rows, FEWEST_OF_NAMED), names),
        leaving: leaving_by_values::among(mapping, &people),
    }
}

/// The rows with so many cells that are not the heading once more.
fn people_below<'a>(headings: &[String], rows: &'a [Row], fewest: usize) -> Vec<&'a Row> {
    rows_with(rows, fewest).filter(|row| !repeats(headings, row)).collect()
}

/// The headings as they are to be read: beside `Employee`, `Dependent` and `Member` are names where their values are names, and so are
/// `Spouse` and `Child 1` beside anybody.
fn spelled_out(headings: &[String], remembered: &Remembered, rows: &[Row]) -> Vec<String> {
    let keys: Vec<String> = headings.iter().map(|heading| heading_key(heading)).collect();
    let names_employee = |key: &String| {
        owned(key).is_some_and(|(owner, field, _)| {
            owner == Owner::Employee && matches!(field, Field::FullName | Field::LastName)
        })
    };
    let has_employee = keys.iter().any(names_employee);
    let read = headings.iter().zip(&keys).enumerate().map(|(place, (heading, key))| {
        let told = || values(rows, place, key);
        let is_name = !remembered.contains_key(key)
            && ((has_employee && PERSONS.contains(&key.as_str()) && are_names(told()))
                || (is_relative(key) && are_names_of_relatives(told())));
        if is_name { format!("{heading} Name") } else { heading.clone() }
    });
    read.collect()
}

/// Whether a column of names beside the employee's would be headed so, without the word: `Spouse`, `Child 1`, `Dependents`.
fn is_relative(key: &str) -> bool {
    let bare = key.trim_end_matches(|c: char| c.is_ascii_digit());
    RELATIVES.contains(bare) && !(bare == key && matches!(bare, "dependent" | "dependant" | "dep"))
}

/// As [`are_names`], but for given names alone, as a family's are often told.
fn are_names_of_relatives<'a>(values: impl Iterator<Item = &'a str> + Clone) -> bool {
    let is_given = |value: &str| is_given_name(&fold(value));
    are_names(values.clone()) || (values.clone().count() > 0 && values.clone().all(is_given))
}

/// Gives the column that holds who somebody is of a family its field, where no heading has said which one does.
fn find_roles(mapping: &mut Mapping, rows: &[Row], codes: &LostCodes) {
    if mapping.column_of(Field::Relationship).is_some() {
        return;
    }
    let told = mapping.columns().iter().find_map(|column| {
        let may_be = match column.field {
            None => column.how == How::Unmapped && says_kind(&column.key),
            // `Member` is a name, and `Status` a status, but for the file where they hold something else.
            Some(Field::FullName | Field::Status) => column.how == How::Known && is_vague(&column.key),
            Some(_) => false,
        };
        let told = || values(rows, column.index, &column.key);
        let by_letters = || are_letters(told()) && are_families(mapping, rows, column.index);
        let field = match may_be {
            true => role_of(told().map(|value| codes.restored(column.index, value)))
                .or_else(|| by_letters().then_some(Field::Relationship)),
            false => None,
        };
        field.map(|field| (column.index, field))
    });
    if let Some((index, field)) = told
        && mapping.column_of(field).is_none()
    {
        mapping.take_by_values(index, field);
    }
}

/// Whether a heading may say who somebody is of a family: `Type`, `Person Type`, `Role`, `Record Code`; the relationship of a beneficiary
/// or of a person to be called, and whom a plan covers, are something else.
fn says_kind(key: &str) -> bool {
    (ENDS_OF_KINDS.iter().any(|end| key.ends_with(end)) || is_vague(key))
        && !KINDS_OF_OTHERS.iter().any(|other| key.contains(other))
}

fn is_vague(key: &str) -> bool {
    ROLES.contains(key)
}

/// Whether every one of these rows leaves the columns of birth dates blank, as a system does that fills in a template without having them.
fn are_births_blank(mapping: &Mapping, rows: &[Row]) -> bool {
    let births = mapping.births();
    let is_blank = |cell: &str| cell.is_empty() || is_placeholder(cell);
    let is_left_blank = |row: &Row| births.iter().all(|place| is_blank(clean(row.cell(*place))));
    !births.is_empty() && people(rows).next().is_some() && people(rows).all(is_left_blank)
}

/// The first column without a field whose values look like dates of birth, where a file with ids has no column of them. A person maps it
/// or leaves it out (rules.md#list-without-birth-dates).
pub(in crate::census) fn likely_birth_dates(mapping: &Mapping, rows: &[Row], today: NaiveDate) -> Option<usize> {
    let mut open = mapping.columns().iter().filter(|column| column.how == How::Unmapped);
    let looks_so = |place| suggest(values(rows, place, ""), today) == Some(Field::DateOfBirth);
    mapping.lacks_birth_dates_only().then(|| open.find(|column| looks_so(column.index)))?.map(|column| column.index)
}

/// What stands in a column on the rows of people.
fn values<'a>(rows: &'a [Row], place: usize, key: &'a str) -> impl Iterator<Item = &'a str> + Clone {
    let told = people(rows).map(move |row| clean(row.cell(place)));
    told.filter(move |cell| !cell.is_empty() && !is_placeholder(cell) && heading_key(cell) != key)
}

fn people(rows: &[Row]) -> impl Iterator<Item = &Row> + Clone {
    rows_with(rows, FEWEST_CELLS)
}

fn rows_with(rows: &[Row], fewest: usize) -> impl Iterator<Item = &Row> + Clone {
    rows.iter().filter(move |row| row.cells().filter(|cell| !clean(cell).is_empty()).count() >= fewest)
}

/// Whether a row is the heading once more, as on each page of a print.
fn repeats(headings: &[String], row: &Row) -> bool {
    let mut filled = row.cells().map(clean).zip(headings).filter(|(cell, _)| !cell.is_empty());
    filled.all(|(cell, heading)| heading_key(cell) == heading_key(heading))
}

/// What one value speaks for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    Employee,
    Relative,
    Dependent,
    /// It may be said of a family, and of something else as well.
    Vague,
}

/// The field of a column by its values: words or codes for somebody of a family, employees and those who belong to one among them. Beside
/// a few values that tell nothing of a family, such as `Retiree`, it tells member types, of which an unknown one makes no dependent.
fn role_of<'a>(values: impl Iterator<Item = Cow<'a, str>>) -> Option<Field> {
    let (mut signs, mut codes, mut others) = (Vec::new(), 0, 0);
    for value in values {
        match sign(&value) {
            Some(sign) => signs.push(sign),
            None => others += 1,
        }
        codes += usize::from(value.bytes().all(|byte| byte.is_ascii_digit()));
    }
    let has = |sign: Sign| signs.contains(&sign);
    let is_mixed = codes > 0 && (codes < signs.len() || others > 0);
    if !has(Sign::Employee) || is_mixed || others * MOST_OTHERS > signs.len() {
        return None;
    }
    match () {
        () if has(Sign::Relative) && others == 0 => Some(Field::Relationship),
        () if has(Sign::Relative) || (has(Sign::Dependent) && others == 0) => Some(Field::MemberType),
        () => None,
    }
}

/// Whether all values are letters for an employee and those who belong to one: `E`, `S`, `C`.
fn are_letters<'a>(values: impl Iterator<Item = &'a str>) -> bool {
    let letters: HashSet<String> = values.map(str::to_ascii_lowercase).collect();
    let has = |letter: &str| letters.contains(letter);
    has("e") && (has("s") || has("c") || has("d")) && letters.iter().all(|letter| "escdhw".contains(letter.as_str()))
}

/// Whether those who are no employees stand below one and share his number, address or family name, nearly all of them: contractors and
/// seasonal workers do not. Whose number is no employee's is a dependent whose employee is missing, where those are the fewer.
fn are_families(mapping: &Mapping, rows: &[Row], place: usize) -> bool {
    const SHARED: [Field; 5] = [Field::FamilyId, Field::UniqueId, Field::Ssn, Field::AddressLine1, Field::LastName];
    let shared: Vec<usize> = SHARED.iter().filter_map(|field| mapping.column_of(*field)).collect();
    let whole = mapping.column_of(Field::FullName).filter(|_| mapping.column_of(Field::LastName).is_none());
    let number = mapping.column_of(Field::FamilyId).or_else(|| mapping.column_of(Field::UniqueId));
    let is_employee = |row: &Row| clean(row.cell(place)).eq_ignore_ascii_case("e");
    let numbers: Option<HashSet<&str>> =
        number.map(|at| rows.iter().filter(|row| is_employee(row)).map(|row| clean(row.cell(at))).collect());
    let (mut above, mut all, mut alike, mut missing) = (None, 0, 0, 0);
    for row in rows.iter().filter(|row| !clean(row.cell(place)).is_empty()) {
        if is_employee(row) {
            above = Some(row);
            continue;
        }
        let is_known = || number.zip(numbers.as_ref()).is_none_or(|(at, known)| known.contains(clean(row.cell(at))));
        // A name alone is shared by strangers: who has a number of his own is not told by it.
        let is_apart = |employee: &Row| number.is_some_and(|at| differs(row, employee, at));
        match above {
            Some(employee) if !is_apart(employee) && shared.iter().any(|at| shares(row, employee, *at)) => alike += 1,
            Some(employee) if !is_apart(employee) && whole.is_some_and(|at| shares_end(row, employee, at)) => {
                alike += 1
            }
            _ if !is_known() => missing += 1,
            _ => {}
        }
        all += 1;
    }
    alike > missing && alike * 10 >= (all - missing) * 9
}

fn differs(row: &Row, other: &Row, at: usize) -> bool {
    let (one, other) = (clean(row.cell(at)), clean(other.cell(at)));
    !one.is_empty() && !other.is_empty() && !one.eq_ignore_ascii_case(other)
}

fn shares(row: &Row, other: &Row, at: usize) -> bool {
    let cell = clean(row.cell(at));
    !cell.is_empty() && cell.eq_ignore_ascii_case(clean(other.cell(at)))
}

/// Whether two whole names have the same word at one end, which a family's last name is, and not at the other.
fn shares_end(row: &Row, other: &Row, at: usize) -> bool {
    let ends = |row: &Row| {
        let folded = fold(clean(row.cell(at)));
        let mut words = folded.split(|c: char| !c.is_alphanumeric()).filter(|word| word.chars().count() > 1);
        let first = words.next()?.to_owned();
        Some((first, words.next_back()?.to_owned()))
    };
    ends(row).zip(ends(other)).is_some_and(|(one, other)| (one.0 == other.0) != (one.1 == other.1))
}

/// `None` for what is nobody of a family.
fn sign(value: &str) -> Option<Sign> {
    let relationship = read_relationship(value)?;
    let key = heading_key(value);
    Some(match (key.as_str(), relationship) {
        ("18" | "ee" | "emp" | "employee" | "self" | "subscriber" | "sub" | "primary" | "policyholder", _) => {
            Sign::Employee
        }
        // `Primary Insured`, `Card Holder`; each word by itself may be said of somebody else.
        (key, Relationship::Employee) if key.starts_with("primary") || key.ends_with("holder") => Sign::Employee,
        ("dependent" | "dep", _) => Sign::Dependent,
        // Letters that a kind of employment has too, and words of schools.
        ("student" | "married" | "adopted", _) => Sign::Vague,
        (key, Relationship::Spouse | Relationship::Child) if key.chars().count() > 1 => Sign::Relative,
        _ => Sign::Vague,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_tell_a_family_from_other_kinds() {
        let (relationship, member_type) = (Some(Field::Relationship), Some(Field::MemberType));
        for (values, field) in [
            (&["Employee", "Spouse", "Child"][..], relationship),
            (&["Primary Insured", "Spouse", "Child"], relationship),
            (&["Cardholder", "Dependent"], member_type),
            (&["EE", "SP", "CH", "EE"], relationship),
            (&["Subscriber", "Dependent"], member_type),
            (&["Employee", "Dependent Child", "Domestic Partner"], relationship),
            (&["18", "01", "19"], relationship),
            (&["18", "18"], None),
            (&["18", "34", "52"], None),
            (&["18", "19", "Employee"], None),
            (&["Full-time", "Part-time"], None),
            (&["PPO", "HMO"], None),
            (&["Employee", "Contractor"], None),
            (&["Employee", "Spouse", "Child", "Employee", "Retiree"], member_type),
            (&["Employee", "Spouse", "Retiree"], None),
            (&["18", "01", "19", "18", "Retiree"], None),
            (&["Employee", "Partner", "Associate"], None),
            (&["Employee", "Partner"], None),
            (&["Employee", "Student"], None),
            (&["E", "S", "C"], None),
            (&["Spouse", "Child"], None),
            (&["EE", "ES", "FAM"], None),
            (&["Employee"], None),
            (&[], None),
        ] {
            assert_eq!(role_of(values.iter().copied().map(Cow::Borrowed)), field, "{values:?}");
        }
    }

    #[test]
    fn some_headings_are_of_somebody_else() {
        for key in ["type", "role", "persontype", "recordtype", "membercode", "member", "status"] {
            assert!(says_kind(key), "{key}");
        }
        for key in ["beneficiarytype", "contacttype", "coveragetype", "plantype", "typeofplan", "salary", ""] {
            assert!(!says_kind(key), "{key}");
        }
    }

    #[test]
    fn relatives_may_be_told_by_their_given_names() {
        for (key, is) in [
            ("spouse", true),
            ("child1", true),
            ("dependents", true),
            ("dependent2", true),
            ("dependent", false),
            ("spousessn", false),
        ] {
            assert_eq!(is_relative(key), is, "{key}");
        }
        assert!(are_names_of_relatives(["Maria", "Robert"].into_iter()));
        for values in [&["Yes", "No"][..], &["Y"], &["2", "0"], &["Covered", "Waived"], &["Maria", "Waived"], &[]] {
            assert!(!are_names_of_relatives(values.iter().copied()), "{values:?}");
        }
    }
}
