//! The columns of `member` as they are written, derived ones included.

use chrono::NaiveDate;
use domain::MemberId;
use domain::members::MemberDetails;
use domain::members::status::CurrentStatus;
use serde::Serialize;
use uuid::Uuid;

use super::write::{MemberWrite, NewMember};
use crate::Stamp;
use crate::row_set::{Columns, Instant, Kind};

macro_rules! columns {
    ($all:ident = [$($more:expr),* $(,)?]) => {
        pub(super) const $all: &Columns = &[
            $($more,)*
            ("first_name", Kind::Text),
            ("last_name", Kind::Text),
            ("first_key", Kind::Text),
            ("last_key", Kind::Text),
            ("email", Kind::Text),
            ("mobile_phone", Kind::Text),
            ("home_phone", Kind::Text),
            ("gender", Kind::Small),
            ("date_of_birth", Kind::Date),
            ("address_line1", Kind::Text),
            ("address_line2", Kind::Text),
            ("city", Kind::Text),
            ("state", Kind::Text),
            ("zip_code", Kind::Text),
            ("plan_name", Kind::Text),
            ("member_type", Kind::Text),
            ("is_primary", Kind::Flag),
            ("primary_member_id", Kind::Long),
            ("other_member_id", Kind::Text),
            ("unique_id", Kind::Text),
            ("unique_key", Kind::Text),
            ("billing_reference_id", Kind::Text),
            ("billing_ref_key", Kind::Text),
            ("pricing_group_id", Kind::Long),
            ("status", Kind::Small),
            ("pending_status", Kind::Small),
            ("pending_on", Kind::Date),
            ("scope_changed_at", Kind::Instant),
            ("updated_at", Kind::Instant),
            ("updated_by", Kind::Long),
        ];
    };
}

columns!(MADE = [("group_id", Kind::Long), ("link_id", Kind::Guid), ("created_at", Kind::Instant)]);
// The first two say which row; they are not written.
columns!(CHANGED = [("id", Kind::Long), ("version", Kind::Int)]);

/// A row of `member` on its way, borrowed from the details it is made of.
#[derive(Serialize)]
pub(super) struct MemberColumns<'a> {
    id: Option<i64>,
    version: Option<i32>,
    group_id: i64,
    link_id: Uuid,
    created_at: Instant,
    first_name: &'a str,
    last_name: &'a str,
    first_key: String,
    last_key: String,
    email: Option<&'a str>,
    mobile_phone: Option<&'a str>,
    home_phone: Option<&'a str>,
    gender: i16,
    date_of_birth: NaiveDate,
    address_line1: Option<&'a str>,
    address_line2: Option<&'a str>,
    city: Option<&'a str>,
    state: Option<&'a str>,
    zip_code: Option<&'a str>,
    plan_name: &'a str,
    member_type: &'a str,
    is_primary: bool,
    primary_member_id: Option<i64>,
    other_member_id: Option<&'a str>,
    unique_id: Option<&'a str>,
    unique_key: Option<String>,
    billing_reference_id: Option<&'a str>,
    billing_ref_key: Option<String>,
    pricing_group_id: Option<i64>,
    status: i16,
    pending_status: Option<i16>,
    pending_on: Option<NaiveDate>,
    scope_changed_at: Option<Instant>,
    updated_at: Instant,
    updated_by: Option<i64>,
}

impl<'a> MemberColumns<'a> {
    pub(super) fn made(member: &'a NewMember, status: CurrentStatus) -> Self {
        let row = Self::of(&member.details, member.primary, status, member.made);
        Self { group_id: member.group.get(), link_id: member.link, ..row }
    }

    pub(super) fn changed(write: &'a MemberWrite<'_>, stamp: Stamp) -> Self {
        let before = write.before;
        let status = write.status.as_ref().map_or(before.status, |status| status.current);
        let row = Self::of(&write.details, write.primary, status, stamp);
        let scope_changed_at = scope_changed(before, &write.details).then_some(Instant(stamp.at));
        Self {
            id: Some(before.id.get()),
            version: Some(before.version),
            scope_changed_at: scope_changed_at.or(before.scope_changed_at.map(Instant)),
            ..row
        }
    }

    fn of(details: &'a MemberDetails, primary: Option<MemberId>, status: CurrentStatus, stamp: Stamp) -> Self {
        Self {
            id: None,
            version: None,
            group_id: 0,
            link_id: Uuid::nil(),
            created_at: Instant(stamp.at),
            first_name: &details.first_name,
            last_name: &details.last_name,
            first_key: details.first_key(),
            last_key: details.last_key(),
            email: details.email.as_deref(),
            mobile_phone: details.mobile_phone.as_deref(),
            home_phone: details.home_phone.as_deref(),
            gender: details.gender.number(),
            date_of_birth: details.date_of_birth,
            address_line1: details.address_line1.as_deref(),
            address_line2: details.address_line2.as_deref(),
            city: details.city.as_deref(),
            state: details.state.as_deref(),
            zip_code: details.zip_code.as_deref(),
            plan_name: &details.plan_name,
            member_type: &details.member_type,
            is_primary: details.is_primary(),
            primary_member_id: primary.filter(|_| !details.is_primary()).map(MemberId::get),
            other_member_id: details.other_member_id.as_deref(),
            unique_id: details.unique_id.as_deref(),
            unique_key: details.unique_key(),
            billing_reference_id: details.billing_reference_id.as_deref(),
            billing_ref_key: details.billing_ref_key(),
            pricing_group_id: details.pricing_group.map(domain::PricingGroupId::get),
            status: status.status.number(),
            pending_status: status.pending.map(|(status, _)| status.number()),
            pending_on: status.pending.map(|(_, on)| on),
            scope_changed_at: None,
            updated_at: Instant(stamp.at),
            updated_by: stamp.user(),
        }
    }
}

/// Whether a plan line may now cover the member that did not before, or no longer does (data model 4.3).
fn scope_changed(before: &super::Member, after: &MemberDetails) -> bool {
    before.details.is_primary() != after.is_primary() || before.details.billing_ref_key() != after.billing_ref_key()
}

/// A name that a member no longer has.
#[derive(Serialize)]
pub(super) struct FormerName<'a> {
    pub(super) member_id: i64,
    pub(super) first_name: &'a str,
    pub(super) last_name: &'a str,
    pub(super) replaced_at: Instant,
}

pub(super) const NAME: &Columns =
    &[("member_id", Kind::Long), ("first_name", Kind::Text), ("last_name", Kind::Text), ("replaced_at", Kind::Instant)];
