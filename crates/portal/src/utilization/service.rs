//! Use cases of the utilization report.

use chrono::NaiveDate;
use domain::access::Scope;
use domain::groups::MemberSource;
use domain::utilization::{Report, ReportFilter, ReportForm, latest_months, utilization};
use domain::{BillingMonth, DateRange, GroupId, Invalid};
use store::View;
use store::consults::{self, Tallied};
use store::groups::Group;

use super::document;
use crate::context::Context;
use crate::error::Result;
use crate::http::CallerOrigin;
use crate::invoices::service::Pdf;
use crate::platform::in_time;

/// Said when active members are counted by a platform that gives no number.
const UNCOUNTED: &str = "The patient platform did not say how many members are active. Try again in a few minutes.";

/// A report with what it can be narrowed to.
#[derive(Debug)]
pub struct Prepared {
    /// What it is about.
    pub filter: ReportFilter,
    /// What it says.
    pub report: Report,
    /// The insurance plans of the range; blank for consults without one.
    pub plans: Vec<String>,
    /// The group codes, as plans.
    pub codes: Vec<String>,
}

/// A month as the overview shows it.
#[derive(Debug)]
pub struct MonthOfUse {
    /// The month.
    pub month: BillingMonth,
    /// Its days; of the current month those up to today.
    pub range: DateRange,
    /// Completed consults.
    pub consults: u64,
    /// Consults per active member, annualized.
    pub utilization: f64,
}

/// The report of a group. What is wrong with `form` is only told of a group in scope.
///
/// # Errors
/// [`crate::error::Error::NotFound`] when the group is not in scope; wrong dates and choices by field; refused in words when the patient
/// platform counts the group's members and does not answer.
pub async fn report(
    ctx: &Context,
    who: &CallerOrigin,
    id: GroupId,
    form: std::result::Result<ReportForm, Invalid>,
) -> Result<Prepared> {
    let view = ctx.store.view().await?;
    let group = store::groups::find(&view, who.scope(), id).await?;
    let filter = form?.check(ctx.today())?;
    let tallied = consults::tally(&view, who.scope(), id, &filter, ctx.config.time_zone).await?;
    let active = active_members(ctx, view, &group, &[filter.range.end]).await?;
    let Tallied { tally, plans, codes } = tallied;
    let report = Report::of(&tally, active[0], filter.range, ctx.config.small_group);
    Ok(Prepared { filter, report, plans, codes })
}

/// The same as a PDF, beside the year before.
///
/// # Errors
/// As [`report`].
pub async fn pdf(
    ctx: &Context,
    who: &CallerOrigin,
    id: GroupId,
    form: std::result::Result<ReportForm, Invalid>,
) -> Result<Pdf> {
    let (document, name) = document::of(ctx, who, id, form).await?;
    // Laying out takes processor time: not on the threads that serve requests.
    let bytes = tokio::task::spawn_blocking(move || documents::utilization(&document))
        .await
        .map_err(anyhow::Error::from)?
        .map_err(anyhow::Error::from)?;
    Ok(Pdf { name, bytes })
}

/// The current month and the four before, newest first (rules.md#widgets).
///
/// # Errors
/// As [`report`].
pub async fn months(ctx: &Context, who: &CallerOrigin, id: GroupId) -> Result<Vec<MonthOfUse>> {
    let months = latest_months(ctx.today());
    let view = ctx.store.view().await?;
    let group = store::groups::find(&view, who.scope(), id).await?;
    let consults = consults_by_month(ctx, &view, who.scope(), id, &months).await?;
    let ends: Vec<NaiveDate> = months.iter().map(|range| range.end).collect();
    let active = active_members(ctx, view, &group, &ends).await?;
    let month = |((range, consults), active): ((&DateRange, u64), u64)| MonthOfUse {
        month: BillingMonth::of(range.start),
        range: *range,
        consults,
        utilization: utilization(consults, active, *range),
    };
    Ok(months.iter().zip(consults).zip(active).map(month).collect())
}

/// The consults of months that follow each other, newest first.
async fn consults_by_month(
    ctx: &Context,
    view: &View,
    scope: Scope,
    id: GroupId,
    months: &[DateRange],
) -> Result<Vec<u64>> {
    let starts: Vec<NaiveDate> = months.iter().rev().map(|range| range.start).collect();
    let form = ReportForm { start: starts.first().copied(), end: Some(ctx.today()), ..ReportForm::default() };
    let filter = form.check(ctx.today())?;
    let zone = ctx.config.time_zone;
    let mut counts =
        consults::counts_between(view, scope, id, &filter, zone, starts.get(1..).unwrap_or_default()).await?;
    counts.reverse();
    Ok(counts)
}

/// The active members of a group on some days, from where the group has them counted (rules.md#utilization-report). No transaction is open while the
/// platform is talked to.
pub(super) async fn active_members(ctx: &Context, view: View, group: &Group, days: &[NaiveDate]) -> Result<Vec<u64>> {
    let own = store::members::count_covered(&view, group.id, days).await?;
    drop(view);
    if group.details.utilization_member_source == MemberSource::GroupPortal {
        return Ok(own);
    }
    match in_time(ctx.platform.count(group.global_link, days)).await {
        Ok(Some(counts)) if counts.len() == days.len() => Ok(counts),
        // It keeps no members: ours are all there are.
        Ok(None) => Ok(own),
        answer => {
            tracing::warn!(group = group.id.get(), ?answer, "the members of a group were not counted");
            Err(Invalid::field("", UNCOUNTED).into())
        }
    }
}
