//! From a report to the values of its PDF: the report, that of the year before, and the consults of each month. `domain::utilization` does
//! the arithmetic.

use chrono::NaiveDate;
use domain::utilization::{Period, Report, ReportDocument, ReportFilter, ReportForm, ReportSource, prior_range};
use domain::{BillingMonth, DateRange, GroupId, Invalid};
use store::View;
use store::consults::{self, Tallied};

use super::service::active_members;
use crate::context::Context;
use crate::error::Result;
use crate::http::CallerOrigin;
use crate::invoices::sender;

/// What was counted of a range, before it is known how many members were active.
struct Counted {
    range: DateRange,
    tallied: Tallied,
    months: Vec<(BillingMonth, u64)>,
}

/// The document of a group's report, and the name of its file.
///
/// # Errors
/// As [`super::service::report`].
pub async fn of(
    ctx: &Context,
    who: &CallerOrigin,
    id: GroupId,
    form: std::result::Result<ReportForm, Invalid>,
) -> Result<(ReportDocument, String)> {
    let view = ctx.store.view().await?;
    let group = store::groups::find(&view, who.scope(), id).await?;
    let filter = form?.check(ctx.today())?;
    let now = counted(ctx, &view, who, id, &filter).await?;
    let before = match prior_range(filter.range) {
        Some(prior) => Some(counted(ctx, &view, who, id, &filter.on(prior)).await?),
        None => None,
    };
    let ends: Vec<NaiveDate> = [Some(&now), before.as_ref()].into_iter().flatten().map(|side| side.range.end).collect();
    let active = active_members(ctx, view, &group, &ends).await?;
    let period = |side: Counted, members: u64| Period {
        report: Report::of(&side.tallied.tally, members, side.range, ctx.config.small_group),
        months: side.months,
    };
    let before = before.map(|side| period(side, active.get(1).copied().unwrap_or_default()));
    let source = ReportSource {
        group: id,
        name: group.details.name,
        since: group.details.effective_on,
        member_source: group.details.utilization_member_source,
        sender: sender(ctx),
        made_at: ctx.now(),
        made_on: ctx.today(),
        small_group: ctx.config.small_group,
        now: period(now, active[0]),
        // A group that did not exist yet has nothing to be compared with.
        before: before.filter(|side| side.report.consults > 0 || side.report.active_members > 0),
        filter,
    };
    let document = ReportDocument::of(&source);
    let name = document.file_name(source.filter.range);
    Ok((document, name))
}

async fn counted(
    ctx: &Context,
    view: &View,
    who: &CallerOrigin,
    id: GroupId,
    filter: &ReportFilter,
) -> Result<Counted> {
    let (scope, zone, range) = (who.scope(), ctx.config.time_zone, filter.range);
    let tallied = consults::tally(view, scope, id, filter, zone).await?;
    let first = BillingMonth::of(range.start);
    let months: Vec<BillingMonth> =
        (0..=BillingMonth::of(range.end).since(first)).map(|step| first.plus(step)).collect();
    let cuts: Vec<NaiveDate> = months.iter().skip(1).map(|month| month.day(1)).collect();
    let counts = consults::counts_between(view, scope, id, filter, zone, &cuts).await?;
    Ok(Counted { range, tallied, months: months.into_iter().zip(counts).collect() })
}
