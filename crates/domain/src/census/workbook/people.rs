//! Whether a sheet holds people, under any headings: dependents, employees who have left, or a list without a heading. A list of contacts
//! counts as well, since asking about it costs less than losing a person.

use crate::census::cells::{GROWN_UP, clean};
use crate::census::columns::leaving::is_day_of_leaving;
use crate::census::field::Field;
use crate::census::source::lines::{Row, split_row};
use crate::census::table::heading_cells::holds_date;
use crate::census::vocabulary::given_names::is_given_name;
use crate::census::vocabulary::heading_keys::heading_key;
use crate::census::vocabulary::headings::recognise;
use crate::census::vocabulary::relatives::of_relative;
use crate::text::fold;

/// Whether the text of a sheet, or the beginning of it, holds people.
pub(super) fn holds_people(text: &str) -> bool {
    let rows = rows_of(text);
    let is_headed =
        |(place, row): (usize, &Vec<String>)| Columns::of(row).is_some_and(|heads| heads.fit(&rows[place + 1..]));
    rows.iter().enumerate().any(is_headed) || is_list(&rows)
}

fn rows_of(text: &str) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut at) = (Vec::new(), Row::default(), 0);
    while let Some(used) = (at < text.len()).then(|| split_row(&text[at..], true, b',', &mut row)).flatten() {
        at += used;
        rows.push(row.cells().map(|cell| clean(cell).to_owned()).collect());
    }
    rows
}

/// The columns of people that a heading names.
struct Columns {
    /// Those of first names and of whole names.
    names: Vec<usize>,
    births: Vec<usize>,
    /// Whether the names are surely those of people: `Name` without a day of leaving is also that of a plan or a place.
    is_sure: bool,
}

impl Columns {
    fn of(row: &[String]) -> Option<Self> {
        let keys: Vec<String> = row.iter().map(|cell| heading_key(cell)).collect();
        let told = |key: &String| of_relative(key).or_else(|| recognise(key).map(|(field, _)| field));
        let fields: Vec<Option<Field>> = keys.iter().map(told).collect();
        let places = |wanted: Field| (0..row.len()).filter(|at| fields[*at] == Some(wanted)).collect::<Vec<usize>>();
        let (first, last, whole) = (places(Field::FirstName), places(Field::LastName), places(Field::FullName));
        let births = places(Field::DateOfBirth);
        let is_sure = !first.is_empty()
            || whole.iter().any(|place| keys[*place] != "name")
            || keys.iter().any(|key| is_day_of_leaving(key));
        let names = if last.is_empty() { whole } else { first };
        (!names.is_empty() || !births.is_empty()).then_some(Self { names, births, is_sure })
    }

    /// Whether people stand below: a date of birth, a name, or below `Name` alone mostly known given names.
    fn fit(&self, below: &[Vec<String>]) -> bool {
        let rows = || below.iter().filter(|row| filled(row) > 0);
        let cells = |places: &[usize], row: &[String], is_meant: fn(&str) -> bool| {
            places.iter().filter_map(|place| row.get(*place)).any(|cell| is_meant(cell))
        };
        let called = rows().filter(|row| cells(&self.names, row, is_called)).count();
        rows().any(|row| cells(&self.births, row, holds_date))
            || (self.is_sure && rows().any(|row| cells(&self.names, row, is_words)))
            || called * 2 > rows().count()
    }
}

/// Whether most rows hold a date and words, as in a list of people without a known heading. At least a quarter of the dates can be an
/// adult's date of birth, and at least a quarter of the rows hold a known given name or an id.
fn is_list(rows: &[Vec<String>]) -> bool {
    let several: Vec<&Vec<String>> = rows.iter().filter(|row| filled(row) > 1).collect();
    let mut people = Vec::new();
    for row in &several {
        let words: Vec<&String> = row.iter().filter(|cell| is_words(cell)).collect();
        // Two cells of words beside a date of birth and an id count as a name, even when no given name is known among them.
        let is_numbered =
            words.len() > 1 && row.iter().any(|cell| is_number(cell)) && row.iter().any(|cell| is_birth(cell));
        let is_named = is_numbered || words.iter().any(|cell| is_called(cell));
        let day_number = || (is_named && row.iter().any(|cell| is_day_number(cell))).then_some(GROWN_UP);
        let year = row.iter().find_map(|cell| year_of(cell)).or_else(day_number);
        if let (Some(year), false) = (year, words.is_empty()) {
            people.push((year <= GROWN_UP, is_named));
        }
    }
    let grown_up = people.iter().filter(|(is_grown_up, _)| *is_grown_up).count();
    let called = people.iter().filter(|(_, is_called)| *is_called).count();
    !people.is_empty()
        && (people.len() + 1) * 2 > several.len()
        && grown_up * 4 >= people.len()
        && grown_up > 0
        && called * 4 >= people.len()
        && called > 0
}

/// Whether a cell can be the date of birth of an adult.
fn is_birth(cell: &str) -> bool {
    year_of(cell).is_some_and(|year| year <= GROWN_UP)
}

/// Whether a cell can be an id or a ZIP code: one word of letters and digits, with at least two digits, and no date.
fn is_number(cell: &str) -> bool {
    let digits = cell.bytes().filter(u8::is_ascii_digit).count();
    digits > 1 && cell.chars().all(|c| c.is_alphanumeric() || c == '-') && !holds_date(cell)
}

fn filled(row: &[String]) -> usize {
    row.iter().filter(|cell| !cell.is_empty()).count()
}

/// The year of a cell that is a date, as far as it is written out or of two digits.
fn year_of(cell: &str) -> Option<i32> {
    // A date of a workbook has its time behind it, if any.
    let day = cell.split(' ').next().filter(|day| holds_date(day))?;
    let parts: Vec<&str> = day.split(['/', '-', '.']).collect();
    let year = parts.iter().find(|part| part.len() == 4).or(parts.last())?;
    let year_of_two = |year: i32| if year > GROWN_UP % 100 { 1900 + year } else { 2000 + year };
    let figure: i32 = year.parse().ok()?;
    Some(if year.len() < 3 { year_of_two(figure) } else { figure })
}

/// Whether a cell may be the number of a day, without the format of one, on which a grown-up was born.
fn is_day_number(cell: &str) -> bool {
    const BORN: std::ops::RangeInclusive<u32> = 7_306..=39_813;
    cell.parse().is_ok_and(|number| BORN.contains(&number))
}

/// Whether a cell is a few words of letters, as a name is.
fn is_words(cell: &str) -> bool {
    (1..=5).contains(&cell.split_whitespace().count())
        && cell.contains(char::is_alphabetic)
        && !cell.contains(|c: char| c.is_ascii_digit() || "@:;?!=".contains(c))
}

/// Whether a cell of words has the given name of somebody at its beginning or behind a comma.
fn is_called(cell: &str) -> bool {
    let given = |part: &str| part.split_whitespace().next().is_some_and(|word| is_given_name(&fold(word)));
    is_words(cell) && cell.split(',').any(given)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_are_known_whatever_their_headings() {
        for text in [
            "Emp ID,Dependent First Name,Dependent Last Name,Dependent DOB,Relationship\n7,Kid,Lee,2015-03-04,Child\n",
            "Emp ID,Dependent Name,Birth Date\n7,Xiu Lee,2019-03-04\n",
            "EE Name,DOB\n\"Lee, Ann\",1/2/1980\n",
            "Emp ID,Birth Date\n7,1980-01-02\n",
            "First Name,Last Name,Term Date\nAnn,Lee,2026-03-04\n",
            "First Name,Last Name\nAnn,Lee\n",
            "Spouse Name,Spouse DOB\nBob Lee,1/2/1980\n",
            "Employee Name,Reason\nAnn Lee,moved\nBob May,retired\n",
            "Those who work part time\n\nWer,Wann\nAnn Lee,1/2/1980\nXo Ry,1/3/1981\n",
            "E5,Cy,Nix,1980-01-04\nE6,Ann,Xu,2015-01-04 00:30:00\n",
            "\"Lee, Ann\",1/2/80\n",
            "E108,Xoqui,Quillon,09/13/1984,43256\n",
            "E108,Xoqui,Quillon,09/13/1984,43256\nE109,Zzyva,Orrt,1979-03-02,43257\n",
            "2,\"Lee, Bob\",29223,M\n3,\"Nix, Cy\",29225,M\n",
            "Name,Term Date\nBo Ray,2026-10-31\nCy Fox,2026-10-31\nKim Ort,2026-10-31\n",
            "Employee Name,Term Date\nBo Ray,10/31/2026\n",
            "Terminations\n\nName,Last Day Worked\n\"Ray, Bo\",46326\n",
            "Employee,Hire Date,Dept\nXiu Ort,2026-10-31,Ops\nVan Opp,2026-10-31,Ops\n",
            "Employee Name,Title,Hire Date\nXiu Ort,Clerk,2026-10-31\n",
            "Name,Title,Term Date\nXiu Ort,Clerk,2026-10-31\n",
            "First Name,Last Name,Salary,Term Date\nXiu,Ort,50000,2026-10-31\n",
            "Employee,Dependent,Premium\nAnn Lee,Tim Lee,100.00\nBo Ray,Sue Ray,100.00\n",
            "Employee,Spouse Name\nAnn Lee,Tim Lee\n",
            "Name\nAnn Lee\nTim Nix\nXiu Ort\n",
            "Employee\n\"Lee, Ann\"\n\"Nix, Tim\"\n",
            "Waivers\nName,Reason\nAnn Lee,Spouse's plan\nTim Nix,Medicare\n",
        ] {
            assert!(holds_people(text), "{text}");
        }
    }

    /// A person is asked about lists of employees and of contacts, too, and so are tables with words below `Employee`.
    #[test]
    fn words_in_the_place_of_names_are_asked_about() {
        for text in [
            "Name,Title,Phone,Email\nAnn Lee,Broker,555-010-2030,ann@mail.test\nBob May,Manager,555-010-2031,bob@mail.test\n",
            "First Name,Last Name,Title,Phone,Email\nAnn,Lee,Broker,555-010-2030,ann@mail.test\n",
            "Emp ID,Last Name,First Name,Annual Salary\n7,Lee,Ann,50000\n8,May,Bob,52000\n",
            "First Name,Last Name,Effective Date,Premium\nAnn,Lee,2026-01-01,100.50\n",
            "Name,Email\nAnn Lee,ann@mail.test\nTim Nix,tim@mail.test\n",
            "Name,Role,Phone\nAnn Lee,HR Manager,555-010-2030\nTim Nix,Broker,555-010-2031\n",
            "Employee,Salary,Hire Date\nAnn Lee,50000,2020-10-31\nTim Nix,51000,2020-10-31\n",
            "Employee,Premium\nAnn Lee,100.00\nTim Nix,100.00\n",
            "First Name,Last Name,DOB\nRequired,Required,Required\n",
            "Column,What it is\nEmployee Name,Last and first\nDOB,Date of birth\n",
            "Name,Termination Date\nBlue Shield PPO,2026-12-31\nBest Brokers Inc,2026-12-31\n",
            "Code,Meaning\nEE,Employee\nSP,Legal Spouse\nCH,Dependent Child\nDP,Domestic Partner\n",
            "Benefit,Employee,Spouse,Child\nBasic Life,Fully Paid,Half Paid,Not Covered\nDental,Half Paid,Half Paid,Half Paid\n",
            "Name\nAnn Lee\n",
        ] {
            assert!(holds_people(text), "{text}");
        }
    }

    #[test]
    fn notes_and_tables_of_other_things_are_not_people() {
        for text in [
            "",
            "First Name,Last Name,DOB\n",
            "How to fill this in\nWrite one person in each row.\nDates are written as 04/17/1983\n",
            "Column,What it is,Example\nFirst Name,Legal first name,Jane\nLast Name,Legal last name,Doe\nDOB,Date of birth,04/17/1983\n",
            "Code,Name\n10,Warehouse\n20,Front Office\n",
            "ID,Name\n1,Austin\n2,Charlotte\n",
            "Holiday,Date\nNew Year's Day,2026-01-01\nMartin Luther King Day,2026-01-19\nChristmas,2026-12-25\n",
            "Plan,Effective\nGold PPO,1/1/2005\nSilver HMO,1/1/2005\n",
            "Date,Author,Change\n2025-11-01,Ann Lee,First version\n2026-01-02,Bob May,Rates\n",
            "Status,Count\nActive,12\nTerminated,3\nTotal,15\n",
            "12207,Albany\n60601,Chicago\n28202,Charlotte\n10001,New York\n",
            "Age,Rate\n0-17,12.50\n18-25,13.00\n",
            "A = Active\nT = Terminated\n",
            "Contact,Phone\nAnn Lee,555-010-2030\n",
            "Contact Name,Company,Street Address,City,Phone\nAnn Lee,Best Brokers,1 Main,Troy,555-010-2030\n",
            "Month,People\nApril,3\nMay,4\nJune,5\n",
            "Group,Carrier,Renewal\nHollow Creek Mills,Blue,1/1/2027\n",
            "Name,Value\nGroup Name,Hollow Creek Mills\nEffective Date,2026-01-01\nContact Person,Ann Lee\n",
            "Name,Employees\nAustin Plant,12\nCharlotte Plant,8\n",
            "Name,Effective Date,End Date\nGold PPO,2026-01-01,2026-12-31\n",
            "Plan Name,Term Date\nBlue Shield,2026-12-31\n",
            "ID,Name\n1,Shipping Dock\n2,Quality Control\n3,Human Resources\n",
            "Row Labels,Count of Last Name\nFT,3\nPT,1\nGrand Total,4\n",
            "Location,Manager,City\nHQ,Kim Ort,Boise\nWest,Lee Opp,Reno\n",
        ] {
            assert!(!holds_people(text), "{text}");
        }
    }
}
