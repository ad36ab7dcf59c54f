//! Number formats of the printed report (U+2212 for minus; a rounded zero has no sign).

use chrono::Datelike;

use crate::DateRange;
use crate::invoices::shown_count;
use crate::period::shown_date;
use crate::utilization::BLANK;

/// `01/01/2026–07/31/2026`.
pub(super) fn range(range: DateRange) -> String {
    format!("{}–{}", shown_date(range.start), shown_date(range.end))
}

/// The year of a range that lies in one, else another word.
pub(super) fn span_name(range: DateRange, otherwise: &str) -> String {
    if range.start.year() == range.end.year() { range.start.year().to_string() } else { otherwise.to_owned() }
}

/// `January 1 to July 31, 2026`.
pub(super) fn range_in_words(range: DateRange) -> String {
    let (start, end) = (range.start, range.end);
    let end_shown = end.format("%B %-d, %Y");
    match (start == end, start.year() == end.year()) {
        (true, _) => end_shown.to_string(),
        (_, true) => format!("{} to {end_shown}", start.format("%B %-d")),
        _ => format!("{} to {end_shown}", start.format("%B %-d, %Y")),
    }
}

/// What a text is called that may be blank.
pub(super) fn name(text: &str) -> &str {
    if text.is_empty() { BLANK } else { text }
}

/// A count with commas.
pub(super) fn count(count: u64) -> String {
    shown_count(count as i64)
}

/// The part of a whole in tenths of a percent, rounded half up.
pub(super) fn tenths(count: u64, total: u64) -> i64 {
    let (count, total) = (u128::from(count), u128::from(total.max(1)));
    ((count * 2000 + total) / (total * 2)) as i64
}

/// Tenths as `12.5`.
pub(super) fn decimal(tenths: i64) -> String {
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// A difference of so many units of the last decimal, with its sign: `+3.38` of 338 and two decimals.
pub(super) fn signed(units: i64, decimals: u32) -> String {
    let scale = 10_u64.pow(decimals);
    let size = units.unsigned_abs();
    let whole = count(size / scale);
    let shown =
        if decimals == 0 { whole } else { format!("{whole}.{:0width$}", size % scale, width = decimals as usize) };
    match units {
        0 => shown,
        1.. => format!("+{shown}"),
        _ => format!("−{shown}"),
    }
}

/// A fraction in hundredths of a percent, as it is printed.
pub(super) fn hundredths(fraction: f64) -> i64 {
    (fraction * 10_000.0).round() as i64
}

/// Hundredths of a percent as `42.39%`.
pub(super) fn percent(hundredths: i64) -> String {
    format!("{}.{:02}%", count((hundredths / 100).unsigned_abs()), hundredths % 100)
}

/// Minutes with a decimal only where they have one.
pub(super) fn minutes(minutes: f64) -> String {
    if minutes.fract() == 0.0 { format!("{minutes:.0}") } else { format!("{minutes:.1}") }
}

/// How much more or less of a count there is, in percent of what there was; none when there was nothing.
pub(super) fn growth(now: u64, before: u64) -> Option<String> {
    let (now, was) = (i128::from(now), i128::from(before));
    let tenths = (before > 0).then(|| ((now - was) * 1000) as f64 / before as f64)?;
    Some(format!("{}%", signed(tenths.round() as i64, 1)))
}
