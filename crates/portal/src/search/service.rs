//! Use cases of the search. What is typed is written nowhere: neither logged nor audited, as the searches of lists are not.

use domain::search::{Kind, Term};

use super::kinds::{self, Found, Hit};
use crate::context::Context;
use crate::error::Result;
use crate::http::CallerOrigin;

/// What a text finds.
#[derive(Debug, Default)]
pub struct Answered {
    /// The first of each kind.
    pub hits: Vec<Hit>,
    /// How many there are of all kinds.
    pub total: u64,
    /// Whether there may be more.
    pub has_more: bool,
    /// Whether the text has words that are not looked for.
    pub has_more_words: bool,
}

/// What a typed text finds among the kinds that the caller may open, all of them at once.
///
/// # Errors
/// When the database fails.
pub async fn search(ctx: &Context, who: &CallerOrigin, typed: &str) -> Result<Answered> {
    let term = Term::read(typed);
    if term.words.is_empty() {
        return Ok(Answered::default());
    }
    let term = &term;
    let found = async |kind: Kind| match who.may(kind.action()) {
        true => kinds::found(ctx, who, kind, term).await,
        false => Ok(Found::default()),
    };
    let (groups, members, invoices, files, brokers, users, statements) = tokio::try_join!(
        found(Kind::Group),
        found(Kind::Member),
        found(Kind::Invoice),
        found(Kind::CensusFile),
        found(Kind::Broker),
        found(Kind::User),
        found(Kind::Statement),
    )?;
    let mut answered = Answered { has_more_words: term.has_more_words, ..Answered::default() };
    for found in [groups, members, invoices, files, brokers, users, statements] {
        answered.total += found.total;
        answered.has_more |= found.has_more;
        answered.hits.extend(found.hits);
    }
    Ok(answered)
}

/// The records of these kinds and ids that the caller may open, in this order.
///
/// # Errors
/// When the database fails.
pub async fn opened(ctx: &Context, who: &CallerOrigin, items: &[(Kind, i64)]) -> Result<Vec<Hit>> {
    let mut hits = Vec::with_capacity(items.len());
    for kind in Kind::ALL.into_iter().filter(|kind| who.may(kind.action())) {
        let ids: Vec<i64> = items.iter().filter(|(of, _)| *of == kind).map(|(_, id)| *id).collect();
        if !ids.is_empty() {
            hits.extend(kinds::named(ctx, who, kind, &ids).await?);
        }
    }
    let place = |hit: &Hit| items.iter().position(|item| *item == (hit.kind, hit.id));
    hits.sort_by_key(place);
    Ok(hits)
}
