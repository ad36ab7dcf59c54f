//! The endpoints of the utilization report.

use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use chrono_tz::Tz;
use domain::utilization::{Entry, Report, ReportForm, SmallGroup};
use domain::{GroupId, Invalid};
use serde::{Deserialize, Serialize, Serializer};
use utoipa::openapi::schema::{AdditionalProperties, ObjectBuilder, Schema, SchemaType, Type};
use utoipa::openapi::{KnownFormat, RefOr, SchemaFormat};
use utoipa::{IntoParams, PartialSchema, ToSchema};

use super::service::{self, MonthOfUse, Prepared};
use crate::context::Context;
use crate::error::Error;
use crate::http::wire::{Date, read_day};
use crate::http::{Answer, Body, CallerOrigin, Envelope, Path, Query, Texts, answer, attachment};

/// What a report is asked for.
#[derive(Debug, Default, Deserialize, ToSchema, IntoParams)]
#[serde(rename_all = "PascalCase", default)]
#[into_params(parameter_in = Query, rename_all = "PascalCase")]
pub struct ReportInput {
    /// Of no meaning: the id of the path counts.
    group_id: Option<String>,
    /// The first day, or a moment of it; the first of this year when absent. Not before January 1, 2017.
    start_date: Option<String>,
    /// The last day, or a moment of it; today when absent.
    end_date: Option<String>,
    /// Only these insurance plans; blank or `(Blank)` for consults without one.
    #[param(value_type = Vec<String>)]
    insurance_plans: Texts,
    /// Only these group codes, as plans.
    #[param(value_type = Vec<String>)]
    group_codes: Texts,
    /// Only these states and territories, by id, abbreviation or name.
    #[param(value_type = Vec<String>)]
    regions: Texts,
}

/// Names with their counts, as an object; in the order in which they are shown. Blank is what has no name.
#[derive(Debug, Clone)]
pub struct Counts(Vec<Entry>);

/// What the consults are counted by.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct Breakdown {
    /// Consults per active member, annualized: 0.5 is shown as 50.00%.
    member_utilization: f64,
    genders: Counts,
    /// Consults of members who had one, two, three or more; so the counts add up to all consults.
    member_frequency: Counts,
    /// At most 5; none when they are withheld.
    top_diagnoses: Counts,
    /// At most 5; none when they are withheld.
    top_prescriptions: Counts,
    alternative_care_options: Counts,
    sources: Counts,
    ages: Counts,
    /// Years; absent without consults.
    average_age: Option<f64>,
    /// In Eastern Time.
    call_times: Counts,
    access: Counts,
    consult_regions: Counts,
}

/// The consults of a report.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct ConsultFigures {
    total_consults: u64,
    /// Minutes; absent when nothing is known of them.
    median_wait_time: Option<f64>,
    /// How many consults were rated.
    provider_rating_visit_count: u64,
    /// 1 to 5; 0 without ratings.
    average_provider_satisfaction: f64,
    /// Whether diagnoses and prescriptions are withheld, since fewer members than `WithheldBelow` consulted, or were left out by the
    /// filter.
    is_withheld: bool,
    withheld_below: u32,
    #[serde(flatten)]
    breakdown: Breakdown,
}

/// A utilization report.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct UtilizationReport {
    start_date: Date,
    end_date: Date,
    /// The insurance plans of the range; blank stands for consults without one.
    insurance_plans: Vec<String>,
    /// The group codes of the range, as plans.
    group_codes: Vec<String>,
    /// Members active on the last day.
    total_member_count: u64,
    consults: ConsultFigures,
    /// The same as in `Consults`, for programs that look for it here.
    #[serde(flatten)]
    breakdown: Breakdown,
}

/// A month of the overview.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct UtilizationMonth {
    /// Such as `July 2026`.
    name: String,
    start_date: Date,
    /// Its last day, or today.
    end_date: Date,
    total_consults: u64,
    /// Consults per active member, annualized.
    member_utilization: f64,
}

/// How the members of a group used the service between two days.
#[utoipa::path(
    post, path = "/employers/{id}/reports/utilization", tag = "reports", params(("id" = i64, Path)),
    request_body = ReportInput, responses((status = 200, body = Envelope<UtilizationReport>))
)]
pub async fn report(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(id): Path<GroupId>,
    Body(input): Body<ReportInput>,
) -> Answer<UtilizationReport> {
    let prepared = service::report(&ctx, &who, id, input.form(ctx.config.time_zone)).await?;
    answer(UtilizationReport::of(prepared, ctx.config.small_group))
}

/// The utilization of the current month and of the four before, newest first.
#[utoipa::path(
    get, path = "/employers/{id}/reports/utilization/months", tag = "reports", params(("id" = i64, Path)),
    responses((status = 200, body = Envelope<Vec<UtilizationMonth>>))
)]
pub async fn months(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(id): Path<GroupId>,
) -> Answer<Vec<UtilizationMonth>> {
    let months = service::months(&ctx, &who, id).await?;
    answer(months.into_iter().map(UtilizationMonth::from).collect::<Vec<_>>())
}

/// The report as PDF, beside the same days of the year before. An address for a browser, outside `/api/v1`.
#[utoipa::path(
    get, path = "/employers/{employerId}/reports/utilization/pdf", tag = "reports",
    params(("employerId" = i64, Path), ReportInput),
    responses((status = 200, content_type = "application/pdf", body = Vec<u8>))
)]
pub async fn pdf(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(id): Path<GroupId>,
    Query(input): Query<ReportInput>,
) -> Result<Response, Error> {
    let pdf = service::pdf(&ctx, &who, id, input.form(ctx.config.time_zone)).await?;
    Ok((attachment("application/pdf", &pdf.name), pdf.bytes).into_response())
}

impl ReportInput {
    /// The wish, with its days read in business time.
    ///
    /// # Errors
    /// On `StartDate` and `EndDate` when they cannot be read.
    fn form(self, zone: Tz) -> Result<ReportForm, Invalid> {
        let mut invalid = Invalid::none();
        let mut day = |key: &str, text: Option<String>| match text.map(|text| read_day(key, &text, zone)).transpose() {
            Ok(day) => day,
            Err(wrong) => {
                invalid.0.extend(wrong.0);
                None
            }
        };
        let (start, end) = (day("StartDate", self.start_date), day("EndDate", self.end_date));
        let (plans, codes, regions) = (self.insurance_plans.0, self.group_codes.0, self.regions.0);
        invalid.or(ReportForm { start, end, plans, codes, regions })
    }
}

impl UtilizationReport {
    fn of(prepared: Prepared, small_group: SmallGroup) -> Self {
        let Prepared { filter, report, plans, codes } = prepared;
        let breakdown = Breakdown::from(&report);
        Self {
            start_date: filter.range.start.into(),
            end_date: filter.range.end.into(),
            insurance_plans: plans,
            group_codes: codes,
            total_member_count: report.active_members,
            consults: ConsultFigures {
                total_consults: report.consults,
                median_wait_time: report.median_wait,
                provider_rating_visit_count: report.ratings,
                average_provider_satisfaction: report.average_rating,
                is_withheld: report.is_withheld(),
                withheld_below: small_group.members(),
                breakdown: breakdown.clone(),
            },
            breakdown,
        }
    }
}

impl From<&Report> for Breakdown {
    fn from(report: &Report) -> Self {
        let counts = |entries: &[Entry]| Counts(entries.to_vec());
        Self {
            member_utilization: report.utilization,
            genders: counts(&report.genders),
            member_frequency: counts(&report.frequencies),
            top_diagnoses: counts(report.diagnoses.as_deref().unwrap_or_default()),
            top_prescriptions: counts(report.prescriptions.as_deref().unwrap_or_default()),
            alternative_care_options: counts(&report.alternatives),
            sources: counts(&report.sources),
            ages: counts(&report.ages),
            average_age: report.average_age,
            call_times: counts(&report.call_times),
            access: counts(&report.access),
            consult_regions: counts(&report.regions),
        }
    }
}

impl From<MonthOfUse> for UtilizationMonth {
    fn from(month: MonthOfUse) -> Self {
        Self {
            name: month.month.to_string(),
            start_date: month.range.start.into(),
            end_date: month.range.end.into(),
            total_consults: month.consults,
            member_utilization: month.utilization,
        }
    }
}

impl Serialize for Counts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|entry| (&entry.name, entry.count)))
    }
}

impl PartialSchema for Counts {
    fn schema() -> RefOr<Schema> {
        let format = SchemaFormat::KnownFormat(KnownFormat::Int64);
        let count = ObjectBuilder::new().schema_type(SchemaType::Type(Type::Integer)).format(Some(format));
        let counts = AdditionalProperties::RefOr(RefOr::T(count.into()));
        ObjectBuilder::new().schema_type(SchemaType::Type(Type::Object)).additional_properties(Some(counts)).into()
    }
}

impl ToSchema for Counts {}
