//! What the printed report says: every figure as the text to print, beside the same days of the year before.

mod panels;
mod sentences;
mod shown;

#[cfg(test)]
mod tests;

use chrono::{DateTime, NaiveDate, Utc};

use self::panels::{Side, Sides};
use super::{Report, ReportFilter, SmallGroup, prior_range};
use crate::groups::MemberSource;
use crate::invoices::{Sender, shown_count};
use crate::period::shown_date;
use crate::{BillingMonth, DateRange, GroupId};

pub use panels::{Column, Panel, PanelRow, Section};

/// Months that fit beside each other.
const MOST_MONTHS: usize = 12;

/// A report with its consults by month.
#[derive(Debug, Clone)]
pub struct Period {
    /// What it says.
    pub report: Report,
    /// The months that its range touches, in order, with the consults of the range in each.
    pub months: Vec<(BillingMonth, u64)>,
}

/// What a printed report is made of.
#[derive(Debug, Clone)]
pub struct ReportSource {
    /// The group.
    pub group: GroupId,
    /// Its name.
    pub name: String,
    /// Since when it is served.
    pub since: NaiveDate,
    /// Who counts its members.
    pub member_source: MemberSource,
    /// Whose report it is.
    pub sender: Sender,
    /// When it was made.
    pub made_at: DateTime<Utc>,
    /// The day of that in business time.
    pub made_on: NaiveDate,
    /// What it is about.
    pub filter: ReportFilter,
    /// Below how many consulting members lists are withheld.
    pub small_group: SmallGroup,
    /// The report.
    pub now: Period,
    /// That of [`prior_range`]; none where there is none.
    pub before: Option<Period>,
}

/// A large figure of the first page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Figure {
    /// What it is.
    pub label: &'static str,
    /// The figure, or what stands in its place.
    pub value: String,
    /// After it, small.
    pub unit: Option<&'static str>,
    /// Below it.
    pub says: String,
    /// The change since the year before; none without one.
    pub change: Option<String>,
}

/// A row of the comparison: the measure, now, before and the change.
pub type Compared = (&'static str, String, String, String);

/// A report, ready to be laid out.
#[derive(Debug, Clone, PartialEq)]
pub struct ReportDocument {
    /// The group.
    pub group: GroupId,
    /// Its name.
    pub name: String,
    /// Whose report it is.
    pub sender: Sender,
    /// The creation time of the file.
    pub made_at: DateTime<Utc>,
    /// `08/03/2026`.
    pub prepared: String,
    /// `January 1 to July 31, 2026, compared with the same dates of 2025`.
    pub subtitle: String,
    /// The range in figures: `01/01/2026–07/31/2026`.
    pub range: String,
    /// That of the year before.
    pub prior_range: Option<String>,
    /// What the report is narrowed to, and who counts members: label and value.
    pub facts: Vec<(&'static str, String)>,
    /// The five figures.
    pub figures: Vec<Figure>,
    /// The rating as a part of five stars, 0 to 1; none without ratings.
    pub stars: Option<f64>,
    /// What a reader should notice, in sentences.
    pub stands_out: Vec<String>,
    /// What the columns of this period are called, `2026`, and those of the year before.
    pub names: (String, Option<String>),
    /// `Consults by month`, or which of them.
    pub months_title: String,
    /// Consults by month.
    pub months: Vec<Column>,
    /// Who consulted.
    pub who: Section,
    /// How, when and where.
    pub how: Section,
    /// By age.
    pub ages: Vec<Column>,
    /// `Average age 37.6, was 37.9`.
    pub average_age: Option<String>,
    /// Where members would have gone; its bars are parts of the whole.
    pub alternatives: Panel,
    /// Why they consulted; withheld for small groups.
    pub why: Section,
    /// Why the lists of [`ReportDocument::why`] are shown.
    pub small_group_note: Option<String>,
    /// This period and the one before; empty without one.
    pub comparison: Vec<Compared>,
    /// How the figures are made: a head and a sentence each, in the order of their numbers.
    pub method: Vec<(&'static str, String)>,
}

impl ReportDocument {
    /// The document of a report.
    pub fn of(source: &ReportSource) -> Self {
        let range = source.filter.range;
        let before = source.before.as_ref().zip(prior_range(range));
        let names = (shown::span_name(range, "now"), before.map(|(_, prior)| shown::span_name(prior, "before")));
        let sides = Sides {
            now: Side::of(&source.now.report),
            before: source.before.as_ref().map(|period| Side::of(&period.report)),
        };
        let (months_title, months) = months(source);
        Self {
            group: source.group,
            name: source.name.clone(),
            sender: source.sender.clone(),
            made_at: source.made_at,
            prepared: shown_date(source.made_on),
            subtitle: sentences::subtitle(source),
            range: shown::range(range),
            prior_range: before.map(|(_, prior)| shown::range(prior)),
            facts: facts(source),
            figures: sentences::figures(source),
            stars: (source.now.report.average_rating >= 1.0).then(|| source.now.report.average_rating / 5.0),
            stands_out: sentences::stands_out(source),
            names,
            months_title,
            months,
            who: panels::who(&sides),
            how: panels::how(&sides),
            ages: panels::ages(&sides),
            average_age: average_age(source),
            alternatives: panels::alternatives(&sides),
            why: panels::why(&sides, &sentences::withheld(source)),
            small_group_note: sentences::small_group_note(source),
            comparison: sentences::comparison(source),
            method: sentences::method(source),
        }
    }

    /// A file name for the download, such as `utilization-harborline-logistics-2026-01-01-2026-07-31.pdf`; letters, digits and hyphens
    /// only.
    pub fn file_name(&self, range: DateRange) -> String {
        let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { ' ' };
        let words: String = self.name.chars().map(plain).collect();
        let words: Vec<&str> = words.split_whitespace().collect();
        format!("utilization-{}-{}-{}.pdf", words.join("-"), range.start, range.end)
    }
}

fn facts(source: &ReportSource) -> Vec<(&'static str, String)> {
    let filter = &source.filter;
    let chosen = |texts: &[String], all: &str| {
        let named = texts.iter().map(|text| shown::name(text).to_owned());
        if texts.is_empty() { all.to_owned() } else { named.collect::<Vec<_>>().join(", ") }
    };
    let regions: Vec<String> =
        filter.regions.iter().map(|state| format!("({}) {}", state.abbreviation, state.name)).collect();
    let counted_by = match source.member_source {
        MemberSource::GroupPortal => "Group Portal",
        MemberSource::PatientPlatform => "Patient Platform",
    };
    vec![
        ("Insurance plans", chosen(&filter.plans, "All plans")),
        ("Group codes", chosen(&filter.codes, "All codes")),
        ("Regions", chosen(&regions, "All regions")),
        ("Member count source", counted_by.to_owned()),
    ]
}

/// The last months of the range, beside those a year earlier.
fn months(source: &ReportSource) -> (String, Vec<Column>) {
    let all = &source.now.months;
    let shown = &all[all.len().saturating_sub(MOST_MONTHS)..];
    let earlier = source.before.as_ref().map(|period| &period.months);
    let of_year_before = |month: BillingMonth| {
        let found = earlier?.iter().find(|(other, _)| *other == month.plus(-12));
        Some(found.map_or(0, |(_, consults)| *consults))
    };
    let counts = shown.iter().map(|(month, consults)| (*month, *consults, of_year_before(*month)));
    let counts: Vec<_> = counts.collect();
    let most = counts.iter().map(|(_, now, before)| (*now).max(before.unwrap_or(0))).max().unwrap_or(0).max(1);
    let part = |count: u64| count as f64 / most as f64;
    let column = |(month, now, before): (BillingMonth, u64, Option<u64>)| Column {
        name: month.name()[..3].to_owned(),
        now: part(now),
        before: before.map(part),
        texts: [Some(now), before].into_iter().flatten().map(|count| shown_count(count as i64)).collect(),
    };
    let title = if all.len() > MOST_MONTHS { "Consults in the last 12 months" } else { "Consults by month" };
    (title.to_owned(), counts.into_iter().map(column).collect())
}

fn average_age(source: &ReportSource) -> Option<String> {
    let now = source.now.report.average_age?;
    let before = source.before.as_ref().and_then(|period| period.report.average_age);
    Some(match before {
        Some(before) => format!("Average age {now:.1}, was {before:.1}"),
        None => format!("Average age {now:.1}"),
    })
}
