//! Documents of snapshots and statements that failed, are out of date, were changed in the ERP, or may not have been mailed
//! (rules.md#state-in-the-erp).

use chrono::{DateTime, Utc};
use domain::billing::invoice::plain_number;
use domain::billing::run::InvoicePush;
use domain::erp::{CALL_TIME, DocumentFacts, DocumentState, ErpFacts, INTERRUPTED, MailState, state_of};
use domain::work_queue::{Item, Record, Work};
use domain::{GroupId, Money, SnapshotId};
use sea_orm::QueryResult;

use super::{Asking, Found};
use crate::Result;
use crate::error::damaged;
use crate::snapshots::bulk_actions;

/// The newest document of each record, where [`state_of`] finds it failed, out of date or changed. Those of the first part come by an index of
/// documents, those of the second by one of snapshots.
pub(super) fn documents(asking: &Asking) -> Found {
    let columns = "d.id, d.kind, d.local_id, d.state, d.last_error, d.mail, d.mail_error, d.mail_asked_at, d.updated_at, d.doc_number";
    let newest = "not exists (select 1 from erp_document n where n.kind in (0,1,2) and n.local_id = d.local_id \
                  and n.id > d.id and (n.kind = 2) = (d.kind = 2))";
    let awaited = format!(
        "select 1 from billing_run_item i where d.kind <> 2 and i.snapshot_id = d.local_id and i.invoice = {}",
        InvoicePush::Waiting.number()
    );
    let sent_in_bulk = format!("{} and d.kind <> 2", bulk_actions::awaiting("d.local_id"));
    let (sent, changed, out_of_date) =
        (DocumentState::Sent.number(), DocumentState::Changed.number(), DocumentState::OutOfDate.number());
    let failed = DocumentState::Failed.number();
    let (due, unknown) = (MailState::Due.number(), MailState::Unknown.number());
    let by_document = format!(
        "select {columns} from erp_document d where ((d.state <> 2 and d.state <> 6) or d.mail < 2) and {newest} \
         and (d.state in ({changed},{out_of_date}) or (d.state = {sent} and d.mail = {due}) \
         or (d.state = {sent} and d.mail = {unknown} and (d.mail_asked_at is null or d.mail_asked_at <= $1)) \
         or ((d.state = {failed} or (d.state in (0,1) and (d.last_error is not null or d.updated_at <= $1))) \
         and not exists ({awaited}) and not exists ({sent_in_bulk})))"
    );
    let by_snapshot = format!(
        "select {columns} from snapshot o join erp_document d on d.kind in (0,1) and d.local_id = o.id \
         where o.out_of_date and o.deleted_at is null and d.state = {sent} and (d.mail is null or d.mail > {unknown}) and {newest}"
    );
    Found {
        columns: "u.*, s.id as snapshot_id, s.doc_number as snapshot_number, s.out_of_date, s.group_id, \
                  g.name as group_name, c.payee_name"
            .to_owned(),
        from: format!(
            "({by_document} union all {by_snapshot}) u \
             left join snapshot s on u.kind <> 2 and s.id = u.local_id and s.deleted_at is null \
             left join commission_statement c on u.kind = 2 and c.id = u.local_id and c.deleted_at is null"
        ),
        named_by: "left join employer_group g on g.id = s.group_id",
        filter: format!("coalesce(s.id, c.id) is not null {}", asking.only.groups_sql("s.group_id")),
        cents: "coalesce(s.total_cents, c.total_cents + c.brought_forward_cents)",
        order: "u.updated_at desc, u.id desc",
        values: vec![(asking.now - CALL_TIME).into()],
    }
}

pub(super) fn item(row: &QueryResult, now: DateTime<Utc>) -> Result<Item> {
    let (last_error, mail): (Option<String>, Option<i16>) = (row.try_get("", "last_error")?, row.try_get("", "mail")?);
    let state =
        DocumentState::from_number(row.try_get("", "state")?).ok_or_else(|| damaged("the state of a document"))?;
    let mail = mail.map(|number| MailState::from_number(number).ok_or_else(|| damaged("the mail of a document")));
    let mail_error: Option<String> = row.try_get("", "mail_error")?;
    let facts = DocumentFacts {
        state,
        has_failed: last_error.is_some(),
        touched_at: row.try_get("", "updated_at")?,
        mail: mail.transpose()?,
        mail_asked_at: row.try_get("", "mail_asked_at")?,
    };
    let is_out_of_date: Option<bool> = row.try_get("", "out_of_date")?;
    let shown = ErpFacts { is_awaited: false, is_out_of_date: is_out_of_date.unwrap_or_default(), newest: Some(facts) };
    let payee: Option<String> = row.try_get("", "payee_name")?;
    let why = match state {
        DocumentState::Sent => facts.mail.and_then(|mail| mail.told(mail_error.as_deref())),
        DocumentState::Queued | DocumentState::Sending if last_error.is_none() => Some(INTERRUPTED.to_owned()),
        _ => last_error,
    };
    let local: i64 = row.try_get("", "local_id")?;
    let is_statement = row.try_get::<i16>("", "kind")? == crate::erp_documents::OF_STATEMENTS;
    let known: Option<String> = row.try_get("", "doc_number")?;
    let shown_number: Option<String> = row.try_get("", "snapshot_number")?;
    let number = shown_number.or(known).unwrap_or_else(|| plain_number(SnapshotId(local)));
    let group: Option<i64> = row.try_get("", "group_id")?;
    Ok(Item {
        record: if is_statement { Record::Statement } else { Record::Snapshot },
        id: local,
        group: group.map(GroupId).zip(row.try_get("", "group_name")?),
        amount: Some(Money::from_cents(row.try_get("", "cents")?)),
        due_on: None,
        work: Work::Document {
            number: payee.map_or_else(|| format!("Invoice {number}"), |payee| format!("Bill of {payee}")),
            state: state_of(&shown, now),
            is_mail_unknown: facts.is_mail_unknown(now),
            why,
        },
    })
}
