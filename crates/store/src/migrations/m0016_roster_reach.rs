//! What lists and searches of large rosters reach for.
//!
//! The number of members of all groups, without reading what will change on which day; the members of a pricing group; and on PostgreSQL
//! the members of one group in whose text a word occurs, inside one index.

use crate::Engine;

const OF_BOTH: [&str; 2] = [
    "create index ix_group_count_base on group_count (group_id, slot) where day = '0001-01-01'",
    "create index ix_member_pricing_group_id on member (pricing_group_id) where pricing_group_id is not null",
];

const OF_POSTGRES: [&str; 3] = [
    "create extension if not exists btree_gin",
    "create index ix_member_search_group_id_text on member_search using gin (group_id, text gin_trgm_ops)",
    "drop index ix_member_search_text",
];

pub(super) fn statements(engine: Engine) -> Vec<String> {
    let of_postgres = if engine == Engine::Postgres { &OF_POSTGRES[..] } else { &[] };
    OF_BOTH.iter().chain(of_postgres).map(|statement| (*statement).to_owned()).collect()
}
