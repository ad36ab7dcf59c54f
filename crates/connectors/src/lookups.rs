//! Who and what an accounting system already knows: customers, vendors and payment terms. Their ids mean something to that system only.

use std::fmt;

macro_rules! vendor_id {
    ($($(#[$meta:meta])* $name:ident),* $(,)?) => {$(
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub String);

        impl $name {
            /// The id as the system wrote it.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl From<&str> for $name {
            fn from(id: &str) -> Self {
                Self(id.to_owned())
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    )*};
}
pub(crate) use vendor_id;

vendor_id! {
    /// A customer of the account (`ErpCustomerId` on the wire).
    CustomerId,
    /// A vendor of the account (`ErpVendorId` on the wire).
    VendorId,
    /// Payment terms of the account (`ErpDefaultInvoiceTermId` on the wire).
    TermId,
}

/// Someone who is invoiced.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Customer {
    /// Its id in the account.
    pub id: CustomerId,
    /// The name people know it by.
    pub display_name: String,
}

/// Someone who is paid, such as the payee of a commission rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Vendor {
    /// Its id in the account.
    pub id: VendorId,
    /// The name people know it by.
    pub display_name: String,
}

/// Payment terms, such as `Net 30`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Term {
    /// Its id in the account.
    pub id: TermId,
    /// Its name.
    pub name: String,
    /// Days from the document's date to its due date; `None` when the terms do not count days; 30 are taken then (rules.md#invoice-and-due-date).
    pub due_days: Option<u16>,
}
