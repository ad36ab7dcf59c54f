//! The vendor's JSON.

use serde::{Deserialize, Serialize};
use serde_json::Number;

/// A reference to another record.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Reference {
    pub(super) id: String,
}

/// A page of rows of a query.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Page<T> {
    pub(super) items: Vec<T>,
    #[serde(default)]
    pub(super) has_more: bool,
}

/// A customer or vendor as a row; columns without a value are absent.
#[derive(Debug, Deserialize)]
pub(super) struct Party {
    pub(super) id: String,
    pub(super) entityid: Option<String>,
    pub(super) companyname: Option<String>,
}

/// Payment terms as a row.
#[derive(Debug, Deserialize)]
pub(super) struct TermRow {
    pub(super) id: String,
    pub(super) name: Option<String>,
    pub(super) daysuntilnetdue: Option<String>,
}

/// An invoice, credit memo or vendor bill, as it is sent and as it comes; what is not named here stays as it is.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Paper {
    #[serde(skip_serializing)]
    pub(super) id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) tran_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) tran_date: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) due_date: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) entity: Option<Reference>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) subsidiary: Option<Reference>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) custom_form: Option<Reference>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) terms: Option<Reference>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) account: Option<Reference>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) department: Option<Reference>,
    #[serde(rename = "class", skip_serializing_if = "Option::is_none")]
    pub(super) class_of: Option<Reference>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) location: Option<Reference>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) memo: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) email: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) to_be_emailed: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) item: Option<Sublist>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) expense: Option<Sublist>,
    #[serde(skip_serializing)]
    pub(super) total: Option<Number>,
    #[serde(skip_serializing)]
    pub(super) amount_remaining: Option<Number>,
    #[serde(skip_serializing)]
    pub(super) unapplied: Option<Number>,
    #[serde(skip_serializing)]
    pub(super) status: Option<Reference>,
}

/// The lines of a record.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct Sublist {
    #[serde(default)]
    pub(super) items: Vec<Line>,
}

/// A line.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct Line {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) item: Option<Reference>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) account: Option<Reference>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) price: Option<Reference>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) quantity: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) rate: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) amount: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) description: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) memo: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) department: Option<Reference>,
    #[serde(rename = "class", skip_serializing_if = "Option::is_none")]
    pub(super) class_of: Option<Reference>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) location: Option<Reference>,
}
