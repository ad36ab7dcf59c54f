//! What a report is made of: how often each value occurs among its consults. Small, however many consults there are.

use std::collections::BTreeMap;

/// A text and how many consults have it; none for those without one.
pub type Named = (Option<String>, u64);

/// How often each value occurs among the completed consults of a report.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tally {
    /// Consults by the number of the gender.
    pub genders: BTreeMap<i16, u64>,
    /// Consults by the age in years on the day.
    pub ages: BTreeMap<i16, u64>,
    /// Consults by the hour of the day in business time, 0 to 23.
    pub hours: BTreeMap<i16, u64>,
    /// Consults by the minutes waited, where they are known.
    pub waits: BTreeMap<i32, u64>,
    /// Consults by their rating, 1 to 5, where there is one.
    pub ratings: BTreeMap<i16, u64>,
    /// Members by how many consults each had.
    pub frequencies: BTreeMap<u64, u64>,
    /// Consults by how the member heard of the service.
    pub sources: Vec<Named>,
    /// Consults by how they were held.
    pub access: Vec<Named>,
    /// Consults by where the member would have gone instead.
    pub alternatives: Vec<Named>,
    /// Consults by state or territory, by name or abbreviation.
    pub regions: Vec<Named>,
    /// Consults by diagnosis; one may have several, or none.
    pub diagnoses: Vec<Named>,
    /// Consults by prescription, as diagnoses.
    pub prescriptions: Vec<Named>,
    /// What the filter left out of the range.
    pub left_out: LeftOut,
}

/// Consults of the range that a filter leaves out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// How many.
    pub consults: u64,
    /// Of how many members.
    pub members: u64,
}

impl Tally {
    /// How many consults there are.
    pub fn consults(&self) -> u64 {
        self.genders.values().sum()
    }

    /// How many members had them.
    pub fn members(&self) -> u64 {
        self.frequencies.values().sum()
    }
}
