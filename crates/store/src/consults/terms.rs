//! The texts that consults repeat, each stored once.

use std::collections::{BTreeMap, BTreeSet};

use domain::consults::About;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::OnConflict;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};

use super::NewConsult;
use crate::database::connection::sealed::Connected;
use crate::entities::consult_term;
use crate::{Result, Tx};

/// Texts a statement, so that their values stay under the limit of both engines.
const TEXTS_A_STATEMENT: usize = 500;

/// What kind of text a term is (`consult_term.kind`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
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

fn single(about: &About) -> impl Iterator<Item = Term<'_>> {
    [
        (Kind::Region, &about.region),
        (Kind::Plan, &about.plan),
        (Kind::Code, &about.code),
        (Kind::Source, &about.source),
        (Kind::Access, &about.access),
        (Kind::Alternative, &about.alternative),
    ]
    .into_iter()
    .filter_map(|(kind, text)| Some((kind, text.as_deref()?)))
}

fn tags(about: &About) -> impl Iterator<Item = Term<'_>> {
    let diagnoses = about.diagnoses.iter().map(|text| (Kind::Diagnosis, text.as_str()));
    diagnoses.chain(about.prescriptions.iter().map(|text| (Kind::Prescription, text.as_str())))
}

/// The ids of texts.
pub(super) struct Terms(BTreeMap<(i16, String), i64>);

impl Terms {
    /// Those of the consults; new ones are stored.
    pub(super) async fn of(tx: &Tx, consults: &[NewConsult]) -> Result<Self> {
        let wanted: BTreeSet<Term<'_>> =
            consults.iter().flat_map(|new| single(&new.about).chain(tags(&new.about))).collect();
        let mut terms = Self(BTreeMap::new());
        terms.find(tx, &wanted).await?;
        let unknown: BTreeSet<Term<'_>> = wanted.into_iter().filter(|term| terms.id(*term).is_none()).collect();
        make(tx, &unknown).await?;
        terms.find(tx, &unknown).await?;
        Ok(terms)
    }

    async fn find(&mut self, tx: &Tx, wanted: &BTreeSet<Term<'_>>) -> Result<()> {
        let texts: Vec<&str> = wanted.iter().map(|(_, text)| *text).collect();
        for texts in texts.chunks(TEXTS_A_STATEMENT) {
            let rows = consult_term::Entity::find().filter(consult_term::Column::Text.is_in(texts.iter().copied()));
            self.0.extend(rows.all(tx.connection()).await?.into_iter().map(|row| ((row.kind, row.text), row.id)));
        }
        Ok(())
    }

    fn id(&self, (kind, text): Term<'_>) -> Option<i64> {
        self.0.get(&(kind as i16, text.to_owned())).copied()
    }

    /// The id of a text, if there is one.
    pub(super) fn of_text(&self, kind: Kind, text: Option<&String>) -> Option<i64> {
        self.id((kind, text?))
    }

    /// The ids of diagnoses and prescriptions.
    pub(super) fn of_tags(&self, about: &About) -> BTreeSet<i64> {
        tags(about).filter_map(|term| self.id(term)).collect()
    }
}

/// In the order of the terms, so that two who make the same ones wait for each other and never in a circle.
async fn make(tx: &Tx, terms: &BTreeSet<Term<'_>>) -> Result<()> {
    let row = |(kind, text): &Term<'_>| consult_term::ActiveModel {
        kind: Set(*kind as i16),
        text: Set((*text).to_owned()),
        ..Default::default()
    };
    let rows: Vec<_> = terms.iter().map(row).collect();
    for rows in rows.chunks(TEXTS_A_STATEMENT) {
        let known =
            OnConflict::columns([consult_term::Column::Kind, consult_term::Column::Text]).do_nothing().to_owned();
        consult_term::Entity::insert_many(rows.iter().cloned())
            .on_conflict(known)
            .exec_without_returning(tx.connection())
            .await?;
    }
    Ok(())
}
