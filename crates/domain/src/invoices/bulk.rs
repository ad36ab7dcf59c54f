//! One thing done to many invoices at once, with a result for each (rules.md#bulk-actions).

use crate::Invalid;
use crate::erp::MailState;

/// Said of an invoice whose mail may have been sent.
const MAIL_UNKNOWN: &str = "It stands in the ERP. It is not known whether its mail was sent, so it is not sent again. Sync Payment Status asks the \
                            ERP; if the ERP does not tell, look there and settle it here.";

/// Said of a mail that has nowhere to go.
pub const NO_RECIPIENTS: &str = "The billing plan has no invoice recipients.";

/// The most invoices of one bulk action.
pub const MOST_IN_BULK: usize = 500;
/// Said of an invoice whose bulk action was given up before its turn.
pub const BULK_BROKEN: &str =
    "The bulk action stopped because of a fault of the program, before the turn of this invoice. Choose it again.";

/// What is done to each of the invoices; the number is the stored one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BulkKind {
    /// It is created in the ERP.
    Create = 0,
    /// It is updated there.
    Update = 1,
    /// The ERP is asked how it is paid.
    Sync = 2,
    /// Its commission is marked as paid.
    MarkCommissionPaid = 3,
    /// The ERP mails it.
    Mail = 4,
    /// The mark of its commission is taken back.
    MarkCommissionUnpaid = 5,
}

impl BulkKind {
    /// All of them, in the order of their numbers.
    pub const ALL: [Self; 6] =
        [Self::Create, Self::Update, Self::Sync, Self::MarkCommissionPaid, Self::Mail, Self::MarkCommissionUnpaid];

    /// The kind of a stored number.
    pub fn from_number(number: i16) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.number() == number)
    }

    /// The kind of the word that programs know it by, in any case.
    ///
    /// # Errors
    /// On `Action` for another word.
    pub fn from_word(word: &str) -> Result<Self, Invalid> {
        let named = Self::ALL.into_iter().find(|kind| kind.name().eq_ignore_ascii_case(word.trim()));
        named.ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(", ");
            Invalid::field("Action", format!("Action must be one of {names}."))
        })
    }

    /// The stored number, 0 to 5.
    pub const fn number(self) -> i16 {
        self as i16
    }

    /// The word that programs know it by.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Create => "Create",
            Self::Update => "Update",
            Self::Sync => "Sync",
            Self::MarkCommissionPaid => "MarkCommissionPaid",
            Self::Mail => "Mail",
            Self::MarkCommissionUnpaid => "MarkCommissionUnpaid",
        }
    }

    /// What people read.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Create => "Create in ERP",
            Self::Update => "Update in ERP",
            Self::Sync => "Sync Payment Status",
            Self::MarkCommissionPaid => "Mark as Commission Paid",
            Self::Mail => "Mail",
            Self::MarkCommissionUnpaid => "Mark as Un-Paid",
        }
    }

    /// Judges whether the action has anything to do with an invoice of these facts, and whether it may.
    pub fn judge(self, invoice: &BulkFacts) -> Verdict {
        match (self, invoice) {
            // What was voided bills nothing: the use case says what to do about it.
            (Self::Create | Self::Update, BulkFacts { is_sent: true, is_voided: true, .. }) => Verdict::Go,
            // It stands, and its mail failed: both send that again.
            (
                Self::Create | Self::Update,
                BulkFacts { is_sent: true, is_up_to_date: true, mail: Some(MailState::Due), .. },
            ) => Verdict::Go,
            (Self::Create, BulkFacts { is_sent: true, mail: Some(MailState::Unknown), .. }) => {
                Verdict::Refused(MAIL_UNKNOWN)
            }
            (Self::Create, BulkFacts { is_sent: true, .. }) => Verdict::Unchanged("It stands in the ERP already."),
            (Self::MarkCommissionPaid, BulkFacts { is_commission_paid: true, .. }) => {
                Verdict::Unchanged("Its commission is marked as paid already.")
            }
            (Self::MarkCommissionUnpaid, BulkFacts { is_commission_paid: false, .. }) => {
                Verdict::Unchanged("Its commission is not marked as paid.")
            }
            (Self::Create | Self::MarkCommissionPaid | Self::MarkCommissionUnpaid, _) => Verdict::Go,
            (_, BulkFacts { is_sent: false, .. }) => Verdict::Refused("It is not in the ERP. Create it there first."),
            (Self::Update, BulkFacts { is_up_to_date: true, .. }) => {
                Verdict::Unchanged("Nothing has changed since it was sent.")
            }
            (Self::Update | Self::Sync, _) => Verdict::Go,
            (Self::Mail, BulkFacts { mail, has_recipients, .. }) => match mail {
                Some(MailState::Sent) => Verdict::Unchanged("It was mailed already."),
                Some(MailState::Unknown) => Verdict::Refused(MAIL_UNKNOWN),
                Some(MailState::Due) | None if *has_recipients => Verdict::Go,
                Some(MailState::Due) | None => Verdict::Refused(NO_RECIPIENTS),
            },
        }
    }
}

/// The facts of one invoice that a bulk action is judged by.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct BulkFacts {
    /// Whether it stands in the ERP.
    pub is_sent: bool,
    /// Whether the ERP's document has the invoice's present content, unchanged in the ERP.
    pub is_up_to_date: bool,
    /// Whether the ERP's document was voided there.
    pub is_voided: bool,
    /// Whether its commission is marked as paid.
    pub is_commission_paid: bool,
    /// Whether its mail was sent; none when it was not to be mailed.
    pub mail: Option<MailState>,
    /// Whether its billing plan has invoice recipients.
    pub has_recipients: bool,
}

/// Whether there is anything to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It is done.
    Go,
    /// It stands as it should already.
    Unchanged(&'static str),
    /// It may not be done, for this reason.
    Refused(&'static str),
}

/// What has become of an invoice in a bulk action; the number is the stored one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BulkOutcome {
    /// It waits for its turn.
    Waiting = 0,
    /// It was done.
    Done = 1,
    /// There was nothing to do.
    Unchanged = 2,
    /// A rule or the ERP refused it.
    Refused = 3,
    /// The ERP could not be reached, or did not answer.
    Unreached = 4,
    /// The action ended before its turn.
    LeftOut = 5,
}

impl BulkOutcome {
    /// All of them, in the order of their numbers.
    pub const ALL: [Self; 6] =
        [Self::Waiting, Self::Done, Self::Unchanged, Self::Refused, Self::Unreached, Self::LeftOut];

    /// The outcome of a stored number.
    pub fn from_number(number: i16) -> Option<Self> {
        Self::ALL.into_iter().find(|outcome| outcome.number() == number)
    }

    /// The stored number, 0 to 5.
    pub const fn number(self) -> i16 {
        self as i16
    }

    /// The word that programs know it by.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Waiting => "Waiting",
            Self::Done => "Done",
            Self::Unchanged => "Unchanged",
            Self::Refused => "Refused",
            Self::Unreached => "Unreached",
            Self::LeftOut => "LeftOut",
        }
    }

    /// What people read.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Waiting => "Waiting",
            Self::Done => "Done",
            Self::Unchanged => "Nothing to do",
            Self::Refused => "Refused",
            Self::Unreached => "Not reached",
            Self::LeftOut => "Left out",
        }
    }

    /// Whether the wish was not granted, so that a person has to look at it.
    pub const fn has_failed(self) -> bool {
        matches!(self, Self::Refused | Self::Unreached | Self::LeftOut)
    }
}

/// Checks how many invoices are chosen.
///
/// # Errors
/// On `InvoiceIds` for none, or more than [`MOST_IN_BULK`].
pub fn check_chosen(chosen: usize) -> Result<(), Invalid> {
    match chosen {
        0 => Err(Invalid::field("InvoiceIds", "Choose the invoices first.")),
        1..=MOST_IN_BULK => Ok(()),
        _ => Err(Invalid::field("InvoiceIds", format!("At most {MOST_IN_BULK} invoices can be chosen at once."))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_words_lead_back() {
        for kind in BulkKind::ALL {
            assert_eq!(BulkKind::from_number(kind.number()), Some(kind));
            assert_eq!(BulkKind::from_word(&format!(" {} ", kind.name().to_lowercase())), Ok(kind));
        }
        assert!(BulkOutcome::ALL.iter().all(|one| BulkOutcome::from_number(one.number()) == Some(*one)));
        assert_eq!((BulkKind::from_number(6), BulkOutcome::from_number(6)), (None, None));
        assert_eq!(BulkKind::from_word("Delete").expect_err("no such word").0[0].key, "Action");
    }

    #[test]
    fn from_one_to_five_hundred_are_done_at_once() {
        assert_eq!([1, 500].map(check_chosen), [Ok(()), Ok(())]);
        for chosen in [0, 501] {
            assert_eq!(check_chosen(chosen).expect_err("refused").0[0].key, "InvoiceIds");
        }
    }

    /// Go, a word of what is there already, or of what is in the way.
    #[test]
    fn each_kind_is_done_only_where_there_is_something_to_do() {
        use BulkKind::{Create, Mail, MarkCommissionPaid, MarkCommissionUnpaid, Sync, Update};
        let bill = BulkFacts { has_recipients: true, ..BulkFacts::default() };
        let sent = BulkFacts { is_sent: true, is_up_to_date: true, ..bill };
        let paid = BulkFacts { is_commission_paid: true, ..bill };
        let mailed = |mail| BulkFacts { mail: Some(mail), ..sent };
        let (go, there, not) = ("go", "unchanged", "refused");
        for (kind, facts, wanted) in [
            (Create, bill, go),
            (Create, sent, there),
            (Create, BulkFacts { is_voided: true, ..sent }, go),
            (Update, BulkFacts { is_voided: true, ..sent }, go),
            (Create, mailed(MailState::Due), go),
            (Create, mailed(MailState::Unknown), not),
            (Update, mailed(MailState::Due), go),
            (Update, bill, not),
            (Update, sent, there),
            (Update, BulkFacts { is_up_to_date: false, ..sent }, go),
            (Sync, bill, not),
            (Sync, sent, go),
            (MarkCommissionPaid, bill, go),
            (MarkCommissionPaid, paid, there),
            (MarkCommissionUnpaid, paid, go),
            (MarkCommissionUnpaid, bill, there),
            (Mail, bill, not),
            (Mail, sent, go),
            (Mail, BulkFacts { has_recipients: false, ..sent }, not),
            (Mail, mailed(MailState::Due), go),
            (Mail, mailed(MailState::Sent), there),
            (Mail, mailed(MailState::Unknown), not),
        ] {
            let verdict = match kind.judge(&facts) {
                Verdict::Go => go,
                Verdict::Unchanged(_) => there,
                Verdict::Refused(_) => not,
            };
            assert_eq!(verdict, wanted, "{kind:?} {facts:?}");
        }
    }
}
