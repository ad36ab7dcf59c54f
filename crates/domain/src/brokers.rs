//! Brokers: their values and which forms are accepted (rules.md#look-back, rules.md#period-days-of-a-broker, rules.md#broker-override).

pub mod belonging;

use crate::billing::snapshot::LookBack;
use crate::groups::read_look_back;
use crate::text::fold;
use crate::{BrokerId, GroupId, Invalid, UserId};

/// What a broker decides for its groups; unset means the next in line decides (rules.md#broker-override).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct BrokerOverrides {
    /// `ProcessDependentsInCensus`.
    pub process_dependents: Option<bool>,
    /// `SendWelcomeEmails`.
    pub send_welcome_emails: Option<bool>,
    /// `RequirePatientMfa`.
    pub require_patient_mfa: Option<bool>,
}

/// The most groups, and the most users, that one save may name: far more than a broker has, and few enough for one look at them.
pub const MOST_NAMED: usize = 10_000;

/// A broker as it was typed or posted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BrokerForm {
    /// Required, at most 200 characters, unique whatever its case.
    pub name: String,
    /// Another broker above it.
    pub master_broker: Option<BrokerId>,
    /// What it decides for its groups.
    pub overrides: BrokerOverrides,
    /// 1 to 31; not given means 4.
    pub invoice_period_start_day: Option<i64>,
    /// 1 to 31; not given means 3.
    pub invoice_period_end_day: Option<i64>,
    /// `InvoiceGracePeriod`, 0 to 90 days; not given means 0.
    pub invoice_grace_days: Option<i64>,
    /// `BillingLookbackMonths`, 0 to 24; not given means 3.
    pub billing_look_back_months: Option<i64>,
    /// Exactly the groups whose broker it is to be; not given leaves them ([`belonging`] has their rules).
    pub groups: Option<Vec<GroupId>>,
    /// Exactly the users it is to have; not given leaves them.
    pub users: Option<Vec<UserId>>,
}

/// A broker's values that have passed every rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrokerDetails {
    /// Trimmed.
    pub name: String,
    /// The broker above it.
    pub master_broker: Option<BrokerId>,
    /// What it decides for its groups.
    pub overrides: BrokerOverrides,
    /// 1 to 31, the end of a shorter month standing in; used by the automatic run only (rules.md#period-days-of-a-broker).
    pub invoice_period_start_day: u8,
    /// 1 to 31, as above.
    pub invoice_period_end_day: u8,
    /// Whole days after the due date before an unpaid invoice is overdue, 0 to 90.
    pub invoice_grace_days: u8,
    /// How far back bills correct, unless a group says otherwise.
    pub billing_look_back: LookBack,
}

impl BrokerDetails {
    /// The folded name, unique among all brokers.
    pub fn name_key(&self) -> String {
        fold(&self.name)
    }
}

impl BrokerForm {
    /// Checks every rule and returns what is to be stored. `own` is the broker's id when it is being edited.
    ///
    /// # Errors
    /// Every wrong field, by its name on the wire.
    pub fn check(&self, own: Option<BrokerId>) -> Result<BrokerDetails, Invalid> {
        let mut invalid = Invalid::none();
        invalid.require_name("Name", "Name", &self.name, 200);
        let itself = self.master_broker.is_some() && self.master_broker == own;
        invalid.check(!itself, "MasterBrokerId", "A broker cannot be its own master broker.");
        let (groups, users) = (self.groups.as_ref().map_or(0, Vec::len), self.users.as_ref().map_or(0, Vec::len));
        invalid.check(groups <= MOST_NAMED, "EmployerGroupIds", "At most 10,000 groups can be chosen.");
        invalid.check(users <= MOST_NAMED, "UserIds", "At most 10,000 users can be chosen.");
        let start = ("InvoicePeriodStartDay", "Invoice Period Start Day", 1..=31, 4);
        let end = ("InvoicePeriodEndDay", "Invoice Period End Day", 1..=31, 3);
        let grace = ("InvoiceGracePeriod", "Invoice Grace Period", 0..=90, 0);
        let details = BrokerDetails {
            name: self.name.trim().to_owned(),
            master_broker: self.master_broker,
            overrides: self.overrides,
            invoice_period_start_day: whole(&mut invalid, self.invoice_period_start_day, start),
            invoice_period_end_day: whole(&mut invalid, self.invoice_period_end_day, end),
            invoice_grace_days: whole(&mut invalid, self.invoice_grace_days, grace),
            billing_look_back: read_look_back(&mut invalid, self.billing_look_back_months)
                .map_or_else(LookBack::default, LookBack::new),
        };
        invalid.or(details)
    }
}

fn whole(
    invalid: &mut Invalid,
    given: Option<i64>,
    (key, label, range, default): (&str, &str, std::ops::RangeInclusive<u8>, u8),
) -> u8 {
    let Some(number) = given else {
        return default;
    };
    let read = u8::try_from(number).ok().filter(|number| range.contains(number));
    let message = format!("{label} must be {} to {}.", range.start(), range.end());
    invalid.check(read.is_some(), key, message);
    read.unwrap_or(default)
}

/// The days offered for an invoice period: name '1' to '31' with the same number as value (rules.md#period-days-of-a-broker).
pub fn invoice_period_days() -> impl Iterator<Item = (String, u8)> {
    (1..=31).map(|day: u8| (day.to_string(), day))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(vary: impl FnOnce(&mut BrokerForm)) -> String {
        let mut form = crate::examples::broker_form();
        vary(&mut form);
        form.check(Some(BrokerId(7))).err().map_or(String::new(), |invalid| invalid.to_string())
    }

    #[test]
    fn a_new_broker_bills_from_the_fourth_to_the_third_and_looks_three_months_back() {
        let broker = BrokerForm { name: " Fernwood ".into(), ..BrokerForm::default() }.check(None).unwrap();
        assert_eq!((broker.invoice_period_start_day, broker.invoice_period_end_day), (4, 3));
        assert_eq!((broker.invoice_grace_days, broker.billing_look_back.months()), (0, 3));
        assert_eq!((broker.name.as_str(), broker.name_key().as_str()), ("Fernwood", "fernwood"));
    }

    #[test]
    fn each_field_has_its_rule() {
        assert_eq!(error(|_| {}), "");
        assert_eq!(error(|form| form.billing_look_back_months = Some(24)), "");
        assert_eq!(error(|form| form.invoice_period_start_day = Some(31)), "");
        assert_eq!(error(|form| form.users = Some(vec![UserId(1); MOST_NAMED])), "");
        for (wrong, key) in [
            (error(|form| form.name = String::new()), "Name: Name is required."),
            (error(|form| form.master_broker = Some(BrokerId(7))), "MasterBrokerId: "),
            (error(|form| form.invoice_period_start_day = Some(0)), "InvoicePeriodStartDay: "),
            (error(|form| form.invoice_period_end_day = Some(32)), "InvoicePeriodEndDay: "),
            (error(|form| form.invoice_grace_days = Some(91)), "InvoiceGracePeriod: "),
            (error(|form| form.invoice_grace_days = Some(-1)), "InvoiceGracePeriod: "),
            (error(|form| form.billing_look_back_months = Some(25)), "BillingLookbackMonths: "),
            (error(|form| form.billing_look_back_months = Some(i64::MAX)), "BillingLookbackMonths: "),
            (error(|form| form.groups = Some(vec![GroupId(1); MOST_NAMED + 1])), "EmployerGroupIds: At most 10,000 "),
            (error(|form| form.users = Some(vec![UserId(1); MOST_NAMED + 1])), "UserIds: At most 10,000 users "),
        ] {
            assert!(wrong.starts_with(key) && !wrong.contains("; "), "{wrong:?} instead of {key:?}");
        }
    }

    #[test]
    fn all_days_of_a_month_are_offered() {
        let days: Vec<_> = invoice_period_days().collect();
        assert_eq!((days.len(), &days[0], &days[30]), (31, &("1".to_owned(), 1), &("31".to_owned(), 31)));
    }
}
