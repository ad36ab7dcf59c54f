//! Given and family names, read once for each spelling and compared once for each pair of spellings.

pub(in crate::census::matching) mod spelling;

mod brief;

use self::brief::Brief;
use super::spelling::{Likeness, likeness, plain, sound};
use super::words::{Word, Words};
use crate::census::given_names::Nicknames;

/// A name, by the number of the text that it is plainly written; the default is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(super) struct NameId(u32);

impl NameId {
    pub(super) const fn of_number(number: u32) -> Self {
        Self(number)
    }

    pub(super) const fn is_none(self) -> bool {
        self.0 == 0
    }

    pub(super) const fn number(self) -> u32 {
        self.0
    }
}

/// What keeps father and son apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) enum Suffix {
    #[default]
    None,
    Senior,
    /// Jr, II or 2nd: the same man is written either way.
    Second,
    Third,
    Fourth,
}

impl Suffix {
    pub(super) const ALL: [Self; 5] = [Self::None, Self::Senior, Self::Second, Self::Third, Self::Fourth];

    /// What stands in a column of its own.
    pub(super) fn read(text: &str) -> Self {
        if text.is_empty() { Self::None } else { Self::of(&text.trim_end_matches('.').to_lowercase()) }
    }

    fn of(word: &str) -> Self {
        match word {
            "sr" | "senior" => Self::Senior,
            "jr" | "junior" | "ii" | "2nd" => Self::Second,
            "iii" | "3rd" => Self::Third,
            "iv" | "4th" => Self::Fourth,
            _ => Self::None,
        }
    }
}

/// A name, without suffix.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Name {
    /// Its words without blanks, so that "Mc Donald" is "McDonald".
    pub joined: Word,
    /// Where its words begin among those of all names; 0 when it is one.
    parts: u32,
    /// Its first letter; 0 for nothing.
    pub initial: u32,
    /// What the whole of it sounds like; 0 for nothing.
    pub sound: u32,
    pub nicknames: Nicknames,
    /// The initial of a middle name behind it, which is none of its words; 0 for none.
    pub middle: u32,
    /// Whether initials are all of it.
    pub is_initial: bool,
    /// Whether a word of it ends in a digit, as "Baby 2" does: then one sign more or less is somebody else and no slip. Within a word a digit
    /// is a letter that was misread.
    pub is_numbered: bool,
}

impl Name {
    /// Whether it is one word.
    pub(super) const fn is_one_word(&self) -> bool {
        self.parts == 0
    }
}

/// The most words of a name that count.
const MOST_PARTS: usize = 6;

/// All names of both sides.
pub(super) struct Names {
    /// By the number of the text that each is plainly written.
    briefs: Vec<Brief>,
    /// Names of which there is more to know than stands there, with their suffixes.
    others: Vec<(Name, Suffix)>,
    /// The words of names that have several, each name's followed by none.
    parts: Vec<Word>,
    buffer: String,
}

impl Names {
    pub(super) fn new() -> Self {
        Self { briefs: vec![Brief::default()], others: Vec::new(), parts: vec![Word::NONE], buffer: String::new() }
    }

    pub(super) fn get(&self, name: NameId) -> Name {
        let brief = self.briefs[name.0 as usize];
        brief.place().map_or_else(|| brief.name(name), |place| self.others[place].0)
    }

    /// The words of a name, which may be one.
    pub(super) fn parts<'a>(&'a self, name: &'a Name) -> &'a [Word] {
        if name.is_one_word() {
            return std::slice::from_ref(&name.joined);
        }
        let rest = &self.parts[name.parts as usize..];
        &rest[..rest.iter().position(|part| part.is_none()).unwrap_or(rest.len())]
    }

    /// The first word of a name.
    pub(super) fn first(&self, name: &Name) -> Word {
        self.parts(name).first().copied().unwrap_or_default()
    }

    /// Reads a name as a file spells it.
    pub(super) fn name(&mut self, spelling: &str, words: &mut Words) -> (NameId, Suffix) {
        plain(spelling, &mut self.buffer);
        let written = words.word(&self.buffer);
        if written.is_none() {
            return Default::default();
        }
        let name = NameId(written.number());
        if self.briefs.len() <= written.place() {
            self.briefs.resize(written.place() + 1, Brief::default());
        }
        if self.briefs[written.place()].is_none() {
            self.briefs[written.place()] = self.read(name, words);
        }
        (name, self.briefs[written.place()].place().map_or(Suffix::None, |place| self.others[place].1))
    }

    /// Reads the name that is written in the buffer.
    fn read(&mut self, written: NameId, words: &mut Words) -> Brief {
        let mut suffix = Suffix::None;
        let mut parts: Vec<&str> = Vec::new();
        for part in self.buffer.split(' ').filter(|part| !part.is_empty()).take(MOST_PARTS) {
            match Suffix::of(part) {
                found if found != Suffix::None && !parts.is_empty() => suffix = found,
                _ => parts.push(part),
            }
        }
        let middle = take_middle_initials(&mut parts);
        let joined = parts.concat();
        let mut name = Name {
            joined: if joined == self.buffer { Word::of_number(written.0) } else { words.word(&joined) },
            parts: 0,
            initial: joined.chars().next().map_or(0, u32::from),
            sound: sound(&joined),
            nicknames: parts.first().map_or_else(Nicknames::default, |first| Nicknames::of(first)),
            middle,
            is_initial: parts.iter().all(|part| is_initial(part)),
            is_numbered: parts.iter().any(|part| part.ends_with(|last: char| last.is_ascii_digit())),
        };
        if parts.len() > 1 {
            name.parts = u32::try_from(self.parts.len()).unwrap_or_default();
            self.parts.extend(parts.iter().map(|part| words.word(part)).chain([Word::NONE]));
        }
        let brief = Brief::of(&name);
        if brief.name(written) == name && suffix == Suffix::None {
            return brief;
        }
        self.others.push((name, suffix));
        Brief::elsewhere(self.others.len() - 1)
    }
}

fn is_initial(part: &str) -> bool {
    part.chars().nth(1).is_none() && part.chars().all(char::is_alphabetic)
}

/// Takes the initials behind the words of a name away, and gives the first of them: some files write them, others do not.
fn take_middle_initials(parts: &mut Vec<&str>) -> u32 {
    let words = parts.iter().rposition(|part| !is_initial(part)).map_or(parts.len(), |last| last + 1);
    let middle = parts.get(words).and_then(|part| part.chars().next()).map_or(0, u32::from);
    parts.truncate(words);
    middle
}

/// How alike pairs of texts are, remembered: the same names meet again and again.
///
/// A table of fixed size in which a new pair takes the place of an old one, so that no file makes it grow.
pub(super) struct Remembered(Vec<u64>);

/// The places of the table: 1 MB.
const PLACES: u64 = 1 << 17;
/// Numbers of texts that fit into a place beside the answer.
const BITS: u32 = 30;

impl Remembered {
    pub(super) fn new() -> Self {
        Self(vec![0; PLACES as usize])
    }

    /// How alike two texts are.
    pub(super) fn likeness(&mut self, one: Word, other: Word, words: &Words) -> Likeness {
        if one == other {
            return Likeness::Same;
        }
        let (low, high) = if one < other { (one, other) } else { (other, one) };
        let fresh = || likeness(words.text(low), words.text(high));
        if high.number() >> BITS != 0 {
            return fresh();
        }
        let pair = u64::from(low.number()) << BITS | u64::from(high.number());
        // The upper bits of the product depend on all of the pair.
        let place = (pair.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - PLACES.trailing_zeros())) as usize;
        let held = self.0[place];
        if held >> 4 == pair {
            return ANSWERS[(held & 15) as usize];
        }
        let found = fresh();
        self.0[place] = pair << 4 | found as u64;
        found
    }
}

/// By their numbers; two different texts are never the same.
const ANSWERS: [Likeness; 16] = {
    let mut answers = [Likeness::Other; 16];
    answers[Likeness::Close as usize] = Likeness::Close;
    answers[Likeness::Similar as usize] = Likeness::Similar;
    answers[Likeness::Weak as usize] = Likeness::Weak;
    answers
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suffixes_leave_the_name_wherever_they_stand_but_first() {
        let (mut words, mut names) = (Words::new(), Names::new());
        for (spelling, joined, suffix) in [
            ("Smith, Jr.", "smith", Suffix::Second),
            ("Smith II", "smith", Suffix::Second),
            ("Mc Donald Sr", "mcdonald", Suffix::Senior),
            ("Junior", "junior", Suffix::None),
            ("", "", Suffix::None),
            ("?!", "", Suffix::None),
        ] {
            let (name, found) = names.name(spelling, &mut words);
            assert_eq!((words.text(names.get(name).joined), found), (joined, suffix), "{spelling}");
        }
        assert_eq!(names.name("Smith, Jr.", &mut words), names.name("SMITH JR", &mut words));
    }

    #[test]
    fn a_middle_initial_is_no_part_of_the_name() {
        let (mut words, mut names) = (Words::new(), Names::new());
        for (spelling, joined, middle, is_initial) in [
            ("Angel A.", "angel", Some('a'), false),
            ("Mary Jo B C", "maryjo", Some('b'), false),
            ("M. M.", "mm", None, true),
            ("J", "j", None, true),
            ("Baby 2", "baby2", None, false),
            ("J Robert", "jrobert", None, false),
        ] {
            let (id, _) = names.name(spelling, &mut words);
            let name = names.get(id);
            let found = (words.text(name.joined), char::from_u32(name.middle).filter(|middle| *middle != '\0'));
            assert_eq!((found, name.is_initial), ((joined, middle), is_initial), "{spelling}");
        }
    }

    #[test]
    fn a_name_of_several_words_is_kept_with_each_of_them() {
        let (mut words, mut names) = (Words::new(), Names::new());
        for (spelling, parts) in
            [("de la Cruz", &["de", "la", "cruz"][..]), ("Cruz", &["cruz"]), ("Ana Ruiz Jr", &["ana", "ruiz"])]
        {
            let (id, _) = names.name(spelling, &mut words);
            let name = names.get(id);
            let found: Vec<&str> = names.parts(&name).iter().map(|part| words.text(*part)).collect();
            assert_eq!((found.as_slice(), words.text(names.first(&name))), (parts, parts[0]), "{spelling}");
        }
    }

    #[test]
    fn a_name_of_one_word_takes_four_bytes_and_any_other_is_found_as_well() {
        assert_eq!(size_of::<Brief>(), 4);
        let (mut words, mut names) = (Words::new(), Names::new());
        let spellings = ["Zumbado", "Zumbado Jr", "Zumbado Q", "Robert", "\u{738b}", "Zumbado-Quill", "Zumbado 2", "Z"];
        let read: Vec<_> = spellings.iter().map(|spelling| names.name(spelling, &mut words)).collect();
        assert_eq!(names.others.len(), spellings.len() - 1);
        for (spelling, (name, suffix)) in spellings.iter().zip(read) {
            assert_eq!(names.name(spelling, &mut words), (name, suffix), "{spelling}");
            let (name, written) = (names.get(name), spelling.to_lowercase());
            assert_eq!(char::from_u32(name.initial), written.chars().next(), "{spelling}");
            assert_eq!(name.sound, sound(words.text(name.joined)), "{spelling}");
            assert_eq!(name.nicknames, Nicknames::of(&written), "{spelling}");
        }
    }

    #[test]
    fn what_is_remembered_is_what_was_found() {
        let (mut words, mut seen) = (Words::new(), Remembered::new());
        let (one, other) = (words.word("meyer"), words.word("meier"));
        for _ in 0..2 {
            assert_eq!(seen.likeness(one, other, &words), Likeness::Close);
            assert_eq!(seen.likeness(other, one, &words), Likeness::Close);
            assert_eq!(seen.likeness(one, one, &words), Likeness::Same);
        }
    }
}
