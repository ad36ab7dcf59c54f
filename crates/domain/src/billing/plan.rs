//! Billing plans: how a group is invoiced (rules.md#snapshots-of-a-plan, rules.md#generated-invoices, rules.md#plan-fields).

use chrono::NaiveDate;

use crate::billing::line::BillingType;
use crate::members::contact_details::read_email;
use crate::period::check_plausible;
use crate::text::non_blank;
use crate::{ApiServiceId, Invalid};

/// The most addresses that an ERP is asked to mail an invoice to.
pub const MOST_RECIPIENTS: usize = 50;

/// A billing plan as it was typed or posted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlanForm {
    /// Required, at most 100 characters.
    pub name: String,
    /// The ERP account, one of the configured ones.
    pub api_service: Option<ApiServiceId>,
    /// The customer in that account.
    pub erp_customer_id: String,
    /// What it is called; the ERP's own name goes before it.
    pub erp_customer_name: String,
    /// The terms of new invoices in that account.
    pub erp_terms_id: String,
    /// Whether the automatic monthly run includes the plan (rules.md#automatic-billing).
    pub generate_invoice: bool,
    /// Whether the ERP e-mails new invoices.
    pub send_invoice: bool,
    /// Addresses, separated by commas and/or white space.
    pub recipients: String,
    /// Whether snapshots can be created.
    pub active: bool,
    /// The last day on which a snapshot's period may begin.
    pub expires_on: Option<NaiveDate>,
    /// Required, 1 to 3 (rules.md#plan-fields). Only the default of new lines (rules.md#type-of-a-new-line).
    pub billing_type: Option<i64>,
    /// The customer's purchase order, printed on invoices; at most 50 characters on one line.
    pub purchase_order: String,
}

/// A new plan is active, generates and sends (rules.md#plan-fields).
impl Default for PlanForm {
    fn default() -> Self {
        Self {
            name: String::new(),
            api_service: None,
            erp_customer_id: String::new(),
            erp_customer_name: String::new(),
            erp_terms_id: String::new(),
            generate_invoice: true,
            send_invoice: true,
            recipients: String::new(),
            active: true,
            expires_on: None,
            billing_type: None,
            purchase_order: String::new(),
        }
    }
}

/// The customer of a plan in its ERP account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ErpCustomer {
    /// Its id there.
    pub id: String,
    /// Its name there.
    pub name: String,
}

impl ErpCustomer {
    /// Whether this is named, and not as `stored` is. A customer that comes without a name is called by its id.
    pub fn is_called_otherwise(&self, stored: &Self) -> bool {
        self.name != stored.name && self.name != self.id
    }
}

/// A plan's ERP account and what was chosen in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlanAccount {
    /// The account.
    pub api_service: ApiServiceId,
    /// The customer invoices go to.
    pub customer: Option<ErpCustomer>,
    /// The terms of new invoices.
    pub terms_id: Option<String>,
}

/// A plan's values that have passed every rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlanDetails {
    /// Trimmed.
    pub name: String,
    /// The ERP account; without one nothing of an ERP is kept.
    pub account: Option<PlanAccount>,
    /// Whether the automatic monthly run includes the plan.
    pub generate_invoice: bool,
    /// Whether the ERP e-mails new invoices.
    pub send_invoice: bool,
    /// Who gets them, none twice.
    pub recipients: Vec<String>,
    /// Whether snapshots can be created.
    pub active: bool,
    /// The last day on which a snapshot's period may begin.
    pub expires_on: Option<NaiveDate>,
    /// The default of new lines.
    pub billing_type: BillingType,
    /// The number of the customer's purchase order, if the customer has given one.
    pub purchase_order: Option<String>,
}

impl PlanForm {
    /// Checks every rule and returns what is to be stored. Customer and terms belong to an ERP account: the editor empties them with it
    /// (rules.md#plan-fields), and a call that names one of them without is told so. So is one that names a customer without its id. Whether
    /// the account knows them is asked by the portal.
    ///
    /// # Errors
    /// Every wrong field, by its name on the wire.
    pub fn check(&self) -> Result<PlanDetails, Invalid> {
        let mut invalid = Invalid::none();
        invalid.require_line("Name", "Name", &self.name, 100);
        invalid.limit("ErpCustomerId", "ERP Customer", &self.erp_customer_id, 100);
        invalid.limit("ErpCustomerName", "ERP Customer", &self.erp_customer_name, 500);
        invalid.limit("ErpDefaultInvoiceTermId", "Default Invoice Terms", &self.erp_terms_id, 100);
        invalid.limit_line("PurchaseOrderNumber", "PO Number", &self.purchase_order, 50);
        let has_account = self.api_service.is_some_and(|id| id.get() != 0);
        for (key, label, text) in [
            ("ErpCustomerId", "An ERP Customer needs", &self.erp_customer_id),
            ("ErpDefaultInvoiceTermId", "Default Invoice Terms need", &self.erp_terms_id),
        ] {
            let belongs = has_account || non_blank(text).is_none();
            invalid.check(belongs, key, format!("{label} an ERP account: choose that first."));
        }
        let is_named = non_blank(&self.erp_customer_name).is_some() && non_blank(&self.erp_customer_id).is_none();
        let nobody =
            "Choose the ERP Customer from the list: a name alone does not tell which customer of the account is meant.";
        invalid.check(!is_named, "ErpCustomerName", nobody);
        let billing_type = self.billing_type.and_then(BillingType::from_number);
        let is_given = self.billing_type.is_some_and(|number| number != 0);
        let wrong = if is_given { "Billing Type must be one of the choices." } else { "Billing Type is required." };
        invalid.check(billing_type.is_some(), "BillingType", wrong);
        check_plausible(&mut invalid, "ExpirationDate", "Expiration Date", self.expires_on);
        let recipients = split_recipients(&self.recipients).unwrap_or_else(|wrong| {
            let message = format!("'{wrong}' is not a valid e-mail address.");
            invalid.add("InvoiceRecipientEmailAddresses", message);
            Vec::new()
        });
        let few = format!("At most {MOST_RECIPIENTS} addresses can be given.");
        invalid.check(recipients.len() <= MOST_RECIPIENTS, "InvoiceRecipientEmailAddresses", few);
        let details = PlanDetails {
            name: self.name.trim().to_owned(),
            account: self.api_service.filter(|id| id.get() != 0).map(|id| self.account(id)),
            generate_invoice: self.generate_invoice,
            send_invoice: self.send_invoice,
            recipients,
            active: self.active,
            expires_on: self.expires_on,
            billing_type: billing_type.unwrap_or(BillingType::Pepm),
            purchase_order: non_blank(&self.purchase_order).map(str::to_owned),
        };
        invalid.or(details)
    }

    fn account(&self, api_service: ApiServiceId) -> PlanAccount {
        let customer = non_blank(&self.erp_customer_id).map(|id| ErpCustomer {
            id: id.to_owned(),
            name: non_blank(&self.erp_customer_name).unwrap_or(id).to_owned(),
        });
        PlanAccount { api_service, customer, terms_id: non_blank(&self.erp_terms_id).map(str::to_owned) }
    }
}

/// The addresses of a text that separates them with commas, semicolons and/or white space; each once, in order.
///
/// # Errors
/// The first part that is no e-mail address.
pub fn split_recipients(text: &str) -> Result<Vec<String>, &str> {
    let mut recipients: Vec<String> = Vec::new();
    for part in text.split(|c: char| c == ',' || c == ';' || c.is_whitespace()).filter(|part| !part.is_empty()) {
        let address = read_email(part).ok_or(part)?;
        if !recipients.iter().any(|known| known.eq_ignore_ascii_case(&address)) {
            recipients.push(address);
        }
    }
    Ok(recipients)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::examples;

    fn error(vary: impl FnOnce(&mut PlanForm)) -> String {
        let mut form = examples::plan_form();
        vary(&mut form);
        form.check().err().map_or(String::new(), |invalid| invalid.to_string())
    }

    #[test]
    fn a_new_plan_is_active_generates_and_sends() {
        let plan = PlanForm { name: "Standard".into(), billing_type: Some(2), ..PlanForm::default() }.check().unwrap();
        assert!(plan.active && plan.generate_invoice && plan.send_invoice);
        assert_eq!((plan.billing_type, plan.account), (BillingType::Pepm, None));
    }

    #[test]
    fn each_field_has_its_rule() {
        assert_eq!(error(|_| {}), "");
        for (wrong, expected) in [
            (error(|form| form.name = " ".into()), "Name: Name is required."),
            (error(|form| form.name = "x".repeat(101)), "Name: Name must be at most 100 characters."),
            (error(|form| form.billing_type = None), "BillingType: Billing Type is required."),
            (error(|form| form.billing_type = Some(0)), "BillingType: Billing Type is required."),
            (error(|form| form.billing_type = Some(-1)), "BillingType: Billing Type must be one of the choices."),
            (
                error(|form| form.expires_on = NaiveDate::from_ymd_opt(1, 1, 1)),
                "ExpirationDate: Expiration Date must lie in the years 1900 to 2199.",
            ),
            (
                error(|form| form.recipients = (0..51).map(|n| format!("a{n}@mail.example ")).collect()),
                "InvoiceRecipientEmailAddresses: At most 50 addresses can be given.",
            ),
            (error(|form| form.recipients = (0..50).map(|n| format!("a{n}@mail.example ")).collect()), ""),
            (error(|form| form.billing_type = Some(4)), "BillingType: Billing Type must be one of the choices."),
            (error(|form| form.purchase_order = "P".repeat(50)), ""),
            (
                error(|form| form.purchase_order = "P".repeat(51)),
                "PurchaseOrderNumber: PO Number must be at most 50 characters.",
            ),
            (
                error(|form| form.purchase_order = "BT-1\nBT-2".into()),
                "PurchaseOrderNumber: PO Number must be on one line, without tabs and control characters.",
            ),
            (
                error(|form| form.recipients = "a@mail.example, oops".into()),
                "InvoiceRecipientEmailAddresses: 'oops' is not a valid e-mail address.",
            ),
        ] {
            assert_eq!(wrong, expected);
        }
    }

    #[test]
    fn a_purchase_order_is_kept_as_written_without_outer_blanks() {
        let kept = |text: &str| PlanForm { purchase_order: text.into(), ..examples::plan_form() }.check();
        assert_eq!(kept(" BT-7731 / 2 ").unwrap().purchase_order.as_deref(), Some("BT-7731 / 2"));
        assert_eq!(kept("  ").unwrap().purchase_order, None);
    }

    #[test]
    fn recipients_are_split_on_commas_and_spaces() {
        let split = |text| split_recipients(text).map(|all| all.join("|"));
        assert_eq!(
            split(" a@m.example,b@m.example  c@m.example,, A@M.EXAMPLE\n"),
            Ok("a@m.example|b@m.example|c@m.example".into())
        );
        assert_eq!(split(""), Ok(String::new()));
        assert_eq!(split("a@m.example b@"), Err("b@"));
    }

    #[test]
    fn a_customer_and_terms_need_an_account() {
        let form = PlanForm { erp_customer_id: "17".into(), erp_terms_id: "3".into(), ..examples::plan_form() };
        for api_service in [None, Some(ApiServiceId(0))] {
            let wrong = PlanForm { api_service, ..form.clone() }.check().unwrap_err();
            assert_eq!(
                wrong.to_string(),
                "ErpCustomerId: An ERP Customer needs an ERP account: choose that first.; \
                 ErpDefaultInvoiceTermId: Default Invoice Terms need an ERP account: choose that first."
            );
            let without = PlanForm { erp_customer_id: " ".into(), erp_terms_id: String::new(), ..form.clone() };
            assert_eq!(PlanForm { api_service, ..without }.check().unwrap().account, None);
        }
        for api_service in [None, Some(ApiServiceId(2))] {
            let named = PlanForm { api_service, erp_customer_name: "Harborline".into(), ..examples::plan_form() };
            assert_eq!(
                named.check().unwrap_err().to_string(),
                "ErpCustomerName: Choose the ERP Customer from the list: a name alone does not tell which customer of the account is meant."
            );
        }
        let account = PlanForm { api_service: Some(ApiServiceId(2)), ..form }.check().unwrap().account.unwrap();
        assert_eq!(account.customer.map(|customer| (customer.id, customer.name)), Some(("17".into(), "17".into())));
        assert_eq!(account.terms_id.as_deref(), Some("3"));
    }

    #[test]
    fn a_customer_without_a_name_is_not_called_otherwise() {
        let customer = |name: &str| ErpCustomer { id: "17".into(), name: name.into() };
        for (sent, otherwise) in [("Harborline", false), ("17", false), ("Harborline Ltd", true)] {
            assert_eq!(customer(sent).is_called_otherwise(&customer("Harborline")), otherwise, "{sent}");
        }
    }
}
