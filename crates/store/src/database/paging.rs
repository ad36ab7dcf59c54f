//! From a `PageRequest` to `order by`, `limit` and `offset`, and from a search term to `like` (rules.md#page-sizes, rules.md#search-and-order).
//!
//! A list names the columns it may be sorted by; anything else is its default order. The last key is always the id, so that
//! no row is on two pages. Pages past the middle are read from the end, so that the last one costs what the first does.

use domain::text::search_words;
use domain::{Page, PageRequest};
use sea_orm::sea_query::{Expr, ExprTrait, Func, LikeExpr, NullOrdering, Order, SelectStatement};
use sea_orm::{ColumnTrait, Condition, ConnectionTrait, DbErr, FromQueryResult, IntoSimpleExpr, QueryTrait};

use crate::{Db, Result};

/// One column of an order.
pub(crate) struct Key {
    expression: Expr,
    /// Whether it can be empty; the engines put empty values at different ends unless told.
    optional: bool,
}

/// A column that is never empty.
pub(crate) fn key(column: impl ColumnTrait) -> Key {
    Key { expression: column.into_simple_expr(), optional: false }
}

/// An expression that is never empty.
pub(crate) fn required_key(expression: Expr) -> Key {
    Key { expression, optional: false }
}

/// An expression that may be empty; empty values come first.
pub(crate) fn optional_key(expression: impl Into<Expr>) -> Key {
    Key { expression: expression.into(), optional: true }
}

/// A name by which a list may be sorted and the columns it stands for.
type Sort = (&'static str, fn() -> Vec<Key>);

/// The orders a list has.
pub(crate) struct Sorts {
    /// Those callers may wish for; the names are compared without case.
    pub(crate) by: &'static [Sort],
    /// The name used when none or an unknown one is given, and whether it then descends.
    pub(crate) default: (&'static str, bool),
    /// The id, for rows that are otherwise equal.
    pub(crate) id: fn() -> Key,
}

impl Sorts {
    /// Whether the request wishes for one of them.
    pub(crate) fn has(&self, request: &PageRequest) -> bool {
        let wished = request.order_by.as_deref().unwrap_or_default();
        self.by.iter().any(|(known, _)| known.eq_ignore_ascii_case(wished))
    }

    /// The keys of a request and whether they descend.
    fn keys(&self, request: &PageRequest) -> (Vec<Key>, bool) {
        let wished = request.order_by.as_deref().unwrap_or_default();
        let find = |name: &str| self.by.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        let (found, descending) = match find(wished) {
            Some(found) => (Some(found), request.descending.unwrap_or(false)),
            None => (find(self.default.0), request.descending.unwrap_or(self.default.1)),
        };
        let mut keys = found.map(|(_, keys)| keys()).unwrap_or_default();
        keys.push((self.id)());
        (keys, descending)
    }

    /// Orders a statement.
    pub(crate) fn apply(&self, statement: &mut SelectStatement, request: &PageRequest, reversed: bool) {
        let (keys, descending) = self.keys(request);
        let (order, nulls) = match descending != reversed {
            false => (Order::Asc, NullOrdering::First),
            true => (Order::Desc, NullOrdering::Last),
        };
        for Key { expression, optional } in keys {
            if optional {
                statement.order_by_expr_with_nulls(expression, order.clone(), nulls);
            } else {
                statement.order_by_expr(expression, order.clone());
            }
        }
    }
}

/// Which rows of the ordered or, when `reversed`, of the reversely ordered list make up a page.
#[derive(Debug, PartialEq, Eq)]
struct Window {
    offset: u64,
    limit: u64,
    reversed: bool,
}

fn window(request: &PageRequest, total: u64) -> Window {
    window_of(request.offset(), request.per_page, total)
}

fn window_of(offset: u64, limit: u64, total: u64) -> Window {
    let limit = Ord::min(limit, total.saturating_sub(offset));
    let after = total.saturating_sub(offset + limit);
    if after < offset {
        Window { offset: after, limit, reversed: true }
    } else {
        Window { offset, limit, reversed: false }
    }
}

/// A page of the rows that a query gives, with their exact number. The query has neither order nor grouping.
pub(crate) async fn page<M: FromQueryResult>(
    db: &impl Db,
    query: impl QueryTrait<QueryStatement = SelectStatement>,
    request: &PageRequest,
    sorts: &Sorts,
) -> Result<Page<M>> {
    let statement = query.into_query();
    let total = count(db, statement.clone());
    page_of(db, statement, request, sorts, total).await
}

/// A page of the rows that a statement gives, when their number comes from elsewhere, such as a counter. The first page is found
/// without it, so that both are asked at once.
pub(crate) async fn page_of<M: FromQueryResult>(
    db: &impl Db,
    statement: SelectStatement,
    request: &PageRequest,
    sorts: &Sorts,
    total: impl Future<Output = Result<u64>>,
) -> Result<Page<M>> {
    let (total, rows) = if request.offset() == 0 {
        let first = Window { offset: 0, limit: request.per_page, reversed: false };
        tokio::try_join!(total, rows_in(db, statement, request, sorts, first))?
    } else {
        let total = total.await?;
        (total, rows_in(db, statement, request, sorts, window(request, total)).await?)
    };
    Ok(Page { rows, total, per_page: request.per_page })
}

/// What a query adds to a page of two lists one behind the other, of which the first has `before` rows; with the number of both.
pub(crate) async fn page_behind<M: FromQueryResult>(
    db: &impl Db,
    query: impl QueryTrait<QueryStatement = SelectStatement>,
    request: &PageRequest,
    sorts: &Sorts,
    before: u64,
) -> Result<Page<M>> {
    let statement = query.into_query();
    let own = count(db, statement.clone()).await?;
    let rows = rows_in(db, statement, request, sorts, window_behind(request, before, own)).await?;
    Ok(Page { rows, total: before + own, per_page: request.per_page })
}

fn window_behind(request: &PageRequest, before: u64, own: u64) -> Window {
    let (offset, taken) = (request.offset(), before.saturating_sub(request.offset()));
    window_of(offset.saturating_sub(before), request.per_page.saturating_sub(taken), own)
}

async fn rows_in<M: FromQueryResult>(
    db: &impl Db,
    mut statement: SelectStatement,
    request: &PageRequest,
    sorts: &Sorts,
    window: Window,
) -> Result<Vec<M>> {
    if window.limit == 0 {
        return Ok(Vec::new());
    }
    sorts.apply(&mut statement, request, window.reversed);
    statement.limit(window.limit).offset(window.offset);
    let found = db.connection().query_all(&statement).await?;
    let mut rows =
        found.iter().map(|row| M::from_query_result(row, "")).collect::<std::result::Result<Vec<M>, DbErr>>()?;
    if window.reversed {
        rows.reverse();
    }
    Ok(rows)
}

/// How many rows a statement without order and grouping gives.
pub(crate) async fn count(db: &impl Db, mut statement: SelectStatement) -> Result<u64> {
    statement.clear_selects().expr_as(Func::count(Expr::val(1)), "n");
    let row = db.connection().query_one(&statement).await?;
    let n: i64 = row.map(|row| row.try_get("", "n")).transpose()?.unwrap_or(0);
    Ok(n.unsigned_abs())
}

/// Every word of the term occurs in one of the columns, which hold folded text.
pub(crate) fn matching<const N: usize>(columns: [Expr; N], term: &str) -> Condition {
    let mut all = Condition::all();
    for word in search_words(term) {
        let mut any = Condition::any();
        for column in &columns {
            any = any.add(column.clone().like(containing(&word)));
        }
        all = all.add(any);
    }
    all
}

/// The pattern of a text that contains the word as it is written. Escaped only where it must be: PostgreSQL makes an escaped pattern
/// anew for each row that it is held against.
pub(crate) fn containing(word: &str) -> LikeExpr {
    const SPECIAL: [char; 3] = ['%', '_', '\\'];
    if !word.contains(SPECIAL) {
        return LikeExpr::new(format!("%{word}%"));
    }
    let escaped: String =
        word.chars().flat_map(|c| SPECIAL.contains(&c).then_some('\\').into_iter().chain([c])).collect();
    LikeExpr::new(format!("%{escaped}%")).escape('\\')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn request(page: u64, per_page: u64) -> PageRequest {
        PageRequest { page, ..PageRequest::first(per_page) }
    }

    #[test]
    fn the_nearer_end_is_read() {
        for (page, total, offset, limit, reversed) in [
            (1, 100, 0, 25, false),
            (2, 100, 25, 25, false),
            (3, 100, 25, 25, true),
            (4, 100, 0, 25, true),
            (4, 76, 0, 1, true),
            (1, 10, 0, 10, false),
            (1, 0, 0, 0, false),
            (9, 100, 0, 0, true),
            (u64::MAX, 100, 0, 0, true),
        ] {
            assert_eq!(window(&request(page, 25), total), Window { offset, limit, reversed }, "page {page} of {total}");
        }
    }

    proptest! {
        #[test]
        fn the_pages_of_two_lists_hold_each_row_once(before in 0_u64..200, own in 0_u64..200, per_page in 1_u64..50) {
            let (mut seen, mut behind) = (Vec::new(), Vec::new());
            for page in 1..=(before + own).div_ceil(per_page) {
                let request = request(page, per_page);
                let first = Ord::min(request.offset(), before)..Ord::min(request.offset() + per_page, before);
                let Window { offset, limit, reversed } = window_behind(&request, before, own);
                let begin = if reversed { own - offset - limit } else { offset };
                prop_assert!(first.end - first.start + limit <= per_page);
                seen.extend(first);
                behind.extend(begin..begin + limit);
            }
            prop_assert_eq!(seen, (0..before).collect::<Vec<_>>());
            prop_assert_eq!(behind, (0..own).collect::<Vec<_>>());
        }

        #[test]
        fn the_pages_hold_each_row_once_and_none_is_far_from_an_end(total in 0_u64..2000, per_page in 1_u64..100) {
            let mut seen = Vec::new();
            for page in 1..=total.div_ceil(per_page) {
                let Window { offset, limit, reversed } = window(&request(page, per_page), total);
                prop_assert!(offset <= total / 2);
                let first = if reversed { total - offset - limit } else { offset };
                seen.extend(first..first + limit);
            }
            prop_assert_eq!(seen, (0..total).collect::<Vec<_>>());
        }
    }
}
