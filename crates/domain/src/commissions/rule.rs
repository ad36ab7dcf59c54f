//! A commission rule: which payee is paid, by which ERP account, on the groups of which broker (rules.md#commission-rule-fields).

use crate::text::{fold, non_blank};
use crate::{ApiServiceId, BrokerId, Invalid, Money};

#[cfg(test)]
mod tests;

/// The longest number of a bill (rules.md#bill-of-a-statement).
const LONGEST_BILL_NUMBER: usize = 21;
/// What comes before the suffix in the number of a bill: the month, a hyphen, a statement's id of six digits, a hyphen.
const BEFORE_SUFFIX: usize = "202611-123456-".len();
/// The longest suffix that leaves room for the month and the statement.
pub const LONGEST_SUFFIX: usize = LONGEST_BILL_NUMBER - BEFORE_SUFFIX;

/// Said of a rule whose plans are to be chosen before its broker.
pub const BROKER_FIRST: &str = "Choose a broker first: a rule pays on the plans of its groups.";

/// A rule as it was typed or posted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RuleForm {
    /// Required, at most 100 characters.
    pub name: String,
    /// Required, at most 100 characters.
    pub payee_name: String,
    /// At most [`LONGEST_SUFFIX`] characters, without spaces.
    pub bill_number_suffix: String,
    /// The ERP account that gets the bills.
    pub api_service: Option<ApiServiceId>,
    /// The vendor in that account.
    pub erp_vendor_id: String,
    /// What the vendor is called there.
    pub erp_vendor_name: String,
    /// The broker whose groups it pays on.
    pub broker: Option<BrokerId>,
    /// Whether administrators of the broker read its billed statements; `None` leaves that to [`is_of_broker`].
    pub broker_reads: Option<bool>,
    /// Whether it pays only on invoices that are paid.
    pub on_paid_only: bool,
    /// Whether statements are still made by it.
    pub active: bool,
}

/// Whether a payee is the broker itself, by its name: then the statements are the broker's own (rules.md#statements-of-a-broker).
pub fn is_of_broker(payee: &str, broker: &str) -> bool {
    fold(payee.trim()) == fold(broker.trim())
}

/// A vendor of an ERP account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ErpVendor {
    /// Its id there.
    pub id: String,
    /// Its name there.
    pub name: String,
}

/// A rule's values that have passed every check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleDetails {
    /// Trimmed.
    pub name: String,
    /// Trimmed.
    pub payee_name: String,
    /// What ends the numbers of its bills.
    pub bill_number_suffix: Option<String>,
    /// The ERP account that gets the bills.
    pub api_service: Option<ApiServiceId>,
    /// The vendor in that account.
    pub vendor: Option<ErpVendor>,
    /// The broker whose groups it pays on.
    pub broker: Option<BrokerId>,
    /// Whether administrators of the broker read its billed statements.
    pub broker_reads: bool,
    /// Whether it pays only on invoices that are paid.
    pub on_paid_only: bool,
    /// Whether statements are still made by it.
    pub active: bool,
}

impl RuleForm {
    /// Checks every field and returns what is to be stored. A vendor belongs to an ERP account, and is named by its id.
    ///
    /// # Errors
    /// Every wrong field, by its name on the wire.
    pub fn check(&self) -> Result<RuleDetails, Invalid> {
        let mut invalid = Invalid::none();
        invalid.require_line("Name", "Name", &self.name, 100);
        invalid.require_name("PayeeName", "Payee", &self.payee_name, 100);
        let suffix = self.bill_number_suffix.trim();
        self.check_suffix(&mut invalid, suffix);
        invalid.limit("ErpVendorId", "ERP Vendor", &self.erp_vendor_id, 100);
        invalid.limit("ErpVendorName", "ERP Vendor Name", &self.erp_vendor_name, 500);
        let vendor_id = non_blank(&self.erp_vendor_id);
        let belongs = self.api_service.is_some() || vendor_id.is_none();
        invalid.check(belongs, "ErpVendorId", "An ERP Vendor needs an ERP account: choose that first.");
        let is_named_only = non_blank(&self.erp_vendor_name).is_some() && vendor_id.is_none();
        let unknown =
            "Choose the ERP Vendor from the list: a name alone does not say which vendor of the account it is.";
        invalid.check(!is_named_only, "ErpVendorId", unknown);
        let vendor = vendor_id
            .map(|id| ErpVendor { id: id.to_owned(), name: non_blank(&self.erp_vendor_name).unwrap_or(id).to_owned() });
        invalid.or(RuleDetails {
            name: self.name.trim().to_owned(),
            payee_name: self.payee_name.trim().to_owned(),
            bill_number_suffix: non_blank(suffix).map(str::to_owned),
            api_service: self.api_service,
            vendor,
            broker: self.broker,
            broker_reads: self.broker_reads.unwrap_or(false),
            on_paid_only: self.on_paid_only,
            active: self.active,
        })
    }

    fn check_suffix(&self, invalid: &mut Invalid, suffix: &str) {
        let long = format!(
            "Bill Number Suffix must be at most {LONGEST_SUFFIX} characters: a bill number has {LONGEST_BILL_NUMBER}, \
             with the month and the statement before it."
        );
        invalid.check(suffix.chars().count() <= LONGEST_SUFFIX, "BillNumberSuffix", long);
        let is_plain = suffix.chars().all(|letter| letter.is_ascii_graphic());
        let letters = "Bill Number Suffix must consist of letters, digits and signs, without spaces and accents.";
        invalid.check(is_plain, "BillNumberSuffix", letters);
    }
}

/// What the statements of a rule have left open for its payee.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LeftOpen {
    /// What statements and answers have told as pending, and no statement has paid since.
    pub pending: Money,
    /// The negative balances that none has taken over.
    pub balance: Money,
    /// What is due by statements that get a bill and have none yet.
    pub unbilled: Money,
    /// How many adjustments of the rule are in no statement.
    pub adjustments: usize,
}

/// Checks that a save gives another broker or ERP account nothing that is open with the earlier one
/// (rules.md#another-broker-of-a-rule).
///
/// # Errors
/// On `BrokerId` and `ApiServiceId`.
pub fn check_handover(before: &RuleDetails, after: &RuleDetails, open: LeftOpen) -> Result<(), Invalid> {
    let mut invalid = Invalid::none();
    let is_another = |earlier: Option<i64>, now: Option<i64>| earlier.is_some() && earlier != now;
    if is_another(before.broker.map(BrokerId::get), after.broker.map(BrokerId::get))
        && let Some(left) = in_words(open)
    {
        invalid.add("BrokerId", format!("{left} with the earlier broker. {INSTEAD}"));
    }
    // A statement without a bill is billed by the new account, and so is an adjustment.
    let of_account = LeftOpen { unbilled: Money::ZERO, adjustments: 0, ..open };
    if is_another(before.api_service.map(ApiServiceId::get), after.api_service.map(ApiServiceId::get))
        && let Some(left) = in_words(of_account)
    {
        invalid.add("ApiServiceId", format!("{left} with the earlier ERP account. {INSTEAD}"));
    }
    invalid.result()
}

/// What to do instead of a change that is refused.
const INSTEAD: &str = "Settle it first, or end this rule and make another one.";

/// What is open, such as `$5.00 is pending, and −$2.00 is brought forward`; nothing when nothing is.
fn in_words(open: LeftOpen) -> Option<String> {
    let parts =
        [(open.pending, "is pending"), (open.balance, "is brought forward"), (open.unbilled, "has no bill yet")];
    let mut told: Vec<String> = parts
        .into_iter()
        .filter(|(amount, _)| *amount != Money::ZERO)
        .map(|(amount, what)| format!("{amount} {what}"))
        .collect();
    match open.adjustments {
        0 => {}
        1 => told.push("1 adjustment is in no statement".to_owned()),
        count => told.push(format!("{count} adjustments are in no statement")),
    }
    (!told.is_empty()).then(|| told.join(", and "))
}
