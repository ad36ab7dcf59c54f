//! Task 3: what the import would do, without doing it, and whom it would end (rules.md#change-set, rules.md#explicit-import,
//! rules.md#dependents-not-taken).

use std::collections::{HashMap, HashSet};
use std::pin::pin;

use domain::census::RowState;
use domain::census::changes::{LinedUp, Outcome};
use domain::census::file::Task;
use domain::census::guards::{Absence, may_judge_absence};
use domain::census::id_moves::{IdMoves, kept_by};
use domain::census::identity_keys::IdentityKeys;
use domain::census::skipped_rows::Recognised;
use domain::{Invalid, MemberId};
use futures_util::TryStreamExt;
use serde_json::json;
use store::census::absents::{self, Absent, Apart};
use store::census::files::{self, Guard};
use store::census::issues::{self, NewIssue};
use store::census::{matches, records, tasks};
use store::members::{self, Member};
use store::{Db, counts};

use super::super::ahead::ahead;
use super::super::asking::{self, few_named};
use super::super::id_moves::{self, IDS_PASSED};
use super::super::mapping;
use super::super::run::{Finished, Run};
use super::super::shared_trait::{self, IN_COMMON};
use super::super::skipped_rows;
use super::super::standing;
use super::super::steps::end;
use super::super::terms::Terms;
use crate::error::Result;

/// Whether the file ends members who are not active yet; in the summary of the inspection.
pub(in crate::census) const ENDS_LATER: &str = "EndsLater";

/// Absent members removed in one transaction.
const ABSENTS_A_CHUNK: u64 = 2000;
/// Members of whom it is asked in one query whether a row is theirs; those who are absent are noted in one transaction.
const MEMBERS_A_STRETCH: u64 = 4000;

/// Runs the task.
///
/// # Errors
/// Refused when an explicit file cannot say who is absent.
pub(in crate::census) async fn run(run: &Run<'_>) -> Result<Finished> {
    let db = run.ctx.store.read();
    let file = run.file.id;
    let terms = Terms::of(&db, &run.file, run.ctx.today()).await?;
    let (total, outcomes, ignored) = tokio::try_join!(
        records::count(&db, file, RowState::Valid),
        matches::outcomes(&db, file),
        matches::ignored_members(&db, file),
    )?;
    let of = |outcome: Outcome| outcomes.get(&outcome).copied().unwrap_or(0);
    if terms.explicit {
        let wrong = records::count(&db, file, RowState::Error).await?;
        let mapped = mapping::summary(&tasks::of_file(&db, file).await?, Task::MapData);
        let wrong = u64::from(wrong) + u64::from(of(Outcome::Review));
        may_judge_absence(total.into(), wrong, mapped.holds_failed_rows_only())
            .map_err(|held| Invalid::field("", held.to_string()))?;
    }
    let signs = if terms.explicit { standing::signs(run).await? } else { IdentityKeys::default() };
    forget_absents(run).await?;
    let aside = if terms.explicit { skipped_rows::recognised(run, &terms).await? } else { Recognised::default() };
    let lined_up = LinedUp::of(outcomes.iter().map(|(outcome, n)| (*outcome, *n)), ignored);
    let group = counts::of_group(&db, terms.group, terms.today).await?;
    let unmatched = u32::try_from(group.total).unwrap_or(u32::MAX).saturating_sub(lined_up.matched);
    let Absences { found, standing } = match terms.explicit {
        true => note_absents(run, &terms, (&aside, &signs), unmatched).await?,
        false => Absences::default(),
    };
    asking::ask_about_dependents(run, &terms).await?;
    let passed = judge_ids(run, &terms).await?;
    let absent = if terms.explicit { absents::count(&db, file).await? } else { 0 };
    let active = group.active.unsigned_abs();
    let ended = absent.saturating_add(of(Outcome::Terminate));
    let must_confirm = terms.guard.needs_confirmation(active, ended.into());
    let few = few_named::question(&db, (run, &terms), (lined_up.matched, group), must_confirm).await?;
    let (still_to_start, later_end) = match terms.explicit {
        true => tokio::try_join!(
            absents::count_apart(&db, file, Apart::ToStart),
            absents::count_apart(&db, file, Apart::LaterEnd),
        )?,
        false => (0, 0),
    };
    let tx = run.begin().await?;
    files::set_guard(&tx, file, Guard { count: Some(ended), ..Guard::default() }).await?;
    files::count_inspection(&tx, file).await?;
    few_named::ask(run, &tx, few).await?;
    run.commit_chunk(tx, total, total).await?;
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
            "ReplacesIdentity": matches::replacing_identity(&db, file).await?,
            "Skipped": records::count(&db, file, RowState::SkippedByPerson).await?,
            "SkippedUnknown": aside.nobody.len(),
            "SkippedByRule": records::count(&db, file, RowState::SkippedByRule).await?,
            "Standing": standing,
            "HeldBack": of(Outcome::Review),
            "Absent": absent,
            "Kept": found.saturating_sub(absent),
            IDS_PASSED: passed,
            "StillToStart": still_to_start,
            "LaterEnd": later_end,
            // Who is still to start is ended on a word about what this inspection lists.
            ENDS_LATER: false,
            "Ended": ended,
            "ActiveMembers": active,
            "Limit": terms.guard.limit(active),
            "IsExplicit": terms.explicit,
            "MustBeConfirmed": must_confirm,
            IN_COMMON: shared_trait::told(&db, file, terms.group, absent).await?,
        })),
    })
}

/// Says of each row whose id another member keeps what to do about it, and counts the rows whose ids pass (rules.md#ids-that-pass).
async fn judge_ids(run: &Run<'_>, terms: &Terms) -> Result<usize> {
    let db = run.ctx.store.read();
    let IdMoves { passing, kept, .. } = id_moves::of(&db, run.file.id, terms).await?;
    if !kept.is_empty() {
        let ids: Vec<MemberId> = kept.values().copied().collect();
        let members = members::find_many(&db, terms.group, &ids).await?;
        let name = |member: &MemberId| members.get(member).map_or_else(String::new, |one| one.details.full_name());
        let said = kept.iter().map(|(row, member)| NewIssue::error(Some(*row), kept_by(&name(member))));
        let said: Vec<NewIssue> = said.collect();
        let tx = run.begin().await?;
        issues::insert(&tx, run.file.id, run.task, &said).await?;
        tx.commit_unaudited("what an inspection says of ids").await?;
    }
    Ok(passing.len())
}

async fn forget_absents(run: &Run<'_>) -> Result<()> {
    loop {
        let tx = run.begin().await?;
        let removed = absents::remove_some(&tx, run.file.id, ABSENTS_A_CHUNK).await?;
        tx.commit_unaudited("what a former inspection has found").await?;
        if removed < ABSENTS_A_CHUNK {
            return Ok(());
        }
    }
}

/// How many members no row is.
#[derive(Debug, Default)]
struct Absences {
    /// Members that the file would end.
    found: u32,
    /// Those who stand in the file all the same.
    standing: u32,
}

/// Records and counts the members that the file would end, out of the `members` without a row. A member that resembles a row set aside is kept.
/// A member that a person keeps stays kept while it is among them. Other such choices are deleted last, so that a run that stops loses none.
async fn note_absents(
    run: &Run<'_>,
    terms: &Terms,
    (aside, signs): (&Recognised, &IdentityKeys),
    members: u32,
) -> Result<Absences> {
    let (db, file) = (run.ctx.store.read(), run.file.id);
    let mut no_longer: HashSet<MemberId> = absents::kept(&db, file).await?.into_iter().collect();
    let (mut found, mut standing, mut done) = (0_usize, 0_u32, 0_u32);
    let stretches = members::stretches(&db, terms.group, MEMBERS_A_STRETCH).await?;
    let (reading, group) = (db.clone(), terms.group);
    let unmatched = stretches.into_iter().map(move |stretch| {
        let db = reading.clone();
        async move { Ok(absents::unmatched(&db, file, group, stretch).await?) }
    });
    let mut unmatched = pin!(ahead(run.ctx.store.engine(), unmatched));
    while let Some(unmatched) = unmatched.try_next().await? {
        if unmatched.is_empty() {
            continue;
        }
        let absent = judge(&db, &unmatched, terms, aside).await?;
        let (absent, spared) = standing::without(absent, &unmatched, signs);
        standing = standing.saturating_add(spared);
        found += absent.iter().filter(|one| one.apart.is_none()).count();
        absent.iter().for_each(|one| _ = no_longer.remove(&one.member));
        let tx = run.begin().await?;
        absents::insert(&tx, file, &absent).await?;
        done = done.saturating_add(u32::try_from(unmatched.len()).unwrap_or(u32::MAX));
        run.commit_chunk(tx, done, members.max(done)).await?;
    }
    let tx = run.begin().await?;
    absents::remove(&tx, file, &no_longer.into_iter().collect::<Vec<_>>()).await?;
    run.commit_chunk(tx, done, members.max(done)).await?;
    let whole = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    Ok(Absences { found: whole(found), standing })
}

/// Decides about members that no row is: those that the file would end, those still to start, and those whose end is set for later.
async fn judge(db: &impl Db, unmatched: &[Member], terms: &Terms, aside: &Recognised) -> Result<Vec<Absent>> {
    let touched: Vec<&Member> =
        unmatched.iter().filter(|member| terms.absence(member, None) != Absence::Nothing).collect();
    // Only the timeline tells whether a member begins or ends behind the file's day, or is ended already on a still later one.
    let is_early = terms.effective_on() < terms.today;
    let is_asked = |member: &Member| is_early || member.status.shown(terms.today).is_pending();
    let asked: Vec<MemberId> = touched.iter().filter(|member| is_asked(member)).map(|member| member.id).collect();
    let timelines = if asked.is_empty() { HashMap::new() } else { members::timelines(db, &asked).await? };
    let judged = touched.into_iter().filter_map(|member| {
        let timeline = timelines.get(&member.id);
        let apart = match terms.absence(member, timeline) {
            Absence::Ends => None,
            Absence::StillToStart if timeline.is_some_and(|timeline| end(timeline, terms).is_none()) => return None,
            Absence::StillToStart => Some(Apart::ToStart),
            Absence::LaterEnd => Some(Apart::LaterEnd),
            Absence::Nothing => return None,
        };
        let skipped_row = aside.members.get(&member.id).copied();
        Some(Absent { member: member.id, version: member.version, skipped_row, apart })
    });
    Ok(judged.collect())
}
