//! ERP accounts ("API services"): which systems there are, and what an account, its configuration and its tokens must hold.

mod addresses;
mod configuration;
mod expiry;
mod tokens;

pub use addresses::is_reachable;
pub use configuration::{AccountingConfig, NetsuiteConfig, SECRET_LIMIT, check_secret, company_stays, setting_label};
pub use expiry::{TokenEnds, TokenExpiry};
pub use tokens::{TOKEN_LIMIT, TokenForm, TokenTexts};

use url::{Host, Url};

use crate::Invalid;
use crate::text::fold;

/// The ERP behind an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ServiceType {
    /// QuickBooks Online.
    QuickBooks,
    /// NetSuite.
    NetSuite,
}

impl ServiceType {
    /// Every system, in the order of the selector.
    pub const ALL: [Self; 2] = [Self::QuickBooks, Self::NetSuite];

    /// The name shown to people.
    pub const fn name(self) -> &'static str {
        match self {
            Self::QuickBooks => "QuickBooks",
            Self::NetSuite => "NetSuite",
        }
    }

    /// The value on the wire and in the database.
    pub const fn value(self) -> &'static str {
        match self {
            Self::QuickBooks => "quickbooks",
            Self::NetSuite => "netsuite",
        }
    }

    /// The system of a wire value, whatever its case.
    pub fn from_value(value: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.value().eq_ignore_ascii_case(value.trim()))
    }
}

/// An ERP account as it was typed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AccountForm {
    /// Required, at most 100 characters, unique whatever its case.
    pub name: String,
    /// A value of [`ServiceType`].
    pub service_type: String,
    /// The address of the system's API; `https`, or `http` on this machine.
    pub api_base_url: String,
}

/// An ERP account's values that have passed every rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountDetails {
    /// Trimmed.
    pub name: String,
    /// The system.
    pub service_type: ServiceType,
    /// Without a slash at its end.
    pub api_base_url: String,
}

impl AccountDetails {
    /// The folded name, unique among all accounts.
    pub fn name_key(&self) -> String {
        fold(&self.name)
    }
}

impl AccountForm {
    /// Checks every rule. `stored` is the system of an account that must keep it.
    ///
    /// # Errors
    /// Every wrong field, by its name on the wire.
    pub fn check(&self, stored: Option<ServiceType>) -> Result<AccountDetails, Invalid> {
        let mut invalid = Invalid::none();
        invalid.require_name("Name", "Name", &self.name, 100);
        let service_type = ServiceType::from_value(&self.service_type);
        let blank = self.service_type.trim().is_empty();
        let missing = if blank { "Service Type is required." } else { "There is no such service type." };
        invalid.check(service_type.is_some(), "ServiceType", missing);
        let changed = stored.is_some() && service_type.is_some() && service_type != stored;
        invalid.check(
            !changed,
            "ServiceType",
            "The service type stays as it is: this account has a configuration, tokens or documents.",
        );
        invalid.limit("ApiBaseUrl", "Base URL", &self.api_base_url, 300);
        let address = base_url(&self.api_base_url).map_err(|message| invalid.add("ApiBaseUrl", message)).ok();
        match (service_type, address) {
            (Some(service_type), Some(api_base_url)) => {
                invalid.or(AccountDetails { name: self.name.trim().to_owned(), service_type, api_base_url })
            }
            _ => Err(invalid),
        }
    }
}

/// The address without a slash at its end, or what is wrong with it.
fn base_url(text: &str) -> Result<String, &'static str> {
    let text = text.trim();
    if text.is_empty() {
        return Err("Base URL is required.");
    }
    let url = Url::parse(text).map_err(|_| "Base URL must be a whole address that begins with https.")?;
    if url.scheme() != "https" && !(url.scheme() == "http" && is_this_machine(&url)) {
        return Err("Base URL must begin with https, unless the system is on this machine.");
    }
    if !leads_to_a_public_host(&url) {
        return Err("Base URL must lead to a public address, or to this machine.");
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err("Base URL must not hold a user name or a password.");
    }
    if url.query().is_some() || url.fragment().is_some() {
        return Err("Base URL must end before any ? or #.");
    }
    Ok(url.as_str().trim_end_matches('/').to_owned())
}

/// Whether an address leads to another server than the one before it; its path may differ (rules.md#company-of-an-account).
///
/// `own` is the port on this machine of the installation's own sandbox, which may move to another.
pub fn leads_elsewhere(before: &str, after: &str, own: Option<u16>) -> bool {
    let (Ok(before), Ok(after)) = (Url::parse(before), Url::parse(after)) else { return before != after };
    let is_own = own.is_some_and(|port| after.port_or_known_default() == Some(port) && is_this_machine(&after));
    let server = |url: &Url| (url.host_str().map(str::to_owned), url.port_or_known_default());
    server(&before) != server(&after) && !(is_own && is_this_machine(&before))
}

/// Whether the host is a name, or an address that an account may lead to. Where a name leads is found out by each call.
fn leads_to_a_public_host(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(_)) => true,
        Some(Host::Ipv4(address)) => is_reachable(address.into()),
        Some(Host::Ipv6(address)) => is_reachable(address.into()),
        None => false,
    }
}

fn is_this_machine(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form() -> AccountForm {
        AccountForm {
            name: " Main books ".into(),
            service_type: "QuickBooks".into(),
            api_base_url: "https://books.example/".into(),
        }
    }

    fn error(vary: impl FnOnce(&mut AccountForm)) -> String {
        let mut form = form();
        vary(&mut form);
        form.check(Some(ServiceType::QuickBooks)).err().map_or(String::new(), |invalid| invalid.to_string())
    }

    #[test]
    fn a_name_of_an_account_is_one_line_that_prints() {
        for name in ["Main\nbooks", "Main\tbooks", "Main\u{202e}books", "Main\u{200b}books", "<b>Main</b>"] {
            assert!(error(|form| form.name = name.into()).starts_with("Name: Name must"), "{name:?}");
        }
        assert_eq!(error(|form| form.name = "QuickBooks (North) #2".into()), "");
    }

    #[test]
    fn an_account_is_trimmed_and_its_address_ends_without_a_slash() {
        let account = form().check(None).expect("valid");
        assert_eq!((account.name.as_str(), account.name_key().as_str()), ("Main books", "main books"));
        assert_eq!(account.service_type, ServiceType::QuickBooks);
        assert_eq!(account.api_base_url, "https://books.example");
    }

    #[test]
    fn each_field_has_its_rule() {
        for (wrong, expected) in [
            (error(|_| {}), ""),
            (error(|form| form.name = " ".into()), "Name: Name is required."),
            (error(|form| form.name = "x".repeat(101)), "Name: Name must be at most 100 characters."),
            (error(|form| form.service_type.clear()), "ServiceType: Service Type is required."),
            (error(|form| form.service_type = "sage".into()), "ServiceType: There is no such service type."),
            (error(|form| form.service_type = "netsuite".into()), "ServiceType: The service type stays"),
            (error(|form| form.api_base_url.clear()), "ApiBaseUrl: Base URL is required."),
            (error(|form| form.api_base_url = "books.example".into()), "ApiBaseUrl: Base URL must be a whole address"),
            (error(|form| form.api_base_url = "http://books.example".into()), "ApiBaseUrl: Base URL must begin with"),
            (error(|form| form.api_base_url = "file:///etc/passwd".into()), "ApiBaseUrl: Base URL must begin with"),
            (
                error(|form| form.api_base_url = format!("{}://a:b@books.example", "https")),
                "ApiBaseUrl: Base URL must not hold",
            ),
            (error(|form| form.api_base_url = "https://books.example/?a=1".into()), "ApiBaseUrl: Base URL must end"),
            (
                error(|form| form.api_base_url = "https://169.254.169.254/latest".into()),
                "ApiBaseUrl: Base URL must lead to a public address, or to this machine.",
            ),
        ] {
            assert!(wrong.starts_with(expected) && wrong.is_empty() == expected.is_empty(), "{wrong} / {expected}");
        }
    }

    #[test]
    fn only_this_machine_is_reached_without_encryption() {
        for (scheme, host, allowed) in [
            ("http", "127.0.0.1:9090", true),
            ("http", "127.8.9.10", true),
            ("http", "localhost:9090/netsuite", true),
            ("http", "[::1]:9090", true),
            ("http", "10.0.0.1", false),
            ("http", "localhost.example", false),
            ("https", "8.8.8.8", true),
            ("https", "10.0.0.1", false),
            ("https", "169.254.169.254", false),
            ("https", "0xa9fea9fe", false),
            ("https", "[fe80::1]", false),
            ("https", "[::ffff:169.254.169.254]/latest", false),
        ] {
            let address = format!("{scheme}://{host}");
            assert_eq!(base_url(&address).is_ok(), allowed, "{address}");
        }
    }

    #[test]
    fn an_address_leads_elsewhere_by_its_host_and_port() {
        for (before, after, elsewhere) in [
            ("https://books.example", "https://books.example/rest", false),
            ("https://books.example", "https://books.example:443", false),
            ("https://books.example", "https://books.example:8443", true),
            ("https://books.example", "https://other.example", true),
            ("http://127.0.0.1:8090", "http://127.0.0.1:8091", true),
            ("http://127.0.0.1:8090", "http://127.0.0.1:9000", false),
            ("http://127.0.0.1:8090", "http://localhost:9000/netsuite", false),
            ("https://books.example", "http://127.0.0.1:9000", true),
        ] {
            assert_eq!(leads_elsewhere(before, after, Some(9000)), elsewhere, "{before} {after}");
        }
        assert!(leads_elsewhere("http://127.0.0.1:8090", "http://127.0.0.1:9000", None));
    }

    #[test]
    fn systems_are_found_by_their_value() {
        for kind in ServiceType::ALL {
            assert_eq!(ServiceType::from_value(kind.value()), Some(kind));
        }
        assert_eq!(ServiceType::from_value(" NETSUITE "), Some(ServiceType::NetSuite));
        assert_eq!(ServiceType::from_value(""), None);
    }
}
