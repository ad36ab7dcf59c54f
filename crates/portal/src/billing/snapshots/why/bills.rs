//! A snapshot and the one before it, as the comparison takes them.

use domain::access::Scope;
use domain::billing::comparison::{ComparedLine, Comparison, Entry};
use domain::{BillingMonth, GroupId, Money, PlanLineId, SnapshotId};
use store::View;
use store::snapshots::{self, FrozenLine, FrozenSnapshot};

use crate::error::Result;

/// A snapshot with its lines.
#[derive(Debug)]
pub struct Bill {
    /// The snapshot.
    pub snapshot: FrozenSnapshot,
    /// Its lines, in order.
    pub lines: Vec<FrozenLine>,
}

impl Bill {
    async fn read(view: &View, snapshot: FrozenSnapshot) -> Result<Self> {
        let lines = snapshots::lines(view, &[snapshot.id]).await?;
        Ok(Self { snapshot, lines })
    }
}

/// A snapshot beside the plan's undeleted one before it, which a first one does not have.
#[derive(Debug)]
pub struct Bills {
    /// The snapshot.
    pub now: Bill,
    /// The one before.
    pub before: Option<Bill>,
}

impl Bills {
    /// Reads both.
    ///
    /// # Errors
    /// [`crate::error::Error::NotFound`] when the snapshot is not in scope.
    pub async fn read(view: &View, scope: Scope, group: GroupId, id: SnapshotId) -> Result<Self> {
        let snapshot = snapshots::find(view, scope, Some(group), id).await?;
        let before = match snapshots::previous(view, snapshot.plan, snapshot.period()).await? {
            Some(before) => Some(Bill::read(view, before).await?),
            None => None,
        };
        Ok(Self { now: Bill::read(view, snapshot).await?, before })
    }

    /// The lines of this one.
    pub fn lines(&self) -> Vec<ComparedLine<'_>> {
        self.now.lines.iter().map(compared).collect()
    }

    /// The lines of the one before; none when there is none.
    pub fn lines_before(&self) -> Vec<ComparedLine<'_>> {
        self.before.iter().flat_map(|bill| &bill.lines).map(compared).collect()
    }

    /// The two compared.
    pub fn comparison(&self) -> Comparison {
        Comparison::of(&self.lines_before(), &self.lines())
    }

    /// The total of the one before.
    pub fn total_before(&self) -> Money {
        self.before.as_ref().map_or(Money::ZERO, |bill| bill.snapshot.total)
    }

    /// The one that an entry stands on.
    fn bill_of(&self, entry: &Entry) -> Option<&Bill> {
        if entry.is_of_before { self.before.as_ref() } else { Some(&self.now) }
    }

    /// The snapshot that an entry stands on.
    pub fn snapshot_of(&self, entry: &Entry) -> Option<&FrozenSnapshot> {
        Some(&self.bill_of(entry)?.snapshot)
    }

    /// The line that an entry is about.
    pub fn line_of(&self, entry: &Entry) -> Option<&FrozenLine> {
        self.bill_of(entry)?.lines.get(entry.line)
    }

    /// The name of a plan's line as a bill has frozen it, this one's before the other's.
    pub fn name_of(&self, plan_line: PlanLineId) -> Option<&str> {
        let lines = self.now.lines.iter().chain(self.before.iter().flat_map(|bill| &bill.lines));
        lines.into_iter().find(|line| line.plan_line == plan_line).map(|line| line.name.as_str())
    }

    /// The month that would count for a line of the bill before if it were one of this bill.
    pub fn month_now(&self, line: &FrozenLine) -> BillingMonth {
        let between =
            self.before.as_ref().map_or(0, |before| self.now.snapshot.period().since(before.snapshot.period()));
        line.month.plus(between)
    }
}

fn compared(line: &FrozenLine) -> ComparedLine<'_> {
    ComparedLine {
        plan_line: line.plan_line,
        kind: line.kind,
        billing_type: line.billing_type,
        rate: line.rate,
        quantity: line.quantity,
        total: line.total,
        ids: &line.ids,
    }
}
