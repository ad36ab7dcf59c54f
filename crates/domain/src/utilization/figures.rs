//! The arithmetic of the report's cards (rules.md#utilization-report).

use std::collections::BTreeMap;

use crate::DateRange;

/// Days of a year, for which utilization is stated however long the range is.
const DAYS_OF_A_YEAR: f64 = 365.0;
/// The best that a provider can be rated.
const MOST_STARS: f64 = 5.0;

/// Consults per active member, annualized: consults / members x 365 / days in the range; 0 without members.
pub fn utilization(consults: u64, members: u64, range: DateRange) -> f64 {
    if members == 0 {
        return 0.0;
    }
    consults as f64 / members as f64 * DAYS_OF_A_YEAR / range.days().max(1) as f64
}

/// The part of the total consults, in percent; 0 of none.
pub fn share_percent(count: u64, total: u64) -> f64 {
    if total == 0 { 0.0 } else { count as f64 * 100.0 / total as f64 }
}

/// An average rating as the part of 5 stars that is filled, in percent, 0 to 100 (rules.md#utilization-report).
pub fn star_percent(average: f64) -> f64 {
    (average / MOST_STARS * 100.0).clamp(0.0, 100.0)
}

/// The middle of values given as value and how often; between the two middle ones when there are as many above as below. None without
/// any.
pub(super) fn median(values: &BTreeMap<i32, u64>) -> Option<f64> {
    let total: u64 = values.values().sum();
    let at = |wanted: u64| {
        let mut seen = 0;
        values.iter().find_map(|(value, times)| {
            seen += times;
            (seen > wanted).then(|| f64::from(*value))
        })
    };
    let last = total.checked_sub(1)?;
    Some(f64::midpoint(at(last / 2)?, at(total / 2)?))
}

/// The mean of values given as value and how often; none without any.
pub(super) fn average(values: &BTreeMap<i16, u64>) -> Option<f64> {
    let times: u64 = values.values().sum();
    let sum: f64 = values.iter().map(|(value, times)| f64::from(*value) * *times as f64).sum();
    (times > 0).then(|| sum / times as f64)
}
