//! A valid value of each type, for tests to vary. No person or company in it is real.

pub mod bills;
pub mod linkage;
pub mod workbooks;

use chrono::NaiveDate;

use crate::billing::line::{LineContext, LineForm, LineItem};
use crate::billing::plan::{PlanDetails, PlanForm};
use crate::billing::pricing::{OptionForm, PricingGroupForm};
use crate::billing::{BillingPeriod, BillingType};
use crate::brokers::{BrokerDetails, BrokerForm};
use crate::contacts::ContactForm;
use crate::groups::{GroupContext, GroupDetails, GroupForm};
use crate::members::form::{MemberForm, PricingChoice};
use crate::members::member::MemberDetails;
use crate::users::form::{UserDetails, UserForm};
use crate::users::rights::MayChange;
use crate::{BrokerId, GroupId, Money, PricingOptionId};

/// The day on which the examples are entered.
pub const TODAY: NaiveDate = NaiveDate::from_ymd_opt(2026, 7, 20).expect("a day of the calendar");

const VALID: &str = "the example is valid";

/// A primary in Ohio.
pub fn member_form() -> MemberForm {
    MemberForm {
        first_name: "Ana".to_owned(),
        last_name: "Barrowby".to_owned(),
        email: "ana.barrowby@mail.example".to_owned(),
        mobile_phone: "6145550142".to_owned(),
        gender: Some(2),
        date_of_birth: NaiveDate::from_ymd_opt(1984, 5, 17),
        address_line1: "12 Orchard Lane".to_owned(),
        city: "Dayton".to_owned(),
        state: "OH".to_owned(),
        zip_code: "45402".to_owned(),
        unique_id: "E-1001".to_owned(),
        ..MemberForm::default()
    }
}

/// [`member_form`], checked.
pub fn member_details() -> MemberDetails {
    member_form().check(TODAY, &PricingChoice::default(), None).expect(VALID)
}

/// A group of broker 1.
pub fn group_form() -> GroupForm {
    GroupForm {
        group_code: "10001".to_owned(),
        name: "Calder & Finch Manufacturing".to_owned(),
        broker: Some(BrokerId(1)),
        effective_on: NaiveDate::from_ymd_opt(2020, 1, 1),
        ..GroupForm::default()
    }
}

/// [`group_form`], checked.
pub fn group_details() -> GroupDetails {
    group_form().check(&GroupContext::default()).expect(VALID)
}

/// An account manager of broker 1 with groups 1 and 2.
pub fn user_form() -> UserForm {
    UserForm {
        first_name: "Ana".to_owned(),
        last_name: "Barrowby".to_owned(),
        email: "ana.barrowby@mail.example".to_owned(),
        role: Some(3),
        broker: Some(BrokerId(1)),
        groups: Some(vec![GroupId(2), GroupId(1), GroupId(2)]),
        ..UserForm::default()
    }
}

/// [`user_form`], checked.
pub fn user_details() -> UserDetails {
    user_form().check(MayChange::Everything, None).expect(VALID)
}

/// A broker with the usual invoice period.
pub fn broker_form() -> BrokerForm {
    BrokerForm { name: "Fernwood Benefits".to_owned(), ..BrokerForm::default() }
}

/// [`broker_form`], checked.
pub fn broker_details() -> BrokerDetails {
    broker_form().check(None).expect(VALID)
}

/// A contact in the accounting of a group.
pub fn contact_form() -> ContactForm {
    ContactForm {
        first_name: "Ines".to_owned(),
        last_name: "Marsh".to_owned(),
        email: "ines.marsh@mail.example".to_owned(),
        phone: "6145550142".to_owned(),
        department: "Accounting".to_owned(),
        ..ContactForm::default()
    }
}

/// An option at $11.50.
pub fn option_form() -> OptionForm {
    OptionForm { name: "Standard".to_owned(), rate: Some(Money::from_cents(1150)), is_archived: false }
}

/// A pricing group on option 1.
pub fn pricing_group_form() -> PricingGroupForm {
    PricingGroupForm {
        name: "Standard".to_owned(),
        code: "standard".to_owned(),
        pricing_option: Some(PricingOptionId(1)),
        ..PricingGroupForm::default()
    }
}

/// An active plan without an ERP account.
pub fn plan_form() -> PlanForm {
    PlanForm {
        name: "Standard Plan".to_owned(),
        recipients: "billing@mail.example".to_owned(),
        billing_type: Some(BillingType::Pepm.number().into()),
        ..PlanForm::default()
    }
}

/// [`plan_form`], checked.
pub fn plan_details() -> PlanDetails {
    plan_form().check().expect(VALID)
}

/// A line per employee and month for all members, on option 1.
pub fn line_form() -> LineForm {
    LineForm {
        name: "Telehealth membership".to_owned(),
        billing_type: Some(i64::from(BillingType::Pepm.number())),
        billing_period: Some(i64::from(BillingPeriod::CurrentMonth.number())),
        pricing_option: Some(PricingOptionId(1)),
        include_all_members: Some(true),
        ..LineForm::default()
    }
}

/// [`line_form`], checked.
pub fn line_item() -> LineItem {
    let options = [PricingOptionId(1)];
    let context = LineContext { plan_type: BillingType::Pepm, options: &options, stored: None };
    line_form().check(context).expect(VALID)
}
