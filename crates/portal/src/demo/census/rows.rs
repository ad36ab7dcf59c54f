//! The rows of census files: a group's roster as its employer would export it, and what is wrong with such exports.

use std::collections::BTreeMap;

use domain::MemberId;
use domain::census::Field;
use domain::census::export::CsvWriter;
use domain::members::MemberDetails;
use domain::members::member::{DEPENDENT, PRIMARY};

use crate::context::Context;
use crate::demo::history::Filled;
use crate::demo::people::person;
use crate::demo::random::Random;
use crate::error::Result;

/// Members read at once.
const A_PAGE: u64 = 1000;
/// Numbers of people who are in files only, far behind all others.
const NEW_PEOPLE: u64 = 1_000_000_000;

/// The columns of the files.
const COLUMNS: [Field; 16] = [
    Field::UniqueId,
    Field::MemberType,
    Field::FirstName,
    Field::LastName,
    Field::Gender,
    Field::DateOfBirth,
    Field::Email,
    Field::CellPhone,
    Field::AddressLine1,
    Field::AddressLine2,
    Field::City,
    Field::State,
    Field::ZipCode,
    Field::PlanName,
    Field::PricingGroupCode,
    Field::FamilyId,
];

/// A row by its fields; those that a file has no value for are missing.
pub type Row = BTreeMap<Field, String>;

/// The rows of a group's file, to be changed as its employer would have changed them.
pub struct Rows<'a> {
    /// The rows, children behind their employee.
    pub rows: Vec<Row>,
    filled: &'a Filled,
}

impl<'a> Rows<'a> {
    /// The active members of a group.
    pub async fn of(ctx: &Context, filled: &'a Filled) -> Result<Self> {
        let db = ctx.store.read();
        let mut members = BTreeMap::new();
        let mut after = MemberId(0);
        loop {
            let page = store::members::page_of_group(&db, filled.group, after, A_PAGE).await?;
            let Some(last) = page.last() else { break };
            after = last.id;
            members.extend(page.into_iter().map(|member| (member.id, member)));
        }
        let today = ctx.today();
        members.retain(|_, member| member.status.shown(today).counts_as_active());
        let mut families: BTreeMap<MemberId, Vec<Row>> = BTreeMap::new();
        for member in members.values() {
            let employee = member.primary.unwrap_or(member.id);
            // A child whose employee has left is not in the employer's export.
            let Some(family) = members.get(&employee).and_then(|employee| employee.details.unique_id.clone()) else {
                continue;
            };
            families.entry(employee).or_default().push(row(&member.details, filled, family));
        }
        Ok(Self { rows: families.into_values().flatten().collect(), filled })
    }

    /// Adds new employees.
    pub fn hire(&mut self, number: u64) {
        let first = NEW_PEOPLE + self.filled.first_person;
        let since = (self.filled.since, self.filled.pricing_group);
        let people = (first..first + number).map(|number| person(number, None, since.0, since.1));
        let hired = people.map(|details| {
            let family = details.unique_id.clone().unwrap_or_default();
            row(&details, self.filled, family)
        });
        self.rows.extend(hired.collect::<Vec<_>>());
    }

    /// Leaves out every so many employee, with the family.
    pub fn dismiss_every(&mut self, nth: usize) {
        let mut employees = 0;
        let mut gone = false;
        self.rows.retain(|row| {
            if is_employee(row) {
                employees += 1;
                gone = employees % nth == 0;
            }
            !gone
        });
    }

    /// Moves every so many row to another street.
    pub fn move_every(&mut self, nth: usize) {
        let mut random = Random::of("moves", self.filled.first_person);
        for row in self.rows.iter_mut().step_by(nth) {
            row.insert(Field::AddressLine1, format!("{} Wharf Rd", 10 + random.below(900)));
        }
    }

    /// What is wrong with exports: about one row in twelve, each of five kinds.
    pub fn spoil(&mut self) {
        let mut twice = Vec::new();
        for (place, row) in self.rows.iter_mut().filter(|row| is_employee(row)).step_by(12).enumerate() {
            match place % 8 {
                0 | 3 | 6 => drop(row.insert(Field::DateOfBirth, "13/31/1988".to_owned())),
                1 | 4 => drop(row.remove(&Field::LastName)),
                2 => drop(row.insert(Field::PricingGroupCode, "gold_2019".to_owned())),
                5 => twice.push(row.clone()),
                _ => drop(row.remove(&Field::DateOfBirth)),
            }
        }
        for row in self.rows.iter_mut().skip(5).step_by(40) {
            row.insert(Field::CellPhone, "555-01".to_owned());
            row.insert(Field::State, "Florido".to_owned());
        }
        self.rows.extend(twice);
    }

    /// Gives the ids of the first pairs of employees to each other, so that a person has to say who is who.
    pub fn mix_up_ids(&mut self, pairs: usize) {
        let mut employees: Vec<&mut Row> = self.rows.iter_mut().filter(|row| is_employee(row)).collect();
        for pair in employees.chunks_exact_mut(2).take(pairs) {
            let [one, other] = pair else { continue };
            let id = |row: &Row| row.get(&Field::UniqueId).cloned().unwrap_or_default();
            let ids = (id(one), id(other));
            one.insert(Field::UniqueId, ids.1);
            other.insert(Field::UniqueId, ids.0);
        }
    }

    /// The file with the template's headings; `rename` gives some another one.
    pub fn csv(&self, rename: &[(Field, &str)]) -> Result<Vec<u8>> {
        csv(&COLUMNS, &self.rows, rename)
    }
}

/// One file for several groups: the number of the group stands in each row.
pub fn of_several_groups(groups: &[Rows<'_>], unknown: &str) -> Result<Vec<u8>> {
    let columns: Vec<Field> = [Field::GroupId].into_iter().chain(COLUMNS).collect();
    let mut rows = Vec::new();
    for group in groups {
        for row in &group.rows {
            let mut row = row.clone();
            row.insert(Field::GroupId, group.filled.code.clone());
            rows.push(row);
        }
    }
    if let Some(mut row) = rows.last().cloned() {
        row.insert(Field::GroupId, unknown.to_owned());
        rows.push(row);
    }
    csv(&columns, &rows, &[])
}

fn csv(columns: &[Field], rows: &[Row], rename: &[(Field, &str)]) -> Result<Vec<u8>> {
    let heading = |field: Field| {
        let other = rename.iter().find(|(renamed, _)| *renamed == field);
        other.map_or(field.name(), |(_, heading)| heading)
    };
    let mut content = Vec::new();
    let mut csv = CsvWriter::new(&mut content);
    let mut written = csv.row(columns.iter().map(|field| heading(*field)));
    for row in rows {
        let cells = columns.iter().map(|field| row.get(field).map_or("", String::as_str));
        written = written.and_then(|()| csv.row(cells));
    }
    written.and_then(|()| csv.flush()).map_err(anyhow::Error::from)?;
    drop(csv);
    Ok(content)
}

fn is_employee(row: &Row) -> bool {
    row.get(&Field::MemberType).is_some_and(|member_type| member_type == PRIMARY)
}

fn row(details: &MemberDetails, filled: &Filled, family: String) -> Row {
    let is_dependent = !details.is_primary();
    let plain = |field: Field, text: &Option<String>| text.clone().map(|text| (field, text));
    let mut row = Row::from([
        (Field::MemberType, if is_dependent { DEPENDENT } else { PRIMARY }.to_owned()),
        (Field::FirstName, details.first_name.clone()),
        (Field::LastName, details.last_name.clone()),
        (Field::Gender, details.gender.name().to_owned()),
        (Field::DateOfBirth, details.date_of_birth.format("%m/%d/%Y").to_string()),
        (Field::PlanName, details.plan_name.clone()),
        (Field::PricingGroupCode, filled.pricing_code.clone()),
        (Field::FamilyId, family),
    ]);
    row.extend(
        [
            plain(Field::UniqueId, &details.unique_id),
            plain(Field::Email, &details.email),
            plain(Field::CellPhone, &details.mobile_phone),
            plain(Field::AddressLine1, &details.address_line1),
            plain(Field::AddressLine2, &details.address_line2),
            plain(Field::City, &details.city),
            plain(Field::State, &details.state),
            plain(Field::ZipCode, &details.zip_code),
        ]
        .into_iter()
        .flatten(),
    );
    row
}
