//! What may happen to a push: which failure meets which of its calls, and how often in a row.

use erp_sandbox::faults::{Effect, When};

/// What is pushed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// A snapshot that no system has.
    Create,
    /// A snapshot that was computed anew since.
    Update,
}

/// What happens to a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    /// No answer comes, and nothing was done.
    TimeoutBefore,
    /// No answer comes, and all was done.
    TimeoutAfter,
    /// A fault of the system, and nothing was done.
    ErrorBefore,
    /// A fault of the system, and all was done.
    ErrorAfter,
    /// An answer that says no, although all was done.
    RefusedAfter,
    /// Too many calls.
    Throttled,
    /// The connection is cut, and nothing was done.
    ResetBefore,
    /// The connection is cut, and all was done.
    ResetAfter,
    /// The program is killed before the system has done anything.
    KilledBefore,
    /// The program is killed after the system has done all.
    KilledAfter,
}

impl Failure {
    const ALL: [Self; 10] = [
        Self::TimeoutBefore,
        Self::TimeoutAfter,
        Self::ErrorBefore,
        Self::ErrorAfter,
        Self::RefusedAfter,
        Self::Throttled,
        Self::ResetBefore,
        Self::ResetAfter,
        Self::KilledBefore,
        Self::KilledAfter,
    ];

    /// Its name in the report.
    pub const fn name(self) -> &'static str {
        match self {
            Self::TimeoutBefore => "timeout before commit",
            Self::TimeoutAfter => "timeout after commit",
            Self::ErrorBefore => "500 before commit",
            Self::ErrorAfter => "500 after commit",
            Self::RefusedAfter => "422 after commit",
            Self::Throttled => "429",
            Self::ResetBefore => "reset before commit",
            Self::ResetAfter => "reset after commit",
            Self::KilledBefore => "killed before commit",
            Self::KilledAfter => "killed after commit",
        }
    }

    /// Whether the program is killed in the middle of the call.
    pub const fn is_kill(self) -> bool {
        matches!(self, Self::KilledBefore | Self::KilledAfter)
    }

    /// What the system does.
    pub fn effect(self) -> Effect {
        let status = |status, when| Effect::Status { status, when, retry_after: None };
        match self {
            Self::TimeoutBefore | Self::KilledBefore => Effect::Silence { when: When::Before },
            Self::TimeoutAfter | Self::KilledAfter => Effect::Silence { when: When::After },
            Self::ErrorBefore => status(500, When::Before),
            Self::ErrorAfter => status(500, When::After),
            Self::RefusedAfter => status(422, When::After),
            Self::Throttled => status(429, When::Before),
            Self::ResetBefore => Effect::Drop { when: When::Before },
            Self::ResetAfter => Effect::Drop { when: When::After },
        }
    }
}

/// One push and what happens to it.
#[derive(Debug, Clone, Copy)]
pub struct Case {
    /// What is pushed.
    pub step: Step,
    /// What happens.
    pub failure: Failure,
    /// How many calls pass before.
    pub after_calls: u32,
    /// How many calls in a row it happens to.
    pub times: u32,
}

const STEPS: [Step; 2] = [Step::Create, Step::Update];
/// The calls of a push that meet a failure, from the first on.
const CALLS: u32 = 4;

/// Every failure at each call of both steps, once and several times in a row: more often than a client repeats its call.
pub fn long() -> Vec<Case> {
    let mut cases = Vec::new();
    for failure in Failure::ALL {
        let often = if failure.effect() == (Effect::Silence { when: When::Before }) { [1, 2, 2] } else { [1, 2, 6] };
        for step in STEPS {
            for after_calls in 0..CALLS {
                cases.extend(often.map(|times| Case { step, failure, after_calls, times }));
            }
        }
    }
    cases
}

/// One of each failure at the call that writes, but no timeout: that takes its ten seconds, and a kill is silent before it comes.
pub fn short() -> Vec<Case> {
    let all =
        Failure::ALL.into_iter().filter(|failure| !matches!(failure, Failure::TimeoutBefore | Failure::TimeoutAfter));
    all.map(|failure| {
        let is_update = matches!(failure, Failure::ErrorAfter | Failure::KilledAfter | Failure::Throttled);
        let (step, after_calls) = if is_update { (Step::Update, 1) } else { (Step::Create, 1) };
        Case { step, failure, after_calls, times: 1 }
    })
    .collect()
}
