//! Lines per employee and month (decisions A1, A2).

use crate::BillingMonth;
use crate::billing::ledger::{EntryKind, IdSet, IdSetBuilder};
use crate::billing::line::BillingType;
use crate::billing::snapshot::balance::Balance;
use crate::billing::snapshot::corrections::{Correction, Corrections};
use crate::billing::snapshot::month_ledger::{Held, MonthLedger};
use crate::billing::snapshot::{LineTerms, LookBack, MemberMonths, SnapshotRequest};

/// Who is charged for `month`; the corrections of the months before go into `corrections`.
pub(super) fn bill(
    request: &SnapshotRequest<'_>,
    line: &LineTerms,
    month: BillingMonth,
    corrections: &mut Corrections,
) -> IdSet {
    if !line.ignore_credits_and_debts {
        for before in (1..=i32::from(LookBack::LONGEST.months())).rev() {
            correct(request, line, month.plus(-before), corrections);
        }
    }
    let mut charged = IdSetBuilder::default();
    let bit = request.roster.bit(month);
    let counted = request.roster.members().iter().filter(|member| counts(line, member) && member.is_active(bit));
    counted.for_each(|member| charged.push(member.id().get()));
    charged.finish()
}

/// Whether the line counts the member: a primary, with the line's reference if it has one.
fn counts(line: &LineTerms, member: &MemberMonths) -> bool {
    member.is_primary() && line.scope.includes(member.reference())
}

/// Corrects one month, if anything was billed for it: a month never billed yields no debt.
fn correct(request: &SnapshotRequest<'_>, line: &LineTerms, month: BillingMonth, corrections: &mut Corrections) {
    let ledger = MonthLedger::of(request.billed, line.id, month);
    if ledger.is_empty() {
        return;
    }
    let (mut found, owing) = walk(request, line, month, &ledger);
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
    request: &SnapshotRequest<'_>,
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
    loop {
        let next_member = members.peek().map_or(i64::MAX, |member| member.id().get());
        let id = next_member.min(reader.next_id());
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
