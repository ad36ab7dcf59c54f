//! How well a record fits what was typed, and so in which order hits stand (rules.md#global-search).

use chrono::NaiveDate;

use super::spelling::{one_slip, parts};
use super::term::{Term, Word};
use crate::census::matching::same_given_name;

/// How a word of the search stands in a record, the best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fit {
    /// It is a word of the name, or the day of birth or the telephone number.
    Whole,
    /// It begins a word of the name.
    Begins,
    /// It occurs elsewhere in the record.
    Within,
    /// A word of the name is another form of it, as Robert is of Bob.
    Familiar,
    /// A word of the name is one slip apart from it.
    Slip,
}

/// How well a record fits; the lesser stands first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rank {
    worst: Fit,
    sum: u32,
}

impl Rank {
    /// Whether a word was found only by another form or with a slip.
    pub fn is_guess(self) -> bool {
        self.worst >= Fit::Familiar
    }

    /// Of the fits of all words; `None` when there are none.
    pub fn of(fits: impl IntoIterator<Item = Fit>) -> Option<Self> {
        let rank = |fit: Fit| Self { worst: fit, sum: fit as u32 };
        fits.into_iter().map(rank).reduce(|all, one| Self { worst: all.worst.max(one.worst), sum: all.sum + one.sum })
    }
}

/// The ways to write that two names are joined: who hears a name on the telephone cannot know which one it has.
const JOINING: [&str; 3] = ["and", "&", "+"];

/// A record as far as it is searched; every text is folded.
#[derive(Debug, Clone, Copy, Default)]
pub struct Searched<'a> {
    /// Its name, or the parts of it.
    pub names: &'a [&'a str],
    /// The given name of a person, of which there are other forms.
    pub given: Option<&'a str>,
    /// What else it is found by.
    pub beside: &'a [&'a str],
    /// The date of birth of a person.
    pub born_on: Option<NaiveDate>,
    /// Telephone numbers, ten digits each.
    pub phones: &'a [&'a str],
}

impl Searched<'_> {
    /// How well it fits; `None` when a word of the term is not in it.
    pub fn rank(&self, term: &Term) -> Option<Rank> {
        let names: Vec<String> = self.names.iter().flat_map(|name| parts(name)).collect();
        let fits: Option<Vec<Fit>> = term.words.iter().map(|word| self.fit(word, &names)).collect();
        Rank::of(fits?)
    }

    fn fit(&self, word: &Word, names: &[String]) -> Option<Fit> {
        let plain = word.plain.as_str();
        let is_name = !plain.is_empty();
        let is_born = self.born_on.is_some_and(|day| word.days.contains(&day));
        let is_called = word.phone.as_ref().is_some_and(|phone| self.phones.contains(&phone.as_str()));
        if is_born || is_called {
            return Some(Fit::Whole);
        }
        let joins = JOINING.contains(&word.text.as_str());
        if joins && self.names.iter().any(|name| name.split(' ').any(|one| JOINING.contains(&one))) {
            return Some(Fit::Whole);
        }
        if is_name && names.iter().any(|name| name == plain) {
            return Some(Fit::Whole);
        }
        if is_name && names.iter().any(|name| name.starts_with(plain)) {
            return Some(Fit::Begins);
        }
        let occurs = |text: &&str| text.contains(&word.text);
        if self.names.iter().any(occurs) || self.beside.iter().any(occurs) {
            return Some(Fit::Within);
        }
        let given = self.given.and_then(|given| given.split([' ', '-']).next());
        if is_name && given.is_some_and(|given| same_given_name(plain, given)) {
            return Some(Fit::Familiar);
        }
        let has_slip = names.iter().any(|name| one_slip(name, plain));
        (has_slip && is_name).then_some(Fit::Slip)
    }
}

/// The rows that fit, the best first. A guess stands there only where nothing has the words as they are typed.
pub fn best<T>(rows: Vec<T>, rank: impl Fn(&T) -> Option<Rank>) -> Vec<T> {
    let mut ranked: Vec<(Rank, T)> = rows.into_iter().filter_map(|row| Some((rank(&row)?, row))).collect();
    if ranked.iter().any(|(rank, _)| !rank.is_guess()) {
        ranked.retain(|(rank, _)| !rank.is_guess());
    }
    ranked.sort_by_key(|(rank, _)| *rank);
    ranked.into_iter().map(|(_, row)| row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn worst(term: &str, searched: Searched<'_>) -> Option<Fit> {
        searched.rank(&Term::read(term)).map(|rank| rank.worst)
    }

    #[test]
    fn a_person_is_found_however_the_name_was_heard() {
        let person = |names: &'static [&'static str]| Searched {
            names,
            given: names.last().copied(),
            beside: &["ana@mail.example e-1001"],
            born_on: NaiveDate::from_ymd_opt(1980, 2, 3),
            phones: &["6145550142"],
        };
        for (term, names, fit) in [
            ("steele", &["steele", "ana"][..], Some(Fit::Whole)),
            ("ANA STEELE", &["steele", "ana"], Some(Fit::Whole)),
            ("ste an", &["steele", "ana"], Some(Fit::Begins)),
            ("teel", &["steele", "ana"], Some(Fit::Within)),
            ("mail.example", &["steele", "ana"], Some(Fit::Within)),
            ("stele anna", &["steele", "ana"], Some(Fit::Slip)),
            ("steele moor", &["steele", "ana"], None),
            ("oneil", &["o'neil", "jo"], Some(Fit::Whole)),
            ("o'neil", &["oneil", "jo"], Some(Fit::Whole)),
            ("oniel", &["o'neil", "jo"], Some(Fit::Slip)),
            ("muller abel", &["muller-abel", "jo"], Some(Fit::Whole)),
            ("m\u{fc}ller", &["muller-abel", "jo"], Some(Fit::Whole)),
            ("bob steele", &["steele", "robert"], Some(Fit::Familiar)),
            ("2/3/80", &["steele", "ana"], Some(Fit::Whole)),
            ("ana feb 3 1980", &["steele", "ana"], Some(Fit::Whole)),
            ("2/4/80", &["steele", "ana"], None),
            ("(614) 555-0142", &["steele", "ana"], Some(Fit::Whole)),
            ("%", &["steele", "ana"], None),
            ("_", &["steele", "ana"], None),
            ("\u{1f600}", &["steele", "ana"], None),
            ("", &["steele", "ana"], None),
        ] {
            assert_eq!(worst(term, person(names)), fit, "{term} {names:?}");
        }
    }

    #[test]
    fn names_that_are_joined_are_found_however_that_is_written() {
        for (term, name, fit) in [
            ("cedar and pike", "cedar & pike builders", Some(Fit::Whole)),
            ("cedar & pike", "cedar and pike builders", Some(Fit::Whole)),
            ("cedar + pike", "cedar & pike builders", Some(Fit::Whole)),
            ("cedar and pike", "cedar pike builders", None),
            ("and", "sandhill", Some(Fit::Within)),
        ] {
            assert_eq!(worst(term, Searched { names: &[name], ..Searched::default() }), fit, "{term}: {name}");
        }
    }

    #[test]
    fn who_bears_the_name_stands_before_who_nearly_does() {
        let rank = |term: &str, names: &[&str]| Searched { names, ..Searched::default() }.rank(&Term::read(term));
        let order = [
            rank("ann lee", &["lee", "ann"]),
            rank("ann lee", &["lee", "anna"]),
            rank("ann lee", &["leeds", "anna"]),
            rank("ann lee", &["ashlee", "joann"]),
            rank("ann lee", &["leo", "ann"]),
        ];
        assert!(order.iter().all(Option::is_some) && order.is_sorted(), "{order:?}");
        assert_eq!(order.map(|rank| rank.is_some_and(Rank::is_guess)), [false, false, false, false, true]);
    }

    #[test]
    fn a_guess_is_given_only_where_nothing_else_is_found() {
        let found = |term: &str| {
            let term = Term::read(term);
            best(vec!["calder mill", "caldor mill", "mill road"], |name| {
                Searched { names: &[name], ..Searched::default() }.rank(&term)
            })
        };
        assert_eq!(found("mil"), ["calder mill", "caldor mill", "mill road"]);
        assert_eq!(found("calder"), ["calder mill"]);
        assert_eq!(found("caldr"), ["calder mill", "caldor mill"]);
        assert_eq!(found("zzz"), [""; 0]);
    }
}
