//! The party and content that a request to an ERP asked for. They are kept to tell our documents from those that others have written
//! (rules.md#exactly-once).

use domain::Money;
use domain::erp::Content;
use serde::{Deserialize, Serialize};

use crate::Result;
use crate::error::damaged;

/// The party and content of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    /// The customer or vendor, by its id in the account.
    pub party: String,
    /// The content that the document is to have.
    pub content: Content,
}

#[derive(Serialize, Deserialize)]
struct Stored {
    party: String,
    dated: String,
    due_on: Option<String>,
    memo: String,
    cents: i64,
    lines: Vec<(String, i64)>,
}

impl Asked {
    pub(super) fn to_text(&self) -> Option<String> {
        let Content { dated, due_on, memo, total, lines } = &self.content;
        let lines = lines.iter().flatten().map(|(text, amount)| (text.clone(), amount.cents()));
        let stored = Stored {
            party: self.party.clone(),
            dated: dated.to_string(),
            due_on: due_on.map(|day| day.to_string()),
            memo: memo.clone(),
            cents: total.cents(),
            lines: lines.collect(),
        };
        serde_json::to_string(&stored).ok()
    }

    pub(super) fn from_text(text: &str) -> Result<Self> {
        let bad = || damaged("what was asked for a document");
        let stored: Stored = serde_json::from_str(text).map_err(|_| bad())?;
        let lines = stored.lines.into_iter().map(|(text, cents)| (text, Money::from_cents(cents)));
        let content = Content {
            dated: stored.dated.parse().map_err(|_| bad())?,
            due_on: stored.due_on.map(|day| day.parse().map_err(|_| bad())).transpose()?,
            memo: stored.memo,
            total: Money::from_cents(stored.cents),
            lines: Some(lines.collect()),
        };
        Ok(Self { party: stored.party, content })
    }
}
