//! Sending of stored mails.

use serde::{Deserialize, Serialize};
use store::Tx;
use store::mail::NewMail;

use super::Letter;
use crate::context::Context;
use crate::error::Result;
use crate::jobs::{Job, JobError, Lane, Run, enqueue, enqueue_many};

/// Sends the stored mail of this id once.
#[derive(Debug, Serialize, Deserialize)]
pub struct SendMail {
    /// The mail's id.
    pub mail: i64,
}

/// Stores `letter` and has it sent after the transaction has committed. A mail whose `dedupe_key` exists is not stored again.
///
/// # Errors
/// When the database fails.
pub async fn post(ctx: &Context, tx: &Tx, to: &str, letter: &Letter, dedupe_key: Option<String>) -> Result<()> {
    let data = serde_json::to_value(letter).map_err(anyhow::Error::from)?;
    let mail =
        NewMail { to_address: to.to_owned(), template: letter.template(), data, dedupe_key, created_at: ctx.now() };
    if let Some(mail) = store::mail::insert(tx, mail).await? {
        enqueue(ctx, tx, &SendMail { mail }).await?;
    }
    Ok(())
}

/// A letter to somebody.
#[derive(Debug, Clone)]
pub struct Parcel {
    /// The receiver's address.
    pub to: String,
    /// What is sent.
    pub letter: Letter,
    /// A letter of the same key is not sent twice.
    pub dedupe_key: Option<String>,
}

/// As [`post`], for many letters in few statements.
///
/// # Errors
/// When the database fails.
pub async fn post_many(ctx: &Context, tx: &Tx, parcels: Vec<Parcel>) -> Result<()> {
    let mail = |parcel: Parcel| -> Result<NewMail> {
        let (template, created_at) = (parcel.letter.template(), ctx.now());
        let data = serde_json::to_value(parcel.letter).map_err(anyhow::Error::from)?;
        Ok(NewMail { to_address: parcel.to, template, data, dedupe_key: parcel.dedupe_key, created_at })
    };
    let mails: Vec<NewMail> = parcels.into_iter().map(mail).collect::<Result<_>>()?;
    let stored = store::mail::insert_many(tx, &mails).await?;
    let jobs: Vec<SendMail> = stored.into_iter().map(|mail| SendMail { mail }).collect();
    enqueue_many(ctx, tx, &jobs).await
}

impl Job for SendMail {
    const KIND: &'static str = "send-mail";
    const LANE: Lane = Lane::Quick;

    async fn run(self, ctx: &Context, _: &Run) -> std::result::Result<(), JobError> {
        let Some(mail) = store::mail::find_unsent(&ctx.store.read(), self.mail).await? else {
            return Ok(());
        };
        let letter: Letter = serde_json::from_value(mail.data).map_err(JobError::fail)?;
        ctx.post.send(&mail.to_address, &letter).await.map_err(JobError::retry)?;
        let tx = ctx.store.begin().await?;
        store::mail::mark_sent(&tx, self.mail, ctx.now()).await?;
        Ok(tx.commit_unaudited("the change that caused the mail was audited").await?)
    }
}
