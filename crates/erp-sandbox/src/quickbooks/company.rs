//! The company itself, and what it has chosen, as clients read them.

use chrono::{DateTime, Utc};
use serde_json::{Value, json};

use super::QuickBooks;

impl QuickBooks {
    /// The company as it is answered.
    pub(super) fn company_info(&self, now: DateTime<Utc>) -> Value {
        json!({
            "CompanyInfo": { "Id": "1", "SyncToken": "0", "CompanyName": "Sandbox Company", "LegalName": "Sandbox Company",
                "Country": "US", "domain": "QBO", "sparse": false, "RealmId": self.realm },
            "time": now.to_rfc3339(),
        })
    }

    /// What the company has chosen, as it is answered.
    pub(super) fn told_preferences(&self, now: DateTime<Utc>) -> Value {
        let named = self.preferences.custom_fields.iter().enumerate().map(|(at, name)| {
            let field = format!("SalesFormsPrefs.SalesCustomName{}", at + 1);
            json!({ "Name": field, "Type": "StringType", "StringValue": name })
        });
        let custom = [json!({ "CustomField": named.collect::<Vec<_>>() })];
        json!({
            "Preferences": { "Id": "1", "SyncToken": "0", "domain": "QBO", "sparse": false,
                "SalesFormsPrefs": { "CustomTxnNumbers": self.preferences.custom_txn_numbers, "CustomField": custom },
                "AccountingInfoPrefs": { "ClassTrackingPerTxnLine": true, "ClassTrackingPerTxn": false,
                    "BookCloseDate": self.preferences.books_closed_through } },
            "time": now.to_rfc3339(),
        })
    }
}
