//! Statements that pay on groups which have left the broker since (rules.md#plans-of-a-rule).

use std::collections::BTreeMap;

use domain::StatementId;

use super::month::has_left;
use super::not_paid::Which;
use super::ordered_rows::read;
use crate::{Db, Result};

/// The names of the groups that each statement pays on and that have left its broker since; a statement with none is left out.
///
/// # Errors
/// When the database does not answer.
pub async fn groups_left(db: &impl Db, which: Which<'_>) -> Result<BTreeMap<StatementId, Vec<String>>> {
    let Some((which, values)) = which.condition() else { return Ok(BTreeMap::new()) };
    let query = format!(
        "select distinct t.id, g.name from commission_line c join commission_statement t on t.id = c.statement_id \
         join snapshot s on s.id = c.snapshot_id join employer_group g on g.id = s.group_id \
         where {which} and c.total_cents > 0 and {} order by g.name, t.id",
        has_left("g", "t.broker_id")
    );
    let rows: Vec<(i64, String)> = read(db, &["id", "name"], &query, values).await?;
    let mut found: BTreeMap<StatementId, Vec<String>> = BTreeMap::new();
    for (id, name) in rows {
        found.entry(StatementId(id)).or_default().push(name);
    }
    Ok(found)
}
