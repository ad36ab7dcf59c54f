//! The schema, step by step. Append-only: a step that was released is never changed, a later one mends it.
//!
//! One step an area, in the order of their dependence; then what needs all tables.

mod ddl;
mod m0001_people;
mod m0002_groups;
mod m0003_members;
mod m0004_billing;
mod m0005_consults;
mod m0006_accounts;
mod m0007_census;
mod m0008_commissions;
mod m0009_work;
mod m0010_references;
mod m0011_search;
mod m0012_append_only;
mod m0013_sign_in;
mod m0014_audit;
mod m0015_audit_subjects;
mod m0016_roster_reach;
mod m0017_census_undo;
mod m0018_census_birth_dates;
mod m0019_bills;
mod m0020_erp;
mod m0021_billing_runs;
mod m0023_settled;
mod m0025_spared;
mod m0027_erp_total;
mod m0028_parts;
mod m0029_commission_lines;
mod m0030_taken_up;
mod m0031_unreached;
mod m0032_search_merged;
mod m0033_census_values;
mod m0035_still_to_start;
mod m0036_census_questions;
mod m0037_sign_in_safety;
mod m0039_run_exceptions;
mod m0041_terminated_at;
mod m0042_found_members;
mod m0045_account_names;
mod m0048_erp_reads;
mod m0055_statements;
mod m0056_frozen_statements;
mod m0064_few_named;
mod m0067_told_by_rows;
mod m0070_statement_brokers;
mod m0071_pending_earlier;
mod m0073_document_mails;
mod m0080_purchase_orders;
mod m0086_spellings;
mod m0087_later_ends;
mod m0088_work_queue;
mod m0089_outstanding;
mod m0090_bulk_actions;
mod m0091_asked_documents;
mod m0092_saved_views;
mod m0093_census_layout;
mod m0094_bill_effects;
mod m0095_bill_details;
mod m0096_pending_of_departed;
mod m0100_work_digests;
mod m0102_orders_of_values;
mod m0103_adjustments;
mod m0104_kept_versions;
mod m0105_ends_of_rules;
mod m0106_told_as_pending;
mod m0107_bulk_actions;
mod m0108_was_paid;
mod m0109_trail_by_time;
mod m0110_broker_reads;
mod m0111_lines_checked_at_once;
mod m0112_references_checked_at_once;
mod m0113_plan_from_month;

use sea_orm::{ConnectionTrait, DbBackend, DbErr};
use sea_orm_migration::{MigrationName, MigrationTrait, MigratorTrait, SchemaManager};

use crate::Engine;
use ddl::Table;
#[cfg(test)]
pub(crate) use m0086_spellings::fill as fill_spellings;

/// All steps in order.
pub(crate) struct Migrator;

impl MigratorTrait for Migrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        vec![
            step("m0001_people", |engine| create(m0001_people::tables(), engine)),
            step("m0002_groups", |engine| create(m0002_groups::tables(), engine)),
            step("m0003_members", |engine| create(m0003_members::tables(), engine)),
            step("m0004_billing", |engine| create(m0004_billing::tables(), engine)),
            step("m0005_consults", |engine| create(m0005_consults::tables(), engine)),
            step("m0006_accounts", |engine| create(m0006_accounts::tables(), engine)),
            step("m0007_census", |engine| [create(m0007_census::tables(), engine), m0007_census::indexes()].concat()),
            step("m0008_commissions", |engine| create(m0008_commissions::tables(), engine)),
            step("m0009_work", |engine| create(m0009_work::tables(), engine)),
            step("m0010_references", m0010_references::statements),
            step("m0011_search", m0011_search::statements),
            step("m0012_append_only", m0012_append_only::statements),
            step("m0013_sign_in", m0013_sign_in::statements),
            step("m0014_audit", m0014_audit::statements),
            step("m0015_audit_subjects", m0015_audit_subjects::statements),
            step("m0016_roster_reach", m0016_roster_reach::statements),
            step("m0017_census_undo", m0017_census_undo::statements),
            step("m0018_census_birth_dates", m0018_census_birth_dates::statements),
            step("m0019_bills", m0019_bills::statements),
            step("m0020_erp", m0020_erp::statements),
            step("m0021_billing_runs", m0021_billing_runs::statements),
            step("m0023_settled", m0023_settled::statements),
            step("m0025_spared", m0025_spared::statements),
            step("m0027_erp_total", m0027_erp_total::statements),
            step("m0028_parts", m0028_parts::statements),
            step("m0029_commission_lines", m0029_commission_lines::statements),
            step("m0030_taken_up", m0030_taken_up::statements),
            step("m0031_unreached", m0031_unreached::statements),
            step("m0032_search_merged", m0032_search_merged::statements),
            step("m0033_census_values", m0033_census_values::statements),
            step("m0035_still_to_start", m0035_still_to_start::statements),
            step("m0036_census_questions", m0036_census_questions::statements),
            step("m0037_sign_in_safety", m0037_sign_in_safety::statements),
            step("m0039_run_exceptions", m0039_run_exceptions::statements),
            step("m0041_terminated_at", m0041_terminated_at::statements),
            step("m0042_found_members", m0042_found_members::statements),
            step("m0045_account_names", m0045_account_names::statements),
            step("m0048_erp_reads", m0048_erp_reads::statements),
            step("m0055_statements", m0055_statements::statements),
            step("m0056_frozen_statements", m0056_frozen_statements::statements),
            step("m0064_few_named", m0064_few_named::statements),
            step("m0067_told_by_rows", m0067_told_by_rows::statements),
            step("m0070_statement_brokers", m0070_statement_brokers::statements),
            step("m0071_pending_earlier", m0071_pending_earlier::statements),
            step("m0073_document_mails", m0073_document_mails::statements),
            step("m0080_purchase_orders", m0080_purchase_orders::statements),
            Box::new(m0086_spellings::Spellings),
            step("m0087_later_ends", m0087_later_ends::statements),
            step("m0088_work_queue", m0088_work_queue::statements),
            step("m0089_outstanding", m0089_outstanding::statements),
            step("m0090_bulk_actions", m0090_bulk_actions::statements),
            step("m0091_asked_documents", m0091_asked_documents::statements),
            step("m0092_saved_views", m0092_saved_views::statements),
            step("m0093_census_layout", m0093_census_layout::statements),
            step("m0094_bill_effects", m0094_bill_effects::statements),
            Box::new(m0095_bill_details::BillDetails),
            step("m0096_pending_of_departed", m0096_pending_of_departed::statements),
            step("m0100_work_digests", m0100_work_digests::statements),
            step("m0102_orders_of_values", m0102_orders_of_values::statements),
            step("m0103_adjustments", m0103_adjustments::statements),
            step("m0104_kept_versions", m0104_kept_versions::statements),
            step("m0105_ends_of_rules", m0105_ends_of_rules::statements),
            step("m0106_told_as_pending", m0106_told_as_pending::statements),
            step("m0107_bulk_actions", m0107_bulk_actions::statements),
            step("m0108_was_paid", m0108_was_paid::statements),
            step("m0109_trail_by_time", m0109_trail_by_time::statements),
            step("m0110_broker_reads", m0110_broker_reads::statements),
            step("m0111_lines_checked_at_once", m0111_lines_checked_at_once::statements),
            step("m0112_references_checked_at_once", m0112_references_checked_at_once::statements),
            step("m0113_plan_from_month", m0113_plan_from_month::statements),
        ]
    }
}

/// The name under which the database remembers a step, and its statements.
struct Step {
    name: &'static str,
    statements: fn(Engine) -> Vec<String>,
}

fn step(name: &'static str, statements: fn(Engine) -> Vec<String>) -> Box<dyn MigrationTrait> {
    Box::new(Step { name, statements })
}

fn create(tables: Vec<Table>, engine: Engine) -> Vec<String> {
    tables.iter().flat_map(|table| table.create_sql(engine)).collect()
}

impl MigrationName for Step {
    fn name(&self) -> &str {
        self.name
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Step {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for statement in (self.statements)(engine_of(manager)) {
            manager.get_connection().execute_unprepared(&statement).await?;
        }
        Ok(())
    }
}

fn engine_of(manager: &SchemaManager) -> Engine {
    match manager.get_database_backend() {
        DbBackend::Sqlite => Engine::Sqlite,
        _ => Engine::Postgres,
    }
}
