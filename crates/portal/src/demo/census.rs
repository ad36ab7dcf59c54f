//! Census files, each left at another place of its way: made by uploads, tasks and imports like those of people.

mod rows;

use chrono::{DateTime, Utc};
use domain::census::Field;
use domain::census::file::Task;
use domain::census::questions::QuestionKind;
use domain::{BillingMonth, CensusFileId, GroupId};
use futures_util::stream;
use store::census::questions;
use tracing::instrument::WithSubscriber as _;
use tracing::subscriber::NoSubscriber;

use super::history::{Filled, TurnsClock, billed_at};
use crate::census::{Upload, answer_question, eligibility, originals, see_changes, service};
use crate::context::Context;
use crate::error::{Error, Result};
use crate::http::CallerOrigin;
use rows::{Rows, of_several_groups};

/// Groups of more people have no files: they are made for load, not to be looked at.
const MOST_PEOPLE: u64 = 3000;
/// A `GroupId` that no group has.
const UNKNOWN_GROUP: &str = "99999";

/// Who uploads files.
pub struct Uploaders {
    /// An administrator.
    pub administrator: CallerOrigin,
    /// A broker's administrator; sees the first group and every fourth behind it.
    pub broker: CallerOrigin,
    /// An account manager of the same groups.
    pub manager: CallerOrigin,
}

#[derive(Debug, Clone, Copy)]
enum By {
    Administrator,
    Broker,
    Manager,
}

/// How far a file is taken.
#[derive(Debug, Clone, Copy)]
enum Way {
    /// Its first task waits in the queue.
    Queued,
    /// Its columns are looked at; more waits for a person.
    Uploaded,
    /// Its tasks are run up to this one.
    Through(Task),
    /// It is processed, as far as that goes.
    Processed,
    /// The next task breaks.
    Broken,
    /// It is deleted again.
    Deleted,
}

/// A file of one group, by the group's place among all.
struct Story {
    group: usize,
    name: &'static str,
    by: By,
    write: fn(&mut Rows<'_>),
    headings: &'static [(Field, &'static str)],
    way: Way,
}

/// Oldest first; the file of several groups comes in between.
const STORIES: [Story; 12] = [
    story(7, "foxglove.csv", By::Administrator, Way::Processed, |rows| {
        rows.dismiss_every(30);
        rows.move_every(25);
        rows.hire(4);
    }),
    story(8, "granitepeak_new_hires.csv", By::Manager, Way::Processed, |rows| rows.hire(5)),
    story(6, "eastmere_staff.csv", By::Administrator, Way::Processed, |rows| {
        rows.move_every(9);
        rows.dismiss_every(40);
        rows.hire(2);
    }),
    story(9, "ironbridge_draft.csv", By::Administrator, Way::Deleted, |_| {}),
    Story {
        headings: &[(Field::DateOfBirth, "Person key 2"), (Field::CellPhone, "Contact A")],
        ..story(9, "ironbridge_hr_export.csv", By::Administrator, Way::Uploaded, |_| {})
    },
    story(4, "copperline roster.csv", By::Broker, Way::Broken, |rows| rows.hire(3)),
    story(3, "cedarpike_members.csv", By::Administrator, Way::Uploaded, |rows| rows.hire(6)),
    story(2, "brightwater.csv", By::Administrator, Way::Processed, |rows| rows.dismiss_every(4)),
    story(1, "bluefern-eligibility.csv", By::Administrator, Way::Through(Task::InspectData), |rows| {
        rows.move_every(35);
        rows.dismiss_every(60);
        rows.hire(9);
    }),
    story(10, "kestrel-roster.csv", By::Administrator, Way::Through(Task::MatchEmployees), |rows| {
        rows.mix_up_ids(3);
        rows.hire(2);
    }),
    story(0, "harborline_final.csv", By::Administrator, Way::Through(Task::ValidateData), |rows| {
        rows.spoil();
        rows.hire(7);
    }),
    story(0, "harborline_new_hires.csv", By::Broker, Way::Queued, |rows| rows.hire(12)),
];

/// The groups of the file for several, and its place among the others.
const SEVERAL: (&str, [usize; 2], usize) = ("multi_group.csv", [5, 11], 9);

const fn story(group: usize, name: &'static str, by: By, way: Way, write: fn(&mut Rows<'_>)) -> Story {
    Story { group, name, by, write, headings: &[], way }
}

/// Uploads the files between the last bill and now, and takes each as far as its story goes.
pub async fn files(
    ctx: &Context,
    clock: &dyn TurnsClock,
    who: &Uploaders,
    filled: &[Filled],
    now: DateTime<Utc>,
) -> Result<()> {
    let begun = last_bill(ctx, now);
    let step = (now - begun) / (STORIES.len() as i32 + 2);
    let mut at = begun;
    for (place, story) in STORIES.iter().enumerate() {
        if place == SEVERAL.2 {
            at += step;
            clock.turn_to(at);
            several(ctx, &who.administrator, filled).await?;
        }
        at += step;
        clock.turn_to(at);
        let Some(group) = filled.get(story.group).filter(|group| group.people <= MOST_PEOPLE) else { continue };
        tell(ctx, who, story, group).await?;
    }
    clock.turn_to(now);
    Ok(())
}

/// When the groups were last billed: what a file changes later is none of the demonstration's bills.
fn last_bill(ctx: &Context, now: DateTime<Utc>) -> DateTime<Utc> {
    let month = BillingMonth::of(crate::clock::day_in(ctx.config.time_zone, now));
    let of_month = billed_at(month);
    if of_month < now { of_month } else { billed_at(month.plus(-1)) }
}

async fn tell(ctx: &Context, who: &Uploaders, story: &Story, group: &Filled) -> Result<()> {
    let who = match story.by {
        By::Administrator => &who.administrator,
        By::Broker => &who.broker,
        By::Manager => &who.manager,
    };
    let mut rows = Rows::of(ctx, group).await?;
    (story.write)(&mut rows);
    let content = rows.csv(story.headings)?;
    let id = upload(ctx, who, Some(group.group), story.name, content.clone()).await?;
    if matches!(story.way, Way::Queued) {
        return Ok(());
    }
    crate::jobs::run_due(ctx).await?;
    match story.way {
        Way::Queued | Way::Uploaded => Ok(()),
        Way::Through(last) => run(ctx, who, id, last).await,
        Way::Processed => {
            eligibility::process(ctx, who, &[id]).await?;
            crate::jobs::run_due(ctx).await?;
            say_whose(ctx, who, id).await?;
            look_at_changes(ctx, who, id).await?;
            match eligibility::process(ctx, who, &[id]).await {
                // A file that the guard holds stays where it is.
                Err(Error::Invalid(_)) => return Ok(()),
                processed => drop(processed?),
            }
            crate::jobs::run_due(ctx).await
        }
        Way::Broken => break_down(ctx, who, id, content).await,
        Way::Deleted => service::delete(ctx, who, id).await,
    }
}

/// Says of a file that names few of its group's members that it is the group's.
async fn say_whose(ctx: &Context, who: &CallerOrigin, id: CensusFileId) -> Result<()> {
    let asked = questions::of_file(&ctx.store.read(), id).await?;
    for one in asked.iter().filter(|one| one.question.kind == QuestionKind::FewNamed && one.answer.is_none()) {
        answer_question(ctx, who, (id, one.id), Some(true)).await?;
    }
    Ok(())
}

/// Looks at what a file changes, as a person does before it is imported.
async fn look_at_changes(ctx: &Context, who: &CallerOrigin, id: CensusFileId) -> Result<()> {
    let detail = service::find(ctx, who, id).await?;
    let Some(task) = detail.tasks.iter().find(|row| row.task == Task::InspectData) else { return Ok(()) };
    see_changes(ctx, who, (id, task.id), Some(detail.file.inspection)).await?;
    Ok(())
}

async fn several(ctx: &Context, who: &CallerOrigin, filled: &[Filled]) -> Result<()> {
    let (name, places, _) = SEVERAL;
    let mut groups = Vec::new();
    for group in places.iter().filter_map(|place| filled.get(*place)) {
        if group.people <= MOST_PEOPLE {
            groups.push(Rows::of(ctx, group).await?);
        }
    }
    if groups.iter().all(|group| group.rows.is_empty()) {
        return Ok(());
    }
    upload(ctx, who, None, name, of_several_groups(&groups, UNKNOWN_GROUP)?).await?;
    crate::jobs::run_due(ctx).await
}

async fn upload(
    ctx: &Context,
    who: &CallerOrigin,
    group: Option<GroupId>,
    name: &str,
    content: Vec<u8>,
) -> Result<CensusFileId> {
    let mut upload = Upload::default();
    (upload.group, upload.multi_group) = (group, group.is_none());
    upload.take_content(ctx, name, content).await?;
    Ok(service::upload(ctx, who, upload).await?.file.id)
}

/// Runs the tasks behind the mapping one by one, as 'Run Task' does.
async fn run(ctx: &Context, who: &CallerOrigin, id: CensusFileId, last: Task) -> Result<()> {
    let tasks = service::find(ctx, who, id).await?.tasks;
    for row in tasks.iter().filter(|row| row.task > Task::MapData && row.task <= last) {
        service::run_task(ctx, who, id, row.id).await?;
        crate::jobs::run_due(ctx).await?;
    }
    Ok(())
}

/// A fault of the storage, mended since: the file is not to be had while its rows are read.
async fn break_down(ctx: &Context, who: &CallerOrigin, id: CensusFileId, content: Vec<u8>) -> Result<()> {
    let key = originals::find(ctx, who, id).await?.storage_key;
    ctx.files.remove(&key).await?;
    // The log would tell of a fault that is only a story.
    run(ctx, who, id, Task::ValidateData).with_subscriber(NoSubscriber::default()).await?;
    let content = stream::iter([Ok::<_, std::convert::Infallible>(content.into())]);
    ctx.files.save(&key, u64::MAX, content).await?;
    Ok(())
}
