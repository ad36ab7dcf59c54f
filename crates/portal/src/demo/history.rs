//! Two years of a group, month by month: people join and leave, some of them entered late, and each month is billed.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, Utc};
use domain::members::status::Status;
use domain::{BillingMonth, GroupId, MemberId, PlanId, PricingGroupId};
use store::Stamp;
use store::members::{MemberWrite, NewMember, NewSpan, Source};

use super::people::person;
use super::random::Random;
use crate::billing::snapshots::service::create;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::http::CallerOrigin;

/// Months of history before the current one.
pub const MONTHS: i32 = 24;
/// The day of the month on which changes for the next one are entered.
const ENTRY_DAY: u32 = 20;
/// Of a hundred people: how many are there from the start, leave again, are entered a month late, come back.
const FROM_START: u64 = 80;
const LEAVING: u64 = 22;
const ENTERED_LATE: u64 = 20;
const COMING_BACK: u64 = 20;

/// A group to be filled.
#[derive(Debug, Clone)]
pub struct Filled {
    /// The group.
    pub group: GroupId,
    /// Its plan.
    pub plan: PlanId,
    /// The pricing group of its members.
    pub pricing_group: PricingGroupId,
    /// The number of its first person.
    pub first_person: u64,
    /// How many people it has in all.
    pub people: u64,
    /// Whether its last month is left to be billed by hand.
    pub leaves_last_month: bool,
}

/// What happens to whom, by the month from which it counts.
type Events = BTreeMap<BillingMonth, Vec<Event>>;

#[derive(Debug, Clone, Copy)]
enum Event {
    Joins { person: u64, late: bool },
    Leaves { person: u64, late: bool },
    Returns { person: u64 },
}

fn events(filled: &Filled, last: BillingMonth) -> Events {
    let first = last.plus(-MONTHS);
    let mut events = Events::new();
    for person in filled.first_person..filled.first_person + filled.people {
        let mut random = Random::of("career", person);
        let joins = if random.chance(FROM_START) { 0 } else { 1 + random.below(MONTHS as u64) as i32 };
        let late = joins > 0 && random.chance(ENTERED_LATE);
        events.entry(first.plus(joins)).or_default().push(Event::Joins { person, late });
        let leaves = joins + 2 + random.below(MONTHS as u64) as i32;
        if !random.chance(LEAVING) || leaves > MONTHS {
            continue;
        }
        let late = random.chance(ENTERED_LATE);
        events.entry(first.plus(leaves)).or_default().push(Event::Leaves { person, late });
        let returns = leaves + 4;
        if random.chance(COMING_BACK) && returns <= MONTHS {
            events.entry(first.plus(returns)).or_default().push(Event::Returns { person });
        }
    }
    events
}

/// A clock that the history turns.
pub trait TurnsClock {
    /// Sets what time it is.
    fn turn_to(&self, at: DateTime<Utc>);
}

/// Lives through the months of one group. `now` is when the demonstration is made; nothing is dated after it.
///
/// # Errors
/// When the database fails.
pub async fn live(
    ctx: &Context,
    clock: &dyn TurnsClock,
    who: &CallerOrigin,
    filled: &Filled,
    now: DateTime<Utc>,
) -> Result<()> {
    let today = crate::clock::day_in(ctx.config.time_zone, now);
    let last = BillingMonth::of(today);
    let events = events(filled, last);
    let mut members = BTreeMap::new();
    let mut month = last.plus(-MONTHS);
    while month <= last {
        let entered = at(month.plus(-1).day(ENTRY_DAY), 15).min(now);
        clock.turn_to(entered);
        let happening: Vec<_> = events.get(&month).into_iter().flatten().copied().collect();
        join(ctx, filled, month, &happening, &mut members).await?;
        change(ctx, filled, month, &happening, &members).await?;
        let billed = at(month.day(4), 7);
        let is_left = filled.leaves_last_month && month == last;
        if billed <= now && !is_left {
            clock.turn_to(billed);
            let window = month.window();
            create(ctx, who, filled.group, Some(filled.plan), (Some(window.start), Some(window.end))).await?;
        }
        month = month.plus(1);
    }
    clock.turn_to(now);
    Ok(())
}

fn at(day: NaiveDate, hour: u32) -> DateTime<Utc> {
    day.and_hms_opt(hour, 0, 0).expect("an hour of the day").and_utc()
}

/// The first day counted: a late entry counts from the month before, which was billed without it.
fn effective(month: BillingMonth, late: bool) -> NaiveDate {
    month.plus(-i32::from(late)).day(1)
}

async fn join(
    ctx: &Context,
    filled: &Filled,
    month: BillingMonth,
    events: &[Event],
    members: &mut BTreeMap<u64, MemberId>,
) -> Result<()> {
    let made = Stamp { at: ctx.now(), by: None };
    let (people, new): (Vec<u64>, Vec<NewMember>) = events
        .iter()
        .filter_map(|event| match *event {
            Event::Joins { person: number, late } => {
                let span = NewSpan {
                    status: Status::Active,
                    effective_on: effective(month, late),
                    recorded: made,
                    source: Source::Creation,
                };
                let link = uuid::Builder::from_random_bytes(Random::of("link", number).bytes()).into_uuid();
                let details = person(number, ctx.today(), filled.pricing_group);
                let member = NewMember { group: filled.group, details, primary: None, link, made, spans: vec![span] };
                Some((number, member))
            }
            _ => None,
        })
        .unzip();
    if new.is_empty() {
        return Ok(());
    }
    let tx = ctx.store.begin().await?;
    let ids = store::members::insert_many(&tx, &new, ctx.today()).await?;
    tx.commit_unaudited("demonstration data").await?;
    members.extend(people.into_iter().zip(ids));
    Ok(())
}

async fn change(
    ctx: &Context,
    filled: &Filled,
    month: BillingMonth,
    events: &[Event],
    members: &BTreeMap<u64, MemberId>,
) -> Result<()> {
    let wishes: BTreeMap<MemberId, (Status, NaiveDate)> = events
        .iter()
        .filter_map(|event| match *event {
            Event::Leaves { person, late } => {
                Some((*members.get(&person)?, (Status::InActive, effective(month, late))))
            }
            Event::Returns { person } => Some((*members.get(&person)?, (Status::Active, month.day(1)))),
            Event::Joins { .. } => None,
        })
        .collect();
    if wishes.is_empty() {
        return Ok(());
    }
    let ids: Vec<MemberId> = wishes.keys().copied().collect();
    let tx = ctx.store.begin().await?;
    let before = store::members::find_many(&tx, filled.group, &ids).await?;
    let timelines = store::members::timelines(&tx, &ids).await?;
    let mut writes = Vec::new();
    for (id, (status, on)) in wishes {
        let (Some(before), Some(timeline)) = (before.get(&id), timelines.get(&id)) else {
            return Err(Error::NotFound);
        };
        let status = timeline.change(status, on, ctx.today())?;
        let (details, primary) = (before.details.clone(), before.primary);
        writes.push(MemberWrite { before, details, primary, status: Some(status) });
    }
    store::members::apply(&tx, &writes, Source::User, Stamp { at: ctx.now(), by: None }).await?;
    Ok(tx.commit_unaudited("demonstration data").await?)
}
