//! Mails to be sent, written in the transaction that causes them.

use chrono::{DateTime, Utc};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, TryInsertResult};
use serde::Serialize;
use serde_json::{Value, json};

use crate::database::connection::sealed::Connected as _;
use crate::entities::mail;
use crate::row_set::{self, Instant, Kind};
use crate::{Db, Result, Tx};

/// A mail to be sent.
#[derive(Debug, Clone)]
pub struct NewMail {
    /// The receiver's address.
    pub to_address: String,
    /// Which text.
    pub template: &'static str,
    /// What the text needs.
    pub data: Value,
    /// A mail of the same key is not stored twice.
    pub dedupe_key: Option<String>,
    /// When.
    pub created_at: DateTime<Utc>,
}

/// A mail that was not sent yet.
#[derive(Debug, Clone)]
pub struct UnsentMail {
    /// The receiver's address.
    pub to_address: String,
    /// What the text needs.
    pub data: Value,
}

/// Stores a mail and gives its id; `None` when one of the same key exists.
///
/// # Errors
/// When the database fails.
pub async fn insert(tx: &Tx, new: NewMail) -> Result<Option<i64>> {
    let row = mail::ActiveModel {
        to_address: Set(new.to_address),
        template: Set(new.template.to_owned()),
        data: Set(new.data),
        dedupe_key: Set(new.dedupe_key),
        state: Set(0),
        attempts: Set(0),
        created_at: Set(new.created_at),
        ..Default::default()
    };
    let once = OnConflict::new().do_nothing().to_owned();
    let made = mail::Entity::insert(row).on_conflict(once).try_insert().exec(tx.connection()).await?;
    Ok(match made {
        TryInsertResult::Inserted(made) => Some(made.last_insert_id),
        TryInsertResult::Conflicted | TryInsertResult::Empty => None,
    })
}

/// Whether a mail of this key is stored.
///
/// # Errors
/// When the database fails.
pub async fn is_known(db: &impl Db, dedupe_key: &str) -> Result<bool> {
    let found = mail::Entity::find().filter(mail::Column::DedupeKey.eq(dedupe_key));
    Ok(found.one(db.connection()).await?.is_some())
}

/// Stores mails, however many, and gives the ids of those whose key is new.
///
/// # Errors
/// When the database fails.
pub async fn insert_many(tx: &Tx, mails: &[NewMail]) -> Result<Vec<i64>> {
    // The condition tells SQLite that the conflict clause is no part of a join.
    let sql = format!("{} where true on conflict do nothing returning id", row_set::insert_sql("mail", COLUMNS));
    let mut ids = Vec::with_capacity(mails.len());
    for mails in mails.chunks(row_set::ROWS_A_STATEMENT) {
        let rows: Vec<MailRow<'_>> = mails.iter().map(MailRow::of).collect();
        for row in row_set::query(tx, &sql, COLUMNS, &rows, Vec::new()).await? {
            ids.push(row.try_get("", "id")?);
        }
    }
    Ok(ids)
}

#[derive(Serialize)]
struct MailRow<'a> {
    to_address: &'a str,
    template: &'static str,
    data: &'a Value,
    dedupe_key: Option<&'a str>,
    created_at: Instant,
}

const COLUMNS: &row_set::Columns = &[
    ("to_address", Kind::Text),
    ("template", Kind::Text),
    ("data", Kind::Json),
    ("dedupe_key", Kind::Text),
    ("created_at", Kind::Instant),
];

impl<'a> MailRow<'a> {
    fn of(mail: &'a NewMail) -> Self {
        Self {
            to_address: &mail.to_address,
            template: mail.template,
            data: &mail.data,
            dedupe_key: mail.dedupe_key.as_deref(),
            created_at: Instant(mail.created_at),
        }
    }
}

/// The mail of this id, unless it was sent.
///
/// # Errors
/// When the database fails.
pub async fn find_unsent(db: &impl Db, id: i64) -> Result<Option<UnsentMail>> {
    let found = mail::Entity::find_by_id(id).filter(mail::Column::State.eq(0)).one(db.connection()).await?;
    Ok(found.map(|row| UnsentMail { to_address: row.to_address, data: row.data }))
}

/// Takes mails back that were not sent yet, by their keys, and gives the keys of those; a mail of the key may be stored again.
///
/// # Errors
/// When the database fails.
pub async fn take_back(tx: &Tx, dedupe_keys: &[String]) -> Result<Vec<String>> {
    let sql = "with sent as ({rows}) delete from mail where state = 0 and dedupe_key in (select dedupe_key from sent) \
               returning dedupe_key";
    let mut taken = Vec::new();
    for keys in dedupe_keys.chunks(row_set::ROWS_A_STATEMENT) {
        let rows: Vec<KeyRow<'_>> = keys.iter().map(|dedupe_key| KeyRow { dedupe_key }).collect();
        for row in row_set::query(tx, sql, &[("dedupe_key", Kind::Text)], &rows, Vec::new()).await? {
            taken.push(row.try_get("", "dedupe_key")?);
        }
    }
    Ok(taken)
}

#[derive(Serialize)]
struct KeyRow<'a> {
    dedupe_key: &'a str,
}

/// Notes that a mail was sent, and forgets its content: it may hold a token.
///
/// # Errors
/// When the database fails.
pub async fn mark_sent(tx: &Tx, id: i64, at: DateTime<Utc>) -> Result<()> {
    mail::Entity::update_many()
        .col_expr(mail::Column::State, Expr::value(1))
        .col_expr(mail::Column::SentAt, Expr::value(at))
        .col_expr(mail::Column::Data, Expr::value(json!({})))
        .filter(mail::Column::Id.eq(id))
        .exec(tx.connection())
        .await?;
    Ok(())
}
