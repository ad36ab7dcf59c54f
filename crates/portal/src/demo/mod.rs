//! The demonstration: invented brokers, groups, people and two years of bills, made by the use cases themselves on a clock that is turned
//! from month to month. The same in every run of the same month.

mod career;
mod census;
mod commissions;
mod consults;
mod desk;
mod groups;
mod history;
mod invoicing;
mod people;
mod random;
mod words;

use std::sync::{Arc, Mutex};

use chrono::{DateTime, Utc};
use domain::access::{Caller, Role};
use domain::{BrokerId, GroupId, Invalid, UserId};
use store::users::NewUser;
use tokio::sync::Notify;

use crate::auth::service::create_user;
use crate::clock::{Clock, Randomness};
use crate::context::{Context, Parts};
use crate::error::Result;
use crate::http::{CallerOrigin, Peer};
use census::Uploaders;
use history::{Filled, TurnsClock};
use random::Random;

pub use words::{GROUPS, PAYEES};

/// How much is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    /// Employer groups.
    pub groups: u64,
    /// Members in all of them, those who have left included.
    pub members: u64,
}

impl Default for Size {
    fn default() -> Self {
        Self { groups: words::GROUPS.len() as u64, members: 3000 }
    }
}

/// Who can sign in to the demonstration.
pub const USERS: &[(&str, &str, &str, Role)] = &[
    ("dana.reyes@demo.example", "Dana", "Reyes", Role::Administrator),
    ("sunniva.prewitt@demo.example", "Sunniva", "Prewitt", Role::BrokerAdministrator),
    ("hollis.yarrow@demo.example", "Hollis", "Yarrow", Role::AccountManager),
    ("mirela.varga@demo.example", "Mirela", "Varga", Role::GroupUser),
];

/// A clock that the demonstration turns.
struct StoryClock(Mutex<DateTime<Utc>>);

impl Clock for StoryClock {
    fn now(&self) -> DateTime<Utc> {
        *self.0.lock().expect("nothing panics while it holds the clock")
    }
}

impl TurnsClock for StoryClock {
    fn turn_to(&self, at: DateTime<Utc>) {
        *self.0.lock().expect("nothing panics while it holds the clock") = at;
    }
}

/// Randomness that anybody can guess.
struct StoryRandomness(Mutex<Random>);

impl Randomness for StoryRandomness {
    fn fill(&self, bytes: &mut [u8]) {
        let mut random = self.0.lock().expect("nothing panics while it holds the numbers");
        for chunk in bytes.chunks_mut(16) {
            chunk.copy_from_slice(&random.bytes()[..chunk.len()]);
        }
    }
}

/// Fills an empty database. `password` is that of every user made; `say` is told what is being done.
///
/// # Errors
/// When the database holds anything, or fails.
pub async fn fill(ctx: Context, size: Size, password: &str, say: impl Fn(&str)) -> Result<()> {
    if !is_empty(&ctx).await? {
        return Err(
            Invalid::field("", "The database holds data already; demonstration data goes into an empty one.").into()
        );
    }
    let now = ctx.now();
    let staff = create_staff(&ctx, password).await?;
    let (real, (ctx, clock)) = (ctx.clone(), in_a_story(&ctx, now)?);
    say("brokers and groups");
    let brokers = groups::brokers(&ctx, &staff).await?;
    let filled = groups::groups(&ctx, &*clock, &staff, &brokers, size, now).await?;
    for (number, group) in filled.iter().enumerate() {
        say(&format!("two years of group {} of {}", number + 1, filled.len()));
        history::live(&ctx, &*clock, &staff, group, now).await?;
    }
    desk::fill(&ctx, &*clock, &staff, &filled, now).await?;
    let uploaders = create_others(&real, password, staff, &brokers, &filled).await?;
    say("census files");
    census::files(&ctx, &*clock, &uploaders, &filled, now).await?;
    // The last weeks have passed since the last invoices were made.
    crate::billing::snapshots::erp::ageing::age(&real).await?;
    Ok(ctx.store.analyze().await?)
}

/// Whether there is nobody who could sign in.
///
/// # Errors
/// When the database fails.
pub async fn is_empty(ctx: &Context) -> Result<bool> {
    Ok(!store::users::any(&ctx.store.read()).await?)
}

/// The same context on a clock that can be turned, with names of files and groups that are the same in every run. Passwords are
/// made in the real one.
fn in_a_story(ctx: &Context, now: DateTime<Utc>) -> Result<(Context, Arc<StoryClock>)> {
    let clock = Arc::new(StoryClock(Mutex::new(now)));
    let story = Context::new(Parts {
        config: ctx.config.clone(),
        store: ctx.store.clone(),
        clock: clock.clone(),
        randomness: Arc::new(StoryRandomness(Mutex::new(Random::of("story", 0)))),
        files: ctx.files.clone(),
        platform: ctx.platform.clone(),
        accountants: ctx.accountants.clone(),
        post: crate::mail::Post::new(&ctx.config)?,
        job_bell: Notify::new(),
    });
    Ok((story, clock))
}

async fn create_staff(ctx: &Context, password: &str) -> Result<CallerOrigin> {
    Ok(caller(create(ctx, 0, None, password).await?, 0, None))
}

/// A user as the one who calls use cases.
fn caller(user: UserId, number: usize, broker: Option<BrokerId>) -> CallerOrigin {
    let caller = Caller { user, role: USERS[number].3, broker, impersonator: None };
    CallerOrigin { caller, session: None, confirmed_at: None, peer: Peer::default() }
}

/// The users of the first broker, two of them with its first groups; gives who uploads census files.
async fn create_others(
    ctx: &Context,
    password: &str,
    administrator: CallerOrigin,
    brokers: &[BrokerId],
    filled: &[Filled],
) -> Result<Uploaders> {
    let first = brokers.first().copied();
    let own: Vec<GroupId> = filled.iter().step_by(brokers.len().max(1)).map(|group| group.group).collect();
    let broker = create(ctx, 1, first, password).await?;
    let manager = create(ctx, 2, first, password).await?;
    let user = create(ctx, 3, None, password).await?;
    let tx = ctx.store.begin().await?;
    store::users::assign_groups(&tx, manager, &own).await?;
    store::users::assign_groups(&tx, user, own.get(..1).unwrap_or_default()).await?;
    tx.commit_unaudited("demonstration data").await?;
    Ok(Uploaders { administrator, broker: caller(broker, 1, first), manager: caller(manager, 2, first) })
}

async fn create(ctx: &Context, number: usize, broker: Option<BrokerId>, password: &str) -> Result<UserId> {
    let (email, first_name, last_name, role) = USERS[number];
    let user = NewUser {
        email: email.to_owned(),
        first_name: first_name.to_owned(),
        last_name: last_name.to_owned(),
        phone: None,
        role,
        broker,
    };
    create_user(ctx, user, password).await
}
