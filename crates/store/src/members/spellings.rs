//! The names that members have, each under the keys by which it is found in spite of a slip (rules.md#slips-in-names).
//!
//! A name that is there is not written again, so that an import of people with known names writes nothing here. A name that no member has
//! any more stays: it finds no member.

use std::collections::HashSet;

use domain::members::MemberDetails;
use domain::search::rank::{Rank, Searched};
use domain::search::spelling::{first_key, keys_meant, keys_of_name, plain};
use domain::search::{Term, Word};
use domain::text::fold;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QuerySelect};
use serde::Serialize;

use crate::entities::member_spelling::{Column, Entity};
use crate::row_set::{self, Columns, Kind};
use crate::{Db, Result, Tx};

#[derive(Serialize)]
struct Spelling {
    stem: String,
    name: String,
}

const COLUMNS: &Columns = &[("stem", Kind::Text), ("name", Kind::Text)];

/// Writes the names of members that are not there yet.
pub(super) async fn keep(tx: &Tx, members: impl Iterator<Item = &MemberDetails>) -> Result<()> {
    let names: HashSet<String> =
        members.flat_map(|details| [fold(&details.last_name), fold(&details.first_name)]).collect();
    let names: Vec<Spelling> =
        names.into_iter().map(|name| Spelling { stem: first_key(&plain(&name)), name }).collect();
    let sql = "with sent as ({rows}) select sent.name from sent where not exists \
               (select 1 from member_spelling s where s.stem = sent.stem and s.name = sent.name)";
    for names in names.chunks(row_set::ROWS_A_STATEMENT) {
        let mut new = Vec::new();
        for row in row_set::query(tx, sql, COLUMNS, names, Vec::new()).await? {
            let name: String = row.try_get("", "name")?;
            new.extend(keys_of_name(&name).into_iter().map(|stem| Spelling { stem, name: name.clone() }));
        }
        row_set::insert(tx, "member_spelling", COLUMNS, &new).await?;
    }
    Ok(())
}

/// The most names under the keys of a word that are looked at, and the most of them that it may mean.
const MOST_LOOKED_AT: u64 = 4000;
const MOST_MEANT: usize = 150;

/// The folded names that a word may mean, the likeliest first: those that it is a word of, other forms of it, and those one slip apart.
pub(super) async fn meant(db: &impl Db, word: &Word) -> Result<Vec<String>> {
    if word.plain.is_empty() {
        return Ok(Vec::new());
    }
    let names: Vec<String> = Entity::find()
        .select_only()
        .column(Column::Name)
        .filter(Column::Stem.is_in(keys_meant(&word.plain)))
        .distinct()
        .limit(MOST_LOOKED_AT)
        .into_tuple()
        .all(db.connection())
        .await?;
    let term = Term { words: vec![word.clone()], ..Term::default() };
    let rank = |name: &str| Searched { names: &[name], given: Some(name), ..Searched::default() }.rank(&term);
    let mut meant: Vec<(Rank, String)> = names.into_iter().filter_map(|name| Some((rank(&name)?, name))).collect();
    meant.sort_unstable();
    meant.truncate(MOST_MEANT);
    Ok(meant.into_iter().map(|(_, name)| name).collect())
}
