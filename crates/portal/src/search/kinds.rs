//! What each kind of record is found by, and how it is shown. Every query takes the caller's scope.

use domain::census::file::FileStatus;
use domain::commissions::statement::number;
use domain::invoices::InvoiceAccess;
use domain::members::Status;
use domain::period::shown_date;
use domain::search::rank::{Searched, best};
use domain::search::{Kind, Term};
use domain::text::fold;
use domain::{CensusFileId, GroupId, MemberId, PageRequest, SnapshotId, StatementId};
use store::census::files::CensusFile;
use store::census::listing::{self, FileFilter};
use store::commissions::statements::{self, StatementFilter, StatementRow};
use store::groups::listing::GroupName;
use store::members::FoundMember;
use store::snapshots::{self, SnapshotFilter, SnapshotRow};

use crate::context::Context;
use crate::error::Result;
use crate::http::CallerOrigin;
use crate::invoices::service::number_of;

/// So many of a kind are shown.
const SHOWN: usize = 5;

/// A record that was found.
#[derive(Debug)]
pub struct Hit {
    /// Its kind.
    pub kind: Kind,
    /// Its id.
    pub id: i64,
    /// The group it belongs to.
    pub group: Option<GroupId>,
    /// What it is called.
    pub title: String,
    /// What tells it from others of its name.
    pub details: Vec<String>,
}

/// What was found of a kind.
#[derive(Debug, Default)]
pub struct Found {
    /// The first of them.
    pub hits: Vec<Hit>,
    /// How many there are.
    pub total: u64,
    /// Whether there may be more.
    pub has_more: bool,
}

impl Found {
    fn of(hits: Vec<Hit>, total: u64) -> Self {
        Self { hits, total, has_more: false }
    }
}

/// What a term finds of a kind in the caller's scope.
///
/// # Errors
/// When the database fails.
pub async fn found(ctx: &Context, who: &CallerOrigin, kind: Kind, term: &Term) -> Result<Found> {
    match kind {
        Kind::Group => groups(ctx, who, Some(term), |_| true).await,
        Kind::Member => members(ctx, who, term).await,
        Kind::Broker => brokers(ctx, who, Some(term), |_| true).await,
        Kind::User => users(ctx, who, Some(term), |_| true).await,
        Kind::Invoice => {
            let filter = SnapshotFilter { access: InvoiceAccess::of(who.role), ..SnapshotFilter::default() };
            let page = snapshots::search(&ctx.store.read(), who.scope(), &filter, &first(term)).await?;
            Ok(Found::of(page.rows.into_iter().map(invoice).collect(), page.total))
        }
        Kind::CensusFile => {
            let page = listing::search(&ctx.store.read(), who.scope(), &FileFilter::default(), &first(term)).await?;
            Ok(Found::of(page.rows.into_iter().map(file).collect(), page.total))
        }
        Kind::Statement => {
            let page =
                statements::search(&ctx.store.read(), who.scope(), &StatementFilter::default(), &first(term)).await?;
            Ok(Found::of(page.rows.into_iter().map(statement).collect(), page.total))
        }
    }
}

/// The records of these ids in the caller's scope, in no order.
///
/// # Errors
/// When the database fails.
pub async fn named(ctx: &Context, who: &CallerOrigin, kind: Kind, ids: &[i64]) -> Result<Vec<Hit>> {
    let db = ctx.store.read();
    let request = PageRequest::first(ids.len() as u64);
    match kind {
        Kind::Group => Ok(groups(ctx, who, None, |id| ids.contains(&id)).await?.hits),
        Kind::Broker => Ok(brokers(ctx, who, None, |id| ids.contains(&id)).await?.hits),
        Kind::User => Ok(users(ctx, who, None, |id| ids.contains(&id)).await?.hits),
        Kind::Member => {
            let ids: Vec<MemberId> = ids.iter().copied().map(MemberId).collect();
            let rows = store::members::named(&db, who.scope(), &ids).await?;
            Ok(rows.into_iter().map(|row| member(ctx, row)).collect())
        }
        Kind::Invoice => {
            let ids = Some(ids.iter().copied().map(SnapshotId).collect());
            let filter = SnapshotFilter { access: InvoiceAccess::of(who.role), ids, ..SnapshotFilter::default() };
            let page = snapshots::search(&db, who.scope(), &filter, &request).await?;
            Ok(page.rows.into_iter().map(invoice).collect())
        }
        Kind::CensusFile => {
            let ids = Some(ids.iter().copied().map(CensusFileId).collect());
            let page =
                listing::search(&db, who.scope(), &FileFilter { ids, ..FileFilter::default() }, &request).await?;
            Ok(page.rows.into_iter().map(file).collect())
        }
        Kind::Statement => {
            let ids: Vec<StatementId> = ids.iter().copied().map(StatementId).collect();
            Ok(statements::named(&db, who.scope(), &ids).await?.into_iter().map(statement).collect())
        }
    }
}

fn first(term: &Term) -> PageRequest {
    PageRequest { term: term.text(), ..PageRequest::first(SHOWN as u64) }
}

/// Ranks the rows of a term by their folded texts: first the names, then what else they are found by.
fn ranked<T>(rows: Vec<T>, term: Option<&Term>, texts: impl Fn(&T) -> (String, String)) -> (Vec<T>, u64) {
    let Some(term) = term else {
        let total = rows.len() as u64;
        return (rows, total);
    };
    let mut best = best(rows, |row| {
        let (name, beside) = texts(row);
        Searched { names: &[&name], beside: &[&beside], ..Searched::default() }.rank(term)
    });
    let total = best.len() as u64;
    best.truncate(SHOWN);
    (best, total)
}

async fn groups(ctx: &Context, who: &CallerOrigin, term: Option<&Term>, wanted: impl Fn(i64) -> bool) -> Result<Found> {
    let db = ctx.store.read();
    let mut rows = store::groups::listing::names(&db, who.scope()).await?;
    rows.retain(|row| wanted(row.id.get()));
    let (rows, total) = ranked(rows, term, |row: &GroupName| (fold(&row.name), fold(&row.code)));
    let ids: Vec<GroupId> = rows.iter().map(|row| row.id).collect();
    let counts = store::counts::of_groups(&db, &ids, ctx.today()).await?;
    let active = |id: GroupId| counts.get(&id).map_or(0, |counts| counts.active);
    let hit = |row: GroupName| Hit {
        kind: Kind::Group,
        id: row.id.get(),
        group: Some(row.id),
        details: vec![row.code, format!("{} active", active(row.id))],
        title: row.name,
    };
    Ok(Found::of(rows.into_iter().map(hit).collect(), total))
}

async fn members(ctx: &Context, who: &CallerOrigin, term: &Term) -> Result<Found> {
    let found = store::members::look_up(&ctx.store.read(), who.scope(), term).await?;
    let total = found.members.len() as u64;
    let hits = found.members.into_iter().take(SHOWN).map(|row| member(ctx, row)).collect();
    Ok(Found { hits, total, has_more: found.has_more })
}

fn member(ctx: &Context, row: FoundMember) -> Hit {
    let status = row.status.shown(ctx.today());
    let mut details = vec![row.group_name, shown_date(row.date_of_birth)];
    if status.name() != Status::Active.name() {
        details.push(status.name().to_owned());
    }
    Hit {
        kind: Kind::Member,
        id: row.id.get(),
        group: Some(row.group),
        title: format!("{}, {}", row.last_name, row.first_name),
        details,
    }
}

async fn brokers(
    ctx: &Context,
    who: &CallerOrigin,
    term: Option<&Term>,
    wanted: impl Fn(i64) -> bool,
) -> Result<Found> {
    let mut rows = store::brokers::names(&ctx.store.read(), who.scope()).await?;
    rows.retain(|row| wanted(row.id.get()));
    let (rows, total) = ranked(rows, term, |row| (fold(&row.name), String::new()));
    let hit = |row: store::brokers::BrokerName| Hit {
        kind: Kind::Broker,
        id: row.id.get(),
        group: None,
        title: row.name,
        details: Vec::new(),
    };
    Ok(Found::of(rows.into_iter().map(hit).collect(), total))
}

async fn users(ctx: &Context, who: &CallerOrigin, term: Option<&Term>, wanted: impl Fn(i64) -> bool) -> Result<Found> {
    let mut rows = store::users::names(&ctx.store.read(), who.scope()).await?;
    rows.retain(|row| wanted(row.id.get()));
    let (rows, total) = ranked(rows, term, |row| (fold(&row.full_name), fold(&row.email)));
    let hit = |row: store::users::NamedUser| Hit {
        kind: Kind::User,
        id: row.id.get(),
        group: None,
        title: row.full_name,
        details: vec![row.email, row.role.name().to_owned()],
    };
    Ok(Found::of(rows.into_iter().map(hit).collect(), total))
}

fn invoice(row: SnapshotRow) -> Hit {
    Hit {
        kind: Kind::Invoice,
        id: row.snapshot.id.get(),
        group: Some(row.snapshot.group),
        title: number_of(&row.snapshot),
        details: vec![row.group_name, row.snapshot.period().to_string(), row.snapshot.total.to_string()],
    }
}

fn file(file: CensusFile) -> Hit {
    let errors = match file.error_count {
        0 => FileStatus::name(file.status).to_owned(),
        1 => "1 error".to_owned(),
        many => format!("{many} errors"),
    };
    let group = file.group.as_ref().map(|group| group.name.clone());
    Hit {
        kind: Kind::CensusFile,
        id: file.id.get(),
        group: file.group.map(|group| group.id),
        details: group.into_iter().chain([errors, file.name.to_string().chars().take(8).collect()]).collect(),
        title: file.original_file_name,
    }
}

fn statement(row: StatementRow) -> Hit {
    Hit {
        kind: Kind::Statement,
        id: row.id.get(),
        group: None,
        details: vec![number(row.id, row.bill_number.as_deref()), row.payee_name.clone(), row.due().to_string()],
        title: row.name,
    }
}
