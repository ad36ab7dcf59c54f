//! Whom the rows that people have set aside seem to be: they are not ended for being absent (rules.md#unreadable-row).

use std::collections::HashSet;
use std::pin::pin;

use domain::census::file::Task;
use domain::census::skipped_rows::{Aside, Recognised};
use domain::census::{Item, RowState};
use futures_util::TryStreamExt;
use store::census::{records, tasks};

use super::super::mapping::{self, Reading};
use super::super::run::Run;
use super::super::terms::Terms;
use super::super::{asking, roster, source};
use crate::error::Result;

/// Rows read in one query.
const ROWS_A_PAGE: u64 = 2000;

/// Lines the rows that were set aside up with the group; nobody is read when there are none.
pub(in crate::census) async fn recognised(run: &Run<'_>, terms: &Terms) -> Result<Recognised> {
    let db = run.ctx.store.read();
    let mut aside = Aside::default();
    let mut numbers = HashSet::new();
    let mut last = 0;
    loop {
        let rows = records::chunk(&db, run.file.id, last, &[RowState::SkippedByPerson], ROWS_A_PAGE).await?;
        let Some(row) = rows.last() else { break };
        last = row.record.number;
        rows.iter().for_each(|row| aside.add_row(&row.record));
        numbers.extend(rows.iter().map(|row| row.record.number));
    }
    if numbers.is_empty() {
        return Ok(Recognised::default());
    }
    for (row, name) in employees_beside(run, numbers).await? {
        aside.add_employee(row, name);
    }
    let mut roster = pin!(roster::pages(run.ctx, terms.group).await?);
    while let Some(members) = roster.try_next().await? {
        members.iter().for_each(|member| aside.add_member(member));
    }
    Ok(tokio::task::spawn_blocking(|| aside.settle()).await.map_err(anyhow::Error::from)?)
}

/// Whom these rows name as employees beside their own persons. No more than a list with columns for both is read to its end.
async fn employees_beside(run: &Run<'_>, numbers: HashSet<u32>) -> Result<Vec<(u32, u64)>> {
    let (ctx, file) = (run.ctx, &run.file);
    let tasks = tasks::of_file(&ctx.store.read(), file.id).await?;
    let Some(reading) = Reading::of(&tasks, Task::MapData) else { return Ok(Vec::new()) };
    let content = source::open(ctx, file.stored_file).await?;
    let options = mapping::options(ctx, file, reading.place()).await?;
    let options = asking::decided(&ctx.store.read(), file.id, options).await?;
    source::blocking(content, options, move |mut reader| {
        reading.apply(&mut reader);
        let mut named = Vec::new();
        while reader.names_employees() {
            match reader.next_item()? {
                Some(Item::Row(raw)) if numbers.contains(&raw.number) => {
                    named.extend(raw.employee.map(|name| (raw.number, name)));
                }
                Some(_) => {}
                None => break,
            }
        }
        Ok(named)
    })
    .await
}
