//! Commissions.

use super::ddl::{Table, flag, id, instant, int, long, money, reference, small, table, text};

pub(super) fn tables() -> Vec<Table> {
    vec![commission_rule(), commission_rule_line(), commission_rate(), commission_statement(), commission_line()]
}

fn commission_rule() -> Table {
    table("commission_rule", "What a payee is paid, and by which plan lines.")
        .columns([
            id(),
            text("name"),
            text("payee_name"),
            text("bill_number_suffix").optional(),
            reference("api_service_id", "api_service").optional(),
            text("erp_vendor_id").optional(),
            text("erp_vendor_name").optional(),
            reference("broker_id", "broker").optional(),
            // 0 billed, 1 paid
            small("basis").default("0"),
            flag("active").default("1"),
            text("search_text"),
        ])
        .versioned()
        .check("basis", "basis in (0,1)")
        .index(&["broker_id", "id"])
}

fn commission_rule_line() -> Table {
    table("commission_rule_line", "A plan line that a rule pays on; a removed one stays.")
        .columns([
            id(),
            reference("rule_id", "commission_rule"),
            reference("plan_line_id", "plan_line"),
            instant("removed_at").optional(),
        ])
        .unique_where(&["rule_id", "plan_line_id"], "removed_at is null")
        // other payees of a line
        .index(&["plan_line_id"])
}

fn commission_rate() -> Table {
    table("commission_rate", "The payout on a rule line from a month until the next one set; a replaced one stays.")
        .columns([
            id(),
            reference("rule_line_id", "commission_rule_line"),
            int("from_month"),
            money("payout_cents"),
            reference("set_by", "user_account"),
            instant("set_at"),
            instant("superseded_at").optional(),
        ])
        .check("payout_cents", "payout_cents>=0")
        .unique_where(&["rule_line_id", "from_month"], "superseded_at is null")
}

fn commission_statement() -> Table {
    table("commission_statement", "What a payee is owed for a month, frozen.")
        .columns([
            id(),
            reference("rule_id", "commission_rule"),
            text("name"),
            text("payee_name"),
            int("period_month"),
            money("total_cents"),
            instant("locked_at").optional(),
            text("bill_number").optional(),
            reference("created_by", "user_account").optional(),
            text("search_text"),
            instant("deleted_at").optional(),
        ])
        .versioned()
        .unique(&["rule_id", "id"])
        .index(&["rule_id", "period_month"])
        .index(&["period_month", "id"])
        .index_where(&["created_at", "id"], "deleted_at is null")
}

fn commission_line() -> Table {
    table("commission_line", "A line of a commission statement.")
        .columns([
            id(),
            long("statement_id"),
            reference("rule_id", "commission_rule"),
            // 0 line, 1 clawback, 2 adjustment, 3 brought forward
            small("kind"),
            reference("snapshot_line_id", "snapshot_line").optional(),
            int("billable_month"),
            int("quantity"),
            money("rate_cents"),
            money("payout_cents"),
            flag("is_credit"),
            money("total_cents"),
            text("employer_name"),
            text("plan_name"),
            text("reference_id").optional(),
            flag("payable").default("1"),
            flag("live").default("1"),
        ])
        .refer(&["rule_id", "statement_id"], "commission_statement", &["rule_id", "id"])
        .check("kind", "kind between 0 and 3")
        .check("quantity", "quantity>=0")
        .check("payout_cents", "payout_cents>=0")
        .check(
            "total_cents",
            "kind<>0 or (is_credit=1 and total_cents=-payout_cents*quantity) \
             or (is_credit=0 and total_cents=payout_cents*quantity)",
        )
        // a snapshot line is paid once (rules.md#paid-once)
        .unique_where(&["rule_id", "snapshot_line_id"], "live=1 and kind=0")
        .index(&["statement_id", "id"])
        .index_where(&["snapshot_line_id"], "live=1")
}
