//! The columns of every list, by the keys and the titles of its screen.

use domain::access::Action;
use serde_json::Value;

use super::ListFile;
use super::cell::Cell::{Day, DayOf, Flag, Made, Moment, Money, Month, Text};
use super::cell::{at, column, money, text};

macro_rules! lists {
    ($($name:ident = $key:literal, $title:literal: $($column:expr),+ $(,)?;)*) => {
        $(
            #[doc = concat!("The list `", $key, "`.")]
            pub static $name: ListFile = ListFile { key: $key, title: $title, columns: &[$($column),+] };
        )*
        /// All lists that a user can download as a file.
        #[cfg(test)]
        pub(super) const ALL: &[&ListFile] = &[$(&$name),*];
    };
}

lists! {
    GROUPS = "groups", "Employer Groups":
        column("Name", "Name", Text("Name")),
        column("GroupId", "Group ID", Text("GroupId")),
        column("Broker", "Broker", Text("Broker.Name")),
        column("EffectiveDate", "Effective Date", Day("EffectiveDate")),
        column("TerminationDate", "Termination Date", Day("TerminationDate")),
        column("RenewalDate", "Renewal Date", Day("RenewalDate")),
        column("Status", "Status", Text("StatusName"));
    MEMBERS = "members", "Members":
        column("PlanName", "Plan", Text("PlanName")),
        column("Name", "Name", Made(|row| format!("{}, {}", text(row, "LastName"), text(row, "FirstName")))),
        column("Name", "Status", Text("StatusName")),
        column("Name", "Employee", Text("PrimaryEmployeeName")),
        column("EmployerGroup", "Group", Text("EmployerGroup.Name")),
        column("EmployerGroup", "Group ID", Text("EmployerGroup.GroupId")),
        column("EmailAddress", "Email", Text("EmailAddress")),
        column("Gender", "Gender", Made(gender)),
        column("DateOfBirth", "DOB", Day("DateOfBirth")),
        column("Address", "Address", Made(address)),
        column("OtherMemberId", "Other ID", Text("OtherMemberId")),
        column("PricingGroup", "Pricing Group", Text("PricingGroup.Name"));
    USERS = "users", "Users":
        column("Name", "Name", Text("FullName")),
        column("Email", "Email Address", Text("Email")),
        column("PhoneNumber", "Phone Number", Text("PhoneNumber")),
        column("Role", "Role", Text("Role.Name")),
        column("Broker", "Broker", Text("Broker.Name"));
    BROKERS = "brokers", "Brokers":
        column("Name", "Name", Text("Name")),
        column("MasterBroker", "Master Broker", Text("MasterBroker.Name")),
        column("EmployerGroups", "Employer Groups", Text("EmployerGroups")),
        column("Users", "Users", Text("Users"));
    CENSUS_FILES = "census-files", "Census Files":
        column("File", "File", Made(|row| joined([text(row, "Name").chars().take(8).collect(), text(row, "OriginalFileName")], " "))),
        column("EmployerGroup", "Employer Group", Text("EmployerGroup.Name")),
        column("Status", "Status", Text("StatusFormatted")),
        column("Status", "Step", Made(step)),
        column("Status", "Errors", Text("ErrorCount")),
        column("UploadDate", "Upload Date", DayOf("UploadDate")),
        column("UploadedBy", "Uploaded By", Text("UploadedBy.FullName"));
    AUDIT = "audit", "Audit":
        column("At", "When", Moment("At")),
        column("Action", "What", Text("ActionText")),
        column("User", "Who", Made(who)),
        column("Subject", "Record", Made(record)),
        column("Subject", "Group", Text("EmployerName")),
        column("Changes", "Changed", Made(changed));
    INVOICES = "invoices", "Invoices":
        column("InvoiceNumber", "Invoice Number", Text("InvoiceNumber")),
        column("EmployerGroup", "Group", Text("EmployerGroup.Name")),
        column("InvoiceDate", "Invoice Date", Day("InvoiceDate")),
        column("InvoicePeriodEndDate", "Billing Period", Month("InvoicePeriodEndDate")),
        column("InvoiceTotalDollars", "Amount", Money("InvoiceTotalDollars")),
        column("PaymentStatus", "Status", Text("PaymentStatusText")),
        column("DueDate", "Due Date", Day("DueDate")),
        column("DaysLate", "Days Late", Text("DaysLate")),
        column("InErp", "In ERP System", Made(in_erp)).needing(Action::ViewUnsentInvoices),
        column("InErp", "ERP State", Text("ErpState.Text")).needing(Action::ViewBilling),
        column("InErp", "Still to Send", Flag("NotSent")).needing(Action::ViewUnsentInvoices);
    SNAPSHOTS = "snapshots", "Billing Snapshots":
        column("InvoicePeriodEndDate", "Billing Period", Month("InvoicePeriodEndDate")),
        column("BillingPlan", "Billing Plan", Text("BillingPlan.Name")),
        column("InvoiceTotalDollars", "Amount", Money("InvoiceTotalDollars")),
        column("Change", "Against last", Made(|row| change(row, "InvoiceTotalDollars"))),
        column("Payment", "Payment", Text("PaymentStatusText")),
        column("InErp", "In ERP System", Text("ErpState.Text"));
    PLANS = "plans", "Billing Plans":
        column("Name", "Name", Text("Name")),
        column("ApiServiceName", "Account", Text("ApiServiceName")),
        column("ErpCustomerName", "Customer", Text("ErpCustomerName")),
        column("SendInvoice", "Send Invoice", Flag("SendInvoice")),
        column("ExpirationDate", "Expiration", Day("ExpirationDate"));
    PRICING_GROUPS = "pricing-groups", "Pricing Groups":
        column("Name", "Name", Text("Name")),
        column("Code", "Code", Text("Code")),
        column("Price", "Price", Money("PricingOption.Rate"));
    PRICING_OPTIONS = "pricing-options", "Pricing Options":
        column("Name", "Name", Text("Name")),
        column("Rate", "Rate", Money("Rate")),
        column("CreatedOn", "Date", DayOf("CreatedOn"));
    TOKENS = "tokens", "API Tokens":
        column("Name", "Name", Made(|row| format!("Token {} {}", text(row, "Id"), text(row, "ApiServiceName")))),
        column("AccessEnd", "Access Token Expires", Moment("AccessTokenExpiration")),
        column("RefreshEnd", "Refresh Token Expires", Moment("RefreshTokenExpiration")),
        column("LastRefresh", "Last Refresh", Moment("LastRefresh"));
    ACCOUNTS = "accounts", "API Services":
        column("Name", "Name", Text("Name")),
        column("ServiceType", "Service Type", Text("ServiceType")),
        column("ApiBaseUrl", "Base URL", Text("ApiBaseUrl"));
    RULES = "commission-rules", "Commission Rules":
        column("Name", "Name", Text("Name")),
        column("PayeeName", "Payee", Text("PayeeName")),
        column("GroupCount", "Groups", Text("GroupCount")),
        column("CreatedOn", "Created", DayOf("CreatedOn"));
    STATEMENTS = "statements", "Commission Snapshots":
        column("Name", "Name", Text("Name")),
        column("Name", "Number", Made(statement_number)),
        column("PayeeName", "Payee", Text("PayeeName")),
        column("BillingPeriod", "Billing Period", Month("BillingPeriod")),
        column("AmountDue", "Amount", Money("AmountDue")),
        column("CreatedAt", "Created", DayOf("CreatedOn"));
    RUNS = "billing-runs", "Billing Runs":
        column("BillingPeriod", "Billing Month", Made(|row| joined([text(row, "BillableMonthName"), text(row, "BillableYear")], " "))),
        column("State", "Status", Text("StateText")),
        column("Total", "Plans", Text("Total")),
        column("DraftTotalDollars", "Drafts", Money("DraftTotalDollars")),
        column("Created", "Snapshots", Text("Created")),
        column("CreatedTotalDollars", "Created", Money("CreatedTotalDollars")),
        column("CreatedOn", "Started", Moment("CreatedOn")),
        column("CreatedBy", "Started By", Text("CreatedBy"));
    RUN_ITEMS = "billing-run", "Billing Run":
        column("PlanName", "Billing Plan", Text("PlanName")),
        column("EmployerGroup", "Employer Group", Text("EmployerGroup.Name")),
        column("DraftTotalDollars", "Draft", Money("DraftTotalDollars")),
        column("Change", "Against last", Made(|row| change(row, "DraftTotalDollars"))),
        column("State", "Status", Text("StateText")),
        column("Findings", "To look at", Made(findings));
    NOT_INCLUDED = "billing-run-left-out", "Plans not in Billing Run":
        column("PlanName", "Billing Plan", Text("PlanName")),
        column("EmployerGroup", "Employer Group", Text("EmployerGroup.Name")),
        column("Reason", "Why it is not in this run", Text("ReasonText"));
}

/// The texts that are not empty.
fn joined<const N: usize>(parts: [String; N], between: &str) -> String {
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(between)
}

/// One value of each entry of a list in the row.
fn each(row: &Value, list: &str, path: &str, between: &str) -> String {
    let entries = at(row, list).as_array().map(Vec::as_slice).unwrap_or_default();
    entries.iter().map(|entry| text(entry, path)).filter(|part| !part.is_empty()).collect::<Vec<_>>().join(between)
}

fn gender(row: &Value) -> String {
    match at(row, "Gender").as_i64() {
        Some(0) => "Other",
        Some(1) => "Male",
        Some(2) => "Female",
        _ => "Unknown",
    }
    .to_owned()
}

/// The step that a census file stands at, of all its steps: `1 of 5`.
fn step(row: &Value) -> String {
    let done = at(row, "CompletedTasks").as_u64().unwrap_or_default();
    let current = u64::from(!at(row, "CurrentTask").is_null());
    let all = at(row, "Tasks").as_array().map_or(0, Vec::len);
    format!("{} of {all}", done + current)
}

/// `266 Foundry St, Macon, GA 31201`.
fn address(row: &Value) -> String {
    let region = joined([text(row, "State"), text(row, "ZipCode")], " ");
    joined([text(row, "AddressLine1"), text(row, "AddressLine2"), text(row, "City"), region], ", ")
}

fn who(row: &Value) -> String {
    let (user, acting) = (text(row, "UserName"), text(row, "ActingAsName"));
    match (user.is_empty(), acting.is_empty()) {
        (true, _) => "Ledgerwell".to_owned(),
        (false, true) => user,
        (false, false) => format!("{acting} as {user}"),
    }
}

/// `Pricing group: Standard → Plus; Task: Map Data`.
fn changed(row: &Value) -> String {
    let entries = at(row, "Changes").as_array().map(Vec::as_slice).unwrap_or_default();
    let side = |text: String| if text.is_empty() { "-".to_owned() } else { text };
    let one = |entry: &Value| {
        let (field, before, after) = (text(entry, "FieldText"), text(entry, "Before"), text(entry, "After"));
        match before.is_empty() {
            true => format!("{field}: {after}"),
            false => format!("{field}: {before} → {}", side(after)),
        }
    };
    entries.iter().map(one).collect::<Vec<_>>().join("; ")
}

/// `Census file people.csv`; of a record without a name `Census file 7`.
fn record(row: &Value) -> String {
    let kind = text(row, "Subject").replace('_', " ");
    let mut letters = kind.chars();
    let capital = letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default();
    let name = text(row, "SubjectName");
    joined([capital, if name.is_empty() { text(row, "SubjectId") } else { name }], " ")
}

/// The number of the bill, and before there is one that of the statement: `CS-000012`.
fn statement_number(row: &Value) -> String {
    let bill = text(row, "BillNumber");
    if bill.is_empty() { format!("CS-{:06}", at(row, "Id").as_i64().unwrap_or_default()) } else { bill }
}

/// Whether an invoice stands in the ERP: it carries the date of its creation there.
fn in_erp(row: &Value) -> String {
    if at(row, "InvoiceDate").is_null() { "No" } else { "Yes" }.to_owned()
}

/// The difference of an amount to the month before; empty when there is no amount to compare with.
fn change(row: &Value, amount: &str) -> String {
    let dollars = |path| at(row, path).as_f64();
    let (Some(now), Some(before)) = (dollars(amount), dollars("PreviousTotalDollars")) else { return String::new() };
    money(&Value::from(((now - before) * 100.0).round() / 100.0))
}

fn findings(row: &Value) -> String {
    joined([text(row, "Message"), text(row, "InvoiceMessage"), each(row, "Exceptions", "Text", "; ")], " ")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_made_of_several_values_leaves_out_what_is_not_there() {
        let member = json!({ "Gender": 2, "AddressLine1": "266 Foundry St", "City": "Macon", "ZipCode": "31201" });
        assert_eq!((gender(&member).as_str(), address(&member).as_str()), ("Female", "266 Foundry St, Macon, 31201"));
        assert_eq!(address(&json!({})), "");
        for (entry, expected) in [
            (json!({}), "Ledgerwell"),
            (json!({ "UserName": "Dana" }), "Dana"),
            (json!({ "UserName": "Dana", "ActingAsName": "Ash" }), "Ash as Dana"),
        ] {
            assert_eq!(who(&entry), expected);
        }
        let changes = json!({ "Changes": [
            { "FieldText": "Pricing group", "Before": "Standard", "After": "Plus" },
            { "FieldText": "Tax ID", "Before": "1", "After": null },
            { "FieldText": "Task", "Before": null, "After": "Map Data" },
        ] });
        assert_eq!(changed(&changes), "Pricing group: Standard → Plus; Tax ID: 1 → -; Task: Map Data");
        assert_eq!(record(&json!({ "Subject": "census_file", "SubjectId": 7 })), "Census file 7");
        assert_eq!(
            change(&json!({ "DraftTotalDollars": 10.1, "PreviousTotalDollars": 9.8 }), "DraftTotalDollars"),
            "0.30"
        );
        assert_eq!(change(&json!({ "DraftTotalDollars": 10.1 }), "DraftTotalDollars"), "");
        assert_eq!(statement_number(&json!({ "Id": 12, "BillNumber": null })), "CS-000012");
        assert_eq!(statement_number(&json!({ "Id": 12, "BillNumber": "LW-7" })), "LW-7");
        let run =
            json!({ "Message": "Cancelled.", "Exceptions": [{ "Text": "Zero amount" }, { "Text": "First bill" }] });
        assert_eq!(findings(&run), "Cancelled. Zero amount; First bill");
        assert_eq!(in_erp(&json!({ "InvoiceDate": "2026-07-31" })), "Yes");
        assert_eq!(in_erp(&json!({ "InvoiceDate": null })), "No");
    }
}
