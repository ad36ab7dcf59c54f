//! Use cases of "Why this amount?".

use domain::billing::comparison::{Behind, Cause, Comparison, Entry, behind_cause, behind_line, everybody};
use domain::text::{fold, search_words};
use domain::{GroupId, Invalid, MemberId, Page, PageRequest, SnapshotId, SnapshotLineId};
use store::snapshots::{self, FrozenLine};

use super::bills::Bills;
use super::rows::{self, Row};
use crate::context::Context;
use crate::error::{Error, Result};
use crate::http::CallerOrigin;

/// A snapshot, the one before, and why they differ.
#[derive(Debug)]
pub struct Why {
    /// Both.
    pub bills: Bills,
    /// Why they differ.
    pub comparison: Comparison,
    /// The name of their group.
    pub group: String,
}

impl Why {
    /// How many people stand on the bill.
    pub fn people(&self) -> i64 {
        let entries = everybody(&self.bills.lines());
        entries.iter().filter(|entry| member_of(entry).is_some()).count() as i64
    }

    /// Whether the causes lead from the one stored total to the other to the cent.
    pub fn is_reconciled(&self) -> bool {
        self.comparison.leads(self.bills.total_before(), self.bills.now.snapshot.total)
    }
}

/// Why a snapshot amounts to what it does.
///
/// # Errors
/// [`Error::NotFound`] when it is not in scope.
pub async fn why(ctx: &Context, who: &CallerOrigin, group: GroupId, id: SnapshotId) -> Result<Why> {
    let view = ctx.store.view().await?;
    let bills = Bills::read(&view, who.scope(), group, id).await?;
    let group = store::groups::terms::of_group(&view, who.scope(), group).await?.name;
    let why = Why { comparison: bills.comparison(), bills, group };
    if !why.is_reconciled() {
        tracing::error!(snapshot = id.get(), "the causes of a change do not add up to it");
    }
    Ok(why)
}

/// Who is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wish {
    /// Everybody on the bill.
    Everybody,
    /// Who stands behind a cause.
    Cause(Cause),
    /// Who stands behind a line.
    Line(SnapshotLineId),
}

impl Wish {
    /// What a query names.
    ///
    /// # Errors
    /// A cause that is none, or a cause and a line at once.
    pub fn of(cause: Option<&str>, line: Option<i64>) -> Result<Self> {
        let cause = cause.map(str::trim).filter(|cause| !cause.is_empty());
        match (cause, line.filter(|line| *line != 0)) {
            (None, None) => Ok(Self::Everybody),
            (None, Some(line)) => Ok(Self::Line(SnapshotLineId(line))),
            (Some(_), Some(_)) => Err(Invalid::field("LineId", "Name a cause or a line, not both.").into()),
            (Some(cause), None) => match Cause::named(cause) {
                Some(cause) => Ok(Self::Cause(cause)),
                None => Err(Invalid::field("Cause", "Cause is not one of those that amounts are explained by.").into()),
            },
        }
    }

    fn entries(self, bills: &Bills) -> Result<Vec<Entry>> {
        let lines = bills.lines();
        match self {
            Self::Everybody => Ok(everybody(&lines)),
            Self::Cause(cause) => Ok(behind_cause(cause, &bills.lines_before(), &lines)),
            Self::Line(id) => {
                let place = bills.now.lines.iter().position(|line| line.id == id).ok_or(Error::NotFound)?;
                Ok(behind_line(&lines, place))
            }
        }
    }
}

/// A page of who stands behind an amount, by name; consults, of whom nobody is named, come last. The amounts of all pages add up to it.
///
/// # Errors
/// [`Error::NotFound`] when the snapshot is not in scope, or has no such line.
pub async fn members(
    ctx: &Context,
    who: &CallerOrigin,
    (group, id): (GroupId, SnapshotId),
    wish: Wish,
    request: &PageRequest,
) -> Result<Page<Row>> {
    let view = ctx.store.view().await?;
    let bills = Bills::read(&view, who.scope(), group, id).await?;
    let named = by_name(&view, &bills, wish.entries(&bills)?, &request.term).await?;
    let total = named.len() as u64;
    let skipped = usize::try_from(request.offset()).unwrap_or(usize::MAX);
    let page = named.into_iter().skip(skipped).take(usize::try_from(request.per_page).unwrap_or(usize::MAX));
    let rows = rows::of(ctx, &view, &bills, wish, page.collect()).await?;
    Ok(Page { rows, total, per_page: request.per_page })
}

/// An entry with the name that the snapshot froze; consults have none.
pub type NamedEntry = (Entry, Option<(MemberId, String, String)>);

/// Entries in the order of a list; with a term only those of members whose names have all of its words.
pub async fn by_name(view: &store::View, bills: &Bills, entries: Vec<Entry>, term: &str) -> Result<Vec<NamedEntry>> {
    let mut ids: Vec<i64> = entries.iter().filter_map(|entry| member_of(entry).map(MemberId::get)).collect();
    ids.sort_unstable();
    ids.dedup();
    let snapshot = &bills.now.snapshot;
    let names = snapshots::names_of(view, snapshot.group, snapshot.computed_at, &ids).await?;
    let words = search_words(term);
    let mut named: Vec<(String, NamedEntry)> = Vec::with_capacity(entries.len());
    for entry in entries {
        let name = member_of(&entry).map(|id| {
            let (first, last) = names.get(&id).cloned().unwrap_or_default();
            (id, first, last)
        });
        let key = name.as_ref().map(|(_, first, last)| format!("{}\u{1f}{}", fold(last), fold(first)));
        if words.iter().all(|word| key.as_ref().is_some_and(|key| key.contains(word.as_str()))) {
            // Nameless rows sort behind every name.
            named.push((key.unwrap_or_else(|| char::MAX.to_string()), (entry, name)));
        }
    }
    let month = |entry: &Entry| bills.line_of(entry).map(|line: &FrozenLine| line.month);
    named.sort_by(|(a_key, (a, _)), (b_key, (b, _))| {
        (a_key, a.behind, a.is_of_before, month(a), a.line).cmp(&(b_key, b.behind, b.is_of_before, month(b), b.line))
    });
    Ok(named.into_iter().map(|(_, entry)| entry).collect())
}

fn member_of(entry: &Entry) -> Option<MemberId> {
    match entry.behind {
        Behind::Member(member) => Some(member),
        Behind::Consults(_) => None,
    }
}
