//! The newest document of each snapshot or statement of a list, and accounts of which documents could not be read.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use domain::ApiServiceId;
use domain::erp::{DocumentFacts, DocumentState};
use sea_orm::{
    ColumnTrait, EntityTrait, FromQueryResult, JoinType, QueryFilter, QueryOrder, QuerySelect, RelationTrait,
};

use super::{OF_SNAPSHOTS, OF_STATEMENTS, mail_of};
use crate::entities::{api_service, erp_document};
use crate::error::damaged;
use crate::{Db, Result, row_set};

/// The kind of record that owns documents. Ids of different kinds overlap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Owners {
    /// Snapshots, which become invoices and credit memos.
    Snapshots,
    /// Commission statements, which become bills.
    Statements,
}

impl Owners {
    pub(super) fn kinds(self) -> Vec<i16> {
        match self {
            Self::Snapshots => OF_SNAPSHOTS.to_vec(),
            Self::Statements => vec![OF_STATEMENTS],
        }
    }
}

/// A read that failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FailedRead {
    /// When.
    pub at: DateTime<Utc>,
    /// What was said.
    pub why: String,
}

/// The newest document of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Newest {
    /// What its state is found by.
    pub facts: DocumentFacts,
    /// Why its last call failed.
    pub last_error: Option<String>,
    /// Why its mail failed.
    pub mail_error: Option<String>,
    /// Whether a person has kept it as it was changed in the ERP.
    pub is_kept: bool,
    /// The read that failed since it was last read.
    pub failed_read: Option<FailedRead>,
}

/// The newest document of each of these records; those of which nothing was ever sent have none.
///
/// # Errors
/// When the database fails.
pub async fn newest(db: &impl Db, owners: Owners, ids: &[i64]) -> Result<BTreeMap<i64, Newest>> {
    let mut found = BTreeMap::new();
    for some in ids.chunks(row_set::ROWS_A_STATEMENT) {
        let rows = erp_document::Entity::find()
            .filter(erp_document::Column::Kind.is_in(owners.kinds()))
            .filter(erp_document::Column::LocalId.is_in(some.iter().copied()))
            .order_by_asc(erp_document::Column::Id)
            .all(db.connection())
            .await?;
        for row in rows {
            let state = DocumentState::from_number(row.state).ok_or_else(|| damaged("the state of a document"))?;
            let (has_failed, mail) = (row.last_error.is_some(), mail_of(row.mail)?);
            let mail_asked_at = row.mail_asked_at;
            let newest = Newest {
                facts: DocumentFacts { state, has_failed, touched_at: row.updated_at, mail, mail_asked_at },
                last_error: row.last_error,
                mail_error: row.mail_error,
                is_kept: row.kept_revision.is_some(),
                failed_read: row.read_failed_at.map(|at| FailedRead { at, why: row.read_error.unwrap_or_default() }),
            };
            found.insert(row.local_id, newest);
        }
    }
    Ok(found)
}

/// An account of which documents could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FailedReads {
    /// The account.
    pub account: ApiServiceId,
    /// Its name.
    pub name: String,
    /// How many documents.
    pub documents: u64,
    /// The newest of these reads.
    pub last: FailedRead,
}

#[derive(FromQueryResult)]
struct FoundFailure {
    api_service_id: i64,
    name: String,
    read_failed_at: DateTime<Utc>,
    read_error: Option<String>,
}

/// The accounts of which documents could not be read, by name.
///
/// # Errors
/// When the database fails.
pub async fn failed_reads(db: &impl Db) -> Result<Vec<FailedReads>> {
    let rows: Vec<FoundFailure> = erp_document::Entity::find()
        .select_only()
        .columns([
            erp_document::Column::ApiServiceId,
            erp_document::Column::ReadFailedAt,
            erp_document::Column::ReadError,
        ])
        .column(api_service::Column::Name)
        .join(JoinType::InnerJoin, erp_document::Relation::ApiService.def())
        .filter(erp_document::Column::ReadFailedAt.is_not_null())
        .order_by_asc(api_service::Column::NameKey)
        .order_by_asc(erp_document::Column::ApiServiceId)
        .order_by_asc(erp_document::Column::ReadFailedAt)
        .into_model()
        .all(db.connection())
        .await?;
    let mut accounts: Vec<FailedReads> = Vec::new();
    for row in rows {
        let last = FailedRead { at: row.read_failed_at, why: row.read_error.unwrap_or_default() };
        match accounts.last_mut().filter(|account| account.account.get() == row.api_service_id) {
            Some(account) => {
                account.documents += 1;
                account.last = last;
            }
            None => accounts.push(FailedReads {
                account: ApiServiceId(row.api_service_id),
                name: row.name,
                documents: 1,
                last,
            }),
        }
    }
    Ok(accounts)
}
