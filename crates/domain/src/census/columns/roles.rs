//! Which column tells employees from those who belong to one, and which one holds what a family shares (rules.md#families-by-values).
//!
//! Words for relatives tell it by themselves. Numbers of persons, letters and answers to `Dependent` are weighed: their heading, how they
//! count, and whether the people whom they would join share a name or a home. A person is asked where they may as well be something else.

mod words;

use std::collections::{HashMap, HashSet};

pub(super) use self::words::are_roles;
use self::words::{are_letters, find_words, role, says_kind};
use super::evidence::{Asked, Evidence, Verdict, share, weigh};
use super::kinship::{Kin, Kinship, shares};
use super::people_beside::words_of;
use super::{Column, How, Mapping};
use crate::census::cells::{clean, is_placeholder, without_fraction, word_key};
use crate::census::field::Field;
use crate::census::source::lines::Row;
use crate::census::vocabulary::owners::is_dependents_word;
use crate::census::vocabulary::people_beside::{BESIDE_ANSWERS, CONTRACTS, PERSON_NUMBERS};
use crate::census::vocabulary::roles::MemberType;
use crate::census::vocabulary::values::{ANSWERS, NOES};

/// What the people of a family share, the surest first.
const SHARED: [Field; 3] = [Field::FamilyId, Field::UniqueId, Field::Ssn];

/// The numbers that an employee may have.
const EMPLOYEES: [u32; 2] = [0, 1];

/// So many people of one number are no family.
const LARGEST_FAMILY: usize = 15;

/// So many columns at most are tried as numbers of persons, and as many as those of families.
const MOST_TRIED: usize = 8;

/// How the values of a column tell who is an employee, where they are no words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::census) enum By {
    /// `E` among letters for relatives.
    Letters,
    /// The employees' number among those of a family.
    Numbers(u32),
    /// No below `Dependent`.
    Answers,
}

impl By {
    /// Whether a value is an employee's; `None` of one that says nothing.
    pub(in crate::census) fn is_employee(self, cell: &str) -> Option<bool> {
        let key = word_key(without_fraction(cell));
        match self {
            Self::Letters => Some(key == "e").filter(|_| !key.is_empty()),
            Self::Numbers(employee) => number(cell).map(|number| number == employee),
            Self::Answers if cell.is_empty() || is_placeholder(cell) => Some(true),
            Self::Answers => ANSWERS.contains(&key.as_str()).then(|| NOES.contains(&key.as_str())),
        }
    }

    /// What tells the roles in the column that a person or the values have made one of relationships or member types.
    pub(in crate::census) fn of(mapping: &Mapping, field: Field, people: &[&Row]) -> Option<Self> {
        let column = &mapping.columns[mapping.column_of(field)?];
        let is_told = matches!(column.how, How::ByValues | How::ByHand | How::Remembered);
        let numbered = |key: Key| Some(Self::Numbers(Numbered::of(column.index, key, people)?.employee));
        let keys = || held_keys(mapping).filter(|key| key.place != column.index);
        let by_numbers = || (field == Field::Relationship).then(|| keys().find_map(numbered)).flatten();
        let by_answers = || asks_dependent(&column.heading) && are_answers(people, column.index);
        match is_told {
            true => by_numbers().or_else(|| by_answers().then_some(Self::Answers)),
            false => None,
        }
    }
}

/// A column of what the people of a family may share.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Key {
    place: usize,
    /// Whether it is read as a number of persons or of families.
    is_held: bool,
    /// Whether its heading is one of contracts.
    is_known: bool,
}

/// A column that may tell roles.
struct Candidate {
    place: usize,
    by: By,
    key: Option<Key>,
    evidence: Vec<Evidence<bool>>,
}

/// Gives the columns that no heading and no person has decided their fields, where the values tell of families.
pub(super) fn settle(mapping: &mut Mapping, people: &[&Row]) {
    find_words(mapping, people);
    free_person_numbers(mapping, people);
    if let Some(role) = role_column(mapping) {
        return find_contract(mapping, role, people);
    }
    let mut asked = None;
    for candidate in candidates(mapping, people) {
        match weigh(candidate.evidence.iter().copied()) {
            Some(Verdict::Sure(true)) => return candidate.take(mapping),
            Some(Verdict::Ask(_)) => asked = asked.or(Some(candidate)),
            Some(Verdict::Sure(false)) | None => {}
        }
    }
    mapping.asked.extend(asked.map(|candidate| candidate.question(mapping)));
}

fn role_column(mapping: &Mapping) -> Option<usize> {
    mapping.column_of(Field::Relationship).or_else(|| mapping.column_of(Field::MemberType))
}

impl Candidate {
    fn take(self, mapping: &mut Mapping) {
        let lost = mapping.columns[self.place].field;
        let field = if self.by == By::Answers { Field::MemberType } else { Field::Relationship };
        mapping.take_by_values(self.place, field);
        mapping.pass_on(lost.as_slice(), self.place);
        if let Some(key) = self.key.filter(|key| !key.is_held) {
            take_key(mapping, key);
        }
    }

    fn question(&self, mapping: &Mapping) -> Asked {
        let called = mapping.columns[self.place].called();
        match self.key.filter(|key| !key.is_held) {
            Some(key) => {
                let family = mapping.columns[key.place].called();
                let message = format!(
                    "'{family}' may be the number of a family, whose people '{called}' counts. If so, map '{family}' as Family ID and \
                     '{called}' as Relationship, else leave '{family}' out."
                );
                Asked { place: key.place, message }
            }
            None => {
                let message = format!(
                    "'{called}' may tell which rows are dependents. If so, map it as {}, else leave it out.",
                    if self.by == By::Answers { Field::MemberType.label() } else { Field::Relationship.label() }
                );
                Asked { place: self.place, message }
            }
        }
    }
}

/// Gives a column of contracts the field of the employee's id, which the family shares, or else that of the family's number.
fn take_key(mapping: &mut Mapping, key: Key) {
    let field = match mapping.column_of(Field::UniqueId) {
        None if key.is_known => Field::UniqueId,
        _ => Field::FamilyId,
    };
    mapping.take_by_values(key.place, field);
}

/// Takes a column of contracts where a column of roles gives each contract one employee at most, and a dependent to some.
fn find_contract(mapping: &mut Mapping, role_place: usize, people: &[&Row]) {
    let is_employee = |row: &Row| role(clean(row.cell(role_place))) == Some(MemberType::Primary);
    let ties = |key: &Key| {
        let Some(families) = families(people, key.place) else { return false };
        let employees = |family: &Vec<&Row>| family.iter().filter(|row| is_employee(row)).count();
        families.values().all(|family| employees(family) <= 1)
            && families.values().any(|family| family.len() > 1 && employees(family) == 1)
    };
    if people.iter().all(|row| role(clean(row.cell(role_place))).is_some()) && !held_keys(mapping).any(|key| ties(&key))
    {
        let contract = open_keys(mapping, people).filter(|key| key.is_known).find(|key| ties(key));
        contract.into_iter().for_each(|key| take_key(mapping, key));
    }
}

/// Frees a column that is headed as one of ids and counts the people of each family instead.
fn free_person_numbers(mapping: &mut Mapping, people: &[&Row]) {
    let counts = |column: &Column| {
        let keys = held_keys(mapping).chain(open_keys(mapping, people).filter(|key| key.is_known));
        let mut keys = keys.filter(|key| key.place != column.index);
        matches!(column.how, How::Known | How::SecondChoice)
            && matches!(column.field, Some(Field::UniqueId | Field::OtherMemberId))
            && says_person_number(&column.key)
            && keys.any(|key| Numbered::of(column.index, key, people).is_some_and(|found| found.are_repeated))
    };
    let found = mapping.columns.iter().find(|column| counts(column)).map(|column| column.index);
    if let Some(index) = found {
        let lost = mapping.columns[index].field.take();
        mapping.columns[index].how = How::Unmapped;
        mapping.pass_on(lost.as_slice(), index);
    }
}

fn says_person_number(key: &str) -> bool {
    PERSON_NUMBERS.split_whitespace().any(|heading| heading == key)
}

/// The columns that are read as numbers of people and of families.
fn held_keys(mapping: &Mapping) -> impl Iterator<Item = Key> + '_ {
    let held = SHARED.iter().filter_map(|field| mapping.column_of(*field));
    held.map(|place| Key { place, is_held: true, is_known: true })
}

/// The columns that are not read and whose values may be numbers of families.
fn open_keys<'a>(mapping: &'a Mapping, people: &'a [&Row]) -> impl Iterator<Item = Key> + 'a {
    let is_key = |column: &&Column| {
        column.field.is_none() && column.how == How::Unmapped && are_numbers_of_families(people, column.index)
    };
    let key = |column: &Column| Key {
        place: column.index,
        is_held: false,
        is_known: CONTRACTS.contains(&column.key.as_str()),
    };
    let mut keys: Vec<Key> = mapping.columns.iter().filter(is_key).map(key).take(MOST_TRIED).collect();
    keys.sort_by_key(|key| !key.is_known);
    keys.into_iter()
}

/// The people of each value of a column in the order of the file; `None` where a row has none.
fn families<'a>(people: &[&'a Row], place: usize) -> Option<HashMap<&'a str, Vec<&'a Row>>> {
    let mut families: HashMap<&str, Vec<&Row>> = HashMap::new();
    for row in people {
        let family = clean(row.cell(place));
        if family.is_empty() || is_placeholder(family) {
            return None;
        }
        families.entry(family).or_default().push(row);
    }
    Some(families)
}

/// Whether each row has a number in a column, some have the same, and no more than are a family.
fn are_numbers_of_families(people: &[&Row], place: usize) -> bool {
    // `1001`, `E-1001`: one word with a digit, and no date.
    let is_id = |value: &str| value.contains(|c: char| c.is_ascii_digit()) && !value.contains([' ', '/', '@', ',']);
    families(people, place).is_some_and(|families| {
        families.len() > 1
            && families.len() < people.len()
            && families.iter().all(|(value, family)| is_id(value) && family.len() <= LARGEST_FAMILY)
    })
}

/// The people of each family with their numbers.
struct Numbered<'a> {
    families: Vec<Vec<(u32, &'a Row)>>,
    /// The number that employees have.
    employee: u32,
    /// Whether the numbers come again with each family.
    are_repeated: bool,
}

impl<'a> Numbered<'a> {
    /// `None` where a row lacks its family or its number, and unless all families fit: there is one of several people, and in each everybody has
    /// another number, of which the employee's is the least.
    fn of(place: usize, key: Key, people: &[&'a Row]) -> Option<Self> {
        let numbered = |family: Vec<&'a Row>| -> Option<Vec<(u32, &Row)>> {
            family.into_iter().map(|row| Some((number(clean(row.cell(place)))?, row))).collect()
        };
        let families: Vec<Vec<(u32, &Row)>> =
            families(people, key.place)?.into_values().map(numbered).collect::<Option<_>>()?;
        let numbers = |family: &Vec<(u32, &Row)>| family.iter().map(|(number, _)| *number).collect::<HashSet<_>>();
        let least: HashSet<u32> = families.iter().filter_map(|family| numbers(family).into_iter().min()).collect();
        let all: HashSet<u32> = families.iter().flat_map(numbers).collect();
        let fit = families.iter().all(|family| numbers(family).len() == family.len())
            && families.iter().any(|family| family.len() > 1)
            && least.len() == 1;
        let employee = least.into_iter().next().filter(|number| fit && EMPLOYEES.contains(number))?;
        let are_repeated = all.len() < people.len();
        Some(Self { families, employee, are_repeated })
    }

    fn evidence(&self, (is_known, key): (bool, Key), kinship: &Kinship) -> Vec<Evidence<bool>> {
        let several = || self.families.iter().filter(|family| family.len() > 1);
        let (mut kin, mut is_same) = (Kin::default(), false);
        for family in several() {
            let Some((_, employee)) = family.iter().find(|(number, _)| *number == self.employee) else { continue };
            for (_, person) in family.iter().filter(|(number, _)| *number != self.employee) {
                kinship.count(&mut kin, (person, employee));
                is_same |= kinship.are_same(person, employee);
            }
        }
        // A row for each plan or position of one person counts no family.
        if is_same {
            return Vec::new();
        }
        let counts = several().all(|family| family.windows(2).all(|two| two[0].0 + 1 == two[1].0));
        let is_open = !key.is_held;
        let reasons = [
            (true, if is_known { 3 } else { 0 }),
            (true, if key.is_held { 4 } else { 3 * u32::from(key.is_known) }),
            (true, u32::from(counts)),
            (true, u32::from(several().count() > 1)),
            (true, if is_open { share(kin.alike, kin.all, 4) } else { 0 }),
            (true, if is_open && kin.younger > 0 { 3 } else { 0 }),
            (false, if is_open { 4 } else { 0 }),
            (false, if is_open && kin.alike + kin.younger == 0 { 3 } else { 0 }),
        ];
        reasons.into_iter().map(|(claim, weight)| Evidence { claim, weight }).collect()
    }
}

/// The columns that may tell roles, with what speaks for it; those below known headings first.
fn candidates(mapping: &Mapping, people: &[&Row]) -> Vec<Candidate> {
    let kinship = Kinship::of(mapping);
    let mut found = numbered(mapping, people, &kinship);
    let open = || mapping.columns.iter().filter(|column| column.field.is_none() && column.how == How::Unmapped);
    for column in open() {
        let by = match () {
            () if says_kind(&column.key) && are_letters(people.iter().map(|row| clean(row.cell(column.index)))) => {
                By::Letters
            }
            () if asks_dependent(&column.heading) && are_answers(people, column.index) => By::Answers,
            () => continue,
        };
        let evidence = joined((column.index, by), (mapping, people), &kinship);
        found.push(Candidate { place: column.index, by, key: None, evidence });
    }
    found
}

fn numbered(mapping: &Mapping, people: &[&Row], kinship: &Kinship) -> Vec<Candidate> {
    let is_known = |column: &Column| says_person_number(&column.key);
    // `Person Number` may be an id, and a suffix that of a name.
    let may_be = |column: &&Column| match column.field {
        None => column.how == How::Unmapped,
        Some(Field::UniqueId) => column.how == How::Known && is_known(column),
        Some(Field::Suffix) => column.how == How::Known,
        Some(_) => false,
    };
    let are_numbers = |column: &&Column| people.iter().all(|row| number(clean(row.cell(column.index))).is_some());
    let mut columns: Vec<&Column> =
        mapping.columns.iter().filter(may_be).filter(are_numbers).take(MOST_TRIED).collect();
    columns.sort_by_key(|column| !is_known(column));
    let keys: Vec<Key> = held_keys(mapping).chain(open_keys(mapping, people)).collect();
    let mut found = Vec::new();
    for column in columns {
        for key in keys.iter().copied().filter(|key| key.place != column.index) {
            let Some(families) = Numbered::of(column.index, key, people) else { continue };
            let evidence = families.evidence((is_known(column), key), kinship);
            found.push(Candidate { place: column.index, by: By::Numbers(families.employee), key: Some(key), evidence });
        }
    }
    found
}

/// What speaks for letters and answers: that those who are no employees share a number, a name or a home with the employee above. One whose
/// number is no employee's is a dependent whose employee is missing.
fn joined((place, by): (usize, By), (mapping, people): (&Mapping, &[&Row]), kinship: &Kinship) -> Vec<Evidence<bool>> {
    let number = mapping.column_of(Field::FamilyId).or_else(|| mapping.column_of(Field::UniqueId));
    let is_employee = |row: &Row| by.is_employee(clean(row.cell(place)));
    let employees: HashSet<&str> = number.map_or_else(HashSet::new, |at| {
        people.iter().filter(|row| is_employee(row) == Some(true)).map(|row| clean(row.cell(at))).collect()
    });
    let (mut above, mut kin, mut missing, mut first) = (None, Kin::default(), 0, false);
    for row in people.iter().copied() {
        match (is_employee(row), above) {
            (Some(true), _) => above = Some(row),
            (Some(false), Some(employee)) => {
                let is_apart = number.is_some_and(|at| differs(row, employee, at));
                if is_apart && number.is_some_and(|at| !employees.contains(clean(row.cell(at)))) {
                    missing += 1;
                } else if is_apart {
                    kin.all += 1;
                } else {
                    let ids = SHARED.iter().filter_map(|field| mapping.column_of(*field));
                    let is_tied = ids.into_iter().any(|at| shares(row, employee, at));
                    let before = kin.alike;
                    kinship.count(&mut kin, (row, employee));
                    kin.alike = before + usize::from(is_tied || kin.alike > before);
                }
            }
            (Some(false), None) => first = true,
            (None, _) => {}
        }
    }
    let are_alike = kin.alike > missing && kin.alike * 10 >= kin.all * 9;
    let reasons = match by {
        By::Answers => [
            (true, 6),
            (true, share(kin.alike, kin.all, 4)),
            (true, if kin.younger > 0 { 3 } else { 0 }),
            (false, 4 + 4 * u32::from(first)),
        ],
        By::Letters | By::Numbers(_) => [(true, if are_alike { 6 } else { 0 }), (true, 0), (false, 0), (false, 0)],
    };
    reasons.into_iter().map(|(claim, weight)| Evidence { claim, weight }).collect()
}

fn differs(row: &Row, other: &Row, at: usize) -> bool {
    let (one, other) = (clean(row.cell(at)), clean(other.cell(at)));
    !one.is_empty() && !other.is_empty() && !one.eq_ignore_ascii_case(other)
}

/// Whether a heading asks of a row whether it is a dependent's: `Dependent`, `Is Dependent`, `Dependent Y/N`.
fn asks_dependent(heading: &str) -> bool {
    let words = words_of(heading.split(['(', '[']).next().unwrap_or_default());
    words.iter().any(|word| is_dependents_word(word))
        && words.iter().all(|word| is_dependents_word(word) || BESIDE_ANSWERS.contains(&word.as_str()))
}

/// Whether a column holds yes and no, or yes and nothing.
fn are_answers(people: &[&Row], place: usize) -> bool {
    let answers: HashSet<Option<bool>> =
        people.iter().map(|row| By::Answers.is_employee(clean(row.cell(place)))).collect();
    answers == HashSet::from([Some(true), Some(false)])
}

/// A number of up to two digits.
fn number(cell: &str) -> Option<u32> {
    let digits = without_fraction(cell);
    let is_number = (1..=3).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| digits.parse().ok()).flatten().filter(|number| *number < 100)
}

#[cfg(test)]
mod tests {
    use super::super::Remembered;
    use super::super::by_values::propose;
    use super::*;

    /// The fields of the columns of a file, `-` of one that is not read, and the column that is asked about with `?`.
    fn read(text: &str) -> Vec<String> {
        let mut lines = text.lines();
        let headings: Vec<String> = lines.next().expect("a heading").split(',').map(str::to_owned).collect();
        let rows: Vec<Row> = lines.map(|line| Row::default().with_cells(line.split(','))).collect();
        let mapping = propose(&headings, &Remembered::default(), &rows);
        let asked: Vec<usize> = mapping.asked().collect();
        let shown = |column: &Column| match column.field {
            Some(field) => field.name().to_owned(),
            None if asked.contains(&column.index) => "?".to_owned(),
            None => "-".to_owned(),
        };
        mapping.columns().iter().map(shown).collect()
    }

    /// As [`read`], the first columns of rows that end with a name and a birth date each.
    fn first(headings: &str, lines: &[&str]) -> Vec<String> {
        let columns = headings.split(',').count();
        let rows: Vec<String> =
            lines.iter().enumerate().map(|(at, line)| format!("{line},N{at},{},1/2/{}", "L", 1980 + at)).collect();
        read(&format!("{headings},First,Last,DOB\n{}", rows.join("\n"))).into_iter().take(columns).collect()
    }

    #[test]
    fn numbers_that_fit_every_family_are_read() {
        for (lines, are_read) in [
            (&["A1,00", "A1,01", "A1,02", "A2,00"][..], true),
            (&["A1,1", "A2,1", "A2,3", "A1,2"], true),
            (&["A1,01.0", "A1,02.0"], true),
            (&["A1,2", "A1,1"], true),
            // Nobody has dependents.
            (&["A1,0", "A2,0", "A3,0"], false),
            // Counts of dependents.
            (&["A1,0", "A2,2", "A3,1"], false),
            // Lines of the file.
            (&["A1,1", "A1,2", "A2,3", "A2,4"], false),
            (&["A1,1", "A1,2", "A2,3"], false),
            (&["A1,0", "A1,1", "A2,1", "A2,2"], false),
            (&["A1,0", "A1,0", "A1,1"], false),
            (&["A1,0", "A1,"], false),
            (&["A1,0", "A1,1A"], false),
            (&["A1,0", "A1,1", ",0"], false),
            (&["A1,2", "A1,3"], false),
            (&["A1,100", "A1,101"], false),
        ] {
            let expected = if are_read { "Relationship" } else { "-" };
            assert_eq!(first("Subscriber ID,Dep No", lines)[1], expected, "{lines:?}");
        }
    }

    #[test]
    fn the_heading_says_that_they_are_persons_numbers() {
        let lines = ["7,A1,0", "7,A1,1", "8,A2,0"];
        for (heading, expected) in [
            ("Family ID,Member ID,Person Code", "Relationship"),
            ("Family ID,Subscriber ID,Person Number", "Relationship"),
            ("Family ID,Subscriber ID,Member Suffix", "Relationship"),
            ("Plan,Employee ID,Sequence", "Relationship"),
            ("Plan,Employee ID,Dep #", "Relationship"),
            ("Plan,Employee ID,Number of Dependents", "-"),
            ("Plan,Employee ID,Level", "-"),
        ] {
            assert_eq!(first(heading, &lines)[2], expected, "{heading}");
        }
    }

    #[test]
    fn a_row_for_each_plan_of_a_person_counts_no_family() {
        let rows = "A1,1,Ann,Moss,1/2/1980\nA1,2,Ann,Moss,1/2/1980\nA2,1,Tom,Reed,1/3/1980";
        assert_eq!(read(&format!("Employee ID,Seq,First,Last,DOB\n{rows}"))[1], "-");
    }

    #[test]
    fn a_contract_is_a_familys_where_it_is_not_everybodys() {
        let contract = |heading: &str, lines: &[&str]| first(heading, lines).swap_remove(0);
        for heading in ["Contract #", "Contract Number", "Contract ID", "Policy Number", "Policy #", "Policy No"] {
            assert_eq!(contract(heading, &["X1", "X3", "X2"]), "-", "nobody says whose they are");
            let roles = |lines: &[&str]| contract(&format!("{heading},Relationship"), lines);
            assert_eq!(roles(&["X1,Subscriber", "X1,Dependent", "X2,Subscriber"]), "UniqueId", "{heading}");
            assert_eq!(roles(&["X1,EE", "X1,EE", "X2,EE"]), "-");
            assert_eq!(roles(&["X1,SP", "X1,CH", "X2,SP"]), "-");
            assert_eq!(roles(&["X1,Employee", "X2,Spouse", "X3,Child"]), "-", "each person has a policy");
            for values in
                [&["X1", "X1", "X1"][..], &["X1"], &["PPO", "PPO", "HMO"], &["1/2/2027", "1/3/2027", "1/2/2027"]]
            {
                let lines: Vec<String> =
                    values.iter().zip(["EE", "SP", "EE"]).map(|(value, role)| format!("{value},{role}")).collect();
                let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
                assert_eq!(roles(&lines), "-", "{values:?}");
            }
        }
        let beside = first("Policy #,Subscriber ID,Relationship", &["1,1,EE", "1,1,SP", "2,2,EE"]);
        assert_eq!(beside, ["-", "UniqueId", "Relationship"]);
        let two = first("Policy #,Contract #,Relationship", &["1,1,EE", "1,1,SP", "2,2,EE"]);
        assert_eq!(two, ["UniqueId", "-", "Relationship"]);
    }

    #[test]
    fn numbered_people_of_a_number_are_a_family_where_they_share_a_name_or_are_children() {
        let rows = |lines: &[&str]| {
            read(&format!("Contract #,Person No,Last Name,First Name,DOB\n{}", lines.join("\n")))[..2].join(" ")
        };
        let alike = ["X1,1,Bee,Ann,1/2/1980", "X1,2,Bee,Max,1/2/1981", "X2,1,Lund,Eva,1/2/1982"];
        assert_eq!(rows(&alike), "UniqueId Relationship");
        let strangers = ["X1,1,Bee,Ann,1/2/1980", "X1,2,Lund,Max,1/2/1981", "X2,1,Cole,Eva,1/2/1982"];
        assert_eq!(rows(&strangers), "? -", "employees may be counted, too");
        let child = ["X1,1,Bee,Ann,1/2/1980", "X1,2,Lund,Max,1/2/2011", "X2,1,Cole,Eva,1/2/1982"];
        assert_eq!(rows(&child), "UniqueId Relationship", "nobody employs a child");
        let departments = "Dept,Line,Last Name,First Name,DOB\n10,1,Bee,Ann,1/2/1980\n10,2,Lund,Max,1/2/1981\n20,1,Cole,Eva,1/2/1982\n20,2,Dale,Jo,1/2/1983";
        assert_eq!(read(departments)[..2], ["-", "-"]);
        let households = "House,Nr,Last Name,First Name,DOB\nH1,1,Bee,Ann,1/2/1980\nH1,2,Bee,Max,1/2/1981\nH2,1,Cole,Eva,1/2/1982\nH2,2,Cole,Jo,1/2/1983";
        assert_eq!(read(households)[..2], ["?", "-"], "brothers may work in one shop");
        let with_child = households.replace("1983", "2011");
        assert_eq!(read(&with_child)[..2], ["FamilyId", "Relationship"]);
    }

    #[test]
    fn a_number_within_the_family_is_no_id() {
        for family in ["Contract #", "Subscriber ID", "Cardholder ID", "Family ID", "Cert No"] {
            for number in ["Person Number", "Person No", "Member Number"] {
                let told = |lines: &[&str]| first(&format!("{family},{number},Relationship"), lines);
                assert_eq!(told(&["X1,01,EE", "X1,02,SP", "X2,01,EE"])[1], "-", "{family} {number}");
                let is_id = number != "Person No";
                let twice = told(&["X1,01,EE", "X1,02,SP", "X1,01,EE"]);
                assert_eq!(twice[1] != "-", is_id, "{family} {number}: two of one family have one number");
            }
            assert_ne!(
                first(&format!("{family},Person Number,Relationship"), &["X1,1,EE", "X1,2,SP", "X2,3,EE"])[1],
                "-"
            );
        }
        assert_eq!(first("Person Number", &["01", "02", "01"]), ["UniqueId"]);
    }

    #[test]
    fn a_yes_below_dependent_is_read_where_the_rows_are_families() {
        let rows = |lines: &[&str]| read(&format!("Last,First,DOB,Dependent\n{}", lines.join("\n"))).swap_remove(3);
        assert_eq!(rows(&["Moss,Ann,1/2/1980,N", "Moss,Karl,1/2/1981,Y", "Reed,Tom,1/2/1982,N"]), "MemberType");
        assert_eq!(rows(&["Moss,Ann,1/2/1980,N", "Dale,Karl,1/2/1981,Y", "Reed,Tom,1/2/1982,N"]), "?");
        assert_eq!(rows(&["Moss,Ann,1/2/1980,Y", "Dale,Karl,1/2/1981,Y", "Reed,Tom,1/2/1982,N"]), "?");
        assert_eq!(rows(&["Moss,Ann,1/2/1980,N", "Reed,Tom,1/2/1982,N"]), "-");
        for heading in ["Dependent", "Is Dependent", "Dependent Y/N", "Dependent Flag"] {
            assert!(asks_dependent(heading), "{heading}");
        }
        for heading in ["Dependents", "Dependent Life", "Number of Dependents", "Tax Dependent Credit"] {
            assert!(!asks_dependent(heading), "{heading}");
        }
    }

    #[test]
    fn of_two_columns_of_relationships_the_one_is_read_that_can_be() {
        let told = |codes: [&str; 3]| {
            let lines: Vec<String> =
                codes.iter().zip(["Self", "Spouse", "Child"]).map(|(code, word)| format!("{code},{word}")).collect();
            let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
            first("Relationship Code,Relationship Description", &lines)
        };
        for codes in [["1", "2", "3"], ["01", "02", "03"]] {
            assert_eq!(told(codes), ["-", "Relationship"], "{codes:?}");
        }
        for codes in [["18", "01", "19"], ["EE", "SP", "CH"], ["Self", "Wife", "Cousin"], ["Self", "Spouse", "Child"]] {
            assert_eq!(told(codes), ["Relationship", "-"], "{codes:?}");
        }
        assert_eq!(first("Relationship Code", &["1", "2"]), ["Relationship"]);
    }
}
