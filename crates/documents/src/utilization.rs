//! The data of the template of the utilization report: every text of the document as it can be printed.

use domain::utilization::{Column, Figure, Panel, PanelRow, ReportDocument, Section};
use serde::Serialize;

use crate::fonts::Weight;
use crate::measure;
use crate::printable::{Printable, letters_note, plain};

/// Points for the group's name in the cover, where it is large or takes two lines.
const LARGE_NAME: f64 = 28.0;
const SMALL_NAME: f64 = 19.0;
/// A longer name is set small, and so is one that is wider than so many times its type size.
const LONGEST_LARGE_NAME: usize = 40;
const WIDEST_LARGE_NAME: f64 = 28.0;
/// Points of the cover, with a name on one line and on two.
const COVER: [f64; 2] = [196.0, 206.0];

/// Points for a fact, and its type size.
const FACT_ROOM: f64 = 118.0;
const FACT_SIZE: f64 = 9.0;
/// The most lines of a fact.
const FACT_LINES: usize = 4;

/// The narrowest column of names in the lists, as a multiple of its type size.
const NAME_COLUMN: f64 = 7.0;

/// Points for the group's name in running heads and feet.
const RUNNING_ROOM: f64 = 170.0;
const FURNITURE_SIZE: f64 = 7.0;

/// How titles begin that bear the number of a paragraph of the method, and how that begins.
const EXPLAINED: [(&str, &str); 7] = [
    ("Member utilization", "Member utilization."),
    ("Active members", "Active members."),
    ("Median wait", "Median wait."),
    ("Provider rating", "Rating."),
    ("Member use frequency", "Use frequency."),
    ("Breakdown by call times", "Ages and times."),
    (AGES, "Ages and times."),
];
const AGES: &str = "Age groups";

/// The report as printed.
#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Sheet {
    file_title: String,
    sender: Printable,
    initial: Printable,
    prepared: String,
    name: Printable,
    name_size: f64,
    cover: f64,
    subtitle: String,
    facts: Vec<(&'static str, Vec<Printable>)>,
    figures: Vec<FigureSheet>,
    stands_out: Vec<Printable>,
    now: String,
    before: Option<String>,
    months_title: String,
    months: Vec<ColumnSheet>,
    who: SectionSheet,
    how: SectionSheet,
    ages: Vec<ColumnSheet>,
    average_age: Option<String>,
    ages_mark: Option<usize>,
    alternatives: PanelSheet,
    why: SectionSheet,
    small_group_note: Option<String>,
    range: String,
    prior_range: Option<String>,
    comparison: Vec<(&'static str, String, String, String)>,
    method: Vec<(&'static str, String)>,
    /// What is printed in place of letters that no font has.
    letters: Option<Printable>,
    running_name: Printable,
    against: String,
    foot: Vec<Printable>,
}

#[derive(Debug, Serialize)]
struct FigureSheet {
    label: &'static str,
    mark: Option<usize>,
    value: String,
    unit: Option<&'static str>,
    says: String,
    change: Option<String>,
    stars: Option<f64>,
}

#[derive(Debug, Serialize)]
struct ColumnSheet {
    name: String,
    now: f64,
    before: Option<f64>,
    texts: Vec<String>,
}

#[derive(Debug, Serialize)]
struct SectionSheet {
    panels: Vec<PanelSheet>,
    full: u64,
    totals: Vec<String>,
}

#[derive(Debug, Serialize)]
struct PanelSheet {
    title: &'static str,
    mark: Option<usize>,
    aside: Option<String>,
    rows: Vec<RowSheet>,
    withheld: Option<String>,
    compared: bool,
}

#[derive(Debug, Serialize)]
struct RowSheet {
    name: Printable,
    cells: Vec<String>,
    now: f64,
    before: Option<f64>,
}

impl Sheet {
    /// The texts of `document`.
    pub fn of(document: &ReportDocument) -> Self {
        let d = document;
        let is_long = d.name.chars().count() > LONGEST_LARGE_NAME
            || measure::width(Printable::unbroken(&d.name).as_str(), Weight::SemiBold, 1.0) > WIDEST_LARGE_NAME;
        let running = Printable::shortened(&d.name, Weight::Regular, FURNITURE_SIZE, RUNNING_ROOM);
        let against = d.prior_range.as_ref().map(|prior| format!("{} against {prior}", d.range));
        Self {
            file_title: plain(&format!("Utilization report, {}, {}", d.name, d.range)),
            sender: (&d.sender.name).into(),
            initial: d.sender.name.trim().chars().take(1).collect::<String>().to_uppercase().into(),
            prepared: d.prepared.clone(),
            name: (&d.name).into(),
            name_size: if is_long { SMALL_NAME } else { LARGE_NAME },
            cover: COVER[usize::from(is_long)],
            subtitle: d.subtitle.clone(),
            facts: d.facts.iter().map(|(label, value)| (*label, fact(value))).collect(),
            figures: d.figures.iter().map(|found| figure(d, found)).collect(),
            stands_out: d.stands_out.iter().map(Printable::new).collect(),
            now: d.names.0.clone(),
            before: d.names.1.clone(),
            months_title: d.months_title.clone(),
            months: d.months.iter().map(column).collect(),
            who: section(d, &d.who),
            how: section(d, &d.how),
            ages: d.ages.iter().map(column).collect(),
            average_age: d.average_age.clone(),
            alternatives: panel(d, &d.alternatives),
            ages_mark: mark(d, AGES),
            why: section(d, &d.why),
            small_group_note: d.small_group_note.clone(),
            range: d.range.clone(),
            prior_range: d.prior_range.clone(),
            comparison: d.comparison.clone(),
            method: d.method.clone(),
            letters: letters_note(texts(d)),
            against: against.unwrap_or_else(|| d.range.clone()),
            foot: [running.as_str(), &d.range, "Confidential: group-level health information"]
                .map(Printable::unbroken)
                .into(),
            running_name: running,
        }
    }
}

fn fact(value: &str) -> Vec<Printable> {
    Printable::few_lines(value, Weight::Regular, FACT_SIZE, FACT_ROOM, FACT_LINES)
}

/// Stars stand beside the rating only, the last of the figures.
fn figure(document: &ReportDocument, figure: &Figure) -> FigureSheet {
    FigureSheet {
        label: figure.label,
        mark: mark(document, figure.label),
        value: figure.value.clone(),
        unit: figure.unit,
        says: figure.says.clone(),
        change: figure.change.clone(),
        stars: document.stars.filter(|_| figure.label.starts_with("Provider rating")),
    }
}

fn column(column: &Column) -> ColumnSheet {
    ColumnSheet { name: column.name.clone(), now: column.now, before: column.before, texts: column.texts.clone() }
}

/// The number of the paragraph of the method that explains what a title names.
fn mark(document: &ReportDocument, title: &str) -> Option<usize> {
    let (_, head) = EXPLAINED.iter().find(|(begins, _)| title.starts_with(begins))?;
    document.method.iter().position(|(found, _)| found == head).map(|index| index + 1)
}

fn section(document: &ReportDocument, section: &Section) -> SectionSheet {
    SectionSheet {
        panels: section.panels.iter().map(|found| panel(document, found)).collect(),
        full: section.full,
        totals: section.totals.clone(),
    }
}

fn panel(document: &ReportDocument, panel: &Panel) -> PanelSheet {
    PanelSheet {
        title: panel.title,
        mark: mark(document, panel.title),
        aside: panel.aside.clone(),
        rows: panel.rows.iter().map(row).collect(),
        withheld: panel.withheld.clone(),
        compared: panel.compared,
    }
}

fn row(row: &PanelRow) -> RowSheet {
    RowSheet {
        name: Printable::within(&row.name, NAME_COLUMN),
        cells: row.cells.clone(),
        now: row.now,
        before: row.before,
    }
}

/// Every text of a report that people or other systems have written.
fn texts(document: &ReportDocument) -> Vec<&str> {
    let d = document;
    let panels = d.who.panels.iter().chain(&d.how.panels).chain(&d.why.panels).chain([&d.alternatives]);
    let rows = panels.flat_map(|panel| panel.rows.iter().map(|row| &row.name));
    let facts = d.facts.iter().map(|(_, value)| value);
    [&d.sender.name, &d.name].into_iter().chain(facts).chain(&d.stands_out).chain(rows).map(String::as_str).collect()
}
