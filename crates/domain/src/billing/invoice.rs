//! How a snapshot reads as an invoice: number, dates, payment and commission status (rules.md#invoice-numbers, rules.md#payment-status,
//! rules.md#invoice-and-due-date, rules.md#commission-status).

use chrono::{Days, NaiveDate};

use crate::billing::ledger::EntryKind;
use crate::text::non_blank;
use crate::{BillingMonth, Invalid, Money, SnapshotId};

/// The longest document number an accounting provider takes (rules.md#invoice-numbers).
pub const LONGEST_NUMBER: usize = 21;
/// The days an invoice may be paid in when its terms are not known (rules.md#invoice-and-due-date).
pub const USUAL_TERM_DAYS: u16 = 30;

/// The number of an invoice that stands in no ERP: the snapshot's id with at least six digits.
pub fn plain_number(snapshot: SnapshotId) -> String {
    format!("{:06}", snapshot.get())
}

/// The number an invoice gets in an ERP: the account's leading text, then the plain number.
///
/// # Errors
/// On `LeadingInvoiceNumber` when that is longer than the provider takes.
pub fn document_number(leading: Option<&str>, snapshot: SnapshotId) -> Result<String, Invalid> {
    let number = format!("{}{}", leading.unwrap_or_default().trim(), plain_number(snapshot));
    if number.chars().count() > LONGEST_NUMBER {
        let message =
            format!("Leading Invoice Number is too long: '{number}' has more than {LONGEST_NUMBER} characters.");
        return Err(Invalid::field("LeadingInvoiceNumber", message));
    }
    Ok(number)
}

/// Whether a snapshot of this total is a credit memo in an ERP, which takes no negative invoice; of zero it is an invoice (rules.md#credit-memo).
pub fn is_credit_memo(total: Money) -> bool {
    total < Money::ZERO
}

/// When an invoice of `txn_on` is due: after the days of its terms, 30 when they are not known.
pub fn due_on(txn_on: NaiveDate, term_days: Option<u16>) -> NaiveDate {
    txn_on + Days::new(term_days.unwrap_or(USUAL_TERM_DAYS).into())
}

/// The service date of a line: the month it bills, such as `July 2026`.
pub fn service_date(month: BillingMonth) -> String {
    month.to_string()
}

/// What a customer reads of a line on an invoice in the accounting system, such as `Credit: Virtual Care PEPM, May 2026, Reference # EAST`.
/// A correction is called as in our own document (rules.md#paper-of-the-erp).
pub fn line_description(kind: EntryKind, name: &str, month: BillingMonth, reference: Option<&str>) -> String {
    let word = match kind {
        EntryKind::Charge => "",
        kind if kind.is_credit() => "Credit: ",
        _ => DEBT,
    };
    let reference = reference.and_then(non_blank).map_or_else(String::new, |known| format!("{REFERENCE}{known}"));
    format!("{word}{name}, {month}{reference}")
}

/// What a customer reads below the lines there, such as `Medical, July 2026. PO BT-7731. Group 10427` (rules.md#paper-of-the-erp).
pub fn customer_memo(plan: &str, period: BillingMonth, purchase_order: Option<&str>, group_code: &str) -> String {
    let order = purchase_order.and_then(non_blank).map_or_else(String::new, |order| {
        if is_called_order(order) { format!("{SENTENCE}{order}") } else { format!("{PURCHASE_ORDER}{order}") }
    });
    let group = non_blank(group_code).map_or_else(String::new, |group| format!("{GROUP}{group}"));
    format!("{plan}, {period}{order}{group}")
}

/// Whether a number says itself that it is one of a purchase order: `PO-7731`, `P.O. 12`, `po12`, `Purchase Order 12`.
fn is_called_order(number: &str) -> bool {
    let mut letters = number.chars().filter(|sign| !matches!(sign, '.' | '/'));
    let word = |letters: &mut dyn Iterator<Item = char>| -> String {
        letters.take_while(|letter| letter.is_alphabetic()).flat_map(char::to_lowercase).collect()
    };
    match word(&mut letters).as_str() {
        "po" => number.chars().any(char::is_numeric),
        "purchase" => word(&mut letters) == "order",
        _ => false,
    }
}

/// How a debt begins, and how it began on documents that were sent before it had the word of the glossary.
const DEBT: &str = "Debt: ";
const EARLIER_DEBT: &str = "Debit: ";

/// What stands before a reference, a purchase order and a group's number.
const REFERENCE: &str = ", Reference # ";
const PURCHASE_ORDER: &str = ". PO ";
const GROUP: &str = ". Group ";
const SENTENCE: &str = ". ";

/// A line's description as documents were first sent with it: without its reference, and a debt by its earlier word
/// (rules.md#changed-over-there).
pub fn first_description(description: &str) -> String {
    let plain = description.rsplit_once(REFERENCE).map_or(description, |(before, _)| before);
    match plain.strip_prefix(DEBT) {
        Some(rest) => format!("{EARLIER_DEBT}{rest}"),
        None => plain.to_owned(),
    }
}

/// A memo as documents were first sent with it: the plan and the month (rules.md#changed-over-there).
pub fn first_memo(memo: &str) -> &str {
    parts_of_memo(memo).map_or(memo, |(first, ..)| first)
}

/// A memo as documents were sent with it once: `PO PO-7731`, with the word that the number has itself.
pub fn doubled_memo(memo: &str) -> Option<String> {
    let (first, order, group) = parts_of_memo(memo)?;
    is_called_order(order?).then(|| format!("{first}{PURCHASE_ORDER}{}{GROUP}{group}", order.unwrap_or_default()))
}

/// Plan and month, what is said of the purchase order, and the group; `None` of a memo that is not ours.
fn parts_of_memo(memo: &str) -> Option<(&str, Option<&str>, &str)> {
    let (before, group) = memo.rsplit_once(GROUP)?;
    let orders = before.rmatch_indices(SENTENCE).map(|(at, _)| before.split_at(at));
    let orders = orders.map(|(first, order)| (first, &order[SENTENCE.len()..]));
    let found = orders.into_iter().find(|(_, order)| order.starts_with("PO ") || is_called_order(order));
    Some(found.map_or((before, None, group), |(first, order)| (first, Some(order), group)))
}

/// Whether our memo may stand in the accounting system as `theirs`, since documents were sent with another one once.
pub fn is_memo_sent_as(ours: &str, theirs: &str) -> bool {
    theirs == ours || theirs == first_memo(ours) || doubled_memo(ours).as_deref() == Some(theirs)
}

/// Whether a line that we call `ours` may stand in the accounting system as `theirs`, since documents were sent with less once.
pub fn is_sent_as(ours: &str, theirs: &str) -> bool {
    let says_less = !theirs.contains(REFERENCE) && first_description(ours) == first_description(theirs);
    theirs == ours || says_less
}

/// Whether and how an invoice was paid (rules.md#payment-status). The number is the stored one.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum PaymentStatus {
    /// Not in any ERP.
    #[default]
    Unknown = 0,
    /// To be paid.
    Open = 1,
    /// Paid in part.
    PartiallyPaid = 2,
    /// Nothing is left to pay.
    Paid = 3,
    /// Not paid, and the days of grace after the due date are over.
    Overdue = 4,
    /// Withdrawn in the ERP.
    Voided = 5,
}

impl PaymentStatus {
    /// All of them, in the order of their numbers.
    pub const ALL: [Self; 6] =
        [Self::Unknown, Self::Open, Self::PartiallyPaid, Self::Paid, Self::Overdue, Self::Voided];

    /// The status of a stored number.
    pub fn from_number(number: i16) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.number() == number)
    }

    /// The stored number, 0 to 5.
    pub const fn number(self) -> i16 {
        self as i16
    }

    /// Whether something is still to be paid.
    pub const fn is_owed(self) -> bool {
        matches!(self, Self::Open | Self::PartiallyPaid | Self::Overdue)
    }

    /// `PaymentStatusText`.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Unknown => "Unknown",
            Self::Open => "Open",
            Self::PartiallyPaid => "Partially Paid",
            Self::Paid => "Paid",
            Self::Overdue => "Overdue",
            Self::Voided => "Voided",
        }
    }

    /// `PaymentStatusColor`.
    pub const fn color(self) -> &'static str {
        match self {
            Self::Unknown => "#6c757d",
            Self::Open => "#007bff",
            Self::PartiallyPaid => "#fd7e14",
            Self::Paid => "#28a745",
            Self::Overdue => "#dc3545",
            Self::Voided => "#343a40",
        }
    }
}

/// What the ERP says of an invoice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ErpInvoiceState {
    /// Whether it was withdrawn there.
    pub voided: bool,
    /// What is left to pay.
    pub balance: Money,
    /// What was to be paid.
    pub total: Money,
    /// When it is due. A credit memo never is: nobody owes it (rules.md#credit-memo).
    pub due_on: Option<NaiveDate>,
}

/// The payment status `today`, by the first rule that fits: voided, paid, overdue, partially paid, open (rules.md#payment-status).
pub fn payment_status(erp: Option<ErpInvoiceState>, grace_days: u8, today: NaiveDate) -> PaymentStatus {
    let Some(invoice) = erp else {
        return PaymentStatus::Unknown;
    };
    let last_day = invoice.due_on.map(|day| day + Days::new(grace_days.into()));
    if invoice.voided {
        PaymentStatus::Voided
    } else if invoice.balance <= Money::ZERO {
        PaymentStatus::Paid
    } else if last_day.is_some_and(|day| today > day) {
        PaymentStatus::Overdue
    } else if Money::ZERO < invoice.balance && invoice.balance < invoice.total {
        PaymentStatus::PartiallyPaid
    } else {
        PaymentStatus::Open
    }
}

/// How many days an invoice is late `today`: those since its due date while something is still to be paid (rules.md#days-late). The broker's
/// grace changes what the payment is called, not how late it is.
pub fn days_late(status: PaymentStatus, due_on: Option<NaiveDate>, today: NaiveDate) -> Option<i64> {
    let days = (today - due_on.filter(|_| status.is_owed())?).num_days();
    Some(days).filter(|days| *days > 0)
}

/// Whether the commission on an invoice was paid (rules.md#commission-status). The number is the stored one.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum CommissionStatus {
    /// In no statement; no badge is shown.
    #[default]
    None = 0,
    /// In a statement, or marked so.
    Unpaid = 1,
    /// Paid.
    Paid = 2,
}

impl CommissionStatus {
    /// The status of a stored number.
    pub const fn from_number(number: i16) -> Option<Self> {
        match number {
            0 => Some(Self::None),
            1 => Some(Self::Unpaid),
            2 => Some(Self::Paid),
            _ => None,
        }
    }

    /// The status of the word a request sends: `Paid` or `Unpaid`, whatever its case.
    pub fn from_word(word: &str) -> Option<Self> {
        [Self::Unpaid, Self::Paid].into_iter().find(|status| status.text().eq_ignore_ascii_case(word.trim()))
    }

    /// The stored number, 0 to 2.
    pub const fn number(self) -> i16 {
        self as i16
    }

    /// `CommissionStatusText`.
    pub const fn text(self) -> &'static str {
        match self {
            Self::None => "None",
            Self::Unpaid => "Unpaid",
            Self::Paid => "Paid",
        }
    }

    /// `CommissionStatusColor`.
    pub const fn color(self) -> &'static str {
        match self {
            Self::None => "#6c757d",
            Self::Unpaid => "#dc3545",
            Self::Paid => "#28a745",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::period::read_date;

    fn day(text: &str) -> NaiveDate {
        read_date(text).unwrap()
    }

    #[test]
    fn numbers_are_padded_and_led_by_the_accounts_text() {
        assert_eq!(plain_number(SnapshotId(42)), "000042");
        assert_eq!(plain_number(SnapshotId(12_345_678)), "12345678");
        for (leading, number) in [(None, "004218"), (Some(""), "004218"), (Some("LW-"), "LW-004218")] {
            assert_eq!(document_number(leading, SnapshotId(4218)).unwrap(), number);
        }
        assert_eq!(document_number(Some("123456789012345"), SnapshotId(1)).unwrap().len(), 21);
        let long = document_number(Some("1234567890123456"), SnapshotId(1)).unwrap_err();
        assert_eq!(long.0[0].key, "LeadingInvoiceNumber");
    }

    #[test]
    fn invoices_are_due_after_their_terms() {
        assert_eq!(due_on(day("2026-07-31"), None), day("2026-08-30"));
        assert_eq!(due_on(day("2026-07-31"), Some(0)), day("2026-07-31"));
        assert_eq!(due_on(day("2026-12-31"), Some(15)), day("2027-01-15"));
    }

    #[test]
    fn the_first_rule_that_fits_gives_the_payment_status() {
        let state = |voided, balance, total| {
            let (balance, total) = (Money::from_cents(balance), Money::from_cents(total));
            Some(ErpInvoiceState { voided, balance, total, due_on: Some(day("2026-08-30")) })
        };
        let credit = |balance| state(false, balance, 100).map(|memo| ErpInvoiceState { due_on: None, ..memo });
        for (erp, grace, today, status) in [
            (None, 0, "2026-08-01", PaymentStatus::Unknown),
            (state(true, 0, 100), 0, "2026-09-30", PaymentStatus::Voided),
            (state(false, 0, 100), 0, "2026-09-30", PaymentStatus::Paid),
            (state(false, 0, 0), 0, "2026-08-01", PaymentStatus::Paid),
            (state(false, -40, 100), 0, "2026-08-01", PaymentStatus::Paid),
            (state(false, -40, 100), 0, "2026-09-30", PaymentStatus::Paid),
            (state(false, 100, 100), 0, "2026-08-30", PaymentStatus::Open),
            (state(false, 100, 100), 0, "2026-08-31", PaymentStatus::Overdue),
            (state(false, 100, 100), 10, "2026-09-09", PaymentStatus::Open),
            (state(false, 100, 100), 10, "2026-09-10", PaymentStatus::Overdue),
            (state(false, 40, 100), 0, "2026-08-30", PaymentStatus::PartiallyPaid),
            (state(false, 40, 100), 0, "2026-08-31", PaymentStatus::Overdue),
            (credit(100), 0, "2027-08-30", PaymentStatus::Open),
            (credit(40), 0, "2027-08-30", PaymentStatus::PartiallyPaid),
            (credit(0), 0, "2027-08-30", PaymentStatus::Paid),
        ] {
            assert_eq!(payment_status(erp, grace, day(today)), status, "{erp:?} {today}");
        }
    }

    #[test]
    fn an_invoice_is_late_from_the_day_after_it_was_due_while_it_is_owed() {
        let due = Some(day("2026-08-30"));
        for (status, due, today, late) in [
            (PaymentStatus::Open, due, "2026-08-30", None),
            (PaymentStatus::Open, due, "2026-08-31", Some(1)),
            (PaymentStatus::PartiallyPaid, due, "2026-09-09", Some(10)),
            (PaymentStatus::Overdue, due, "2027-08-30", Some(365)),
            (PaymentStatus::Overdue, None, "2027-08-30", None),
            (PaymentStatus::Paid, due, "2027-08-30", None),
            (PaymentStatus::Voided, due, "2027-08-30", None),
            (PaymentStatus::Unknown, due, "2027-08-30", None),
        ] {
            assert_eq!(days_late(status, due, day(today)), late, "{status:?} {today}");
        }
    }

    #[test]
    fn stored_numbers_and_words_are_read_back() {
        for status in PaymentStatus::ALL {
            assert_eq!(PaymentStatus::from_number(status.number()), Some(status));
        }
        for status in [CommissionStatus::None, CommissionStatus::Unpaid, CommissionStatus::Paid] {
            assert_eq!(CommissionStatus::from_number(status.number()), Some(status));
        }
        assert_eq!(CommissionStatus::from_word("paid "), Some(CommissionStatus::Paid));
        assert_eq!(CommissionStatus::from_word("Unpaid"), Some(CommissionStatus::Unpaid));
        assert_eq!(CommissionStatus::from_word("None"), None);
        assert_eq!((PaymentStatus::from_number(6), CommissionStatus::from_number(3)), (None, None));
    }

    #[test]
    fn texts_and_colours_are_those_of_the_screens() {
        let shown: Vec<_> = PaymentStatus::ALL.map(|status| format!("{} {}", status.text(), status.color())).to_vec();
        assert_eq!(
            shown,
            [
                "Unknown #6c757d",
                "Open #007bff",
                "Partially Paid #fd7e14",
                "Paid #28a745",
                "Overdue #dc3545",
                "Voided #343a40"
            ]
        );
        let month = BillingMonth::new(2026, 7).unwrap();
        assert_eq!(service_date(month), "July 2026");
    }

    #[test]
    fn a_line_says_whether_it_corrects_an_earlier_month() {
        let month = BillingMonth::new(2026, 5).unwrap();
        for (kind, said) in [
            (EntryKind::Charge, "PEPM, May 2026"),
            (EntryKind::Debt, "Debt: PEPM, May 2026"),
            (EntryKind::Credit, "Credit: PEPM, May 2026"),
            (EntryKind::ReversedCredit, "Debt: PEPM, May 2026"),
            (EntryKind::ReversedDebt, "Credit: PEPM, May 2026"),
        ] {
            assert_eq!(line_description(kind, "PEPM", month, None), said);
            let referred = line_description(kind, "PEPM", month, Some("EAST"));
            assert_eq!(referred, format!("{said}, Reference # EAST"));
        }
        assert_eq!(line_description(EntryKind::Charge, "PEPM", month, Some(" ")), "PEPM, May 2026");
    }

    #[test]
    fn a_memo_names_what_a_clerk_books_by() {
        let month = BillingMonth::new(2026, 11).unwrap();
        for (order, group, memo) in [
            (Some("BT-7731"), "COR-QB", "Medical, November 2026. PO BT-7731. Group COR-QB"),
            (Some("7731"), "COR-QB", "Medical, November 2026. PO 7731. Group COR-QB"),
            (Some("POLE 7731"), "COR-QB", "Medical, November 2026. PO POLE 7731. Group COR-QB"),
            (Some("Purchases 12"), "COR-QB", "Medical, November 2026. PO Purchases 12. Group COR-QB"),
            (Some("PO"), "COR-QB", "Medical, November 2026. PO PO. Group COR-QB"),
            (Some("PO-7731"), "COR-QB", "Medical, November 2026. PO-7731. Group COR-QB"),
            (Some("po7731"), "COR-QB", "Medical, November 2026. po7731. Group COR-QB"),
            (Some("P.O. 7731"), "COR-QB", "Medical, November 2026. P.O. 7731. Group COR-QB"),
            (Some("PO #7731/2"), "COR-QB", "Medical, November 2026. PO #7731/2. Group COR-QB"),
            (Some("Purchase Order 7731"), "COR-QB", "Medical, November 2026. Purchase Order 7731. Group COR-QB"),
            (None, "COR-QB", "Medical, November 2026. Group COR-QB"),
            (Some(" "), "10427", "Medical, November 2026. Group 10427"),
        ] {
            assert_eq!(customer_memo("Medical", month, order, group), memo);
            assert_eq!(first_memo(memo), "Medical, November 2026");
            assert!(is_memo_sent_as(memo, memo) && is_memo_sent_as(memo, "Medical, November 2026"), "{memo}");
        }
        for other in ["Medical, November 2026", "Please pay. PO 12", ""] {
            assert_eq!(first_memo(other), other, "of somebody else");
        }
    }

    #[test]
    fn a_memo_with_the_word_twice_is_known_as_ours() {
        let memo = |order: &str| format!("Medical, November 2026. {order}. Group COR-QB");
        for (now, sent, known) in [
            ("PO-7731", "PO PO-7731", true),
            ("P.O. 7731", "PO P.O. 7731", true),
            ("PO-7731", "PO PO-7732", false),
            ("PO BT-1", "PO PO BT-1", true),
            ("PO-7731", "PO-7732", false),
        ] {
            assert_eq!(is_memo_sent_as(&memo(now), &memo(sent)), known, "{now} as {sent}");
        }
    }

    #[test]
    fn a_line_reads_as_it_did_when_documents_were_first_sent() {
        for (now, first) in [
            ("Debt: PEPM, May 2026", "Debit: PEPM, May 2026"),
            ("Debit: PEPM, May 2026", "Debit: PEPM, May 2026"),
            ("Debt: PEPM, May 2026, Reference # EAST", "Debit: PEPM, May 2026"),
            ("Credit: PEPM, May 2026", "Credit: PEPM, May 2026"),
            ("PEPM, May 2026", "PEPM, May 2026"),
        ] {
            assert_eq!(first_description(now), first);
        }
    }
}
