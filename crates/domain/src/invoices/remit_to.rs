//! Whether an address is whole, so that a check that is sent to it arrives (rules.md#remit-to).

use crate::members::states::read_state;

/// What an address lacks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AddressLack {
    /// There is none.
    Everything,
    /// It has one line: the street or the place is missing.
    SecondLine,
    /// It does not end with a state and a ZIP code, or abroad its place has no postal code.
    PostalCode,
}

/// How the country is called that an address without one is in.
const UNITED_STATES: [&str; 5] = ["us", "usa", "united states", "united states of america", "america"];

/// The first thing that an address lacks, given top to bottom; `None` when it is whole.
pub fn address_lack(lines: &[String]) -> Option<AddressLack> {
    let (place, is_abroad) = match lines {
        [] => return Some(AddressLack::Everything),
        [_] => return Some(AddressLack::SecondLine),
        [.., place, country] if lines.len() > 2 && is_country(country) => (place, !is_united_states(country)),
        [.., place] => (place, false),
    };
    let has_code = if is_abroad { place.chars().any(char::is_numeric) } else { ends_with_zip_code(place) };
    (!has_code).then_some(AddressLack::PostalCode)
}

/// A last line without figures and without a state.
fn is_country(line: &str) -> bool {
    !line.chars().any(char::is_numeric) && before_state(line).is_none()
}

fn is_united_states(country: &str) -> bool {
    let letters = country.chars().filter(|sign| *sign != '.').collect::<String>().to_lowercase();
    UNITED_STATES.contains(&letters.trim())
}

/// Whether a line reads like `Columbus, OH 43215`, with or without the country behind it.
fn ends_with_zip_code(line: &str) -> bool {
    let line = match line.rsplit_once([',', ' ']) {
        Some((before, country)) if is_united_states(country) => before,
        _ => line,
    };
    let Some((before, code)) = line.trim_end_matches([',', ' ']).rsplit_once(' ') else { return false };
    let is_number = |part: &str, length: usize| part.len() == length && part.bytes().all(|b| b.is_ascii_digit());
    let is_code = match code.split_once('-') {
        Some((five, four)) => is_number(five, 5) && is_number(four, 4),
        None => is_number(code, 5),
    };
    is_code && before_state(before).is_some_and(|city| city.chars().any(char::is_alphabetic))
}

/// What stands before the state at the end of a line, if there is one: the longest name of a state has three words.
fn before_state(line: &str) -> Option<&str> {
    let line = line.trim_end_matches([',', ' ']);
    let starts = line.rmatch_indices([' ', ',']).map(|(at, _)| at + 1).take(3).chain([0]);
    starts.into_iter().find(|at| read_state(&line[*at..]).is_some()).map(|at| &line[..at])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_whole_with_street_place_state_and_zip_code() {
        use AddressLack::{Everything, PostalCode, SecondLine};
        for (address, lack) in [
            ("88 Tannery Row|Columbus, OH 43215", None),
            ("88 Tannery Row|Columbus, OH 43215-1204", None),
            ("Accounts Receivable|PO Box 12345|Columbus OH 43215", None),
            ("88 Tannery Row|Columbus, Ohio 43215", None),
            ("1 Main St|Washington, District of Columbia 20001", None),
            ("1 Main St|New York,NY 10001", None),
            ("88 Tannery Row|Columbus, OH 43215|U.S.A.", None),
            ("88 Tannery Row|Columbus, OH 43215, USA", None),
            ("88 Tannery Row|Toronto, ON M5V 2T6|Canada", None),
            ("", Some(Everything)),
            ("Columbus, OH 43215", Some(SecondLine)),
            ("88 Tannery Row|Columbus, OH", Some(PostalCode)),
            ("88 Tannery Row|Columbus", Some(PostalCode)),
            ("Accounts Receivable|PO Box 12345|Columbus, OH", Some(PostalCode)),
            ("Accounts Receivable|PO Box 12345", Some(PostalCode)),
            ("88 Tannery Row|Suite 43215", Some(PostalCode)),
            ("88 Tannery Row|Columbus, OH 4321", Some(PostalCode)),
            ("88 Tannery Row|Columbus 43215", Some(PostalCode)),
            ("88 Tannery Row|OH 43215", Some(PostalCode)),
            ("88 Tannery Row|Columbus, OH|USA", Some(PostalCode)),
            ("88 Tannery Row|Toronto, ON|Canada", Some(PostalCode)),
            ("88 Tannery Row|Columbus, OH 43215-12", Some(PostalCode)),
        ] {
            let lines: Vec<String> = address.split('|').filter(|line| !line.is_empty()).map(str::to_owned).collect();
            assert_eq!(address_lack(&lines), lack, "{address}");
        }
    }
}
