//! Changes of status that have become due (rules.md#due-status-changes). What people see and what is billed follows from the timeline alone; this
//! keeps the columns beside the members in step, and sends the welcome mails that waited for the day.

use std::collections::{BTreeMap, HashMap};

use domain::groups::GroupStatus;
use domain::{GroupId, MemberId};
use store::Tx;
use store::audit::Entry;
use store::groups::terms::{self, GroupTerms};
use store::members::{self, Settled};

use crate::context::Context;
use crate::error::Result;
use crate::members::welcome::service::on_joining;

/// Members a transaction.
const MEMBERS_A_CHUNK: u64 = 500;

/// Settles everything that is due today; run again, it finds nothing.
///
/// # Errors
/// When the database fails.
pub async fn settle(ctx: &Context) -> Result<()> {
    let mut after = MemberId(0);
    loop {
        let tx = ctx.store.begin().await?;
        let settled = members::settle(&tx, after, MEMBERS_A_CHUNK, ctx.today()).await?;
        let Some(last) = settled.last() else { return Ok(()) };
        after = last.id;
        let welcomed = welcome(ctx, &tx, &settled).await?;
        if welcomed.is_empty() {
            tx.commit_unaudited("the change was audited when it was decided").await?;
        } else {
            tx.commit_all(welcomed).await?;
        }
    }
}

/// Welcomes those who have become active, group by group.
async fn welcome(ctx: &Context, tx: &Tx, settled: &[Settled]) -> Result<Vec<Entry>> {
    let mut joined: BTreeMap<GroupId, Vec<MemberId>> = BTreeMap::new();
    for member in settled.iter().filter(|member| member.became_active) {
        joined.entry(member.group).or_default().push(member.id);
    }
    let groups: Vec<GroupId> = joined.keys().copied().collect();
    let terms: HashMap<GroupId, GroupTerms> = terms::of_groups(tx, &groups).await?;
    let mut entries = Vec::new();
    for (group, joined) in joined {
        let served = terms.get(&group).filter(|terms| terms.status == GroupStatus::Active);
        if let Some(terms) = served {
            let entry = || Entry::new(ctx.now(), "member.welcome", "member");
            entries.extend(on_joining(ctx, tx, terms, &joined, entry).await?);
        }
    }
    Ok(entries)
}
