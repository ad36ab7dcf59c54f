//! The endpoints of the search.

use axum::extract::State;
use domain::Invalid;
use domain::search::Kind;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::kinds::Hit;
use super::service::{self, Answered};
use crate::context::Context;
use crate::error::Result;
use crate::http::{Answer, CallerOrigin, Envelope, Query, answer};

/// The longest text that may be typed.
const LONGEST: usize = 200;
/// The most records whose names are asked for at once.
const MOST_OPENED: usize = 20;

/// What is looked for.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "PascalCase", default)]
#[into_params(parameter_in = Query, rename_all = "PascalCase")]
pub struct SearchQuery {
    /// A name, a date of birth, a number, an id, an address; several words narrow it. At most 200 characters.
    term: Option<String>,
}

/// What was opened.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "PascalCase", default)]
#[into_params(parameter_in = Query, rename_all = "PascalCase")]
pub struct OpenedQuery {
    /// Records as `Member-7`, separated by commas; at most 20.
    items: Option<String>,
}

/// A record that was found.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct HitView {
    /// `Group`, `Member`, `Invoice`, `CensusFile`, `Broker`, `User` or `Statement`.
    kind: &'static str,
    id: i64,
    /// The group it belongs to.
    employer_id: Option<i64>,
    title: String,
    /// What tells it from others of its name.
    details: Vec<String>,
}

/// What a text finds, kind by kind, the likeliest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct SearchView {
    hits: Vec<HitView>,
    /// How many records are found in all of what the caller may see.
    total: u64,
    /// Whether there may be more than that.
    has_more: bool,
    /// Whether the text has more than six words; the rest are not looked for.
    has_more_words: bool,
}

impl From<Hit> for HitView {
    fn from(hit: Hit) -> Self {
        Self {
            kind: hit.kind.name(),
            id: hit.id,
            employer_id: hit.group.map(domain::GroupId::get),
            title: hit.title,
            details: hit.details,
        }
    }
}

/// Finds records of every kind that the caller may open.
#[utoipa::path(
    get, path = "/search", tag = "search", params(SearchQuery),
    responses((status = 200, body = Envelope<SearchView>))
)]
pub async fn search(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Query(query): Query<SearchQuery>,
) -> Answer<SearchView> {
    let term = query.term.unwrap_or_default();
    let mut invalid = Invalid::none();
    invalid.limit("Term", "Term", &term, LONGEST);
    invalid.or(())?;
    let Answered { hits, total, has_more, has_more_words } = service::search(&ctx, &who, &term).await?;
    answer(SearchView { hits: hits.into_iter().map(Into::into).collect(), total, has_more, has_more_words })
}

/// Names records that were opened before; what the caller may not see any more is left out.
#[utoipa::path(
    get, path = "/search/opened", tag = "search", params(OpenedQuery),
    responses((status = 200, body = Envelope<Vec<HitView>>))
)]
pub async fn opened(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Query(query): Query<OpenedQuery>,
) -> Answer<Vec<HitView>> {
    let items = items(query.items.as_deref().unwrap_or_default())?;
    let hits = service::opened(&ctx, &who, &items).await?;
    answer(hits.into_iter().map(HitView::from).collect::<Vec<_>>())
}

fn items(text: &str) -> Result<Vec<(Kind, i64)>> {
    let refused = |message: String| Invalid::field("Items", message);
    let mut items = Vec::new();
    for item in text.split(',').filter(|item| !item.is_empty()) {
        let read =
            item.split_once('-').and_then(|(kind, id)| Some((Kind::of(kind)?, id.parse().ok().filter(|id| *id > 0)?)));
        items.push(read.ok_or_else(|| refused("Items must be kinds and ids such as Member-7.".to_owned()))?);
    }
    if items.len() > MOST_OPENED {
        return Err(refused(format!("Items must be {MOST_OPENED} at most.")).into());
    }
    Ok(items)
}
