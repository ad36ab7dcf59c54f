//! Use cases of the work queue.

use domain::access::{Action, Caller};
use domain::invoices::InvoiceAccess;
use domain::work_queue::{Item, WorkKind};
use domain::{Page, PageRequest};
use futures_util::future::try_join_all;
use store::work_queue::{Asking, Tally, Window, items, tally};

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

/// What waits for the caller, by the kinds of its role, all of them at once.
///
/// # Errors
/// When the database fails.
pub async fn all(ctx: &Context, who: &CallerOrigin) -> Result<Vec<Waiting>> {
    let (db, asking) = (&ctx.store.read(), asking(ctx, who));
    let of_kind = async |kind: WorkKind| {
        let tally = tally(db, who.scope(), kind, &asking);
        let first = items(db, who.scope(), kind, &asking, Window { offset: 0, limit: SHOWN });
        let (tally, first) = tokio::try_join!(tally, first)?;
        Ok::<_, Error>(Waiting { kind, tally, first })
    };
    try_join_all(WorkKind::ALL.into_iter().filter(|kind| kind.is_for(who.role)).map(of_kind)).await
}

/// A page of the items of one kind.
///
/// # Errors
/// [`Error::NotFound`] for a kind that is no work of the caller's role.
pub async fn of_kind(ctx: &Context, who: &CallerOrigin, kind: &str, request: &PageRequest) -> Result<Page<Item>> {
    let kind = WorkKind::of(kind).filter(|kind| kind.is_for(who.role)).ok_or(Error::NotFound)?;
    let (db, asking) = (&ctx.store.read(), asking(ctx, who));
    let window = Window::of(request);
    let (tally, rows) =
        tokio::try_join!(tally(db, who.scope(), kind, &asking), items(db, who.scope(), kind, &asking, window),)?;
    Ok(Page { rows, total: tally.count, per_page: request.per_page })
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
    }
}
