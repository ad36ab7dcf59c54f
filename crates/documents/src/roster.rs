//! Member lists cut into pages of three columns, by measured names.
//!
//! A page takes what the rows cost, not how many they are: a name too wide for its column stands on two lines and is never
//! cut off. The last page of a list is balanced, so that its columns end together.

use domain::invoices::{ListedMember, MemberList};
use serde::Serialize;

use crate::fonts::Weight;
use crate::printable::Printable;

/// Lines in a column of the page that opens a list, below its head.
const OPENING_LINES: usize = 66;

/// Lines in a column of every further page.
const FURTHER_LINES: usize = 70;

/// Columns on a page.
const COLUMNS: usize = 3;

/// Points: the type size, the width of a column, of a figure of an id, of a date, of the gaps between them and of the
/// square before a new member.
const SIZE: f64 = 7.0;
const COLUMN: f64 = 164.0;
const FIGURE: f64 = 4.5;
const DATE: f64 = 42.0;
const GAP: f64 = 4.0;
const SQUARE: f64 = 6.5;

/// Points at the right of a running head: for the head of a list, or for each of two names.
const HEAD_ROOM: f64 = 186.0;
const NAME_ROOM: f64 = 88.0;

/// A list, cut into pages.
#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Roster {
    /// The head of the list.
    pub title: Printable,
    /// The head as it fits into a running head.
    pub running_title: Printable,
    /// How many at which rate, and how many are new.
    pub summary: Printable,
    /// Points for the name and the id in a column; the date takes the rest.
    pub name_width: f64,
    pub id_width: f64,
    /// The pages.
    pub pages: Vec<RosterPage>,
    /// How many members.
    pub count: String,
    /// What they add up to.
    pub amount: String,
}

/// What one page shows of a list.
#[derive(Debug, Serialize)]
pub(crate) struct RosterPage {
    /// The first name on it, as in a dictionary.
    pub first: Printable,
    /// The last name on it.
    pub last: Printable,
    /// At most three columns, none of them empty.
    pub columns: Vec<Vec<Row>>,
}

/// A member.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Row {
    /// The name in lines that fit.
    pub name: Vec<Printable>,
    /// The name in one line, of which running heads take as much as fits.
    #[serde(skip)]
    pub whole_name: Printable,
    /// The member's id.
    pub id: String,
    /// Since when the member is active.
    pub since: String,
    /// Whether the member is new on the invoice.
    pub new: bool,
}

impl Roster {
    /// The pages of `list`.
    pub fn of(list: &MemberList) -> Self {
        let digits = list.members.iter().map(|member| member.id.to_string().len()).max().unwrap_or(1).max(4);
        let id_width = digits as f64 * FIGURE;
        let name_width = COLUMN - id_width - DATE - 2.0 * GAP;
        let rows: Vec<_> = list.members.iter().map(|member| Row::of(member, name_width)).collect();
        Self {
            title: Printable::new(&list.title),
            running_title: running_title(&list.title),
            summary: Printable::new(&list.summary),
            name_width,
            id_width,
            pages: pages(&rows),
            count: list.count.clone(),
            amount: list.amount.to_string(),
        }
    }
}

/// The head of a list as it fits into a running head.
pub(crate) fn running_title(title: &str) -> Printable {
    Printable::shortened(title, Weight::Regular, SIZE, HEAD_ROOM)
}

impl Row {
    fn of(member: &ListedMember, room: f64) -> Self {
        let name = Printable::unbroken(&member.name);
        let (weight, room) = if member.is_new { (Weight::SemiBold, room - SQUARE) } else { (Weight::Regular, room) };
        Self {
            name: Printable::lines(&member.name, weight, SIZE, room),
            whole_name: name,
            id: member.id.to_string(),
            since: member.detail.clone(),
            new: member.is_new,
        }
    }

    /// The lines it takes.
    fn cost(&self) -> usize {
        self.name.len().max(1)
    }

    fn running_name(&self) -> Printable {
        Printable::shortened(self.whole_name.as_str(), Weight::Regular, SIZE, NAME_ROOM)
    }
}

fn pages(mut rows: &[Row]) -> Vec<RosterPage> {
    let mut pages = Vec::new();
    while let (Some(first), Some(_)) = (rows.first(), rows.last()) {
        let lines = if pages.is_empty() { OPENING_LINES } else { FURTHER_LINES };
        let (columns, rest) = balanced(rows, lines).map_or_else(|| filled(rows, lines), |columns| (columns, &[][..]));
        let last = &rows[rows.len() - rest.len() - 1];
        pages.push(RosterPage {
            first: first.running_name(),
            last: last.running_name(),
            columns: columns.into_iter().map(<[Row]>::to_vec).collect(),
        });
        rows = rest;
    }
    pages
}

/// All rows in columns as short as possible; `None` when they need more than `lines`.
fn balanced(rows: &[Row], lines: usize) -> Option<Vec<&[Row]>> {
    let cost: usize = rows.iter().map(Row::cost).sum();
    (cost.div_ceil(COLUMNS)..=lines).find_map(|height| {
        let (columns, rest) = filled(rows, height);
        rest.is_empty().then_some(columns)
    })
}

/// As many rows as three columns of `lines` take, and those that are left.
fn filled(mut rows: &[Row], lines: usize) -> (Vec<&[Row]>, &[Row]) {
    let mut columns = Vec::new();
    while columns.len() < COLUMNS && !rows.is_empty() {
        let mut used = 0;
        let fitting = rows.iter().take_while(|row| {
            used += row.cost();
            used <= lines
        });
        let (column, rest) = rows.split_at(fitting.count().max(1));
        columns.push(column);
        rows = rest;
    }
    (columns, rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(costs: impl IntoIterator<Item = usize>) -> Vec<Row> {
        let row = |cost| Row {
            name: vec![Printable::new("Name"); cost],
            whole_name: Printable::new("Name"),
            id: "1".to_owned(),
            since: "01/01/2026".to_owned(),
            new: false,
        };
        costs.into_iter().map(row).collect()
    }

    /// The lines of each column of each page.
    fn heights(rows: &[Row]) -> Vec<Vec<usize>> {
        let height = |column: &Vec<Row>| column.iter().map(Row::cost).sum();
        pages(rows).iter().map(|page| page.columns.iter().map(height).collect()).collect()
    }

    #[test]
    fn a_list_fills_its_pages_and_balances_the_last() {
        for (members, expected) in [
            (0, vec![]),
            (1, vec![vec![1]]),
            (4, vec![vec![2, 2]]),
            (197, vec![vec![66, 66, 65]]),
            (198, vec![vec![66, 66, 66]]),
            (199, vec![vec![66, 66, 66], vec![1]]),
            (408, vec![vec![66, 66, 66], vec![70, 70, 70]]),
            (418, vec![vec![66, 66, 66], vec![70, 70, 70], vec![4, 4, 2]]),
        ] {
            assert_eq!(heights(&rows(vec![1; members])), expected, "{members} members");
        }
    }

    #[test]
    fn a_running_head_has_names_as_they_are_written() {
        let member = |last_name: &str| ListedMember {
            name: format!("{last_name}, Jo"),
            id: domain::MemberId(1),
            detail: String::new(),
            is_new: false,
        };
        for (last_name, expected) in [
            ("O’Shaughnessy-Fe", "O’Shaughnessy-Fe, Jo"),
            ("Iiiiiiiiiiiiiiiiiiiiiiiiiiiiiii", "Iiiiiiiiiiiiiiiiiiiiiiiiiiiiiii, Jo"),
        ] {
            let row = Row::of(&member(last_name), 40.0);
            assert!(row.cost() > 1, "{last_name}");
            assert_eq!(row.running_name().as_str(), expected);
        }
    }

    #[test]
    fn wide_names_cost_their_lines_and_no_column_overflows() {
        let wide_every_fifth = rows((0..198).map(|i| 1 + usize::from(i % 5 == 0)));
        let heights = heights(&wide_every_fifth);
        assert_eq!(heights.len(), 2);
        assert!(heights[0].iter().all(|height| (65..=66).contains(height)), "{heights:?}");
        let listed: usize = pages(&wide_every_fifth).iter().flat_map(|page| &page.columns).map(Vec::len).sum();
        assert_eq!(listed, 198);
    }
}
