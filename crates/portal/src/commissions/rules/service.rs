//! Use cases of commission rules.

use domain::{Page, PageRequest};
use store::commissions::rules::{self, Rule};

use crate::context::Context;
use crate::error::Result;
use crate::http::CallerOrigin;

/// A page of the rules in scope.
///
/// # Errors
/// When the database fails.
pub async fn search(ctx: &Context, who: &CallerOrigin, request: &PageRequest) -> Result<Page<Rule>> {
    Ok(rules::search(&ctx.store.read(), who.scope(), request).await?)
}
