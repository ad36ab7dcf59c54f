//! Which people a column is about: by its cells, which hold names, birth dates or neither, and by its heading.

use super::Column;
use crate::census::cells::{clean, is_digits, is_nobodys, is_placeholder, read_relationship, read_ssn};
use crate::census::field::Field;
use crate::census::source::Row;
use crate::census::table::holds_date;
use crate::census::vocabulary::{CellWord, HeadingWord, Meaning, Owner, is_given_name, names_kin};
use crate::text::fold;

/// A name has so many letters at least.
const FEWEST_LETTERS: usize = 2;

/// So many filled cells of a column are looked at: the others say nothing else.
pub(super) const LOOKED_AT: u32 = 1000;

/// So many words of a cell are looked at.
const MOST_WORDS: usize = 40;

/// The person of the row, as far as names of others are compared with it.
#[derive(Debug, Default)]
pub(super) struct OwnPerson {
    /// The folded words of the given name.
    pub(super) first: Vec<String>,
    /// Those of the last name, or of a whole name in an unknown order.
    pub(super) others: Vec<String>,
}

impl OwnPerson {
    pub(super) const fn is_named(&self) -> bool {
        !self.first.is_empty() || !self.others.is_empty()
    }

    /// Whether the words are a name of this person: each of them belongs to it, or one is the given name.
    fn is_called(&self, words: &[String]) -> bool {
        let is_own = |word: &String| self.first.contains(word) || self.others.contains(word);
        let is_given = |word: &String| match self.first.is_empty() {
            true => self.others.contains(word) && is_given_name(word),
            false => self.first.contains(word),
        };
        words.iter().all(|word| word.len() < FEWEST_LETTERS || is_own(word)) || words.iter().any(is_given)
    }
}

/// What a cell, or one of the people in it, is; of several the last one counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// Words that may be a name.
    Words,
    /// A given name alone.
    Given,
    /// A name of several words with one that people are given, or beside the row's last name, a date, or a relationship to the employee.
    Person,
}

/// What was seen in a column, in cells.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Shown {
    /// Cells that hold anything.
    pub(super) filled: u32,
    /// Names of others, by [`Kind`].
    kinds: [u32; 3],
    /// Social security numbers and dates.
    personal: u32,
}

impl Shown {
    /// What cells show of people, in whichever rows they stand.
    pub(super) fn of<'a>(cells: impl Iterator<Item = &'a str>) -> Self {
        let mut shown = Self::default();
        cells.for_each(|cell| shown.see(cell, &OwnPerson::default()));
        shown
    }

    /// Sees a cell of a row.
    pub(super) fn see(&mut self, cell: &str, own: &OwnPerson) {
        if self.filled == LOOKED_AT || !holds_something(cell) {
            return;
        }
        self.filled += 1;
        if is_date(cell) || (cell.split('-').map(str::len).eq([3, 2, 4]) && read_ssn(cell).is_some()) {
            self.personal += 1;
        } else if let Some(kind) = people_in(cell).filter_map(|one| kind_of(one, own)).max() {
            self.kinds[kind as usize] += 1;
        }
    }

    /// Whether most cells are `count`.
    const fn are_most(&self, count: u32) -> bool {
        count > 0 && count * 2 >= self.filled
    }

    /// Whether most cells are words that may be names.
    pub(super) const fn may_be_names(&self) -> bool {
        self.are_most(self.kinds[0] + self.kinds[1] + self.kinds[2])
    }

    /// Whether most cells are social security numbers or dates.
    pub(super) const fn are_personal(&self) -> bool {
        self.are_most(self.personal)
    }

    /// Whether the cells are names of others, which a heading that says nothing leaves unexplained.
    pub(super) const fn may_be_others(&self) -> bool {
        let given = self.kinds[Kind::Given as usize];
        self.are_most(self.kinds[Kind::Person as usize]) || (given > 0 && given * 10 >= self.filled * 9)
    }
}

/// Whether a cell holds more than what stands for nothing and nobody.
pub(super) fn holds_something(cell: &str) -> bool {
    cell.chars().any(char::is_alphanumeric) && !is_placeholder(cell) && !is_nobodys(cell)
}

/// The people of a cell, which signs between them divide.
fn people_in(cell: &str) -> impl Iterator<Item = &str> {
    cell.split([';', '\n', '&', '|']).flat_map(|part| part.split(" and "))
}

fn kind_of(text: &str, own: &OwnPerson) -> Option<Kind> {
    let (all, has_date) = words_of(text)?;
    let is_role = |word: &&String| read_relationship(word).is_some() && !is_given_name(word);
    let named: Vec<String> = all.iter().filter(|word| !is_role(word)).cloned().collect();
    let has_role = named.len() < all.len();
    // `Kid` is a name, too.
    let words = if named.is_empty() || (has_role && own.is_called(&named)) { all } else { named };
    if words.iter().any(|word| is_no_name(word)) || own.is_called(&words) {
        return None;
    }
    // A relationship that is set apart from the name, or stands beside a date, is no part of the name.
    let is_apart =
        || has_date || [" (", " [", ":", " - "].iter().any(|sign| text.contains(sign)) || text.starts_with('(');
    let has_given = words.iter().any(|word| is_given_name(word));
    let shares_last_name =
        || words.len() > 1 && words.iter().any(|word| word.len() > FEWEST_LETTERS && own.others.contains(word));
    Some(match () {
        () if (has_role && is_apart()) || (has_given && (has_date || words.len() > 1)) || shares_last_name() => {
            Kind::Person
        }
        () if has_given => Kind::Given,
        () => Kind::Words,
    })
}

/// The folded words of a cell without its dates and numbers, and whether it holds a date; `None` when a part of it can be no name.
fn words_of(cell: &str) -> Option<(Vec<String>, bool)> {
    let (mut words, mut has_date) = (Vec::new(), false);
    let is_between = |c: char| c.is_whitespace() || matches!(c, ',' | '(' | ')' | '[' | ']' | '+' | ':');
    let parts = cell.split(is_between).filter(|part| part.chars().any(char::is_alphanumeric)).take(MOST_WORDS);
    for part in parts {
        if is_date(part) {
            has_date = true;
        } else if is_digits(part) {
            continue;
        } else if part.chars().any(|c| c.is_ascii_digit() || matches!(c, '@' | '$' | '%' | '_' | '=')) {
            return None;
        } else {
            words.extend(fold(part).split(['/', '.', '-']).filter(|word| !word.is_empty()).map(str::to_owned));
        }
    }
    Some((words, has_date))
}

/// Whether a word answers a question about coverage instead of naming a person, such as `Yes`, `Waived` or `Child`.
pub(super) fn is_no_name(word: &str) -> bool {
    CellWord::Coverage.contains(word)
}

fn is_date(cell: &str) -> bool {
    // A time may stand behind the day.
    cell.split([' ', 'T']).next().is_some_and(holds_date) || holds_date(cell)
}

/// `1001`, `E-1001`: one word with a digit, and no date.
pub(super) fn is_id(value: &str) -> bool {
    value.contains(|c: char| c.is_ascii_digit()) && !value.contains([' ', '/', '@', ','])
}

/// What stands in a column on the rows of people.
pub(in crate::census) fn values<'a>(people: &[&'a Row], place: usize) -> impl Iterator<Item = &'a str> + Clone {
    let cells = people.iter().map(move |row| clean(row.cell(place)));
    cells.filter(|cell| !cell.is_empty() && !is_placeholder(cell))
}

/// What the heading of a column says of the people in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Said {
    /// The name or the birth date of a relative.
    Relative,
    /// A relative and no more, another value of one, or a birth date.
    Anybody,
    /// A relative among other words.
    Family,
    /// Nothing that is known.
    Nothing,
}

impl Said {
    /// `None` of others, who are not covered by the row.
    pub(super) fn of(column: &Column) -> Option<Self> {
        let is_persons = |field: Field| field == Field::DateOfBirth || (field.is_name() && column.key.contains("name"));
        let is_others = column.has(HeadingWord::Contact) || column.has(HeadingWord::Other);
        Some(match () {
            () if is_others || column.owner() == Some(Owner::Employee) => return None,
            () if column.family.is_some_and(|family| is_persons(family.field)) => Self::Relative,
            () if column.family.is_some() || column.has(HeadingWord::Birth) => Self::Anybody,
            () if names_kin(&column.heading) => Self::Family,
            () => Self::Nothing,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own() -> OwnPerson {
        let words = |text: &str| vec![text.to_owned()];
        OwnPerson { first: words("ann"), others: words("archer") }
    }

    fn shown(cells: &[&str]) -> Shown {
        let mut shown = Shown::default();
        cells.iter().for_each(|cell| shown.see(cell, &own()));
        shown
    }

    #[test]
    fn cells_show_names_of_others() {
        for (cells, expected) in [
            (&["Sam Archer"][..], true),
            (&["Kid Archer (1/2/2015); Kod Archer (3/4/2016)"], true),
            (&["Sam (1/2/2015)"], true),
            (&["ARCHER, SAM"], true),
            (&["Robert Lee", "Mary Poe"], true),
            (&["Mary", "Robert"], true),
            (&["Sam (spouse); Kim (child)"], true),
            (&["Xoqui (spouse)"], true),
            (&["Xoqui - spouse - 3/4/1981"], true),
            (&["spouse Xoqui Zzadam 3/4/1981"], true),
            (&["Employee + Spouse", "Employee + Child(ren)"], false),
            (&["Spouse Only", "Spouse's plan"], false),
            (&["Child Care Aide", "Partner Relations"], false),
            (&["Ann Archer"], false),
            (&["Archer, Ann M"], false),
            (&["Archer"], false),
            (&["Gold PPO", "Silver"], false),
            (&["Yes", "No"], false),
            (&["Human Resources"], false),
            (&["12 Elm St"], false),
            (&["Left 1/2/2027"], false),
            (&["N/A", "none", ""], false),
            (&["ann@example.com"], false),
        ] {
            assert_eq!(shown(cells).may_be_others(), expected, "{cells:?}");
        }
    }

    #[test]
    fn days_are_told_from_words() {
        for (cells, others) in [(&["1/2/1985"][..], true), (&["Ann"], false)] {
            assert_eq!(shown(cells).are_personal(), others, "{cells:?}");
        }
    }
}
