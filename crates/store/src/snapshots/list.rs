//! The list of snapshots, which customers see as invoices (decisions D8).

use domain::access::Scope;
use domain::{GroupId, Page, PageRequest};
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{
    ColumnTrait, EntityTrait, FromQueryResult, JoinType, QueryFilter, QuerySelect, QueryTrait, RelationTrait,
};

use super::LIST;
use super::frozen::{FrozenSnapshot, with_invoice_access};
use crate::entities::{employer_group, list_count, snapshot};
use crate::paging::{self, Sorts, key};
use crate::{Db, Error, Result, scope};

/// A snapshot in a list, with its group.
#[derive(Debug, Clone, PartialEq)]
pub struct SnapshotRow {
    /// The snapshot.
    pub snapshot: FrozenSnapshot,
    /// The group's name.
    pub group_name: String,
    /// The group's id as people know it.
    pub group_code: String,
}

#[derive(FromQueryResult)]
struct Listed {
    #[sea_orm(nested)]
    snapshot: snapshot::Model,
    group_name: String,
    group_code: String,
}

impl TryFrom<Listed> for SnapshotRow {
    type Error = Error;

    fn try_from(row: Listed) -> Result<Self> {
        let snapshot = FrozenSnapshot::of(row.snapshot)?;
        Ok(Self { snapshot, group_name: row.group_name, group_code: row.group_code })
    }
}

const SORTS: Sorts = Sorts {
    by: &[
        ("InvoicePeriodEndDate", || vec![key(snapshot::Column::EndOn)]),
        ("InvoiceTotalDollars", || vec![key(snapshot::Column::TotalCents)]),
        ("CreatedOn", || vec![key(snapshot::Column::CreatedAt)]),
        ("Id", || vec![]),
    ],
    default: ("InvoicePeriodEndDate", true),
    id: || key(snapshot::Column::Id),
};

/// A page of undeleted snapshots in scope, of one group or of all. With `only_open_groups` those of groups without invoice access
/// are left out, and do not count.
///
/// # Errors
/// When the database fails.
pub async fn search(
    db: &impl Db,
    scope: Scope,
    group: Option<GroupId>,
    only_open_groups: bool,
    request: &PageRequest,
) -> Result<Page<SnapshotRow>> {
    let group_column = |column: employer_group::Column| Expr::col((employer_group::Entity, column));
    let mut query = snapshot::Entity::find()
        .join(JoinType::InnerJoin, snapshot::Relation::Group.def())
        .expr_as(group_column(employer_group::Column::Name), "group_name")
        .expr_as(group_column(employer_group::Column::GroupCode), "group_code")
        .filter(snapshot::Column::DeletedAt.is_null())
        .filter(scope::group_column(scope, snapshot::Column::GroupId));
    if let Some(group) = group {
        query = query.filter(snapshot::Column::GroupId.eq(group.get()));
    }
    if only_open_groups {
        query = query.filter(with_invoice_access());
    }
    if only_open_groups || !request.term.trim().is_empty() {
        let searched = [
            Expr::col((snapshot::Entity, snapshot::Column::SearchText)),
            group_column(employer_group::Column::SearchText),
        ];
        let query = query.filter(paging::matching(searched, &request.term));
        return paging::page::<Listed>(db, query, request, &SORTS).await?.try_map(TryInto::try_into);
    }
    let total = counted(db, scope, group);
    paging::page_of::<Listed>(db, query.into_query(), request, &SORTS, total).await?.try_map(TryInto::try_into)
}

/// How many undeleted snapshots a group in scope has, or all in scope have, from the maintained counter.
async fn counted(db: &impl Db, scope: Scope, group: Option<GroupId>) -> Result<u64> {
    let mut query = list_count::Entity::find()
        .select_only()
        .expr_as(Expr::col(list_count::Column::N).sum().cast_as("bigint"), "n")
        .filter(list_count::Column::List.eq(LIST))
        .filter(scope::group_column(scope, list_count::Column::GroupId));
    if let Some(group) = group {
        query = query.filter(list_count::Column::GroupId.eq(group.get()));
    }
    let n: Option<Option<i64>> = query.into_tuple().one(db.connection()).await?;
    Ok(n.flatten().unwrap_or(0).unsigned_abs())
}
