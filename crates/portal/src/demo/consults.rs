//! Consults: one for four people a year, with what the utilization report shows of them.

use chrono::{DateTime, NaiveDate, TimeDelta, TimeZone as _, Utc};
use chrono_tz::Tz;
use domain::BillingMonth;
use domain::consults::{About, is_after_hours};
use domain::members::MemberDetails;
use store::consults::NewConsult;

use super::history::{Filled, Members};
use super::random::Random;
use super::words::{ACCESS, ALTERNATIVES, COMPLAINTS, INSURANCE_PLANS, SOURCES};
use crate::context::Context;
use crate::error::Result;

/// Of a hundred people, how many consult in a month.
const A_MONTH: u64 = 2;
/// Hours of the day, those with many consults more often.
const HOURS: &[u32] = &[9, 10, 18, 19, 8, 11, 17, 20, 12, 13, 14, 16, 15, 21, 7, 22, 6, 23, 0, 2, 5];

/// Adds the consults of the window that a month bills: `number` is the month's in the story. Nothing is dated after the clock.
pub async fn add(
    ctx: &Context,
    filled: &Filled,
    members: &Members,
    (number, month): (i32, BillingMonth),
) -> Result<()> {
    let story = Story { filled, zone: ctx.config.time_zone, number, month };
    let consults: Vec<NewConsult> = members
        .iter()
        .filter_map(|(person, member)| story.consult(*person, *member))
        .filter(|consult| consult.received_at <= ctx.now())
        .collect();
    let tx = ctx.store.begin().await?;
    store::consults::save(&tx, &consults, ctx.config.time_zone, ctx.now()).await?;
    Ok(tx.commit_unaudited("demonstration data").await?)
}

/// A month of a group.
struct Story<'a> {
    filled: &'a Filled,
    zone: Tz,
    number: i32,
    month: BillingMonth,
}

impl Story<'_> {
    /// The consult of a person in this month, if there is one.
    fn consult(&self, number: u64, member: domain::MemberId) -> Option<NewConsult> {
        let mut random = Random::of("consult", number * 100 + self.number.unsigned_abs() as u64);
        if !random.chance(A_MONTH) {
            return None;
        }
        let window = self.month.window();
        let days = (window.end - window.start).num_days().unsigned_abs() + 1;
        let day = window.start + TimeDelta::days(random.below(days) as i64);
        let month = if BillingMonth::of(day) == self.month { self.number } else { self.number - 1 };
        if !self.filled.career_of(number).is_there(month) {
            return None;
        }
        let started_at = self.moment(day, &mut random)?;
        let wait_minutes = 3 + random.below(40) as i32;
        let patient = self.filled.person(number);
        Some(NewConsult {
            external_id: platform_number(number, self.number),
            group: self.filled.group,
            member: Some(member),
            started_at,
            is_completed: random.chance(96),
            wait_minutes: Some(wait_minutes),
            rating: random.chance(70).then(|| *random.favour(&[5, 4, 3, 2, 1])),
            is_after_hours: is_after_hours(started_at.with_timezone(&self.zone).naive_local()),
            gender: patient.gender.number(),
            age: i16::try_from(day.years_since(patient.date_of_birth).unwrap_or_default()).unwrap_or_default(),
            about: about(&patient, &self.filled.code, &mut random),
            received_at: started_at + TimeDelta::minutes(i64::from(wait_minutes) + 25),
        })
    }

    fn moment(&self, day: NaiveDate, random: &mut Random) -> Option<DateTime<Utc>> {
        let (hour, minute) = (*random.favour(HOURS), random.below(60) as u32);
        let local = day.and_hms_opt(hour, minute, 0)?;
        Some(self.zone.from_local_datetime(&local).earliest()?.with_timezone(&Utc))
    }
}

/// A number as the patient platform gives them: one for each person and month of the story.
fn platform_number(person: u64, month: i32) -> String {
    format!("TC-{:08}", person * 100 + u64::from(month.unsigned_abs()))
}

fn about(patient: &MemberDetails, code: &str, random: &mut Random) -> About {
    let text = |text: &str| Some(text.to_owned());
    let mut complaints = vec![*random.favour(COMPLAINTS)];
    if random.chance(15) {
        complaints.push(*random.favour(COMPLAINTS));
    }
    About {
        region: patient.state.clone(),
        plan: random.chance(90).then(|| (*random.favour(INSURANCE_PLANS)).to_owned()),
        code: text(code),
        source: text(random.favour::<&str>(SOURCES)),
        access: text(random.favour::<&str>(ACCESS)),
        alternative: random.chance(85).then(|| (*random.favour(ALTERNATIVES)).to_owned()),
        prescriptions: complaints
            .iter()
            .filter(|_| random.chance(70))
            .filter_map(|(_, remedies)| remedies.first().map(|remedy| (*remedy).to_owned()))
            .collect(),
        diagnoses: complaints.iter().map(|(diagnosis, _)| (*diagnosis).to_owned()).collect(),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::demo::career::MONTHS;

    #[test]
    fn consults_bear_numbers_of_the_platform_and_no_two_the_same() {
        let all = (1..2_000).flat_map(|person| (0..=MONTHS + 1).map(move |month| platform_number(person, month)));
        let numbers: Vec<String> = all.collect();
        assert_eq!(numbers.iter().collect::<HashSet<_>>().len(), numbers.len());
        assert_eq!(platform_number(4_217, 7), "TC-00421707");
    }
}
