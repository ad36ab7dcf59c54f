//! The bill of a statement: its number, and what it needs (rules.md#bill-of-a-statement).

use crate::{ApiServiceId, BillingMonth, Invalid, Money, StatementId};

/// The most characters of a number.
const LONGEST: usize = 21;

/// The payee of a statement in the ERP, as its rule names it now.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Payee {
    /// The ERP account that gets the bill.
    pub account: Option<ApiServiceId>,
    /// The vendor there.
    pub vendor: Option<String>,
    /// What ends the number.
    pub suffix: Option<String>,
    /// The name of the rule's broker.
    pub broker: Option<String>,
    /// Invoices that the statement pays on and that are not paid any more, where the rule pays on paid invoices.
    pub invoices_not_paid: u64,
    /// The names of groups that the statement pays on and that have left its broker since.
    pub groups_left: Vec<String>,
}

/// Whether a bill may pay on groups that have left the broker (rules.md#bill-of-a-statement).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LeftGroups {
    /// The bill is refused until a person has seen them.
    Refuse,
    /// A person has seen them and pays them.
    Accept,
}

/// What a bill is made from, once nothing is missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Billable {
    /// The ERP account.
    pub account: ApiServiceId,
    /// The vendor there.
    pub vendor: String,
    /// The number.
    pub number: String,
    /// The name of the rule's broker.
    pub broker: Option<String>,
}

/// Checks that a statement can be billed.
///
/// # Errors
/// On `AmountDue`, `Invoices` (rules.md#invoice-not-paid-any-more), `AcceptGroupsLeft`, `ApiServiceId`, `ErpVendorId` and
/// `BillNumberSuffix`.
pub fn check(
    id: StatementId,
    period: BillingMonth,
    due: Money,
    payee: Payee,
    left_groups: LeftGroups,
) -> Result<Billable, Invalid> {
    let mut invalid = Invalid::none();
    invalid.check(due > Money::ZERO, "AmountDue", format!("The amount due is {due}: a bill needs one above zero."));
    let (unpaid, are) = match payee.invoices_not_paid {
        1 => ("1 invoice".to_owned(), "is"),
        n => (format!("{n} invoices"), "are"),
    };
    let unpaid = format!(
        "{unpaid} that this statement pays on {are} not paid any more. Delete the statement and make it again."
    );
    invalid.check(payee.invoices_not_paid == 0, "Invoices", unpaid);
    let is_accepted = left_groups == LeftGroups::Accept || payee.groups_left.is_empty();
    invalid.check(is_accepted, "AcceptGroupsLeft", of_groups_left(&payee.groups_left));
    let vendor = payee.vendor.map(|vendor| vendor.trim().to_owned()).filter(|vendor| !vendor.is_empty());
    invalid.check(payee.account.is_some(), "ApiServiceId", "The commission rule has no ERP account.");
    invalid.check(vendor.is_some(), "ErpVendorId", "The commission rule has no ERP vendor.");
    let number = number(period, id, payee.suffix.as_deref());
    let is_short = number.chars().count() <= LONGEST;
    let long = format!("The bill number {number} is longer than {LONGEST} characters. Shorten the suffix of the rule.");
    invalid.check(is_short, "BillNumberSuffix", long);
    let found = payee.account.zip(vendor);
    invalid.result()?;
    let (account, vendor) =
        found.ok_or_else(|| Invalid::field("ErpVendorId", "The commission rule has no ERP vendor."))?;
    Ok(Billable { account, vendor, number, broker: payee.broker })
}

/// Why a bill is refused that pays on groups which have left the broker.
fn of_groups_left(groups: &[String]) -> String {
    let (have, them) = if groups.len() == 1 { ("has", "it") } else { ("have", "them") };
    format!(
        "{} {have} left the broker of the rule. Create the bill on the page of the statement to pay {them} all the same.",
        groups.join(", ")
    )
}

/// The number of a bill.
fn number(period: BillingMonth, id: StatementId, suffix: Option<&str>) -> String {
    let number = format!("{:04}{:02}-{id}", period.year(), period.month());
    match suffix.map(str::trim).filter(|suffix| !suffix.is_empty()) {
        Some(suffix) => format!("{number}-{suffix}"),
        None => number,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const JULY: BillingMonth = BillingMonth::from_number(2026 * 12 + 6);

    fn payee(suffix: &str) -> Payee {
        Payee {
            account: Some(ApiServiceId(3)),
            vendor: Some("77".to_owned()),
            suffix: Some(suffix.to_owned()),
            ..Payee::default()
        }
    }

    #[test]
    fn a_number_is_month_statement_and_suffix() {
        for (suffix, number) in [("ACME", "202607-42-ACME"), ("", "202607-42"), (" A ", "202607-42-A")] {
            let found = check(StatementId(42), JULY, Money::from_cents(1), payee(suffix), LeftGroups::Refuse)
                .expect("it can be billed");
            assert_eq!((found.number.as_str(), found.vendor.as_str()), (number, "77"));
        }
    }

    #[test]
    fn what_is_missing_is_named() {
        let unnamed = Payee { vendor: Some(" ".to_owned()), ..Payee::default() };
        for (cents, payee, keys) in [
            (0, payee("A"), vec!["AmountDue"]),
            (-5, payee("A"), vec!["AmountDue"]),
            (5, Payee { invoices_not_paid: 2, ..payee("A") }, vec!["Invoices"]),
            (5, Payee { groups_left: vec!["Ash".to_owned()], ..payee("A") }, vec!["AcceptGroupsLeft"]),
            (5, unnamed, vec!["ApiServiceId", "ErpVendorId"]),
            (5, payee("TWELVE-CHARS"), vec!["BillNumberSuffix"]),
            (5, payee("ELEVEN-CHAR"), vec![]),
        ] {
            let found = check(StatementId(42), JULY, Money::from_cents(cents), payee, LeftGroups::Refuse);
            let refused = found.err().unwrap_or_else(Invalid::none);
            assert_eq!(refused.0.iter().map(|error| error.key.as_str()).collect::<Vec<_>>(), keys);
        }
    }

    #[test]
    fn groups_that_left_are_paid_once_a_person_accepts_them() {
        let left = Payee { groups_left: vec!["Ash".to_owned(), "Birch".to_owned()], ..payee("A") };
        let of = |left_groups| check(StatementId(42), JULY, Money::from_cents(5), left.clone(), left_groups);
        assert!(of(LeftGroups::Accept).is_ok());
        let refused = of(LeftGroups::Refuse).expect_err("nobody has accepted them");
        assert!(refused.0[0].message.starts_with("Ash, Birch have left the broker"), "{refused:?}");
    }
}
