//! Pricing, plans, snapshots and the ledger.

use super::ddl::{Table, bytes, date, flag, id, instant, int, long, money, real, reference, small, table, text};

pub(super) fn tables() -> Vec<Table> {
    vec![
        pricing_option(),
        pricing_group(),
        plan(),
        plan_line(),
        snapshot(),
        snapshot_line(),
        ledger_set(),
        snapshot_unbilled(),
        billing_run(),
        billing_run_item(),
    ]
}

fn pricing_option() -> Table {
    table("pricing_option", "A named rate of a group.")
        .columns([
            id(),
            reference("group_id", "employer_group"),
            text("name"),
            text("name_key"),
            money("rate_cents"),
            flag("is_archived").default("0"),
        ])
        .versioned()
        .check("rate_cents", "rate_cents between 0 and 9999999")
        .unique(&["group_id", "id"])
}

fn pricing_group() -> Table {
    table("pricing_group", "A coded set of members with one pricing option; one of a group's is the default.")
        .columns([
            id(),
            reference("group_id", "employer_group"),
            long("pricing_option_id"),
            text("name"),
            text("name_key"),
            text("code"),
            flag("is_default").default("0"),
            flag("implicit_dependent_pricing").default("1"),
            real("primary_match_threshold").default("0.5"),
            real("dependent_match_threshold").default("0.5"),
        ])
        .versioned()
        .refer(&["group_id", "pricing_option_id"], "pricing_option", &["group_id", "id"])
        .check("primary_match_threshold", "primary_match_threshold between 0 and 1")
        .check("dependent_match_threshold", "dependent_match_threshold between 0 and 1")
        .unique(&["group_id", "code"])
        .unique_where(&["group_id"], "is_default=1")
        .unique(&["group_id", "id"])
        .index(&["pricing_option_id"])
}

fn plan() -> Table {
    table("plan", "A billing plan: what a group is invoiced for, and where.")
        .columns([
            id(),
            reference("group_id", "employer_group"),
            text("name"),
            text("name_key"),
            reference("api_service_id", "api_service").optional(),
            text("erp_customer_id").optional(),
            text("erp_customer_name").optional(),
            text("erp_customer_key").optional(),
            text("erp_terms_id").optional(),
            small("erp_terms_days").optional(),
            flag("generate_invoice").default("1"),
            flag("send_invoice").default("1"),
            text("recipients").optional(),
            flag("active").default("1"),
            date("expires_on").optional(),
            // 1 per consult, 2 per employee per month, 3 after-hours consult
            small("billing_type").default("2"),
        ])
        .versioned()
        .check("billing_type", "billing_type between 1 and 3")
        .check("erp_customer", "erp_customer_id is null or api_service_id is not null")
        .unique(&["group_id", "id"])
        .index(&["api_service_id"])
}

fn plan_line() -> Table {
    table("plan_line", "A line item of a plan.")
        .columns([
            id(),
            reference("group_id", "employer_group"),
            long("plan_id"),
            text("name"),
            // as of the plan
            small("billing_type"),
            // 0 current month, 1 previous, 2 next (rules.md#month-of-a-line)
            small("billing_period"),
            long("pricing_option_id"),
            flag("include_all_members").default("1"),
            flag("ignore_credits_and_debts").default("0"),
            text("reference_id").optional(),
            text("reference_key").optional(),
            int("first_billed_month").optional(),
            instant("deleted_at").optional(),
        ])
        .versioned()
        .refer(&["group_id", "plan_id"], "plan", &["group_id", "id"])
        .refer(&["group_id", "pricing_option_id"], "pricing_option", &["group_id", "id"])
        .check("billing_type", "billing_type between 1 and 3")
        .check("billing_period", "billing_period between 0 and 2")
        .check("reference", "include_all_members=1 or reference_key is not null")
        .check(
            "after_hours",
            "billing_type<>3 or (billing_period=1 and include_all_members=1 and ignore_credits_and_debts=0)",
        )
        .index(&["plan_id", "id"])
        .index(&["pricing_option_id"])
}

fn snapshot() -> Table {
    table("snapshot", "A plan's bill for a month, frozen: the invoice.")
        .columns([
            id(),
            long("plan_id"),
            reference("group_id", "employer_group"),
            // the month of end_on
            int("period_month"),
            date("start_on"),
            date("end_on"),
            instant("computed_at"),
            int("generation").default("1"),
            text("plan_name"),
            money("total_cents"),
            reference("api_service_id", "api_service").optional(),
            text("erp_ref_id").optional(),
            text("erp_url").optional(),
            text("doc_number").optional(),
            date("txn_on").optional(),
            date("due_on").optional(),
            flag("out_of_date").default("0"),
            // 0 unknown, 1 open, 2 partially paid, 3 paid, 4 overdue, 5 voided (rules.md#payment-status)
            small("payment_status").default("0"),
            money("balance_cents").optional(),
            instant("payment_synced_at").optional(),
            // 0 none, 1 unpaid, 2 paid (rules.md#commission-status)
            small("commission_status").default("0"),
            reference("created_by", "user_account").optional(),
            text("search_text"),
            instant("deleted_at").optional(),
        ])
        .versioned()
        .refer(&["group_id", "plan_id"], "plan", &["group_id", "id"])
        .check("end_on", "end_on>start_on")
        .check("payment_status", "payment_status between 0 and 5")
        .check("commission_status", "commission_status between 0 and 2")
        // one bill a plan and month (rules.md#snapshots-of-a-plan)
        .unique_where(&["plan_id", "period_month"], "deleted_at is null")
        .unique_where(&["api_service_id", "doc_number"], "doc_number is not null and deleted_at is null")
        // the lists, read backwards
        .index_where(&["group_id", "end_on", "id"], "deleted_at is null")
        .index_where(&["end_on", "id"], "deleted_at is null")
        // whose payment status to ask for next
        .index_where(&["payment_status", "payment_synced_at"], "erp_ref_id is not null")
}

fn snapshot_line() -> Table {
    table("snapshot_line", "A line of a snapshot: a month, a kind and a rate.")
        .columns([
            id(),
            reference("snapshot_id", "snapshot"),
            reference("plan_line_id", "plan_line"),
            int("position"),
            text("name"),
            small("billing_type"),
            int("billable_month"),
            // 0 charge, 1 debt, 2 credit of a charge, 3 reversed credit, 4 reversed debt
            small("kind"),
            // 1 only where a member needs a second entry of the same kind and rate
            small("part").default("0"),
            flag("is_credit"),
            money("rate_cents"),
            int("quantity"),
            money("total_cents"),
            text("reference_id").optional(),
            // 0 once the snapshot is deleted, so that partial indexes need no join
            flag("live").default("1"),
        ])
        .check("kind", "kind between 0 and 4 and is_credit=(kind in (2,4))")
        .check("quantity", "quantity>=0")
        .check("rate_cents", "rate_cents>=0")
        .check(
            "total_cents",
            "(is_credit=1 and total_cents=-rate_cents*quantity) or (is_credit=0 and total_cents=rate_cents*quantity)",
        )
        .unique(&["snapshot_id", "plan_line_id", "billable_month", "kind", "rate_cents", "part"])
        // the ledger of a line
        .index_where(&["plan_line_id", "billable_month"], "live=1")
}

fn ledger_set() -> Table {
    table(
        "ledger_set",
        "Who a snapshot line charged or credited: ascending ids as LEB128 varints of their differences.",
    )
    .columns([
        reference("snapshot_line_id", "snapshot_line"),
        // 0 members, 1 consults
        small("of"),
        int("n"),
        bytes("ids"),
    ])
    .key(&["snapshot_line_id"])
    .check("of", "of in (0,1)")
    .check("n", "n>=0")
}

fn snapshot_unbilled() -> Table {
    table(
        "snapshot_unbilled",
        "Differences older than the look-back: listed on the snapshot, not billed (rules.md#look-back).",
    )
    .columns([
        id(),
        reference("snapshot_id", "snapshot"),
        reference("plan_line_id", "plan_line"),
        int("billable_month"),
        flag("is_credit"),
        int("n"),
        bytes("ids"),
    ])
    .index(&["snapshot_id"])
}

fn billing_run() -> Table {
    table("billing_run", "The snapshots of a month for many plans at once.")
        .columns([
            id(),
            int("period_month"),
            // 0 queued, 1 running, 2 done, 3 failed
            small("state").default("0"),
            flag("automatic").default("0"),
            reference("created_by", "user_account").optional(),
            instant("created_at"),
            instant("finished_at").optional(),
        ])
        .check("state", "state between 0 and 3")
        // one run a month at a time
        .unique_where(&["period_month"], "state in (0,1)")
}

fn billing_run_item() -> Table {
    table("billing_run_item", "A plan within a billing run.")
        .columns([
            reference("run_id", "billing_run"),
            reference("plan_id", "plan"),
            small("state").default("0"),
            reference("snapshot_id", "snapshot").optional(),
            money("total_cents").optional(),
            money("previous_cents").optional(),
            int("exceptions").default("0"),
            text("message").optional(),
        ])
        .key(&["run_id", "plan_id"])
        // exceptions first
        .index(&["run_id", "state", "plan_id"])
}
