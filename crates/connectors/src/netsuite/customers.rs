//! Taking in customers, each under an external id of ours.

use async_trait::async_trait;
use reqwest::Client;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{NetSuite, misread};
use crate::error::{ConnectorError, VendorAnswer};
use crate::lenient;
use crate::lookups::{Customer, CustomerId};
use crate::transport::Nature;
use crate::{NewCustomers, Result};

/// As much of a customer's record as is read.
#[derive(Debug, Deserialize)]
struct Record {
    #[serde(deserialize_with = "lenient::text")]
    id: String,
}

#[async_trait]
impl NewCustomers for NetSuite {
    async fn create_customer(&self, name: &str, key: &str) -> Result<Customer> {
        let url = self.at(&["customer", &format!("eid:{key}")]);
        let wanted = self.new_customer(name);
        let ask = |client: &Client| client.put(url.clone()).json(&wanted);
        self.call(Nature::Create, ask).await?;
        let read = |client: &Client| client.get(url.clone());
        let made = self.call(Nature::Read, read).await.map_err(ConnectorError::in_doubt)?;
        let made: Record =
            serde_json::from_slice(&made.body).map_err(|error| misread(&error)).map_err(ConnectorError::in_doubt)?;
        if made.id.is_empty() {
            return Err(ConnectorError::OutcomeUnknown(VendorAnswer::saying("the new customer has no id")));
        }
        Ok(Customer { id: CustomerId(made.id), display_name: name.to_owned() })
    }
}

impl NetSuite {
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
