//! Announcements to users, each shown until it is put away (rules.md#recent-updates).

/// The announcements that exist, by number.
pub const ANNOUNCEMENTS: [i32; 1] = [1];

/// The announcement of a number from outside; `None` when there is none.
pub fn announcement(number: i64) -> Option<i32> {
    ANNOUNCEMENTS.into_iter().find(|known| i64::from(*known) == number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_first_exists() {
        for (number, known) in [(1, Some(1)), (0, None), (2, None), (-1, None), (i64::MAX, None), ((1 << 32) + 1, None)]
        {
            assert_eq!(announcement(number), known, "{number}");
        }
    }
}
