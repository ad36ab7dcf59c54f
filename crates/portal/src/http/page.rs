//! The paging parameters that all lists share (rules.md#page-sizes, rules.md#search-and-order).

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use domain::{Invalid, PageRequest};
use serde::Deserialize;
use utoipa::IntoParams;

use super::bind::bind_query;
use crate::error::Error;

/// Which part of a list is wanted.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "PascalCase", default)]
#[into_params(parameter_in = Query, rename_all = "PascalCase")]
pub struct PagingQuery {
    /// The page, from 1.
    page: Option<u64>,
    /// Rows a page, 1 to 1000; 25 when only this is missing, 1000 when `Page` is missing too.
    #[param(minimum = 1, maximum = 1000)]
    per_page: Option<u64>,
    /// The sort column; an unknown one means the list's own order.
    order_by: Option<String>,
    /// Whether the order is turned round.
    order_desc: Option<bool>,
    /// Words that must all occur in the row.
    term: Option<String>,
}

/// The extractor: the checked [`PageRequest`].
#[derive(Debug)]
pub struct Paging(pub PageRequest);

impl TryFrom<PagingQuery> for Paging {
    type Error = Invalid;

    fn try_from(query: PagingQuery) -> Result<Self, Invalid> {
        let mut invalid = Invalid::none();
        let per_page = query.per_page.unwrap_or(match query.page {
            Some(_) => PageRequest::DEFAULT_PER_PAGE,
            None => PageRequest::MOST_PER_PAGE,
        });
        let page = query.page.unwrap_or(1);
        invalid.check(page >= 1, "Page", "Page starts at 1.");
        invalid.check(
            (1..=PageRequest::MOST_PER_PAGE).contains(&per_page),
            "PerPage",
            format!("PerPage must be between 1 and {}.", PageRequest::MOST_PER_PAGE),
        );
        let term = query.term.unwrap_or_default();
        invalid.limit("Term", "Term", &term, 200);
        let order_by = query.order_by;
        invalid.or(Self(PageRequest { page, per_page, order_by, descending: query.order_desc, term }))
    }
}

/// Stands on a request of a list that becomes a file: so many rows are given at once, whatever its query says (rules.md#list-as-csv).
#[derive(Debug, Clone, Copy)]
pub struct PageOfFile(pub u64);

impl PageOfFile {
    /// Rows a page.
    pub const ROWS: u64 = 5000;
}

impl<S: Sync> FromRequestParts<S> for Paging {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Error> {
        let query: PagingQuery = bind_query(parts.uri.query().unwrap_or_default())?;
        let Self(request) = Self::try_from(query)?;
        Ok(Self(match parts.extensions.get() {
            Some(PageOfFile(page)) => PageRequest { page: *page, per_page: PageOfFile::ROWS, ..request },
            None => request,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(query: &str) -> Result<PageRequest, Invalid> {
        bind_query::<PagingQuery>(query).and_then(Paging::try_from).map(|paging| paging.0)
    }

    #[test]
    fn a_missing_page_size_depends_on_the_page() {
        for (query, page, per_page) in
            [("", 1, 1000), ("Page=3", 3, 25), ("page=2&perpage=24", 2, 24), ("PerPage=5", 1, 5)]
        {
            let request = read(query).expect("valid");
            assert_eq!((request.page, request.per_page), (page, per_page), "{query}");
        }
    }

    #[test]
    fn bounds_are_named() {
        for (query, key) in [
            ("Page=0", "Page"),
            ("PerPage=0", "PerPage"),
            ("PerPage=1001", "PerPage"),
            ("Page=x", "Page"),
            ("OrderDesc=7", "OrderDesc"),
        ] {
            assert_eq!(read(query).expect_err("invalid").0[0].key, key, "{query}");
        }
        assert!(read(&format!("Term={}", "x".repeat(201))).is_err());
    }
}
