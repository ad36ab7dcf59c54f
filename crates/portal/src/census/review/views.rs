//! Rows beside the members they may be, as the wire carries them.

use domain::members::contact_details::shown_phone;
use serde::{Deserialize, Serialize};
use store::census::matches::{How, Match};
use store::members::Member;
use utoipa::{IntoParams, ToSchema};

use super::service::Reviewed;
use crate::census::views::RecordView;
use crate::http::wire::Date;

/// Which records are wanted.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "PascalCase", default)]
#[into_params(parameter_in = Query, rename_all = "PascalCase")]
pub struct ReviewOf {
    /// `errors`, `warnings`, `matched` or `unmatched`; those in doubt when absent.
    pub(super) filter: Option<String>,
}

/// What is said of a record and a member.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", default)]
pub struct NotSameInput {
    /// The record.
    pub(super) record_number: u32,
    /// The member.
    pub(super) employee_id: i64,
    /// Whether they are two people; false forgets that somebody has said so. Yes when absent.
    pub(super) is_not_same: Option<bool>,
}

/// A member whom a record may be, or is denied to be.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct CandidateView {
    employee_id: i64,
    first_name: String,
    last_name: String,
    date_of_birth: Date,
    /// 0 Other, 1 Male, 2 Female, 3 Unknown.
    gender: i16,
    unique_id: String,
    other_member_id: String,
    email: String,
    cell_phone: String,
    home_phone: String,
    address_line1: String,
    city: String,
    state: String,
    zip_code: String,
    member_type: String,
    /// What the strongest evidence is called; absent for a member whom the record is denied to be.
    match_type_formatted: Option<&'static str>,
    /// From 0 to 1.
    score: Option<f64>,
    /// What speaks for and against it.
    reasons: Vec<String>,
    chosen: bool,
}

/// A record beside the members it may be.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct ReviewView {
    record: RecordView,
    /// Best first.
    candidates: Vec<CandidateView>,
    /// Members whom a person has denied it to be.
    not_same: Vec<CandidateView>,
    /// Other records of the file for which the best candidate comes first as well.
    taken_by: Vec<RecordView>,
}

impl From<Reviewed> for ReviewView {
    fn from(reviewed: Reviewed) -> Self {
        let (row, issues, matches) = reviewed.row;
        Self {
            record: RecordView::new(row, issues, matches),
            candidates: reviewed
                .candidates
                .into_iter()
                .map(|(matched, member)| candidate(member, Some(matched)))
                .collect(),
            not_same: reviewed.not_same.into_iter().map(|member| candidate(member, None)).collect(),
            taken_by: reviewed.taken_by.into_iter().map(|(row, said)| RecordView::new(row, said, Vec::new())).collect(),
        }
    }
}

fn candidate(member: Member, matched: Option<Match>) -> CandidateView {
    let details = member.details;
    let chosen = matched.as_ref().is_some_and(|matched| matched.chosen);
    let (match_type_formatted, score, reasons) = match matched.map(|matched| matched.how) {
        Some(How::Evidence { match_type, score, reasons }) => (Some(match_type.label()), Some(score), reasons),
        Some(How::ByHand(_)) => (Some("Chosen by a person"), Some(1.0), Vec::new()),
        Some(How::Nobody) | None => (None, None, Vec::new()),
    };
    CandidateView {
        employee_id: member.id.get(),
        first_name: details.first_name,
        last_name: details.last_name,
        date_of_birth: Date(details.date_of_birth),
        gender: details.gender.number(),
        unique_id: details.unique_id.unwrap_or_default(),
        other_member_id: details.other_member_id.unwrap_or_default(),
        email: details.email.unwrap_or_default(),
        cell_phone: details.mobile_phone.as_deref().map(shown_phone).unwrap_or_default(),
        home_phone: details.home_phone.as_deref().map(shown_phone).unwrap_or_default(),
        address_line1: details.address_line1.unwrap_or_default(),
        city: details.city.unwrap_or_default(),
        state: details.state.unwrap_or_default(),
        zip_code: details.zip_code.unwrap_or_default(),
        member_type: details.member_type,
        match_type_formatted,
        score,
        reasons,
        chosen,
    }
}
