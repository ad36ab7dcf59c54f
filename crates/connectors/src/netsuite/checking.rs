//! Whether the settings name what is in the account: items, the subsidiary, classifications, terms, accounts and forms.

use serde_json::{Map, Value};

use super::{NetSuite, ROWS};
use crate::error::Refusal;
use crate::lenient::plain;
use crate::settings::{CheckedSetting, Found, Naming, same_record};
use crate::transport::Nature;
use crate::{ConnectorError, Result};

const SYSTEM: &str = "NetSuite";
/// Said of a form that is to serve two kinds of documents.
const SAME_FORM: &str = "Invoices and bills name the same form. A form of NetSuite serves one kind of document.";
/// The types of accounts that no line of a bill may name.
const OWING: [&str; 2] = ["AcctPay", "AcctRec"];

/// A row with all its columns: their names differ from table to table.
type Row = Map<String, Value>;

impl NetSuite {
    pub(super) async fn checked_settings(&self) -> Result<Vec<CheckedSetting>> {
        let config = &self.config;
        let items = [
            Naming::filled("PEPMItemId", &config.pepm_item_id, "item"),
            Naming::filled("PerConsultItemId", &config.per_consult_item_id, "item"),
            Naming::filled("AfterHoursItemId", &config.after_hours_item_id, "item"),
        ];
        let subsidiaries = [Naming::filled("SubsidiaryId", &config.subsidiary_id, "subsidiary")];
        let departments = [Naming::filled("DepartmentId", &config.department_id, "department")];
        let classes = [Naming::filled("ClassId", &config.class_id, "class")];
        let places = [Naming::filled("LocationId", &config.location_id, "location")];
        let terms = [
            Naming::filled("DefaultTermsId", &config.default_terms_id, "term"),
            Naming::filled("CommissionBillTermsId", &config.commission_bill_terms_id, "term"),
        ];
        let accounts = [
            Naming::filled("InvoiceARAccountId", &config.invoice_ar_account_id, "account"),
            Naming::filled("APAccountId", &config.ap_account_id, "account"),
            Naming::filled(
                "CostOfRevenueCommissionAccountId",
                &config.cost_of_revenue_commission_account_id,
                "account",
            ),
        ];
        let forms = [
            Naming::filled("InvoiceCustomFormId", &config.invoice_custom_form_id, "form"),
            Naming::filled("VendorBillCustomFormId", &config.vendor_bill_custom_form_id, "form"),
        ];
        let [without_members, without_consults] = [&items[0], &items[1]].map(Option::is_none);
        let without_commissions = config.cost_of_revenue_commission_account_id.trim().is_empty();
        let found = tokio::try_join!(
            self.named("item", &items),
            self.named("subsidiary", &subsidiaries),
            self.named("department", &departments),
            self.named("classification", &classes),
            self.named("location", &places),
            self.named("term", &terms),
            self.named("account", &accounts),
            self.named(forms_unverified(), &forms),
        )?;
        let (items, subsidiaries, departments, classes, places, terms, accounts, forms) = found;
        let mut checked = Vec::new();
        if let Some(other) = &self.addresses.other_account {
            let why = Found::Wrong(format!("The Base URL leads to the account {other}, not to this one."));
            checked.push(CheckedSetting { field: "AccountId", found: why });
        }
        if without_members {
            let why = Found::Wrong("Name an item: without it no invoice with members can be sent.".to_owned());
            checked.push(CheckedSetting { field: "PEPMItemId", found: why });
        }
        if without_consults {
            let why = Found::Unknown("Without an item no invoice with consultations can be sent.".to_owned());
            checked.push(CheckedSetting { field: "PerConsultItemId", found: why });
        }
        if without_commissions {
            let why = Found::Unknown("Without an account no bill of commissions can be sent.".to_owned());
            checked.push(CheckedSetting { field: "CostOfRevenueCommissionAccountId", found: why });
        }
        let invoices = ("InvoiceCustomFormId", &*config.invoice_custom_form_id);
        let bills = ("VendorBillCustomFormId", &*config.vendor_bill_custom_form_id);
        checked.extend(same_record(invoices, bills, SAME_FORM));
        let all = [items, subsidiaries, departments, classes, places, terms, accounts, forms];
        checked.extend(all.into_iter().flatten());
        Ok(checked)
    }

    /// The settings that name rows of one table. A table that the account does not show leaves them unknown.
    async fn named(&self, table: &str, wanted: &[Option<Naming<'_>>]) -> Result<Vec<CheckedSetting>> {
        let wanted: Vec<&Naming<'_>> = wanted.iter().flatten().collect();
        let ids: Vec<&str> = wanted.iter().filter(|one| one.is_number()).map(|one| one.id).collect();
        let rows: Vec<Row> = if ids.is_empty() {
            Vec::new()
        } else {
            let among = ids.join(", ");
            match self
                .rows(Nature::Read, &format!("SELECT * FROM {table} WHERE id IN ({among}) ORDER BY id"), ROWS)
                .await
            {
                Err(ConnectorError::Refused { why: Refusal::Invalid, .. }) => {
                    let unknown = |one: &Naming<'_>| {
                        let why = format!("NetSuite does not show the {} to this integration.", one.what);
                        one.found(Found::Unknown(why))
                    };
                    return Ok(wanted.into_iter().map(unknown).collect());
                }
                other => other?,
            }
        };
        let is_of = |row: &Row, id: &str| text(row, "id").as_deref() == Some(id);
        Ok(wanted.into_iter().map(|one| judged(one, rows.iter().find(|row| is_of(row, one.id)))).collect())
    }
}

/// The forms of transactions. The vendor does not document a table of them.
const fn forms_unverified() -> &'static str {
    "customform"
}

fn judged(wanted: &Naming<'_>, row: Option<&Row>) -> CheckedSetting {
    let Some(row) = row else { return wanted.missing(SYSTEM) };
    let name = name_unverified(row).unwrap_or_else(|| wanted.id.to_owned());
    let wrong = |why: String| wanted.found(Found::Wrong(why));
    if text(row, "isinactive").as_deref() == Some("T") {
        return wrong(format!("The {} {name} is inactive in NetSuite.", wanted.what));
    }
    let kind = text(row, "accttype");
    let must_be = match wanted.field {
        "InvoiceARAccountId" => Some(("AcctRec", "Accounts Receivable")),
        "APAccountId" => Some(("AcctPay", "Accounts Payable")),
        _ => None,
    };
    match (kind, must_be) {
        (Some(kind), Some((code, called))) if kind != code => {
            wrong(format!("{name} is an account of the type {kind} in NetSuite; it must be {called}."))
        }
        (Some(kind), None) if wanted.field == "CostOfRevenueCommissionAccountId" && OWING.contains(&kind.as_str()) => {
            wrong(format!("{name} is an account of the type {kind} in NetSuite; it must be one of costs."))
        }
        _ => wanted.found(Found::Named(name)),
    }
}

/// What a row is called: each table has another column for it, of which not all are documented.
fn name_unverified(row: &Row) -> Option<String> {
    let columns = ["fullname", "accountsearchdisplayname", "itemid", "displayname", "name"];
    columns.into_iter().find_map(|column| text(row, column))
}

fn text(row: &Row, column: &str) -> Option<String> {
    row.get(column).and_then(plain)
}
