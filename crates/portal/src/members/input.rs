//! A member as the editor posts it, and the wish for another status.

use domain::members::member::MemberDetails;
use domain::members::saving::MemberSave;
use domain::members::{MemberForm, StatusWish};
use domain::{GroupId, MemberId, PricingGroupId};
use serde::Deserialize;
use store::members::Member;
use utoipa::ToSchema;

use crate::http::Given;
use crate::http::wire::Date;

/// A member as typed. Of one that exists, fields that are absent stay as they are, and blank ones are emptied.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", default)]
pub struct MemberInput {
    /// The group of a new member; a member is never moved to another one.
    employer_id: Option<i64>,
    /// Of no meaning: the id of the path counts.
    employee_id: Option<i64>,
    #[schema(value_type = Option<String>)]
    first_name: Given<String>,
    #[schema(value_type = Option<String>)]
    last_name: Given<String>,
    #[schema(value_type = Option<String>)]
    email_address: Given<String>,
    /// Ten digits, however punctuated.
    #[schema(value_type = Option<String>)]
    mobile_phone: Given<String>,
    /// Ten digits, however punctuated.
    #[schema(value_type = Option<String>)]
    home_phone: Given<String>,
    /// 0 Other, 1 Male, 2 Female, 3 Unknown.
    #[schema(value_type = Option<i64>)]
    gender: Given<i64>,
    /// From 01/01/1900 to today.
    #[schema(value_type = Option<Date>)]
    date_of_birth: Given<Date>,
    #[schema(value_type = Option<String>)]
    address_line1: Given<String>,
    #[schema(value_type = Option<String>)]
    address_line2: Given<String>,
    #[schema(value_type = Option<String>)]
    city: Given<String>,
    /// A name or an abbreviation.
    #[schema(value_type = Option<String>)]
    state: Given<String>,
    /// Five or nine digits.
    #[schema(value_type = Option<String>)]
    zip_code: Given<String>,
    /// 0 Active, 1 In-Active; 2 and 3 stand for where they lead. A new member is always active.
    status: Option<i64>,
    /// 'Family Plan' for a new member.
    #[schema(value_type = Option<String>)]
    plan_name: Given<String>,
    /// 'Primary' for a new member.
    #[schema(value_type = Option<String>)]
    member_type: Given<String>,
    #[schema(value_type = Option<String>)]
    other_member_id: Given<String>,
    /// The unique id.
    #[schema(value_type = Option<String>)]
    employer_provided_id: Given<String>,
    #[schema(value_type = Option<String>)]
    billing_reference_id: Given<String>,
    /// Saves although somebody of the same name and birth date exists.
    bypass_duplication_check: Option<bool>,
    /// The group's default when not chosen.
    #[schema(value_type = Option<i64>)]
    pricing_group_id: Given<i64>,
    /// The primary of a dependent; 0 for none.
    #[schema(value_type = Option<i64>)]
    primary_employee_id: Given<i64>,
    /// The first active day of a new member, or the day of a change of status; of administrators only, and with `OverrideDate`.
    effective_date: Option<Date>,
    /// Whether `EffectiveDate` counts.
    override_date: Option<bool>,
    /// The version that was read; a stale one answers 409.
    pub(super) version: Option<i32>,
}

impl MemberInput {
    /// What is to be saved; `stored` is the member as it is when one is being edited.
    pub(super) fn save(&self, stored: Option<&Member>) -> MemberSave {
        let primary = stored.and_then(|member| member.primary);
        MemberSave {
            group: id(self.employer_id).map(GroupId),
            form: self.form(stored.map(|member| &member.details)),
            primary: self.primary_employee_id.id(primary).map(MemberId),
            status: self.status,
            wish: wish(self.override_date, self.effective_date, None),
            bypass_duplicates: self.bypass_duplication_check.unwrap_or_default(),
        }
    }

    fn form(&self, stored: Option<&MemberDetails>) -> MemberForm {
        let pricing_group = stored.and_then(|member| member.pricing_group);
        let date_of_birth = stored.map(|member| Date(member.date_of_birth));
        let kept = |field: fn(&MemberDetails) -> Option<&String>| stored.and_then(field);
        MemberForm {
            first_name: self.first_name.text(kept(|member| Some(&member.first_name))),
            last_name: self.last_name.text(kept(|member| Some(&member.last_name))),
            email: self.email_address.text(kept(|member| member.email.as_ref())),
            mobile_phone: self.mobile_phone.text(kept(|member| member.mobile_phone.as_ref())),
            home_phone: self.home_phone.text(kept(|member| member.home_phone.as_ref())),
            gender: self.gender.or(stored.map(|member| member.gender.number().into())),
            date_of_birth: self.date_of_birth.or(date_of_birth).map(|day| day.0),
            address_line1: self.address_line1.text(kept(|member| member.address_line1.as_ref())),
            address_line2: self.address_line2.text(kept(|member| member.address_line2.as_ref())),
            city: self.city.text(kept(|member| member.city.as_ref())),
            state: self.state.text(kept(|member| member.state.as_ref())),
            zip_code: self.zip_code.text(kept(|member| member.zip_code.as_ref())),
            plan_name: self.plan_name.text(kept(|member| Some(&member.plan_name))),
            member_type: self.member_type.text(kept(|member| Some(&member.member_type))),
            other_member_id: self.other_member_id.text(kept(|member| member.other_member_id.as_ref())),
            unique_id: self.employer_provided_id.text(kept(|member| member.unique_id.as_ref())),
            billing_reference_id: self.billing_reference_id.text(kept(|member| member.billing_reference_id.as_ref())),
            pricing_group: self.pricing_group_id.id(pricing_group).map(PricingGroupId),
        }
    }
}

/// The wish for another status.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", default)]
pub struct StatusInput {
    /// Of no meaning: the id of the path counts.
    employee_id: Option<i64>,
    /// From which day; of administrators only, and with `OverrideDate`.
    effective_date: Option<Date>,
    /// Whether `EffectiveDate` counts.
    override_date: Option<bool>,
    /// Whether an undo with nothing to undo turns the status round; of administrators only.
    force_undo: Option<bool>,
    /// The version that was read; a stale one answers 409.
    pub(super) version: Option<i32>,
}

impl StatusInput {
    pub(super) fn wish(&self) -> StatusWish {
        wish(self.override_date, self.effective_date, self.force_undo)
    }
}

fn wish(override_date: Option<bool>, effective_date: Option<Date>, force_undo: Option<bool>) -> StatusWish {
    StatusWish {
        override_date: override_date.unwrap_or_default(),
        effective_date: effective_date.map(|day| day.0),
        force_undo: force_undo.unwrap_or_default(),
    }
}

/// Selectors send 0 for 'Select...'.
fn id(id: Option<i64>) -> Option<i64> {
    id.filter(|id| *id != 0)
}
