//! What the records of a page of the trail are called today: one query a kind of record, none a line.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use domain::audit::named_records;
use domain::period::BillingMonth;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QuerySelect};

use super::Row;
use crate::entities::{
    api_service, benefit_service, billing_run, broker, census_file, commission_rule, commission_statement, contact,
    employer_group, member, note, plan, plan_line, pricing_group, pricing_option, snapshot, user_account,
};
use crate::{Db, Result};

/// The names of records by their kind and id; a record that is gone, or has no name, is left out.
pub type Names = HashMap<(String, i64), String>;

/// What the records of these lines are called, what brought them about, their groups, and the records that their details name.
///
/// # Errors
/// When the database does not answer.
pub async fn names(db: &impl Db, rows: &[Row]) -> Result<Names> {
    let mut wanted: BTreeMap<&str, BTreeSet<i64>> = BTreeMap::new();
    for row in rows {
        let subject = row.subject_id.map(|id| (row.subject.as_str(), id));
        let cause = row.cause.as_ref().and_then(|(cause, id)| id.map(|id| (cause.as_str(), id)));
        let group = row.group.map(|group| ("group", group.get()));
        let told = row.detail.as_ref().map(named_records).unwrap_or_default();
        for (kind, id) in [subject, cause, group].into_iter().flatten().chain(told) {
            wanted.entry(kind).or_default().insert(id);
        }
    }
    let mut names = Names::new();
    for (kind, ids) in wanted {
        let ids: Vec<i64> = ids.into_iter().collect();
        let named = of_kind(db, kind, ids).await?;
        names.extend(named.into_iter().map(|(id, name)| ((kind.to_owned(), id), name)));
    }
    Ok(names)
}

/// The names of the records of one kind.
async fn of_kind(db: &impl Db, kind: &str, ids: Vec<i64>) -> Result<Vec<(i64, String)>> {
    macro_rules! called {
        ($table:ident, $column:ident) => {
            $table::Entity::find()
                .select_only()
                .columns([$table::Column::Id, $table::Column::$column])
                .filter($table::Column::Id.is_in(ids))
                .into_tuple()
                .all(db.connection())
                .await?
        };
        ($table:ident) => {{
            let people: Vec<(i64, String, String)> = $table::Entity::find()
                .select_only()
                .columns([$table::Column::Id, $table::Column::FirstName, $table::Column::LastName])
                .filter($table::Column::Id.is_in(ids))
                .into_tuple()
                .all(db.connection())
                .await?;
            people.into_iter().map(|(id, first, last)| (id, format!("{first} {last}"))).collect()
        }};
    }
    Ok(match kind {
        "member" => called!(member),
        "contact" => called!(contact),
        "user" => called!(user_account),
        "group" => called!(employer_group, Name),
        "broker" => called!(broker, Name),
        "benefit_service" => called!(benefit_service, Name),
        "plan_line" => called!(plan_line, Name),
        "plan" => called!(plan, Name),
        "pricing_option" => called!(pricing_option, Name),
        "pricing_group" => called!(pricing_group, Name),
        "census_file" => called!(census_file, OriginalFileName),
        "commission_rule" => called!(commission_rule, Name),
        "commission_statement" => called!(commission_statement, Name),
        "api_service" | "account" => called!(api_service, Name),
        "note" => notes(db, ids).await?,
        "snapshot" => bills(db, ids).await?,
        "billing_run" => {
            let runs: Vec<(i64, i32)> = called!(billing_run, PeriodMonth);
            runs.into_iter().map(|(id, month)| (id, BillingMonth::from_number(month).to_string())).collect()
        }
        _ => Vec::new(),
    })
}

/// So many letters of a note are its name.
const LETTERS_OF_A_NOTE: usize = 60;

/// The beginning of the first line of each note that is there.
async fn notes(db: &impl Db, ids: Vec<i64>) -> Result<Vec<(i64, String)>> {
    let found: Vec<(i64, String)> = note::Entity::find()
        .select_only()
        .columns([note::Column::Id, note::Column::Body])
        .filter(note::Column::Id.is_in(ids))
        .filter(note::Column::DeletedAt.is_null())
        .into_tuple()
        .all(db.connection())
        .await?;
    let name = |body: &str| {
        let line = body.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
        let name: String = line.chars().take(LETTERS_OF_A_NOTE).collect();
        if name.len() < line.len() { format!("{}…", name.trim_end()) } else { name }
    };
    Ok(found.into_iter().map(|(id, body)| (id, name(&body))).collect())
}

/// `November 2026, Standard Plan`.
async fn bills(db: &impl Db, ids: Vec<i64>) -> Result<Vec<(i64, String)>> {
    let found: Vec<(i64, i32, String)> = snapshot::Entity::find()
        .select_only()
        .columns([snapshot::Column::Id, snapshot::Column::PeriodMonth, snapshot::Column::PlanName])
        .filter(snapshot::Column::Id.is_in(ids))
        .into_tuple()
        .all(db.connection())
        .await?;
    let name = |(id, month, plan)| (id, format!("{}, {plan}", BillingMonth::from_number(month)));
    Ok(found.into_iter().map(name).collect())
}
