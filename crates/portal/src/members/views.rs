//! A member as the API shows it.

use chrono::NaiveDate;
use domain::MemberId;
use domain::members::ShownStatus;
use domain::members::contact_details::shown_phone;
use domain::members::status::CurrentStatus;
use serde::Serialize;
use store::members::{FoundMember, HistoryRow, MemberRow, Neighbours};
use utoipa::ToSchema;

use crate::http::wire::{Date, Instant};

/// A member, in the list and alone.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct MemberView {
    id: i64,
    employee_id: i64,
    employer_id: i64,
    first_name: String,
    last_name: String,
    full_name: String,
    email_address: Option<String>,
    /// As `(###) ###-####`.
    mobile_phone: Option<String>,
    /// As `(###) ###-####`.
    home_phone: Option<String>,
    /// 0 Other, 1 Male, 2 Female, 3 Unknown.
    gender: i16,
    date_of_birth: Date,
    address_line1: Option<String>,
    address_line2: Option<String>,
    city: Option<String>,
    /// The abbreviation.
    state: Option<String>,
    zip_code: Option<String>,
    /// 0 Active, 1 In-Active, 2 Pending In-Active, 3 Pending Active.
    status: i16,
    status_name: &'static str,
    status_color: &'static str,
    /// The day on which a pending status takes effect.
    pending_on: Option<Date>,
    plan_name: String,
    member_type: String,
    other_member_id: Option<String>,
    employer_provided_id: Option<String>,
    billing_reference_id: Option<String>,
    pricing_group_id: Option<i64>,
    pricing_group: Option<MemberPricingGroup>,
    employer_group: MemberGroup,
    /// The primary of a dependent.
    primary_employee_id: Option<i64>,
    /// The full name of that primary.
    primary_employee_name: Option<String>,
    /// The change recorded last first; what was undone or overtaken is marked.
    status_history: Vec<StatusHistoryView>,
    created_on: Instant,
    welcome_sent_on: Option<Instant>,
    employee_link_id: String,
    /// To be sent back with a save, so that a change made meanwhile is noticed.
    version: i32,
}

/// The pricing group of a member.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct MemberPricingGroup {
    id: i64,
    name: String,
    code: String,
}

/// The group of a member.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct MemberGroup {
    id: i64,
    name: String,
    group_id: String,
}

/// A change in a member's status history.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct StatusHistoryView {
    id: i64,
    /// 0 Active, 1 In-Active, 2 Pending In-Active, 3 Pending Active.
    status: i16,
    status_name: &'static str,
    status_color: &'static str,
    effective_date: Date,
    created_on: Instant,
    /// Who made the change; `null` when the product did, and in lists.
    created_by: Option<String>,
    is_cancelled: bool,
}

/// A member of a family.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct RelativeView {
    id: i64,
    employer_id: i64,
    full_name: String,
    date_of_birth: Date,
    member_type: String,
    status_name: &'static str,
}

/// The members beside one in its group.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct NeighboursView {
    /// `null` for the first of the group.
    previous_id: Option<i64>,
    /// `null` for the last of the group.
    next_id: Option<i64>,
}

impl From<Neighbours> for NeighboursView {
    fn from(found: Neighbours) -> Self {
        Self { previous_id: found.previous.map(MemberId::get), next_id: found.next.map(MemberId::get) }
    }
}

impl RelativeView {
    /// The member as it is shown `today`.
    pub fn of(one: FoundMember, today: NaiveDate) -> Self {
        Self {
            id: one.id.get(),
            employer_id: one.group.get(),
            full_name: format!("{} {}", one.first_name, one.last_name),
            date_of_birth: one.date_of_birth.into(),
            status_name: one.status.shown(today).name(),
            member_type: one.member_type,
        }
    }
}

impl MemberView {
    /// The row as it is shown `today`.
    pub fn of(row: MemberRow, today: NaiveDate) -> Self {
        let current = row.status(today);
        let (status, pending_on) = (current.shown(today), current.pending.map(|(_, on)| on));
        let MemberRow { member, group_name, group_code, pricing_group, primary_name, history } = row;
        let details = member.details;
        Self {
            id: member.id.get(),
            employee_id: member.id.get(),
            employer_id: member.group.get(),
            full_name: details.full_name(),
            first_name: details.first_name,
            last_name: details.last_name,
            email_address: details.email,
            mobile_phone: details.mobile_phone.as_deref().map(shown_phone),
            home_phone: details.home_phone.as_deref().map(shown_phone),
            gender: details.gender.number(),
            date_of_birth: details.date_of_birth.into(),
            address_line1: details.address_line1,
            address_line2: details.address_line2,
            city: details.city,
            state: details.state,
            zip_code: details.zip_code,
            status: status.number(),
            status_name: status.name(),
            status_color: status.color(),
            pending_on: pending_on.map(Date),
            plan_name: details.plan_name,
            member_type: details.member_type,
            other_member_id: details.other_member_id,
            employer_provided_id: details.unique_id,
            billing_reference_id: details.billing_reference_id,
            pricing_group_id: details.pricing_group.map(domain::PricingGroupId::get),
            pricing_group: pricing_group.map(|group| MemberPricingGroup {
                id: group.id.get(),
                name: group.name,
                code: group.code,
            }),
            employer_group: MemberGroup { id: member.group.get(), name: group_name, group_id: group_code },
            primary_employee_id: member.primary.map(domain::MemberId::get),
            primary_employee_name: primary_name,
            status_history: history.into_iter().map(|change| StatusHistoryView::of(&change, today)).collect(),
            created_on: member.created_at.into(),
            welcome_sent_on: member.welcomed_at.map(Instant),
            employee_link_id: member.link.to_string(),
            version: member.version,
        }
    }
}

impl StatusHistoryView {
    /// A change that is still to come shows as pending; one that was cancelled before it came does too.
    fn of(change: &HistoryRow, today: NaiveDate) -> Self {
        let settled = CurrentStatus { status: change.status, pending: None };
        let to_come =
            CurrentStatus { status: change.status.opposite(), pending: Some((change.status, change.effective_on)) };
        let status: ShownStatus = if change.effective_on > today { to_come } else { settled }.shown(today);
        Self {
            id: change.id.get(),
            status: status.number(),
            status_name: status.name(),
            status_color: status.color(),
            effective_date: change.effective_on.into(),
            created_on: change.recorded_at.into(),
            created_by: change.recorded_by_name.clone(),
            is_cancelled: change.cancelled_at.is_some(),
        }
    }
}
