//! What corrected rows of a file are compared with, for many of them at once.

use std::collections::HashSet;

use chrono::NaiveDate;
use domain::CensusFileId;
use domain::census::{Entry, Record, RowState};
use domain::members::Status;
use sea_orm::sea_query::{Expr, ExprTrait, Func};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QuerySelect};

use super::records::whole;
use super::stored_record::{self, member_type};
use crate::entities::census_record::{Column, Entity};
use crate::{Db, Result};

/// What rows are told apart by, as it is stored: number, line, unique id, member type, first and last name, birth date, relationship, status.
type Stored = (
    i32,
    i32,
    Option<String>,
    Option<String>,
    Option<String>,
    Option<String>,
    Option<NaiveDate>,
    Option<String>,
    Option<i16>,
);

/// The rows of people born on the same day as one of `records`, and those of one of their unique ids, themselves included and those that
/// were set aside left out. They hold only what rows are told apart by; one may come twice.
///
/// # Errors
/// When the database does not answer.
pub async fn alike(db: &impl Db, file: CensusFileId, records: &[Record]) -> Result<Vec<Record>> {
    let births: HashSet<NaiveDate> = records.iter().filter_map(|record| record.date_of_birth).collect();
    let ids: HashSet<String> =
        records.iter().filter_map(|record| Some(record.unique_id.value()?.trim().to_lowercase())).collect();
    let of_file = || {
        let states = [RowState::Valid, RowState::Error].map(RowState::number);
        Entity::find()
            .select_only()
            .columns([Column::RowNumber, Column::PhysicalLine, Column::UniqueId, Column::MemberType])
            .columns([Column::FirstName, Column::LastName, Column::DateOfBirth, Column::Relationship, Column::Status])
            .filter(Column::FileId.eq(file.get()))
            .filter(Column::State.is_in(states))
    };
    // One query for each index: together they would read the whole file.
    let born = of_file().filter(Column::DateOfBirth.is_in(births));
    let mut found: Vec<Stored> = born.into_tuple().all(db.connection()).await?;
    if !ids.is_empty() {
        // Ids differ in files by case only (rules.md#case-of-ids-and-codes).
        let same = Expr::from(Func::lower(Expr::col(Column::UniqueId))).is_in(ids);
        let of_ids = of_file().filter(Column::UniqueId.is_not_null()).filter(same);
        found.extend(of_ids.into_tuple::<Stored>().all(db.connection()).await?);
    }
    Ok(found.into_iter().map(told_apart).collect())
}

fn told_apart((number, line, id, kind, first, last, born, relationship, status): Stored) -> Record {
    let text = |value: Option<String>| value.map_or(Entry::Blank, Entry::Value);
    Record {
        number: number.unsigned_abs(),
        line: line.unsigned_abs().into(),
        unique_id: text(id),
        member_type: kind.as_deref().and_then(member_type).map_or(Entry::Blank, Entry::Value),
        first_name: text(first),
        last_name: text(last),
        date_of_birth: born,
        status: status.and_then(Status::from_number).map_or(Entry::Blank, Entry::Value),
        relationship: relationship.as_deref().and_then(stored_record::relationship).map_or(Entry::Blank, Entry::Value),
        ..Record::default()
    }
}

/// Which of some rows have dependents in the file.
///
/// # Errors
/// When the database does not answer.
pub async fn with_dependents(db: &impl Db, file: CensusFileId, rows: &[u32]) -> Result<HashSet<u32>> {
    let found: Vec<i32> = Entity::find()
        .select_only()
        .column(Column::PrimaryRow)
        .distinct()
        .filter(Column::FileId.eq(file.get()))
        .filter(Column::PrimaryRow.is_in(rows.iter().map(|row| whole(*row))))
        .into_tuple()
        .all(db.connection())
        .await?;
    Ok(found.into_iter().map(i32::unsigned_abs).collect())
}
