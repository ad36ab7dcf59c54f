//! The settings of a NetSuite account, and the addresses that follow from them.

use reqwest::Url;

use crate::document::DocumentKind;
use crate::secret::Secret;
use crate::settings::{BadSetting, base_url, below, filled};

/// What the interface is under, whatever its host.
const REST: [&str; 2] = ["services", "rest"];

/// The settings of an account; texts that are empty were not filled in.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NetSuiteConfig {
    /// The root of the interface; by the account when it is empty.
    pub api_base_url: String,
    /// The account.
    pub account_id: String,
    /// The integration.
    pub client_id: String,
    /// The private key of its certificate in PEM (rules.md#erp-private-key).
    pub private_key: Secret,
    /// The certificate.
    pub certificate_id: String,
    /// Whose documents they are, in an account of several companies.
    pub subsidiary_id: String,
    /// The department of all documents and lines.
    pub department_id: String,
    /// Their class.
    pub class_id: String,
    /// Their location.
    pub location_id: String,
    /// The form of invoices.
    pub invoice_custom_form_id: String,
    /// The form of bills.
    pub vendor_bill_custom_form_id: String,
    /// The terms of an invoice whose plan has none.
    pub default_terms_id: String,
    /// What invoices are owed to.
    pub invoice_ar_account_id: String,
    /// The item of memberships.
    pub pepm_item_id: String,
    /// The item of consultations.
    pub per_consult_item_id: String,
    /// The item of consultations after hours.
    pub after_hours_item_id: String,
    /// What commissions are booked to.
    pub cost_of_revenue_commission_account_id: String,
    /// What bills are owed from.
    pub ap_account_id: String,
    /// The terms of bills.
    pub commission_bill_terms_id: String,
}

/// The addresses of an account.
#[derive(Debug, Clone)]
pub(super) struct Addresses {
    pub(super) records: Url,
    pub(super) suiteql: Url,
    pub(super) tokens: Url,
    /// The account that the address leads to, where that is another one than the account ID names.
    pub(super) other_account: Option<String>,
    pages: Url,
}

impl Addresses {
    pub(super) fn of(config: &NetSuiteConfig) -> Result<Self, BadSetting> {
        let account = host_part(filled("AccountId", &config.account_id)?)?;
        filled("ClientId", &config.client_id)?;
        filled("CertificateId", &config.certificate_id)?;
        let vendor = |service: &str| Url::parse(&format!("https://{account}.{service}.netsuite.com"));
        let bad = |_| BadSetting::of("AccountId", "This is no account ID.");
        let own = vendor("suitetalk.api").map_err(bad)?;
        let base = if config.api_base_url.trim().is_empty() { own } else { base_url(&config.api_base_url)? };
        let led_to = base.host_str().and_then(|host| host.strip_suffix(".suitetalk.api.netsuite.com"));
        let other_account = led_to.filter(|led_to| *led_to != account).map(str::to_owned);
        let is_vendor = base.host_str().is_some_and(|host| host.ends_with(".netsuite.com"));
        let mut pages = if is_vendor { vendor("app").map_err(bad)? } else { base.clone() };
        pages.set_path("");
        let root =
            if base.path().trim_end_matches('/').ends_with("/services/rest") { base } else { below(&base, &REST) };
        Ok(Self {
            records: below(&root, &["record", "v1"]),
            suiteql: below(&root, &["query", "v1", "suiteql"]),
            tokens: below(&root, &["auth", "oauth2", "v1", "token"]),
            other_account,
            pages,
        })
    }

    /// Where staff open a document.
    pub(super) fn page(&self, kind: DocumentKind, id: &str) -> String {
        let page = match kind {
            DocumentKind::Invoice => "custinvc.nl",
            DocumentKind::CreditMemo => "custcred.nl",
            DocumentKind::Bill => "vendbill.nl",
        };
        let mut url = below(&self.pages, &["app", "accounting", "transactions", page]);
        url.query_pairs_mut().append_pair("id", id);
        url.into()
    }
}

/// An account as it stands in the name of a host: `1234567_SB1` is `1234567-sb1` there.
fn host_part(account: &str) -> Result<String, BadSetting> {
    let part = account.to_lowercase().replace('_', "-");
    let is_good = part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    if is_good { Ok(part) } else { Err(BadSetting::of("AccountId", "The account ID has letters, digits and _ only.")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_account_gives_the_host_unless_an_address_is_set() {
        let config = NetSuiteConfig {
            account_id: "1234567_SB1".to_owned(),
            client_id: "id".to_owned(),
            certificate_id: "certificate".to_owned(),
            ..NetSuiteConfig::default()
        };
        let at = Addresses::of(&config).expect("settings");
        assert_eq!(at.records.host_str(), Some("1234567-sb1.suitetalk.api.netsuite.com"));
        assert_eq!(at.tokens.path(), "/services/rest/auth/oauth2/v1/token");
        assert!(
            at.page(DocumentKind::Invoice, "7")
                .ends_with(".app.netsuite.com/app/accounting/transactions/custinvc.nl?id=7")
        );
        for base in ["http://127.0.0.1:8090", "http://127.0.0.1:8090/services/rest/"] {
            let at =
                Addresses::of(&NetSuiteConfig { api_base_url: base.to_owned(), ..config.clone() }).expect("settings");
            assert_eq!(at.suiteql.as_str(), "http://127.0.0.1:8090/services/rest/query/v1/suiteql");
            let page = at.page(DocumentKind::Bill, "7");
            assert_eq!(page, "http://127.0.0.1:8090/app/accounting/transactions/vendbill.nl?id=7");
        }
        let own = at.tokens.to_string();
        for (base, other) in [
            (own.clone(), None),
            (own.replace("-sb1", ""), Some("1234567")),
            ("http://127.0.0.1:8090".to_owned(), None),
        ] {
            let at = Addresses::of(&NetSuiteConfig { api_base_url: base.clone(), ..config.clone() }).expect("settings");
            assert_eq!(at.other_account.as_deref(), other, "{base}");
        }
        let bad = NetSuiteConfig { account_id: "a.b/c".to_owned(), ..config };
        assert_eq!(Addresses::of(&bad).expect_err("refused").field, "AccountId");
    }
}
