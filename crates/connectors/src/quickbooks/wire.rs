//! The vendor's JSON.

use serde::{Deserialize, Serialize};
use serde_json::Number;

/// A reference to another record.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Reference {
    pub(super) value: String,
}

/// A text in an object of its own.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Memo {
    pub(super) value: String,
}

/// A customer or vendor.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct Party {
    pub(super) id: String,
    pub(super) display_name: String,
}

/// Payment terms.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct TermRecord {
    pub(super) id: String,
    pub(super) name: String,
    #[serde(rename = "Type")]
    pub(super) kind: Option<String>,
    pub(super) due_days: Option<u16>,
}

/// An invoice, credit memo or bill, as it is sent and as it comes; what is not named here stays as it is.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct Paper {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) sync_token: Option<String>,
    #[serde(rename = "sparse", skip_serializing_if = "Option::is_none")]
    pub(super) sparse: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) doc_number: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) txn_date: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
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
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) private_note: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) bill_email: Option<Address>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) bill_email_cc: Option<Address>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) custom_field: Vec<CustomField>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) line: Vec<Line>,
    #[serde(skip_serializing)]
    pub(super) total_amt: Option<Number>,
    #[serde(skip_serializing)]
    pub(super) balance: Option<Number>,
    #[serde(skip_serializing)]
    pub(super) remaining_credit: Option<Number>,
    #[serde(skip_serializing)]
    pub(super) invoice_link: Option<String>,
}

/// One address, or several with commas between them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct Address {
    #[serde(default)]
    pub(super) address: String,
}

/// A field that the company has made up.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct CustomField {
    #[serde(default)]
    pub(super) definition_id: String,
    #[serde(rename = "Type", default)]
    pub(super) kind: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) string_value: Option<String>,
}

/// A line; sums and the like come as lines too.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct Line {
    #[serde(default)]
    pub(super) detail_type: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) amount: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
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
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) qty: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) unit_price: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) service_date: Option<String>,
}

/// What is owed for.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct Expense {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) account_ref: Option<Reference>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) class_ref: Option<Reference>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) billable_status: Option<String>,
}
