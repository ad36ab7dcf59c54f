//! The vendor's JSON.

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Number;

use crate::lenient;

/// A reference to another record.
#[derive(Debug, Clone, Default, Serialize)]
pub(super) struct Reference {
    pub(super) value: String,
    /// The name of that record as it comes. It is never sent, and a document stays the same under another one.
    #[serde(skip_serializing)]
    pub(super) name: Option<String>,
}

impl PartialEq for Reference {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl Eq for Reference {}

impl<'de> Deserialize<'de> for Reference {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let (value, name) = lenient::reference(from, "value", "name")?;
        Ok(Self { value, name })
    }
}

/// A text in an object of its own.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub(super) struct Memo {
    pub(super) value: String,
}

impl<'de> Deserialize<'de> for Memo {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        lenient::named(from, "value").map(|value| Self { value })
    }
}

/// A customer or vendor.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct Party {
    #[serde(deserialize_with = "lenient::text")]
    pub(super) id: String,
    #[serde(deserialize_with = "lenient::text")]
    pub(super) display_name: String,
}

/// Payment terms.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct TermRecord {
    #[serde(deserialize_with = "lenient::text")]
    pub(super) id: String,
    #[serde(deserialize_with = "lenient::text")]
    pub(super) name: String,
    #[serde(rename = "Type", default, deserialize_with = "lenient::optional_text")]
    pub(super) kind: Option<String>,
    #[serde(default, deserialize_with = "lenient::optional_count")]
    pub(super) due_days: Option<u16>,
}

/// An invoice, credit memo or bill, as it is sent and as it comes; what is not named here stays as it is.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct Paper {
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "lenient::optional_text")]
    pub(super) id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "lenient::optional_text")]
    pub(super) sync_token: Option<String>,
    #[serde(
        rename = "sparse",
        skip_serializing_if = "Option::is_none",
        default,
        deserialize_with = "lenient::optional_truth"
    )]
    pub(super) sparse: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "lenient::optional_text")]
    pub(super) doc_number: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "lenient::optional_text")]
    pub(super) txn_date: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "lenient::optional_text")]
    pub(super) due_date: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) customer_ref: Option<Reference>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) vendor_ref: Option<Reference>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) sales_term_ref: Option<Reference>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) department_ref: Option<Reference>,
    #[serde(rename = "APAccountRef", skip_serializing_if = "Option::is_none")]
    pub(super) ap_account_ref: Option<Reference>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) customer_memo: Option<Memo>,
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "lenient::optional_text")]
    pub(super) private_note: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) bill_email: Option<Address>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) bill_email_cc: Option<Address>,
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "lenient::list")]
    pub(super) custom_field: Vec<CustomField>,
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "lenient::list")]
    pub(super) line: Vec<Line>,
    #[serde(skip_serializing, default, deserialize_with = "lenient::optional_number")]
    pub(super) total_amt: Option<Number>,
    #[serde(skip_serializing, default, deserialize_with = "lenient::optional_number")]
    pub(super) balance: Option<Number>,
    #[serde(skip_serializing, default, deserialize_with = "lenient::optional_number")]
    pub(super) remaining_credit: Option<Number>,
    #[serde(skip_serializing, default, deserialize_with = "lenient::optional_text")]
    pub(super) invoice_link: Option<String>,
    #[serde(skip_serializing, default, deserialize_with = "lenient::optional_text")]
    pub(super) email_status: Option<String>,
    #[serde(skip_serializing)]
    pub(super) delivery_info: Option<serde_json::Value>,
}

/// One address, or several with commas between them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct Address {
    #[serde(default, deserialize_with = "lenient::text_or_blank")]
    pub(super) address: String,
}

/// A field that the company has made up.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct CustomField {
    #[serde(default, deserialize_with = "lenient::text_or_blank")]
    pub(super) definition_id: String,
    #[serde(rename = "Type", default, deserialize_with = "lenient::text_or_blank")]
    pub(super) kind: String,
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "lenient::optional_text")]
    pub(super) string_value: Option<String>,
}

/// A line; sums and the like come as lines too.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct Line {
    #[serde(default, deserialize_with = "lenient::text_or_blank")]
    pub(super) detail_type: String,
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "lenient::optional_number")]
    pub(super) amount: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "lenient::optional_text")]
    pub(super) description: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) sales_item_line_detail: Option<SalesItem>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) account_based_expense_line_detail: Option<Expense>,
}

/// What is sold.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct SalesItem {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) item_ref: Option<Reference>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) class_ref: Option<Reference>,
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "lenient::optional_number")]
    pub(super) qty: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "lenient::optional_number")]
    pub(super) unit_price: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "lenient::optional_text")]
    pub(super) service_date: Option<String>,
    /// Read only: the company chooses it for what we write.
    #[serde(skip_serializing)]
    pub(super) tax_code_ref: Option<Reference>,
    /// Read only: a person has given the discount there.
    #[serde(skip_serializing, default, deserialize_with = "lenient::optional_number")]
    pub(super) discount_amt: Option<Number>,
    /// Read only, as the amount of the discount.
    #[serde(skip_serializing, default, deserialize_with = "lenient::optional_number")]
    pub(super) discount_rate: Option<Number>,
}

/// What is owed for.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct Expense {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) account_ref: Option<Reference>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) class_ref: Option<Reference>,
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "lenient::optional_text")]
    pub(super) billable_status: Option<String>,
}
