//! PostgreSQL: the foreign keys of the steps before, now that every table exists. SQLite took them with its tables.

use super::ddl::Table;
use super::{
    m0001_people, m0002_groups, m0003_members, m0004_billing, m0005_consults, m0006_accounts, m0007_census,
    m0008_commissions, m0009_work,
};
use crate::Engine;

pub(super) fn statements(engine: Engine) -> Vec<String> {
    match engine {
        Engine::Sqlite => Vec::new(),
        Engine::Postgres => [
            m0001_people::tables(),
            m0002_groups::tables(),
            m0003_members::tables(),
            m0004_billing::tables(),
            m0005_consults::tables(),
            m0006_accounts::tables(),
            m0007_census::tables(),
            m0008_commissions::tables(),
            m0009_work::tables(),
        ]
        .iter()
        .flatten()
        .filter_map(Table::references_sql)
        .collect(),
    }
}
