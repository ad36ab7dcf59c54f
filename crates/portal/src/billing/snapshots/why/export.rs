//! The comparison as a file: what leads from the one total to the other, each member and number of consults in a row of its own.

use std::io::{self, SeekFrom};

use anyhow::Context as _;
use domain::billing::comparison::{Cause, behind_cause};
use domain::billing::reasons::Origin;
use domain::census::export::{BYTE_ORDER_MARK, CsvWriter};
use domain::members::Status;
use domain::period::shown_date;
use domain::{BillingMonth, GroupId, Money, SnapshotId};
use serde_json::json;
use store::View;
use store::snapshots::ChangeSource;
use tokio::fs::File;
use tokio::io::{AsyncSeekExt as _, AsyncWriteExt as _};

use super::bills::Bills;
use super::rows::{self, Row};
use super::service::{self, Wish};
use super::views::kind;
use crate::clock::day_in;
use crate::context::Context;
use crate::error::Result;
use crate::http::CallerOrigin;

/// Rows explained at once.
const ROWS_A_CHUNK: usize = 1000;
const WHAT: &str = "a file for a comparison";
const HEADING: [&str; 12] = [
    "Cause",
    "Billable Month",
    "Line",
    "Employee Id",
    "Last Name",
    "First Name",
    "Quantity",
    "Amount",
    "Status Change",
    "Source",
    "Source Detail",
    "Reason",
];

/// A comparison to be sent.
#[derive(Debug)]
pub struct Export {
    /// How the file is called.
    pub name: String,
    /// Its content, from the beginning.
    pub content: File,
}

/// Writes the comparison of a snapshot. The whole is of one moment, and written before anything is sent, so that a fault never looks
/// like a short file.
///
/// # Errors
/// [`crate::error::Error::NotFound`] when the snapshot is not in scope.
pub async fn download(ctx: &Context, who: &CallerOrigin, group: GroupId, id: SnapshotId) -> Result<Export> {
    let view = ctx.store.view().await?;
    let bills = Bills::read(&view, who.scope(), group, id).await?;
    let (content, written) = write(ctx, &view, &bills).await?;
    drop(view);
    let entry = who.entry(ctx, "snapshot.export", "snapshot").on(id).in_group(group);
    ctx.store.begin().await?.commit(entry.with_detail(json!({ "Rows": written }))).await?;
    let snapshot = &bills.now.snapshot;
    Ok(Export { name: format!("{} {} why.csv", snapshot.plan_name, snapshot.period()), content })
}

async fn write(ctx: &Context, view: &View, bills: &Bills) -> Result<(File, u64)> {
    let folder = ctx.config.parts_folder();
    std::fs::create_dir_all(&folder).context(WHAT)?;
    let mut file = File::from_std(tempfile::tempfile_in(folder).context(WHAT)?);
    let before = bills.before.as_ref().map(|bill| bill.snapshot.period());
    let begin = [
        BYTE_ORDER_MARK.as_bytes().to_vec(),
        csv([HEADING.map(str::to_owned).to_vec(), total("Earlier total", before, bills.total_before())])?,
    ];
    file.write_all(&begin.concat()).await.context(WHAT)?;
    let mut written = 0;
    for told in &bills.comparison().causes {
        let entries = behind_cause(told.cause, &bills.lines_before(), &bills.lines());
        let named = service::by_name(view, bills, entries, "").await?;
        written += named.len() as u64;
        for chunk in named.chunks(ROWS_A_CHUNK) {
            let rows = rows::of(ctx, view, bills, Wish::Cause(told.cause), chunk.to_vec()).await?;
            file.write_all(&csv(rows.into_iter().map(|row| cells(ctx, told.cause, row)))?).await.context(WHAT)?;
        }
    }
    let end = total("This total", Some(bills.now.snapshot.period()), bills.now.snapshot.total);
    file.write_all(&csv([end])?).await.context(WHAT)?;
    file.flush().await.context(WHAT)?;
    file.seek(SeekFrom::Start(0)).await.context(WHAT)?;
    Ok((file, written))
}

fn csv(rows: impl IntoIterator<Item = Vec<String>>) -> Result<Vec<u8>> {
    let written = |bytes: &mut Vec<u8>| -> io::Result<()> {
        let mut csv = CsvWriter::new(bytes);
        for row in rows {
            csv.row(row.iter().map(String::as_str))?;
        }
        csv.flush()
    };
    let mut bytes = Vec::new();
    written(&mut bytes).context(WHAT)?;
    Ok(bytes)
}

fn total(what: &str, period: Option<BillingMonth>, amount: Money) -> Vec<String> {
    let mut cells = vec![String::new(); HEADING.len()];
    cells[0] = what.to_owned();
    cells[1] = period.map(|period| period.to_string()).unwrap_or_default();
    cells[7] = amount.decimal();
    cells
}

fn cells(ctx: &Context, cause: Cause, row: Row) -> Vec<String> {
    let (id, first, last) = row.member.map(|(id, first, last)| (id.to_string(), first, last)).unwrap_or_default();
    let change = row.change.map(|change| {
        let status = if change.is_active { Status::Active } else { Status::InActive };
        status.made_on(change.effective_on)
    });
    vec![
        cause.name().to_owned(),
        row.month.to_string(),
        row.line_name,
        id,
        last,
        first,
        row.quantity.to_string(),
        row.amount.decimal(),
        change.unwrap_or_default(),
        row.source.as_ref().map(|source| kind(source.origin).to_owned()).unwrap_or_default(),
        row.source.as_ref().map(|source| detail(ctx, source)).unwrap_or_default(),
        row.reason.unwrap_or_default(),
    ]
}

/// The file and what it did to the member, or who undid it and when; or else who did it.
fn detail(ctx: &Context, source: &ChangeSource) -> String {
    let user = source.user.as_ref().map(|(first, last)| format!("{first} {last}"));
    match &source.file {
        None => user.unwrap_or_default(),
        Some(file) if source.origin == Origin::Undo => {
            let by = user.map(|user| format!(" by {user}")).unwrap_or_default();
            format!("{}, undone{by} on {}", file.name, shown_date(day_in(ctx.config.time_zone, source.at)))
        }
        Some(file) => match file.row {
            Some(Some(row)) => format!("{}, row {row}", file.name),
            Some(None) => format!("{}, absent", file.name),
            None => file.name.to_string(),
        },
    }
}
