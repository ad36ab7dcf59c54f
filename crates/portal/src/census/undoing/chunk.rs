//! Some changes of a file, judged and undone in one transaction.

use std::collections::{HashMap, HashSet};

use chrono::NaiveDate;
use domain::census::undo::{Before, ChangeKind, Kept, PutBack, Touched};
use domain::members::Status;
use domain::members::status::Timeline;
use domain::{CensusChangeId, MemberId};
use serde_json::{Value, json};
use store::Tx;
use store::audit::Entry;
use store::census::undo::{self, Judged, OpenChange};
use store::members::{self, Member, MemberWrite, Source};

use super::run::Undoing;
use crate::error::Result;
use crate::members::history::{recorded, recorded_change};
use crate::members::welcome::service::take_back;

/// Changes with what they are judged on.
pub(super) struct Chunk {
    open: Vec<OpenChange>,
    befores: Vec<Option<Before>>,
    members: HashMap<MemberId, Member>,
    timelines: HashMap<MemberId, Timeline>,
    /// The former version that a version of a member is as good as.
    stands_for: HashMap<(MemberId, i32), i32>,
    by_later_files: HashSet<MemberId>,
    /// Who has a unique id that is to be given back.
    holders: HashMap<String, MemberId>,
    /// Dependents and their primaries.
    dependents: Vec<(MemberId, MemberId)>,
}

/// What a chunk came to.
type Outcome = (Vec<(CensusChangeId, Judged)>, Vec<Entry>);

/// A member to be put back.
struct Returning<'a> {
    change: &'a OpenChange,
    member: &'a Member,
    back: PutBack,
}

/// What is done about a change.
enum Verdict {
    PutBack(Box<PutBack>),
    Kept(Kept),
}

impl Chunk {
    /// Reads all that the changes are judged on. With them come the changes of those who have the unique ids that are to be given back, as far
    /// as the file has changed them: ids that have passed together go back together (rules.md#ids-that-pass).
    pub(super) async fn read(undoing: &Undoing<'_>, tx: &Tx, mut open: Vec<OpenChange>) -> Result<Self> {
        let (file, group) = (undoing.job.file, undoing.job.group);
        let mut holders = HashMap::new();
        let mut asked = 0;
        while asked < open.len() {
            let keys: Vec<String> = open[asked..].iter().filter_map(|change| before(change)?.unique_key).collect();
            asked = open.len();
            let found = members::holders(tx, group, &keys).await?;
            let known: HashSet<MemberId> = open.iter().map(|change| change.member).collect();
            let others: Vec<MemberId> = found.values().filter(|holder| !known.contains(holder)).copied().collect();
            open.extend(undo::open_of(tx, file, &others).await?);
            holders.extend(found);
        }
        let ids: Vec<MemberId> = open.iter().map(|change| change.member).collect();
        let befores: Vec<Option<Before>> = open.iter().map(before).collect();
        Ok(Self {
            holders,
            members: members::find_many(tx, group, &ids).await?,
            timelines: members::timelines(tx, &ids).await?,
            stands_for: undo::stands_for(tx, &ids).await?,
            by_later_files: undo::of_later_files(tx, file, &ids).await?,
            dependents: undo::dependents(tx, &ids).await?,
            befores,
            open,
        })
    }

    /// Puts members back, notes what each change came to, and says what is to be audited.
    pub(super) async fn write(&self, undoing: &Undoing<'_>, tx: &Tx) -> Result<Outcome> {
        let today = undoing.ctx.today();
        let (returning, mut judged) = self.judge(today);
        let writes: Vec<MemberWrite<'_>> = returning.iter().map(Returning::write).collect();
        let source = Source::CensusUndo(undoing.job.file);
        let applied = members::apply(tx, &writes, source, undoing.stamp()).await?;
        let (stale, returning): (Vec<_>, Vec<_>) =
            returning.into_iter().partition(|one| applied.stale.contains(&one.member.id));
        judged.extend(stale.iter().map(|one| (one.change.id, Judged::Kept(Kept::ChangedSince))));
        judged.extend(returning.iter().map(|one| (one.change.id, self.undone(one))));
        undo::judge(tx, &judged, undoing.ctx.now()).await?;
        let covers: Vec<_> = returning.iter().flat_map(|one| self.covers(one)).collect();
        let unwelcomed = take_back(tx, &covers).await?;
        let entry = |one: &Returning<'_>| {
            let (before, after) = told(one, unwelcomed.contains(&one.member.id), today);
            undoing.entry("member.census_undo", "member").on(one.member.id).with_change(&before, &after)
        };
        Ok((judged, returning.iter().map(entry).collect()))
    }

    /// Judges the changes in their order. Who is kept keeps the unique id as well, so that those are judged anew who were to have it.
    fn judge(&self, today: NaiveDate) -> (Vec<Returning<'_>>, Vec<(CensusChangeId, Judged)>) {
        let mut without_id = HashSet::new();
        loop {
            let (returning, judged) = self.judge_but(&without_id, today);
            let leaves = |one: &&Returning<'_>| one.member.details.unique_key() != one.back.details.unique_key();
            let freed: HashSet<MemberId> = returning.iter().filter(leaves).map(|one| one.member.id).collect();
            let is_in_the_way = |holder: &MemberId| !freed.contains(holder);
            let before = without_id.len();
            without_id.extend(returning.iter().filter_map(|one| {
                let key = one.back.unique_key(&one.member.details)?;
                self.holders.get(&key).filter(|holder| is_in_the_way(holder)).map(|_| one.member.id)
            }));
            if without_id.len() == before {
                return (returning, judged);
            }
        }
    }

    /// The same, where these members cannot have their former unique ids.
    fn judge_but(
        &self,
        without_id: &HashSet<MemberId>,
        today: NaiveDate,
    ) -> (Vec<Returning<'_>>, Vec<(CensusChangeId, Judged)>) {
        let (mut returning, mut judged, mut freed) = (Vec::new(), Vec::new(), HashSet::new());
        for (change, before) in self.open.iter().zip(&self.befores) {
            let Some(member) = self.members.get(&change.member) else {
                judged.push((change.id, Judged::Kept(Kept::BeforeUnknown)));
                continue;
            };
            match self.verdict(change, before.as_ref(), member, (without_id, &freed), today) {
                Verdict::Kept(kept) => judged.push((change.id, Judged::Kept(kept))),
                Verdict::PutBack(back) => {
                    let stays = back.primary == member.primary && !back.details.is_primary();
                    if !stays {
                        freed.insert(member.id);
                    }
                    returning.push(Returning { change, member, back: *back });
                }
            }
        }
        (returning, judged)
    }

    fn verdict(
        &self,
        change: &OpenChange,
        before: Option<&Before>,
        member: &Member,
        (without_id, freed): (&HashSet<MemberId>, &HashSet<MemberId>),
        today: NaiveDate,
    ) -> Verdict {
        let never = Timeline::default();
        let touched = Touched {
            kind: change.kind,
            before,
            version_after: change.version_after,
            version: self.standing(member.id, member.version),
            by_later_file: self.by_later_files.contains(&member.id),
            details: &member.details,
            primary: member.primary,
            timeline: self.timelines.get(&member.id).unwrap_or(&never),
        };
        let back = match touched.put_back(today) {
            Ok(back) => back,
            Err(kept) => return Verdict::Kept(kept),
        };
        if without_id.contains(&member.id) {
            return Verdict::Kept(Kept::UniqueIdTaken);
        }
        let of_member = self.dependents.iter().filter(|(_, primary)| *primary == member.id);
        let stays = of_member.map(|(dependent, _)| dependent).any(|dependent| !freed.contains(dependent));
        if stays && !back.may_have_dependents(change.kind) {
            return Verdict::Kept(Kept::HasDependents);
        }
        Verdict::PutBack(Box::new(back))
    }

    fn standing(&self, member: MemberId, version: i32) -> i32 {
        self.stands_for.get(&(member, version)).copied().unwrap_or(version)
    }

    fn undone(&self, one: &Returning<'_>) -> Judged {
        let stands_for = self.standing(one.member.id, one.change.version_after - 1);
        Judged::Undone { version: one.member.version + 1, stands_for }
    }

    /// The covers that are undone: a member welcomed to one of them should not have been.
    fn covers(&self, one: &Returning<'_>) -> Vec<(MemberId, NaiveDate)> {
        let timeline = self.timelines.get(&one.member.id);
        let cancelled = one.back.status.as_ref().map_or(&[][..], |write| &write.cancel);
        let begins = matches!(one.change.kind, ChangeKind::Created | ChangeKind::Reactivated);
        let changes = timeline.map_or(&[][..], Timeline::changes).iter().filter(|_| begins);
        let covers = changes.filter(|change| change.status == Status::Active && cancelled.contains(&change.id));
        covers.map(|change| (one.member.id, change.effective_on)).collect()
    }
}

/// What a member was before a change, as it was noted.
fn before(change: &OpenChange) -> Option<Before> {
    serde_json::from_value(change.before.clone()?).ok()
}

impl<'a> Returning<'a> {
    fn write(&self) -> MemberWrite<'a> {
        let PutBack { details, primary, status } = self.back.clone();
        MemberWrite { before: self.member, details, primary, status }
    }
}

/// What the audit says of a member before and after.
fn told(one: &Returning<'_>, unwelcomed: bool, today: NaiveDate) -> (Value, Value) {
    let mut before = Value::Object(recorded(&one.member.details, one.member.primary));
    let mut after = Value::Object(recorded(&one.back.details, one.back.primary));
    if let Some(write) = &one.back.status {
        let (was, becomes) = recorded_change(one.member.status, write, today);
        for (told, status) in [(&mut before, was), (&mut after, becomes)] {
            told["Status"] = status["Status"].clone();
            told["EffectiveDate"] = status["EffectiveDate"].clone();
        }
    }
    if unwelcomed {
        before["WelcomeEmail"] = json!("Queued");
        after["WelcomeEmail"] = json!("Taken back");
    }
    (before, after)
}
