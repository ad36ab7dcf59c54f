//! What part of a list is wanted, and what came of it.

/// One page of a list: which, how long, in what order, narrowed by which words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageRequest {
    /// The page, from 1.
    pub page: u64,
    /// Rows a page, 1 to 1000.
    pub per_page: u64,
    /// The wished sort column, as the caller wrote it; each list has its own allow-list (rules.md#search-and-order).
    pub order_by: Option<String>,
    /// Whether the order is turned round; `None` leaves it to the list's default.
    pub descending: Option<bool>,
    /// Words that must all occur (rules.md#search-and-order); may be blank.
    pub term: String,
}

impl PageRequest {
    /// Rows a page when only `PerPage` is missing (rules.md#page-sizes).
    pub const DEFAULT_PER_PAGE: u64 = 25;
    /// The most rows a page may have (rules.md#page-sizes).
    pub const MOST_PER_PAGE: u64 = 1000;

    /// The first page of `per_page` rows in the list's own order.
    pub fn first(per_page: u64) -> Self {
        Self { page: 1, per_page, order_by: None, descending: None, term: String::new() }
    }

    /// How many rows lie before the page.
    pub fn offset(&self) -> u64 {
        (self.page - 1).saturating_mul(self.per_page)
    }
}

/// One page of a list with the exact size of the whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page<T> {
    /// The rows of the page, in order.
    pub rows: Vec<T>,
    /// How many rows the whole list has.
    pub total: u64,
    /// Rows a page, as asked for.
    pub per_page: u64,
}

impl<T> Page<T> {
    /// How many pages the whole list has; 0 when it is empty.
    pub fn pages(&self) -> u64 {
        self.total.div_ceil(self.per_page.max(1))
    }

    /// The same page with every row turned into something else.
    pub fn map<U>(self, turn: impl FnMut(T) -> U) -> Page<U> {
        Page { rows: self.rows.into_iter().map(turn).collect(), total: self.total, per_page: self.per_page }
    }

    /// The same page with every row turned into something else, unless one cannot be.
    ///
    /// # Errors
    /// The first that there is.
    pub fn try_map<U, E>(self, turn: impl FnMut(T) -> Result<U, E>) -> Result<Page<U>, E> {
        let rows = self.rows.into_iter().map(turn).collect::<Result<_, E>>()?;
        Ok(Page { rows, total: self.total, per_page: self.per_page })
    }
}
