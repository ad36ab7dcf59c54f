//! The rows of computed snapshots, many in one statement: a billing run writes fifty snapshots in a transaction.

use std::collections::HashMap;

use chrono::NaiveDate;
use domain::billing::snapshot::{ComputedLine, ComputedSnapshot, Unbilled};
use domain::{GroupId, PlanId, PlanLineId, SnapshotId};
use serde::Serialize;

use super::write::{NewSnapshot, search_text};
use crate::row_set::{self, Columns, Hex, Instant, Kind};
use crate::{Result, Stamp, Tx};

/// How many digits of sets travel in a statement.
const DIGITS_A_STATEMENT: usize = 4_000_000;

#[derive(Serialize)]
struct SnapshotRow<'a> {
    plan_id: PlanId,
    group_id: GroupId,
    period_month: i32,
    start_on: NaiveDate,
    end_on: NaiveDate,
    computed_at: Instant,
    plan_name: &'a str,
    purchase_order: Option<&'a str>,
    customer_name: Option<&'a str>,
    total_cents: i64,
    created_by: Option<i64>,
    search_text: &'a str,
    version: i32,
    created_at: Instant,
    updated_at: Instant,
    updated_by: Option<i64>,
}

/// What is not here is as the table says.
const SNAPSHOT: &Columns = &[
    ("plan_id", Kind::Long),
    ("group_id", Kind::Long),
    ("period_month", Kind::Int),
    ("start_on", Kind::Date),
    ("end_on", Kind::Date),
    ("computed_at", Kind::Instant),
    ("plan_name", Kind::Text),
    ("purchase_order", Kind::Text),
    ("customer_name", Kind::Text),
    ("total_cents", Kind::Long),
    ("created_by", Kind::Long),
    ("search_text", Kind::Text),
    ("version", Kind::Int),
    ("created_at", Kind::Instant),
    ("updated_at", Kind::Instant),
    ("updated_by", Kind::Long),
];

/// Inserts the snapshots alone, and gives their ids in the same order.
pub(super) async fn insert_snapshots(tx: &Tx, new: &[NewSnapshot<'_>], stamp: Stamp) -> Result<Vec<SnapshotId>> {
    let rows: Vec<_> = new.iter().map(|new| snapshot_row(new, stamp)).collect();
    let sql = format!("{} returning id, plan_id", row_set::insert_sql("snapshot", SNAPSHOT));
    let mut made: HashMap<i64, SnapshotId> = HashMap::with_capacity(new.len());
    for row in row_set::query(tx, &sql, SNAPSHOT, &rows, Vec::new()).await? {
        made.insert(row.try_get("", "plan_id")?, SnapshotId(row.try_get("", "id")?));
    }
    let ids: Vec<SnapshotId> = new.iter().map(|new| made[&new.plan.get()]).collect();
    note_search_texts(tx, &ids, new).await?;
    Ok(ids)
}

fn snapshot_row<'a>(new: &'a NewSnapshot<'_>, stamp: Stamp) -> SnapshotRow<'a> {
    SnapshotRow {
        plan_id: new.plan,
        group_id: new.group,
        period_month: new.period().number(),
        start_on: new.window.start,
        end_on: new.window.end,
        computed_at: Instant(new.computed_at),
        plan_name: new.plan_name,
        purchase_order: new.purchase_order,
        customer_name: new.customer_name,
        total_cents: new.computed.total().cents(),
        created_by: stamp.user(),
        search_text: "",
        version: 1,
        created_at: Instant(stamp.at),
        updated_at: Instant(stamp.at),
        updated_by: stamp.user(),
    }
}

/// The number is part of what can be searched for, and is known only when the row is there.
async fn note_search_texts(tx: &Tx, ids: &[SnapshotId], new: &[NewSnapshot<'_>]) -> Result<()> {
    #[derive(Serialize)]
    struct Text {
        id: SnapshotId,
        search_text: String,
    }
    let columns: &Columns = &[("id", Kind::Long), ("search_text", Kind::Text)];
    let text = |(id, new): (&SnapshotId, &NewSnapshot<'_>)| Text {
        id: *id,
        search_text: search_text(*id, new.plan_name, new.period(), [None, new.purchase_order]),
    };
    let texts: Vec<_> = ids.iter().zip(new).map(text).collect();
    let sql = "update snapshot set search_text = r.search_text from ({rows}) as r where snapshot.id = r.id";
    row_set::execute(tx, sql, columns, &texts, Vec::new()).await?;
    Ok(())
}

#[derive(Serialize)]
struct LineRow<'a> {
    snapshot_id: SnapshotId,
    plan_line_id: PlanLineId,
    pricing_option_id: i64,
    position: i32,
    name: &'a str,
    billing_type: i16,
    billable_month: i32,
    kind: i16,
    part: i16,
    is_credit: bool,
    rate_cents: i64,
    quantity: i32,
    total_cents: i64,
    reference_id: Option<&'a str>,
    live: bool,
}

const LINE: &Columns = &[
    ("snapshot_id", Kind::Long),
    ("plan_line_id", Kind::Long),
    ("pricing_option_id", Kind::Long),
    ("position", Kind::Int),
    ("name", Kind::Text),
    ("billing_type", Kind::Small),
    ("billable_month", Kind::Int),
    ("kind", Kind::Small),
    ("part", Kind::Small),
    ("is_credit", Kind::Flag),
    ("rate_cents", Kind::Long),
    ("quantity", Kind::Int),
    ("total_cents", Kind::Long),
    ("reference_id", Kind::Text),
    ("live", Kind::Flag),
];

/// Inserts the lines of snapshots that have none, their sets and what the look-back left out.
pub(super) async fn insert_lines<'a>(tx: &Tx, computed: &'a [(SnapshotId, &'a ComputedSnapshot)]) -> Result<()> {
    let lines: Vec<_> = placed(computed).map(|(id, place, line)| line_row(id, place, line)).collect();
    row_set::insert(tx, "snapshot_line", LINE, &lines).await?;
    let sets: Vec<_> = placed(computed).map(|(id, place, line)| SetRow::of(id, place, line)).collect();
    for sets in statements(&sets, |set| set.ids.len()) {
        row_set::execute(tx, INSERT_SETS, SET, sets, Vec::new()).await?;
    }
    let unbilled: Vec<_> = computed
        .iter()
        .flat_map(|(id, computed)| computed.unbilled.iter().map(|left| UnbilledRow::of(*id, left)))
        .collect();
    for unbilled in statements(&unbilled, |left| left.ids.len()) {
        row_set::insert(tx, "snapshot_unbilled", UNBILLED, unbilled).await?;
    }
    Ok(())
}

/// The lines with the ids of their snapshots and their places in them.
fn placed<'a>(
    computed: &'a [(SnapshotId, &'a ComputedSnapshot)],
) -> impl Iterator<Item = (SnapshotId, usize, &'a ComputedLine)> {
    computed.iter().flat_map(|(id, computed)| computed.lines.iter().enumerate().map(|(place, line)| (*id, place, line)))
}

/// Cuts rows so that a statement is not too large.
fn statements<T>(rows: &[T], digits: impl Fn(&T) -> usize) -> Vec<&[T]> {
    let mut statements = Vec::new();
    let (mut first, mut sum) = (0, 0);
    for (place, row) in rows.iter().enumerate() {
        if place - first == row_set::ROWS_A_STATEMENT || (place > first && sum + digits(row) > DIGITS_A_STATEMENT) {
            statements.push(&rows[first..place]);
            (first, sum) = (place, 0);
        }
        sum += digits(row);
    }
    if first < rows.len() {
        statements.push(&rows[first..]);
    }
    statements
}

fn line_row(id: SnapshotId, position: usize, line: &ComputedLine) -> LineRow<'_> {
    LineRow {
        snapshot_id: id,
        plan_line_id: line.plan_line,
        pricing_option_id: line.pricing_option.get(),
        position: position as i32,
        name: &line.name,
        billing_type: line.billing_type.number(),
        billable_month: line.month.number(),
        kind: line.kind.number(),
        part: line.part,
        is_credit: line.kind.is_credit(),
        rate_cents: line.rate.cents(),
        quantity: line.quantity() as i32,
        total_cents: line.total().cents(),
        reference_id: line.reference_id.as_deref(),
        live: true,
    }
}

/// A set of the line at this position.
#[derive(Serialize)]
struct SetRow {
    snapshot_id: SnapshotId,
    position: i32,
    of: i16,
    n: i32,
    ids: Hex,
}

impl SetRow {
    fn of(snapshot_id: SnapshotId, position: usize, line: &ComputedLine) -> Self {
        let of = i16::from(line.billing_type.counts_consults());
        Self { snapshot_id, position: position as i32, of, n: line.ids.len() as i32, ids: Hex::of(line.ids.bytes()) }
    }
}

const SET: &Columns = &[
    ("snapshot_id", Kind::Long),
    ("position", Kind::Int),
    ("of", Kind::Small),
    ("n", Kind::Int),
    ("ids", Kind::Bytes),
];

const INSERT_SETS: &str = "insert into ledger_set (snapshot_line_id, \"of\", n, ids) \
     select l.id, r.\"of\", r.n, r.ids from ({rows}) as r \
     join snapshot_line l on l.snapshot_id = r.snapshot_id and l.position = r.position";

#[derive(Serialize)]
struct UnbilledRow<'a> {
    snapshot_id: SnapshotId,
    plan_line_id: PlanLineId,
    name: &'a str,
    billable_month: i32,
    is_credit: bool,
    n: i32,
    ids: Hex,
}

impl<'a> UnbilledRow<'a> {
    fn of(snapshot_id: SnapshotId, left: &'a Unbilled) -> Self {
        Self {
            snapshot_id,
            plan_line_id: left.plan_line,
            name: &left.name,
            billable_month: left.month.number(),
            is_credit: left.is_credit,
            n: left.ids.len() as i32,
            ids: Hex::of(left.ids.bytes()),
        }
    }
}

const UNBILLED: &Columns = &[
    ("snapshot_id", Kind::Long),
    ("plan_line_id", Kind::Long),
    ("name", Kind::Text),
    ("billable_month", Kind::Int),
    ("is_credit", Kind::Flag),
    ("n", Kind::Int),
    ("ids", Kind::Bytes),
];
