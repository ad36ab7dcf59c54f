//! Makes the roster: 2,000 groups, one of 100,000 members, 199 of very different sizes and 1,800 of 50, their members mixed, so that no
//! group's rows lie beside each other.

use std::time::{Duration, Instant};

use chrono::{Days, NaiveDate};
use domain::GroupId;
use domain::members::Status;
use serde_json::json;
use store::Stamp;
use store::members::{NewMember, NewSpan, Source};

use super::people::{People, Random};
use crate::bare::Bare;
use crate::client::{Bench, Client};

/// Groups.
pub const GROUPS: u64 = 2000;
/// Members of the first.
pub const LARGEST: u64 = 100_000;
const SMALL: u64 = 50;
const UNEVEN: u64 = 199;
const AT_ONCE: usize = 5000;

/// What was made.
pub struct Filled {
    pub people: People,
    /// The groups, the largest first.
    pub groups: Vec<i64>,
    pub largest: i64,
    /// The name of a group of 50 that no other has, and its members.
    pub small_name: String,
    pub small_members: u64,
}

/// How many members each group gets.
pub fn sizes(members: u64) -> Vec<u64> {
    let rest = members.saturating_sub(LARGEST + (GROUPS - 1 - UNEVEN) * SMALL);
    let weights: Vec<f64> = (1..=UNEVEN).map(|rank| (rank as f64).powf(-0.9)).collect();
    let all: f64 = weights.iter().sum();
    let uneven = weights.iter().map(|weight| (rest as f64 * weight / all) as u64);
    let mut sizes: Vec<u64> = std::iter::once(LARGEST).chain(uneven).collect();
    sizes.resize(GROUPS as usize, SMALL);
    sizes[1] += members - sizes.iter().sum::<u64>();
    sizes
}

/// Makes the groups by the API and the members by the store, as an import does.
pub async fn fill(bench: &Bench, client: &Client, bare: &Bare, members: u64) -> anyhow::Result<(Filled, Duration)> {
    let begun = Instant::now();
    let broker = client.post("/api/v1/brokers", json!({"Name": "Larch Benefits"})).await?["Id"].clone();
    let mut groups = Vec::new();
    for number in 0..GROUPS {
        let body = json!({"Name": group_name(number), "GroupId": format!("{}", 20_000 + number), "BrokerId": broker, "EffectiveDate": "2024-01-01"});
        groups.push(client.post("/api/v1/employers", body).await?["Id"].as_i64().unwrap_or_default());
    }
    let mut people = People::new();
    let order = mixed(&sizes(members));
    for places in order.chunks(AT_ONCE) {
        let made: Vec<NewMember> =
            places.iter().map(|place| member(&mut people, groups[*place], *place == 0, bench)).collect();
        let tx = bench.ctx.store.begin().await?;
        store::members::insert_many(&tx, &made, bench.ctx.today()).await?;
        tx.commit_unaudited("a roster for a benchmark").await?;
    }
    // What the night does.
    portal::groups::service::keep_counters_right(&bench.ctx).await.map_err(|error| anyhow::anyhow!("{error:?}"))?;
    bare.settle().await?;
    bench.ctx.store.analyze().await?;
    bench.ctx.store.checkpoint().await?;
    let small = GROUPS - 1;
    let filled = Filled {
        people,
        largest: groups[0],
        groups,
        small_name: group_name(small).to_lowercase(),
        small_members: SMALL,
    };
    Ok((filled, begun.elapsed()))
}

fn group_name(number: u64) -> String {
    if number == GROUPS - 1 { "Juxbridge".to_owned() } else { format!("Kepler Works {number}") }
}

/// The place of each member's group, in no order.
fn mixed(sizes: &[u64]) -> Vec<usize> {
    let mut order: Vec<usize> =
        sizes.iter().enumerate().flat_map(|(place, size)| std::iter::repeat_n(place, *size as usize)).collect();
    let mut random = Random::new(5);
    for last in (1..order.len()).rev() {
        order.swap(last, random.below(last as u64 + 1) as usize);
    }
    order
}

/// One in eight has left, one in fifty of those was taken on again; one in forty will leave soon.
fn member(people: &mut People, group: i64, in_largest: bool, bench: &Bench) -> NewMember {
    let details = people.one(in_largest);
    let made = Stamp { at: bench.ctx.now(), by: None };
    let turn =
        details.date_of_birth.signed_duration_since(NaiveDate::from_ymd_opt(1950, 1, 1).expect("a day")).num_days()
            as u64;
    let begin = NaiveDate::from_ymd_opt(2024, 1, 1).expect("a day") + Days::new(turn % 300);
    let span = |status, effective_on| NewSpan { status, effective_on, recorded: made, source: Source::Creation };
    let mut spans = vec![span(Status::Active, begin)];
    if turn.is_multiple_of(8) {
        spans.push(span(Status::InActive, begin + Days::new(200)));
    }
    if turn.is_multiple_of(400) {
        spans.push(span(Status::Active, begin + Days::new(260)));
    }
    if turn.is_multiple_of(41) && !turn.is_multiple_of(8) {
        spans.push(span(Status::InActive, bench.ctx.today() + Days::new(1 + turn % 40)));
    }
    NewMember { group: GroupId(group), details, primary: None, link: bench.ctx.randomness.guid(), made, spans }
}
