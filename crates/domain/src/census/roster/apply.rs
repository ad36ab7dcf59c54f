//! From what a file decides to what is stored: a stored member as the rules see it, and new details out of decided changes.

use chrono::NaiveDate;

use super::changes::{FieldChange, Stored};
use crate::PricingGroupId;
use crate::census::field::Field;
use crate::census::people::record::Record;
use crate::members::member::{DEFAULT_PLAN_NAME, DEPENDENT, PRIMARY};
use crate::members::status::{CurrentStatus, ShownStatus};
use crate::members::{Gender, MemberDetails};

/// The pricing groups of an employer group by their codes.
#[derive(Debug, Clone, Default)]
pub struct PricingCodes {
    groups: Vec<(PricingGroupId, String)>,
    default: Option<PricingGroupId>,
}

impl PricingCodes {
    /// The groups with their codes, and the one used when a primary names none.
    pub fn new(groups: Vec<(PricingGroupId, String)>, default: Option<PricingGroupId>) -> Self {
        Self { groups, default }
    }

    /// The code of a pricing group, `""` for none.
    pub fn code(&self, id: Option<PricingGroupId>) -> &str {
        self.groups.iter().find(|(each, _)| Some(*each) == id).map_or("", |(_, code)| code)
    }

    /// The pricing group of a code as records carry it.
    fn find(&self, code: &str) -> Option<PricingGroupId> {
        self.groups.iter().find(|(_, each)| each == code).map(|(id, _)| *id)
    }
}

/// A member as [`super::changes::decide`] looks at it `today`.
pub fn stored<'a>(
    details: &'a MemberDetails,
    status: CurrentStatus,
    codes: &'a PricingCodes,
    today: NaiveDate,
) -> Stored<'a> {
    let shown = status.shown(today);
    let ends_on = status.pending.filter(|_| shown == ShownStatus::PendingInActive).map(|(_, on)| on);
    Stored {
        details,
        pricing_group_code: codes.code(details.pricing_group),
        default_pricing_group_code: codes.code(codes.default),
        active: shown.counts_as_active(),
        pending: shown.is_pending(),
        ends_on,
        is_end_of_file: false,
    }
}

/// The details of a new member that a valid row makes. A dependent that names no pricing group takes its primary's, a primary the
/// group's default (rules.md#dependent-pricing, rules.md#member-fields). `None` for a row without a birth date, which is never valid.
pub fn made(
    record: &Record,
    fields: &[FieldChange],
    codes: &PricingCodes,
    of_primary: Option<PricingGroupId>,
) -> Option<MemberDetails> {
    let blank = MemberDetails {
        first_name: String::new(),
        last_name: String::new(),
        email: None,
        mobile_phone: None,
        home_phone: None,
        gender: Gender::Unknown,
        date_of_birth: record.date_of_birth?,
        address_line1: None,
        address_line2: None,
        city: None,
        state: None,
        zip_code: None,
        plan_name: DEFAULT_PLAN_NAME.to_owned(),
        member_type: if record.is_dependent() { DEPENDENT } else { PRIMARY }.to_owned(),
        other_member_id: None,
        unique_id: None,
        billing_reference_id: None,
        pricing_group: of_primary.filter(|_| record.is_dependent()).or(codes.default),
    };
    Some(changed(&blank, fields, codes))
}

/// The details after decided changes.
pub fn changed(details: &MemberDetails, fields: &[FieldChange], codes: &PricingCodes) -> MemberDetails {
    let mut after = details.clone();
    for FieldChange { field, new, .. } in fields {
        set(&mut after, *field, new.clone(), codes);
    }
    after
}

fn set(details: &mut MemberDetails, field: Field, new: Option<String>, codes: &PricingCodes) {
    let text = |new: Option<String>| new.unwrap_or_default();
    match field {
        Field::UniqueId => details.unique_id = new,
        Field::MemberType => details.member_type = text(new),
        Field::FirstName => details.first_name = text(new),
        Field::LastName => details.last_name = text(new),
        Field::Gender => {
            details.gender = text(new).parse().ok().and_then(Gender::from_number).unwrap_or_default();
        }
        Field::DateOfBirth => details.date_of_birth = text(new).parse().unwrap_or(details.date_of_birth),
        Field::Email => details.email = new,
        Field::CellPhone => details.mobile_phone = new,
        Field::HomePhone => details.home_phone = new,
        Field::AddressLine1 => details.address_line1 = new,
        Field::AddressLine2 => details.address_line2 = new,
        Field::City => details.city = new,
        Field::State => details.state = new,
        Field::ZipCode => details.zip_code = new,
        Field::OtherMemberId => details.other_member_id = new,
        Field::PlanName => details.plan_name = text(new),
        Field::PricingGroupCode => {
            details.pricing_group = new.map_or(codes.default, |code| codes.find(&code));
        }
        Field::BillingReferenceId => details.billing_reference_id = new,
        // No part of a member, or of its timeline.
        Field::GroupId
        | Field::Status
        | Field::FamilyId
        | Field::Relationship
        | Field::Ssn
        | Field::FullName
        | Field::MiddleName
        | Field::Suffix => {}
    }
}

#[cfg(test)]
mod tests {
    use super::super::changes::{ApplyOptions, Outcome, decide};
    use super::*;
    use crate::census::people::validate::{Rules, validate};
    use crate::census::source::RawRow;
    use crate::examples::{TODAY, member_details};
    use crate::members::Status;

    const ACTIVE: CurrentStatus = CurrentStatus { status: Status::Active, pending: None };

    fn codes() -> PricingCodes {
        let groups = vec![(PricingGroupId(1), "standard".to_owned()), (PricingGroupId(2), "executive".to_owned())];
        PricingCodes::new(groups, Some(PricingGroupId(1)))
    }

    fn row() -> RawRow {
        RawRow::new(2, 1)
            .with(Field::FirstName, "Ana")
            .with(Field::LastName, "Barrowby")
            .with(Field::DateOfBirth, "05/17/1984")
    }

    fn options() -> ApplyOptions {
        ApplyOptions { administrator: true, global_effective_on: None, by_rule: TODAY }
    }

    fn record(raw: &RawRow) -> Record {
        validate(raw, &Rules::on(TODAY)).record
    }

    #[test]
    fn a_row_becomes_the_details_it_says() {
        let raw = row()
            .with(Field::UniqueId, "E-7")
            .with(Field::Gender, "F")
            .with(Field::CellPhone, "614-555-0142")
            .with(Field::State, "Ohio")
            .with(Field::ZipCode, "45402")
            .with(Field::PricingGroupCode, "executive");
        let record = record(&raw);
        let decision = decide(&record, None, &options());
        let details = made(&record, &decision.fields, &codes(), None).expect("a birth date");
        assert_eq!(details.full_name(), "Ana Barrowby");
        assert_eq!((details.gender, details.member_type.as_str()), (Gender::Female, PRIMARY));
        assert_eq!(details.mobile_phone.as_deref(), Some("6145550142"));
        assert_eq!((details.state.as_deref(), details.zip_code.as_deref()), (Some("OH"), Some("45402")));
        assert_eq!(details.pricing_group, Some(PricingGroupId(2)));
        assert_eq!(details.plan_name, "Family Plan");
    }

    #[test]
    fn a_dependent_takes_its_primarys_pricing_group_and_a_primary_the_default() {
        for (kind, of_primary, taken) in
            [("Primary", Some(2), 1), ("Dependent", Some(2), 2), ("Dependent", None, 1), ("Primary", None, 1)]
        {
            let record = record(&row().with(Field::MemberType, kind));
            let decision = decide(&record, None, &options());
            let details = made(&record, &decision.fields, &codes(), of_primary.map(PricingGroupId)).expect("made");
            assert_eq!(details.pricing_group, Some(PricingGroupId(taken)), "{kind} {of_primary:?}");
        }
    }

    #[test]
    fn a_second_look_at_an_applied_row_finds_nothing_to_do() {
        let before = member_details();
        let raw = row()
            .with(Field::LastName, "Zorn")
            .with(Field::Email, "<clear>")
            .with(Field::Gender, "<clear>")
            .with(Field::AddressLine1, "12 Orchard Lane")
            .with(Field::City, "Troy")
            .with(Field::DateOfBirth, "05/18/1984")
            .with(Field::PricingGroupCode, "executive");
        let record = record(&raw);
        let codes = codes();
        let decision = decide(&record, Some(&stored(&before, ACTIVE, &codes, TODAY)), &options());
        assert_eq!(decision.outcome, Outcome::Update);
        let after = changed(&before, &decision.fields, &codes);
        assert_eq!((after.last_name.as_str(), after.email.as_deref()), ("Zorn", None));
        assert_eq!((after.gender, after.city.as_deref()), (Gender::Unknown, Some("Troy")));
        assert_eq!(after.unique_id, before.unique_id);
        let again = decide(&record, Some(&stored(&after, ACTIVE, &codes, TODAY)), &options());
        assert_eq!(again.outcome, Outcome::Unchanged);
    }
}
