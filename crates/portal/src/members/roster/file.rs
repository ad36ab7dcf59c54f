//! Writing a roster to a file, chunk by chunk, however long it is.

use std::io::{self, SeekFrom};

use anyhow::Context as _;
use chrono::NaiveDate;
use domain::MemberId;
use domain::census::export::{BYTE_ORDER_MARK, CsvWriter};
use domain::census::roster::{RosterLine, heading};
use domain::members::Status;
use store::View;
use store::groups::terms::GroupTerms;
use store::members::roster::{OnDay, on_day};
use tokio::fs::File;
use tokio::io::{AsyncSeekExt as _, AsyncWriteExt as _};

use crate::context::Context;
use crate::error::Result;

/// Members read in one query.
const MEMBERS_A_CHUNK: u64 = 2000;

const WHAT: &str = "a file for a roster";

/// Writes the roster of a group on a day, and gives the file from its beginning and how many members it has. The file has no name and is
/// gone when it is closed.
pub(super) async fn write(
    ctx: &Context,
    view: &View,
    group: &GroupTerms,
    day: NaiveDate,
    status: Option<Status>,
) -> Result<(File, u64)> {
    let folder = ctx.config.parts_folder();
    std::fs::create_dir_all(&folder).context(WHAT)?;
    let mut file = File::from_std(tempfile::tempfile_in(folder).context(WHAT)?);
    file.write_all(&begin().context(WHAT)?).await.context(WHAT)?;
    let (mut after, mut members) = (MemberId(0), 0_u64);
    loop {
        let chunk = on_day(view, group.id, day, status, after, MEMBERS_A_CHUNK).await?;
        let Some(last) = chunk.last() else { break };
        after = last.member.id;
        members += chunk.len() as u64;
        file.write_all(&rows(&group.code, &chunk, (day == ctx.today()).then_some(day)).context(WHAT)?)
            .await
            .context(WHAT)?;
    }
    file.flush().await.context(WHAT)?;
    file.seek(SeekFrom::Start(0)).await.context(WHAT)?;
    Ok((file, members))
}

fn begin() -> io::Result<Vec<u8>> {
    let mut bytes = BYTE_ORDER_MARK.as_bytes().to_vec();
    let mut csv = CsvWriter::new(&mut bytes);
    csv.row(heading())?;
    csv.flush()?;
    drop(csv);
    Ok(bytes)
}

/// The lines of members. Only today's roster shows a pending status, so that an import of the unchanged file changes no status.
fn rows(group_code: &str, members: &[OnDay], today: Option<NaiveDate>) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut csv = CsvWriter::new(&mut bytes);
    for OnDay { member, status, pricing_group } in members {
        let line = RosterLine {
            group_code,
            id: member.id,
            details: &member.details,
            primary: member.primary,
            status: today.map_or_else(|| (*status).into(), |today| member.status.shown(today)),
            pricing_group: pricing_group.as_ref().map(|group| (group.name.as_str(), group.code.as_str())),
        };
        let cells: Vec<_> = line.cells().collect();
        csv.row(cells.iter().map(AsRef::as_ref))?;
    }
    csv.flush()?;
    drop(csv);
    Ok(bytes)
}
