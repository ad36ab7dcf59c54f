//! The lists of the printed report: names with bars, counts, shares and the change in share.

use super::shown;
use crate::utilization::{Entry, Report, TOP};

/// Rows that a panel holds; of a longer list the rest is one row.
const MOST_ROWS: usize = 8;

/// Answers that stay apart in the stacked bar.
const MOST_ANSWERS: usize = 5;

/// A row of a panel.
#[derive(Debug, Clone, PartialEq)]
pub struct PanelRow {
    /// What its consults have in common.
    pub name: String,
    /// Count, share, and with a year before its count, its share and the points of change.
    pub cells: Vec<String>,
    /// The length of the bar, 0 to 1.
    pub now: f64,
    /// That of the year before.
    pub before: Option<f64>,
}

/// A list.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Panel {
    /// Its title.
    pub title: &'static str,
    /// At the right of the title.
    pub aside: Option<String>,
    /// Its rows.
    pub rows: Vec<PanelRow>,
    /// Why there are none to see.
    pub withheld: Option<String>,
    /// Whether it stands beside the year before.
    pub compared: bool,
}

/// Lists with bars of one scale.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Section {
    /// Its lists.
    pub panels: Vec<Panel>,
    /// What a full track stands for, in percent.
    pub full: u64,
    /// What the bars are shares of: consults now, and before.
    pub totals: Vec<String>,
}

/// A column of a chart.
#[derive(Debug, Clone, PartialEq)]
pub struct Column {
    /// Below it.
    pub name: String,
    /// Its height, 0 to 1.
    pub now: f64,
    /// That of the year before.
    pub before: Option<f64>,
    /// Its figures, one below the other.
    pub texts: Vec<String>,
}

/// One of the two periods.
pub(super) struct Side<'a> {
    total: u64,
    report: &'a Report,
}

impl<'a> Side<'a> {
    pub(super) fn of(report: &'a Report) -> Self {
        Self { total: report.consults, report }
    }
}

/// Both periods.
pub(super) struct Sides<'a> {
    pub(super) now: Side<'a>,
    pub(super) before: Option<Side<'a>>,
}

type List = fn(&Report) -> &[Entry];

/// A row before it has a scale: name, count now, count before where it is known.
struct Counted {
    name: String,
    now: u64,
    before: Option<u64>,
}

/// A list before it has a scale.
struct Counts {
    title: &'static str,
    rows: Vec<Counted>,
    /// Whether it stands beside the year before.
    compared: bool,
}

/// What it means that a name is missing in the list of the year before.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Missing {
    /// There were none.
    None,
    /// It may have been below the first ones.
    Unknown,
}

impl Sides<'_> {
    /// A list, with its rows past the limit as one.
    fn counts(&self, title: &'static str, list: List, most: usize) -> Counts {
        self.compared(title, list, most, self.before.as_ref().map(|side| (list(side.report), Missing::None)))
    }

    /// The first ones of a list. One that was withheld before is compared with nothing.
    fn top(&self, title: &'static str, list: fn(&Report) -> Option<&[Entry]>) -> Counts {
        let earlier = self.before.as_ref().and_then(|side| list(side.report));
        let missing = |earlier: &[Entry]| if earlier.len() < TOP { Missing::None } else { Missing::Unknown };
        let earlier = earlier.map(|earlier| (earlier, missing(earlier)));
        let rows = list(self.now.report).unwrap_or_default();
        Counts { title, compared: earlier.is_some(), rows: rows.iter().map(|entry| counted(entry, earlier)).collect() }
    }

    fn compared(&self, title: &'static str, list: List, most: usize, earlier: Option<(&[Entry], Missing)>) -> Counts {
        let entries = list(self.now.report);
        let kept = if entries.len() <= most { entries.len() } else { most - 1 };
        let mut rows: Vec<Counted> = entries[..kept].iter().map(|entry| counted(entry, earlier)).collect();
        let rest: Vec<Counted> = entries[kept..].iter().map(|entry| counted(entry, earlier)).collect();
        if !rest.is_empty() {
            rows.push(Counted {
                name: format!("{} others", rest.len()),
                now: rest.iter().map(|row| row.now).sum(),
                before: rest.iter().map(|row| row.before).sum(),
            });
        }
        Counts { title, rows, compared: earlier.is_some() }
    }

    /// The shares of a row now and before, in tenths of a percent.
    fn shares(&self, row: &Counted) -> (i64, Option<i64>) {
        let before = self.before.as_ref().zip(row.before).map(|(side, count)| shown::tenths(count, side.total));
        (shown::tenths(row.now, self.now.total), before)
    }

    fn totals(&self) -> Vec<String> {
        [Some(&self.now), self.before.as_ref()].into_iter().flatten().map(|side| shown::count(side.total)).collect()
    }

    /// A list whose full track stands for so many tenths of a percent; `both` prints count and share of the year before too.
    fn panel(&self, counts: Counts, full: i64, both: bool) -> Panel {
        let part = |tenths: i64| tenths as f64 / full.max(1) as f64;
        let row = |row: Counted| {
            let (now, before) = self.shares(&row);
            let mut cells = vec![shown::count(row.now), format!("{}%", shown::decimal(now))];
            if counts.compared {
                cells.extend(earlier_cells(now, before.zip(row.before), both));
            }
            PanelRow { name: row.name, cells, now: part(now), before: before.map(part) }
        };
        let rows = counts.rows.into_iter().map(row).collect();
        Panel { title: counts.title, rows, compared: counts.compared, ..Panel::default() }
    }

    /// Lists that share a scale.
    fn section(&self, lists: Vec<Counts>, both: bool) -> Section {
        let shares = lists.iter().flat_map(|list| &list.rows).map(|row| self.shares(row));
        let most = shares.flat_map(|(now, before)| [Some(now), before]).flatten().max().unwrap_or(0);
        let full = scale(most);
        let panels = lists.into_iter().map(|list| self.panel(list, full, both)).collect();
        Section { panels, full: full.unsigned_abs() / 10, totals: self.totals() }
    }
}

fn counted(entry: &Entry, earlier: Option<(&[Entry], Missing)>) -> Counted {
    let was = |(earlier, missing): (&[Entry], Missing)| {
        let found = earlier.iter().find(|other| other.name == entry.name).map(|other| other.count);
        found.or((missing == Missing::None).then_some(0))
    };
    Counted { name: dashed(&entry.name), now: entry.count, before: earlier.and_then(was) }
}

/// What stands beside a share for the year before: the points between the two as they are printed, so that a reader's subtraction
/// agrees. What is not known is a dash.
fn earlier_cells(now: i64, before: Option<(i64, u64)>, both: bool) -> Vec<String> {
    let known = before.map(|(share, count)| {
        [shown::count(count), format!("{}%", shown::decimal(share)), shown::signed(now - share, 1)]
    });
    let all = known.unwrap_or_else(|| ["–", "–", "–"].map(str::to_owned));
    if both { all.into() } else { all.into_iter().skip(2).collect() }
}

/// What a full track stands for, in tenths of a percent: a little more than the largest share.
fn scale(most: i64) -> i64 {
    ((most / 50 + 2) * 50).min(1000)
}

/// A band with an en dash between its ends, or any other name.
fn dashed(name: &str) -> String {
    let is_band = name.starts_with(|c: char| c.is_ascii_digit()) && !name.contains("consult");
    if is_band { name.replace('-', "–") } else { shown::name(name).to_owned() }
}

pub(super) fn who(sides: &Sides<'_>) -> Section {
    let lists = vec![
        sides.counts("Breakdown by gender", |report| &report.genders, MOST_ROWS),
        sides.counts("Member use frequency", |report| &report.frequencies, MOST_ROWS),
    ];
    sides.section(lists, false)
}

pub(super) fn how(sides: &Sides<'_>) -> Section {
    let lists = vec![
        sides.counts("Consult sources", |report| &report.sources, MOST_ROWS),
        sides.counts("Member access", |report| &report.access, MOST_ROWS),
        sides.counts("Breakdown by call times", |report| &report.call_times, MOST_ROWS),
        sides.counts("States", |report| &report.regions, MOST_ROWS),
    ];
    let mut section = sides.section(lists, false);
    section.panels[2].aside = Some("Eastern Time".to_owned());
    section
}

pub(super) fn why(sides: &Sides<'_>, withheld: &str) -> Section {
    let lists = vec![
        sides.top("Top 5 diagnoses", |report| report.diagnoses.as_deref()),
        sides.top("Top 5 prescriptions", |report| report.prescriptions.as_deref()),
    ];
    let mut section = sides.section(lists, true);
    if sides.now.report.is_withheld() {
        for panel in &mut section.panels {
            panel.withheld = Some(withheld.to_owned());
        }
    }
    section
}

pub(super) fn alternatives(sides: &Sides<'_>) -> Panel {
    let answers = sides.counts("Where members would have gone", |report| &report.alternatives, MOST_ANSWERS);
    sides.panel(answers, 1000, true)
}

pub(super) fn ages(sides: &Sides<'_>) -> Vec<Column> {
    let section = sides.section(vec![sides.counts("Age groups", |report| &report.ages, MOST_ROWS)], false);
    let column = |row: PanelRow| Column { name: row.name, now: row.now, before: row.before, texts: row.cells };
    section.panels.into_iter().flat_map(|panel| panel.rows).map(column).collect()
}
