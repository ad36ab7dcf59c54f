//! What a chunk of rows does to members, decided on the members as they are now: new members, changes, and rows that are left to
//! a person because something has changed since the match.

mod ids;

use std::collections::{HashMap, HashSet};

use chrono::NaiveDate;
use domain::census::Record;
use domain::census::apply::{changed, made};
use domain::census::changes::{Decision, FieldChange, Outcome, Remark};
use domain::census::guards::Absence;
use domain::census::plan::{CHANGED_MEANWHILE, MADE_MEANWHILE, NEEDS_BIRTH_DATE, NEEDS_CODE, NO_EMPLOYEE, decide_for};
use domain::census::undo::Before;
use domain::members::duplicates::PersonKey;
use domain::members::status::{StatusWrite, Timeline};
use domain::members::{MemberDetails, Status};
use domain::{CensusFileId, MemberId, PricingGroupId};
use store::Stamp;
use store::census::absents::Apart;
use store::census::changes::ChangeKind;
use store::census::matches::{How, MadeMember};
use store::members::{Member, MemberWrite, NewMember, NewSpan, Source};
use uuid::Uuid;

use super::super::roster::{FileEnds, on_roster};
use super::super::terms::Terms;
use super::super::walk::Chunk;

/// The primary of dependents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::census) struct Primary {
    pub(in crate::census) member: MemberId,
    pub(in crate::census) pricing_group: Option<PricingGroupId>,
}

/// What the chunk is decided on.
pub(in crate::census) struct Ground {
    /// The members of the rows.
    pub(in crate::census) members: HashMap<MemberId, Member>,
    /// The timelines of the members.
    pub(in crate::census) timelines: HashMap<MemberId, Timeline>,
    /// Those of the members whose pending end was set by a census file.
    pub(in crate::census) file_ends: FileEnds,
    /// The members of the rows that are somebody's primary.
    pub(in crate::census) primaries: HashMap<u32, Primary>,
    /// Members that the file has changed already.
    pub(in crate::census) done: HashSet<MemberId>,
}

impl Ground {
    /// The timeline of a member; nothing stands in that of one who was never active.
    fn timeline(&self, member: MemberId) -> Timeline {
        self.timelines.get(&member).cloned().unwrap_or_default()
    }
}

/// A row that becomes a member.
pub(in crate::census) struct Making {
    pub(in crate::census) row: u32,
    pub(in crate::census) member: NewMember,
    pub(in crate::census) fields: Vec<FieldChange>,
    /// A person has said that this is somebody new, whoever has the same name.
    pub(in crate::census) by_hand: bool,
}

/// A change of a member by a row, or by its absence.
pub(in crate::census) struct Changing {
    pub(in crate::census) row: Option<u32>,
    pub(in crate::census) kind: ChangeKind,
    pub(in crate::census) fields: Vec<FieldChange>,
    /// What to put back when the change is undone.
    pub(in crate::census) before: Before,
    /// The member as it was.
    pub(in crate::census) member: Member,
    /// What it becomes.
    pub(in crate::census) after: After,
    /// Whether it gives its unique id up and gets no other (rules.md#ids-that-pass).
    pub(in crate::census) gives_up: bool,
}

/// What a member becomes.
pub(in crate::census) struct After {
    pub(in crate::census) details: MemberDetails,
    pub(in crate::census) primary: Option<MemberId>,
    /// What happens to its status.
    pub(in crate::census) status: Option<StatusWrite>,
}

impl After {
    /// As a write over what the member was.
    pub(in crate::census) fn over(self, before: &Member) -> MemberWrite<'_> {
        let Self { details, primary, status } = self;
        MemberWrite { before, details, primary, status }
    }
}

/// What a chunk does.
#[derive(Default)]
pub(in crate::census) struct Steps {
    pub(in crate::census) making: Vec<Making>,
    pub(in crate::census) changing: Vec<Changing>,
    /// Rows left to a person, and why.
    pub(in crate::census) review: Vec<(u32, &'static str)>,
    /// Rows whose people have become members just so since the match.
    pub(in crate::census) made_already: Vec<MadeMember>,
    /// Absent members who were changed since the inspection, and stay.
    pub(in crate::census) changed_meanwhile: u32,
}

/// Decides chunks.
pub(in crate::census) struct Decider<'a> {
    pub(in crate::census) terms: &'a Terms,
    pub(in crate::census) file: CensusFileId,
    pub(in crate::census) stamp: Stamp,
}

impl Decider<'_> {
    /// Decides a chunk; `links` gives each new member its id for the world outside.
    pub(in crate::census) fn decide(&self, chunk: &Chunk, mut links: impl FnMut() -> Uuid) -> Steps {
        let ground = &chunk.ground;
        let mut steps = Steps::default();
        for absent in chunk.absent.iter().filter(|absent| !ground.done.contains(&absent.member)) {
            match ground.members.get(&absent.member).filter(|member| member.version == absent.version) {
                Some(member) => steps.changing.extend(self.end(member, absent.apart, ground)),
                None if self.is_ended_already(absent.member, ground) => {}
                None => steps.changed_meanwhile += 1,
            }
        }
        for matched in &chunk.matches {
            let Some(record) = chunk.records.get(&matched.row) else { continue };
            match matched.member {
                Some((id, _)) if ground.done.contains(&id) => {}
                Some((id, version)) => match ground.members.get(&id).filter(|member| member.version == version) {
                    Some(member) => self.change(record, member, ground, &mut steps),
                    None if self.is_done_already(record, id, ground) => {}
                    None => steps.review.push((matched.row, CHANGED_MEANWHILE)),
                },
                None => {
                    let by_hand = matches!(matched.how, How::ByHand(_));
                    let made = self.make(record, ground, by_hand, &mut links, &mut steps.review);
                    steps.making.extend(made);
                }
            }
        }
        let left = chunk.gone.iter().filter(|member| !ground.done.contains(member));
        steps.changing.extend(left.filter_map(|member| ground.members.get(member)).map(Changing::nothing));
        let giving = steps.changing.iter_mut().filter(|changing| chunk.give_up.contains(&changing.member.id));
        giving.for_each(|changing| changing.give_up(ground));
        steps
    }

    /// Whether a member who was changed since the match is what the row says, as where the same list is processed twice at once
    /// (rules.md#same-list-twice).
    fn is_done_already(&self, record: &Record, member: MemberId, ground: &Ground) -> bool {
        let mut steps = Steps::default();
        match ground.members.get(&member) {
            Some(member) => self.change(record, member, ground, &mut steps),
            None => return false,
        }
        steps.is_empty()
    }

    /// Whether a member who is absent from the file and was changed since the inspection has ended by its date.
    fn is_ended_already(&self, member: MemberId, ground: &Ground) -> bool {
        ground.members.contains_key(&member) && end(&ground.timeline(member), self.terms).is_none()
    }

    fn change(&self, record: &Record, member: &Member, ground: &Ground, steps: &mut Steps) {
        let on_roster = on_roster(member.clone(), &ground.file_ends);
        let decision = decide_for(record, Some(&on_roster), self.terms.of_plan());
        let of_row = record.new_primary_row(member.primary).and_then(|row| ground.primaries.get(&row));
        let of_row = of_row.map(|primary| primary.member);
        let primary = of_row.filter(|id| *id != member.id).or(member.primary);
        let status = self.status(&decision, member, ground);
        let kind = match decision.outcome {
            Outcome::Review => {
                let why = decision.remark.map_or(CHANGED_MEANWHILE, Remark::message);
                steps.review.push((record.number, why));
                return;
            }
            Outcome::Reactivate if status.is_some() => ChangeKind::Reactivated,
            Outcome::Terminate if status.is_some() => ChangeKind::Terminated,
            _ => ChangeKind::Updated,
        };
        if decision.fields.is_empty() && primary == member.primary && status.is_none() {
            return;
        }
        let details = changed(&member.details, &decision.fields, &self.terms.codes);
        let before = before(member, &decision.fields, status.as_ref(), ground);
        let (row, fields, after) = (Some(record.number), decision.fields, After { details, primary, status });
        let member = member.clone();
        steps.changing.push(Changing { row, kind, fields, before, member, after, gives_up: false });
    }

    fn status(&self, decision: &Decision, member: &Member, ground: &Ground) -> Option<StatusWrite> {
        let status = match decision.outcome {
            Outcome::Reactivate => Status::Active,
            Outcome::Terminate => Status::InActive,
            _ => return None,
        };
        ground.timeline(member.id).change_by(status, decision.effective_on?, self.terms.today)
    }

    fn make(
        &self,
        record: &Record,
        ground: &Ground,
        by_hand: bool,
        links: &mut impl FnMut() -> Uuid,
        review: &mut Vec<(u32, &'static str)>,
    ) -> Option<Making> {
        let decision = decide_for(record, None, self.terms.of_plan());
        let (Outcome::Create, Some(effective_on)) = (decision.outcome, decision.effective_on) else {
            return None;
        };
        let primary = record.primary_row.map(|row| ground.primaries.get(&row).copied());
        if primary == Some(None) {
            review.push((record.number, NO_EMPLOYEE));
            return None;
        }
        let primary = primary.flatten();
        let of_primary = primary.and_then(|primary| primary.pricing_group);
        let is_named = record.pricing_group_code.value().is_some();
        if record.is_dependent() && !is_named && self.terms.dependents_need_code(of_primary) {
            review.push((record.number, NEEDS_CODE));
            return None;
        }
        let Some(details) = made(record, &decision.fields, &self.terms.codes, of_primary) else {
            review.push((record.number, NEEDS_BIRTH_DATE));
            return None;
        };
        let source = Source::CensusFile(self.file);
        let span = NewSpan { status: Status::Active, effective_on, recorded: self.stamp, source };
        let (group, link, made) = (self.terms.group, links(), self.stamp);
        let primary = primary.map(|primary| primary.member);
        let member = NewMember { group, details, primary, link, made, spans: vec![span] };
        Some(Making { row: record.number, member, fields: decision.fields, by_hand })
    }

    /// Ends a member who is absent from the file and still what the inspection saw; `None` when nothing is to be ended any more. One that is
    /// listed apart is ended where a person has said so.
    fn end(&self, member: &Member, apart: Option<Apart>, ground: &Ground) -> Option<Changing> {
        let timeline = ground.timeline(member.id);
        match (self.terms.absence(member, Some(&timeline)), apart) {
            (Absence::Ends, _) => {}
            (Absence::StillToStart, Some(Apart::ToStart)) | (Absence::LaterEnd, Some(Apart::LaterEnd)) => {}
            (Absence::StillToStart | Absence::LaterEnd | Absence::Nothing, _) => return None,
        }
        let status = end(&timeline, self.terms)?;
        let (details, primary) = (member.details.clone(), member.primary);
        let before = before(member, &[], Some(&status), ground);
        let after = After { details, primary, status: Some(status) };
        let (kind, member) = (ChangeKind::Terminated, member.clone());
        Some(Changing { row: None, kind, fields: Vec::new(), before, member, after, gives_up: false })
    }
}

/// What the absence of a member from an explicit file writes (rules.md#unreadable-row, rules.md#effective-date-of-a-file): its end by the file's
/// date, or, where it is to be active only later, its beginning taken back. An end set for a later day moves forward. `None` when nothing is
/// left to be ended.
pub(in crate::census) fn end(timeline: &Timeline, terms: &Terms) -> Option<StatusWrite> {
    timeline.change_by(Status::InActive, terms.effective_on(), terms.today)
}

fn before(member: &Member, fields: &[FieldChange], status: Option<&StatusWrite>, ground: &Ground) -> Before {
    Before::of(fields, &member.details, member.primary, &ground.timeline(member.id), status)
}

/// Whether no unique id that one of these chunks gives out or takes back is another's: only such chunks may be written at once.
pub(in crate::census) fn are_apart<'s>(chunks: impl IntoIterator<Item = &'s Steps>) -> bool {
    let mut moved = HashSet::new();
    chunks.into_iter().flat_map(Steps::moved_keys).all(|key| moved.insert(key))
}

impl Steps {
    /// The folded unique ids that the chunk gives out, to be looked up before it is written.
    pub(in crate::census) fn unique_keys(&self) -> Vec<String> {
        let made = self.making.iter().filter_map(|making| making.member.details.unique_key());
        let changed = self.changing.iter().filter_map(Changing::new_unique_key);
        made.chain(changed).collect()
    }

    /// The folded unique ids that the chunk gives out or takes back.
    fn moved_keys(&self) -> HashSet<String> {
        let former = self.changing.iter().filter_map(Changing::former_unique_key);
        self.unique_keys().into_iter().chain(former).collect()
    }

    /// Leaves out who has become a member meanwhile exactly as the row would make them: there is nothing more to do. `found` are the members
    /// who have the unique ids or are the people of the rows.
    pub(in crate::census) fn leave_out_made_already(
        &mut self,
        holders: &HashMap<String, MemberId>,
        made: &HashMap<PersonKey, MemberId>,
        found: &HashMap<MemberId, Member>,
        today: NaiveDate,
    ) {
        let made_already = &mut self.made_already;
        self.making.retain(|making| {
            let details = &making.member.details;
            let holder = details.unique_key().and_then(|key| holders.get(&key));
            let same = holder.or_else(|| made.get(&PersonKey::of(details))).and_then(|id| found.get(id));
            let same = same.filter(|same| !making.by_hand && making.is(same, today));
            made_already.extend(same.map(|same| MadeMember { row: making.row, member: same.id }));
            same.is_none()
        });
    }

    /// Who is about to be made because nobody on the roster was found to be them.
    pub(in crate::census) fn people(&self) -> HashSet<PersonKey> {
        let making = self.making.iter().filter(|making| !making.by_hand);
        making.map(|making| PersonKey::of(&making.member.details)).collect()
    }

    /// Leaves rows to a person whose people have come onto the roster another way since the file was matched: made again, they would
    /// be billed twice.
    pub(in crate::census) fn hold_back_made_meanwhile(&mut self, made: &HashMap<PersonKey, MemberId>) {
        let review = &mut self.review;
        self.making.retain(|making| {
            let free = making.by_hand || !made.contains_key(&PersonKey::of(&making.member.details));
            if !free {
                review.push((making.row, MADE_MEANWHILE));
            }
            free
        });
    }

    /// Whether there is nothing to write.
    pub(in crate::census) fn is_empty(&self) -> bool {
        self.making.is_empty() && self.changing.is_empty() && self.review.is_empty() && self.made_already.is_empty()
    }
}

impl Making {
    /// Whether a member is just as this one would be made, with the status that it would have today.
    fn is(&self, member: &Member, today: NaiveDate) -> bool {
        member.details == self.member.details
            && member.primary == self.member.primary
            && member.status == self.member.standing(today)
    }
}

impl After {
    /// Whether a member is like this now.
    pub(in crate::census) fn is(write: &MemberWrite<'_>, member: &Member) -> bool {
        let status = write.status.as_ref().map_or(write.before.status, |status| status.current);
        member.details == write.details && member.primary == write.primary && member.status == status
    }
}

impl Changing {
    /// No change yet of a member without a row.
    fn nothing(member: &Member) -> Self {
        let (details, primary) = (member.details.clone(), member.primary);
        Self {
            row: None,
            kind: ChangeKind::Updated,
            fields: Vec::new(),
            before: Before::default(),
            member: member.clone(),
            after: After { details, primary, status: None },
            gives_up: false,
        }
    }

    fn new_unique_key(&self) -> Option<String> {
        self.after.details.unique_key().filter(|key| self.member.details.unique_key().as_ref() != Some(key))
    }

    /// The folded unique id that the member has no longer afterwards.
    fn former_unique_key(&self) -> Option<String> {
        self.member.details.unique_key().filter(|key| self.after.details.unique_key().as_ref() != Some(key))
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use domain::GroupId;
    use domain::members::Gender;
    use domain::members::status::CurrentStatus;

    use super::*;

    fn details(unique_id: &str) -> MemberDetails {
        let [plan_name, first_name, last_name] = ["", "Ana", "Abel"].map(str::to_owned);
        MemberDetails {
            first_name,
            last_name,
            email: None,
            mobile_phone: None,
            home_phone: None,
            gender: Gender::Unknown,
            date_of_birth: NaiveDate::MIN,
            address_line1: None,
            address_line2: None,
            city: None,
            state: None,
            zip_code: None,
            plan_name,
            member_type: "Primary".to_owned(),
            other_member_id: None,
            unique_id: Some(unique_id.to_owned()).filter(|id| !id.is_empty()),
            billing_reference_id: None,
            pricing_group: None,
        }
    }

    fn member(unique_id: &str) -> Member {
        Member {
            id: MemberId(1),
            group: GroupId(1),
            details: details(unique_id),
            primary: None,
            status: CurrentStatus { status: Status::Active, pending: None },
            scope_changed_at: None,
            welcomed_at: None,
            link: Uuid::nil(),
            version: 1,
            created_at: DateTime::UNIX_EPOCH,
            updated_at: DateTime::UNIX_EPOCH,
        }
    }

    fn making(unique_id: &str) -> Steps {
        let made = Stamp { at: DateTime::UNIX_EPOCH, by: None };
        let (group, details, link) = (GroupId(1), details(unique_id), Uuid::nil());
        let member = NewMember { group, details, primary: None, link, made, spans: Vec::new() };
        Steps { making: vec![Making { row: 1, member, fields: Vec::new(), by_hand: false }], ..Steps::default() }
    }

    fn changing(member: &Member, unique_id: &str) -> Steps {
        let after = After { details: details(unique_id), primary: None, status: None };
        let (kind, before, member) = (ChangeKind::Updated, Before::default(), member.clone());
        let changing = Changing { row: Some(1), kind, fields: Vec::new(), before, member, after, gives_up: false };
        Steps { changing: vec![changing], ..Steps::default() }
    }

    #[test]
    fn chunks_between_which_a_unique_id_passes_are_not_apart() {
        let (a, b, nobody) = (member("A"), member("B"), member(""));
        let cases = [
            ("both make somebody of other ids", making("C"), making("D"), true),
            ("both make somebody without", making(""), making(""), true),
            ("both give out an id", making("C"), making("c"), false),
            ("one gives out what the other takes back", making("a"), changing(&a, "E"), false),
            ("one gives out what the other clears", changing(&nobody, "A"), changing(&a, ""), false),
            ("two change places", changing(&a, "B"), changing(&b, "A"), false),
            ("one keeps what it has", making("C"), changing(&a, "A"), true),
        ];
        for (what, one, other, apart) in &cases {
            assert_eq!((are_apart([one, other]), are_apart([other, one])), (*apart, *apart), "{what}");
            assert!(are_apart([one]) && are_apart([other]), "{what}: one chunk is apart");
        }
    }
}
