//! Use cases of the member census.

use chrono::NaiveDate;
use domain::members::Status;
use domain::{GroupId, Invalid};
use serde_json::json;
use tokio::fs::File;

use super::file;
use crate::context::Context;
use crate::error::Result;
use crate::http::CallerOrigin;

/// What is asked for.
#[derive(Debug, Clone, Copy)]
pub struct Wish {
    /// The day; today when absent.
    pub day: Option<NaiveDate>,
    /// The number of a status; all when absent.
    pub status: Option<i64>,
}

/// A roster to be sent.
#[derive(Debug)]
pub struct Roster {
    /// How the file is called.
    pub name: String,
    /// Its content, from the beginning.
    pub content: File,
}

/// The members of a group on a day. The whole is of one moment, and is written before anything is sent, so that a slow receiver keeps
/// no connection of the database and a fault never looks like a short roster.
///
/// # Errors
/// [`crate::error::Error::NotFound`] when the group is not in scope; a day to come; a status that is none of the timeline.
pub async fn download(ctx: &Context, who: &CallerOrigin, group: GroupId, wish: Wish) -> Result<Roster> {
    let view = ctx.store.view().await?;
    let named = store::groups::terms::of_group(&view, who.scope(), group).await?;
    let (day, status) = check(wish, ctx.today())?;
    let (content, members) = file::write(ctx, &view, &named, day, status).await?;
    drop(view);
    let detail = json!({ "EndDate": day, "Status": status.map(Status::name), "Members": members });
    let entry = who.entry(ctx, "group.export", "group").on(group).in_group(group).with_detail(detail);
    ctx.store.begin().await?.commit(entry).await?;
    Ok(Roster { name: format!("{} census {day}.csv", named.name), content })
}

fn check(wish: Wish, today: NaiveDate) -> std::result::Result<(NaiveDate, Option<Status>), Invalid> {
    let mut invalid = Invalid::none();
    let day = wish.day.unwrap_or(today);
    invalid.check(day <= today, "EndDate", "End Date must not be in the future.");
    let status = wish.status.map(|number| i16::try_from(number).ok().and_then(Status::from_number));
    invalid.check(status != Some(None), "Status", "Status must be Active or In-Active.");
    invalid.or((day, status.flatten()))
}
