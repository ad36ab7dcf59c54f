//! Lines of an address: the number of the house and the name of the street, however it is written.

use super::words::{Word, Words};

/// A line of an address, read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Street {
    /// The number it begins with; none when it has none.
    pub number: Word,
    /// The rest, without the words that say what kind of street it is, and without the apartment.
    pub name: Word,
}

impl Street {
    pub(super) const fn is_none(self) -> bool {
        self.number.is_none() && self.name.is_none()
    }
}

/// Words that one file writes out, another shortens and a third leaves away.
const KINDS: &[&str] = &[
    "street",
    "st",
    "str",
    "avenue",
    "ave",
    "av",
    "road",
    "rd",
    "drive",
    "dr",
    "lane",
    "ln",
    "court",
    "ct",
    "place",
    "pl",
    "boulevard",
    "blvd",
    "way",
    "circle",
    "cir",
    "circuit",
    "cct",
    "crescent",
    "cres",
    "cr",
    "terrace",
    "ter",
    "trail",
    "trl",
    "parkway",
    "pkwy",
    "highway",
    "hwy",
    "close",
    "cl",
    "square",
    "sq",
    "loop",
];

/// Words before the number of an apartment, which goes with them.
const UNITS: &[&str] = &["apt", "apartment", "unit", "suite", "ste", "flat", "room", "rm", "no"];

fn compass(word: &str) -> &str {
    match word {
        "north" => "n",
        "south" => "s",
        "east" => "e",
        "west" => "w",
        "northeast" => "ne",
        "northwest" => "nw",
        "southeast" => "se",
        "southwest" => "sw",
        other => other,
    }
}

/// Reads a plain line. What is left empty keeps its text, such as "The Crescent".
pub(super) fn read_street(line: &str, words: &mut Words, buffer: &mut String) -> Street {
    let mut parts = line.split(' ').filter(|part| !part.is_empty()).peekable();
    let is_number = |part: &&str| part.starts_with(|c: char| c.is_ascii_digit());
    let number = parts.next_if(is_number).unwrap_or_default();
    buffer.clear();
    while let Some(part) = parts.next() {
        if UNITS.contains(&part) {
            parts.next_if(|part| part.len() == 1 || is_number(part));
        } else if !KINDS.contains(&part) {
            if !buffer.is_empty() {
                buffer.push(' ');
            }
            buffer.push_str(compass(part));
        }
    }
    let rest = line.get(number.len()..).unwrap_or_default().trim_start();
    let name = if buffer.is_empty() { rest } else { buffer.as_str() };
    Street { number: words.word(number), name: words.word(name) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_of_street_and_apartments_do_not_count() {
        let (mut words, mut buffer) = (Words::new(), String::new());
        for (line, number, name) in [
            ("12 north mill road", "12", "n mill"),
            ("12 n mill rd apt 4b", "12", "n mill"),
            ("12b mill", "12b", "mill"),
            ("po box 77", "", "po box 77"),
            ("street", "", "street"),
            ("144", "144", ""),
            ("unit 3", "", "unit 3"),
            ("", "", ""),
        ] {
            let street = read_street(line, &mut words, &mut buffer);
            assert_eq!((words.text(street.number), words.text(street.name)), (number, name), "{line}");
        }
    }
}
