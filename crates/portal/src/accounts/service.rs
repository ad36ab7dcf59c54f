//! Use cases of ERP accounts.

use domain::{Page, PageRequest};
use store::accounts::Account;

use crate::context::Context;
use crate::error::Result;
use crate::http::CallerOrigin;

/// A page of the ERP accounts, of one type if named.
///
/// # Errors
/// When the database fails.
pub async fn search(
    ctx: &Context,
    who: &CallerOrigin,
    service_type: Option<&str>,
    request: &PageRequest,
) -> Result<Page<Account>> {
    Ok(store::accounts::search(&ctx.store.read(), who.scope(), service_type, request).await?)
}
