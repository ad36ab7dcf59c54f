//! The words and number formats of the invoice document.

use std::collections::BTreeSet;

use super::input::Again;
use super::{BilledOn, InvoiceLine, MemberChange};
use crate::billing::BillingType;
use crate::billing::ledger::EntryKind;
use crate::{BillingMonth, Money, text};

/// A count with thousands commas, such as `1,204`.
pub fn shown_count(count: i64) -> String {
    let whole = Money::from_cents(count.saturating_mul(100)).to_string();
    whole.replace('$', "").trim_end_matches(".00").to_owned()
}

/// A change with its sign, such as `+$483.00`; zero has none.
pub fn shown_signed(change: Money) -> String {
    if change > Money::ZERO { format!("+{change}") } else { change.to_string() }
}

/// A count with its noun, such as `1 member` or `1,204 members`.
pub(super) fn counted(count: i64, one: &str, many: &str) -> String {
    format!("{} {}", shown_count(count), if count == 1 { one } else { many })
}

/// The count and noun of what a line bills.
pub(super) fn counted_of(of: BillingType, count: i64) -> String {
    match of {
        BillingType::Pepm => counted(count, "member", "members"),
        BillingType::PerConsultation => counted(count, "consultation", "consultations"),
        BillingType::AfterHours => counted(count, "after-hours fee", "after-hours fees"),
    }
}

/// The months from the first to the last: `July 2026`, `June and July 2026`, `November 2026 to January 2027`.
pub(super) fn months(of: impl Iterator<Item = BillingMonth>) -> String {
    let all: BTreeSet<BillingMonth> = of.collect();
    let (Some(first), Some(last)) = (all.first(), all.last()) else { return String::new() };
    let between = match last.since(*first) {
        0 => return last.to_string(),
        1 => "and",
        _ => "to",
    };
    let first = if first.year() == last.year() { first.name().to_owned() } else { first.to_string() };
    format!("{first} {between} {last}")
}

/// The word before a correction; a charge has none.
pub(super) fn correction_word(kind: EntryKind) -> Option<&'static str> {
    match kind {
        EntryKind::Charge => None,
        kind if kind.is_credit() => Some("Credit"),
        _ => Some("Debt"),
    }
}

/// `Reference # EAST` of a line that does not include all members.
pub(super) fn shown_reference(line: &InvoiceLine) -> Option<String> {
    line.reference.as_deref().and_then(text::non_blank).map(|reference| format!("Reference # {reference}"))
}

/// Why a correction was made, in three or four words.
pub(super) fn correction_note(line: &InvoiceLine) -> Option<&'static str> {
    match line.again() {
        Again::All => return Some("corrected again"),
        Again::Some => return Some("some corrected again"),
        Again::Nobody => {}
    }
    match (line.kind, line.billing_type) {
        (EntryKind::Charge, _) => None,
        (EntryKind::Debt, BillingType::Pepm) => Some("active, not billed"),
        (EntryKind::Debt, _) => Some("completed, not billed"),
        (EntryKind::Credit, BillingType::Pepm) => Some("billed, not active"),
        (EntryKind::Credit, _) => Some("billed, no longer counted"),
        (EntryKind::ReversedCredit, _) => Some("credit taken back"),
        (EntryKind::ReversedDebt, _) => Some("debt taken back"),
    }
}

/// What became of the month on the invoice that billed it.
pub(super) fn billed_note(line: &InvoiceLine) -> Option<String> {
    match (line.kind, &line.billed_on) {
        _ if line.again() != Again::Nobody => correction_note(line).map(str::to_owned),
        (EntryKind::Debt, BilledOn::Invoice(number)) => Some(format!("not billed on {number}")),
        (EntryKind::Debt, BilledOn::Otherwise(number)) => Some(format!("by now billed on {number}")),
        (EntryKind::Credit, BilledOn::Invoice(number)) if line.billing_type.counts_consults() => {
            Some(format!("billed on {number}, no longer counted"))
        }
        (EntryKind::Credit, BilledOn::Invoice(number)) => Some(format!("billed on {number}")),
        (EntryKind::Credit, BilledOn::Otherwise(number)) => Some(format!("no longer billed on {number}")),
        _ => correction_note(line).map(str::to_owned),
    }
}

/// The reason behind a member's correction.
pub(super) fn reason(kind: EntryKind, change: Option<MemberChange>) -> String {
    match (kind, change) {
        (EntryKind::ReversedCredit, None) => "Earlier credit taken back".to_owned(),
        (EntryKind::ReversedDebt, None) => "Earlier debt taken back".to_owned(),
        (_, None) => "No status change recorded".to_owned(),
        (_, Some(change)) => change.shown(),
    }
}

/// The letter of a part of the appendix: A to Z, then AA and so on.
pub(super) fn part_letter(index: usize) -> String {
    let letter = char::from(b'A' + (index % 26) as u8);
    match index / 26 {
        0 => letter.to_string(),
        rest => part_letter(rest - 1) + &letter.to_string(),
    }
}

/// Family name, then given name; whatever of the two is there.
pub(super) fn full_name(last_name: &str, first_name: &str) -> String {
    match (last_name.trim(), first_name.trim()) {
        ("", "") => "No name".to_owned(),
        (one, "") | ("", one) => one.to_owned(),
        (last, first) => format!("{last}, {first}"),
    }
}
