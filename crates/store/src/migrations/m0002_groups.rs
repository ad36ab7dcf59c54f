//! Employer groups.

use super::ddl::{Table, date, flag, guid, id, instant, int, long, money, reference, small, table, text};

pub(super) fn tables() -> Vec<Table> {
    vec![
        employer_group(),
        benefit_service(),
        group_benefit_service(),
        group_api_service(),
        contact(),
        note(),
        group_count(),
        list_count(),
    ]
}

fn employer_group() -> Table {
    employer_group_rules(
        table("employer_group", "An employer whose people are members.")
            .columns([
                id(),
                text("group_code"),
                text("group_code_key"),
                text("name"),
                text("tax_id_number").optional(),
                reference("broker_id", "broker"),
                reference("master_broker_id", "broker").optional(),
                // 0 active, 1 in-active
                small("status").default("0"),
                date("effective_on"),
                date("termination_on").optional(),
                date("renewal_on").optional(),
                flag("process_dependents").default("0"),
                flag("real_time_eligibility").default("0"),
                flag("allow_manual_adds").default("0"),
                flag("allow_subscriptions").default("0"),
                flag("allow_public_registration").default("0"),
                text("public_registration_code").optional(),
                flag("collect_insurance").default("0"),
                flag("ignore_insurance_eligibility_copay").default("0"),
                flag("insurance_billing_enabled").default("0"),
                flag("send_welcome_emails").default("1"),
                flag("require_patient_mfa").default("0"),
                flag("explicit_import").default("1"),
                flag("enable_invoice_access").default("0"),
                // 0 group portal, 1 patient platform
                small("utilization_member_source").default("0"),
                int("platform_member_count").optional(),
                instant("insurance_synced_at").optional(),
                long("accounting_contact_id").optional(),
                long("producer_contact_id").optional(),
                long("hr_contact_id").optional(),
                long("medical_fee_total_id").optional(),
                long("medical_fee_patient_id").optional(),
                long("medical_fee_dependent_id").optional(),
                long("medical_fee_after_hours_id").optional(),
                text("default_pricing_group_name").optional(),
                money("default_pricing_group_rate").default("4900"),
                money("default_after_hours_fee").default("500"),
                small("billing_lookback_months").optional(),
                small("termination_guard_percent").default("10"),
                int("termination_guard_minimum").default("5"),
                text("billing_address1").optional(),
                text("billing_address2").optional(),
                text("billing_city").optional(),
                text("billing_state").optional(),
                text("billing_zip_code").optional(),
                guid("global_link_id"),
                text("search_text"),
            ])
            .versioned(),
    )
}

fn employer_group_rules(table: Table) -> Table {
    table
        .refer(&["id", "accounting_contact_id"], "contact", &["group_id", "id"])
        .refer(&["id", "producer_contact_id"], "contact", &["group_id", "id"])
        .refer(&["id", "hr_contact_id"], "contact", &["group_id", "id"])
        .refer(&["id", "medical_fee_total_id"], "pricing_option", &["group_id", "id"])
        .refer(&["id", "medical_fee_patient_id"], "pricing_option", &["group_id", "id"])
        .refer(&["id", "medical_fee_dependent_id"], "pricing_option", &["group_id", "id"])
        .refer(&["id", "medical_fee_after_hours_id"], "pricing_option", &["group_id", "id"])
        .check("registration_code", "allow_public_registration=0 or public_registration_code is not null")
        .check("termination_on", "termination_on>=effective_on")
        .check("status", "status in (0,1)")
        .check("utilization_member_source", "utilization_member_source in (0,1)")
        .check("billing_lookback_months", "billing_lookback_months between 0 and 24")
        .check("termination_guard_percent", "termination_guard_percent between 0 and 100")
        .check("termination_guard_minimum", "termination_guard_minimum>=0")
        .check("default_pricing_group_rate", "default_pricing_group_rate between 0 and 9999999")
        .check("default_after_hours_fee", "default_after_hours_fee between 0 and 9999999")
        .unique(&["group_code_key"])
        .unique(&["global_link_id"])
        .unique_where(&["public_registration_code"], "public_registration_code is not null")
        // the groups of a broker
        .index(&["broker_id", "id"])
        .index(&["master_broker_id", "id"])
        // coming renewals
        .index_where(&["renewal_on"], "status=0")
}

fn benefit_service() -> Table {
    table("benefit_service", "A service that a group may carry.").columns([id(), text("name")]).unique(&["name"])
}

fn group_benefit_service() -> Table {
    table("group_benefit_service", "A service that a group carries.")
        .columns([reference("group_id", "employer_group"), reference("benefit_service_id", "benefit_service")])
        .key(&["group_id", "benefit_service_id"])
}

fn group_api_service() -> Table {
    table("group_api_service", "An ERP account that a group may be billed through.")
        .columns([reference("group_id", "employer_group"), reference("api_service_id", "api_service")])
        .key(&["group_id", "api_service_id"])
}

fn contact() -> Table {
    table("contact", "A person at an employer.")
        .columns([
            id(),
            reference("group_id", "employer_group"),
            text("first_name"),
            text("last_name"),
            text("email").optional(),
            text("phone").optional(),
            text("department").optional(),
            text("notes").optional(),
            flag("active").default("1"),
        ])
        .versioned()
        .unique(&["group_id", "id"])
        .index(&["group_id", "last_name", "id"])
}

fn note() -> Table {
    table("note", "A note on a group.")
        .columns([
            id(),
            reference("group_id", "employer_group"),
            small("note_type").default("0"),
            text("body"),
            reference("created_by", "user_account"),
            instant("deleted_at").optional(),
        ])
        .versioned()
        .check("note_type", "note_type in (0,1)")
        .index_where(&["group_id", "note_type", "id"], "deleted_at is null")
}

fn group_count() -> Table {
    table(
        "group_count",
        "Members of a group: a base row of day 0001-01-01, and differences by the day they take effect. Derived.",
    )
    .columns([
        reference("group_id", "employer_group"),
        date("day"),
        // PostgreSQL spreads concurrent writers over several rows
        small("slot").default("0"),
        int("total"),
        int("active"),
    ])
    .key(&["group_id", "day", "slot"])
    .without_rowid()
    .fillfactor(70)
}

fn list_count() -> Table {
    table("list_count", "How many rows a group has in a list that is never counted row by row. Derived.")
        .columns([small("list"), reference("group_id", "employer_group"), int("n")])
        .key(&["list", "group_id"])
        .without_rowid()
}
