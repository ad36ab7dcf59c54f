//! The bands of the report (rules.md#utilization-report): ages, consults a member, hours of the day.

/// A band by the name it is shown under.
pub(super) type Band = &'static str;

/// Ages in years on the day of the consult, by the last year of each band.
const AGES: [(i16, Band); 7] =
    [(17, "0-17"), (25, "18-25"), (35, "26-35"), (45, "36-45"), (55, "46-55"), (64, "56-64"), (i16::MAX, "65+")];

/// Consults that one member had in the range, by the most of each band.
const FREQUENCIES: [(u64, Band); 4] = [(1, "1 consult"), (2, "2 consults"), (3, "3 consults"), (u64::MAX, "4 or more")];

/// Hours of the day in Eastern Time, by the last hour of each band.
const CALL_TIMES: [(i16, Band); 4] = [(5, "12-6 AM"), (11, "6 AM-12 PM"), (17, "12-6 PM"), (i16::MAX, "6 PM-12 AM")];

/// The bands of ages, youngest first.
pub(super) fn ages() -> impl Iterator<Item = Band> {
    AGES.iter().map(|(_, band)| *band)
}

/// The bands of frequency, seldom first.
pub(super) fn frequencies() -> impl Iterator<Item = Band> {
    FREQUENCIES.iter().map(|(_, band)| *band)
}

/// The bands of call times, from midnight on.
pub(super) fn call_times() -> impl Iterator<Item = Band> {
    CALL_TIMES.iter().map(|(_, band)| *band)
}

/// The band of an age in years.
pub(super) fn age(years: i16) -> Band {
    of(&AGES, years)
}

/// The band of a member who had so many consults.
pub(super) fn frequency(consults: u64) -> Band {
    of(&FREQUENCIES, consults)
}

/// The band of an hour of the day, 0 to 23.
pub(super) fn call_time(hour: i16) -> Band {
    of(&CALL_TIMES, hour)
}

fn of<T: PartialOrd + Copy, const N: usize>(bands: &[(T, Band); N], value: T) -> Band {
    bands.iter().find(|(last, _)| value <= *last).unwrap_or(&bands[N - 1]).1
}
