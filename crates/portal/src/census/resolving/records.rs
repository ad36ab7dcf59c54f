//! The endpoint of the record fixer.

use std::collections::BTreeMap;

use axum::extract::State;
use domain::census::Field;
use domain::{CensusFileId, CensusTaskId, Invalid};
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

use super::fixing::{self, Correction};
use crate::census::views::RecordView;
use crate::context::Context;
use crate::http::{Answer, Body, CallerOrigin, Envelope, Path, answer};

/// A corrected record of a task.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", default)]
pub struct RecordToFix {
    /// The task; that of the path when absent.
    task_id: Option<i64>,
    record: RecordInput,
}

/// A text that was sent; absent is another thing than blank.
#[derive(Debug, Default, Serialize)]
struct Sent(Option<String>);

impl<'de> Deserialize<'de> for Sent {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(|text| Self(Some(text)))
    }
}

/// A record as a person has corrected it. What is absent stays as it was; a blank text means that the record says nothing.
#[derive(Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", default)]
pub struct RecordInput {
    /// Which record.
    record_number: u32,
    #[schema(value_type = Option<String>)]
    unique_id: Sent,
    /// `Primary` or `Dependent`.
    #[schema(value_type = Option<String>)]
    member_type: Sent,
    #[schema(value_type = Option<String>)]
    first_name: Sent,
    #[schema(value_type = Option<String>)]
    last_name: Sent,
    /// 0 Other, 1 Male, 2 Female, 3 Unknown.
    #[schema(value_type = Option<i16>)]
    gender: Sent,
    /// `MM/DD/YYYY` or `YYYY-MM-DD`.
    #[schema(value_type = Option<String>)]
    date_of_birth: Sent,
    #[schema(value_type = Option<String>)]
    email: Sent,
    #[schema(value_type = Option<String>)]
    cell_phone: Sent,
    #[schema(value_type = Option<String>)]
    home_phone: Sent,
    #[schema(value_type = Option<String>)]
    address_line1: Sent,
    #[schema(value_type = Option<String>)]
    address_line2: Sent,
    #[schema(value_type = Option<String>)]
    city: Sent,
    #[schema(value_type = Option<String>)]
    state: Sent,
    #[schema(value_type = Option<String>)]
    zip_code: Sent,
    #[schema(value_type = Option<String>)]
    other_member_id: Sent,
    #[schema(value_type = Option<String>)]
    plan_name: Sent,
    #[schema(value_type = Option<String>)]
    pricing_group_code: Sent,
    #[schema(value_type = Option<String>)]
    billing_reference_id: Sent,
    /// 0 Active, 1 In-Active.
    #[schema(value_type = Option<i16>)]
    status: Sent,
    /// EE, SP, CH, DP or OT.
    #[schema(value_type = Option<String>)]
    relationship: Sent,
    /// The record of a dependent's employee.
    primary_record_number: Option<u32>,
}

impl From<RecordInput> for Correction {
    fn from(input: RecordInput) -> Self {
        let sent = [
            (Field::UniqueId, input.unique_id),
            (Field::MemberType, input.member_type),
            (Field::FirstName, input.first_name),
            (Field::LastName, input.last_name),
            (Field::Gender, input.gender),
            (Field::DateOfBirth, input.date_of_birth),
            (Field::Email, input.email),
            (Field::CellPhone, input.cell_phone),
            (Field::HomePhone, input.home_phone),
            (Field::AddressLine1, input.address_line1),
            (Field::AddressLine2, input.address_line2),
            (Field::City, input.city),
            (Field::State, input.state),
            (Field::ZipCode, input.zip_code),
            (Field::OtherMemberId, input.other_member_id),
            (Field::PlanName, input.plan_name),
            (Field::PricingGroupCode, input.pricing_group_code),
            (Field::BillingReferenceId, input.billing_reference_id),
            (Field::Status, input.status),
            (Field::Relationship, input.relationship),
        ];
        let texts: BTreeMap<_, _> = sent.into_iter().filter_map(|(field, Sent(text))| Some((field, text?))).collect();
        Self { number: input.record_number, texts, primary: input.primary_record_number }
    }
}

/// Corrects a record; what is still wrong with it comes back by field.
#[utoipa::path(
    put, path = "/census/files/{fileId}/tasks/{taskId}/record", tag = "census",
    params(("fileId" = i64, Path), ("taskId" = i64, Path)), request_body = RecordToFix,
    responses((status = 200, body = Envelope<RecordView>))
)]
pub async fn fix_record(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path((file, task)): Path<(CensusFileId, CensusTaskId)>,
    Body(input): Body<RecordToFix>,
) -> Answer<RecordView> {
    if input.task_id.is_some_and(|sent| sent != task.get()) {
        return Err(Invalid::field("TaskId", "The record belongs to another task.").into());
    }
    let (row, issues, matches) = fixing::fix(&ctx, &who, (file, task), &input.record.into()).await?;
    answer(RecordView::new(row, issues, matches))
}
