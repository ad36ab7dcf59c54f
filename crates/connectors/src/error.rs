//! Why a call to an accounting system gave nothing, told by what is to be done about it.

use std::time::Duration;

use domain::accounts::setting_label;

/// A call that failed. Its text is written for staff.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ConnectorError {
    /// Nothing was done: the system is busy, away or throttling. The same call may succeed later.
    #[error("The accounting system is not available at the moment: {answer}")]
    Retry {
        /// What it said.
        answer: VendorAnswer,
        /// How long it asked to be left alone.
        wait: Option<Duration>,
    },
    /// Nothing was done, and nothing will be until somebody enters or refreshes the credentials of the account.
    #[error("The accounting system refuses our credentials: {0}")]
    NewCredentials(VendorAnswer),
    /// Nothing was done: the system understood and said no. Repeating is pointless.
    #[error("{answer}")]
    Refused {
        /// Why, as far as the portal acts on it.
        why: Refusal,
        /// The vendor's message, to be shown.
        answer: VendorAnswer,
    },
    /// A write may or may not have happened: no answer came. Look it up before sending it again.
    #[error("The accounting system did not answer, so it is not known whether the document was written: {0}")]
    OutcomeUnknown(VendorAnswer),
}

/// The reasons for a refusal that the portal tells apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Refusal {
    /// The request breaks a rule of the system or names something it does not know.
    Invalid,
    /// Another document carries the number.
    NumberTaken,
    /// The document does not exist any more.
    Gone,
    /// Somebody changed the document in the accounting system since we last saw it.
    Changed,
    /// The document is paid or voided and stays as it is.
    Settled,
    /// More of the document is paid than its new total.
    Overpaid,
    /// An invoice cannot become a credit memo, nor the reverse (rules.md#credit-memo).
    KindFixed,
    /// The document belongs to another customer than the draft names.
    PartyFixed,
    /// The books are closed for the date of the document.
    PeriodClosed,
}

/// What came back, for the history of a document; without tokens, secrets and personal data.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct VendorAnswer {
    /// The vendor's words, or ours when none came.
    pub message: String,
    /// The HTTP status, if there was an answer.
    pub http_status: Option<u16>,
    /// The vendor's code of the error.
    pub code: Option<String>,
    /// What the vendor's support asks for to find the call.
    pub trace_id: Option<String>,
    /// The part of the document that the vendor refuses, in its spelling, such as `ClassRef`.
    pub refused_part: Option<String>,
}

impl std::fmt::Display for VendorAnswer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.message.fmt(f)
    }
}

impl VendorAnswer {
    /// An answer of which only the words are known.
    pub fn saying(message: impl Into<String>) -> Self {
        Self { message: shortened(message.into(), MOST_WORDS), ..Self::default() }
    }
}

/// The most characters of words that may hold some of the vendor's.
const MOST_WORDS: usize = 600;

/// At most so many characters of a text; a cut is shown.
pub(crate) fn shortened(text: String, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text,
        Some(_) => text.chars().take(most.saturating_sub(1)).chain(['…']).collect(),
    }
}

impl ConnectorError {
    /// A refusal of which only reason and words are known.
    pub fn refused(why: Refusal, message: impl Into<String>) -> Self {
        Self::Refused { why, answer: VendorAnswer::saying(message) }
    }

    /// The same refusal behind which the settings of the account stand that the refused part comes from, each by its label. Another
    /// failure, or one whose part comes from no setting, stays as it is.
    #[must_use]
    pub(crate) fn pointing_to(self, settings_of: impl Fn(&str) -> &'static [&'static str]) -> Self {
        let Self::Refused { why, mut answer } = self else { return self };
        let settings = answer.refused_part.as_deref().map(settings_of).unwrap_or_default();
        if !settings.is_empty() {
            let labels: Vec<_> = settings.iter().map(|field| setting_label(field)).collect();
            answer.message = format!("{} Check {} of the ERP account.", answer.message, labels.join(" and "));
        }
        Self::Refused { why, answer }
    }

    /// The same of a write that was answered in a way that cannot be read: it may have happened.
    pub(crate) fn in_doubt(self) -> Self {
        match self {
            Self::Retry { answer, .. } => Self::OutcomeUnknown(answer),
            Self::NewCredentials(_) | Self::Refused { .. } | Self::OutcomeUnknown(_) => self,
        }
    }

    /// What came back.
    pub fn answer(&self) -> &VendorAnswer {
        match self {
            Self::Retry { answer, .. } | Self::Refused { answer, .. } => answer,
            Self::NewCredentials(answer) | Self::OutcomeUnknown(answer) => answer,
        }
    }

    /// Whether the system takes no more calls for now, and how long it asked to be left alone. Nothing was done.
    pub fn throttled(&self) -> Option<Duration> {
        match self {
            // Other failures that can be repeated have no status of the caller's making.
            Self::Retry { answer, wait } if answer.http_status.is_some_and(|status| (400..500).contains(&status)) => {
                Some(wait.unwrap_or_default())
            }
            Self::Retry { .. } | Self::NewCredentials(_) | Self::Refused { .. } | Self::OutcomeUnknown(_) => None,
        }
    }

    /// The reason, if it is a refusal.
    pub fn refusal(&self) -> Option<Refusal> {
        match self {
            Self::Refused { why, .. } => Some(*why),
            Self::Retry { .. } | Self::NewCredentials(_) | Self::OutcomeUnknown(_) => None,
        }
    }
}
