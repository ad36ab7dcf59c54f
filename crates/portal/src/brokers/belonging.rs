//! The groups and users of a broker, saved together with it.

use domain::brokers::BrokerForm;
use domain::brokers::belonging::{groups_to_take, users_to_move};
use domain::{BrokerId, GroupId, Invalid, UserId};
use serde_json::{Value, json};
use store::Tx;
use store::audit::Entry;
use store::brokers::belonging;

use crate::context::Context;
use crate::error::Result;
use crate::http::CallerOrigin;

/// What belongs to a broker, as far as the caller sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Belonging {
    /// The groups whose broker it is.
    pub groups: Vec<GroupId>,
    /// Its users.
    pub users: Vec<UserId>,
}

impl Belonging {
    /// For the audit.
    pub(super) fn recorded(&self) -> Value {
        json!({ "EmployerGroupIds": self.groups, "UserIds": self.users })
    }
}

/// Makes exactly the groups and users of the form those of the broker, as far as it names any; each that moves has an audit row of
/// its own, for its history.
///
/// # Errors
/// Groups and users that do not exist, or cannot be moved; [`crate::error::Error::ConfirmationNeeded`] where a user comes to the broker
/// (rules.md#sensitive-acts).
pub(super) async fn save(
    ctx: &Context,
    who: &CallerOrigin,
    tx: &Tx,
    broker: BrokerId,
    form: &BrokerForm,
) -> Result<Vec<Entry>> {
    let (mut invalid, mut entries) = (Invalid::none(), Vec::new());
    if let Some(wanted) = &form.groups {
        let known = belonging::lock_groups(tx, broker, wanted).await?;
        for id in found(&mut invalid, groups_to_take(broker, wanted, &known)) {
            belonging::take_group(tx, id, broker, who.stamp(ctx)).await?;
            let before = known.iter().find(|group| group.id == id).map(|group| group.broker);
            let entry = who.entry(ctx, "group.update", "group").on(id).in_group(id).caused_by("broker", broker);
            entries.push(moved(entry, before, Some(broker)));
        }
    }
    if let Some(wanted) = &form.users {
        let known = belonging::lock_users(tx, broker, wanted).await?;
        let moves = found(&mut invalid, users_to_move(broker, wanted, &known));
        // A user who comes to the broker reaches what was closed before.
        if moves.iter().any(|(_, to)| to.is_some()) {
            who.require_confirmed(ctx)?;
        }
        for (id, to) in moves {
            belonging::move_user(tx, id, to, who.stamp(ctx)).await?;
            // What the user may see is another now.
            store::sign_in::sessions::end_all(tx, id, None, ctx.now()).await?;
            let before = known.iter().find(|user| user.id == id).and_then(|user| user.broker);
            let entry = who.entry(ctx, "user.update", "user").on(id).caused_by("broker", broker);
            entries.push(moved(entry, before, to));
        }
    }
    Ok(invalid.or(entries)?)
}

/// What was found, or nothing, and then what was wrong is kept for the form.
fn found<T>(invalid: &mut Invalid, checked: std::result::Result<Vec<T>, Invalid>) -> Vec<T> {
    checked.unwrap_or_else(|wrong| {
        invalid.0.extend(wrong.0);
        Vec::new()
    })
}

fn moved(entry: Entry, before: Option<BrokerId>, after: Option<BrokerId>) -> Entry {
    entry.with_change(&json!({ "BrokerId": before }), &json!({ "BrokerId": after }))
}
