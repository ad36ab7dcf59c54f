//! Taking in customers, each under an external id of ours.

use async_trait::async_trait;
use reqwest::{Client, Url};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{NetSuite, misread};
use crate::error::{ConnectorError, Refusal, VendorAnswer};
use crate::lenient;
use crate::lookups::{Customer, CustomerId};
use crate::transport::Nature;
use crate::{NewCustomers, Result};

/// As much of a customer's record as is read.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Record {
    #[serde(deserialize_with = "lenient::text_or_blank")]
    id: String,
    #[serde(deserialize_with = "lenient::text_or_blank")]
    company_name: String,
}

#[async_trait]
impl NewCustomers for NetSuite {
    /// A customer that was taken in under this key stays as it is: what people have changed of it since is not written over.
    async fn create_customer(&self, name: &str, key: &str) -> Result<Customer> {
        let url = self.at(&["customer", &format!("eid:{key}")]);
        if let Some(known) = self.taken_in(&url, name).await? {
            return Ok(known);
        }
        let wanted = self.new_customer(name);
        let ask = |client: &Client| client.put(url.clone()).json(&wanted);
        self.call(Nature::Create, ask).await?;
        let made = self.taken_in(&url, name).await.map_err(ConnectorError::in_doubt)?;
        made.ok_or_else(|| ConnectorError::OutcomeUnknown(VendorAnswer::saying("the new customer is not there")))
    }
}

impl NetSuite {
    /// The customer at an address under its own name there; `wished` where the record has none.
    async fn taken_in(&self, url: &Url, wished: &str) -> Result<Option<Customer>> {
        let read = |client: &Client| client.get(url.clone());
        let answer = match self.call(Nature::Read, read).await {
            Ok(answer) => answer,
            Err(failure) if failure.refusal() == Some(Refusal::Gone) => return Ok(None),
            Err(failure) => return Err(failure),
        };
        let record: Record = serde_json::from_slice(&answer.body).map_err(|error| misread(&error))?;
        if record.id.is_empty() {
            return Err(ConnectorError::OutcomeUnknown(VendorAnswer::saying("the customer has no id")));
        }
        let name = Some(record.company_name).filter(|name| !name.is_empty()).unwrap_or_else(|| wished.to_owned());
        Ok(Some(Customer { id: CustomerId(record.id), display_name: name }))
    }

    /// An account with subsidiaries wants to know of which one it is.
    fn new_customer(&self, name: &str) -> Value {
        let mut record = json!({ "companyName": name, "isPerson": false });
        let subsidiary = self.config.subsidiary_id.trim();
        if !subsidiary.is_empty() {
            record["subsidiary"] = json!({ "id": subsidiary });
        }
        record
    }
}
