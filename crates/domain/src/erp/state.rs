//! The state of a document in an ERP, as a person reads it (rules.md#state-in-the-erp).

use chrono::{DateTime, TimeDelta, Utc};

/// How long a call is under way at most. Afterwards its program has stopped, and its outcome is not known.
pub const CALL_TIME: TimeDelta = TimeDelta::minutes(3);

/// How long a request whose answer did not come may still be granted. Until then no other request replaces it.
pub const GRANT_TIME: TimeDelta = TimeDelta::hours(1);

/// Said of a call whose program stopped before it wrote the outcome down.
pub const INTERRUPTED: &str = "The program stopped while the call was made, so its outcome is not known. Retry looks the document up first \
                               and never sends it twice.";

/// How far a stored document is; the number is the stored one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DocumentState {
    /// To be sent.
    Queued = 0,
    /// Sent, with an outcome that is not known yet: it is looked up before anything is sent again.
    Sending = 1,
    /// It stands in the accounting system.
    Sent = 2,
    /// It stands there with an older content.
    OutOfDate = 3,
    /// It surely was not made.
    Failed = 4,
    /// A person changed it there.
    Changed = 5,
    /// It was deleted there, or voided and stands for its snapshot no longer.
    Deleted = 6,
}

impl DocumentState {
    const ALL: [Self; 7] =
        [Self::Queued, Self::Sending, Self::Sent, Self::OutOfDate, Self::Failed, Self::Changed, Self::Deleted];

    /// The state of a stored number.
    pub fn from_number(number: i16) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.number() == number)
    }

    /// The stored number, 0 to 6.
    pub const fn number(self) -> i16 {
        self as i16
    }

    /// Whether a call is on its way, or was when the program ended.
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Queued | Self::Sending)
    }
}

/// Whether the mail of a document was sent; the number is the stored one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MailState {
    /// It is to be sent, and surely was not.
    Due = 0,
    /// It was asked for, and the outcome is not known: it is never asked for again.
    Unknown = 1,
    /// It was sent.
    Sent = 2,
}

impl MailState {
    const ALL: [Self; 3] = [Self::Due, Self::Unknown, Self::Sent];

    /// The state of a stored number.
    pub fn from_number(number: i16) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.number() == number)
    }

    /// The stored number, 0 to 2.
    pub const fn number(self) -> i16 {
        self as i16
    }

    /// What people read of a mail that was not sent, or may not have been; `why` is what its last call said.
    pub fn told(self, why: Option<&str>) -> Option<String> {
        let why = why.map(|why| format!(": {why}"));
        match (self, why) {
            (Self::Sent, _) => None,
            (Self::Due, Some(why)) => Some(format!("The invoice stands, its mail failed{why}")),
            (Self::Due, None) => Some("The invoice stands, its mail was not sent yet.".to_owned()),
            (Self::Unknown, why) => Some(format!(
                "The invoice stands. It is not known whether its mail was sent, so it is not sent again{} Sync Payment Status asks the ERP \
                 whether it was mailed. If the ERP does not tell, look there and settle it here.",
                why.map_or_else(|| ".".to_owned(), |why| format!("{}.", why.trim_end_matches('.')))
            )),
        }
    }
}

/// What is stored of the newest document of a snapshot or statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DocumentFacts {
    /// How far it is.
    pub state: DocumentState,
    /// Whether its last call failed.
    pub has_failed: bool,
    /// When it was last written.
    pub touched_at: DateTime<Utc>,
    /// Whether its mail was sent; none when it is not mailed.
    pub mail: Option<MailState>,
    /// When its mail was asked for; none once that call was answered.
    pub mail_asked_at: Option<DateTime<Utc>>,
}

/// What the state is found by.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ErpFacts {
    /// Whether a billing run or a bulk action is still to send it.
    pub is_awaited: bool,
    /// Whether our record was computed anew since it was sent.
    pub is_out_of_date: bool,
    /// The newest document; none when nothing was ever sent.
    pub newest: Option<DocumentFacts>,
}

/// The state of a snapshot or statement in its ERP.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ErpState {
    /// Nothing was ever sent.
    NotSent,
    /// A call is under way, or a billing run or a bulk action is still to make it.
    Queued,
    /// It stands in the ERP as we have it.
    Sent,
    /// It stands in the ERP with an older content.
    OutOfDate,
    /// The last call failed, or its outcome is not known; or its mail surely failed.
    Failed,
    /// A person changed it in the ERP.
    Changed,
    /// It was deleted in the ERP.
    Deleted,
}

impl ErpState {
    /// All of them.
    pub const ALL: [Self; 7] =
        [Self::NotSent, Self::Queued, Self::Sent, Self::OutOfDate, Self::Failed, Self::Changed, Self::Deleted];

    /// The name that programs know it by.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NotSent => "NotSent",
            Self::Queued => "Queued",
            Self::Sent => "Sent",
            Self::OutOfDate => "OutOfDate",
            Self::Failed => "Failed",
            Self::Changed => "Changed",
            Self::Deleted => "Deleted",
        }
    }

    /// What people read.
    pub const fn text(self) -> &'static str {
        match self {
            Self::NotSent => "Not sent",
            Self::Queued => "Queued",
            Self::Sent => "Sent",
            Self::OutOfDate => "Out of date",
            Self::Failed => "Failed",
            Self::Changed => "Changed in the ERP",
            Self::Deleted => "Deleted in the ERP",
        }
    }

    /// The colour of its badge.
    pub const fn color(self) -> &'static str {
        match self {
            Self::NotSent => "#6c757d",
            Self::Queued => "#007bff",
            Self::Sent => "#28a745",
            Self::OutOfDate => "#fd7e14",
            Self::Failed => "#dc3545",
            Self::Changed => "#6f42c1",
            Self::Deleted => "#343a40",
        }
    }
}

impl DocumentFacts {
    /// Whether the outcome of a mail is not known, and its call is surely over at `now`.
    pub fn is_mail_unknown(&self, now: DateTime<Utc>) -> bool {
        self.state == DocumentState::Sent && self.mail == Some(MailState::Unknown) && !self.is_mail_under_way(now)
    }

    /// Whether the call for its mail may be under way at `now`.
    fn is_mail_under_way(&self, now: DateTime<Utc>) -> bool {
        self.mail == Some(MailState::Unknown) && is_mail_call_open(self.mail_asked_at, now)
    }
}

/// Whether a call for a mail that was `asked_at` may be under way at `now`.
pub fn is_mail_call_open(asked_at: Option<DateTime<Utc>>, now: DateTime<Utc>) -> bool {
    asked_at.is_some_and(|asked_at| now < asked_at + CALL_TIME)
}

/// The state at `now`.
pub fn state_of(facts: &ErpFacts, now: DateTime<Utc>) -> ErpState {
    let Some(newest) = facts.newest else {
        return if facts.is_awaited { ErpState::Queued } else { ErpState::NotSent };
    };
    let is_under_way = !newest.has_failed && now < newest.touched_at + CALL_TIME;
    // A mail is unknown from before its call on, so that a program that ends meanwhile leaves it so.
    let is_mail_under_way = newest.is_mail_under_way(now);
    match newest.state {
        DocumentState::Queued | DocumentState::Sending if is_under_way || facts.is_awaited => ErpState::Queued,
        DocumentState::Failed | DocumentState::Deleted if facts.is_awaited => ErpState::Queued,
        DocumentState::Queued | DocumentState::Sending | DocumentState::Failed => ErpState::Failed,
        DocumentState::Deleted => ErpState::Deleted,
        DocumentState::Changed => ErpState::Changed,
        DocumentState::OutOfDate if newest.has_failed => ErpState::Failed,
        DocumentState::OutOfDate => ErpState::OutOfDate,
        DocumentState::Sent if facts.is_out_of_date => ErpState::OutOfDate,
        DocumentState::Sent if newest.mail == Some(MailState::Due) => ErpState::Failed,
        DocumentState::Sent if is_mail_under_way => ErpState::Queued,
        DocumentState::Sent => ErpState::Sent,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_lead_back_to_their_states() {
        for state in DocumentState::ALL {
            assert_eq!(DocumentState::from_number(state.number()), Some(state));
        }
        assert_eq!(DocumentState::from_number(7), None);
        for mail in MailState::ALL {
            assert_eq!(MailState::from_number(mail.number()), Some(mail));
        }
        assert_eq!(MailState::from_number(3), None);
    }

    #[test]
    fn a_mail_that_was_not_surely_sent_is_told() {
        for (mail, why, told) in [
            (MailState::Due, None, Some("The invoice stands, its mail was not sent yet.")),
            (MailState::Due, Some("Too many."), Some("The invoice stands, its mail failed: Too many.")),
            (
                MailState::Unknown,
                None,
                Some(
                    "The invoice stands. It is not known whether its mail was sent, so it is not sent again. Sync Payment Status asks the \
                     ERP whether it was mailed. If the ERP does not tell, look there and settle it here.",
                ),
            ),
            (
                MailState::Unknown,
                Some("No answer."),
                Some(
                    "The invoice stands. It is not known whether its mail was sent, so it is not sent again: No answer. Sync Payment \
                     Status asks the ERP whether it was mailed. If the ERP does not tell, look there and settle it here.",
                ),
            ),
            (MailState::Sent, Some("No answer."), None),
        ] {
            assert_eq!(mail.told(why).as_deref(), told);
        }
    }

    #[test]
    fn each_state_has_a_text_and_a_colour_of_its_own() {
        let distinct = |of: fn(ErpState) -> &'static str| {
            ErpState::ALL.into_iter().map(of).collect::<std::collections::BTreeSet<_>>().len()
        };
        assert_eq!([distinct(ErpState::name), distinct(ErpState::text), distinct(ErpState::color)], [7, 7, 7]);
    }

    #[test]
    fn the_stored_facts_give_the_state() {
        use DocumentState as Stored;
        use ErpState as Shown;
        let now = "2026-07-20T16:00:00Z".parse::<DateTime<Utc>>().unwrap();
        let touched = |minutes| now - TimeDelta::minutes(minutes);
        let stored = |state, has_failed, minutes| {
            let touched_at = touched(minutes);
            Some(DocumentFacts { state, has_failed, touched_at, mail: None, mail_asked_at: None })
        };
        // A read since does not matter.
        let mail_at = |mail, asked: Option<i64>| {
            let (mail, mail_asked_at) = (Some(mail), asked.map(touched));
            Some(DocumentFacts { state: Stored::Sent, has_failed: false, touched_at: touched(1), mail, mail_asked_at })
        };
        let mailed = |mail| mail_at(mail, None);
        for (newest, is_awaited, is_out_of_date, shown) in [
            (None, false, false, Shown::NotSent),
            (None, true, false, Shown::Queued),
            (stored(Stored::Queued, false, 1), false, false, Shown::Queued),
            (stored(Stored::Sending, false, 1), false, false, Shown::Queued),
            (stored(Stored::Sending, false, 1), false, true, Shown::Queued),
            (stored(Stored::Sending, false, 3), false, false, Shown::Failed),
            (stored(Stored::Sending, true, 1), false, false, Shown::Failed),
            (stored(Stored::Sending, true, 60), true, false, Shown::Queued),
            (stored(Stored::Failed, true, 1), false, false, Shown::Failed),
            (stored(Stored::Failed, true, 1), true, false, Shown::Queued),
            (stored(Stored::Sent, false, 1), false, false, Shown::Sent),
            (stored(Stored::Sent, false, 900), true, false, Shown::Sent),
            (stored(Stored::Sent, false, 900), false, true, Shown::OutOfDate),
            (mailed(MailState::Due), false, false, Shown::Failed),
            (mailed(MailState::Due), false, true, Shown::OutOfDate),
            (mailed(MailState::Unknown), false, false, Shown::Sent),
            (mail_at(MailState::Unknown, Some(1)), false, false, Shown::Queued),
            (mail_at(MailState::Unknown, Some(1)), false, true, Shown::OutOfDate),
            (mail_at(MailState::Unknown, Some(3)), false, false, Shown::Sent),
            (mailed(MailState::Sent), false, false, Shown::Sent),
            (stored(Stored::OutOfDate, false, 900), false, true, Shown::OutOfDate),
            (stored(Stored::OutOfDate, true, 900), false, true, Shown::Failed),
            (stored(Stored::Changed, true, 900), false, true, Shown::Changed),
            (stored(Stored::Changed, true, 900), true, false, Shown::Changed),
            (stored(Stored::Deleted, true, 900), false, false, Shown::Deleted),
            (stored(Stored::Deleted, true, 900), true, false, Shown::Queued),
        ] {
            let facts = ErpFacts { is_awaited, is_out_of_date, newest };
            assert_eq!(state_of(&facts, now), shown, "{facts:?}");
        }
    }
}
