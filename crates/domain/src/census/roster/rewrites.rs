//! Whether a file gives many of its members another name or birth date, or one the phone of another: a column may have moved by a row, or been
//! sorted without the others (rules.md#many-other-values). Whether what it puts in the place of a stored name or address is hardly one
//! (rules.md#odd-values).

use std::collections::{BTreeMap, HashMap, HashSet};

use super::changes::FieldChange;
use super::identity_change::{is_identity, replaces_identity};
use super::name_spelling::is_another_name;
use super::odd_values::is_odd_change;
use crate::census::field::Field;
use crate::census::findings::questions::{Question, QuestionKind};
use crate::census::keys::id_key;
use crate::census::people::record::Record;
use crate::members::Gender;

/// What hardly changes, and never for many people at once.
const TRAITS: [Field; 4] = [Field::FirstName, Field::LastName, Field::DateOfBirth, Field::Gender];
/// So many members at least who get what others of them had are asked about. Of two genders every change is such a one.
const FEWEST_EXCHANGED: usize = 2;
/// What may change for many people at once, but not to what others of them had.
const OTHERS: [Field; 6] = [
    Field::Email,
    Field::CellPhone,
    Field::HomePhone,
    Field::AddressLine1,
    Field::OtherMemberId,
    Field::BillingReferenceId,
];

/// What members of different homes hardly share.
const SHARED: [Field; 3] = [Field::FirstName, Field::LastName, Field::AddressLine1];

/// So many odd values are named.
const ODD_TOLD: usize = 10;

/// So many members at least are many: five, or all of fewer.
const FEWEST: usize = 5;
const FEWEST_OF_ALL: usize = 3;
/// One of so many members is many.
const SHARE: usize = 10;

/// A value in the place of another one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replaced {
    field: Field,
    old: u64,
    new: u64,
    /// The last name of the row, by which people of one home are known.
    home: u64,
    /// Whether it is another name or value, and no other spelling of the stored one.
    is_other: bool,
    /// The line, and what is said of it where it is hardly a name or an address (rules.md#odd-values).
    odd: Option<(u64, Box<str>)>,
}

impl Replaced {
    /// Those of the changes of a row that are no other spelling, or odd.
    pub fn among(record: &Record, changes: &[FieldChange]) -> Vec<Self> {
        let home = id_key(b'h', record.last_name.text());
        let replaces_identity = replaces_identity(changes);
        let replaced = |change: &FieldChange| {
            let (field, old, new) = (change.field, change.old.as_deref()?, change.new.as_deref()?);
            let is_other = match field {
                Field::FirstName | Field::LastName => is_another_name(old, new),
                // Whose gender is not known yet gets none in the place of another.
                Field::Gender => ![old, new].contains(&Gender::Unknown.number().to_string().as_str()),
                _ => TRAITS.contains(&field) || OTHERS.contains(&field),
            };
            let is_odd = is_odd_change(record, change) || (replaces_identity && is_identity(field) && is_other);
            let odd = is_odd.then(|| {
                let line = record.line;
                (line, format!("line {line} {} {old} -> {new}", field.label()).into())
            });
            let (old, new) = (id_key(b'v', old), id_key(b'v', new));
            (is_other || is_odd).then_some(Self { field, old, new, home, is_other, odd })
        };
        changes.iter().filter_map(replaced).collect()
    }

    /// The employee of a dependent, in the place of the stored one (rules.md#other-employee).
    pub(super) fn of_employee(record: &Record) -> Self {
        let (line, first, last) = (record.line, record.first_name.text(), record.last_name.text());
        let told = format!("line {line} {first} {last} becomes a dependent of another employee");
        Self { field: Field::FamilyId, old: 0, new: 0, home: 0, is_other: false, odd: Some((line, told.into())) }
    }

    /// Whether it is a first name or a birth date, which one person hardly changes.
    pub(super) fn is_of_person(&self) -> bool {
        self.is_other && matches!(self.field, Field::FirstName | Field::DateOfBirth)
    }
}

/// What the rows of a file put in the place of what is stored.
#[derive(Debug, Default)]
pub struct Rewrites {
    by_field: BTreeMap<Field, Values>,
}

/// What is put in the place of the values of a field.
#[derive(Debug, Default)]
struct Values {
    others: Vec<Other>,
    /// The first odd ones.
    odd: Vec<(u64, Box<str>)>,
    odd_count: usize,
}

/// Another value, by what it is compared.
#[derive(Debug, Clone, Copy)]
struct Other {
    old: u64,
    new: u64,
    home: u64,
}

impl Rewrites {
    /// Takes in those of a row.
    pub fn add(&mut self, replaced: &[Replaced]) {
        for Replaced { field, old, new, home, is_other, odd } in replaced {
            let values = self.by_field.entry(*field).or_default();
            values.others.extend(is_other.then_some(Other { old: *old, new: *new, home: *home }));
            values.odd_count += usize::from(odd.is_some());
            values.odd.extend(odd.iter().filter(|_| values.odd_count <= ODD_TOLD).cloned());
        }
    }

    /// The question about a file that names so many members; `None` where nothing odd is put in the place of a stored value, and nothing is replaced
    /// for many of them.
    pub fn question(&self, members: u32) -> Option<Question> {
        let many = (members as usize).div_ceil(SHARE).max(FEWEST.min((members as usize).max(FEWEST_OF_ALL)));
        let (mut told, mut odd, mut odd_count, mut most) = (Vec::new(), Vec::new(), 0, 0);
        for (field, values) in &self.by_field {
            let others = &values.others;
            let (count, taken, shared) = (count(*field, others), had_by_others(others), shared(*field, others));
            let is_exchanged = *field != Field::Gender && taken >= FEWEST_EXCHANGED;
            let had = match () {
                () if count >= many => Some((count, "")),
                () if is_exchanged => Some((count, " (what others of them had)")),
                () if shared > 0 => Some((shared, " (the same for each)")),
                () if *field == Field::DateOfBirth && count >= FEWEST_EXCHANGED => Some((count, "")),
                () => None,
            };
            match had {
                Some((count, why)) => {
                    most = most.max(count);
                    told.push(format!("{} {count}{why}", field.label()));
                }
                None => {
                    odd.extend(&values.odd);
                    odd_count += values.odd_count;
                }
            }
        }
        odd.sort_by_key(|(line, _)| *line);
        most = most.max(odd_count);
        let more = odd_count.saturating_sub(ODD_TOLD);
        told.extend(odd.into_iter().take(ODD_TOLD).map(|(_, told)| told.to_string()));
        told.extend((more > 0).then(|| format!("{more} more")));
        (most > 0).then(|| Question {
            out_of: members,
            title: told.join(", "),
            ..Question::of_file(QuestionKind::Rewritten, u32::try_from(most).unwrap_or(u32::MAX))
        })
    }
}

/// For how many members it is replaced, by what others of them had where only that tells.
fn count(field: Field, values: &[Other]) -> usize {
    if TRAITS.contains(&field) { values.len() } else { had_by_others(values) }
}

/// How many of the new values others of these members had.
fn had_by_others(values: &[Other]) -> usize {
    let old: HashSet<u64> = values.iter().map(|one| one.old).collect();
    values.iter().filter(|one| old.contains(&one.new)).count()
}

/// How many members get one name or one street in the place of different ones. People of one last name may move together.
fn shared(field: Field, values: &[Other]) -> usize {
    if !SHARED.contains(&field) {
        return 0;
    }
    // For each new value the first one and how many get it, and whether another one has another old value, and another home.
    let mut by_new: HashMap<u64, (Other, usize, [bool; 2])> = HashMap::new();
    for one in values {
        let (first, count, differ) = by_new.entry(one.new).or_insert((*one, 0, [false, field != Field::AddressLine1]));
        *count += 1;
        *differ = [differ[0] || one.old != first.old, differ[1] || one.home != first.home];
    }
    by_new.values().filter(|(.., differ)| *differ == [true, true]).map(|(_, count, _)| *count).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rewrites(field: Field, values: &[(&str, &str)]) -> Rewrites {
        let mut rewrites = Rewrites::default();
        for (old, new) in values {
            let change = FieldChange { field, old: Some((*old).to_owned()), new: Some((*new).to_owned()) };
            rewrites.add(&Replaced::among(&Record::default(), &[change]));
        }
        rewrites
    }

    #[test]
    fn another_name_is_no_other_spelling_of_it() {
        for (old, new, is_another) in [
            ("Alda", "Berta", true),
            ("Abbot", "Baker", true),
            ("William", "Bill", false),
            ("Ann", "Ann Marie", false),
            ("Ann", "A.", false),
            ("Katherine", "Katharine", false),
            ("Garcia", "Garcia-Lopez", false),
            ("Mc Donald", "McDonald", false),
            ("José", "JOSE", false),
        ] {
            assert_eq!(is_another_name(old, new), is_another, "{old} {new}");
        }
    }

    #[test]
    fn so_many_members_with_another_value_are_asked_about() {
        let old = ["Alda", "Bo", "Cyrus", "Dinah", "Egon", "Fritz", "Gudrun", "Hugo"];
        let new = ["Ivo", "Jette", "Kasimir", "Ludmila", "Manfred", "Nepomuk", "Ortrud", "Pankraz"];
        let moved: Vec<(&str, &str)> = old.into_iter().zip(new).collect();
        for (count, members, is_asked) in
            [(8, 8, true), (5, 50, true), (5, 51, false), (4, 20, false), (4, 4, true), (3, 3, true), (2, 2, false)]
        {
            let question = rewrites(Field::LastName, &moved[..count]).question(members);
            assert_eq!(question.is_some(), is_asked, "{count} of {members}");
        }
        let asked = rewrites(Field::FirstName, &moved).question(8).expect("a question");
        assert_eq!((asked.rows, asked.out_of, &*asked.title), (8, 8, "First Name 8"));
        let asked = rewrites(Field::FirstName, &moved[..1]).question(8).expect("a question");
        assert_eq!((asked.rows, &*asked.title), (1, "line 0 First Name Alda -> Ivo"));
        assert!(rewrites(Field::DateOfBirth, &moved[..2]).question(50).is_some(), "two birth dates");
        assert!(rewrites(Field::DateOfBirth, &moved[..1]).question(50).is_none(), "a correction");
    }

    #[test]
    fn one_value_in_the_place_of_different_ones_is_asked_about() {
        let away = [("12 Elm St", "1 Main St"), ("7 Oak Ave", "1 Main St")];
        assert!(rewrites(Field::AddressLine1, &away).question(50).is_none(), "one home moves");
        assert!(rewrites(Field::LastName, &[("Boyd", "Void"), ("Crane", "Void")]).question(50).is_some());
        assert!(
            rewrites(Field::LastName, &[("Boyd", "Yates"), ("Boyd", "Yates")]).question(50).is_none(),
            "a marriage"
        );
    }

    #[test]
    fn names_and_dates_that_two_members_exchange_are_asked_about() {
        let exchanged = [("Abbot", "Baker"), ("Baker", "Abbot")];
        let moved_by_a_row = [("Abbot", "Baker"), ("Baker", "Castle"), ("Castle", "Dunn")];
        let taken_once = [("Abbot", "Baker"), ("Baker", "Castle")];
        let married = [("Abbot", "Xavier"), ("Baker", "Yates")];
        for (values, is_asked) in
            [(&exchanged[..], true), (&moved_by_a_row, true), (&taken_once, false), (&married, false)]
        {
            assert_eq!(rewrites(Field::LastName, values).question(500).is_some(), is_asked, "{values:?}");
        }
        let asked = rewrites(Field::LastName, &exchanged).question(500).expect("a question");
        assert_eq!(&*asked.title, "Last Name 2 (what others of them had)");
        let genders = rewrites(Field::Gender, &[("1", "2"), ("2", "1")]).question(500);
        assert!(genders.is_none(), "there are no more than two");
    }

    #[test]
    fn contacts_are_asked_about_where_others_had_them() {
        let phones = ["6145550101", "6145550102", "6145550103", "6145550104", "6145550105", "6145550106"];
        let moved: Vec<(&str, &str)> = phones.iter().copied().zip(phones.iter().copied().cycle().skip(1)).collect();
        assert!(rewrites(Field::CellPhone, &moved).question(6).is_some());
        for field in [Field::CellPhone, Field::Email, Field::AddressLine1] {
            let exchanged = [("12 Elm St", "7 Oak Ave"), ("7 Oak Ave", "12 Elm St")];
            assert!(rewrites(field, &exchanged).question(500).is_some(), "{field:?} of two members");
            assert!(rewrites(field, &exchanged[..1]).question(500).is_none(), "{field:?} of one");
        }
        let new = phones.map(|phone| (phone, "6145550199"));
        assert!(rewrites(Field::CellPhone, &new).question(6).is_none(), "a new number of the company");
    }
}
