//! Where the reader is in its file. It moves on line by line, and says of each line where that stands.

use std::sync::Arc;

use super::plan::{Beginning, ReadingPlan};
use crate::census::findings::issue::Issue;
use crate::census::findings::sections::{FamilySection, Section};
use crate::census::lines::repeated_headings::RepeatedHeadings;
use crate::census::lines::sections::Sections;
use crate::census::lines::{Reading, Why};
use crate::census::source::lines::Row;
use crate::census::source::raw::RawRow;
use crate::census::source::refusal::Refusal;

/// Where a row stands.
#[derive(Debug, Default)]
pub(super) struct Region {
    /// The heading that it stands below, where that is not the file's.
    pub(super) headings: Option<Arc<RepeatedHeadings>>,
    /// Whether it has fewer cells than that heading.
    pub(super) is_short: bool,
    /// Whether words take it for no person.
    pub(super) is_doubtful: bool,
    /// The section of people who have left, or may have.
    pub(super) section: Option<Section>,
    /// The section of dependents that tells who the row is.
    pub(super) family: Option<Arc<FamilySection>>,
}

impl Region {
    /// The row with its cells in the order of the file's columns, where it stands below another order.
    pub(super) fn in_order(&self, row: &Row) -> Option<Row> {
        self.headings.as_ref().map(|headings| headings.in_order(row))
    }
}

/// What a line is.
#[derive(Debug, Clone, Copy)]
pub(super) enum Line {
    /// The heading, or a line above it that is left out.
    Above(Why),
    /// A line below the heading that is left out.
    LeftOut(Why),
    /// A row.
    Row,
}

impl Line {
    /// Why it is left out, if it is no row.
    pub(super) const fn why(self) -> Option<Why> {
        match self {
            Self::Row => None,
            Self::Above(why) | Self::LeftOut(why) => Some(why),
        }
    }
}

/// Where the reader is.
pub(super) struct Position {
    sections: Sections,
    /// The heading that came again last, when it is not the file's.
    headings: Option<Arc<RepeatedHeadings>>,
    /// The line of the first quotation mark that is never closed.
    unclosed: Option<u64>,
}

impl Position {
    /// Right below the titles.
    pub(super) fn begin(beginning: &Beginning, plan: &ReadingPlan) -> Self {
        Self {
            sections: Sections::below(beginning.titles(), &plan.lines),
            headings: None,
            unclosed: beginning.heading.unclosed.then_some(beginning.heading.line),
        }
    }

    /// How many columns the next row has.
    pub(super) fn width(&self, plan: &ReadingPlan) -> usize {
        self.headings.as_ref().map_or(plan.width, |headings| headings.width)
    }

    /// What a line above the heading is: a title, or a row of a list that was sorted with its heading.
    pub(super) fn above(&self, row: &Row, plan: &ReadingPlan) -> (Line, Region) {
        let is_doubtful = plan.lines.may_be_above(row);
        let line = if is_doubtful { Line::Row } else { Line::Above(Why::Title) };
        (line, Region { is_short: row.len() < plan.width, is_doubtful, ..Region::default() })
    }

    /// What a line below the heading is.
    pub(super) fn below(&mut self, row: &Row, plan: &ReadingPlan) -> (Line, Region) {
        if row.unclosed {
            self.unclosed.get_or_insert(row.line);
        }
        if let Some(why) = self.repeats(row, plan) {
            return (Line::LeftOut(why), self.region(row, plan));
        }
        let mut region = self.region(row, plan);
        let reading = match region.in_order(row) {
            Some(ordered) => plan.lines.read(&ordered),
            None => plan.lines.read(row),
        };
        match reading {
            Reading::Nobody(why) => return (Line::LeftOut(why), region),
            Reading::Doubtful => region.is_doubtful = true,
            Reading::Row => {}
        }
        (Line::Row, region)
    }

    /// Whether a line repeats the heading or a title, or is the heading of another table.
    fn repeats(&mut self, row: &Row, plan: &ReadingPlan) -> Option<Why> {
        let why = plan.lines.repeated(row);
        if why == Some(Why::Heading) {
            self.headings = None;
        }
        why.or_else(|| {
            self.headings = Some(Arc::new(RepeatedHeadings::at(row, &plan.mapping)?));
            Some(Why::Heading)
        })
    }

    fn region(&self, row: &Row, plan: &ReadingPlan) -> Region {
        Region { headings: self.headings.clone(), is_short: row.len() < self.width(plan), ..Region::default() }
    }

    /// Goes on behind a line that is left out.
    pub(super) fn leave_out(&mut self, row: &Row, line: Line, plan: &ReadingPlan) {
        if let Line::LeftOut(why) = line {
            self.sections.left_out(row, why, &plan.lines);
        }
    }

    /// Goes on with a row, and adds the sections that it stands in.
    pub(super) fn enter(&mut self, row: &Row, cells: &RawRow, region: &mut Region, plan: &ReadingPlan) {
        (region.section, region.family) = self.sections.row(row, cells, &plan.lines);
    }

    /// Why a file without a row is refused.
    pub(super) fn no_rows(&self) -> Refusal {
        self.unclosed.map_or(Refusal::NoRecords, |line| Refusal::UnclosedQuote { line })
    }

    /// What is to be said of the lines that were passed.
    pub(super) fn issues(&self) -> impl Iterator<Item = Issue> {
        self.sections.issues()
    }
}
