//! A page of entries with what explains each: the status change that counted, where that came from, and the reason in words.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use domain::billing::comparison::{Behind, Cause, Entry, Standing, standings};
use domain::billing::ledger::{EntryKind, IdSet};
use domain::billing::reasons::{self, CountedChange, Move, Reason};
use domain::{BillingMonth, MemberId, Money, StatusChangeId};
use store::View;
use store::snapshots::{self, ChangeSource, FrozenLine, FrozenSnapshot, LineChange, MemberSet};

use super::bills::Bills;
use super::former::Former;
use super::service::{NamedEntry, Wish};
use crate::billing::snapshots::TakenBack;
use crate::clock::day_in;
use crate::context::Context;
use crate::error::Result;

/// An entry as a person reads it.
#[derive(Debug)]
pub struct Row {
    /// The member, with first and last name; `None` for consults.
    pub member: Option<(MemberId, String, String)>,
    /// 1, or the number of consults.
    pub quantity: i64,
    /// The line, of this bill or of the one before.
    pub line_name: String,
    /// Its month.
    pub month: BillingMonth,
    /// Whether it stands on the bill before.
    pub is_of_before: bool,
    /// What it adds.
    pub amount: Money,
    /// The status change that counted.
    pub change: Option<LineChange>,
    /// Where that came from; where the reason is that another one was taken back, who or what did so.
    pub source: Option<ChangeSource>,
    /// Why the entry is there, in words that follow the name.
    pub reason: Option<String>,
}

/// What the reasons of a page are read from.
struct Ground<'a> {
    ctx: &'a Context,
    bills: &'a Bills,
    wish: Wish,
    /// As the bill knew them.
    now: Known,
    /// As the bill before knew them.
    before: Known,
    sources: HashMap<StatusChangeId, ChangeSource>,
    was: BTreeMap<MemberId, Standing>,
    is: BTreeMap<MemberId, Standing>,
}

/// What was known when a bill was computed.
#[derive(Default)]
struct Known {
    /// By member and month.
    changes: BTreeMap<(MemberId, BillingMonth), LineChange>,
    /// What had been taken back of those whom a reason may be sought for.
    taken_back: TakenBack,
    /// What the ledger held of whom it corrected.
    former: Former,
}

impl Known {
    async fn by(
        (ctx, view): (&Context, &View),
        bills: &Bills,
        of: &FrozenSnapshot,
        wish: Wish,
        page: &[NamedEntry],
    ) -> Result<Self> {
        let own =
            page.iter().filter(|(entry, _)| bills.snapshot_of(entry).is_some_and(|snapshot| snapshot.id == of.id));
        let lines: Vec<_> = own.filter_map(|(entry, name)| Some((bills.line_of(entry)?, name.as_ref()?.0))).collect();
        // Whoever is charged as before needs no reason.
        let is_moved = matches!(wish, Wish::Cause(Cause::Joined | Cause::Left));
        let asked: BTreeSet<MemberId> = if is_moved {
            page.iter().filter_map(|(_, name)| Some(name.as_ref()?.0)).collect()
        } else {
            lines.iter().filter(|(line, _)| line.kind != EntryKind::Charge).map(|(_, member)| *member).collect()
        };
        let taken_back = TakenBack::read(ctx, view, &Vec::from_iter(asked), of.computed_at).await?;
        Ok(Self {
            changes: changes(view, bills, of, wish, page).await?,
            former: Former::read(view, of, &taken_back, lines.into_iter()).await?,
            taken_back,
        })
    }
}

/// The rows of a page. What is read grows with the page, but for the sets of the two bills.
pub async fn of(ctx: &Context, view: &View, bills: &Bills, wish: Wish, page: Vec<NamedEntry>) -> Result<Vec<Row>> {
    let now = Known::by((ctx, view), bills, &bills.now.snapshot, wish, &page).await?;
    let before = match &bills.before {
        Some(before) => Known::by((ctx, view), bills, &before.snapshot, wish, &page).await?,
        None => Known::default(),
    };
    let ids: BTreeSet<_> = now.changes.values().chain(before.changes.values()).map(|change| change.id).collect();
    let sources = snapshots::sources(view, &ids.into_iter().collect::<Vec<StatusChangeId>>()).await?;
    let moved = matches!(wish, Wish::Cause(Cause::ChangedLine | Cause::RateChanges));
    let members: BTreeSet<_> = page.iter().filter_map(|(_, name)| Some(name.as_ref()?.0)).filter(|_| moved).collect();
    let (was, is) = if moved {
        (standings(&bills.lines_before(), &members), standings(&bills.lines(), &members))
    } else {
        (BTreeMap::new(), BTreeMap::new())
    };
    let ground = Ground { ctx, bills, wish, now, before, sources, was, is };
    Ok(page.into_iter().filter_map(|entry| ground.row(entry)).collect())
}

/// The month whose status explains an entry: that of its line, but for who left, whom the new bill does not charge.
fn month_of(bills: &Bills, wish: Wish, line: &FrozenLine) -> BillingMonth {
    if wish == Wish::Cause(Cause::Left) { bills.month_now(line) } else { line.month }
}

async fn changes(
    view: &View,
    bills: &Bills,
    snapshot: &FrozenSnapshot,
    wish: Wish,
    page: &[NamedEntry],
) -> Result<BTreeMap<(MemberId, BillingMonth), LineChange>> {
    let mut by_month: BTreeMap<BillingMonth, BTreeSet<i64>> = BTreeMap::new();
    for (entry, name) in page {
        if let (Some((id, ..)), Some(line)) = (name, bills.line_of(entry)) {
            by_month.entry(month_of(bills, wish, line)).or_default().insert(id.get());
        }
    }
    let ids: Vec<(BillingMonth, IdSet)> = by_month.into_iter().map(|(month, ids)| (month, IdSet::of(ids))).collect();
    let sets: Vec<_> = ids.iter().map(|(month, ids)| MemberSet::of_members(ids, *month)).collect();
    let found = snapshots::members_of(view, snapshot.group, snapshot.computed_at, &sets).await?;
    let of_month = |((month, _), members): (&(BillingMonth, IdSet), Vec<snapshots::LineMember>)| {
        let month = *month;
        members.into_iter().filter_map(move |member| Some(((member.id, month), member.change?)))
    };
    Ok(ids.iter().zip(found).flat_map(of_month).collect())
}

impl Ground<'_> {
    fn row(&self, (entry, member): NamedEntry) -> Option<Row> {
        let line = self.bills.line_of(&entry)?;
        let month = month_of(self.bills, self.wish, line);
        let id = member.as_ref().map(|(id, ..)| *id);
        let change = id.and_then(|id| self.known(&entry).changes.get(&(id, month)).copied());
        let source = change.and_then(|change| self.sources.get(&change.id));
        let counted = change.zip(source).map(|(change, source)| self.counted(change, source));
        let reason = self.reason(&entry, line, id, counted.as_ref());
        let taken_back = reason.as_ref().and_then(|reason| self.known(&entry).taken_back.source(reason.taken_back?));
        Some(Row {
            source: taken_back.or(source).cloned(),
            reason: reason.map(|reason| reason.words),
            member,
            quantity: match entry.behind {
                Behind::Member(_) => 1,
                Behind::Consults(number) => number,
            },
            line_name: line.name.clone(),
            month: line.month,
            is_of_before: entry.is_of_before,
            amount: entry.amount,
            change,
        })
    }

    /// What explains an entry: a correction of the bill before was made by what was known then, and who left is explained by what is known
    /// now.
    fn known(&self, entry: &Entry) -> &Known {
        let has_left = self.wish == Wish::Cause(Cause::Left);
        if entry.is_of_before && !has_left { &self.before } else { &self.now }
    }

    fn counted(&self, change: LineChange, source: &ChangeSource) -> CountedChange {
        CountedChange {
            is_active: change.is_active,
            effective_on: change.effective_on,
            recorded_at: change.recorded_at,
            recorded_on: day_in(self.ctx.config.time_zone, change.recorded_at),
            origin: source.origin,
        }
    }

    fn reason(
        &self,
        entry: &Entry,
        line: &FrozenLine,
        member: Option<MemberId>,
        change: Option<&CountedChange>,
    ) -> Option<Reason> {
        let plain = |words: String| Reason { words, taken_back: None };
        let Some(member) = member else {
            let of_kinds: Vec<_> = line.kinds().filter_map(reasons::of_consults).collect();
            return (!of_kinds.is_empty()).then(|| plain(of_kinds.join("; some ")));
        };
        match self.wish {
            Wish::Cause(Cause::Joined | Cause::Left) => self.of_move(entry, line, member, change),
            Wish::Cause(Cause::ChangedLine) => {
                let names = |standing: Option<&Standing>| {
                    let lines = standing.into_iter().flat_map(|standing| &standing.plan_lines);
                    lines.filter_map(|line| self.bills.name_of(*line)).collect::<Vec<_>>().join(" and ")
                };
                Some(plain(format!("moved from {} to {}", names(self.was.get(&member)), names(self.is.get(&member)))))
            }
            Wish::Cause(Cause::RateChanges) => {
                let (was, is) = (self.was.get(&member)?, self.is.get(&member)?);
                Some(plain(format!("from {} to {}", was.amount, is.amount)))
            }
            _ => reasons::of_correction(line.kind_of(member), change, &self.known(entry).former.of(line, member)),
        }
    }

    fn of_move(
        &self,
        entry: &Entry,
        line: &FrozenLine,
        member: MemberId,
        change: Option<&CountedChange>,
    ) -> Option<Reason> {
        let before = &self.bills.before.as_ref()?.snapshot;
        // A line may bill the month before the bill's own, or the next: the bill before then did so a bill earlier.
        let since = before.period().since(self.bills.now.snapshot.period());
        let month_before = if entry.is_of_before { line.month } else { line.month.plus(since) };
        reasons::of_move(&Move {
            joined: !entry.is_of_before,
            change,
            before_at: before.computed_at,
            before_cut_off: month_before.cut_off(),
            was_active: self.before.changes.get(&(member, line.month)).is_some_and(|change| change.is_active),
            cancelled: &self.known(entry).taken_back.of(member, month_of(self.bills, self.wish, line)),
        })
    }
}
