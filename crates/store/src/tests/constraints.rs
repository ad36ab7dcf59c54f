//! The rules that must never break are refused by the database itself, under the same name on both engines, and their
//! nearest allowed neighbours are not.

mod billing;
mod census;
mod people;

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

/// Every rule, table by table.
fn cases() -> impl Iterator<Item = &'static Case> {
    [people::CASES, billing::CASES, census::CASES].into_iter().flatten()
}

async fn what_must_never_be_is_refused(store: TestStore) {
    populate(&store).await;
    for case in cases() {
        let tx = store.begin().await.expect("a transaction");
        for (table, but) in case.given {
            insert(&tx, table, but).await.unwrap_or_else(|error| panic!("{}: {error}", case.about));
        }
        let expected = match case.rule {
            Rule::Unique(name) => Constraint::Unique(name.to_owned()),
            Rule::Check(name) => Constraint::Check(name.to_owned()),
            Rule::Needed(column) => Constraint::NotNull(column.to_owned()),
            Rule::Reference => Constraint::ForeignKey,
        };
        match insert(&tx, case.table, case.refused).await {
            Err(Error::Refused(constraint)) => assert_eq!(constraint, expected, "{}", case.about),
            other => panic!("{}: {other:?}", case.about),
        }
    }
}

async fn the_nearest_neighbour_is_accepted(store: TestStore) {
    populate(&store).await;
    for case in cases() {
        let tx = store.begin().await.expect("a transaction");
        for (table, but) in case.given {
            insert(&tx, table, but).await.unwrap_or_else(|error| panic!("{}: {error}", case.about));
        }
        insert(&tx, case.table, case.accepted).await.unwrap_or_else(|error| panic!("{}: {error}", case.about));
    }
}
