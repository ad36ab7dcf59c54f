//! What becomes of the members that ended with their group when the group is served again (rules.md#reactivating-a-group).

use chrono::NaiveDate;

use crate::Invalid;
use crate::members::effective_date::effective_date;
use crate::period::check_plausible;

/// What a person says about the members that ended with the group.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ReactivationWish {
    /// Whether they are brought back; `None` while nothing was said.
    pub bring_back: Option<bool>,
    /// The day from which; the rule of dates decides when it is not given (rules.md#first-three-days).
    pub effective_on: Option<NaiveDate>,
}

/// What is done with the members that ended with the group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EndedMembers {
    /// Nothing.
    StayEnded,
    /// Each gets back what it had, from this day on.
    ComeBack(NaiveDate),
}

impl ReactivationWish {
    /// Reads what is done with the `ended` members of a group whose first day is `group_begins_on`.
    ///
    /// # Errors
    /// On `BringBackMembers` when members ended and nothing was said; on `MembersEffectiveDate` for a day that cannot be meant.
    pub fn check(
        self,
        ended: u64,
        group_begins_on: Option<NaiveDate>,
        today: NaiveDate,
    ) -> Result<EndedMembers, Invalid> {
        match self.bring_back {
            _ if ended == 0 => Ok(EndedMembers::StayEnded),
            None => Err(Invalid::field("BringBackMembers", question(ended))),
            Some(false) => Ok(EndedMembers::StayEnded),
            Some(true) => {
                let (key, label) = ("MembersEffectiveDate", "Members Effective Date");
                let day = self.effective_on.unwrap_or_else(|| effective_date(today));
                let mut invalid = Invalid::none();
                check_plausible(&mut invalid, key, label, Some(day));
                let is_served = group_begins_on.is_none_or(|first| day >= first);
                invalid.check(is_served, key, format!("{label} must not be before the Effective Date of the group."));
                invalid.or(EndedMembers::ComeBack(day))
            }
        }
    }
}

fn question(ended: u64) -> String {
    let members = if ended == 1 { "1 member" } else { &format!("{ended} members") };
    format!("{members} ended with the group. Choose whether to bring them back or leave them ended.")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::period::read_date;

    fn day(text: &str) -> NaiveDate {
        read_date(text).expect("a day")
    }

    #[test]
    fn a_person_decides_what_becomes_of_members_that_ended_with_the_group() {
        const ASKED: &str =
            "BringBackMembers: 3 members ended with the group. Choose whether to bring them back or leave them ended.";
        let come_back = |text| Ok(EndedMembers::ComeBack(day(text)));
        let wrong = |message: &str| Err(message.to_owned());
        for (ended, bring_back, effective_on, read) in [
            (3, None, None, wrong(ASKED)),
            (3, None, Some("2026-08-01"), wrong(ASKED)),
            (3, Some(false), None, Ok(EndedMembers::StayEnded)),
            (3, Some(false), Some("1826-08-01"), Ok(EndedMembers::StayEnded)),
            (3, Some(true), None, come_back("2026-08-01")),
            (3, Some(true), Some("2026-07-20"), come_back("2026-07-20")),
            (3, Some(true), Some("2026-06-15"), come_back("2026-06-15")),
            (
                3,
                Some(true),
                Some("2025-12-31"),
                wrong(
                    "MembersEffectiveDate: Members Effective Date must not be before the Effective Date of the group.",
                ),
            ),
            (
                3,
                Some(true),
                Some("2226-07-20"),
                wrong("MembersEffectiveDate: Members Effective Date must lie in the years 1900 to 2199."),
            ),
            (0, None, None, Ok(EndedMembers::StayEnded)),
            (0, Some(true), Some("1826-08-01"), Ok(EndedMembers::StayEnded)),
        ] {
            let wish = ReactivationWish { bring_back, effective_on: effective_on.map(day) };
            let found = wish.check(ended, Some(day("2026-01-01")), day("2026-07-20"));
            assert_eq!(found.map_err(|invalid| invalid.to_string()), read, "{ended} {bring_back:?} {effective_on:?}");
        }
        let one = ReactivationWish::default().check(1, None, day("2026-07-20")).expect_err("nothing was said");
        assert!(one.to_string().starts_with("BringBackMembers: 1 member ended"), "{one}");
    }
}
