//! What was measured, as a table.

use std::time::{Duration, Instant};

/// One thing that was measured.
pub struct Row {
    what: String,
    unit: &'static str,
    values: Vec<f64>,
    /// What it must stay under; `None` when it is told only.
    limit: Option<f64>,
    /// The same work with nothing of the product in it, in the same run.
    bare: Option<f64>,
}

impl Row {
    /// Durations in milliseconds.
    pub fn millis(what: impl Into<String>, durations: &[Duration]) -> Self {
        let values = durations.iter().map(|duration| duration.as_secs_f64() * 1000.0).collect();
        Self { what: what.into(), unit: "ms", values, limit: None, bare: None }
    }

    /// A size, of `bytes` bytes, in `unit`.
    pub fn size(what: impl Into<String>, unit: &'static str, bytes: u64) -> Self {
        let part = if unit == "MB" { 1024.0 * 1024.0 } else { 1024.0 };
        Self { what: what.into(), unit, values: vec![bytes as f64 / part], limit: None, bare: None }
    }

    /// Any other figure.
    pub fn figure(what: impl Into<String>, unit: &'static str, value: f64) -> Self {
        Self { what: what.into(), unit, values: vec![value], limit: None, bare: None }
    }

    /// With the limit it is held to.
    pub fn under(self, limit: f64) -> Self {
        Self { limit: Some(limit), ..self }
    }

    /// With the same work done bare.
    pub fn beside(self, bare: &[Duration]) -> Self {
        let bare = Self::millis("", bare).at(50.0);
        Self { bare: Some(bare), ..self }
    }

    /// The middle one.
    pub fn median(&self) -> f64 {
        self.at(50.0)
    }

    /// The value that so many percent stay under.
    fn at(&self, percent: f64) -> f64 {
        let mut sorted = self.values.clone();
        sorted.sort_by(f64::total_cmp);
        let place = (sorted.len() as f64 * percent / 100.0).ceil() as usize;
        sorted.get(place.saturating_sub(1)).copied().unwrap_or(f64::NAN)
    }

    /// The median decides: the machine may have other things to do now and then.
    fn is_missed(&self) -> bool {
        self.limit.is_some_and(|limit| self.at(50.0).is_nan() || self.at(50.0) >= limit)
    }
}

/// Prints the rows; gives whether every limit was kept.
pub fn print(rows: &[Row]) -> bool {
    println!(
        "\n{:<58} {:>9} {:>9} {:>9} {:>6} {:>9} {:>7}",
        "what", "median", "p95", "limit", "kept", "bare", "x bare"
    );
    for row in rows {
        let shown = |value: f64| format!("{value:.2}");
        let limit = row.limit.map_or_else(|| "-".to_owned(), |limit| format!("{limit:.0} {}", row.unit));
        let kept = match (row.limit, row.is_missed()) {
            (None, _) => "-",
            (_, true) => "NO",
            (_, false) => "yes",
        };
        let (bare, ratio) = match row.bare {
            Some(bare) => (shown(bare), shown(row.at(50.0) / bare)),
            None => ("-".to_owned(), "-".to_owned()),
        };
        println!(
            "{:<58} {:>9} {:>9} {limit:>9} {kept:>6} {bare:>9} {ratio:>7}",
            format!("{}, {}", row.what, row.unit),
            shown(row.at(50.0)),
            shown(row.at(95.0)),
        );
    }
    rows.iter().all(|row| !row.is_missed())
}

/// How long each of `times` runs took.
pub fn timed<T>(times: usize, mut work: impl FnMut() -> T) -> Vec<Duration> {
    (0..times)
        .map(|_| {
            let begun = Instant::now();
            let result = work();
            let took = begun.elapsed();
            drop(result);
            took
        })
        .collect()
}
