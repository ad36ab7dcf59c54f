//! Use cases of statements that exist: listed, explained, compared and deleted.

use std::collections::BTreeSet;

use domain::commissions::compare::{Compared, Comparison, compare as compared};
use domain::commissions::document::{StatementDocument, StatementInput};
use domain::commissions::statement::{Bill, check_delete, told_apart};
use domain::commissions::totals::{StatementLine, totals};
use domain::invoices::InvoiceAccess;
use domain::{GroupId, Money, Page, PageRequest, SnapshotId, StatementId};
use serde_json::json;
use store::Db;
pub use store::commissions::statements::OfTotal;
use store::commissions::statements::{self, Adjusted, Brought, StatementFilter, StatementRow, Which, WhyLine};
use store::erp_documents::{Newest, Owners, newest};
use store::snapshots;
use tokio::sync::Semaphore;

use super::views::bill_state;
use crate::clock::day_in;
use crate::commissions::bills::service::BillCall;
use crate::context::Context;
use crate::erp::history::ErpHistoryView;
use crate::erp::ours::Asked;
use crate::error::{Error, Result};
use crate::http::CallerOrigin;
use crate::invoices::sender;

/// The number of statements that are laid out at once: each takes memory by its lines.
static TURNS: Semaphore = Semaphore::const_new(1);

/// A statement with all that it says.
#[derive(Debug, Clone)]
pub struct Statement {
    /// What a list shows of it.
    pub row: StatementRow,
    /// Its lines.
    pub lines: Vec<StatementLine>,
    /// The invoices behind its lines that the caller may open (rules.md#invoice-access).
    pub open_invoices: BTreeSet<SnapshotId>,
    /// The adjustments that it has taken up.
    pub adjustments: Vec<Adjusted>,
    /// The negative balances that it takes over.
    pub brought: Vec<Brought>,
    /// The statement that takes over its own.
    pub carried_into: Option<(StatementId, String)>,
    /// The groups that it pays on and that have left the broker of its rule since; of interest until it has a bill.
    pub groups_left: Vec<String>,
    /// How many invoices it pays on that are not paid any more, where its rule pays on paid invoices.
    pub invoices_not_paid: u64,
    /// How many voided invoices it pays on, where its rule pays on billed invoices.
    pub invoices_voided: u64,
    /// Its newest bill, if one was ever wished for.
    pub bill: Option<Newest>,
}

/// A page of the statements in scope.
///
/// # Errors
/// When the database fails.
pub async fn search(
    ctx: &Context,
    who: &CallerOrigin,
    filter: &StatementFilter,
    request: &PageRequest,
) -> Result<Page<StatementRow>> {
    Ok(statements::search(&ctx.store.read(), who.scope(), filter, request).await?)
}

/// The payees of the statements in scope, by name.
///
/// # Errors
/// When the database fails.
pub async fn payees(ctx: &Context, who: &CallerOrigin) -> Result<Vec<String>> {
    Ok(statements::payees_of_all(&ctx.store.read(), who.scope()).await?)
}

/// One statement.
///
/// # Errors
/// [`Error::NotFound`] when it is not in scope.
pub async fn find(ctx: &Context, who: &CallerOrigin, id: StatementId) -> Result<Statement> {
    whole(&ctx.store.view().await?, who, id).await
}

/// One statement, read by whatever it was made with.
///
/// # Errors
/// [`Error::NotFound`] when it is not in scope.
pub async fn whole(db: &impl Db, who: &CallerOrigin, id: StatementId) -> Result<Statement> {
    let row = statements::find(db, who.scope(), id).await?;
    // A balance that is taken over is below zero.
    let brought = if row.brought_forward == Money::ZERO { Vec::new() } else { statements::brought(db, id).await? };
    let groups_left = match row.has_bill {
        true => Vec::new(),
        false => statements::groups_left(db, Which::These(&[id])).await?.remove(&id).unwrap_or_default(),
    };
    let invoices_not_paid = statements::not_paid(db, Which::These(&[id])).await?.remove(&id).unwrap_or_default();
    let invoices_voided = statements::voided(db, Which::These(&[id])).await?.remove(&id).unwrap_or_default();
    let lines = statements::lines(db, id).await?;
    Ok(Statement {
        open_invoices: open_invoices(db, who, &lines).await?,
        row,
        invoices_not_paid,
        invoices_voided,
        bill: newest(db, Owners::Statements, &[id.get()]).await?.remove(&id.get()),
        groups_left,
        lines,
        adjustments: statements::adjusted(db, Which::These(&[id])).await?.remove(&id).unwrap_or_default(),
        brought,
        carried_into: statements::carried_into(db, id).await?,
    })
}

/// The invoices behind lines that a caller may open: all of them for an administrator.
async fn open_invoices(db: &impl Db, who: &CallerOrigin, lines: &[StatementLine]) -> Result<BTreeSet<SnapshotId>> {
    let invoices: BTreeSet<SnapshotId> = lines.iter().map(|line| line.snapshot).collect();
    let access = InvoiceAccess::of(who.role);
    if access == InvoiceAccess::All {
        return Ok(invoices);
    }
    let ids: Vec<SnapshotId> = invoices.into_iter().collect();
    Ok(snapshots::open_to(db, who.scope(), access, &ids).await?)
}

/// The statements that use a snapshot, newest first.
///
/// # Errors
/// [`Error::NotFound`] when the snapshot is not in scope.
pub async fn of_snapshot(
    ctx: &Context,
    who: &CallerOrigin,
    (group, id): (GroupId, SnapshotId),
) -> Result<Vec<StatementRow>> {
    let view = ctx.store.view().await?;
    snapshots::find(&view, who.scope(), Some(group), id).await?;
    Ok(statements::of_snapshot(&view, who.scope(), id).await?)
}

/// How the bill of a statement stands in the ERP, and the calls that were made for it (rules.md#history-in-the-erp).
///
/// # Errors
/// [`Error::NotFound`] when the statement is not in scope.
pub async fn history(ctx: &Context, who: &CallerOrigin, id: StatementId) -> Result<ErpHistoryView> {
    let db = ctx.store.view().await?;
    statements::find(&db, who.scope(), id).await?;
    let bill = newest(&db, Owners::Statements, &[id.get()]).await?.remove(&id.get());
    ErpHistoryView::of(&db, Owners::Statements, id.get(), bill_state(bill.as_ref(), ctx.now())).await
}

/// The snapshot lines behind a total of a statement.
///
/// # Errors
/// [`Error::NotFound`] when the statement is not in scope or has no such total.
pub async fn why(ctx: &Context, who: &CallerOrigin, id: StatementId, of: OfTotal) -> Result<Vec<WhyLine>> {
    let view = ctx.store.view().await?;
    statements::find(&view, who.scope(), id).await?;
    let lines = statements::why(&view, id, of).await?;
    if lines.is_empty() { Err(Error::NotFound) } else { Ok(lines) }
}

/// Two months of a rule beside each other.
#[derive(Debug, Clone)]
pub struct Months {
    /// The statements of the newest earlier month that has any, newest first.
    pub previous: Vec<StatementRow>,
    /// Those of the month of the statement that was asked for.
    pub statements: Vec<StatementRow>,
    /// What the payee got, and gets.
    pub due: [Money; 2],
    /// Why they differ.
    pub comparison: Comparison,
}

/// The statements of a month beside those of the same rule for the newest earlier month.
///
/// # Errors
/// [`Error::NotFound`] when it is not in scope.
pub async fn compare(ctx: &Context, who: &CallerOrigin, id: StatementId) -> Result<Months> {
    let view = ctx.store.view().await?;
    let now = statements::find(&view, who.scope(), id).await?;
    let previous = statements::previous(&view, who.scope(), &now).await?;
    let statements = statements::of_rule(&view, who.scope(), now.rule, now.period).await?;
    let (before, now) = (content(&view, &previous).await?, content(&view, &statements).await?);
    let due = |of: &Compared| {
        let payable = of.lines.iter().filter(|line| line.payable);
        payable.map(|line| line.total).sum::<Money>() + of.adjusted + of.brought_forward
    };
    Ok(Months { previous, statements, due: [due(&before), due(&now)], comparison: compared(&before, &now) })
}

/// What statements of a month say together; a balance that one of them has taken over from another one counts once.
async fn content(db: &impl Db, rows: &[StatementRow]) -> Result<Compared> {
    let mut all = Compared::default();
    let ids: Vec<StatementId> = rows.iter().map(|row| row.id).collect();
    let adjusted = statements::adjusted(db, Which::These(&ids)).await?;
    all.adjusted = adjusted.values().flatten().map(|one| one.line.amount).sum();
    for row in rows {
        all.lines.extend(statements::lines(db, row.id).await?);
        let from_others = |brought: &&Brought| rows.iter().all(|other| other.id != brought.from);
        let brought = statements::brought(db, row.id).await?;
        all.brought_forward += brought.iter().filter(from_others).map(|brought| brought.amount).sum::<Money>();
    }
    Ok(all)
}

/// Deletes a statement that no bill pays and whose balance none takes over. A bill that a failed request has made is looked up first
/// (rules.md#failed-request). The invoices that no other statement uses stand again as
/// they did before, unless they are marked as paid (rules.md#commission-status, rules.md#bill-of-a-statement).
///
/// # Errors
/// A refusal in words; [`Error::NotFound`] when it is not in scope.
pub async fn delete(ctx: &Context, who: &CallerOrigin, id: StatementId) -> Result<()> {
    if take_out(ctx, who, id, Asked::Not).await? {
        return Ok(());
    }
    let rest = {
        let (ctx, who) = (ctx.clone(), who.clone());
        async move { take_out(&ctx, &who, id, Asked::Before).await.map(drop) }
    };
    BillCall::new(ctx, who, id).unless_found(rest).await
}

/// Holds that a statement may be deleted as far as it is known here.
async fn deletable(db: &impl Db, who: &CallerOrigin, id: StatementId) -> Result<StatementRow> {
    let statement = statements::find(db, who.scope(), id).await?;
    let carried_into = statements::carried_into(db, id).await?.map(|(next, _)| next);
    let is_open = statement.bill.is_some_and(|bill| bill.state.is_open());
    let bill = match (statement.has_bill, is_open && !statement.is_locked) {
        (false, _) => Bill::None,
        (true, true) => Bill::InDoubt,
        (true, false) => Bill::Stands,
    };
    check_delete(bill, carried_into)?;
    Ok(statement)
}

/// Takes a statement out, and says whether it did: not while the ERP has to be asked about a request that failed.
async fn take_out(ctx: &Context, who: &CallerOrigin, id: StatementId, erp: Asked) -> Result<bool> {
    let tx = ctx.store.begin().await?;
    statements::lock(&tx, who.scope(), id).await?;
    let statement = deletable(&tx, who, id).await?;
    if erp.is_to_be(&statements::bills(&tx, id).await?) {
        return Ok(false);
    }
    let used = statements::delete(&tx, id, who.stamp(ctx)).await?;
    let detail = json!({
        "Rule": statement.rule_name,
        "BillingPeriod": statement.period.to_string(),
        "TotalPayoutAmount": statement.total.decimal(),
    });
    let of = |action, subject| who.entry(ctx, action, subject).with_detail(detail.clone());
    let mut entries = vec![of("commission_statement.delete", "commission_statement").on(id)];
    entries.extend(used.into_iter().map(|(group, snapshot)| {
        of("snapshot.delete_statement", "snapshot").on(snapshot).in_group(group).caused_by("commission_statement", id)
    }));
    tx.commit_all(entries).await?;
    Ok(true)
}

/// The printed statement.
///
/// # Errors
/// [`Error::NotFound`] when it is not in scope.
pub async fn document(ctx: &Context, who: &CallerOrigin, id: StatementId) -> Result<StatementDocument> {
    let Statement { row, lines, adjustments, brought, .. } = find(ctx, who, id).await?;
    Ok(StatementDocument::of(StatementInput {
        id,
        payee_name: row.payee_name,
        rule_name: row.rule_name,
        period: row.period,
        made_at: row.created_at,
        made_on: day_in(ctx.config.time_zone, row.created_at),
        sender: sender(ctx),
        total: row.total,
        pending: row.pending,
        pending_earlier: row.pending_earlier,
        brought: brought.into_iter().map(|one| (told_apart(&one.name, one.from, None), one.amount)).collect(),
        bill_number: row.bill_number,
        lines: totals(lines),
        adjustments: adjustments.into_iter().map(|one| one.line).collect(),
    }))
}

/// The PDF of a statement with the name of its file. Its download is recorded.
///
/// # Errors
/// Refused when it is too long (rules.md#printed-statement); [`Error::NotFound`] when it is not in scope.
pub async fn pdf(ctx: &Context, who: &CallerOrigin, id: StatementId) -> Result<(String, Vec<u8>)> {
    let document = document(ctx, who, id).await?;
    document.check_length()?;
    let name = document.file_name();
    let _turn = TURNS.acquire().await.map_err(anyhow::Error::from)?;
    let laid_out = tokio::task::spawn_blocking(move || documents::statement(&document));
    let bytes = laid_out.await.map_err(anyhow::Error::from)?.map_err(anyhow::Error::from)?;
    let entry = who.entry(ctx, "commission_statement.export_pdf", "commission_statement").on(id);
    ctx.store.begin().await?.commit(entry).await?;
    Ok((name, bytes))
}
