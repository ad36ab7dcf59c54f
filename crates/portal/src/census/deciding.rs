//! The chunks of an import decided and put into words while those before them are written: what a transaction on SQLite does itself, every
//! other writer waits for.

use std::collections::HashMap;

use domain::census::changes::FieldChange;
use domain::{CensusFileId, MemberId};
use serde_json::{Map, Value, json};
use store::Stamp;
use store::audit::Entry;
use store::census::changes::ChangeKind;

use super::run::Run;
use super::steps::{Changing, Decider, Steps};
use super::terms::Terms;
use super::walk::Chunk;
use crate::context::Context;

/// A chunk that is decided.
pub(super) struct Decided {
    /// How many members it is about.
    pub(super) members: usize,
    /// What is done to them.
    pub(super) steps: Steps,
    /// What the audit says of new members, by their rows; who they are shows when they are made.
    pub(super) made: HashMap<u32, Entry>,
    /// What is told of members who are changed.
    pub(super) changed: HashMap<MemberId, Told>,
}

/// What is told of a change.
pub(super) struct Told {
    pub(super) row: Option<u32>,
    pub(super) kind: ChangeKind,
    /// What to put back when it is undone.
    pub(super) before: Value,
    /// What the audit says of it.
    pub(super) entry: Entry,
}

/// Decides the chunks of a run.
pub(super) struct Deciding {
    ctx: Context,
    terms: Terms,
    file: CensusFileId,
    /// Who asked for the run.
    stamp: Stamp,
    /// What all entries of the run have in common.
    entry: Entry,
}

impl Deciding {
    /// On the terms of a file.
    pub(super) fn of(run: &Run<'_>, terms: &Terms) -> Self {
        let (file, stamp, entry) = (run.file.id, run.stamp(), run.entry("member.update", "member"));
        Self { ctx: run.ctx.clone(), terms: terms.clone(), file, stamp, entry }
    }

    /// Decides a chunk.
    pub(super) fn decide(&self, chunk: &Chunk) -> Decided {
        let stamp = Stamp { at: self.ctx.now(), ..self.stamp };
        let decider = Decider { terms: &self.terms, file: self.file, stamp };
        let steps = decider.decide(chunk, || self.ctx.randomness.guid());
        let made = steps.making.iter().map(|making| {
            let entry = self.entry("member.create", stamp);
            (making.row, entry.with_change(&json!({}), &values(&making.fields, |change| &change.new)))
        });
        let changed = steps.changing.iter().map(|changing| (changing.member.id, self.told(changing, stamp)));
        Decided { members: chunk.len(), made: made.collect(), changed: changed.collect(), steps }
    }

    fn entry(&self, action: &'static str, stamp: Stamp) -> Entry {
        Entry { action, at: stamp.at, ..self.entry.clone() }
    }

    fn told(&self, changing: &Changing, stamp: Stamp) -> Told {
        let Changing { row, kind, fields, member, after, .. } = changing;
        let action = match kind {
            ChangeKind::Created | ChangeKind::Updated => "member.update",
            ChangeKind::Reactivated => "member.activate",
            ChangeKind::Terminated => "member.terminate",
        };
        let (was, mut is) = (values(fields, |change| &change.old), values(fields, |change| &change.new));
        if let Some(status) = &after.status {
            // A beginning that is only taken back appends nothing.
            let change = status.append.first();
            is["Status"] = json!(change.map_or(status.current.status, |change| change.status).name());
            if let Some(change) = change {
                is["EffectiveDate"] = json!(change.effective_on);
            }
        }
        let entry = self.entry(action, stamp).on(member.id).with_change(&was, &is);
        Told { row: *row, kind: *kind, before: json!(changing.before), entry }
    }
}

/// The changed fields before or after.
fn values(fields: &[FieldChange], side: fn(&FieldChange) -> &Option<String>) -> Value {
    let told = fields.iter().map(|change| (change.field.name().to_owned(), json!(side(change))));
    Value::Object(told.collect::<Map<_, _>>())
}
