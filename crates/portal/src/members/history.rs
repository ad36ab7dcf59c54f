//! What the audit trail says of a member: its values under their names on the wire.

use chrono::NaiveDate;
use domain::MemberId;
use domain::members::MemberDetails;
use domain::members::status::{CurrentStatus, StatusWrite};
use serde_json::{Map, Value, json};

/// The values of a member.
pub(crate) fn recorded(member: &MemberDetails, primary: Option<MemberId>) -> Map<String, Value> {
    let values = json!({
        "FirstName": member.first_name,
        "LastName": member.last_name,
        "EmailAddress": member.email,
        "MobilePhone": member.mobile_phone,
        "HomePhone": member.home_phone,
        "Gender": member.gender.number(),
        "DateOfBirth": member.date_of_birth,
        "AddressLine1": member.address_line1,
        "AddressLine2": member.address_line2,
        "City": member.city,
        "State": member.state,
        "ZipCode": member.zip_code,
        "PlanName": member.plan_name,
        "MemberType": member.member_type,
        "OtherMemberId": member.other_member_id,
        "EmployerProvidedId": member.unique_id,
        "BillingReferenceId": member.billing_reference_id,
        "PricingGroupId": member.pricing_group,
        "PrimaryEmployeeId": primary,
    });
    match values {
        Value::Object(values) => values,
        _ => unreachable!("it is made as an object"),
    }
}

/// A status as it is shown, and the day from which the change behind it holds.
pub(super) fn recorded_status(status: CurrentStatus, effective_on: Option<NaiveDate>, today: NaiveDate) -> Value {
    json!({ "Status": status.shown(today).name(), "EffectiveDate": effective_on })
}

/// What a change of status leads to: from its day on, or, where it only takes back what was pending, from none.
pub(crate) fn recorded_change(before: CurrentStatus, write: &StatusWrite, today: NaiveDate) -> (Value, Value) {
    let pending_on = before.pending.map(|(_, on)| on).filter(|on| *on > today);
    let effective_on = write.effective_on();
    (recorded_status(before, pending_on, today), recorded_status(write.current, effective_on, today))
}
