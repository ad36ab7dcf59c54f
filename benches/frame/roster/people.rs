//! Invented names, spread as unevenly as real ones, and what is searched among them.

use std::collections::HashMap;

use chrono::{Days, NaiveDate};
use domain::members::{Gender, MemberDetails};

use super::fill::Filled;

const SURNAMES: usize = 6000;
const FIRST_NAMES: usize = 1500;
const SYLLABLES: [&str; 40] = [
    "bar", "bel", "bram", "cal", "car", "dal", "den", "dor", "el", "fen", "gar", "gil", "hal", "har", "il", "ked",
    "kel", "lan", "lor", "mar", "mel", "mor", "nar", "nel", "or", "pel", "quin", "ral", "rin", "sel", "ser", "tam",
    "tor", "ul", "vain", "vel", "war", "wyn", "yar", "zel",
];
const ENDINGS: [&str; 12] = ["by", "cott", "dale", "er", "ford", "ham", "ley", "low", "man", "ston", "wick", "worth"];

/// The numbers of one run; the same in each.
pub struct Random(u64);

impl Random {
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// SplitMix64.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut value = self.0;
        value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        value ^ (value >> 31)
    }

    pub fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }

    fn fraction(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// Names of which few are borne by many.
struct Names {
    names: Vec<String>,
    /// Up to and with each name, the part of all bearers.
    reach: Vec<f64>,
}

impl Names {
    fn new(count: usize, exponent: f64, name: impl Fn(usize) -> String) -> Self {
        let weights: Vec<f64> = (1..=count).map(|rank| (rank as f64).powf(-exponent)).collect();
        let all: f64 = weights.iter().sum();
        let reach = weights.iter().scan(0.0, |sum, weight| {
            *sum += weight / all;
            Some(*sum)
        });
        Self { reach: reach.collect(), names: (0..count).map(name).collect() }
    }

    fn one(&self, random: &mut Random) -> usize {
        let wanted = random.fraction();
        self.reach.partition_point(|reach| *reach < wanted).min(self.names.len() - 1)
    }
}

/// A name of three syllables or two and an ending; no two numbers give the same.
fn surname(number: usize) -> String {
    // A step without a common divisor walks through all of them in no order.
    let number = number * 7919 % (40 * 40 * 12);
    capital(&[SYLLABLES[number % 40], SYLLABLES[number / 40 % 40], ENDINGS[number / 1600]].concat())
}

fn first_name(number: usize) -> String {
    let number = number * 997 % 1600;
    capital(&[SYLLABLES[number % 40], SYLLABLES[number / 40]].concat())
}

fn capital(word: &str) -> String {
    word[..1].to_uppercase() + &word[1..]
}

/// All people, and how many of a group bear each surname.
pub struct People {
    surnames: Names,
    first_names: Names,
    random: Random,
    made: u64,
    bearers: HashMap<(bool, usize), u64>,
    first: Option<MemberDetails>,
}

/// A search with what it must find.
pub struct Looked {
    pub what: &'static str,
    pub term: String,
    pub group: Option<i64>,
    pub hits: u64,
    /// Milliseconds.
    pub limit: f64,
}

impl People {
    pub fn new() -> Self {
        Self {
            surnames: Names::new(SURNAMES, 0.8, surname),
            first_names: Names::new(FIRST_NAMES, 0.6, first_name),
            random: Random::new(17),
            made: 0,
            bearers: HashMap::new(),
            first: None,
        }
    }

    /// Somebody new.
    pub fn one(&mut self, in_largest: bool) -> MemberDetails {
        let surname = self.surnames.one(&mut self.random);
        let first = self.first_names.one(&mut self.random);
        *self.bearers.entry((in_largest, surname)).or_default() += 1;
        self.made += 1;
        let (last_name, first_name) = (self.surnames.names[surname].clone(), self.first_names.names[first].clone());
        let number = self.made;
        let email = (self.random.below(100) >= 4)
            .then(|| format!("{}.{}{number}@mail.example", first_name.to_lowercase(), last_name.to_lowercase()));
        let born = NaiveDate::from_ymd_opt(1950, 1, 1).expect("a day") + Days::new(self.random.below(22_000));
        let details = MemberDetails {
            email,
            gender: if number.is_multiple_of(2) { Gender::Female } else { Gender::Male },
            date_of_birth: born,
            unique_id: (self.random.below(100) >= 20).then(|| format!("Q{number:07}")),
            address_line1: Some(format!("{} Mill Road", self.random.below(9000) + 1)),
            city: Some("Dayton".to_owned()),
            state: Some("OH".to_owned()),
            zip_code: Some("45402".to_owned()),
            first_name,
            last_name,
            ..domain::examples::member_details()
        };
        let details = MemberDetails { pricing_group: None, ..details };
        if in_largest && self.first.is_none() && details.email.is_some() && details.unique_id.is_some() {
            self.first = Some(details.clone());
        }
        details
    }

    /// Somebody of the largest group who has an e-mail address and a unique id.
    pub fn first(&self) -> MemberDetails {
        self.first.clone().expect("somebody was made")
    }

    /// The surname of the most and of the fewest people.
    pub fn most_and_least_common(&self) -> (String, String) {
        let mut bearers: HashMap<usize, u64> = HashMap::new();
        for ((_, surname), count) in &self.bearers {
            *bearers.entry(*surname).or_default() += count;
        }
        let named = |surname: Option<&usize>| self.surnames.names[*surname.expect("somebody was made")].clone();
        let by = |surname: &&usize| (bearers[*surname], **surname);
        (named(bearers.keys().max_by_key(by)), named(bearers.keys().min_by_key(by)))
    }

    /// Searches of every size, each by the name that comes nearest to it.
    pub fn looked_for(&self, filled: &Filled) -> Vec<Looked> {
        let first = self.first.clone().expect("somebody was made");
        let (rare, rare_hits) = self.near(160, false);
        let (common, common_hits) = self.near(1700, true);
        let (piece, piece_hits) = self.piece_near(60_000);
        let all = |what, term: String, hits, limit| Looked { what, term, group: None, hits, limit };
        vec![
            all("a name among all", rare, rare_hits, 10.0),
            Looked {
                what: "a name in the largest group",
                term: common,
                group: Some(filled.largest),
                hits: common_hits,
                limit: 25.0,
            },
            all("three letters and more among all", piece, piece_hits, 100.0),
            all("an e-mail address among all", first.email.unwrap_or_default(), 1, 10.0),
            all("a unique id among all", first.unique_id.unwrap_or_default().to_lowercase(), 1, 10.0),
            all("a group's name among all", filled.small_name.clone(), filled.small_members, 10.0),
            all("nobody", "zzqxv".to_owned(), 0, 10.0),
        ]
    }

    /// The surname that finds about so many, and how many it finds: those of longer names that hold it too.
    fn near(&self, wanted: u64, in_largest: bool) -> (String, u64) {
        let names: Vec<String> = self.surnames.names.iter().map(|name| name.to_lowercase()).collect();
        let bearers = |number: usize| {
            let of = |largest| self.bearers.get(&(largest, number)).copied().unwrap_or(0);
            if in_largest { of(true) } else { of(true) + of(false) }
        };
        let found = |term: &str| (0..SURNAMES).filter(|number| names[*number].contains(term)).map(bearers).sum::<u64>();
        let each = names.iter().map(|name| (name.clone(), found(name)));
        each.min_by_key(|(_, hits)| hits.abs_diff(wanted)).expect("there are names")
    }

    /// The middle of surnames that has about so many bearers; in no first name.
    fn piece_near(&self, wanted: u64) -> (String, u64) {
        let mut pieces: HashMap<String, u64> = HashMap::new();
        for (number, name) in self.surnames.names.iter().enumerate() {
            let bearers: u64 = [true, false].iter().filter_map(|largest| self.bearers.get(&(*largest, number))).sum();
            let name = name.to_lowercase();
            let mut own: Vec<&str> = (0..name.len().saturating_sub(3)).map(|from| &name[from..from + 4]).collect();
            own.sort_unstable();
            own.dedup();
            for piece in own {
                *pieces.entry(piece.to_owned()).or_default() += bearers;
            }
        }
        let in_first = |piece: &str| self.first_names.names.iter().any(|name| name.to_lowercase().contains(piece));
        let clean = pieces
            .into_iter()
            .filter(|(piece, _)| !in_first(piece) && !"mill road dayton mail example".contains(piece.as_str()));
        let mut clean: Vec<_> = clean.collect();
        clean.sort();
        clean.into_iter().min_by_key(|(_, bearers)| bearers.abs_diff(wanted)).expect("there are pieces")
    }
}
