//! What each row does, decided page by page once the file is lined up: a page is decided on whatever thread is idle while those before it
//! are written.

use std::collections::{HashMap, HashSet};

use domain::census::by_default::ShownRow;
use domain::census::changes::{Outcome, Remark};
use domain::census::matching::Caution;
use domain::census::plan::{Plan, PlannedRow, RosterMember};
use domain::census::{Record, Severity};
use domain::{CensusFileId, MemberId};
use store::census::changes;
use store::census::issues::NewIssue;
use store::census::matches::{self, How, Match};
use store::{Prepared, members};

use super::super::roster::{self, Roster, on_roster};
use super::super::run::Run;
use super::super::terms::Terms;
use crate::context::Context;
use crate::error::Result;

/// Decides the rows of a file that is lined up.
pub(in crate::census) struct Planning {
    ctx: Context,
    file: CensusFileId,
    terms: Terms,
    plan: Plan,
    /// Members who need not be read again.
    kept: Roster,
    by_hand: HashMap<u32, Match>,
    /// Whom the file has changed already; it does so once.
    imported: HashSet<MemberId>,
}

/// A page that is decided, its matches put into words.
#[derive(Default)]
pub(in crate::census) struct Planned {
    pub(in crate::census) rows: Vec<PlannedRow>,
    /// What the rows show of who is a dependent.
    pub(in crate::census) shown: Vec<ShownRow>,
    pub(in crate::census) matches: Prepared,
    pub(in crate::census) said: Vec<NewIssue>,
}

impl Planning {
    /// By a plan, with what people have chosen.
    pub(in crate::census) async fn of(
        run: &Run<'_>,
        terms: Terms,
        (plan, kept): (Plan, Roster),
        chosen: Vec<Match>,
    ) -> Result<Self> {
        let imported = changes::all_changed(&run.ctx.store.read(), run.file.id).await?;
        let by_hand = chosen.into_iter().map(|choice| (choice.row, choice)).collect();
        Ok(Self { ctx: run.ctx.clone(), file: run.file.id, terms, plan, kept, by_hand, imported })
    }

    /// Decides a page of rows.
    pub(in crate::census) async fn page(&self, rows: &[Record]) -> Result<Planned> {
        let met = self.met(rows).await?;
        Ok(self.planned(rows, &met))
    }

    /// Those of the members that the rows are or may be who are not kept.
    async fn met(&self, rows: &[Record]) -> Result<Roster> {
        let candidates = rows.iter().flat_map(|row| self.plan.candidates(row.number));
        let mut ids: Vec<MemberId> = candidates.filter(|id| self.kept.get(*id).is_none()).collect();
        ids.sort_unstable();
        ids.dedup();
        let db = self.ctx.store.read();
        let found = members::find_many(&db, self.terms.group, &ids).await?;
        let ends = roster::file_ends(&db, found.values(), self.terms.today).await?;
        let mut met = Roster::default();
        met.add(found.into_values().map(|member| on_roster(member, &ends)).collect());
        Ok(met)
    }

    fn planned(&self, records: &[Record], met: &Roster) -> Planned {
        let members = Known { kept: &self.kept, met };
        let (mut page, mut matches) = (Planned::default(), Vec::with_capacity(records.len()));
        for record in records {
            let member = self.plan.member(record.number).and_then(|id| members.get(id));
            let row = self.plan.row(record, member, self.terms.of_plan());
            let row = if row.member.is_some_and(|id| self.imported.contains(&id)) { row.imported() } else { row };
            matches.extend(of_row(&row, members, &self.by_hand));
            page.said.extend(told(&row));
            page.shown.push(ShownRow::of(record, row.outcome == Outcome::Create, self.terms.today));
            page.rows.push(row);
        }
        page.matches = matches::prepare(self.ctx.store.engine(), self.file, &matches);
        page
    }
}

/// The members that the rows of a page are or may be.
#[derive(Clone, Copy)]
struct Known<'a> {
    kept: &'a Roster,
    met: &'a Roster,
}

impl<'a> Known<'a> {
    fn get(self, id: MemberId) -> Option<&'a RosterMember> {
        self.kept.get(id).or_else(|| self.met.get(id))
    }
}

/// A settled row has one match; one in doubt has its candidates, and at least a place for the answer.
fn of_row(row: &PlannedRow, members: Known<'_>, by_hand: &HashMap<u32, Match>) -> Vec<Match> {
    let versioned = |id: MemberId| members.get(id).map(|member| (id, member.version));
    let in_doubt = row.outcome == Outcome::Review;
    let only = |how: How| Match {
        row: row.number,
        rank: 0,
        member: row.member.and_then(versioned),
        how,
        outcome: row.outcome,
        chosen: !in_doubt || row.by_hand,
        replaces_identity: row.replaces_identity,
    };
    if let Some(choice) = by_hand.get(&row.number) {
        return vec![only(choice.how.clone())];
    }
    if row.candidates.is_empty() {
        return vec![only(How::Nobody)];
    }
    let shown = row.candidates.iter().zip(0..).map(|(candidate, rank)| Match {
        row: row.number,
        rank,
        member: versioned(candidate.member),
        how: How::Evidence {
            match_type: candidate.match_type,
            score: candidate.score,
            reasons: candidate.reasons.iter().map(ToString::to_string).collect(),
        },
        outcome: row.outcome,
        chosen: !in_doubt && row.member == Some(candidate.member),
        replaces_identity: row.replaces_identity && row.member == Some(candidate.member),
    });
    shown.take(if in_doubt { usize::MAX } else { 1 }).collect()
}

fn told(row: &PlannedRow) -> impl Iterator<Item = NewIssue> {
    let said = |severity, message: &str| NewIssue { severity, ..NewIssue::error(Some(row.number), message) };
    let error = row.error.map(|error| said(Severity::Error, error));
    let (remark, caution) = match error {
        Some(_) => (None, None),
        None => (row.remark.map(Remark::message), row.caution.map(Caution::message)),
    };
    let warnings = [remark, caution].map(|warning| warning.map(|warning| said(Severity::Warning, warning)));
    error.into_iter().chain(warnings.into_iter().flatten())
}
