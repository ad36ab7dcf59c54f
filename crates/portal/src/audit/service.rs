//! Use cases of the audit trail: reading it. It is written where things happen.

use chrono::{Days, NaiveDate};
use domain::audit::ActivityKind;
use domain::period::check_plausible;
use domain::{GroupId, Invalid, Page, PageRequest, UserId};
use store::audit::{Filter, Names, Row};

use crate::clock::start_of_day;
use crate::context::Context;
use crate::error::Result;
use crate::http::CallerOrigin;

/// Which entries are wanted; what is absent narrows nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Wanted {
    /// The kind of record.
    pub subject: Option<String>,
    /// The record.
    pub subject_id: Option<i64>,
    /// Who did it, or acted as the one who did.
    pub user: Option<UserId>,
    /// The first business day.
    pub from: Option<NaiveDate>,
    /// The last business day.
    pub to: Option<NaiveDate>,
    /// The group.
    pub group: Option<GroupId>,
    /// What it is about; everything when empty.
    pub kinds: Vec<ActivityKind>,
    /// Without look-ups and the single changes of census files.
    pub folded: bool,
}

/// A page of the trail, newest first, with what its records are called.
///
/// # Errors
/// Days in the wrong order, a kind of record that is none; when the database fails.
pub async fn search(
    ctx: &Context,
    who: &CallerOrigin,
    wanted: Wanted,
    request: &PageRequest,
) -> Result<(Page<Row>, Names)> {
    let mut invalid = Invalid::none();
    invalid.limit("Subject", "Subject", wanted.subject.as_deref().unwrap_or_default(), 50);
    check_plausible(&mut invalid, "From", "From", wanted.from);
    check_plausible(&mut invalid, "To", "To", wanted.to);
    let in_order = wanted.from.zip(wanted.to).is_none_or(|(from, to)| from <= to);
    invalid.check(in_order, "To", "To must not be before From.");
    invalid.result()?;
    let zone = ctx.config.time_zone;
    let before = wanted.to.and_then(|to| to.checked_add_days(Days::new(1)));
    let filter = Filter {
        subject: wanted.subject,
        subject_id: wanted.subject_id,
        user: wanted.user,
        from: wanted.from.map(|day| start_of_day(zone, day)),
        before: before.map(|day| start_of_day(zone, day)),
        group: wanted.group,
        kinds: wanted.kinds,
        folded: wanted.folded,
    };
    let page = store::audit::browse(&ctx.store, who.scope(), &filter, request, ctx.now()).await?;
    let names = store::audit::names(&ctx.store.read(), &page.rows).await?;
    Ok((page, names))
}
