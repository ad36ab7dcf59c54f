//! A group with members, one plan and its snapshots, in which months pass and mistakes are mended.

pub mod clerk;

use std::collections::BTreeMap;

use chrono::NaiveDate;

use crate::billing::line::{BillingPeriod, BillingType, LineItem};
use crate::billing::snapshot::*;
use crate::examples;
use crate::members::Status;
use crate::members::status::{StatusChange, Timeline};
use crate::period::read_date;
use crate::{BillingMonth, ConsultId, DateRange, MemberId, Money, PlanLineId, SnapshotId, StatusChangeId};

const KNOWN: &str = "the example knows it";

/// A day, as `2026-07-20`.
pub fn day(text: &str) -> NaiveDate {
    read_date(text).expect(KNOWN)
}

/// A month of 2026; 13 is January 2027, 0 is December 2025.
pub fn month(number: i32) -> BillingMonth {
    BillingMonth::new(2026, 1).expect(KNOWN).plus(number - 1)
}

/// A member.
#[derive(Debug, Clone, Default)]
pub struct Person {
    /// When it is active.
    pub timeline: Timeline,
    /// Whether it is no primary.
    pub dependent: bool,
    /// Its folded reference.
    pub reference: Option<String>,
}

/// A line item.
#[derive(Debug, Clone)]
pub struct Line {
    /// Its values.
    pub item: LineItem,
    /// Its rate now.
    pub rate: Money,
    /// Whether it was taken out of the plan.
    pub deleted: bool,
}

/// A consult.
#[derive(Debug, Clone)]
pub struct Consult {
    /// Its day.
    pub on: NaiveDate,
    /// Whether it took place and was not voided.
    pub completed: bool,
    /// Whether it was after hours.
    pub after_hours: bool,
    /// The folded reference of who consulted.
    pub reference: Option<String>,
}

/// The group.
#[derive(Debug, Clone, Default)]
pub struct World {
    /// The members by id.
    pub people: BTreeMap<i64, Person>,
    /// The plan's line items; the first has the id 1, and so on.
    pub lines: Vec<Line>,
    /// The consults by id.
    pub consults: BTreeMap<i64, Consult>,
    /// How far back bills correct.
    pub look_back: LookBack,
    /// The undeleted snapshots by month, as billed and as computed.
    pub snapshots: Vec<(BilledSnapshot, ComputedSnapshot)>,
}

impl World {
    /// `count` members active since 2020, one PEPM line at 10.00 for the current month.
    pub fn with_members(count: i64) -> Self {
        let mut world = Self::default();
        world.join(1..=count, "2020-01-01");
        world.add_line(BillingType::Pepm, 1000);
        world
    }

    /// Adds members who are active from a day.
    pub fn join(&mut self, ids: impl IntoIterator<Item = i64>, from: &str) {
        for id in ids {
            let person = Person::default();
            self.people.insert(id, person);
            self.change(id, Status::Active, from);
        }
    }

    /// Ends members as of a day.
    pub fn terminate(&mut self, ids: impl IntoIterator<Item = i64>, on: &str) {
        ids.into_iter().for_each(|id| self.change(id, Status::InActive, on));
    }

    /// Begins members again from a day.
    pub fn activate(&mut self, ids: impl IntoIterator<Item = i64>, on: &str) {
        ids.into_iter().for_each(|id| self.change(id, Status::Active, on));
    }

    /// Sets a status, or does nothing where it is in force already.
    pub fn change(&mut self, id: i64, status: Status, on: &str) {
        let on = day(on);
        let person = self.people.get_mut(&id).expect(KNOWN);
        if let Ok(write) = person.timeline.change(status, on, on) {
            // One that no other change has, whatever was cancelled before.
            let last = person.timeline.changes().iter().map(|change| change.id.get()).max();
            person.timeline = person.timeline.after(&write, StatusChangeId(last.map_or(1000, |last| last + 1)));
        }
    }

    /// As if the member had never been changed since `from`.
    pub fn active_throughout(&mut self, id: i64, from: &str) {
        let change = StatusChange { id: StatusChangeId(1), status: Status::Active, effective_on: day(from) };
        self.people.get_mut(&id).expect(KNOWN).timeline = Timeline::new(vec![change]);
    }

    /// Adds a line for everybody at so many cents.
    pub fn add_line(&mut self, billing_type: BillingType, cents: i64) -> &mut LineItem {
        let item = LineItem {
            name: format!("Line {}", self.lines.len() + 1),
            billing_type,
            billing_period: billing_type.default_period(),
            ..examples::line_item()
        };
        self.lines.push(Line { item, rate: Money::from_cents(cents), deleted: false });
        &mut self.lines.last_mut().expect(KNOWN).item
    }

    /// Adds a line per employee and month for those with a reference.
    pub fn add_line_with_reference(&mut self, reference: &str, cents: i64) {
        self.add_line(BillingType::Pepm, cents).reference_id = Some(reference.to_owned());
    }

    /// Changes which month a line bills.
    pub fn set_period(&mut self, line: usize, period: BillingPeriod) {
        self.lines[line].item.billing_period = period;
    }

    /// Changes the rate of a line.
    pub fn set_rate(&mut self, line: usize, cents: i64) {
        self.lines[line].rate = Money::from_cents(cents);
    }

    /// Adds a completed consult.
    pub fn consult(&mut self, id: i64, on: &str) {
        let consult = Consult { on: day(on), completed: true, after_hours: false, reference: None };
        self.consults.insert(id, consult);
    }

    /// Computes the snapshot of a month of 2026 and keeps it, in place of the one that may be there.
    pub fn bill(&mut self, number: i32) -> Bill {
        self.bill_window(month(number).window())
    }

    /// Computes the snapshot of a window and keeps it, in place of the one of its month that may be there.
    pub fn bill_window(&mut self, window: DateRange) -> Bill {
        let computed = self.compute(window);
        let again = self.compute(window);
        assert_eq!(computed, again, "computing twice gives the same");
        assert_eq!(computed.total(), computed.lines.iter().map(ComputedLine::total).sum());
        let period = BillingMonth::of(window.end);
        let id = SnapshotId(period.number().into());
        let billed = BilledSnapshot { id, window, lines: computed.billed_lines() };
        self.snapshots.retain(|(old, _)| old.id != id);
        self.snapshots.push((billed, computed.clone()));
        self.snapshots.sort_by_key(|(snapshot, _)| snapshot.id);
        Bill(computed)
    }

    /// Deletes the latest snapshot.
    pub fn delete_latest(&mut self) {
        self.snapshots.pop();
    }

    /// What the plan bills for a window.
    pub fn compute(&self, window: DateRange) -> ComputedSnapshot {
        self.with_request(window, |request, _| compute(request))
    }

    /// Hands on everything that the snapshot of a window is computed from.
    pub fn with_request<T>(&self, window: DateRange, use_it: impl FnOnce(&SnapshotRequest<'_>, &References) -> T) -> T {
        let period = BillingMonth::of(window.end);
        let references = References::of(self.lines.iter().map(|line| &line.item));
        let terms = self.terms(&references);
        let roster = self.roster(period, &references);
        let others = self.snapshots.iter().map(|(snapshot, _)| snapshot);
        let billed: Vec<_> = others.filter(|old| BillingMonth::of(old.window.end) != period).cloned().collect();
        let consults: Vec<_> = self
            .consults
            .iter()
            .map(|(id, consult)| ConsultFact {
                id: ConsultId(*id),
                on: consult.on,
                is_completed: consult.completed,
                is_after_hours: consult.after_hours,
                reference: references.find(consult.reference.as_deref()),
            })
            .collect();
        let request = SnapshotRequest {
            window,
            look_back: self.look_back,
            lines: &terms,
            roster: &roster,
            consults: &consults,
            billed: &billed,
        };
        use_it(&request, &references)
    }

    fn terms(&self, references: &References) -> Vec<LineTerms> {
        let terms = |(i, line): (usize, &Line)| {
            let terms = LineTerms::of(PlanLineId(i as i64 + 1), &line.item, line.rate, references);
            if line.deleted { terms.deleted() } else { terms }
        };
        self.lines.iter().enumerate().map(terms).collect()
    }

    fn roster(&self, period: BillingMonth, references: &References) -> Roster {
        let mut roster = Roster::new(period);
        for (id, person) in &self.people {
            roster.push(MemberId(*id), !person.dependent, references.find(person.reference.as_deref()));
        }
        for (id, person) in &self.people {
            for span in person.timeline.active_spans() {
                roster.add_span(MemberId(*id), span.from, span.until);
            }
        }
        roster
    }

    /// What was billed for a month over all snapshots, in cents.
    pub fn owed_for(&self, number: i32) -> i64 {
        let lines = self.snapshots.iter().flat_map(|(_, computed)| &computed.lines);
        lines.filter(|line| line.month == month(number)).map(|line| line.total().cents()).sum()
    }
}

/// A computed snapshot, to be compared with what it should be.
#[derive(Debug)]
pub struct Bill(pub ComputedSnapshot);

impl Bill {
    /// One text a line: `kind month quantity x rate = total [ids]`; ids only of corrections.
    pub fn lines(&self) -> Vec<String> {
        let line = |line: &ComputedLine| {
            let ids: Vec<_> = line.ids.iter().map(|id| id.to_string()).collect();
            let ids = if line.is_correction() { format!(" [{}]", ids.join(" ")) } else { String::new() };
            let part = if line.part > 0 { format!(" part {}", line.part) } else { String::new() };
            format!(
                "{:?} {}{part}: {} x {} = {}{ids}",
                line.kind,
                line.month,
                line.quantity(),
                line.rate.decimal(),
                line.total().decimal()
            )
        };
        self.0.lines.iter().map(line).collect()
    }

    /// Its total, as a decimal.
    pub fn total(&self) -> String {
        self.0.total().decimal()
    }

    /// One text a difference outside the look-back.
    pub fn unbilled(&self) -> Vec<String> {
        let text = |unbilled: &Unbilled| {
            let ids: Vec<_> = unbilled.ids.iter().map(|id| id.to_string()).collect();
            format!("{} {} [{}]", if unbilled.is_credit { "credit" } else { "debt" }, unbilled.month, ids.join(" "))
        };
        self.0.unbilled.iter().map(text).collect()
    }
}
