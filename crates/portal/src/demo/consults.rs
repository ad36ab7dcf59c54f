//! Consults of two years: one for four people a year, more in the evening than a clinic would see.

use chrono::{DateTime, TimeDelta, Utc};
use store::consults::NewConsult;

use super::history::Filled;
use super::random::Random;
use crate::context::Context;
use crate::error::Result;

const DAYS: u64 = 2 * 365;

/// Adds the consults of a group.
pub async fn add(ctx: &Context, filled: &Filled, now: DateTime<Utc>) -> Result<()> {
    let consults: Vec<NewConsult> = (0..filled.people / 2).map(|number| consult(filled, number, now)).collect();
    let tx = ctx.store.begin().await?;
    store::consults::insert_many(&tx, &consults, ctx.config.time_zone).await?;
    Ok(tx.commit_unaudited("demonstration data").await?)
}

fn consult(filled: &Filled, number: u64, now: DateTime<Utc>) -> NewConsult {
    let mut random = Random::of("consult", filled.first_person + number);
    let minutes = random.below(DAYS * 24 * 60) as i64;
    let rated = random.chance(70);
    NewConsult {
        external_id: format!("demo-{}-{number}", filled.group),
        group: filled.group,
        started_at: now - TimeDelta::minutes(minutes),
        is_completed: random.chance(96),
        wait_minutes: Some(3 + random.below(40) as i32),
        rating: rated.then(|| *random.favour(&[5, 4, 3, 2, 1])),
        is_after_hours: random.chance(25),
        gender: *random.one(&[1, 2]),
        age: 18 + random.below(50) as i16,
        received_at: now,
    }
}
