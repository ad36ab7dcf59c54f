//! Consults: what per-consultation lines and the utilization report count.

mod tally;

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, NaiveDate, NaiveTime, TimeZone as _, Timelike, Utc};
use chrono_tz::Tz;
use domain::{GroupId, MemberId};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::OnConflict;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};

use crate::connection::sealed::Connected;
use crate::entities::{consult, consult_tag, consult_term};
use crate::{Result, Tx};

pub use tally::{Tallied, counts_between, tally};

/// Rows an insert, so that their values stay under the limit of both engines.
const ROWS_AN_INSERT: usize = 500;

/// A consult to be stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewConsult {
    /// Its id in the patient platform, unique.
    pub external_id: String,
    /// The group of who consulted.
    pub group: GroupId,
    /// Who consulted, where that is known.
    pub member: Option<MemberId>,
    /// When it began.
    pub started_at: DateTime<Utc>,
    /// Whether it took place.
    pub is_completed: bool,
    /// Minutes waited.
    pub wait_minutes: Option<i32>,
    /// 1 to 5.
    pub rating: Option<i16>,
    /// Whether it was after hours.
    pub is_after_hours: bool,
    /// 0 to 3, as members'.
    pub gender: i16,
    /// Years at the consult.
    pub age: i16,
    /// What it was about and how it came about.
    pub about: About,
    /// When it became known.
    pub received_at: DateTime<Utc>,
}

/// What a consult was about and how it came about, in the words of the patient platform (decisions A3).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct About {
    /// State or territory.
    pub region: Option<String>,
    /// Insurance plan.
    pub plan: Option<String>,
    /// Group code.
    pub code: Option<String>,
    /// How the patient heard of it.
    pub source: Option<String>,
    /// By telephone, video and so on.
    pub access: Option<String>,
    /// Where the patient would have gone instead.
    pub alternative: Option<String>,
    /// What was found.
    pub diagnoses: Vec<String>,
    /// What was prescribed.
    pub prescriptions: Vec<String>,
}

/// What kind of text a term is (`consult_term.kind`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Plan = 0,
    Code = 1,
    Source = 2,
    Access = 3,
    Alternative = 4,
    Region = 5,
    Diagnosis = 6,
    Prescription = 7,
}

type Term<'a> = (Kind, &'a str);

/// Stores consults, however many.
///
/// # Errors
/// Refused by `uq_consult_external_id` when one is known.
pub async fn insert_many(tx: &Tx, consults: &[NewConsult], zone: Tz) -> Result<()> {
    let terms = Terms::of(tx, consults).await?;
    for chunk in consults.chunks(ROWS_AN_INSERT) {
        let rows = chunk.iter().map(|new| row(new, &terms, zone));
        let made = consult::Entity::insert_many(rows).exec_with_returning(tx.connection()).await?;
        let ids: BTreeMap<&str, i64> = made.iter().map(|row| (row.external_id.as_str(), row.id)).collect();
        let tags: Vec<_> = chunk.iter().flat_map(|new| tags(ids[new.external_id.as_str()], new, &terms)).collect();
        for tags in tags.chunks(ROWS_AN_INSERT) {
            consult_tag::Entity::insert_many(tags.iter().cloned()).exec_without_returning(tx.connection()).await?;
        }
    }
    Ok(())
}

/// The instant at which a day begins in business time.
pub(crate) fn midnight(day: NaiveDate, zone: Tz) -> DateTime<Utc> {
    let local = day.and_time(NaiveTime::MIN);
    zone.from_local_datetime(&local).earliest().map_or_else(|| local.and_utc(), |at| at.with_timezone(&Utc))
}

impl About {
    fn single(&self) -> impl Iterator<Item = Term<'_>> {
        [
            (Kind::Region, &self.region),
            (Kind::Plan, &self.plan),
            (Kind::Code, &self.code),
            (Kind::Source, &self.source),
            (Kind::Access, &self.access),
            (Kind::Alternative, &self.alternative),
        ]
        .into_iter()
        .filter_map(|(kind, text)| Some((kind, text.as_deref()?)))
    }

    fn tags(&self) -> impl Iterator<Item = Term<'_>> {
        let diagnoses = self.diagnoses.iter().map(|text| (Kind::Diagnosis, text.as_str()));
        diagnoses.chain(self.prescriptions.iter().map(|text| (Kind::Prescription, text.as_str())))
    }
}

/// The ids of the texts that consults repeat.
struct Terms(BTreeMap<(i16, String), i64>);

impl Terms {
    /// Those of the consults; new ones are stored.
    async fn of(tx: &Tx, consults: &[NewConsult]) -> Result<Self> {
        let wanted: BTreeSet<Term<'_>> =
            consults.iter().flat_map(|new| new.about.single().chain(new.about.tags())).collect();
        let rows: Vec<_> = wanted
            .iter()
            .map(|(kind, text)| consult_term::ActiveModel {
                kind: Set(*kind as i16),
                text: Set((*text).to_owned()),
                ..Default::default()
            })
            .collect();
        let mut found = BTreeMap::new();
        for rows in rows.chunks(ROWS_AN_INSERT) {
            let known = OnConflict::columns([consult_term::Column::Kind, consult_term::Column::Text]);
            consult_term::Entity::insert_many(rows.iter().cloned())
                .on_conflict(known.clone().do_nothing().to_owned())
                .exec_without_returning(tx.connection())
                .await?;
        }
        let texts: Vec<&str> = wanted.iter().map(|(_, text)| *text).collect();
        for texts in texts.chunks(ROWS_AN_INSERT) {
            let rows = consult_term::Entity::find().filter(consult_term::Column::Text.is_in(texts.iter().copied()));
            found.extend(rows.all(tx.connection()).await?.into_iter().map(|row| ((row.kind, row.text), row.id)));
        }
        Ok(Self(found))
    }

    fn id(&self, kind: Kind, text: Option<&String>) -> Option<i64> {
        self.0.get(&(kind as i16, text?.clone())).copied()
    }
}

fn row(new: &NewConsult, terms: &Terms, zone: Tz) -> consult::ActiveModel {
    let local = new.started_at.with_timezone(&zone);
    let about = &new.about;
    consult::ActiveModel {
        external_id: Set(new.external_id.clone()),
        group_id: Set(new.group.get()),
        member_id: Set(new.member.map(MemberId::get)),
        started_at: Set(new.started_at),
        local_minute: Set((local.hour() * 60 + local.minute()) as i32),
        state: Set(i16::from(!new.is_completed)),
        wait_minutes: Set(new.wait_minutes),
        rating: Set(new.rating),
        is_after_hours: Set(new.is_after_hours),
        gender: Set(new.gender),
        age: Set(new.age),
        region_term_id: Set(terms.id(Kind::Region, about.region.as_ref())),
        plan_term_id: Set(terms.id(Kind::Plan, about.plan.as_ref())),
        code_term_id: Set(terms.id(Kind::Code, about.code.as_ref())),
        source_term_id: Set(terms.id(Kind::Source, about.source.as_ref())),
        access_term_id: Set(terms.id(Kind::Access, about.access.as_ref())),
        alternative_term_id: Set(terms.id(Kind::Alternative, about.alternative.as_ref())),
        received_at: Set(new.received_at),
        ..Default::default()
    }
}

fn tags(consult: i64, new: &NewConsult, terms: &Terms) -> Vec<consult_tag::ActiveModel> {
    let ids: BTreeSet<i64> =
        new.about.tags().filter_map(|(kind, text)| terms.id(kind, Some(&text.to_owned()))).collect();
    ids.into_iter().map(|term| consult_tag::ActiveModel { consult_id: Set(consult), term_id: Set(term) }).collect()
}
