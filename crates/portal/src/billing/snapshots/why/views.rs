//! "Why this amount?" as the wire carries it.

use domain::billing::comparison::{CauseOfChange, Side};
use domain::billing::reasons::Origin;
use serde::Serialize;
use store::snapshots::ChangeSource;
use utoipa::ToSchema;

use super::bills::Bill;
use super::rows::Row;
use super::service::Why;
use crate::billing::snapshots::views::{EmployeeName, SnapshotLineView, StatusChangeView, line_view};
use crate::http::wire::{Date, Instant};
use crate::http::{Dollars, Named};

/// What a cause comes to on one of the two snapshots.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct CauseSide {
    /// How many members, entries or consults.
    quantity: i64,
    /// The price of one, when it is the same for all.
    rate: Option<Dollars>,
    amount_dollars: Dollars,
}

/// Why the amount changed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct CauseView {
    /// Joined, Left, ChangedLine, RateChanges, Members, Credits, Debts, Consults or AfterHours.
    cause: &'static str,
    before: CauseSide,
    now: CauseSide,
    /// By how much it changed the total.
    amount_dollars: Dollars,
}

/// The snapshot before, that the comparison is with.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct PreviousView {
    snapshot_id: i64,
    invoice_period_end_date: Date,
    invoice_total_dollars: Dollars,
}

/// Why a snapshot amounts to what it does.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct WhyView {
    snapshot_id: i64,
    billing_plan: Named,
    employer_group: Named,
    invoice_period_end_date: Date,
    created_on: Instant,
    computed_on: Instant,
    invoice_total_dollars: Dollars,
    /// Members charged.
    members: i64,
    /// Members charged on the snapshot before.
    members_before: i64,
    /// Everybody on the snapshot, those whom only an earlier month is corrected for included.
    people: i64,
    /// The plan's undeleted snapshot before; absent for the first.
    previous: Option<PreviousView>,
    /// The total less that of the snapshot before.
    difference_dollars: Dollars,
    /// Whether the causes add up to the difference to the cent.
    is_reconciled: bool,
    causes: Vec<CauseView>,
    /// The lines, without their members.
    line_items: Vec<SnapshotLineView>,
}

/// Where a status change came from.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct SourceView {
    /// User, File, Undo, GroupEnd or Automatic.
    kind: &'static str,
    /// The name of the user, if there is one.
    user_name: Option<String>,
    census_file_id: Option<i64>,
    /// The name of the census file.
    file_name: Option<String>,
    /// The record of the file.
    record_number: Option<u32>,
    /// Whether the member was absent from the file.
    was_absent: bool,
    /// When it was recorded, or taken back where that is the reason.
    recorded_on: Instant,
}

/// Who stands behind an amount.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct WhyMemberView {
    /// Nobody for consults.
    employee: Option<EmployeeName>,
    /// 1, or how many consults.
    quantity: i64,
    line_name: String,
    billable_year: i32,
    billable_month: u32,
    /// Whether it stands on the snapshot before, and counts against this one.
    is_of_previous: bool,
    amount_dollars: Dollars,
    filtered_status_changes: Vec<StatusChangeView>,
    source: Option<SourceView>,
    /// Why it is there, in words that follow the name.
    reason: Option<String>,
}

impl From<Side> for CauseSide {
    fn from(side: Side) -> Self {
        Self { quantity: side.quantity, rate: side.rate().map(Into::into), amount_dollars: side.amount.into() }
    }
}

impl From<&CauseOfChange> for CauseView {
    fn from(told: &CauseOfChange) -> Self {
        Self {
            cause: told.cause.name(),
            before: told.before.into(),
            now: told.now.into(),
            amount_dollars: told.amount().into(),
        }
    }
}

impl From<&Bill> for PreviousView {
    fn from(bill: &Bill) -> Self {
        Self {
            snapshot_id: bill.snapshot.id.get(),
            invoice_period_end_date: bill.snapshot.window.end.into(),
            invoice_total_dollars: bill.snapshot.total.into(),
        }
    }
}

impl From<Why> for WhyView {
    fn from(why: Why) -> Self {
        let is_reconciled = why.is_reconciled();
        let people = why.people();
        let Why { bills, comparison, group } = why;
        let (previous, before) = (bills.before.as_ref().map(Into::into), bills.total_before());
        let snapshot = bills.now.snapshot;
        Self {
            snapshot_id: snapshot.id.get(),
            billing_plan: Named::new(snapshot.plan.get(), snapshot.plan_name),
            employer_group: Named::new(snapshot.group.get(), group),
            invoice_period_end_date: snapshot.window.end.into(),
            created_on: snapshot.created_at.into(),
            computed_on: snapshot.computed_at.into(),
            invoice_total_dollars: snapshot.total.into(),
            members: comparison.members,
            members_before: comparison.members_before,
            people,
            previous,
            difference_dollars: (snapshot.total - before).into(),
            is_reconciled,
            causes: comparison.causes.iter().map(Into::into).collect(),
            line_items: bills.now.lines.into_iter().map(|line| line_view(line.head, None)).collect(),
        }
    }
}

impl From<ChangeSource> for SourceView {
    fn from(source: ChangeSource) -> Self {
        let row = source.file.as_ref().and_then(|file| file.row);
        Self {
            kind: kind(source.origin),
            user_name: source.user.map(|(first, last)| format!("{first} {last}").trim().to_owned()),
            census_file_id: source.file.as_ref().map(|file| file.id.get()),
            file_name: source.file.map(|file| file.name.to_string()),
            record_number: row.flatten(),
            was_absent: row == Some(None),
            recorded_on: source.at.into(),
        }
    }
}

/// The name of an origin on the wire.
pub const fn kind(origin: Origin) -> &'static str {
    match origin {
        Origin::ByHand => "User",
        Origin::File => "File",
        Origin::Undo => "Undo",
        Origin::GroupEnd => "GroupEnd",
        Origin::Automatic => "Automatic",
    }
}

impl From<Row> for WhyMemberView {
    fn from(row: Row) -> Self {
        Self {
            employee: row.member.map(|(id, first, last)| EmployeeName::new(id, first, last)),
            quantity: row.quantity,
            line_name: row.line_name,
            billable_year: row.month.year(),
            billable_month: row.month.month(),
            is_of_previous: row.is_of_before,
            amount_dollars: row.amount.into(),
            filtered_status_changes: row.change.into_iter().map(Into::into).collect(),
            source: row.source.map(Into::into),
            reason: row.reason,
        }
    }
}
