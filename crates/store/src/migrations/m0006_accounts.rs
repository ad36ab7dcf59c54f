//! ERP accounts, their documents and pushes.

use super::ddl::{Table, bytes, id, instant, int, long, reference, small, table, text};

pub(super) fn tables() -> Vec<Table> {
    vec![api_service(), accounting_config(), netsuite_config(), api_token(), erp_document(), erp_push()]
}

fn api_service() -> Table {
    table("api_service", "An ERP account.")
        .columns([id(), text("name"), text("name_key"), text("service_type"), text("api_base_url")])
        .versioned()
        .check("service_type", "service_type in ('quickbooks','netsuite')")
        .unique(&["name"])
}

fn accounting_config() -> Table {
    table("accounting_config", "Settings of a QuickBooks account.")
        .columns([
            id(),
            reference("api_service_id", "api_service"),
            text("realm_id").optional(),
            text("client_id").optional(),
            // sealed
            bytes("client_secret").optional(),
            text("leading_invoice_number").optional(),
            text("pepm_class_id").optional(),
            text("pepm_product_id").optional(),
            text("per_consult_product_id").optional(),
            text("per_consult_class_id").optional(),
            text("cost_of_revenue_commission_account_id").optional(),
            text("cost_of_revenue_class_id").optional(),
            text("ap_account_id").optional(),
            text("commission_bill_sales_term_id").optional(),
            text("location_id").optional(),
            text("agent_id").optional(),
            text("dollar_amount_id").optional(),
            text("tag_ids").optional(),
        ])
        .versioned()
        .unique(&["api_service_id"])
}

fn netsuite_config() -> Table {
    table("netsuite_config", "Settings of a NetSuite account.")
        .columns([
            id(),
            reference("api_service_id", "api_service"),
            text("account_id").optional(),
            text("client_id").optional(),
            // sealed; the PEM private key (rules.md#erp-private-key)
            bytes("client_secret").optional(),
            text("certificate_id").optional(),
            text("subsidiary_id").optional(),
            text("subsidiary_legal_name").optional(),
            text("department_id").optional(),
            text("class_id").optional(),
            text("location_id").optional(),
            text("leading_invoice_number").optional(),
            text("invoice_custom_form_id").optional(),
            text("default_terms_id").optional(),
            text("invoice_ar_account_id").optional(),
            text("pepm_item_id").optional(),
            text("per_consult_item_id").optional(),
            text("after_hours_item_id").optional(),
            text("cost_of_revenue_commission_account_id").optional(),
            text("ap_account_id").optional(),
            text("commission_bill_terms_id").optional(),
            text("vendor_bill_custom_form_id").optional(),
        ])
        .versioned()
        .unique(&["api_service_id"])
}

fn api_token() -> Table {
    table("api_token", "OAuth tokens of an ERP account, sealed.")
        .columns([
            id(),
            reference("api_service_id", "api_service"),
            // sealed, as every secret here
            bytes("access_token").optional(),
            bytes("refresh_token").optional(),
            instant("access_expires_at").optional(),
            instant("refresh_expires_at").optional(),
            instant("last_refresh_at").optional(),
            instant("refresh_lease_until").optional(),
        ])
        .versioned()
        .index(&["api_service_id", "id"])
        // those that expire next
        .index(&["refresh_expires_at"])
}

fn erp_document() -> Table {
    table(
        "erp_document",
        "A snapshot or statement as a document in an ERP; written before the first call (rules.md#exactly-once).",
    )
    .columns([
        id(),
        reference("api_service_id", "api_service"),
        // 0 invoice, 1 credit memo, 2 bill
        small("kind"),
        long("local_id"),
        int("generation"),
        // 0 queued, 1 sending (outcome unknown until looked up), 2 sent, 3 out of date, 4 failed,
        // 5 changed in the ERP, 6 deleted in the ERP
        small("state").default("0"),
        text("request_key"),
        text("erp_id").optional(),
        text("doc_number").optional(),
        text("sync_token").optional(),
        bytes("content_hash").optional(),
        int("attempts").default("0"),
        text("last_error").optional(),
        instant("created_at"),
        instant("updated_at"),
    ])
    .check("kind", "kind between 0 and 2")
    .check("state", "state between 0 and 6")
    .unique(&["api_service_id", "kind", "local_id", "generation"])
    // one push at a time
    .unique_where(&["api_service_id", "kind", "local_id"], "state in (0,1)")
    .unique(&["api_service_id", "request_key"])
    .unique_where(&["api_service_id", "kind", "erp_id"], "erp_id is not null")
    .index(&["kind", "local_id", "id"])
    .index(&["state", "updated_at"])
}

fn erp_push() -> Table {
    table("erp_push", "A call made for an ERP document. Append-only.")
        .columns([
            id(),
            reference("document_id", "erp_document"),
            instant("at"),
            small("step"),
            small("outcome"),
            small("http_status").optional(),
            text("vendor_code").optional(),
            text("message").optional(),
            text("trace_id").optional(),
            reference("user_id", "user_account").optional(),
        ])
        .index(&["document_id", "id"])
}
