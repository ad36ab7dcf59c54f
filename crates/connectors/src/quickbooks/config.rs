//! The settings of a QuickBooks account, and the addresses that follow from them.

use reqwest::Url;

use crate::document::DocumentKind;
use crate::secret::Secret;
use crate::settings::{BadSetting, base_url, below, filled};

/// Where the vendor's own hosts give tokens; its interfaces are under other names.
const VENDOR_TOKENS: &str = "https://oauth.platform.intuit.com/oauth2/v1/tokens/bearer";
const VENDOR: &str = ".intuit.com";

/// The settings of an account; texts that are empty were not filled in.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct QuickBooksConfig {
    /// The root of the interface.
    pub api_base_url: String,
    /// The company.
    pub realm_id: String,
    /// The application.
    pub client_id: String,
    /// Its secret.
    pub client_secret: Secret,
    /// The product of memberships.
    pub pepm_product_id: String,
    /// The class of memberships.
    pub pepm_class_id: String,
    /// The product of consultations, after hours too.
    pub per_consult_product_id: String,
    /// The class of consultations.
    pub per_consult_class_id: String,
    /// The location of all documents.
    pub location_id: String,
    /// What bills are owed from.
    pub ap_account_id: String,
    /// What commissions are booked to.
    pub cost_of_revenue_commission_account_id: String,
    /// Their class.
    pub cost_of_revenue_class_id: String,
    /// The terms of bills.
    pub commission_bill_sales_term_id: String,
    /// The custom field of the broker.
    pub agent_id: String,
    /// The custom field of the amount.
    pub dollar_amount_id: String,
}

/// The addresses of an account.
#[derive(Debug, Clone)]
pub(super) struct Addresses {
    pub(super) company: Url,
    pub(super) tokens: Url,
    base: Url,
}

impl Addresses {
    pub(super) fn of(config: &QuickBooksConfig) -> Result<Self, BadSetting> {
        let base = base_url(&config.api_base_url)?;
        let realm = filled("RealmId", &config.realm_id)?;
        if !realm.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(BadSetting::of("RealmId", "The company ID has digits only."));
        }
        filled("ClientId", &config.client_id)?;
        filled("ClientSecret", config.client_secret.reveal())?;
        Ok(Self { company: below(&base, &["v3", "company", realm]), tokens: token_url(&base), base })
    }

    /// Where staff open a document. The vendor does not document these addresses.
    pub(super) fn page_unverified(&self, kind: DocumentKind, id: &str) -> String {
        let root = match self.base.host_str().unwrap_or_default() {
            "quickbooks.api.intuit.com" => Url::parse("https://app.qbo.intuit.com"),
            "sandbox-quickbooks.api.intuit.com" => Url::parse("https://app.sandbox.qbo.intuit.com"),
            _ => Ok(self.base.clone()),
        };
        let page = match kind {
            DocumentKind::Invoice => "invoice",
            DocumentKind::CreditMemo => "creditmemo",
            DocumentKind::Bill => "bill",
        };
        let mut url = below(root.as_ref().unwrap_or(&self.base), &["app", page]);
        url.query_pairs_mut().append_pair("txnId", id);
        url.into()
    }
}

/// Where tokens are asked for: the vendor's interfaces and tokens have different hosts, and the settings have one.
fn token_url(base: &Url) -> Url {
    let is_vendor = base.host_str().is_some_and(|host| host.ends_with(VENDOR));
    let own = Url::parse(VENDOR_TOKENS).ok().filter(|_| is_vendor);
    own.unwrap_or_else(|| below(base, &["oauth2", "v1", "tokens", "bearer"]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(base: &str) -> QuickBooksConfig {
        QuickBooksConfig {
            api_base_url: base.to_owned(),
            realm_id: "913".to_owned(),
            client_id: "id".to_owned(),
            client_secret: Secret::new("secret"),
            ..QuickBooksConfig::default()
        }
    }

    #[test]
    fn tokens_and_pages_of_the_vendor_are_elsewhere() {
        let vendor = ["https", "://quickbooks.api", VENDOR].concat();
        let at = Addresses::of(&config(&vendor)).expect("settings");
        assert_eq!(at.tokens.as_str(), VENDOR_TOKENS);
        assert_eq!(at.company.as_str(), format!("{vendor}/v3/company/913"));
        assert!(at.page_unverified(DocumentKind::Invoice, "7").ends_with("/app/invoice?txnId=7"));
        let at = Addresses::of(&config("http://127.0.0.1:8090/")).expect("settings");
        assert_eq!(at.tokens.as_str(), "http://127.0.0.1:8090/oauth2/v1/tokens/bearer");
        assert_eq!(at.page_unverified(DocumentKind::Bill, "7"), "http://127.0.0.1:8090/app/bill?txnId=7");
        let imitator = Addresses::of(&config("https://quickbooks.api.intuit.com.books.example")).expect("settings");
        assert!(imitator.tokens.as_str().starts_with("https://quickbooks.api.intuit.com.books.example/oauth2/"));
    }

    #[test]
    fn a_setting_that_is_missing_is_named() {
        let good = config("https://books.example");
        for (bad, field) in [
            (QuickBooksConfig { api_base_url: String::new(), ..good.clone() }, "ApiBaseUrl"),
            (QuickBooksConfig { realm_id: " ".to_owned(), ..good.clone() }, "RealmId"),
            (QuickBooksConfig { realm_id: "1/../2".to_owned(), ..good.clone() }, "RealmId"),
            (QuickBooksConfig { client_id: String::new(), ..good.clone() }, "ClientId"),
            (QuickBooksConfig { client_secret: Secret::default(), ..good.clone() }, "ClientSecret"),
        ] {
            assert_eq!(Addresses::of(&bad).expect_err("refused").field, field);
        }
    }
}
