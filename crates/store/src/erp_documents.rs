//! Snapshots as documents of an accounting system (rules.md#exactly-once): a row is written before the first call, so that a document is created
//! once however often it is asked for. `erp_push` is the history of the calls, append-only.

mod asked;
mod history;
mod in_state;
mod newest;

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use domain::{ApiServiceId, SnapshotId, StatementId, UserId};
use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect};

use crate::database::connection::sealed::Connected;
use crate::entities::{erp_document, erp_push};
use crate::error::damaged;
use crate::{Db, Error, Result, Tx};

pub use asked::Asked;
pub use domain::erp::{DocumentState, MailState, Outcome, Step};
pub use history::{Call, history};
pub use in_state::WantedStates;
pub(crate) use in_state::is_in_state;
pub use newest::{FailedRead, FailedReads, Newest, Owners, failed_reads, newest};

/// The kinds that a snapshot may become: an invoice or a credit memo.
pub(crate) const OF_SNAPSHOTS: [i16; 2] = [0, CREDIT_MEMO];
const CREDIT_MEMO: i16 = 1;
/// The kind that a statement becomes: a bill.
pub(crate) const OF_STATEMENTS: i16 = 2;

/// A document as we know it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ErpDocument {
    /// Its row.
    pub id: i64,
    /// The account.
    pub account: ApiServiceId,
    /// 0 an invoice, 1 a credit memo.
    pub kind: i16,
    /// Which request for this snapshot it is, from 1.
    pub generation: u32,
    /// How far it is.
    pub state: DocumentState,
    /// Its id in the account.
    pub erp_id: Option<String>,
    /// The number that was asked for, then the one it carries.
    pub number: Option<String>,
    /// Its version there, to hand back with the next update.
    pub revision: Option<String>,
    /// The version of a changed document that a person has kept as it stands there. The next update asks again before it replaces it.
    pub kept_revision: Option<String>,
    /// What was sent, to tell another content.
    pub content_hash: Option<Vec<u8>>,
    /// What was asked for; none of documents that were sent before that was kept.
    pub asked: Option<Asked>,
    /// When it was first asked for.
    pub created_at: DateTime<Utc>,
    /// When it was last written.
    pub touched_at: DateTime<Utc>,
    /// Why its last call failed, if it did.
    pub last_error: Option<String>,
    /// Whether its mail was sent; none when it is not mailed.
    pub mail: Option<MailState>,
    /// Why the mail failed; none when it was sent or not tried.
    pub mail_error: Option<String>,
    /// When the mail was asked for; none once that call was answered.
    pub mail_asked_at: Option<DateTime<Utc>>,
}

impl TryFrom<erp_document::Model> for ErpDocument {
    type Error = Error;

    fn try_from(row: erp_document::Model) -> Result<Self> {
        let state = DocumentState::from_number(row.state);
        Ok(Self {
            id: row.id,
            account: ApiServiceId(row.api_service_id),
            kind: row.kind,
            generation: u32::try_from(row.generation).map_err(|_| damaged("a generation"))?,
            state: state.ok_or_else(|| damaged("the state of a document"))?,
            erp_id: row.erp_id,
            number: row.doc_number,
            revision: row.sync_token,
            kept_revision: row.kept_revision,
            content_hash: row.content_hash,
            asked: row.asked.as_deref().map(Asked::from_text).transpose()?,
            created_at: row.created_at,
            touched_at: row.updated_at,
            last_error: row.last_error,
            mail: mail_of(row.mail)?,
            mail_error: row.mail_error,
            mail_asked_at: row.mail_asked_at,
        })
    }
}

fn mail_of(number: Option<i16>) -> Result<Option<MailState>> {
    let mail = |number| MailState::from_number(number).ok_or_else(|| damaged("the mail of a document"));
    number.map(mail).transpose()
}

/// A request that is about to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request<'a> {
    /// 0 an invoice, 1 a credit memo.
    pub kind: i16,
    /// Which request for this snapshot it is.
    pub generation: u32,
    /// The key under which it is sent.
    pub request_key: &'a str,
    /// The number asked for.
    pub number: &'a str,
    /// What is sent.
    pub content_hash: &'a [u8],
    /// What is asked for.
    pub asked: Option<&'a Asked>,
}

/// A call for a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Push {
    /// What for.
    pub step: Step,
    /// With what outcome.
    pub outcome: Outcome,
    /// What the system said.
    pub message: Option<String>,
    /// The HTTP status of its answer.
    pub http_status: Option<u16>,
    /// Its code of the error.
    pub code: Option<String>,
    /// What its support finds the call by.
    pub trace_id: Option<String>,
}

/// The documents of a snapshot, the newest request first.
///
/// # Errors
/// When the database fails.
pub async fn of_snapshot(db: &impl Db, snapshot: SnapshotId) -> Result<Vec<ErpDocument>> {
    let rows = erp_document::Entity::find()
        .filter(erp_document::Column::Kind.is_in(OF_SNAPSHOTS))
        .filter(erp_document::Column::LocalId.eq(snapshot.get()))
        .order_by_desc(erp_document::Column::Generation)
        .order_by_desc(erp_document::Column::Id)
        .all(db.connection())
        .await?;
    rows.into_iter().map(TryInto::try_into).collect()
}

/// Whether a call for a snapshot is on its way, or its outcome is not known.
///
/// # Errors
/// When the database fails.
pub async fn is_on_its_way(db: &impl Db, snapshot: SnapshotId) -> Result<bool> {
    let open = [DocumentState::Queued, DocumentState::Sending].map(DocumentState::number);
    let found = erp_document::Entity::find()
        .filter(erp_document::Column::Kind.is_in(OF_SNAPSHOTS))
        .filter(erp_document::Column::LocalId.eq(snapshot.get()))
        .filter(erp_document::Column::State.is_in(open))
        .count(db.connection())
        .await?;
    Ok(found > 0)
}

/// Whether what stands in the accounting system of a snapshot is a credit memo: it has this id there.
///
/// # Errors
/// When the database fails.
pub async fn is_credit_memo(db: &impl Db, snapshot: SnapshotId, erp_id: &str) -> Result<bool> {
    let found = erp_document::Entity::find()
        .filter(erp_document::Column::Kind.eq(CREDIT_MEMO))
        .filter(erp_document::Column::LocalId.eq(snapshot.get()))
        .filter(erp_document::Column::ErpId.eq(erp_id))
        .count(db.connection())
        .await?;
    Ok(found > 0)
}

/// Those of the statements of which a bill stands in an accounting system, or may have arrived there.
///
/// # Errors
/// When the database fails.
pub(crate) async fn billed(db: &impl Db, statements: &BTreeSet<StatementId>) -> Result<BTreeSet<StatementId>> {
    if statements.is_empty() {
        return Ok(BTreeSet::new());
    }
    let none = [DocumentState::Failed, DocumentState::Deleted].map(DocumentState::number);
    let ids: Vec<i64> = erp_document::Entity::find()
        .select_only()
        .column(erp_document::Column::LocalId)
        .filter(erp_document::Column::Kind.eq(OF_STATEMENTS))
        .filter(erp_document::Column::LocalId.is_in(statements.iter().map(|id| id.get())))
        .filter(erp_document::Column::State.is_not_in(none))
        .into_tuple()
        .all(db.connection())
        .await?;
    Ok(ids.into_iter().map(StatementId).collect())
}

/// Writes down that a document is about to be created; gives its row.
///
/// # Errors
/// Refused when another one of this kind is on its way.
pub async fn begin(
    tx: &Tx,
    account: ApiServiceId,
    snapshot: SnapshotId,
    request: &Request<'_>,
    at: DateTime<Utc>,
) -> Result<i64> {
    let row = erp_document::ActiveModel {
        api_service_id: Set(account.get()),
        kind: Set(request.kind),
        local_id: Set(snapshot.get()),
        created_at: Set(at),
        ..sending(request, at)
    };
    Ok(erp_document::Entity::insert(row).exec(tx.connection()).await?.last_insert_id)
}

/// Writes down that the content of a document is about to be replaced.
///
/// # Errors
/// When the database fails.
pub async fn begin_update(tx: &Tx, id: i64, request: &Request<'_>, at: DateTime<Utc>) -> Result<()> {
    set(tx, id, sending(request, at)).await
}

fn sending(request: &Request<'_>, at: DateTime<Utc>) -> erp_document::ActiveModel {
    erp_document::ActiveModel {
        generation: Set(i32::try_from(request.generation).unwrap_or(i32::MAX)),
        state: Set(DocumentState::Sending.number()),
        request_key: Set(request.request_key.to_owned()),
        doc_number: Set(Some(request.number.to_owned())),
        content_hash: Set(Some(request.content_hash.to_vec())),
        asked: Set(request.asked.and_then(Asked::to_text)),
        attempts: Set(1),
        last_error: Set(None),
        updated_at: Set(at),
        ..Default::default()
    }
}

/// Writes down that a document stands in the accounting system, under which id, number and version.
///
/// # Errors
/// When the database fails, or another document of ours has this id there.
pub async fn arrived(tx: &Tx, id: i64, erp_id: &str, number: &str, revision: &str, at: DateTime<Utc>) -> Result<()> {
    let change = erp_document::ActiveModel {
        state: Set(DocumentState::Sent.number()),
        erp_id: Set(Some(erp_id.to_owned())),
        doc_number: Set(Some(number.to_owned())),
        sync_token: Set(Some(revision.to_owned())),
        kept_revision: Set(None),
        last_error: Set(None),
        read_failed_at: Set(None),
        read_error: Set(None),
        updated_at: Set(at),
        ..Default::default()
    };
    set(tx, id, change).await
}

/// The record whose document has an id in an account: the number of its snapshot or statement. Those of one kind only.
///
/// # Errors
/// When the database fails.
pub async fn holder(db: &impl Db, account: ApiServiceId, kind: i16, erp_id: &str) -> Result<Option<i64>> {
    let found = erp_document::Entity::find()
        .filter(erp_document::Column::ApiServiceId.eq(account.get()))
        .filter(erp_document::Column::Kind.eq(kind))
        .filter(erp_document::Column::ErpId.eq(erp_id))
        .one(db.connection())
        .await?;
    Ok(found.map(|row| row.local_id))
}

/// Takes an id in an account from the rows of the same record but one, which is about to arrive under it.
///
/// # Errors
/// When the database fails.
pub async fn hand_over(tx: &Tx, to: i64, erp_id: &str) -> Result<()> {
    let Some(row) = erp_document::Entity::find_by_id(to).one(tx.connection()).await? else { return Ok(()) };
    erp_document::Entity::update_many()
        .set(erp_document::ActiveModel { erp_id: Set(None), ..Default::default() })
        .filter(erp_document::Column::ApiServiceId.eq(row.api_service_id))
        .filter(erp_document::Column::Kind.eq(row.kind))
        .filter(erp_document::Column::LocalId.eq(row.local_id))
        .filter(erp_document::Column::ErpId.eq(erp_id))
        .filter(erp_document::Column::Id.ne(to))
        .exec(tx.connection())
        .await?;
    Ok(())
}

/// Writes down that a document was read, and where it stands since; a state that nothing is said of stays.
///
/// # Errors
/// When the database fails.
pub async fn was_read(
    tx: &Tx,
    id: i64,
    standing: Option<(DocumentState, Option<&str>)>,
    at: DateTime<Utc>,
) -> Result<()> {
    let mut change =
        erp_document::ActiveModel { read_failed_at: Set(None), read_error: Set(None), ..Default::default() };
    if let Some((state, why)) = standing {
        change.state = Set(state.number());
        change.last_error = Set(why.map(str::to_owned));
        change.updated_at = Set(at);
    }
    set(tx, id, change).await
}

/// Records that a person keeps the version `revision` of a document that was changed there, with what is said of it. The version that an
/// update may replace stays.
///
/// # Errors
/// When the database fails.
pub async fn keep(tx: &Tx, id: i64, revision: &str, told: &str, at: DateTime<Utc>) -> Result<()> {
    let change = erp_document::ActiveModel {
        state: Set(DocumentState::Sent.number()),
        kept_revision: Set(Some(revision.to_owned())),
        last_error: Set(Some(told.to_owned())),
        read_failed_at: Set(None),
        read_error: Set(None),
        updated_at: Set(at),
        ..Default::default()
    };
    set(tx, id, change).await
}

/// Writes down that a document could not be read; nothing else of it changes.
///
/// # Errors
/// When the database fails.
pub async fn was_not_read(tx: &Tx, id: i64, why: &str, at: DateTime<Utc>) -> Result<()> {
    let change = erp_document::ActiveModel {
        read_failed_at: Set(Some(at)),
        read_error: Set(Some(why.to_owned())),
        ..Default::default()
    };
    set(tx, id, change).await
}

/// Writes down that a document has come to a state, and why.
///
/// # Errors
/// When the database fails.
pub async fn ended(tx: &Tx, id: i64, state: DocumentState, why: &str, at: DateTime<Utc>) -> Result<()> {
    let change = erp_document::ActiveModel {
        state: Set(state.number()),
        last_error: Set(Some(why.to_owned())),
        updated_at: Set(at),
        ..Default::default()
    };
    set(tx, id, change).await
}

async fn set(tx: &Tx, id: i64, change: erp_document::ActiveModel) -> Result<()> {
    erp_document::Entity::update_many()
        .set(change)
        .filter(erp_document::Column::Id.eq(id))
        .exec(tx.connection())
        .await?;
    Ok(())
}

/// Adds a call to the history of a document.
///
/// # Errors
/// When the database fails.
pub async fn log(tx: &Tx, document: i64, push: Push, at: DateTime<Utc>, by: Option<UserId>) -> Result<()> {
    let row = erp_push::ActiveModel {
        document_id: Set(document),
        at: Set(at),
        step: Set(push.step as i16),
        outcome: Set(push.outcome as i16),
        http_status: Set(push.http_status.and_then(|status| i16::try_from(status).ok())),
        vendor_code: Set(push.code),
        message: Set(push.message),
        trace_id: Set(push.trace_id),
        user_id: Set(by.map(UserId::get)),
        ..Default::default()
    };
    erp_push::Entity::insert(row).exec_without_returning(tx.connection()).await?;
    Ok(())
}

/// Records that a document is to be mailed, unless its mail was asked for before.
///
/// # Errors
/// When the database fails.
pub async fn mail_is_due(tx: &Tx, document: i64) -> Result<()> {
    let due = erp_document::ActiveModel { mail: Set(Some(MailState::Due.number())), ..Default::default() };
    erp_document::Entity::update_many()
        .set(due)
        .filter(erp_document::Column::Id.eq(document))
        .filter(erp_document::Column::Mail.is_null())
        .exec(tx.connection())
        .await?;
    Ok(())
}

/// Records what became of the mail of a document, and why; none when it is mailed no more.
///
/// # Errors
/// When the database fails.
pub async fn mail_came_to(tx: &Tx, document: i64, mail: Option<MailState>, why: Option<&str>) -> Result<()> {
    let change = erp_document::ActiveModel {
        mail: Set(mail.map(MailState::number)),
        mail_error: Set(why.map(str::to_owned)),
        mail_asked_at: Set(None),
        ..Default::default()
    };
    set(tx, document, change).await
}

/// Records that the mail of a document is about to be asked for. Its outcome is unknown from now on.
///
/// # Errors
/// When the database fails.
pub async fn mail_is_asked_for(tx: &Tx, document: i64, at: DateTime<Utc>) -> Result<()> {
    let change = erp_document::ActiveModel {
        mail: Set(Some(MailState::Unknown.number())),
        mail_error: Set(None),
        mail_asked_at: Set(Some(at)),
        ..Default::default()
    };
    set(tx, document, change).await
}
