//! One person with a wrong value, or two of one family?
//!
//! A son who comes for his father, and a twin for a twin, share all that a family shares: address, phone, mail and family name. What is left
//! of a person then is given name and date of birth, and of these one agrees and the other does not. That is for a person to decide
//! (decisions C5), unless the file itself tells mistakes from relatives: sons are a generation younger, while wrong dates go either way
//! and lie any number of years off. What is seen where no son can be says how much of the rest is mistakes.

use super::evidence::Doubt;
use super::graph::{Edge, Graph};
use super::levels::{Field, Levels, birth, first, id, last};
use super::profile::{People, Profile};
use super::rules::{self, GENERATION};
use super::shelf::Shelf;

/// A pair that is one person so likely is one, relatives aside.
const LIKELY: f32 = 0.5;
/// One relative more than was seen is always to be reckoned with.
const UNSEEN: f64 = 1.0;
/// Years of birth are counted from here, so many of them.
const FIRST_YEAR: u32 = 1880;
const YEARS: usize = 200;

/// What a file's mistakes look like, as far as they could be relatives.
#[derive(Debug, Clone, Copy)]
pub(super) struct Relatives {
    sons_are_mistakes: bool,
    /// Whether the roster shows who lives with whom.
    shows_households: bool,
}

impl Relatives {
    /// Counts what the scored pairs show.
    pub(super) fn of(people: &People, graph: &Graph, shows_households: bool) -> Self {
        let mut seen = Counts::default();
        for edge in graph.edges().iter().filter(|edge| edge.score >= LIKELY && !has_own_id(edge.levels)) {
            seen.add(people, edge);
        }
        Self { sons_are_mistakes: are_mistakes(seen.sons, seen.wrong_dates(people)), shows_households }
    }

    /// Why a pair may be two of one family, where the file's mistakes do not explain it.
    pub(super) fn doubt(&self, people: &People, edge: &Edge) -> Option<Doubt> {
        let (row, member) = ends(people, edge);
        if has_own_id(edge.levels) || (!self.shows_households && is_bare(edge.levels)) {
            None
        } else if is_son(edge.levels, &row, &member) {
            (!self.sons_are_mistakes).then_some(Doubt::ParentOrChild)
        } else {
            is_twin(people, edge).then_some(Doubt::Twin)
        }
    }
}

fn ends(people: &People, edge: &Edge) -> (Profile, Profile) {
    (people.rows.get(edge.row as usize), people.members.get(edge.member as usize))
}

/// Whether so many mistakes explain at least half of what was seen.
fn are_mistakes(seen: f64, mistakes: f64) -> bool {
    2.0 * mistakes >= seen.max(mistakes) + UNSEEN
}

/// Whether an id says that it is the person himself.
fn has_own_id(levels: Levels) -> bool {
    matches!(levels.get(Field::Id), id::UNIQUE | id::OTHER_ID)
}

/// Whether a pair says nothing but names, date and address. Where nobody shares an address either, no families show, and the address is
/// as good as one's own.
fn is_bare(levels: Levels) -> bool {
    [Field::Gender, Field::Email, Field::Phone, Field::Id, Field::Relationship, Field::Suffix]
        .into_iter()
        .all(|field| levels.get(field) == 0)
}

fn shares_family_name(levels: Levels) -> bool {
    (last::EXACT..=last::CLOSE).contains(&levels.get(Field::LastName))
}

fn is_namesake(levels: Levels) -> bool {
    shares_family_name(levels) && (first::EXACT..=first::CLOSE).contains(&levels.get(Field::FirstName))
}

/// Born on a wholly other day: no slip, no exchanged day and month.
fn is_born_elsewhen(levels: Levels) -> bool {
    levels.get(Field::DateOfBirth) == birth::OTHER
}

/// How many years the row's person is younger.
fn years_younger(row: &Profile, member: &Profile) -> i64 {
    row.born.zip(member.born).map_or(0, |(row, member)| i64::from(row.year()) - i64::from(member.year()))
}

fn is_generation(years: i64) -> bool {
    u32::try_from(years).is_ok_and(|years| GENERATION.contains(&years))
}

fn is_son(levels: Levels, row: &Profile, member: &Profile) -> bool {
    is_namesake(levels) && is_born_elsewhen(levels) && is_generation(years_younger(row, member))
}

/// Born on the same day with another given name, which is neither a form of the same name nor, with the same initial, nearly one.
fn is_twin(people: &People, edge: &Edge) -> bool {
    let born_together = edge.levels.get(Field::DateOfBirth) == birth::EXACT;
    let initial = |name| people.names.get(name).initial;
    let other_initial = || {
        let (row, member) = ends(people, edge);
        initial(row.first) != initial(member.first)
    };
    let other_name = match edge.levels.get(Field::FirstName) {
        first::OTHER => true,
        first::WEAK => other_initial() || rules::is_of_other_gender(edge.levels),
        _ => false,
    };
    born_together && shares_family_name(edge.levels) && other_name
}

/// How many pairs of each kind were seen.
#[derive(Debug, Default)]
struct Counts {
    sons: f64,
    /// Namesakes born on a wholly other day who are no sons, and of them those who are a generation older.
    no_sons: f64,
    fathers: f64,
}

impl Counts {
    fn add(&mut self, people: &People, edge: &Edge) {
        let (row, member) = ends(people, edge);
        if is_son(edge.levels, &row, &member) {
            self.sons += 1.0;
        } else if is_namesake(edge.levels) && is_born_elsewhen(edge.levels) {
            self.no_sons += 1.0;
            self.fathers += f64::from(u8::from(is_generation(-years_younger(&row, &member))));
        }
    }

    /// How many wrong dates would look like sons: as many as make somebody a generation older, or as the years of birth of the roster let
    /// expect of those that cannot be sons.
    fn wrong_dates(&self, people: &People) -> f64 {
        let share = share_of_a_generation(&people.members);
        self.fathers.max(self.no_sons * share / (1.0 - share))
    }
}

/// Of two members of the roster who were born in other years, how often the second is a generation younger: never more than half, as the
/// first is so as often.
fn share_of_a_generation(members: &Shelf) -> f64 {
    let mut born = [0.0_f64; YEARS];
    for year in members.iter().filter_map(|member| member.born).map(|born| born.year()) {
        if let Some(count) = year.checked_sub(FIRST_YEAR).and_then(|place| born.get_mut(place as usize)) {
            *count += 1.0;
        }
    }
    let (mut apart, mut generation) = (0.0, 0.0);
    for (one, first) in born.iter().enumerate().filter(|(_, count)| **count > 0.0) {
        for (other, second) in born.iter().enumerate() {
            let pairs = if one.abs_diff(other) > 2 { first * second } else { 0.0 };
            apart += pairs;
            generation += if is_generation(other as i64 - one as i64) { pairs } else { 0.0 };
        }
    }
    if apart > 0.0 { generation / apart } else { 0.0 }
}
