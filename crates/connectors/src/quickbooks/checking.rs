//! Whether the settings name what is in the company: products, classes, accounts, terms, the location and the custom fields.

use serde::Deserialize;
use serde_json::Value;

use super::{MOST_ROWS, QuickBooks};
use crate::Result;
use crate::lenient;
use crate::settings::{CheckedSetting, Found, Naming, same_record};
use crate::transport::Nature;

const SYSTEM: &str = "QuickBooks";
/// Said of a custom field that would have to hold two values.
const SAME_FIELD: &str = "Agent and dollar amount name the same custom field, which holds one of them only.";
/// The type of an account that bills are owed from.
const PAYABLE: &str = "Accounts Payable";
/// The types of accounts that no line of a bill may name.
const OWING: [&str; 2] = [PAYABLE, "Accounts Receivable"];

/// A record that a setting may name.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Record {
    #[serde(deserialize_with = "lenient::text")]
    id: String,
    #[serde(default, deserialize_with = "lenient::optional_text")]
    name: Option<String>,
    #[serde(default, deserialize_with = "lenient::optional_text")]
    fully_qualified_name: Option<String>,
    #[serde(default, deserialize_with = "lenient::optional_truth")]
    active: Option<bool>,
    #[serde(rename = "Type", default, deserialize_with = "lenient::optional_text")]
    kind: Option<String>,
    #[serde(default, deserialize_with = "lenient::optional_text")]
    account_type: Option<String>,
}

impl QuickBooks {
    pub(super) async fn checked_settings(&self) -> Result<Vec<CheckedSetting>> {
        let config = &self.config;
        let products = [
            Naming::filled("PEPMProductId", &config.pepm_product_id, "product"),
            Naming::filled("PerConsultProductId", &config.per_consult_product_id, "product"),
        ];
        let classes = [
            Naming::filled("PEPMClassId", &config.pepm_class_id, "class"),
            Naming::filled("PerConsultClassId", &config.per_consult_class_id, "class"),
            Naming::filled("CostOfRevenueClassId", &config.cost_of_revenue_class_id, "class"),
        ];
        let accounts = [
            Naming::filled(
                "CostOfRevenueCommissionAccountId",
                &config.cost_of_revenue_commission_account_id,
                "account",
            ),
            Naming::filled("APAccountId", &config.ap_account_id, "account"),
        ];
        let terms = [Naming::filled("CommissionBillSalesTermId", &config.commission_bill_sales_term_id, "term")];
        let places = [Naming::filled("LocationId", &config.location_id, "location")];
        let fields = [
            Naming::filled("AgentId", &config.agent_id, "custom field"),
            Naming::filled("DollarAmountId", &config.dollar_amount_id, "custom field"),
        ];
        let [without_members, without_consults] = [&products[0], &products[1]].map(Option::is_none);
        let without_commissions = config.cost_of_revenue_commission_account_id.trim().is_empty();
        let (company, products, classes, accounts, terms, places, fields) = tokio::try_join!(
            self.company_unverified(),
            self.named("Item", &products),
            self.named("Class", &classes),
            self.named("Account", &accounts),
            self.named("Term", &terms),
            self.named("Department", &places),
            self.custom_fields_unverified(&fields),
        )?;
        let mut checked: Vec<CheckedSetting> = company.into_iter().collect();
        if without_members {
            let why = Found::Wrong("Name a product: without it no invoice with members can be sent.".to_owned());
            checked.push(CheckedSetting { field: "PEPMProductId", found: why });
        }
        if without_consults {
            let why = Found::Unknown("Without a product no invoice with consultations can be sent.".to_owned());
            checked.push(CheckedSetting { field: "PerConsultProductId", found: why });
        }
        if without_commissions {
            let why = Found::Unknown("Without an account no bill of commissions can be sent.".to_owned());
            checked.push(CheckedSetting { field: "CostOfRevenueCommissionAccountId", found: why });
        }
        let (agent, amount) = (("AgentId", &*config.agent_id), ("DollarAmountId", &*config.dollar_amount_id));
        checked.extend(same_record(agent, amount, SAME_FIELD));
        checked.extend([products, classes, accounts, terms, places, fields].into_iter().flatten());
        Ok(checked)
    }

    /// The settings that name records of one entity.
    async fn named(&self, entity: &str, wanted: &[Option<Naming<'_>>]) -> Result<Vec<CheckedSetting>> {
        let wanted: Vec<&Naming<'_>> = wanted.iter().flatten().collect();
        let ids: Vec<String> = wanted.iter().filter(|one| one.is_number()).map(|one| format!("'{}'", one.id)).collect();
        let records: Vec<Record> = if ids.is_empty() {
            Vec::new()
        } else {
            let among = ids.join(", ");
            // Without the second condition those that are not active are left out.
            let statement = format!(
                "SELECT * FROM {entity} WHERE Id IN ({among}) AND Active IN (true, false) MAXRESULTS {MOST_ROWS}"
            );
            self.query(Nature::Read, entity, &statement).await?
        };
        Ok(wanted.into_iter().map(|one| judged(one, records.iter().find(|record| record.id == one.id))).collect())
    }

    /// The company by its name. The vendor does not document the address.
    async fn company_unverified(&self) -> Result<Option<CheckedSetting>> {
        let url = self.at(&["companyinfo", self.config.realm_id.trim()]);
        let body = match self.read(url, &[]).await {
            Err(failure) if failure.refusal().is_some() => return Ok(None),
            other => other?,
        };
        let name = body.get("CompanyInfo").and_then(|company| company.get("CompanyName")).and_then(Value::as_str);
        Ok(name.map(|name| CheckedSetting::of("RealmId", Found::Named(name.to_owned()))))
    }

    /// The custom fields of sales forms, whose names stand in the preferences. The vendor does not document how.
    async fn custom_fields_unverified(&self, wanted: &[Option<Naming<'_>>]) -> Result<Vec<CheckedSetting>> {
        let wanted: Vec<&Naming<'_>> = wanted.iter().flatten().collect();
        if wanted.is_empty() {
            return Ok(Vec::new());
        }
        let body = match self.read(self.at(&["preferences"]), &[]).await {
            Err(failure) if failure.refusal().is_some() => Value::Null,
            other => other?,
        };
        let names = custom_names(&body);
        let field = |one: &Naming<'_>| {
            if names.is_empty() {
                return one.found(Found::Unknown("QuickBooks does not tell its custom fields.".to_owned()));
            }
            match names.iter().find(|(id, _)| id == one.id) {
                Some((_, name)) => one.found(Found::Named(name.clone())),
                None => one.missing(SYSTEM),
            }
        };
        Ok(wanted.into_iter().map(field).collect())
    }
}

fn judged(wanted: &Naming<'_>, record: Option<&Record>) -> CheckedSetting {
    let Some(record) = record else { return wanted.missing(SYSTEM) };
    let name = record.fully_qualified_name.as_deref().or(record.name.as_deref()).unwrap_or(wanted.id);
    let wrong = |why: String| wanted.found(Found::Wrong(why));
    if record.active == Some(false) {
        return wrong(format!("The {} {name} is inactive in QuickBooks.", wanted.what));
    }
    match (wanted.field, record.kind.as_deref(), record.account_type.as_deref()) {
        (_, Some("Category"), _) => wrong(format!("{name} is a category in QuickBooks, not a product.")),
        ("APAccountId", _, Some(other)) if other != PAYABLE => {
            wrong(format!("{name} is an account of the type {other} in QuickBooks; it must be {PAYABLE}."))
        }
        ("CostOfRevenueCommissionAccountId", _, Some(other)) if OWING.contains(&other) => {
            wrong(format!("{name} is an account of the type {other} in QuickBooks; it must be one of costs."))
        }
        _ => wanted.found(Found::Named(name.to_owned())),
    }
}

/// The ids and names of the custom fields: each stands in a member of its own, by a number at the end of its name.
fn custom_names(preferences: &Value) -> Vec<(String, String)> {
    const NAME: &str = "SalesFormsPrefs.SalesCustomName";
    let list = |value: &Value| value.get("CustomField").and_then(Value::as_array).cloned().unwrap_or_default();
    let forms = preferences.get("Preferences").and_then(|all| all.get("SalesFormsPrefs"));
    let fields = forms.map(list).unwrap_or_default();
    let text = |field: &Value, member: &str| field.get(member).and_then(Value::as_str).map(str::to_owned);
    let named = |field: &Value| {
        let number = text(field, "Name")?.strip_prefix(NAME)?.to_owned();
        Some((number, text(field, "StringValue")?))
    };
    fields.iter().flat_map(list).filter_map(|field| named(&field)).collect()
}
