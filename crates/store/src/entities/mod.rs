//! SeaORM models, one file a table, private to this crate. What the columns mean stands where they are
//! created, in `migrations`.
#![allow(dead_code, reason = "the whole model is declared; areas take up their tables as they are built")]

pub mod access_key;
pub mod accounting_config;
pub mod address_change;
pub mod announcement_ack;
pub mod api_service;
pub mod api_token;
pub mod attempt_window;
pub mod audit;
pub mod benefit_service;
pub mod billing_run;
pub mod billing_run_item;
pub mod broker;
pub mod bulk_action;
pub mod bulk_action_item;
pub mod census_absent;
pub mod census_bill_effect;
pub mod census_change;
pub mod census_file;
pub mod census_issue;
pub mod census_layout;
pub mod census_left_out;
pub mod census_mapping;
pub mod census_match;
pub mod census_not_same;
pub mod census_question;
pub mod census_record;
pub mod census_seen;
pub mod census_task;
pub mod census_value;
pub mod commission_adjustment;
pub mod commission_line;
pub mod commission_rate;
pub mod commission_rule;
pub mod commission_rule_line;
pub mod commission_statement;
pub mod commission_told;
pub mod consult;
pub mod consult_block;
pub mod consult_change;
pub mod consult_tag;
pub mod consult_term;
pub mod contact;
pub mod employer_group;
pub mod erp_document;
pub mod erp_push;
pub mod group_api_service;
pub mod group_benefit_service;
pub mod group_count;
pub mod job;
pub mod lease;
pub mod ledger_set;
pub mod list_count;
pub mod mail;
pub mod member;
pub mod member_name;
pub mod member_search;
pub mod member_spelling;
pub mod netsuite_config;
pub mod note;
pub mod plan;
pub mod plan_line;
pub mod platform_cursor;
pub mod pricing_group;
pub mod pricing_option;
pub mod recovery_code;
pub mod saved_view;
pub mod schedule;
pub mod session;
pub mod setting;
pub mod settled_plan;
pub mod snapshot;
pub mod snapshot_line;
pub mod snapshot_unbilled;
pub mod source_budget;
pub mod status_change;
pub mod stored_file;
pub mod user_account;
pub mod user_group;
pub mod user_token;
pub mod work_digest;

/// Calls a macro with the module of every table.
#[cfg(test)]
macro_rules! every_table {
    ($call:ident) => {
        $call!(
            access_key,
            accounting_config,
            address_change,
            announcement_ack,
            api_service,
            api_token,
            attempt_window,
            audit,
            benefit_service,
            billing_run,
            billing_run_item,
            bulk_action,
            bulk_action_item,
            broker,
            census_absent,
            census_bill_effect,
            census_change,
            census_file,
            census_issue,
            census_layout,
            census_left_out,
            census_mapping,
            census_match,
            census_not_same,
            census_question,
            census_record,
            census_seen,
            census_task,
            census_value,
            commission_adjustment,
            commission_line,
            commission_rate,
            commission_rule,
            commission_rule_line,
            commission_statement,
            commission_told,
            consult,
            consult_block,
            consult_change,
            consult_tag,
            consult_term,
            contact,
            employer_group,
            erp_document,
            erp_push,
            group_api_service,
            group_benefit_service,
            group_count,
            job,
            lease,
            ledger_set,
            list_count,
            mail,
            member,
            member_name,
            member_search,
            member_spelling,
            netsuite_config,
            note,
            plan,
            plan_line,
            platform_cursor,
            pricing_group,
            pricing_option,
            recovery_code,
            saved_view,
            schedule,
            session,
            setting,
            settled_plan,
            snapshot,
            snapshot_line,
            snapshot_unbilled,
            source_budget,
            status_change,
            stored_file,
            user_account,
            user_group,
            user_token,
            work_digest
        );
    };
}
#[cfg(test)]
pub(crate) use every_table;
