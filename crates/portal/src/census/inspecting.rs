//! Task 3: what the import would do, without doing it, and whom it would end (decisions C4, C8, C10).

use std::collections::HashSet;

use domain::census::RowState;
use domain::census::changes::{LinedUp, Outcome};
use domain::census::guards::{is_ended_by_absence, may_judge_absence};
use domain::census::plan::RosterMember;
use domain::{Invalid, MemberId};
use serde_json::json;
use store::census::absents::{self, Absent};
use store::census::files::{self, Guard};
use store::census::{matches, records};
use store::counts;

use super::roster;
use super::run::{Finished, Run};
use super::terms::Terms;
use crate::error::Result;

/// Absent members written or removed in one transaction.
const ABSENTS_A_CHUNK: usize = 5000;

/// Runs the task.
///
/// # Errors
/// Refused when an explicit file cannot say who is absent.
pub(super) async fn run(run: &Run<'_>) -> Result<Finished> {
    forget_absents(run).await?;
    let db = run.ctx.store.read();
    let file = run.file.id;
    let terms = Terms::of(&db, &run.file, run.ctx.today()).await?;
    let total = records::count(&db, file, RowState::Valid).await?;
    let outcomes = matches::outcomes(&db, file).await?;
    let of = |outcome: Outcome| outcomes.get(&outcome).copied().unwrap_or(0);
    let mut absent = Vec::new();
    if terms.explicit {
        let wrong = records::count(&db, file, RowState::Error).await?;
        may_judge_absence(total.into(), u64::from(wrong) + u64::from(of(Outcome::Review)))
            .map_err(|held| Invalid::field("", held.to_string()))?;
        absent = absents_of(run, &terms).await?;
    }
    for chunk in absent.chunks(ABSENTS_A_CHUNK) {
        let tx = run.begin().await?;
        absents::insert(&tx, file, chunk).await?;
        run.commit_chunk(tx, 0, total).await?;
    }
    let absent = u32::try_from(absent.len()).unwrap_or(u32::MAX);
    let active = counts::of_group(&db, terms.group, terms.today).await?.active.unsigned_abs();
    let ended = absent.saturating_add(of(Outcome::Terminate));
    let must_confirm = terms.explicit && terms.guard.needs_confirmation(active, ended.into());
    let tx = run.begin().await?;
    let count = terms.explicit.then_some(ended);
    files::set_guard(&tx, file, Guard { count, ..Guard::default() }).await?;
    run.commit_chunk(tx, total, total).await?;
    let lined_up = LinedUp::of(outcomes.iter().map(|(outcome, n)| (*outcome, *n)));
    Ok(Finished {
        total,
        matched: lined_up.matched,
        unmatched: lined_up.unmatched,
        summary: Some(json!({
            "Create": of(Outcome::Create),
            "Update": of(Outcome::Update),
            "Reactivate": of(Outcome::Reactivate),
            "Terminate": of(Outcome::Terminate),
            "Unchanged": of(Outcome::Unchanged),
            "Ignored": of(Outcome::Ignored),
            "Absent": absent,
            "Ended": ended,
            "ActiveMembers": active,
            "Limit": terms.guard.limit(active),
            "IsExplicit": terms.explicit,
            "MustBeConfirmed": must_confirm,
        })),
    })
}

async fn forget_absents(run: &Run<'_>) -> Result<()> {
    let at_once = u64::try_from(ABSENTS_A_CHUNK).unwrap_or(u64::MAX);
    loop {
        let tx = run.begin().await?;
        let removed = absents::remove_some(&tx, run.file.id, at_once).await?;
        tx.commit_unaudited("what a former inspection has found").await?;
        if removed < at_once {
            return Ok(());
        }
    }
}

/// The members who are active, have nothing pending, and are no row's.
async fn absents_of(run: &Run<'_>, terms: &Terms) -> Result<Vec<Absent>> {
    let matched = matches::matched_members(&run.ctx.store.read(), run.file.id).await?;
    let matched: HashSet<MemberId> = matched.into_iter().collect();
    let roster = roster::of_group(run.ctx, terms.group).await?;
    let is_absent = |member: &&RosterMember| {
        let shown = member.status.shown(terms.today);
        is_ended_by_absence(
            shown.counts_as_active(),
            shown.is_pending(),
            matched.contains(&member.id),
            !member.details.is_primary(),
            terms.takes_dependents,
        )
    };
    let absent = roster.iter().filter(is_absent);
    Ok(absent.map(|member| Absent { member: member.id, version: member.version }).collect())
}
