//! The utilization report: how a group's members used the service between two days (rules.md#utilization-report).
//!
//! A [`ReportFilter`] says which consults count, a [`Tally`] how often each value occurs among them, and [`Report::of`] makes of it
//! everything the report shows. Who consulted never stands in it, and a small group's diagnoses and prescriptions do not either.

mod bands;
mod document;
#[cfg(any(test, feature = "examples"))]
pub mod examples;
mod figures;
mod filter;
mod report;
mod small_group;
mod tally;

#[cfg(test)]
mod tests;

pub use document::{Column, Compared, Figure, Panel, PanelRow, Period, ReportDocument, ReportSource, Section};
pub use figures::{share_percent, star_percent, utilization};
pub use filter::{EARLIEST_DAY, MOST_CHOICES, ReportFilter, ReportForm, latest_months, prior_range};
pub use report::{BLANK, Entry, Report, TOP};
pub use small_group::SmallGroup;
pub use tally::{LeftOut, Named, Tally};
