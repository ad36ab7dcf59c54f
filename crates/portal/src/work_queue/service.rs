//! Use cases of the work queue.

use chrono::{Days, NaiveDate};
use domain::access::{Action, Caller};
use domain::invoices::InvoiceAccess;
use domain::period::check_plausible;
use domain::work_queue::{Item, WorkKind};
use domain::{BrokerId, Invalid, Page, PageRequest};
use futures_util::future::try_join_all;
use store::work_queue::{Asking, Only, Sorted, Tally, Window, items, tally};

use crate::clock::start_of_day;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::http::CallerOrigin;

/// So many items of a kind stand on the start page at first.
pub const SHOWN: u64 = 5;

/// What waits of a kind.
#[derive(Debug)]
pub struct Waiting {
    /// The kind.
    pub kind: WorkKind,
    /// How many items there are, and what they come to.
    pub tally: Tally,
    /// The most urgent of them.
    pub first: Vec<Item>,
}

/// What work is narrowed to, as it was asked for; what is absent narrows nothing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Wanted {
    /// Items of the groups of a broker.
    pub broker: Option<BrokerId>,
    /// The last business day on which they are due.
    pub due_by: Option<NaiveDate>,
}

/// What waits for the caller, by the kinds of its role, all of them at once.
///
/// # Errors
/// A day that is none; when the database fails.
pub async fn all(ctx: &Context, who: &CallerOrigin, wanted: Wanted, sorted: Sorted) -> Result<Vec<Waiting>> {
    let (db, asking) = (&ctx.store.read(), narrowed(ctx, who, wanted)?);
    let of_kind = async |kind: WorkKind| {
        let tally = tally(db, who.scope(), kind, &asking);
        let first = items(db, who.scope(), kind, &asking, Window { offset: 0, limit: SHOWN, sorted });
        let (tally, first) = tokio::try_join!(tally, first)?;
        Ok::<_, Error>(Waiting { kind, tally, first })
    };
    try_join_all(WorkKind::ALL.into_iter().filter(|kind| kind.is_for(who.role)).map(of_kind)).await
}

/// A page of the items of one kind.
///
/// # Errors
/// [`Error::NotFound`] for a kind that is no work of the caller's role.
pub async fn of_kind(
    ctx: &Context,
    who: &CallerOrigin,
    kind: &str,
    wanted: Wanted,
    request: &PageRequest,
) -> Result<Page<Item>> {
    let kind = WorkKind::of(kind).filter(|kind| kind.is_for(who.role)).ok_or(Error::NotFound)?;
    let (db, asking) = (&ctx.store.read(), narrowed(ctx, who, wanted)?);
    let window = Window::of(request);
    let (tally, rows) =
        tokio::try_join!(tally(db, who.scope(), kind, &asking), items(db, who.scope(), kind, &asking, window),)?;
    Ok(Page { rows, total: tally.count, per_page: request.per_page })
}

fn narrowed(ctx: &Context, who: &Caller, Wanted { broker, due_by }: Wanted) -> Result<Asking> {
    let mut invalid = Invalid::none();
    check_plausible(&mut invalid, "DueBy", "Due By", due_by);
    invalid.result()?;
    let end = |day: NaiveDate| start_of_day(ctx.config.time_zone, day + Days::new(1));
    let only = Only { broker, due_by: due_by.map(|day| (day, end(day))) };
    Ok(Asking { only, ..asking(ctx, who) })
}

/// For when the work of a caller is asked for, and what of it depends on the caller beyond the scope.
pub(super) fn asking(ctx: &Context, who: &Caller) -> Asking {
    Asking {
        now: ctx.now(),
        today: ctx.today(),
        access: InvoiceAccess::of(who.role),
        // An administrator who acts as a user does not renew the keys of that user.
        keys_of: who.impersonator.is_none().then_some(who.user),
        with_tokens: who.may(Action::EditAccounts),
        only: Only::default(),
    }
}
