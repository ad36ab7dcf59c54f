//! Lines per employee and month (rules.md#billable-members, rules.md#credits-and-debts).

use crate::BillingMonth;
use crate::billing::ledger::{EntryKind, IdSet};
use crate::billing::line::BillingType;
use crate::billing::snapshot::balance::Balance;
use crate::billing::snapshot::corrections::{Correction, Corrections};
use crate::billing::snapshot::month_ledger::{Held, MonthLedger};
use crate::billing::snapshot::previous::carried_on;
use crate::billing::snapshot::{LineTerms, LookBack, MemberMonths, SnapshotRequest, Whom};

/// Who is charged for `month`; the corrections of the months before go into `corrections`.
pub(super) fn bill(
    (request, whom): (&SnapshotRequest<'_>, Whom<'_>),
    line: &LineTerms,
    month: BillingMonth,
    corrections: &mut Corrections,
) -> IdSet {
    if !line.ignore_credits_and_debts {
        for before in (1..=i32::from(LookBack::LONGEST.months())).rev() {
            correct((request, whom), line, month.plus(-before), corrections);
        }
    }
    let bit = request.roster.bit(month);
    let counted = request.roster.members().iter().filter(|member| counts(line, member) && member.is_active(bit));
    let counted = counted.map(|member| member.id().get());
    match whom {
        Whom::Everybody => IdSet::of(counted),
        Whom::Changed { since, ids } => carried_on(since, line, ids, counted),
    }
}

/// Whether the line counts the member: a primary, with the line's reference if it has one.
fn counts(line: &LineTerms, member: &MemberMonths) -> bool {
    member.is_primary() && line.scope.includes(member.reference())
}

/// Corrects one month, if anything was billed for it: a month never billed yields no debt.
fn correct(
    (request, whom): (&SnapshotRequest<'_>, Whom<'_>),
    line: &LineTerms,
    month: BillingMonth,
    corrections: &mut Corrections,
) {
    let ledger = MonthLedger::of(request.billed, line.id, month);
    if ledger.is_empty() {
        return;
    }
    let (mut found, owing) = walk((request, whom), line, month, &ledger);
    if let Some(rate) = ledger.month_rate() {
        let debts = uncharged_elsewhere(request, line, month, owing);
        found.extend(debts.into_iter().map(|id| Correction { id, kind: EntryKind::Debt, rate }));
    }
    found.sort_by_key(|correction| correction.id);
    corrections.add(month, &found);
}

/// Goes through members and ledger side by side. Returns the reversals, and who is active, counted by the line and not
/// charged on it.
fn walk(
    (request, whom): (&SnapshotRequest<'_>, Whom<'_>),
    line: &LineTerms,
    month: BillingMonth,
    ledger: &MonthLedger<'_>,
) -> (Vec<Correction>, Vec<i64>) {
    let mut reversals = Vec::new();
    let mut owing = Vec::new();
    let mut balance = Balance::default();
    let mut reader = ledger.read();
    let bit = request.roster.bit(month);
    let month_rate = ledger.month_rate();
    let can_owe = month_rate.is_some() && !line.is_deleted;
    let mut members = request.roster.members().iter().peekable();
    let mut only = match whom {
        Whom::Everybody => None,
        Whom::Changed { ids, .. } => Some(ids.iter()),
    };
    loop {
        let next_member = members.peek().map_or(i64::MAX, |member| member.id().get());
        let id = match &mut only {
            None => next_member.min(reader.next_id()),
            // All of the roster are among them.
            Some(ids) => ids.next().copied().unwrap_or(i64::MAX),
        };
        if id == i64::MAX {
            return (reversals, owing);
        }
        let member = members.next_if(|_| next_member == id);
        let is_active = member.is_some_and(|member| member.is_active(bit));
        let mut reverse = |kind, rate| reversals.push(Correction { id, kind, rate });
        let is_charged = match reader.take(id, &mut balance) {
            Held::Nothing => false,
            Held::Charge if is_active => true,
            Held::Charge => {
                reverse(EntryKind::Credit, month_rate.unwrap_or_default());
                false
            }
            Held::Entries => balance.settle(is_active, month_rate, reverse),
        };
        if can_owe && is_active && !is_charged && member.is_some_and(|member| counts(line, member)) {
            owing.push(id);
        }
    }
}

/// Those of `ids` who are not charged for `month` on any other line of the plan.
fn uncharged_elsewhere(
    request: &SnapshotRequest<'_>,
    line: &LineTerms,
    month: BillingMonth,
    mut ids: Vec<i64>,
) -> Vec<i64> {
    let others = request.lines.iter().filter(|other| other.billing_type == BillingType::Pepm && other.id != line.id);
    let mut balance = Balance::default();
    for other in others {
        if ids.is_empty() {
            break;
        }
        let ledger = MonthLedger::of(request.billed, other.id, month);
        let mut reader = ledger.read();
        ids.retain(|id| match reader.take(*id, &mut balance) {
            Held::Nothing => true,
            Held::Charge => false,
            Held::Entries => !balance.is_charged(),
        });
    }
    ids
}
