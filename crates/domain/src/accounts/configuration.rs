//! The configuration of an ERP account: free texts that the vendor knows, and a secret that is stored sealed.

use std::borrow::Cow;

use serde_json::{Map, Value};

use crate::Invalid;
use crate::labels::label;
use crate::text::non_blank;

/// The most bytes of a client secret; a NetSuite account's is a private key in PEM form (rules.md#erp-private-key).
pub const SECRET_LIMIT: usize = 16_384;
/// The most characters of a configuration text.
const TEXT_LIMIT: usize = 200;
/// The most characters before an invoice number: with the six digits of the snapshot's id 21 in all
/// (rules.md#invoice-numbers).
const LEADING_LIMIT: usize = 15;

macro_rules! configuration {
    ($(#[$meta:meta])* $name:ident { $($field:ident $key:literal $label:literal),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Default, PartialEq, Eq)]
        pub struct $name {
            $(
                #[doc = concat!("`", $key, "`.")]
                pub $field: Option<String>,
            )*
        }

        impl $name {
            const LABELS: &[(&str, &str)] = &[$(($key, $label),)*];

            /// The fields by their names on the wire, for the audit.
            pub fn recorded(&self) -> Value {
                let mut all = Map::new();
                $(all.insert($key.to_owned(), self.$field.clone().into());)*
                Value::Object(all)
            }

            /// Trims every text and takes a blank one as none.
            ///
            /// # Errors
            /// Every field that is too long or holds a control character, by its name on the wire.
            pub fn check(&self) -> Result<Self, Invalid> {
                let mut invalid = Invalid::none();
                let checked = Self {
                    $($field: text(&mut invalid, $key, $label, self.$field.as_deref()),)*
                };
                invalid.or(checked)
            }
        }
    };
}

configuration! {
    /// The configuration of a QuickBooks account, without its secret.
    AccountingConfig {
        realm_id "RealmId" "Realm ID",
        client_id "ClientId" "Client ID",
        leading_invoice_number "LeadingInvoiceNumber" "Leading Invoice Number",
        pepm_class_id "PEPMClassId" "PEPM Class ID",
        pepm_product_id "PEPMProductId" "PEPM Product ID",
        per_consult_product_id "PerConsultProductId" "Per Consult Product ID",
        per_consult_class_id "PerConsultClassId" "Per Consult Class ID",
        cost_of_revenue_commission_account_id "CostOfRevenueCommissionAccountId" "Cost of Revenue Commission Account ID",
        cost_of_revenue_class_id "CostOfRevenueClassId" "Cost of Revenue Class ID",
        ap_account_id "APAccountId" "AP Account ID",
        commission_bill_sales_term_id "CommissionBillSalesTermId" "Commission Bill Sales Term ID",
        location_id "LocationId" "Location ID",
        agent_id "AgentId" "Agent ID",
        dollar_amount_id "DollarAmountId" "Dollar Amount ID",
        tag_ids "TagIds" "Tag IDs",
    }
}

configuration! {
    /// The configuration of a NetSuite account, without its secret.
    NetsuiteConfig {
        account_id "AccountId" "Account ID",
        client_id "ClientId" "Client ID (Integration Key)",
        certificate_id "CertificateId" "Certificate ID",
        subsidiary_id "SubsidiaryId" "Subsidiary ID",
        subsidiary_legal_name "SubsidiaryLegalName" "Subsidiary Legal Name",
        department_id "DepartmentId" "Department ID",
        class_id "ClassId" "Class ID",
        location_id "LocationId" "Location ID",
        leading_invoice_number "LeadingInvoiceNumber" "Leading Invoice Number",
        invoice_custom_form_id "InvoiceCustomFormId" "Invoice Custom Form ID",
        default_terms_id "DefaultTermsId" "Default Terms ID",
        invoice_ar_account_id "InvoiceARAccountId" "Invoice AR Account ID",
        pepm_item_id "PEPMItemId" "PEPM Item ID",
        per_consult_item_id "PerConsultItemId" "Per Consult Item ID",
        after_hours_item_id "AfterHoursItemId" "After Hours Item ID",
        cost_of_revenue_commission_account_id "CostOfRevenueCommissionAccountId" "Cost of Revenue Commission Account ID",
        ap_account_id "APAccountId" "AP Account ID",
        commission_bill_terms_id "CommissionBillTermsId" "Commission Bill Terms ID",
        vendor_bill_custom_form_id "VendorBillCustomFormId" "Vendor Bill Custom Form ID",
    }
}

impl AccountingConfig {
    /// The field that names the company, and what it names however it is spelled (rules.md#company-of-an-account).
    pub fn company(&self) -> (&'static str, Option<String>) {
        ("RealmId", self.realm_id.clone())
    }
}

impl NetsuiteConfig {
    /// The field that names the company, and what it names however it is spelled (rules.md#company-of-an-account).
    pub fn company(&self) -> (&'static str, Option<String>) {
        ("AccountId", self.account_id.as_ref().map(|id| id.to_lowercase().replace('_', "-")))
    }
}

/// What is wrong with a field that leads to another company than the one that holds documents (rules.md#company-of-an-account).
pub fn company_stays(key: &str) -> Invalid {
    let called = setting_label(key);
    Invalid::field(
        key,
        format!(
            "{called} stays as it is: documents were made at the ERP through this account. Make another API service."
        ),
    )
}

/// What the editors call a setting of an account or its configuration.
pub fn setting_label(key: &str) -> Cow<'static, str> {
    let all = AccountingConfig::LABELS.iter().chain(NetsuiteConfig::LABELS);
    let found = all.into_iter().find(|(name, _)| *name == key).map(|(_, label)| Cow::Borrowed(*label));
    found.unwrap_or_else(|| label(key))
}

fn text(invalid: &mut Invalid, key: &str, label: &str, typed: Option<&str>) -> Option<String> {
    let typed = non_blank(typed.unwrap_or_default())?;
    let longest = if key == "LeadingInvoiceNumber" { LEADING_LIMIT } else { TEXT_LIMIT };
    invalid.limit(key, label, typed, longest);
    invalid.check(!typed.chars().any(char::is_control), key, format!("{label} must be one line."));
    Some(typed.to_owned())
}

/// The secret that was typed, trimmed; none when the stored one stays (rules.md#stored-secrets).
///
/// # Errors
/// On `ClientSecret` when it is longer than [`SECRET_LIMIT`].
pub fn check_secret(typed: Option<&str>) -> Result<Option<String>, Invalid> {
    let Some(typed) = non_blank(typed.unwrap_or_default()) else { return Ok(None) };
    let fits = typed.len() <= SECRET_LIMIT;
    let mut invalid = Invalid::none();
    invalid.check(fits, "ClientSecret", format!("Client Secret must be at most {SECRET_LIMIT} bytes."));
    invalid.or(Some(typed.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blank_texts_are_none_and_others_are_trimmed() {
        let typed = AccountingConfig {
            realm_id: Some(" 123 ".into()),
            client_id: Some("  ".into()),
            ..AccountingConfig::default()
        };
        let checked = typed.check().expect("valid");
        assert_eq!(checked, AccountingConfig { realm_id: Some("123".into()), ..AccountingConfig::default() });
        assert_eq!(checked.recorded()["RealmId"], "123");
        assert_eq!(checked.recorded()["APAccountId"], Value::Null);
    }

    #[test]
    fn wrong_texts_are_named_as_on_the_wire() {
        let wrong = NetsuiteConfig {
            pepm_item_id: Some("x".repeat(201)),
            invoice_ar_account_id: Some("1\n2".into()),
            leading_invoice_number: Some("x".repeat(16)),
            ..NetsuiteConfig::default()
        };
        let errors = wrong.check().expect_err("wrong").to_string();
        for expected in [
            "PEPMItemId: PEPM Item ID must be at most 200 characters.",
            "InvoiceARAccountId: Invoice AR Account ID must be one line.",
            "LeadingInvoiceNumber: Leading Invoice Number must be at most 15 characters.",
        ] {
            assert!(errors.contains(expected), "{errors}");
        }
    }

    #[test]
    fn a_company_is_the_same_in_each_spelling_of_its_account() {
        let netsuite = |id: &str| NetsuiteConfig { account_id: Some(id.into()), ..NetsuiteConfig::default() };
        assert_eq!(netsuite("1234567_SB1").company(), netsuite("1234567-sb1").company());
        assert_ne!(netsuite("1234567_SB1").company(), netsuite("1234567_SB2").company());
        assert_ne!(netsuite("1234567").company(), NetsuiteConfig::default().company());
        let quickbooks = |id: &str| AccountingConfig { realm_id: Some(id.into()), ..AccountingConfig::default() };
        assert_ne!(quickbooks("123").company(), quickbooks("999").company());
        assert!(company_stays("RealmId").to_string().starts_with("RealmId: Realm ID stays as it is"));
    }

    #[test]
    fn settings_are_called_as_in_the_editors() {
        for (key, expected) in [
            ("RealmId", "Realm ID"),
            ("PEPMItemId", "PEPM Item ID"),
            ("ClientSecret", "Client Secret"),
            ("ApiBaseUrl", "Base URL"),
        ] {
            assert_eq!(setting_label(key), expected);
        }
    }

    #[test]
    fn a_blank_secret_keeps_the_stored_one() {
        for (typed, kept) in [(None, None), (Some(" \n"), None), (Some(" s3cret "), Some("s3cret"))] {
            assert_eq!(check_secret(typed).expect("valid").as_deref(), kept, "{typed:?}");
        }
        let long = "x".repeat(SECRET_LIMIT + 1);
        assert_eq!(check_secret(Some(&long)).expect_err("too long").0[0].key, "ClientSecret");
    }
}
