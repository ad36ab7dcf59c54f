//! Documents as an accounting system holds them, and the keys under which we ask for them.
//!
//! Amounts of a document are never negative: a negative snapshot is a credit memo, whose total is what is credited (rules.md#credit-memo).

use std::fmt;
use std::str::FromStr;

use chrono::NaiveDate;
use domain::Money;
use domain::billing::invoice::is_credit_memo;
use domain::erp::Content;

use crate::lookups::vendor_id;

vendor_id! {
    /// A document's id in the account (`ErpInvoiceRefId` on the wire).
    ErpId,
    /// The opaque version of a document. It changes with every change of a value that an update would overwrite, also one by a person in the ERP.
    Revision,
}

impl Revision {
    /// Whether the lines of a document have the details, such as taxes, that they had at the version `known`. A version of an earlier release
    /// knows of none.
    pub fn has_details_of(&self, known: &str) -> bool {
        let details = |revision: &str| revision.split_once('.').map(|(_, details)| details.to_owned());
        details(known).is_none_or(|known| details(self.as_str()) == Some(known))
    }

    /// Whether a document of this version is still at the version `known`. A known version of an earlier release has no second part, which is
    /// not compared then.
    pub fn is_still(&self, known: &str) -> bool {
        let first = self.as_str().split('.').next();
        self.as_str() == known || (!known.contains('.') && first == Some(known))
    }
}

/// The most characters that a connector keeps of a document number.
pub(crate) const MOST_OF_NUMBER: usize = 100;
/// The most characters that a connector keeps of a memo, the words of a line or an address.
pub(crate) const MOST_OF_TEXT: usize = 4000;

/// Whether a text can be the id of a document. The connector puts the id into addresses, and the caller stores it.
pub(crate) fn is_id(text: &str) -> bool {
    !text.trim().is_empty() && text.len() <= MOST_OF_NUMBER
}

/// What a document is to the accounting system.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DocumentKind {
    /// A snapshot whose total is zero or more.
    Invoice,
    /// A snapshot whose total is negative.
    CreditMemo,
    /// A commission statement.
    Bill,
}

impl DocumentKind {
    /// What a snapshot of this total is.
    pub fn of_snapshot(total: Money) -> Self {
        if is_credit_memo(total) { Self::CreditMemo } else { Self::Invoice }
    }

    /// All kinds, in the order of their stored numbers.
    pub const ALL: [Self; 3] = [Self::Invoice, Self::CreditMemo, Self::Bill];

    /// The kind as a person reads it in the middle of a sentence.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Invoice => "invoice",
            Self::CreditMemo => "credit memo",
            Self::Bill => "bill",
        }
    }

    const fn key_prefix(self) -> &'static str {
        match self {
            Self::Invoice => "inv",
            Self::CreditMemo => "memo",
            Self::Bill => "bill",
        }
    }
}

/// The name of one request to create or change a document: the same request has the same key, however often it is sent.
///
/// As text (`inv-123-1`) it is at most 50 letters, digits and `-`, which every vendor accepts as request id or external id.
/// The generation is raised only for a new request: an update, or a creation after one that surely made nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RequestKey {
    /// What is asked for.
    pub kind: DocumentKind,
    /// The number of our snapshot or statement.
    pub local_id: i64,
    /// Which request for this record it is, from 1.
    pub generation: u32,
}

impl fmt::Display for RequestKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}-{}", self.kind.key_prefix(), self.local_id, self.generation)
    }
}

/// A text that no request key was ever written as.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("not a request key")]
pub struct NoRequestKey;

impl FromStr for RequestKey {
    type Err = NoRequestKey;

    fn from_str(text: &str) -> Result<Self, NoRequestKey> {
        let mut parts = text.splitn(3, '-');
        let mut part = || parts.next().ok_or(NoRequestKey);
        let (prefix, local_id, generation) = (part()?, part()?, part()?);
        let kind = DocumentKind::ALL.into_iter().find(|kind| kind.key_prefix() == prefix).ok_or(NoRequestKey)?;
        let key = Self {
            kind,
            local_id: local_id.parse().map_err(|_| NoRequestKey)?,
            generation: generation.parse().map_err(|_| NoRequestKey)?,
        };
        if key.to_string() == text { Ok(key) } else { Err(NoRequestKey) }
    }
}

/// Where a document is found again.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DocumentRef {
    /// Its kind.
    pub kind: DocumentKind,
    /// Its id in the account.
    pub id: ErpId,
}

/// A document after it was created, changed or found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    /// Its kind and id.
    pub at: DocumentRef,
    /// The number it carries, which is the system's own when that insists on numbering; ours is asked for (rules.md#invoice-numbers).
    pub number: String,
    /// The version to hand back with the next update.
    pub revision: Revision,
    /// The sum of its lines as the system computed it; never negative.
    pub total: Money,
    /// Where staff can open it in the accounting system.
    pub url: Option<String>,
    /// The customer or vendor it belongs to, by its id in the account; empty when the system does not say.
    pub party: String,
    /// Its content. The caller compares it with the request to see what a person has changed since.
    pub content: Content,
}

/// A search for the document of one snapshot or statement, whichever of its requests made it (rules.md#exactly-once).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sought {
    /// The kind of the document.
    pub kind: DocumentKind,
    /// The number of our snapshot or statement.
    pub local_id: i64,
    /// The generations of the requests, the likeliest first.
    pub generations: Vec<u32>,
    /// The document numbers that the requests asked for; systems that cannot search by a key search by these.
    pub numbers: Vec<String>,
    /// The customer or vendor of the request, and its date; systems that number documents themselves search by these.
    pub written_to: Option<(String, NaiveDate)>,
}

impl Sought {
    /// The search for the document of one request that asked for a number.
    pub fn under(key: RequestKey, number: &str) -> Self {
        Self {
            kind: key.kind,
            local_id: key.local_id,
            generations: vec![key.generation],
            numbers: vec![number.to_owned()],
            written_to: None,
        }
    }

    /// The keys that the document may carry, the likeliest first.
    pub fn keys(&self) -> impl Iterator<Item = RequestKey> + '_ {
        let key = |generation: &u32| RequestKey { kind: self.kind, local_id: self.local_id, generation: *generation };
        self.generations.iter().map(key)
    }
}

/// What is still open of a document, as read from the accounting system.
///
/// Which of `Open`, `Partially Paid`, `Paid`, `Overdue` and `Voided` it is called, `domain` decides (rules.md#payment-status).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// The number it carries.
    pub number: String,
    /// Its version, to notice changes made in the accounting system.
    pub revision: Revision,
    /// The customer or vendor it belongs to, by its id in the account; empty when the system does not say.
    pub party: String,
    /// The name of that customer or vendor; empty when the system does not say.
    pub party_name: String,
    /// Its total; never negative.
    pub total: Money,
    /// The part not paid, or of a credit memo not used; between zero and the total, and zero when voided.
    pub balance: Money,
    /// Whether it was voided: kept under its number, but without effect.
    pub voided: bool,
    /// Whether it was mailed to the customer; `None` where the system does not tell.
    pub mailed: Option<bool>,
    /// The date it carries.
    pub dated: NaiveDate,
    /// When it is due, if the system says so.
    pub due_on: Option<NaiveDate>,
    /// The memo the customer reads.
    pub memo: String,
    /// A page where the customer can pay it (rules.md#paying-an-invoice).
    pub payment_url: Option<String>,
    /// Its lines: the description and the amount of each, without the sums that a system adds.
    pub lines: Vec<(String, Money)>,
}

impl Standing {
    /// Returns the customer or vendor by name, with the id behind it; the id alone where the system says no name.
    pub fn named_party(&self) -> String {
        if self.party_name.is_empty() { self.party.clone() } else { format!("{} ({})", self.party_name, self.party) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_of_an_earlier_release_is_compared_by_its_only_part() {
        let now = Revision("ab.cd".to_owned());
        for (known, is_still) in [("ab.cd", true), ("ab", true), ("ab.ce", false), ("cd", false), ("", false)] {
            assert_eq!(now.is_still(known), is_still, "{known}");
        }
        for (known, has) in [("ab.cd", true), ("xy.cd", true), ("ab.ce", false), ("ab", true)] {
            assert_eq!(now.has_details_of(known), has, "{known}");
        }
    }

    #[test]
    fn a_key_reads_back_as_it_was_written() {
        for kind in DocumentKind::ALL {
            for (local_id, generation) in [(1, 1), (123, 2), (i64::MAX, u32::MAX)] {
                let key = RequestKey { kind, local_id, generation };
                assert_eq!(key.to_string().parse(), Ok(key));
                assert!(key.to_string().len() <= 50, "{key}");
            }
        }
    }

    #[test]
    fn only_what_we_wrote_is_a_key() {
        for text in
            ["", "inv", "inv-1", "inv-1-", "inv--1", "INV-1-1", "inv-01-1", "inv-1-1-1", "order-1-1", "inv-1-+1"]
        {
            assert_eq!(text.parse::<RequestKey>(), Err(NoRequestKey), "{text:?}");
        }
    }
}
