//! Statements as CSV: one, or all of a month, sent while they are read (rules.md#bulk-csv-of-a-month). A fault breaks the answer off, so
//! that it never looks like a short file.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::io;

use domain::census::export::{BYTE_ORDER_MARK, CsvWriter};
use domain::commissions::csv::{CsvHead, HEADING, adjustment_cells, cells};
use domain::commissions::run::begun;
use domain::commissions::statement::told_apart;
use domain::commissions::totals::{Joining, StatementLine};
use domain::{BillingMonth, StatementId};
use futures_util::stream::unfold;
use futures_util::{Stream, StreamExt as _};
use serde_json::json;
use store::Reader;
use store::commissions::statements::{self, Adjusted, Chunk, Span, StatementRow, Which};
use tokio_util::task::AbortOnDropHandle;
use tracing::Instrument as _;

use crate::context::Context;
use crate::error::Result;
use crate::http::CallerOrigin;

/// Lines read in one query.
const LINES_A_CHUNK: u32 = 8000;
/// Lines read in the first query: the download begins when it is answered.
const LINES_AT_FIRST: u32 = 500;
/// Chunks that are read while one is written: the database finds lines on a processor of its own.
const READ_AHEAD: usize = 2;
/// Statements whose lines are read in one query.
const STATEMENTS_A_CHUNK: usize = 200;

/// A file on its way.
pub struct CsvFile {
    /// How it is called.
    pub name: String,
    /// What is left to be read of it.
    pub rows: Rows,
}

/// The lines of a chunk, each with its statement.
type Lines = Vec<(StatementId, StatementLine)>;

/// The rows that are still to be sent.
pub struct Rows {
    db: Reader,
    heads: HashMap<StatementId, CsvHead>,
    /// The chunks to be read, the next one last.
    left: Vec<Chunk>,
    /// The chunks that are being read, the next one first. Reading stops when the receiver leaves.
    reading: VecDeque<AbortOnDropHandle<store::Result<Lines>>>,
    joining: Joining,
    joined_of: Option<StatementId>,
    /// The adjustments that are still to be sent, each behind the lines of its statement. People have typed them: they are few.
    adjusted: BTreeMap<StatementId, Vec<Adjusted>>,
    is_begun: bool,
}

/// The CSV of one statement.
///
/// # Errors
/// [`crate::error::Error::NotFound`] when it is not in scope.
pub async fn of_one(ctx: &Context, who: &CallerOrigin, id: StatementId) -> Result<CsvFile> {
    let db = ctx.store.read();
    let row = statements::find(&db, who.scope(), id).await?;
    let left = chunks(statements::span(&db, id).await?.map(|span| (id, span)).into_iter());
    let adjusted = statements::adjusted(&db, Which::These(&[id])).await?;
    let entry = who.entry(ctx, "commission_statement.export", "commission_statement").on(id);
    ctx.store.begin().await?.commit(entry).await?;
    let name = format!("{}.csv", told_apart(&row.name, id, row.bill_number.as_deref()));
    Ok(CsvFile { name, rows: Rows::new(ctx, vec![row], left, adjusted) })
}

/// The CSV of all statements of a month in scope.
///
/// # Errors
/// On `BillingPeriod` when it is absent or in the future.
pub async fn of_month(ctx: &Context, who: &CallerOrigin, wish: Option<BillingMonth>) -> Result<CsvFile> {
    let period = begun(wish, ctx.today())?;
    let db = ctx.store.read();
    let found = statements::of_month(&db, who.scope(), period).await?;
    let adjusted = statements::adjusted(&db, Which::Month(period)).await?;
    let detail = json!({ "BillingPeriod": period.to_string(), "Statements": found.len() });
    let entry = who.entry(ctx, "commission_statement.export_month", "commission_statement").with_detail(detail);
    ctx.store.begin().await?.commit(entry).await?;
    let name = format!("commission statements {:04}-{:02}.csv", period.year(), period.month());
    let left = chunks(found.iter().filter_map(|(row, span)| span.map(|span| (row.id, span))));
    Ok(CsvFile { name, rows: Rows::new(ctx, found.into_iter().map(|(row, _)| row).collect(), left, adjusted) })
}

/// How the lines of statements are read, the next chunk last: small ones together, a long one in parts.
fn chunks(statements: impl Iterator<Item = (StatementId, Span)>) -> Vec<Chunk> {
    let (mut chunks, mut together, mut lines) = (Vec::new(), Vec::new(), 0);
    let most = |chunks: &[Chunk]| if chunks.is_empty() { LINES_AT_FIRST } else { LINES_A_CHUNK };
    for (id, span) in statements {
        let is_full = lines + span.lines > u64::from(most(&chunks)) || together.len() == STATEMENTS_A_CHUNK;
        if !together.is_empty() && is_full {
            chunks.push(Chunk::Whole(std::mem::take(&mut together)));
            lines = 0;
        }
        if span.lines > u64::from(most(&chunks)) {
            let mut from = span.first;
            while from <= span.last {
                let to = (from + i64::from(most(&chunks)) - 1).min(span.last);
                chunks.push(Chunk::Part(id, from, to));
                from = to + 1;
            }
        } else {
            together.push(id);
            lines += span.lines;
        }
    }
    if !together.is_empty() {
        chunks.push(Chunk::Whole(together));
    }
    chunks.reverse();
    chunks
}

impl Rows {
    fn new(
        ctx: &Context,
        statements: Vec<StatementRow>,
        left: Vec<Chunk>,
        adjusted: BTreeMap<StatementId, Vec<Adjusted>>,
    ) -> Self {
        let mut named: HashMap<String, usize> = HashMap::new();
        for row in &statements {
            *named.entry(row.name.clone()).or_default() += 1;
        }
        let head = |row: StatementRow| {
            let StatementRow { id, name, payee_name, rule_name, period, bill_number, .. } = row;
            let is_alone = named.get(&name).is_none_or(|count| *count == 1);
            let name = if is_alone { name } else { told_apart(&name, id, bill_number.as_deref()) };
            (id, CsvHead { name, payee_name, rule_name, period })
        };
        let heads = statements.into_iter().map(head).collect();
        let joining = Joining::default();
        let (db, reading) = (ctx.store.read(), VecDeque::new());
        Self { db, heads, left, reading, joining, joined_of: None, adjusted, is_begun: false }
    }

    /// The bytes, chunk by chunk; the next one is asked for when the receiver has taken the one before.
    pub fn stream(self) -> impl Stream<Item = io::Result<Vec<u8>>> + Send {
        let chunks = unfold(Some(self), |rows| async move {
            let mut rows = rows?;
            match rows.next().await {
                Ok(Some(bytes)) => Some((Ok(bytes), Some(rows))),
                Ok(None) => None,
                Err(error) => {
                    tracing::error!(%error, "a CSV of statements broke off");
                    Some((Err(io::Error::other(error)), None))
                }
            }
        });
        // The server asks once more behind the end.
        chunks.fuse()
    }

    /// The next bytes; `None` behind the last.
    async fn next(&mut self) -> Result<Option<Vec<u8>>> {
        let mut file = Vec::new();
        if !self.is_begun {
            self.is_begun = true;
            file.extend(BYTE_ORDER_MARK.as_bytes());
            CsvWriter::new(&mut file).row(HEADING).map_err(anyhow::Error::from)?;
            return Ok(Some(file));
        }
        let Some(lines) = self.read().await? else { return self.end() };
        let mut csv = CsvWriter::new(&mut file);
        for (id, line) in lines {
            let mut whole =
                self.joined_of.filter(|joined| *joined != id).and_then(|_| std::mem::take(&mut self.joining).end());
            let before = self.joined_of.replace(id).unwrap_or(id);
            whole = whole.or(self.joining.push(line));
            if let Some(whole) = whole {
                write(&mut csv, &self.heads, before, &whole)?;
            }
            self.write_adjustments(&mut csv, Some(id))?;
        }
        csv.flush().map_err(anyhow::Error::from)?;
        drop(csv);
        Ok(Some(file))
    }

    /// The lines of the next chunk; those behind it are read meanwhile.
    async fn read(&mut self) -> Result<Option<Lines>> {
        while self.reading.len() <= READ_AHEAD {
            let Some(chunk) = self.left.pop() else { break };
            let db = self.db.clone();
            let lines = async move { statements::chunk(&db, &chunk).await };
            self.reading.push_back(AbortOnDropHandle::new(tokio::spawn(lines.in_current_span())));
        }
        let Some(next) = self.reading.pop_front() else { return Ok(None) };
        Ok(Some(next.await.map_err(anyhow::Error::from)??))
    }

    /// The last row, which waited for another to join, and the adjustments that are left.
    fn end(&mut self) -> Result<Option<Vec<u8>>> {
        let last = self.joined_of.take().zip(std::mem::take(&mut self.joining).end());
        if last.is_none() && self.adjusted.is_empty() {
            return Ok(None);
        }
        let mut file = Vec::new();
        let mut csv = CsvWriter::new(&mut file);
        if let Some((id, whole)) = last {
            write(&mut csv, &self.heads, id, &whole)?;
        }
        self.write_adjustments(&mut csv, None)?;
        csv.flush().map_err(anyhow::Error::from)?;
        drop(csv);
        Ok(Some(file))
    }

    /// The adjustments of the statements before one, or all that are left.
    fn write_adjustments(&mut self, csv: &mut CsvWriter<&mut Vec<u8>>, before: Option<StatementId>) -> Result<()> {
        while let Some(next) = self.adjusted.first_entry() {
            if before.is_some_and(|before| *next.key() >= before) {
                break;
            }
            let (id, adjusted) = next.remove_entry();
            let Some(head) = self.heads.get(&id) else { continue };
            for one in adjusted {
                let cells = adjustment_cells(head, &one.line);
                csv.row(cells.iter().map(String::as_str)).map_err(anyhow::Error::from)?;
            }
        }
        Ok(())
    }
}

fn write(
    csv: &mut CsvWriter<&mut Vec<u8>>,
    heads: &HashMap<StatementId, CsvHead>,
    id: StatementId,
    line: &StatementLine,
) -> Result<()> {
    let Some(head) = heads.get(&id) else { return Ok(()) };
    let cells = cells(head, line);
    Ok(csv.row(cells.iter().map(String::as_str)).map_err(anyhow::Error::from)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_statements_are_read_together_and_a_long_one_in_parts() {
        let id = StatementId;
        let of = |(number, lines): &(i64, i64)| {
            let first = number * 100_000;
            (id(*number), Span { lines: lines.unsigned_abs(), first, last: first + lines - 1 })
        };
        let read = |statements: &[(i64, i64)]| chunks(statements.iter().map(of));
        assert_eq!(read(&[]), []);
        assert_eq!(read(&[(2, 5), (3, 7)]), [Chunk::Whole(vec![id(2), id(3)])]);
        let found = read(&[(1, 5), (2, 8001), (3, 7990), (4, 20), (5, 1)]);
        let expected = [
            Chunk::Whole(vec![id(4), id(5)]),
            Chunk::Whole(vec![id(3)]),
            Chunk::Part(id(2), 208_000, 208_000),
            Chunk::Part(id(2), 200_000, 207_999),
            Chunk::Whole(vec![id(1)]),
        ];
        assert_eq!(found, expected);
        // The first chunk is a short one.
        assert_eq!(read(&[(1, 700)]), [Chunk::Part(id(1), 100_500, 100_699), Chunk::Part(id(1), 100_000, 100_499)]);
        assert_eq!(read(&[(1, 400), (2, 200)]), [Chunk::Whole(vec![id(2)]), Chunk::Whole(vec![id(1)])]);
    }
}
