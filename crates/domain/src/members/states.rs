//! The 59 states and territories an address may name (rules.md#states): 50 states, DC, five territories, MP among them,
//! and the three codes of military mail.

use crate::text::fold;

/// A state or territory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct State {
    /// The two-letter abbreviation that is stored and sent.
    pub abbreviation: &'static str,
    /// The name shown in lists.
    pub name: &'static str,
}

const fn state(abbreviation: &'static str, name: &'static str) -> State {
    State { abbreviation, name }
}

/// All of them: the states and DC by name, then the territories, then military mail.
pub const STATES: [State; 59] = [
    state("AL", "Alabama"),
    state("AK", "Alaska"),
    state("AZ", "Arizona"),
    state("AR", "Arkansas"),
    state("CA", "California"),
    state("CO", "Colorado"),
    state("CT", "Connecticut"),
    state("DE", "Delaware"),
    state("DC", "District of Columbia"),
    state("FL", "Florida"),
    state("GA", "Georgia"),
    state("HI", "Hawaii"),
    state("ID", "Idaho"),
    state("IL", "Illinois"),
    state("IN", "Indiana"),
    state("IA", "Iowa"),
    state("KS", "Kansas"),
    state("KY", "Kentucky"),
    state("LA", "Louisiana"),
    state("ME", "Maine"),
    state("MD", "Maryland"),
    state("MA", "Massachusetts"),
    state("MI", "Michigan"),
    state("MN", "Minnesota"),
    state("MS", "Mississippi"),
    state("MO", "Missouri"),
    state("MT", "Montana"),
    state("NE", "Nebraska"),
    state("NV", "Nevada"),
    state("NH", "New Hampshire"),
    state("NJ", "New Jersey"),
    state("NM", "New Mexico"),
    state("NY", "New York"),
    state("NC", "North Carolina"),
    state("ND", "North Dakota"),
    state("OH", "Ohio"),
    state("OK", "Oklahoma"),
    state("OR", "Oregon"),
    state("PA", "Pennsylvania"),
    state("RI", "Rhode Island"),
    state("SC", "South Carolina"),
    state("SD", "South Dakota"),
    state("TN", "Tennessee"),
    state("TX", "Texas"),
    state("UT", "Utah"),
    state("VT", "Vermont"),
    state("VA", "Virginia"),
    state("WA", "Washington"),
    state("WV", "West Virginia"),
    state("WI", "Wisconsin"),
    state("WY", "Wyoming"),
    state("AS", "American Samoa"),
    state("GU", "Guam"),
    state("MP", "Northern Mariana Islands"),
    state("PR", "Puerto Rico"),
    state("VI", "U.S. Virgin Islands"),
    state("AA", "Armed Forces Americas"),
    state("AE", "Armed Forces Europe"),
    state("AP", "Armed Forces Pacific"),
];

/// The state of a name or an abbreviation, whatever its case and spacing.
pub fn read_state(text: &str) -> Option<State> {
    let wanted = fold(text);
    let find =
        |told: fn(&State) -> &'static str| STATES.into_iter().find(|state| told(state).eq_ignore_ascii_case(&wanted));
    find(|state| state.abbreviation).or_else(|| find(|state| state.name))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn there_are_59_and_none_twice() {
        let abbreviations: HashSet<_> = STATES.iter().map(|state| state.abbreviation).collect();
        let names: HashSet<_> = STATES.iter().map(|state| state.name).collect();
        assert_eq!((abbreviations.len(), names.len()), (59, 59));
        assert!(
            STATES.iter().all(|s| s.abbreviation.len() == 2 && s.abbreviation.bytes().all(|b| b.is_ascii_uppercase()))
        );
    }

    #[test]
    fn names_and_abbreviations_are_read_alike() {
        for (text, read) in [
            ("OH", Some("OH")),
            (" oh ", Some("OH")),
            ("new  york", Some("NY")),
            ("District of Columbia", Some("DC")),
            ("AE", Some("AE")),
            ("XX", None),
            ("", None),
            ("Ontario", None),
        ] {
            assert_eq!(read_state(text).map(|state| state.abbreviation), read, "{text:?}");
        }
    }
}
