//! When a person of the demonstration joins, leaves and comes back: months of the story, counted from its first.

use super::random::Random;

/// Months of history before the current one.
pub const MONTHS: i32 = 24;
/// Of a hundred people: how many are there from the start, leave again, are entered a month late, come back.
const FROM_START: u64 = 80;
const LEAVING: u64 = 22;
const ENTERED_LATE: u64 = 20;
const COMING_BACK: u64 = 20;

/// A month, and whether it was entered one too late.
pub type Turn = (i32, bool);

/// The comings and goings of a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Career {
    /// The month of joining.
    pub joins: Turn,
    /// The first month without the person.
    pub leaves: Option<Turn>,
    /// The month of coming back.
    pub returns: Option<i32>,
}

impl Career {
    /// The career of an employee; children come and go with theirs.
    pub fn of(employee: u64) -> Self {
        let mut random = Random::of("career", employee);
        let joins = if random.chance(FROM_START) { 0 } else { 1 + random.below(MONTHS as u64) as i32 };
        let joined_late = joins > 0 && random.chance(ENTERED_LATE);
        let left = joins + 2 + random.below(MONTHS as u64) as i32;
        let leaves = (random.chance(LEAVING) && left <= MONTHS).then(|| (left, random.chance(ENTERED_LATE)));
        let back = left + 4;
        let returns = (leaves.is_some() && random.chance(COMING_BACK) && back <= MONTHS).then_some(back);
        Self { joins: (joins, joined_late), leaves, returns }
    }

    /// Whether the person is there in a month.
    pub fn is_there(&self, month: i32) -> bool {
        let gone = self.leaves.is_some_and(|(left, _)| month >= left);
        let back = self.returns.is_some_and(|back| month >= back);
        month >= self.joins.0 && (!gone || back)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_person_is_there_between_joining_and_leaving_and_after_coming_back() {
        let career = Career { joins: (3, false), leaves: Some((6, true)), returns: Some(10) };
        let there: Vec<i32> = (0..13).filter(|month| career.is_there(*month)).collect();
        assert_eq!(there, [3, 4, 5, 10, 11, 12]);
    }

    #[test]
    fn most_stay_some_leave_and_a_few_come_back() {
        let careers: Vec<Career> = (0..2000).map(Career::of).collect();
        let left = careers.iter().filter(|career| career.leaves.is_some()).count();
        let back = careers.iter().filter(|career| career.returns.is_some()).count();
        assert!((100..500).contains(&left) && (5..left / 2).contains(&back), "{left} left, {back} came back");
    }
}
