//! What rows that are corrected together are judged on, and what comes of it.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use domain::UserId;
use domain::census::file::Task;
use domain::census::fix::{Around, PRIMARY_KEY};
use domain::census::mend::{Mended, Others, mend};
use domain::census::same_person::is_told_otherwise;
use domain::census::{Field, Issue, IssueKind, Record, RowState, Rules, validate};
use serde_json::{Value, json};
use store::Tx;
use store::census::beside;
use store::census::files::CensusFile;
use store::census::issues::{self, StoredIssue};
use store::census::records::{self, StoredRecord};

use super::service::Refusal;
use crate::census::judging;
use crate::census::resolving::{Correction, corrected};
use crate::context::Context;
use crate::error::{Error, Result};

/// Why rows are judged.
#[derive(Debug, Clone, Copy)]
pub(super) enum Cause {
    /// This person corrects them.
    Corrected(UserId),
    /// They were set aside, and are taken back in as they stand.
    TakenBack,
}

/// Said of a row that is corrected although somebody has set it aside: saved, it would be in again without anybody's wish.
const SET_ASIDE: &str = "This record was skipped. Take it back in before you correct it.";

/// What the rows are judged on.
pub(super) struct Ground {
    rules: Rules,
    before: HashMap<u32, StoredRecord>,
    /// What is wrong with each; of one that was set aside, what was wrong with it until then.
    standing: BTreeMap<u32, Vec<StoredIssue>>,
    others: Others,
    primaries: HashMap<u32, Record>,
    with_dependents: HashSet<u32>,
}

/// What came of judging.
pub(super) struct Judged {
    pub(super) mended: Vec<(u32, Mended)>,
    pub(super) refused: Vec<Refusal>,
}

impl Ground {
    /// Reads all of it.
    ///
    /// # Errors
    /// [`Error::NotFound`] when a record is not there.
    pub(super) async fn read(ctx: &Context, tx: &Tx, file: &CensusFile, corrections: &[Correction]) -> Result<Self> {
        let numbers: Vec<u32> = corrections.iter().map(|one| one.number).collect();
        let found = records::find_many(tx, file.id, &numbers).await?;
        if found.len() < numbers.len() {
            return Err(Error::NotFound);
        }
        let rules = judging::rules_of_corrections(tx, file, ctx.today()).await?;
        let before: HashMap<u32, StoredRecord> = found.into_iter().map(|row| (row.record.number, row)).collect();
        let read: Vec<Record> = corrections
            .iter()
            .filter_map(|one| Some(validate(&corrected(&before.get(&one.number)?.record, &one.texts), &rules).record))
            .collect();
        let others = Others::beside(&read, beside::alike(tx, file.id, &read).await?);
        let employees: Vec<u32> =
            corrections.iter().filter_map(|one| one.primary.or(before.get(&one.number)?.record.primary_row)).collect();
        let primaries = records::find_many(tx, file.id, &employees).await?;
        let mut standing = issues::said_by(tx, file.id, Task::ValidateData, &numbers).await?;
        for (number, said) in &mut standing {
            let is_aside = before.get(number).is_some_and(is_set_aside);
            said.retain(|issue| is_aside || issue.resolved_at.is_none());
        }
        Ok(Self {
            rules,
            before,
            standing,
            others,
            primaries: primaries.into_iter().map(|row| (row.record.number, row.record)).collect(),
            with_dependents: beside::with_dependents(tx, file.id, &numbers).await?,
        })
    }

    /// Judges row after row; each sees those before it as they have become.
    pub(super) fn judge(&mut self, corrections: &[Correction], cause: Cause) -> Judged {
        let mut judged = Judged { mended: Vec::with_capacity(corrections.len()), refused: Vec::new() };
        for one in corrections {
            let Some(before) = self.before.get(&one.number) else { continue };
            if matches!(cause, Cause::Corrected(_)) && is_set_aside(before) {
                judged.refused.extend(refused(one));
                continue;
            }
            let raw = corrected(&before.record, &one.texts);
            let read = validate(&raw, &self.rules).record;
            let alike = self.others.alike(&read);
            let primary = one.primary.or(before.record.primary_row).filter(|_| read.is_dependent());
            let around = Around {
                alike: &alike,
                primary: primary.and_then(|number| self.primaries.get(&number)),
                primary_by_order: one.names_no_other_primary(&before.record) && before.record.primary_by_order,
                has_dependents: self.with_dependents.contains(&one.number),
            };
            let edited: BTreeSet<Field> = one.texts.keys().copied().collect();
            match mend(&raw, &edited, &self.standing_issues(one.number), &self.rules, &around) {
                Ok(mended) => {
                    self.others.put(mended.record.clone());
                    judged.mended.push((one.number, mended));
                }
                Err(refused) => judged.refused.extend(refused.into_iter().map(|issue| Refusal {
                    number: one.number,
                    key: issue.key.unwrap_or_default(),
                    message: issue.message,
                })),
            }
        }
        judged
    }

    fn standing_issues(&self, number: u32) -> Vec<Issue> {
        let issue = |stored: &StoredIssue| Issue {
            line: 0,
            key: stored.field.clone(),
            kind: stored.kind.unwrap_or(IssueKind::InvalidValue),
            message: stored.message.clone(),
            value: stored.value.clone(),
        };
        self.standing.get(&number).into_iter().flatten().map(issue).collect()
    }

    /// The row as it is to be saved.
    pub(super) fn row(&self, number: u32, mended: &Mended, cause: Cause) -> StoredRecord {
        let edited_by = match cause {
            Cause::Corrected(by) => Some(by),
            Cause::TakenBack => self.before.get(&number).and_then(|before| before.edited_by),
        };
        StoredRecord { record: mended.record.clone(), state: mended.state, edited_by }
    }

    /// The rows as they were, of which others may have something else to say now.
    pub(super) fn told_otherwise(&self, mended: &[(u32, Mended)]) -> Vec<Record> {
        let before = mended.iter().filter_map(|(number, mended)| Some((&self.before.get(number)?.record, mended)));
        let otherwise = before.filter(|(before, mended)| is_told_otherwise(before, &mended.record));
        otherwise.map(|(before, _)| before.clone()).collect()
    }

    /// The standing issues of a row, and whether each of them stays.
    pub(super) fn standing<'a>(&'a self, number: u32, mended: &'a Mended) -> impl Iterator<Item = (i64, bool)> + 'a {
        let standing = self.standing.get(&number).into_iter().flatten().enumerate();
        standing.map(|(place, issue)| (issue.id, mended.kept.contains(&place)))
    }

    /// The fields that a correction has changed, before and after, for the audit.
    pub(super) fn told(&self, number: u32, after: &Record) -> Value {
        let Some(before) = self.before.get(&number) else { return Value::Null };
        let change = |field: &Field| {
            let (old, new) = (before.record.cell(*field), after.cell(*field));
            (old != new).then(|| (field.name().to_owned(), json!([old, new])))
        };
        Value::Object(Field::template().iter().filter_map(change).collect())
    }
}

fn is_set_aside(row: &StoredRecord) -> bool {
    row.state == RowState::SkippedByPerson
}

/// A refusal of each field of a correction of a row that was set aside.
fn refused(correction: &Correction) -> Vec<Refusal> {
    let mut keys: Vec<&str> = correction.texts.keys().map(|field| field.name()).collect();
    if keys.is_empty() {
        keys.push(PRIMARY_KEY);
    }
    let refusal = |key: &str| Refusal { number: correction.number, key: key.to_owned(), message: SET_ASIDE.to_owned() };
    keys.into_iter().map(refusal).collect()
}
