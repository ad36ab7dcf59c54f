//! The same computation once more, as a clerk would do it with a list of entries: no sets, no bits, one person at a time.
//! It shares the vocabulary with the real one and none of its code.

use std::collections::BTreeSet;

use chrono::{Datelike, NaiveDate};

use super::{Consult, Line, Person, World};
use crate::billing::ledger::EntryKind;
use crate::billing::line::BillingType;
use crate::{BillingMonth, DateRange};

/// One entry: who, for which month, on which line, what, at how many cents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Row {
    /// The place of the line among the plan's.
    pub line: usize,
    /// For which month.
    pub month: BillingMonth,
    /// What it does.
    pub kind: EntryKind,
    /// At how many cents.
    pub cents: i64,
    /// The member, or the consult.
    pub id: i64,
}

impl Row {
    /// Its part of the total, in cents.
    pub fn amount(self) -> i64 {
        if self.kind.is_credit() { -self.cents } else { self.cents }
    }
}

/// What the clerk bills, and what lies too far back.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Clerk {
    /// The entries, sorted.
    pub rows: Vec<Row>,
    /// Line, month, whether too much was billed, and id of what lies too far back.
    pub unbilled: BTreeSet<(usize, BillingMonth, bool, i64)>,
}

struct Past {
    window: DateRange,
    rows: Vec<Row>,
    /// Line, month and cents of each charge line, also of those without anybody.
    charged: Vec<(usize, BillingMonth, i64)>,
}

/// All entries of all snapshots but that of `period`.
fn past(world: &World, period: BillingMonth) -> Vec<Past> {
    let others = world.snapshots.iter().filter(|(billed, _)| BillingMonth::of(billed.window.end) != period);
    others
        .map(|(billed, computed)| {
            let mut past = Past { window: billed.window, rows: Vec::new(), charged: Vec::new() };
            for line in &computed.lines {
                let (place, cents) = (line.plan_line.get() as usize - 1, line.rate.cents());
                if line.kind == EntryKind::Charge {
                    past.charged.push((place, line.month, cents));
                }
                let row = |id| Row { line: place, month: line.month, kind: line.kind, cents, id };
                past.rows.extend(line.ids.iter().map(row));
            }
            past
        })
        .collect()
}

/// Strikes out what takes each other back: first a correction with what it corrects, then whatever is the same amount.
fn open_entries(rows: &[Row]) -> Vec<Row> {
    let mut open = rows.to_vec();
    for of_one_kind in [true, false] {
        'again: loop {
            for i in 0..open.len() {
                for j in 0..open.len() {
                    let opposite =
                        open[i].amount() == -open[j].amount() && !open[i].kind.is_credit() && open[j].kind.is_credit();
                    if opposite && (!of_one_kind || is_of_debt(open[i].kind) == is_of_debt(open[j].kind)) {
                        open.remove(i.max(j));
                        open.remove(i.min(j));
                        continue 'again;
                    }
                }
            }
            break;
        }
    }
    open
}

fn is_of_debt(kind: EntryKind) -> bool {
    kind == EntryKind::Debt || kind == EntryKind::ReversedDebt
}

/// What takes back everything that must not be open, and whether one entry may stay.
fn set_right(rows: &[Row], owed: bool, month_cents: Option<i64>) -> (Vec<Row>, bool) {
    let mut open = open_entries(rows);
    open.sort_by_key(|row| (row.kind.is_credit(), is_of_debt(row.kind), Some(row.cents) != month_cents, row.cents));
    let keeps = owed && open.first().is_some_and(|row| !row.kind.is_credit());
    let reversed = open.into_iter().skip(usize::from(keeps)).map(|row| {
        let kind = match row.kind {
            EntryKind::Charge | EntryKind::ReversedCredit => EntryKind::Credit,
            EntryKind::Credit => EntryKind::ReversedCredit,
            EntryKind::Debt => EntryKind::ReversedDebt,
            EntryKind::ReversedDebt => EntryKind::Debt,
        };
        Row { kind, ..row }
    });
    (reversed.collect(), keeps)
}

/// What the plan bills for a window.
pub fn bill(world: &World, window: DateRange) -> Clerk {
    let past = past(world, BillingMonth::of(window.end));
    let mut clerk = Clerk::default();
    for (place, line) in world.lines.iter().enumerate() {
        let month = BillingMonth::of(window.end).plus(line.item.billing_period.offset());
        let found = match line.item.billing_type {
            BillingType::Pepm => employees(world, &past, (place, line), month),
            _ => consults(world, &past, (place, line), month, window),
        };
        for row in found {
            let before = month.since(row.month);
            if row.kind == EntryKind::Charge && row.month == month {
                clerk.rows.push(row);
            } else if line.item.ignore_credits_and_debts || before > 24 {
                continue;
            } else if before <= i32::from(world.look_back.months()) {
                clerk.rows.push(row);
            } else {
                clerk.unbilled.insert((place, row.month, row.kind.is_credit(), row.id));
            }
        }
    }
    clerk.rows.sort();
    clerk
}

fn in_scope(line: &Line, reference: Option<&str>) -> bool {
    match &line.item.reference_id {
        None => true,
        Some(wanted) => reference.is_some_and(|own| own.to_lowercase() == wanted.to_lowercase()),
    }
}

fn counts(line: &Line, person: &Person) -> bool {
    !person.dependent && in_scope(line, person.reference.as_deref())
}

fn month_cents(past: &[Past], place: usize, month: BillingMonth) -> Option<i64> {
    let charged = past.iter().flat_map(|past| &past.charged);
    charged.filter(|(line, of, _)| (*line, *of) == (place, month)).map(|(_, _, cents)| *cents).next()
}

fn rows_of(past: &[Past], place: usize, month: BillingMonth, id: i64) -> Vec<Row> {
    let rows = past.iter().flat_map(|past| &past.rows);
    rows.filter(|row| (row.line, row.month, row.id) == (place, month, id)).copied().collect()
}

fn is_charged(past: &[Past], place: usize, month: BillingMonth, id: i64) -> bool {
    let signs = rows_of(past, place, month, id).into_iter().map(|row| if row.kind.is_credit() { -1 } else { 1 });
    signs.sum::<i32>() > 0
}

fn employees(world: &World, past: &[Past], (place, line): (usize, &Line), billed: BillingMonth) -> Vec<Row> {
    let mut rows = Vec::new();
    let everyone: BTreeSet<i64> = past
        .iter()
        .flat_map(|past| past.rows.iter().filter(|row| row.line == place).map(|row| row.id))
        .chain(world.people.keys().copied())
        .collect();
    for id in everyone {
        let person = world.people.get(&id);
        let is_active =
            |month: BillingMonth| person.is_some_and(|person| person.timeline.is_active_on(month.cut_off()));
        let is_counted = person.is_some_and(|person| counts(line, person));
        if !line.deleted && is_counted && is_active(billed) {
            rows.push(Row { line: place, month: billed, kind: EntryKind::Charge, cents: line.rate.cents(), id });
        }
        for before in 1..=24 {
            let month = billed.plus(-before);
            let cents = month_cents(past, place, month);
            let (reversed, keeps) = set_right(&rows_of(past, place, month, id), is_active(month), cents);
            rows.extend(reversed);
            let elsewhere = (0..world.lines.len())
                .filter(|other| *other != place && world.lines[*other].item.billing_type == BillingType::Pepm)
                .any(|other| is_charged(past, other, month, id));
            if let Some(cents) = cents
                && is_active(month)
                && is_counted
                && !keeps
                && !elsewhere
                && !line.deleted
            {
                rows.push(Row { line: place, month, kind: EntryKind::Debt, cents, id });
            }
        }
    }
    rows
}

fn consults(
    world: &World,
    past: &[Past],
    (place, line): (usize, &Line),
    billed: BillingMonth,
    window: DateRange,
) -> Vec<Row> {
    let mut rows = Vec::new();
    for (id, consult) in &world.consults {
        let billable =
            consult.completed && (consult.after_hours || line.item.billing_type == BillingType::PerConsultation);
        let months: BTreeSet<BillingMonth> =
            past.iter().flat_map(|p| &p.rows).filter(|r| (r.line, r.id) == (place, *id)).map(|r| r.month).collect();
        let mut charged = false;
        for month in months {
            if month >= billed {
                charged |= is_charged(past, place, month, *id);
                continue;
            }
            let cents = month_cents(past, place, month);
            let (reversed, keeps) = set_right(&rows_of(past, place, month, *id), billable, cents);
            rows.extend(reversed);
            charged |= keeps;
        }
        if charged || !billable || line.deleted || !in_scope(line, consult.reference.as_deref()) {
            continue;
        }
        let row = |month, kind, cents| Row { line: place, month, kind, cents, id: *id };
        if window.contains(consult.on) {
            rows.push(row(billed, EntryKind::Charge, line.rate.cents()));
        } else if let Some(month) = late_month(past, (place, line), consult, billed, window.start)
            && !is_charged_beside(world, past, (place, line), *id)
        {
            let cents = month_cents(past, place, month).unwrap_or(line.rate.cents());
            rows.push(row(month, EntryKind::Debt, cents));
        }
    }
    rows
}

/// Whether another line of the same type has billed a consult and not taken it back: it stays there (rules.md#billable-consults).
fn is_charged_beside(world: &World, past: &[Past], (place, line): (usize, &Line), id: i64) -> bool {
    let is_beside = |row: &&Row| {
        row.line != place && world.lines[row.line].item.billing_type == line.item.billing_type && row.id == id
    };
    let sign = |row: &Row| if row.kind.is_credit() { -1 } else { 1 };
    past.iter().flat_map(|past| &past.rows).filter(is_beside).map(sign).sum::<i32>() > 0
}

/// The month that a consult which was not billed in its time belongs to.
fn late_month(
    past: &[Past],
    (place, line): (usize, &Line),
    consult: &Consult,
    billed: BillingMonth,
    start: NaiveDate,
) -> Option<BillingMonth> {
    let counting: Vec<(DateRange, BillingMonth)> = past
        .iter()
        .flat_map(|past| past.charged.iter().filter(|(l, _, _)| *l == place).map(|(_, month, _)| (past.window, *month)))
        .collect();
    let first = counting.iter().map(|(window, _)| window.start).min()?;
    if consult.on < first || consult.on >= start {
        return None;
    }
    let own = counting.iter().find(|(window, _)| window.start <= consult.on && consult.on <= window.end);
    let by_date = BillingMonth::of(consult.on).plus(if consult.on.day() >= 4 { 1 } else { 0 });
    let month = own.map_or(by_date.plus(line.item.billing_period.offset()), |(_, month)| *month);
    Some(month.min(billed))
}
