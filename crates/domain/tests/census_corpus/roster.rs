//! What a file does to the members of a group, as the tasks Match Employees and Inspect Data find it.

use std::collections::{HashMap, HashSet};

use domain::MemberId;
use domain::census::apply::{PricingCodes, made};
use domain::census::changes::{ApplyOptions, FieldChange, Outcome, decide};
use domain::census::denied::Denied;
use domain::census::families::StoredDependents;
use domain::census::guards::{Absence, TerminationGuard, absence, may_judge_absence, names_few};
use domain::census::identity_keys::IdentityKeys;
use domain::census::new_ids::{NewIds, is_only_the_id_new};
use domain::census::plan::{PlannedRow, RosterMember, Terms, decide_for, plan};
use domain::census::questions::{Question, QuestionKind};
use domain::census::rewrites::Rewrites;
use domain::census::{Entry, PricingGroups, Record, RowState};
use domain::members::Status;
use domain::members::status::CurrentStatus;

use crate::TODAY;
use crate::entry::Head;
use crate::reading::{Read, Row};

const OPTIONS: ApplyOptions = ApplyOptions { administrator: true, global_effective_on: None, by_rule: TODAY };

/// The members of a group.
#[derive(Debug, Default)]
pub struct Roster(pub Vec<RosterMember>);

/// The effect of a file on the members of a group.
#[derive(Debug, Default)]
pub struct Effect {
    /// The valid rows, with the fields that each changes.
    pub rows: Vec<(PlannedRow, Vec<FieldChange>)>,
    /// Members who are absent from an explicit file and would be ended.
    pub absent: Vec<MemberId>,
    /// Why the import does not judge absences.
    pub unjudged: Option<String>,
    /// The number of members that the file ends, the number of active members, and whether a person has to confirm the ending.
    pub ended: (u64, u64, bool),
    /// The questions about the file as a whole.
    pub questions: Vec<Question>,
}

impl Roster {
    /// Makes the members of a group out of valid rows. A row with the status In-Active makes an In-Active member.
    pub fn of(rows: &[Row]) -> Self {
        let codes = PricingCodes::default();
        let id = |row: u32| MemberId(i64::from(row));
        let member = |record: &Record| {
            let mut active = record.clone();
            active.status = Entry::Blank;
            let details = made(&active, &decide(&active, None, &OPTIONS).fields, &codes, None).expect("a birth date");
            let status = record.status.value().copied().unwrap_or(Status::Active);
            RosterMember {
                id: id(record.number),
                version: 1,
                details,
                primary: record.primary_row.map(id),
                status: CurrentStatus { status, pending: None },
                is_end_of_file: false,
            }
        };
        assert!(rows.iter().all(|row| row.state == RowState::Valid), "a list of members holds rows with errors");
        Self(rows.iter().map(|row| member(&row.record)).collect())
    }

    /// The dependents among them.
    pub fn dependents(&self) -> StoredDependents {
        let mut dependents = StoredDependents::default();
        for member in self.0.iter().filter(|member| member.primary.is_some()) {
            dependents.add(&member.details.first_name, &member.details.last_name, member.details.date_of_birth);
        }
        dependents
    }

    /// The effect of a file on these members.
    pub fn effect(&self, read: &Read, head: &Head) -> Effect {
        let (pricing, codes) = (PricingGroups::default(), PricingCodes::default());
        let terms = Terms { pricing: &pricing, codes: &codes, options: OPTIONS, today: TODAY };
        let of_state = |state: RowState| read.rows.iter().filter(move |row| row.state == state).map(|row| &row.record);
        let records: Vec<Record> = of_state(RowState::Valid).cloned().collect();
        let planned = plan(&records, &self.0, &HashMap::new(), &Denied::new(), terms);
        let mut effect = Effect::default();
        effect.questions.extend(self.new_ids(&records, &planned));
        effect.questions.extend(rewritten(&planned));
        let count = |outcome| planned.iter().filter(|row| row.outcome == outcome).count() as u64;
        let waiting = count(Outcome::Review) + of_state(RowState::Error).count() as u64;
        if head.explicit {
            effect.unjudged =
                may_judge_absence(records.len() as u64, waiting, false).err().map(|held| held.to_string());
        }
        if head.explicit && effect.unjudged.is_none() {
            let mut standing = IdentityKeys::default();
            of_state(RowState::SkippedByRule).for_each(|record| _ = standing.add(record));
            let taken: HashSet<MemberId> = planned.iter().filter_map(|row| row.member).collect();
            let is_absent = |member: &&RosterMember| {
                let (shown, dependent) = (member.status.shown(TODAY), member.primary.is_some());
                !taken.contains(&member.id)
                    && !standing.are_of(&member.details)
                    && absence(shown, shown.counts_as_active(), dependent, !head.no_dependents) == Absence::Ends
            };
            effect.absent = self.0.iter().filter(is_absent).map(|member| member.id).collect();
            effect.questions.extend(self.employees_only(&records, &effect.absent));
        }
        let active = self.0.iter().filter(|member| member.status.shown(TODAY).counts_as_active()).count() as u64;
        let ended = effect.absent.len() as u64 + count(Outcome::Terminate);
        let must_confirm = TerminationGuard::default().needs_confirmation(active, ended);
        effect.ended = (ended, active, must_confirm);
        if effect.unjudged.is_none() && !must_confirm {
            effect.questions.extend(self.few_named(&planned, active));
        }
        let member = |id: Option<MemberId>| id.and_then(|id| self.0.iter().find(|member| member.id == id));
        let rows = planned.into_iter().zip(&records).map(|(row, record)| {
            let fields = decide_for(record, member(row.member), terms).fields;
            (row, fields)
        });
        effect.rows = rows.collect();
        effect
    }

    fn new_ids(&self, records: &[Record], planned: &[PlannedRow]) -> Option<Question> {
        let mut new_ids = NewIds::default();
        for (row, record) in planned.iter().zip(records).filter(|(row, _)| row.outcome == Outcome::Review) {
            let may_be = |member: &&RosterMember| row.candidates.iter().any(|one| one.member == member.id);
            let named = self.0.iter().filter(may_be).filter(|member| is_only_the_id_new(record, &member.details));
            new_ids.add(row.number, &named.map(|member| member.id).collect::<Vec<_>>());
        }
        let taken: HashSet<MemberId> = planned.iter().filter_map(|row| row.member).collect();
        let in_doubt = u32::try_from(new_ids.finish(&taken).len()).expect("few rows");
        let matched = u32::try_from(planned.iter().filter(|row| row.brings_new_id).count()).expect("few rows");
        (in_doubt + matched >= 2).then(|| Question::new_ids(in_doubt, matched))
    }

    fn employees_only(&self, records: &[Record], absent: &[MemberId]) -> Option<Question> {
        if records.iter().any(Record::is_dependent) {
            return None;
        }
        let stays = |primary: Option<MemberId>| primary.is_some_and(|primary| !absent.contains(&primary));
        let count = self.0.iter().filter(|member| absent.contains(&member.id) && stays(member.primary)).count();
        (count > 0).then(|| Question::of_file(QuestionKind::EmployeesOnly, u32::try_from(count).expect("few members")))
    }

    fn few_named(&self, planned: &[PlannedRow], active: u64) -> Option<Question> {
        let named: HashSet<MemberId> = planned.iter().filter_map(|row| row.member).collect();
        let is_active = |member: &&RosterMember| member.status.shown(TODAY).counts_as_active();
        let named = self.0.iter().filter(is_active).filter(|member| named.contains(&member.id)).count();
        let number = |count: u64| u32::try_from(count).expect("few members");
        names_few(active, named as u64).then(|| Question::few_named(number(named as u64), number(active)))
    }

    /// The member whose dependent the member of a row becomes, where that is not the stored one.
    pub fn moves(&self, record: &Record, id: MemberId, rows: &[(PlannedRow, Vec<FieldChange>)]) -> Option<String> {
        let member = self.0.iter().find(|member| member.id == id)?;
        let primary = record.new_primary_row(member.primary)?;
        let primary = rows.iter().find(|(row, _)| row.number == primary)?.0.member;
        let name = || primary.map_or_else(|| "somebody new".to_owned(), |primary| self.name(primary));
        (primary != member.primary && primary != Some(id)).then(name)
    }

    /// How a member is called.
    pub fn name(&self, id: MemberId) -> String {
        self.0.iter().find(|member| member.id == id).map_or_else(String::new, |member| member.details.full_name())
    }
}

/// The question about other values in the place of stored ones.
fn rewritten(planned: &[PlannedRow]) -> Option<Question> {
    let mut rewrites = Rewrites::default();
    planned.iter().for_each(|row| rewrites.add(&row.replaced));
    rewrites.question(u32::try_from(planned.iter().filter(|row| row.member.is_some()).count()).expect("few rows"))
}
