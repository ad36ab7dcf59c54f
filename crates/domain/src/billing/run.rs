//! A billing run: the snapshots of one month for many plans at once. Drafts are computed, a person approves them, and the approved ones
//! are created; the automatic run approves its own (rules.md#automatic-billing).

mod exceptions;
mod invoice;
mod not_included;
mod period;

pub use exceptions::{Coverage, DraftFacts, Exception, coverage, exceptions};
pub use invoice::{InvoicePush, InvoiceStanding};
pub use not_included::{NotIncluded, NothingToBill, Outside};
pub use period::{check_month, check_no_day_is_left, months_ended, period, was_cut_short, window};

use chrono::TimeDelta;

use crate::Invalid;

/// Said of an approval that comes too early or too late.
pub const NOT_WAITING: &str = "Drafts can only be approved while the run waits for approval.";
/// Said of a row that was left when its run was cancelled.
pub const CANCELLED: &str = "The run was cancelled before this.";
/// Said of a row that nobody has approved.
pub const NOT_APPROVED: &str = "It was not approved.";
/// Said of a created row whose run was cancelled before its invoice was asked for.
pub const NOT_INVOICED: &str = "The run was cancelled before the invoice was created. The next run of the month takes it up, or it is created from the snapshot.";
/// Said of a run whose job was given up.
pub const BROKEN: &str = "The run stopped because of a fault of the program. What it has created stays. A new run of the month does the rest.";

/// Where a run stands; the number is the stored one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunState {
    /// Its drafts are computed.
    Drafting = 0,
    /// Its drafts wait for approval.
    Drafted = 1,
    /// Its approved drafts become snapshots, and these invoices.
    Creating = 2,
    /// It is over.
    Done = 3,
    /// It broke off by a fault of ours.
    Failed = 4,
    /// A person ended it.
    Cancelled = 5,
}

impl RunState {
    /// All of them, in the order of their numbers.
    pub const ALL: [Self; 6] =
        [Self::Drafting, Self::Drafted, Self::Creating, Self::Done, Self::Failed, Self::Cancelled];

    /// The state of a stored number.
    pub fn from_number(number: i16) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.number() == number)
    }

    /// The stored number, 0 to 5.
    pub const fn number(self) -> i16 {
        self as i16
    }

    /// The name that programs know it by.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Drafting => "Drafting",
            Self::Drafted => "Drafted",
            Self::Creating => "Creating",
            Self::Done => "Done",
            Self::Failed => "Failed",
            Self::Cancelled => "Cancelled",
        }
    }

    /// What people read.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Drafting => "Computing drafts",
            Self::Drafted => "Waiting for approval",
            Self::Creating => "Creating snapshots",
            Self::Done => "Done",
            Self::Failed => "Failed",
            Self::Cancelled => "Cancelled",
        }
    }

    /// What people read of a run, by whether drafts of it wait for approval and whether some are approved.
    pub const fn text_with(self, has_drafts: bool, has_approved: bool) -> &'static str {
        match (self, has_drafts, has_approved) {
            (Self::Drafted, false, true) => "Ready to create",
            (Self::Drafted, false, false) => "Nothing to approve",
            _ => self.text(),
        }
    }

    /// Whether anything can still come of it. A month has one open run at a time.
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Drafting | Self::Drafted | Self::Creating)
    }

    /// Checks that drafts may be approved, or approvals taken back.
    ///
    /// # Errors
    /// On no field, in any other state than [`Self::Drafted`].
    pub fn check_approve(self) -> Result<(), Invalid> {
        if self == Self::Drafted { Ok(()) } else { Err(Invalid::field("", NOT_WAITING)) }
    }

    /// Checks that `approved` drafts may be created; says whether there is anything to do, since a second click changes nothing.
    ///
    /// # Errors
    /// On no field.
    pub fn check_create(self, approved: u64) -> Result<bool, Invalid> {
        match self {
            Self::Creating => Ok(false),
            Self::Drafted if approved > 0 => Ok(true),
            Self::Drafted => Err(Invalid::field("", "Approve at least one draft first.")),
            _ => Err(Invalid::field("", "The run does not wait for approval.")),
        }
    }

    /// Checks that the run may be cancelled; says whether there is anything to do.
    ///
    /// # Errors
    /// On no field, when it is over.
    pub fn check_cancel(self) -> Result<bool, Invalid> {
        match self {
            Self::Cancelled => Ok(false),
            open if open.is_open() => Ok(true),
            _ => Err(Invalid::field("", "The run is over.")),
        }
    }
}

/// How long invoices wait after the ERP took no more calls for the so-many-th time in a row: as long as it asked for, and longer each
/// time, at most four minutes. `dice` cuts it short by chance, so that runs beside each other do not come back together
/// (rules.md#bulk-push).
pub fn back_off(times: u32, asked: TimeDelta, dice: u128) -> TimeDelta {
    let whole = TimeDelta::seconds(15 << times.saturating_sub(1).min(4));
    let (half, parts) = (whole / 2, 1000);
    let cut = half * i32::try_from(dice % parts).unwrap_or_default() / 1000;
    asked.max(TimeDelta::zero()) + whole - cut
}

/// Where a plan stands within a run; the number is the stored one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ItemState {
    /// It waits for its draft.
    Queued = 0,
    /// It has a draft.
    Draft = 1,
    /// Its draft is approved.
    Approved = 2,
    /// Its snapshot is made.
    Created = 3,
    /// A rule says why there is no draft, or no snapshot.
    Refused = 4,
    /// The run ended without it.
    LeftOut = 5,
}

impl ItemState {
    /// All of them, in the order of their numbers.
    pub const ALL: [Self; 6] = [Self::Queued, Self::Draft, Self::Approved, Self::Created, Self::Refused, Self::LeftOut];

    /// The state of a stored number.
    pub fn from_number(number: i16) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.number() == number)
    }

    /// The stored number, 0 to 5.
    pub const fn number(self) -> i16 {
        self as i16
    }

    /// The name that programs know it by.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Queued => "Queued",
            Self::Draft => "Draft",
            Self::Approved => "Approved",
            Self::Created => "Created",
            Self::Refused => "Refused",
            Self::LeftOut => "LeftOut",
        }
    }

    /// What people read.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Queued => "Waiting for its draft",
            Self::Draft => "Draft",
            Self::Approved => "Approved",
            Self::Created => "Created",
            Self::Refused => "Refused",
            Self::LeftOut => "Left out",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_lead_back_to_their_states() {
        assert!(RunState::ALL.iter().all(|state| RunState::from_number(state.number()) == Some(*state)));
        assert!(ItemState::ALL.iter().all(|state| ItemState::from_number(state.number()) == Some(*state)));
        assert!(InvoicePush::ALL.iter().all(|state| InvoicePush::from_number(state.number()) == Some(*state)));
        assert_eq!(
            (RunState::from_number(6), ItemState::from_number(-1), InvoicePush::from_number(4)),
            (None, None, None)
        );
    }

    #[test]
    fn invoices_wait_longer_each_time_and_never_shorter_than_asked() {
        let seconds = |times, asked, dice| back_off(times, TimeDelta::seconds(asked), dice).num_milliseconds();
        for (times, asked, dice, millis) in [
            (1, 0, 0, 15_000),
            (1, 0, 999, 7_507),
            (2, 0, 0, 30_000),
            (3, 60, 500, 105_000),
            (5, 0, 0, 240_000),
            (9, 0, 0, 240_000),
            (0, -5, 0, 15_000),
        ] {
            assert_eq!(seconds(times, asked, dice), millis, "{times} {asked} {dice}");
        }
    }

    #[test]
    fn a_run_waits_for_approval_while_there_is_something_to_approve() {
        for (state, has_drafts, has_approved, text) in [
            (RunState::Drafted, true, false, "Waiting for approval"),
            (RunState::Drafted, true, true, "Waiting for approval"),
            (RunState::Drafted, false, true, "Ready to create"),
            (RunState::Drafted, false, false, "Nothing to approve"),
            (RunState::Drafting, false, false, "Computing drafts"),
            (RunState::Done, false, true, "Done"),
        ] {
            assert_eq!(state.text_with(has_drafts, has_approved), text);
        }
    }

    #[test]
    fn each_state_allows_what_it_should() {
        let said = |checked: Result<bool, Invalid>| match checked {
            Ok(true) => "yes".to_owned(),
            Ok(false) => "nothing to do".to_owned(),
            Err(invalid) => invalid.0[0].message.clone(),
        };
        let over = ("The run does not wait for approval.", "The run is over.");
        for (state, open, approve, create, cancel) in [
            (RunState::Drafting, true, false, over.0, "yes"),
            (RunState::Drafted, true, true, "yes", "yes"),
            (RunState::Creating, true, false, "nothing to do", "yes"),
            (RunState::Done, false, false, over.0, over.1),
            (RunState::Failed, false, false, over.0, over.1),
            (RunState::Cancelled, false, false, over.0, "nothing to do"),
        ] {
            assert_eq!(state.is_open(), open, "{state:?}");
            assert_eq!(state.check_approve().is_ok(), approve, "{state:?}");
            assert_eq!(said(state.check_create(3)), create, "{state:?}");
            assert_eq!(said(state.check_cancel()), cancel, "{state:?}");
        }
        assert_eq!(said(RunState::Drafted.check_create(0)), "Approve at least one draft first.");
    }
}
