//! Which people the cells of a column are about: names, birth dates, or neither.

use crate::census::cells::is_nobodys;
use crate::census::cells::{clean, is_placeholder, read_gender, read_relationship, read_ssn};
use crate::census::source::lines::Row;
use crate::census::table::holds_date;
use crate::census::vocabulary::given_names::is_given_name;
use crate::census::vocabulary::people_beside::NO_NAMES;
use crate::census::vocabulary::roles::MemberType;
use crate::text::fold;

/// The least age of an employee in years. An earlier date is no event of the employment.
const YOUNGEST: i32 = 14;

/// A name has so many letters at least.
const FEWEST_LETTERS: usize = 2;

/// So many words of a cell are looked at.
const MOST_WORDS: usize = 40;

/// The person of the row, as far as names of others are compared with it.
#[derive(Debug, Default)]
pub(super) struct OwnPerson {
    /// The folded words of the given name.
    pub(super) first: Vec<String>,
    /// The folded words of the last name.
    pub(super) last: Vec<String>,
    /// The words of a whole name in an unknown order.
    pub(super) whole: Vec<String>,
    /// The birth date as it stands.
    pub(super) born: String,
}

impl OwnPerson {
    pub(super) fn is_named(&self) -> bool {
        self.words().next().is_some()
    }

    fn words(&self) -> impl Iterator<Item = &String> {
        self.first.iter().chain(&self.last).chain(&self.whole)
    }

    /// Whether the words are a name of this person: each of them belongs to it, or one is the given name.
    fn is_called(&self, words: &[String]) -> bool {
        let is_given = |word: &&String| !self.first.is_empty() || is_given_name(word);
        let mut given = self.first.iter().chain(&self.whole).filter(is_given);
        words.iter().all(|word| word.len() < FEWEST_LETTERS || self.words().any(|own| own == word))
            || given.any(|given| words.contains(given))
    }

    /// Whether the words name a person of this last name.
    fn shares_last_name(&self, words: &[String]) -> bool {
        let ends = if self.last.is_empty() { &self.whole } else { &self.last };
        words.len() > 1 && words.iter().any(|word| word.len() > FEWEST_LETTERS && ends.contains(word))
    }
}

/// What a cell, or one of the people in it, is; of several the last one counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// A name of the row's own person.
    Own,
    /// Words that may be a name.
    Words,
    /// A given name alone.
    Given,
    /// A name of several words, with one that people are given.
    Whole,
    /// A name beside the row's last name, a date, or a relationship to the employee.
    Related,
}

/// What was seen in a column, in cells.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Shown {
    /// Cells that hold anything.
    pub(super) filled: u32,
    /// Names, by [`Kind`].
    kinds: [u32; 5],
    /// Social security numbers and genders.
    details: u32,
    /// Dates other than the row's own birth date.
    dates: u32,
    /// Dates before the row's own person was of an age to be employed.
    early: u32,
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
        if !cell.chars().any(char::is_alphanumeric) || is_placeholder(cell) || is_nobodys(cell) {
            return;
        }
        self.filled += 1;
        let is_gender = || cell.chars().all(char::is_alphabetic) && read_gender(cell).is_some();
        self.details += u32::from(read_ssn(cell).is_some() || is_gender());
        if is_date(cell) {
            let is_other = !own.born.is_empty() && !same_day(cell, &own.born);
            let is_early = year(cell).zip(year(&own.born)).is_some_and(|(year, born)| year < born + YOUNGEST);
            self.dates += u32::from(is_other);
            self.early += u32::from(is_other && is_early);
        } else if let Some(kind) = people_in(cell).filter_map(|one| kind_of(one, own)).max() {
            self.kinds[kind as usize] += 1;
        }
    }

    const fn count(&self, kind: Kind) -> u32 {
        self.kinds[kind as usize]
    }

    /// Whether most cells are `count`.
    const fn are_most(&self, count: u32) -> bool {
        count > 0 && count * 2 >= self.filled
    }

    /// Whether most cells are words that may be names.
    pub(super) fn may_be_names(&self) -> bool {
        self.are_most(self.kinds[Kind::Words as usize..].iter().sum())
    }

    /// Whether most cells are days on which the row's own person was too young for an event of an employee.
    pub(super) const fn are_early(&self) -> bool {
        self.are_most(self.early)
    }

    /// Whether most cells are social security numbers or genders.
    pub(super) const fn are_details(&self) -> bool {
        self.are_most(self.details)
    }

    /// Whether most cells are dates other than the row's own birth date.
    pub(super) const fn are_other_dates(&self) -> bool {
        self.are_most(self.dates)
    }

    /// Whether most cells are people of the employee by what they say themselves.
    pub(super) const fn are_relatives(&self) -> bool {
        self.are_most(self.count(Kind::Related))
    }

    /// Whether the cells are names of others, which a heading that says nothing leaves unexplained.
    pub(super) const fn may_be_others(&self) -> bool {
        let given = self.count(Kind::Given);
        self.are_most(self.count(Kind::Related) + self.count(Kind::Whole))
            || (given > 0 && given * 10 >= self.filled * 9)
    }
}

/// The people of a cell, which signs between them divide.
fn people_in(cell: &str) -> impl Iterator<Item = &str> {
    cell.split([';', '\n', '&', '|']).flat_map(|part| part.split(" and "))
}

fn kind_of(text: &str, own: &OwnPerson) -> Option<Kind> {
    let (all, has_date) = words_of(text)?;
    let role_of = |word: &String| read_relationship(word).filter(|_| !is_given_name(word));
    let mut roles = all.iter().filter_map(role_of).peekable();
    // `Employee + Child(ren)` is a tier of coverage and holds no name.
    let has_role = roles.peek().is_some() && roles.all(|role| role.member_type() == MemberType::Dependent);
    let named: Vec<String> = all.iter().filter(|word| role_of(word).is_none()).cloned().collect();
    let is_gender = |word: &String| word.len() < FEWEST_LETTERS && read_gender(word).is_some();
    // `Kid` is a name, too.
    let words = if named.is_empty() || (has_role && own.is_called(&named)) { all } else { named };
    if words.is_empty() || words.iter().any(|word| is_no_name(word) || is_gender(word)) {
        return None;
    }
    // A relationship that is set apart from the name, or stands beside a date, is no part of the name.
    let is_apart = || [" (", " [", ":", " - "].iter().any(|sign| text.contains(sign)) || text.starts_with(['(', '[']);
    let is_named = words.iter().any(|word| word.len() >= FEWEST_LETTERS);
    let is_related = has_role && is_named && (has_date || is_apart());
    let has_given = words.iter().any(|word| is_given_name(word));
    Some(match () {
        () if own.is_called(&words) => Kind::Own,
        () if own.shares_last_name(&words) || (has_date && has_given) || is_related => Kind::Related,
        () if has_given && words.len() > 1 => Kind::Whole,
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
        } else if part.bytes().all(|byte| byte.is_ascii_digit()) {
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
    NO_NAMES.contains(word)
}

fn is_date(cell: &str) -> bool {
    holds_date(day_of(cell)) || holds_date(cell)
}

/// The day of a text without the time behind it.
fn day_of(text: &str) -> &str {
    text.split([' ', 'T']).next().unwrap_or_default()
}

/// The year of a date that is written with all four figures.
fn year(text: &str) -> Option<i32> {
    day_of(text).split(['/', '-', '.']).find(|part| part.len() == 4).and_then(|part| part.parse().ok())
}

/// Whether two texts are one day, however they are written.
fn same_day(one: &str, other: &str) -> bool {
    let numbers = |text: &str| -> Vec<u32> {
        let mut parts: Vec<u32> = day_of(text).split(['/', '-', '.']).filter_map(|part| part.parse().ok()).collect();
        parts.sort_unstable();
        parts
    };
    one == other || (numbers(one) == numbers(other) && numbers(one).len() == 3)
}

/// `1001`, `E-1001`: one word with a digit, and no date.
pub(super) fn is_id(value: &str) -> bool {
    value.contains(|c: char| c.is_ascii_digit()) && !value.contains([' ', '/', '@', ','])
}

/// What stands in a column on the rows of people.
pub(super) fn values<'a>(people: &[&'a Row], place: usize) -> impl Iterator<Item = &'a str> + Clone {
    let cells = people.iter().map(move |row| clean(row.cell(place))).collect::<Vec<_>>().into_iter();
    cells.filter(|cell| !cell.is_empty() && !is_placeholder(cell))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own() -> OwnPerson {
        let words = |text: &str| vec![text.to_owned()];
        OwnPerson { first: words("ann"), last: words("archer"), whole: Vec::new(), born: "05/17/1984".to_owned() }
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
    fn a_plan_is_told_from_the_people_on_it() {
        for (cells, expected) in [
            (&["Sam Archer, Kid Archer"][..], true),
            (&["Sam (spouse), Kim (child)"], true),
            (&["Sam 1/2/2015"], true),
            (&["Gold PPO", "Saint Joseph Plan"], false),
            (&["Employee + Spouse", "Family"], false),
            (&["Mary", "Robert"], false),
        ] {
            assert_eq!(shown(cells).are_relatives(), expected, "{cells:?}");
        }
    }

    #[test]
    fn days_of_others_are_told_from_the_own_birth_date_and_events() {
        for (cells, others, early) in [
            (&["1/2/1985"][..], true, true),
            (&["1/2/2015"], true, false),
            (&["1984-05-17"], false, false),
            (&["Ann"], false, false),
        ] {
            let shown = shown(cells);
            assert_eq!((shown.are_other_dates(), shown.are_early()), (others, early), "{cells:?}");
        }
    }
}
