//! Whom the rows that people have set aside seem to be: they are not ended for being absent (decisions C8).

use std::pin::pin;

use domain::census::RowState;
use domain::census::spared::{Aside, Recognised};
use futures_util::TryStreamExt;
use store::census::records;

use super::roster;
use super::run::Run;
use super::terms::Terms;
use crate::error::Result;

/// Rows read in one query.
const ROWS_A_PAGE: u64 = 2000;

/// Lines the rows that were set aside up with the group; nobody is read when there are none.
pub(super) async fn recognised(run: &Run<'_>, terms: &Terms) -> Result<Recognised> {
    let db = run.ctx.store.read();
    let mut aside = Aside::default();
    let mut last = 0;
    loop {
        let rows = records::chunk(&db, run.file.id, last, &[RowState::SkippedByPerson], ROWS_A_PAGE).await?;
        let Some(row) = rows.last() else { break };
        last = row.record.number;
        rows.iter().for_each(|row| aside.add_row(&row.record));
    }
    if last == 0 {
        return Ok(Recognised::default());
    }
    let mut roster = pin!(roster::pages(run.ctx, terms.group).await?);
    while let Some(members) = roster.try_next().await? {
        members.iter().for_each(|member| aside.add_member(member));
    }
    Ok(tokio::task::spawn_blocking(|| aside.settle()).await.map_err(anyhow::Error::from)?)
}
