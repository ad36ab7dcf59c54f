//! The calls that were made for the documents of a snapshot or statement (rules.md#history-in-the-erp).

use chrono::{DateTime, Utc};
use sea_orm::{
    ColumnTrait, EntityTrait, FromQueryResult, JoinType, QueryFilter, QueryOrder, QuerySelect, RelationTrait,
};

use super::{Outcome, Owners, Step};
use crate::entities::{erp_document, erp_push, user_account};
use crate::error::damaged;
use crate::{Db, Error, Result};

/// A call as it was written down.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// The document it was made for.
    pub document: i64,
    /// When.
    pub at: DateTime<Utc>,
    /// What for.
    pub step: Step,
    /// With what outcome.
    pub outcome: Outcome,
    /// What the system said.
    pub message: Option<String>,
    /// The HTTP status of its answer.
    pub http_status: Option<i16>,
    /// Its code of the error.
    pub code: Option<String>,
    /// What its support finds the call by.
    pub trace_id: Option<String>,
    /// The number of the document.
    pub number: Option<String>,
    /// The user who caused it; absent when the program called by itself.
    pub by: Option<String>,
}

#[derive(FromQueryResult)]
struct Found {
    #[sea_orm(nested)]
    call: erp_push::Model,
    doc_number: Option<String>,
    first_name: Option<String>,
    last_name: Option<String>,
}

impl TryFrom<Found> for Call {
    type Error = Error;

    fn try_from(found: Found) -> Result<Self> {
        let row = found.call;
        let by = found.first_name.zip(found.last_name).map(|(first, last)| format!("{first} {last}"));
        Ok(Self {
            document: row.document_id,
            at: row.at,
            step: Step::from_number(row.step).ok_or_else(|| damaged("the step of a call"))?,
            outcome: Outcome::from_number(row.outcome).ok_or_else(|| damaged("the outcome of a call"))?,
            message: row.message,
            http_status: row.http_status,
            code: row.vendor_code,
            trace_id: row.trace_id,
            number: found.doc_number,
            by,
        })
    }
}

/// The newest calls for the documents of a record, newest first, at most `limit`.
///
/// # Errors
/// When the database fails.
pub async fn history(db: &impl Db, owners: Owners, id: i64, limit: u64) -> Result<Vec<Call>> {
    let rows: Vec<Found> = erp_push::Entity::find()
        .join(JoinType::InnerJoin, erp_push::Relation::Document.def())
        .join(JoinType::LeftJoin, erp_push::Relation::User.def())
        .column_as(erp_document::Column::DocNumber, "doc_number")
        .column_as(user_account::Column::FirstName, "first_name")
        .column_as(user_account::Column::LastName, "last_name")
        .filter(erp_document::Column::Kind.is_in(owners.kinds()))
        .filter(erp_document::Column::LocalId.eq(id))
        .order_by_desc(erp_push::Column::Id)
        .limit(limit)
        .into_model()
        .all(db.connection())
        .await?;
    rows.into_iter().map(TryInto::try_into).collect()
}
