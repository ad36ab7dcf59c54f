//! Several sets read as one list: whom a bill charges for what, by ascending id.

use std::iter::Peekable;

use super::ComparedLine;
use crate::billing::ledger::Ids;
use crate::billing::line::BillingType;
use crate::{Money, PlanLineId};

/// What one member is charged. Reused from member to member, so that it allocates once.
#[derive(Debug, Default)]
pub(super) struct Charged {
    /// The plan lines, ascending, each once.
    pub(super) plan_lines: Vec<PlanLineId>,
    /// The first of the bill's lines that names the member.
    pub(super) place: usize,
    /// The sum of the rates.
    pub(super) amount: Money,
}

impl Charged {
    pub(super) fn is_nothing(&self) -> bool {
        self.plan_lines.is_empty()
    }
}

struct RollLine<'a> {
    place: usize,
    plan_line: PlanLineId,
    entry: Money,
    ids: Peekable<Ids<'a>>,
}

/// The members of lines, read once.
pub(super) struct Roll<'a>(Vec<RollLine<'a>>);

impl<'a> Roll<'a> {
    /// Whom a bill charges for its month.
    pub(super) fn of_charges(lines: &[ComparedLine<'a>]) -> Self {
        Self::of(lines, |line| line.charges(BillingType::Pepm))
    }

    /// Everybody on a bill, corrections included.
    pub(super) fn of_everybody(lines: &[ComparedLine<'a>]) -> Self {
        Self::of(lines, |line| line.billing_type == BillingType::Pepm)
    }

    fn of(lines: &[ComparedLine<'a>], wanted: impl Fn(&ComparedLine<'a>) -> bool) -> Self {
        let chosen = lines.iter().enumerate().filter(|(_, line)| wanted(line));
        let mut lines: Vec<_> = chosen
            .map(|(place, line)| RollLine {
                place,
                plan_line: line.plan_line,
                entry: line.entry(),
                ids: line.ids.iter().peekable(),
            })
            .collect();
        lines.sort_by_key(|line| (line.plan_line, line.place));
        Self(lines)
    }

    /// The next id; the highest number when there is none.
    pub(super) fn next_id(&mut self) -> i64 {
        self.0.iter_mut().filter_map(|line| line.ids.peek().copied()).min().unwrap_or(i64::MAX)
    }

    /// What is charged to `id`, which is not higher than the next one.
    pub(super) fn take(&mut self, id: i64, charged: &mut Charged) {
        charged.plan_lines.clear();
        charged.amount = Money::ZERO;
        charged.place = usize::MAX;
        for line in &mut self.0 {
            if line.ids.next_if_eq(&id).is_some() {
                charged.amount += line.entry;
                charged.place = charged.place.min(line.place);
                if charged.plan_lines.last() != Some(&line.plan_line) {
                    charged.plan_lines.push(line.plan_line);
                }
            }
        }
    }
}

/// Goes through two bills side by side.
pub(super) fn walk(mut before: Roll<'_>, mut now: Roll<'_>, mut visit: impl FnMut(i64, &Charged, &Charged)) {
    let (mut was, mut is) = (Charged::default(), Charged::default());
    loop {
        let id = before.next_id().min(now.next_id());
        if id == i64::MAX {
            return;
        }
        before.take(id, &mut was);
        now.take(id, &mut is);
        visit(id, &was, &is);
    }
}
