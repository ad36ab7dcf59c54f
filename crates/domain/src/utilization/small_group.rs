//! Small groups: whose diagnoses and prescriptions are withheld, because a short list could identify a person (rules.md#withheld-lists).

use super::tally::Tally;

/// Fewer consulting members than this make a small group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SmallGroup(u32);

/// Eleven: the smallest cell that health statistics usually show.
impl Default for SmallGroup {
    fn default() -> Self {
        Self(11)
    }
}

impl SmallGroup {
    /// One of fewer than so many consulting members.
    pub const fn below(members: u32) -> Self {
        Self(members)
    }

    /// How many consulting members it takes not to be one.
    pub const fn members(self) -> u32 {
        self.0
    }

    /// Whether the lists of these consults are withheld: when fewer members than the threshold consulted, and also when so few were
    /// left out by the filter, since these could be had by subtracting this report from the one without the filter. A consult of nobody
    /// known is nobody's: it makes no group larger.
    pub fn withholds(self, tally: &Tally) -> bool {
        let is_small = |consults: u64, members: u64| consults > 0 && members < u64::from(self.0);
        let is_left_out_small = is_small(tally.left_out.consults, tally.left_out.members);
        is_small(tally.consults(), tally.members()) || (tally.consults() > 0 && is_left_out_small)
    }
}
