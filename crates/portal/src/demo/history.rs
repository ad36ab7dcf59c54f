//! Two years of a group, month by month: people join and leave, some of them entered late, they consult, and each month is billed.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, Utc};
use domain::members::MemberDetails;
use domain::members::status::Status;
use domain::{ApiServiceId, BillingMonth, GroupId, MemberId, PlanId, PricingGroupId};
use store::Stamp;
use store::members::{MemberWrite, NewMember, NewSpan, Source};

use super::career::{Career, MONTHS};
use super::consults;
use super::invoicing;
use super::people::person;
use super::random::Random;
use crate::billing::snapshots::service::create;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::http::CallerOrigin;

/// The day of the month on which changes for the next one are entered.
const ENTRY_DAY: u32 = 20;
/// The day on which the month is billed.
const BILL_DAY: u32 = 4;
/// Of so many people of a group the last is the child of the one before.
const CHILD_EVERY: u64 = 8;

/// A group to be filled.
#[derive(Debug, Clone)]
pub struct Filled {
    /// The group.
    pub group: GroupId,
    /// Its `GroupId`.
    pub code: String,
    /// Its plan.
    pub plan: PlanId,
    /// The pricing group of its members.
    pub pricing_group: PricingGroupId,
    /// The code of that pricing group.
    pub pricing_code: String,
    /// The day on which its story begins; nobody was born later.
    pub since: NaiveDate,
    /// The number of its first person.
    pub first_person: u64,
    /// How many people it has in all.
    pub people: u64,
    /// Whether its last month is left to be billed by hand.
    pub leaves_last_month: bool,
    /// The ERP account of its plan, where the installation has one to show.
    pub account: Option<ApiServiceId>,
}

impl Filled {
    /// The numbers of its people.
    pub fn numbers(&self) -> std::ops::Range<u64> {
        self.first_person..self.first_person + self.people
    }

    /// The employee to whom a person belongs, if that is a child.
    pub fn employee_of(&self, number: u64) -> Option<u64> {
        ((number - self.first_person) % CHILD_EVERY == CHILD_EVERY - 1).then(|| number - 1)
    }

    /// The details of a person.
    pub fn person(&self, number: u64) -> MemberDetails {
        person(number, self.employee_of(number), self.since, self.pricing_group)
    }

    /// The career of a person.
    pub fn career_of(&self, number: u64) -> Career {
        Career::of(self.employee_of(number).unwrap_or(number))
    }
}

/// The members by the numbers of their people.
pub type Members = BTreeMap<u64, MemberId>;

/// What happens to whom, by the month of the story from which it counts.
type Events = BTreeMap<i32, Vec<Event>>;

#[derive(Debug, Clone, Copy)]
enum Event {
    Joins { person: u64, late: bool },
    Leaves { person: u64, late: bool },
    Returns { person: u64 },
}

fn events(filled: &Filled) -> Events {
    let mut events = Events::new();
    for person in filled.numbers() {
        let career = filled.career_of(person);
        let (joins, late) = career.joins;
        events.entry(joins).or_default().push(Event::Joins { person, late });
        if let Some((leaves, late)) = career.leaves {
            events.entry(leaves).or_default().push(Event::Leaves { person, late });
        }
        if let Some(returns) = career.returns {
            events.entry(returns).or_default().push(Event::Returns { person });
        }
    }
    events
}

/// A clock that the history turns.
pub trait TurnsClock {
    /// Sets what time it is.
    fn turn_to(&self, at: DateTime<Utc>);
}

/// The moment at which a month was or will be billed.
pub fn billed_at(month: BillingMonth) -> DateTime<Utc> {
    at(month.day(BILL_DAY), 7)
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
    let last = BillingMonth::of(crate::clock::day_in(ctx.config.time_zone, now));
    let first = last.plus(-MONTHS);
    let mut events = events(filled);
    let mut members = Members::new();
    for number in 0..=MONTHS {
        let month = first.plus(number);
        clock.turn_to(at(month.plus(-1).day(ENTRY_DAY), 15).min(now));
        let happening = events.remove(&number).unwrap_or_default();
        join(ctx, filled, month, &happening, &mut members).await?;
        change(ctx, filled, month, &happening, &members).await?;
        clock.turn_to(billed_at(month).min(now));
        consults::add(ctx, filled, &members, (number, month)).await?;
        let is_left = filled.leaves_last_month && month == last;
        if billed_at(month) <= now && !is_left {
            let window = month.window();
            let period = (Some(window.start), Some(window.end));
            let made = create(ctx, who, filled.group, Some(filled.plan), period).await?;
            let months_ago = last.since(month);
            if months_ago == invoicing::SHOWN {
                // The bills before this one went another way, as those of a plan do that has no account yet.
                invoicing::join(ctx, who, filled).await?;
            }
            invoicing::invoice(ctx, who, filled, made.id, months_ago).await?;
        }
    }
    clock.turn_to(now);
    consults::add(ctx, filled, &members, (MONTHS + 1, last.plus(1))).await
}

fn at(day: NaiveDate, hour: u32) -> DateTime<Utc> {
    day.and_hms_opt(hour, 0, 0).expect("an hour of the day").and_utc()
}

/// The first day counted: a late entry counts from the month before, which was billed without it.
fn effective(month: BillingMonth, late: bool) -> NaiveDate {
    month.plus(-i32::from(late)).day(1)
}

/// Employees first, so that their children can belong to them.
async fn join(
    ctx: &Context,
    filled: &Filled,
    month: BillingMonth,
    events: &[Event],
    members: &mut Members,
) -> Result<()> {
    for children in [false, true] {
        let (people, new): (Vec<u64>, Vec<NewMember>) = events
            .iter()
            .filter_map(|event| match *event {
                Event::Joins { person, late } if filled.employee_of(person).is_some() == children => {
                    let primary = filled.employee_of(person).and_then(|employee| members.get(&employee).copied());
                    Some((person, new_member(ctx, filled, person, primary, effective(month, late))))
                }
                _ => None,
            })
            .unzip();
        if new.is_empty() {
            continue;
        }
        let tx = ctx.store.begin().await?;
        let ids = store::members::insert_many(&tx, &new, ctx.today()).await?;
        tx.commit_unaudited("demonstration data").await?;
        members.extend(people.into_iter().zip(ids));
    }
    Ok(())
}

fn new_member(
    ctx: &Context,
    filled: &Filled,
    number: u64,
    primary: Option<MemberId>,
    effective_on: NaiveDate,
) -> NewMember {
    let made = Stamp { at: ctx.now(), by: None };
    let span = NewSpan { status: Status::Active, effective_on, recorded: made, source: Source::Creation };
    let link = uuid::Builder::from_random_bytes(Random::of("link", number).bytes()).into_uuid();
    NewMember { group: filled.group, details: filled.person(number), primary, link, made, spans: vec![span] }
}

async fn change(
    ctx: &Context,
    filled: &Filled,
    month: BillingMonth,
    events: &[Event],
    members: &Members,
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
