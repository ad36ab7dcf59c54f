//! The calls that were made for a document (rules.md#history-in-the-erp).

/// What a call was for; the number is the stored one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// To create the document.
    Create = 0,
    /// To replace its content.
    Update = 1,
    /// To look a request up.
    Find = 2,
    /// To have it mailed.
    Mail = 3,
    /// To ask how it stands there and how much of it is open.
    Standing = 4,
}

impl Step {
    const ALL: [Self; 5] = [Self::Create, Self::Update, Self::Find, Self::Mail, Self::Standing];

    /// The step of a stored number.
    pub fn from_number(number: i16) -> Option<Self> {
        Self::ALL.into_iter().find(|step| *step as i16 == number)
    }

    /// The name that programs know it by.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Create => "Create",
            Self::Update => "Update",
            Self::Find => "LookUp",
            Self::Mail => "Mail",
            Self::Standing => "Read",
        }
    }

    /// What people read.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Create => "Create",
            Self::Update => "Update",
            Self::Find => "Look up",
            Self::Mail => "Mail",
            Self::Standing => "Read",
        }
    }
}

/// What came of a call; the number is the stored one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It was done.
    Done = 0,
    /// Nothing was done.
    Nothing = 1,
    /// It is not known.
    Unknown = 2,
    /// It is about to be made, and written down before that.
    Asked = 3,
}

impl Outcome {
    const ALL: [Self; 4] = [Self::Done, Self::Nothing, Self::Unknown, Self::Asked];

    /// The outcome of a stored number.
    pub fn from_number(number: i16) -> Option<Self> {
        Self::ALL.into_iter().find(|outcome| *outcome as i16 == number)
    }

    /// The name that programs know it by.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Done => "Done",
            Self::Nothing => "Failed",
            Self::Unknown => "Unknown",
            Self::Asked => "NoAnswer",
        }
    }

    /// What people read.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Done => "Done",
            Self::Nothing => "Failed, nothing was done",
            Self::Unknown => "Outcome not known",
            Self::Asked => "No answer was written down",
        }
    }
}

/// Which of the calls of one document are shown, newest first: a call that was written down beforehand and answered is one, not two. The answer
/// stands right behind it; what stands behind another call is that of a later try, after the program was stopped.
pub fn shown_calls(newest_first: &[(Step, Outcome)]) -> Vec<bool> {
    let is_answer = |call: &(Step, Outcome), step: Step| call.0 == step && call.1 != Outcome::Asked;
    let mut next: Option<(Step, Outcome)> = None;
    let shown = |call: &(Step, Outcome)| {
        let is_answered = call.1 == Outcome::Asked && next.is_some_and(|next| is_answer(&next, call.0));
        next = Some(*call);
        !is_answered
    };
    newest_first.iter().map(shown).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_lead_back() {
        assert!(Step::ALL.iter().all(|step| Step::from_number(*step as i16) == Some(*step)));
        assert!(Outcome::ALL.iter().all(|outcome| Outcome::from_number(*outcome as i16) == Some(*outcome)));
        assert_eq!((Step::from_number(5), Outcome::from_number(-1)), (None, None));
    }

    #[test]
    fn a_call_that_was_announced_and_answered_is_shown_once() {
        use Outcome::{Asked, Done, Unknown};
        use Step::{Create, Find, Mail, Update};
        for (calls, shown) in [
            (vec![(Create, Done), (Create, Asked)], vec![true, false]),
            (vec![(Create, Asked)], vec![true]),
            (vec![(Mail, Done), (Mail, Asked), (Create, Done), (Create, Asked)], vec![true, false, true, false]),
            (vec![(Find, Done), (Create, Unknown), (Create, Asked)], vec![true, true, false]),
            (vec![(Find, Done), (Create, Asked)], vec![true, true]),
            (vec![(Update, Asked), (Update, Done), (Update, Asked)], vec![true, true, false]),
            (vec![(Update, Done), (Update, Asked), (Update, Asked)], vec![true, false, true]),
            // The program was stopped, and a later try found the document.
            (vec![(Create, Done), (Find, Done), (Create, Asked)], vec![true, true, true]),
            (vec![], vec![]),
        ] {
            assert_eq!(shown_calls(&calls), shown, "{calls:?}");
        }
    }
}
