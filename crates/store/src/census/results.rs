//! What came of a census file, in people and in dollars (rules.md#result-of-a-file).

use domain::census::undo::ChangeKind;
use domain::period::BillingMonth;
use domain::{CensusFileId, Money};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, Func, OnConflict};
use sea_orm::{ColumnTrait, EntityTrait, JoinType, QueryFilter, QuerySelect, RelationTrait};

use crate::database::connection::sealed::Connected;
use crate::entities::{census_bill_effect, census_change, member};
use crate::error::damaged;
use crate::{Db, Result, Tx};

/// How many people, employees and dependents apart.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct People {
    /// Employees.
    pub employees: u32,
    /// Dependents.
    pub dependents: u32,
}

/// Who joined by a file, and who left by it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Moved {
    /// Created or reactivated.
    pub joined: People,
    /// Ended.
    pub left: People,
}

/// Who joined and left by a file.
///
/// # Errors
/// When the database does not answer.
pub async fn moved(db: &impl Db, file: CensusFileId) -> Result<Moved> {
    use census_change::Column::{FileId, Kind};
    let kinds = [ChangeKind::Created, ChangeKind::Reactivated, ChangeKind::Terminated].map(ChangeKind::number);
    let rows: Vec<(i16, bool, i64)> = census_change::Entity::find()
        .select_only()
        .column(Kind)
        .column(member::Column::IsPrimary)
        .expr_as(Func::count(Expr::val(1)), "n")
        .join(JoinType::InnerJoin, census_change::Relation::Member.def())
        .filter(FileId.eq(file.get()))
        .filter(Kind.is_in(kinds))
        .group_by(Kind)
        .group_by(member::Column::IsPrimary)
        .into_tuple()
        .all(db.connection())
        .await?;
    let mut moved = Moved::default();
    for (kind, is_primary, n) in rows {
        let people = match ChangeKind::from_number(kind) {
            Some(ChangeKind::Terminated) => &mut moved.left,
            _ => &mut moved.joined,
        };
        let number = u32::try_from(n).unwrap_or(u32::MAX);
        *(if is_primary { &mut people.employees } else { &mut people.dependents }) += number;
    }
    Ok(moved)
}

/// What a file was foreseen to do to the next bills of its group, before it was imported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Foreseen {
    /// The inspection by which it was foreseen.
    pub inspection: u32,
    /// The month of the first of the bills.
    pub month: BillingMonth,
    /// What the bills came to without the file.
    pub before: Money,
    /// What they came to with it.
    pub after: Money,
}

/// Keeps what is foreseen of a file, in the place of what was.
///
/// # Errors
/// When the database refuses.
pub async fn foresee(tx: &Tx, file: CensusFileId, foreseen: Foreseen) -> Result<()> {
    use census_bill_effect::Column::{AfterCents, BeforeCents, FileId, Inspection, PeriodMonth};
    let row = census_bill_effect::ActiveModel {
        file_id: Set(file.get()),
        inspection: Set(i32::try_from(foreseen.inspection).unwrap_or(i32::MAX)),
        period_month: Set(foreseen.month.number()),
        before_cents: Set(foreseen.before.cents()),
        after_cents: Set(foreseen.after.cents()),
    };
    let again =
        OnConflict::column(FileId).update_columns([Inspection, PeriodMonth, BeforeCents, AfterCents]).to_owned();
    census_bill_effect::Entity::insert(row).on_conflict(again).exec_without_returning(tx.connection()).await?;
    Ok(())
}

/// What was foreseen of a file last.
///
/// # Errors
/// When the database does not answer.
pub async fn foreseen(db: &impl Db, file: CensusFileId) -> Result<Option<Foreseen>> {
    let row = census_bill_effect::Entity::find_by_id(file.get()).one(db.connection()).await?;
    row.map(|row| {
        Ok(Foreseen {
            inspection: u32::try_from(row.inspection).map_err(|_| damaged("an inspection"))?,
            month: BillingMonth::from_number(row.period_month),
            before: Money::from_cents(row.before_cents),
            after: Money::from_cents(row.after_cents),
        })
    })
    .transpose()
}
