//! Taking in customers.

use async_trait::async_trait;
use reqwest::Client;
use serde_json::json;

use super::wire::Party;
use super::{QuickBooks, fault, misread};
use crate::error::ConnectorError;
use crate::lookups::{Customer, CustomerId};
use crate::transport::Nature;
use crate::{NewCustomers, Result};

#[async_trait]
impl NewCustomers for QuickBooks {
    async fn create_customer(&self, name: &str, key: &str) -> Result<Customer> {
        let url = self.at(&["customer"]);
        let wanted = json!({ "DisplayName": name, "CompanyName": name });
        let ask = |client: &Client| {
            let call = client.post(url.clone()).header("Accept", "application/json").json(&wanted);
            call.query(&[("requestid", key)])
        };
        let body = self.call(Nature::Create, ask, fault::judge).await?;
        let made = body.get("Customer").cloned().unwrap_or_default();
        let made: Party =
            serde_json::from_value(made).map_err(|error| misread(&error)).map_err(ConnectorError::in_doubt)?;
        Ok(Customer { id: CustomerId(made.id), display_name: made.display_name })
    }
}
