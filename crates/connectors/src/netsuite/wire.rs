//! The vendor's JSON.

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Number;

use crate::lenient;

/// A reference to another record.
#[derive(Debug, Clone, Default, Serialize)]
pub(super) struct Reference {
    pub(super) id: String,
    /// The name of that record as it comes. It is never sent, and a document stays the same under another one.
    #[serde(skip_serializing)]
    pub(super) ref_name: Option<String>,
}

impl PartialEq for Reference {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Reference {}

impl<'de> Deserialize<'de> for Reference {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let (id, ref_name) = lenient::reference(from, "id", "refName")?;
        Ok(Self { id, ref_name })
    }
}

/// A page of rows of a query.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Page<T> {
    pub(super) items: Vec<T>,
    #[serde(default, deserialize_with = "lenient::truth")]
    pub(super) has_more: bool,
}

/// A customer or vendor as a row; columns without a value are absent.
#[derive(Debug, Deserialize)]
pub(super) struct Party {
    #[serde(deserialize_with = "lenient::text")]
    pub(super) id: String,
    #[serde(default, deserialize_with = "lenient::optional_text")]
    pub(super) entityid: Option<String>,
    #[serde(default, deserialize_with = "lenient::optional_text")]
    pub(super) companyname: Option<String>,
}

/// Payment terms as a row.
#[derive(Debug, Deserialize)]
pub(super) struct TermRow {
    #[serde(deserialize_with = "lenient::text")]
    pub(super) id: String,
    #[serde(default, deserialize_with = "lenient::optional_text")]
    pub(super) name: Option<String>,
    #[serde(default, deserialize_with = "lenient::optional_text")]
    pub(super) daysuntilnetdue: Option<String>,
}

/// An invoice, credit memo or vendor bill, as it is sent and as it comes; what is not named here stays as it is.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Paper {
    #[serde(skip_serializing, default, deserialize_with = "lenient::optional_text")]
    pub(super) id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "lenient::optional_text")]
    pub(super) tran_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "lenient::optional_text")]
    pub(super) tran_date: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "lenient::optional_text")]
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
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "lenient::optional_text")]
    pub(super) memo: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "lenient::optional_text")]
    pub(super) message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "lenient::optional_text")]
    pub(super) email: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "lenient::optional_truth")]
    pub(super) to_be_emailed: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) item: Option<Sublist>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) expense: Option<Sublist>,
    #[serde(skip_serializing, default, deserialize_with = "lenient::optional_number")]
    pub(super) total: Option<Number>,
    #[serde(skip_serializing, default, deserialize_with = "lenient::optional_number")]
    pub(super) amount_remaining: Option<Number>,
    #[serde(skip_serializing, default, deserialize_with = "lenient::optional_number")]
    pub(super) unapplied: Option<Number>,
    #[serde(skip_serializing)]
    pub(super) status: Option<Reference>,
}

/// The lines of a record.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct Sublist {
    #[serde(default, deserialize_with = "lenient::list")]
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
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "lenient::optional_number")]
    pub(super) quantity: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "lenient::optional_number")]
    pub(super) rate: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "lenient::optional_number")]
    pub(super) amount: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "lenient::optional_text")]
    pub(super) description: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "lenient::optional_text")]
    pub(super) memo: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) department: Option<Reference>,
    #[serde(rename = "class", skip_serializing_if = "Option::is_none")]
    pub(super) class_of: Option<Reference>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) location: Option<Reference>,
    /// Read only: the account chooses it for what we write.
    #[serde(rename = "taxCode", skip_serializing)]
    pub(super) tax_code: Option<Reference>,
}
