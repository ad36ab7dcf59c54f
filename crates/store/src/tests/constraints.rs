//! The rules that must never break are refused by the database itself, under the same name on both engines, and their
//! nearest allowed neighbours are not.

use super::world::{Columns, insert, populate};
use crate::on_both_engines;
use crate::testing::TestStore;
use crate::{Constraint, Error};

on_both_engines!(what_must_never_be_is_refused, the_nearest_neighbour_is_accepted);

/// A rule, the row that breaks it, and one that nearly does.
struct Case {
    about: &'static str,
    rule: Rule,
    table: &'static str,
    /// What stands before: rows of tables, each the usual one but for some columns.
    given: &'static [(&'static str, Columns)],
    refused: Columns,
    accepted: Columns,
}

enum Rule {
    Unique(&'static str),
    Check(&'static str),
    Reference,
    Needed(&'static str),
}

use Rule::{Check, Needed, Reference, Unique};

async fn what_must_never_be_is_refused(store: TestStore) {
    populate(&store).await;
    for case in CASES {
        let tx = store.begin().await.expect("a transaction");
        for (table, but) in case.given {
            insert(&tx, table, but).await.unwrap_or_else(|error| panic!("{}: {error}", case.about));
        }
        let expected = match case.rule {
            Unique(name) => Constraint::Unique(name.to_owned()),
            Check(name) => Constraint::Check(name.to_owned()),
            Needed(column) => Constraint::NotNull(column.to_owned()),
            Reference => Constraint::ForeignKey,
        };
        match insert(&tx, case.table, case.refused).await {
            Err(Error::Refused(constraint)) => assert_eq!(constraint, expected, "{}", case.about),
            other => panic!("{}: {other:?}", case.about),
        }
    }
}

async fn the_nearest_neighbour_is_accepted(store: TestStore) {
    populate(&store).await;
    for case in CASES {
        let tx = store.begin().await.expect("a transaction");
        for (table, but) in case.given {
            insert(&tx, table, but).await.unwrap_or_else(|error| panic!("{}: {error}", case.about));
        }
        insert(&tx, case.table, case.accepted).await.unwrap_or_else(|error| panic!("{}: {error}", case.about));
    }
}

const CASES: &[Case] = &[
    Case {
        about: "brokers have names of their own",
        rule: Unique("uq_broker_name_key"),
        table: "broker",
        given: &[],
        refused: &[("name", "'NORTH'")],
        accepted: &[("name_key", "'north east'")],
    },
    Case {
        about: "a billing day is a day of a month",
        rule: Check("ck_broker_invoice_period_end_day"),
        table: "broker",
        given: &[],
        refused: &[("name_key", "'x'"), ("invoice_period_end_day", "32")],
        accepted: &[("name_key", "'x'"), ("invoice_period_end_day", "31")],
    },
    Case {
        about: "the look-back is two years at most",
        rule: Check("ck_broker_billing_lookback_months"),
        table: "broker",
        given: &[],
        refused: &[("name_key", "'x'"), ("billing_lookback_months", "25")],
        accepted: &[("name_key", "'x'"), ("billing_lookback_months", "24")],
    },
    Case {
        about: "an address belongs to one user",
        rule: Unique("uq_user_account_email_key"),
        table: "user_account",
        given: &[],
        refused: &[("email", "'ADA@example.test'")],
        accepted: &[("email_key", "'bea@example.test'")],
    },
    Case {
        about: "a broker administrator has a broker",
        rule: Check("ck_user_account_broker"),
        table: "user_account",
        given: &[],
        refused: &[("email_key", "'x'"), ("role", "2")],
        accepted: &[("email_key", "'x'"), ("role", "2"), ("broker_id", "1")],
    },
    Case {
        about: "an account manager has a broker, a group user needs none",
        rule: Check("ck_user_account_broker"),
        table: "user_account",
        given: &[],
        refused: &[("email_key", "'x'"), ("role", "3")],
        accepted: &[("email_key", "'x'"), ("role", "4")],
    },
    Case {
        about: "there are four roles",
        rule: Check("ck_user_account_role"),
        table: "user_account",
        given: &[],
        refused: &[("email_key", "'x'"), ("role", "5")],
        accepted: &[("email_key", "'x'"), ("role", "1")],
    },
    Case {
        about: "a group is given to a user once",
        rule: Unique("uq_user_group_user_id_group_id"),
        table: "user_group",
        given: &[("user_group", &[])],
        refused: &[],
        accepted: &[("group_id", "2")],
    },
    Case {
        about: "nobody acts as himself",
        rule: Check("ck_session_impersonator"),
        table: "session",
        given: &[],
        refused: &[("impersonator_id", "1")],
        accepted: &[],
    },
    Case {
        about: "groups have codes of their own",
        rule: Unique("uq_employer_group_group_code_key"),
        table: "employer_group",
        given: &[],
        refused: &[("global_link_id", "'00000000-0000-0000-0000-0000000000a3'")],
        accepted: &[("global_link_id", "'00000000-0000-0000-0000-0000000000a3'"), ("group_code_key", "'10003'")],
    },
    Case {
        about: "a group has a broker",
        rule: Needed("employer_group.broker_id"),
        table: "employer_group",
        given: &[],
        refused: &[("group_code_key", "'x'"), ("broker_id", "null")],
        accepted: &[("group_code_key", "'x'"), ("global_link_id", "'00000000-0000-0000-0000-0000000000a3'")],
    },
    Case {
        about: "public registration needs its code",
        rule: Check("ck_employer_group_registration_code"),
        table: "employer_group",
        given: &[],
        refused: &[("group_code_key", "'x'"), ("allow_public_registration", "true")],
        accepted: &[
            ("group_code_key", "'x'"),
            ("global_link_id", "'00000000-0000-0000-0000-0000000000a3'"),
            ("allow_public_registration", "true"),
            ("public_registration_code", "'MILL'"),
        ],
    },
    Case {
        about: "a group does not end before it begins",
        rule: Check("ck_employer_group_termination_on"),
        table: "employer_group",
        given: &[],
        refused: &[("group_code_key", "'x'"), ("termination_on", "'2025-12-31'")],
        accepted: &[
            ("group_code_key", "'x'"),
            ("global_link_id", "'00000000-0000-0000-0000-0000000000a3'"),
            ("termination_on", "'2026-01-01'"),
        ],
    },
    Case {
        about: "a unique id is one member's of a group, whatever his status",
        rule: Unique("uq_member_group_id_unique_key"),
        table: "member",
        given: &[],
        refused: &[("status", "1"), ("link_id", "'00000000-0000-0000-0000-0000000000b3'")],
        accepted: &[("group_id", "2"), ("link_id", "'00000000-0000-0000-0000-0000000000b3'")],
    },
    Case {
        about: "members without a unique id do not meet",
        rule: Unique("uq_member_link_id"),
        table: "member",
        given: &[("member", &[("unique_key", "null"), ("link_id", "'00000000-0000-0000-0000-0000000000b3'")])],
        refused: &[("unique_key", "null")],
        accepted: &[("unique_key", "null"), ("link_id", "'00000000-0000-0000-0000-0000000000b4'")],
    },
    Case {
        about: "a pending status has its day",
        rule: Check("ck_member_pending"),
        table: "member",
        given: &[],
        refused: &[("unique_key", "null"), ("pending_status", "1")],
        accepted: &[
            ("unique_key", "null"),
            ("link_id", "'00000000-0000-0000-0000-0000000000b3'"),
            ("pending_status", "1"),
            ("pending_on", "'2026-08-01'"),
        ],
    },
    Case {
        about: "a pending status is another one",
        rule: Check("ck_member_pending_status"),
        table: "member",
        given: &[],
        refused: &[("unique_key", "null"), ("pending_status", "0"), ("pending_on", "'2026-08-01'")],
        accepted: &[
            ("unique_key", "null"),
            ("link_id", "'00000000-0000-0000-0000-0000000000b3'"),
            ("status", "1"),
            ("pending_status", "0"),
            ("pending_on", "'2026-08-01'"),
        ],
    },
    Case {
        about: "a primary has no primary",
        rule: Check("ck_member_dependent"),
        table: "member",
        given: &[],
        refused: &[("unique_key", "null"), ("primary_member_id", "1")],
        accepted: &[
            ("unique_key", "null"),
            ("link_id", "'00000000-0000-0000-0000-0000000000b3'"),
            ("primary_member_id", "1"),
            ("is_primary", "false"),
        ],
    },
    Case {
        about: "a member's pricing group is of his group",
        rule: Reference,
        table: "member",
        given: &[],
        refused: &[
            ("unique_key", "null"),
            ("link_id", "'00000000-0000-0000-0000-0000000000b3'"),
            ("pricing_group_id", "2"),
        ],
        accepted: &[
            ("unique_key", "null"),
            ("link_id", "'00000000-0000-0000-0000-0000000000b3'"),
            ("pricing_group_id", "1"),
        ],
    },
    Case {
        about: "one change a member and day",
        rule: Unique("uq_status_change_member_id_effective_on"),
        table: "status_change",
        given: &[("status_change", &[("until_on", "'2026-02-01'")])],
        refused: &[("until_on", "'2026-03-01'")],
        accepted: &[("effective_on", "'2026-02-01'")],
    },
    Case {
        about: "one open span a member",
        rule: Unique("uq_status_change_member_id"),
        table: "status_change",
        given: &[("status_change", &[])],
        refused: &[("effective_on", "'2026-02-01'"), ("status", "1")],
        accepted: &[("effective_on", "'2026-02-01'"), ("status", "1"), ("cancelled_at", "'2026-01-15T00:00:00.000Z'")],
    },
    Case {
        about: "a span ends after it begins",
        rule: Check("ck_status_change_until_on"),
        table: "status_change",
        given: &[],
        refused: &[("until_on", "'2026-01-01'")],
        accepted: &[("until_on", "'2026-01-02'")],
    },
    Case {
        about: "rates are not negative",
        rule: Check("ck_pricing_option_rate_cents"),
        table: "pricing_option",
        given: &[],
        refused: &[("rate_cents", "-1")],
        accepted: &[("rate_cents", "0")],
    },
    Case {
        about: "rates are below 100,000 dollars",
        rule: Check("ck_pricing_option_rate_cents"),
        table: "pricing_option",
        given: &[],
        refused: &[("rate_cents", "10000000")],
        accepted: &[("rate_cents", "9999999")],
    },
    Case {
        about: "one default pricing group an employer",
        rule: Unique("uq_pricing_group_group_id"),
        table: "pricing_group",
        given: &[],
        refused: &[("code", "'new'")],
        accepted: &[("code", "'new'"), ("is_default", "false")],
    },
    Case {
        about: "codes of pricing groups are an employer's own",
        rule: Unique("uq_pricing_group_group_id_code"),
        table: "pricing_group",
        given: &[],
        refused: &[("is_default", "false")],
        accepted: &[("is_default", "false"), ("code", "'new'")],
    },
    Case {
        about: "a pricing group's option is of its employer",
        rule: Reference,
        table: "pricing_group",
        given: &[],
        refused: &[("is_default", "false"), ("code", "'new'"), ("pricing_option_id", "2")],
        accepted: &[("is_default", "false"), ("code", "'new'"), ("pricing_option_id", "1")],
    },
    Case {
        about: "an ERP customer belongs to an ERP account",
        rule: Check("ck_plan_erp_customer"),
        table: "plan",
        given: &[],
        refused: &[("erp_customer_id", "'7'")],
        accepted: &[("erp_customer_id", "'7'"), ("api_service_id", "1")],
    },
    Case {
        about: "a line bills at a rate of its own group",
        rule: Reference,
        table: "plan_line",
        given: &[],
        refused: &[("pricing_option_id", "2")],
        accepted: &[("pricing_option_id", "1")],
    },
    Case {
        about: "a line for some members says which",
        rule: Check("ck_plan_line_reference"),
        table: "plan_line",
        given: &[],
        refused: &[("include_all_members", "false")],
        accepted: &[("include_all_members", "false"), ("reference_key", "'a'")],
    },
    Case {
        about: "after-hours lines are billed in arrears, for all, with corrections",
        rule: Check("ck_plan_line_after_hours"),
        table: "plan_line",
        given: &[],
        refused: &[("billing_type", "3")],
        accepted: &[("billing_type", "3"), ("billing_period", "1")],
    },
    Case {
        about: "one snapshot a plan and month",
        rule: Unique("uq_snapshot_plan_id_period_month"),
        table: "snapshot",
        given: &[],
        refused: &[],
        accepted: &[("period_month", "24319")],
    },
    Case {
        about: "a deleted snapshot makes room for its month",
        rule: Unique("uq_snapshot_plan_id_period_month"),
        table: "snapshot",
        given: &[("snapshot", &[("period_month", "24319"), ("deleted_at", "'2026-08-01T00:00:00.000Z'")])],
        refused: &[],
        accepted: &[("period_month", "24319")],
    },
    Case {
        about: "a snapshot is of its plan's group",
        rule: Reference,
        table: "snapshot",
        given: &[],
        refused: &[("plan_id", "2")],
        accepted: &[("plan_id", "2"), ("group_id", "2")],
    },
    Case {
        about: "a document number is one invoice's of an account",
        rule: Unique("uq_snapshot_api_service_id_doc_number"),
        table: "snapshot",
        given: &[("snapshot", &[("period_month", "24319"), ("api_service_id", "1"), ("doc_number", "'000007'")])],
        refused: &[("period_month", "24320"), ("api_service_id", "1"), ("doc_number", "'000007'")],
        accepted: &[("period_month", "24320"), ("api_service_id", "1"), ("doc_number", "'000008'")],
    },
    Case {
        about: "one line a month, kind and rate",
        rule: Unique("uq_snapshot_line_snapshot_id_plan_line_id_billable_month_kind_r"),
        table: "snapshot_line",
        given: &[],
        refused: &[],
        accepted: &[("part", "1")],
    },
    Case {
        about: "a line's total is its rate times its quantity",
        rule: Check("ck_snapshot_line_total_cents"),
        table: "snapshot_line",
        given: &[],
        refused: &[("part", "1"), ("total_cents", "9801")],
        accepted: &[("part", "1"), ("quantity", "3"), ("total_cents", "14700")],
    },
    Case {
        about: "a credit's total is negative",
        rule: Check("ck_snapshot_line_total_cents"),
        table: "snapshot_line",
        given: &[],
        refused: &[("kind", "2"), ("is_credit", "true")],
        accepted: &[("kind", "2"), ("is_credit", "true"), ("total_cents", "-9800")],
    },
    Case {
        about: "a credit is of a kind that credits",
        rule: Check("ck_snapshot_line_kind"),
        table: "snapshot_line",
        given: &[],
        refused: &[("kind", "1"), ("is_credit", "true"), ("total_cents", "-9800")],
        accepted: &[("kind", "4"), ("is_credit", "true"), ("total_cents", "-9800")],
    },
    Case {
        about: "a line charges no negative number of members",
        rule: Check("ck_snapshot_line_quantity"),
        table: "snapshot_line",
        given: &[],
        refused: &[("part", "1"), ("quantity", "-1"), ("total_cents", "-4900")],
        accepted: &[("part", "1"), ("quantity", "0"), ("total_cents", "0")],
    },
    Case {
        about: "one billing run a month at a time",
        rule: Unique("uq_billing_run_period_month"),
        table: "billing_run",
        given: &[("billing_run", &[("state", "1")])],
        refused: &[],
        accepted: &[("state", "2")],
    },
    Case {
        about: "a consult is known once",
        rule: Unique("uq_consult_external_id"),
        table: "consult",
        given: &[("consult", &[])],
        refused: &[("group_id", "2")],
        accepted: &[("external_id", "'c2'")],
    },
    Case {
        about: "one push of a document at a time",
        rule: Unique("uq_erp_document_api_service_id_kind_local_id"),
        table: "erp_document",
        given: &[("erp_document", &[("state", "1")])],
        refused: &[("generation", "2"), ("request_key", "'r2'")],
        accepted: &[("generation", "2"), ("request_key", "'r2'"), ("state", "4")],
    },
    Case {
        about: "a document in the ERP is one of ours",
        rule: Unique("uq_erp_document_api_service_id_kind_erp_id"),
        table: "erp_document",
        given: &[("erp_document", &[("state", "2"), ("erp_id", "'77'")])],
        refused: &[("local_id", "2"), ("request_key", "'r2'"), ("erp_id", "'77'")],
        accepted: &[("local_id", "2"), ("request_key", "'r2'"), ("erp_id", "'78'")],
    },
    Case {
        about: "a census file is of a group unless it is of many",
        rule: Check("ck_census_file_group_id"),
        table: "census_file",
        given: &[],
        refused: &[("group_id", "null")],
        accepted: &[
            ("name", "'00000000-0000-0000-0000-0000000000c2'"),
            ("group_id", "null"),
            ("is_multi_group", "true"),
        ],
    },
    Case {
        about: "a file has each task once",
        rule: Unique("uq_census_task_file_id_task"),
        table: "census_task",
        given: &[("census_task", &[])],
        refused: &[],
        accepted: &[("task", "1")],
    },
    Case {
        about: "a row is matched to one member",
        rule: Unique("uq_census_match_file_id_row_number"),
        table: "census_match",
        given: &[("census_match", &[])],
        refused: &[("rank", "1"), ("member_id", "2")],
        accepted: &[("rank", "1"), ("member_id", "2"), ("chosen", "false")],
    },
    Case {
        about: "a member is matched to one row",
        rule: Unique("uq_census_match_file_id_member_id"),
        table: "census_match",
        given: &[("census_match", &[])],
        refused: &[("row_number", "2")],
        accepted: &[("row_number", "2"), ("member_id", "2")],
    },
    Case {
        about: "a row has each rank once",
        rule: Unique("uq_census_match_file_id_row_number_rank"),
        table: "census_match",
        given: &[("census_match", &[])],
        refused: &[("member_id", "2"), ("chosen", "false")],
        accepted: &[("rank", "1"), ("member_id", "2"), ("chosen", "false")],
    },
    Case {
        about: "a file changes a member once",
        rule: Unique("uq_census_change_file_id_member_id"),
        table: "census_change",
        given: &[("census_change", &[])],
        refused: &[],
        accepted: &[("member_id", "2")],
    },
    Case {
        about: "a heading means one field for all",
        rule: Unique("uq_census_mapping_heading_key"),
        table: "census_mapping",
        given: &[("census_mapping", &[])],
        refused: &[],
        accepted: &[("group_id", "1")],
    },
    Case {
        about: "a line is in a rule once, but may come back",
        rule: Unique("uq_commission_rule_line_rule_id_plan_line_id"),
        table: "commission_rule_line",
        given: &[("commission_rule_line", &[("plan_line_id", "2"), ("removed_at", "'2026-07-01T00:00:00.000Z'")])],
        refused: &[],
        accepted: &[("plan_line_id", "2")],
    },
    Case {
        about: "one payout a month",
        rule: Unique("uq_commission_rate_rule_line_id_from_month"),
        table: "commission_rate",
        given: &[("commission_rate", &[])],
        refused: &[("payout_cents", "400")],
        accepted: &[("superseded_at", "'2026-07-01T00:00:00.000Z'")],
    },
    Case {
        about: "payouts are not negative",
        rule: Check("ck_commission_rate_payout_cents"),
        table: "commission_rate",
        given: &[],
        refused: &[("payout_cents", "-1")],
        accepted: &[("payout_cents", "0")],
    },
    Case {
        about: "a snapshot line is paid once",
        rule: Unique("uq_commission_line_rule_id_snapshot_line_id"),
        table: "commission_line",
        given: &[("commission_line", &[])],
        refused: &[],
        accepted: &[("live", "false")],
    },
    Case {
        about: "a commission is its payout times its quantity",
        rule: Check("ck_commission_line_total_cents"),
        table: "commission_line",
        given: &[],
        refused: &[("total_cents", "601")],
        accepted: &[("kind", "2"), ("snapshot_line_id", "null"), ("total_cents", "601")],
    },
    Case {
        about: "a job is waiting or running once for its key",
        rule: Unique("uq_job_dedupe_key"),
        table: "job",
        given: &[("job", &[("dedupe_key", "'nightly'")])],
        refused: &[("dedupe_key", "'nightly'")],
        accepted: &[("dedupe_key", "'nightly'"), ("state", "2")],
    },
    Case {
        about: "only a running job has a worker",
        rule: Check("ck_job_lease"),
        table: "job",
        given: &[],
        refused: &[("lease_token", "'w'")],
        accepted: &[("lease_token", "'w'"), ("state", "1")],
    },
    Case {
        about: "a row refers to what exists",
        rule: Reference,
        table: "note",
        given: &[],
        refused: &[("group_id", "99")],
        accepted: &[],
    },
];
