//! Use cases of the OAuth tokens of ERP accounts. Token texts are sealed; reading them is recorded.

use chrono::{Days, NaiveDate};
use domain::accounts::{TokenExpiry, TokenForm, TokenTexts};
use domain::period::check_plausible;
use domain::{ApiServiceId, ApiTokenId, Invalid, Page, PageRequest};
use serde_json::json;
use store::accounts::tokens::{self, ACCESS_TOKEN, REFRESH_TOKEN, SealedTokens, Token};
use store::{Tx, accounts};

use super::service::expiry_of;
use crate::clock::start_of_day;
use crate::context::Context;
use crate::error::Result;
use crate::http::CallerOrigin;
use crate::sealing::{self, Place};

/// Tokens with their texts.
pub struct OpenedToken {
    /// The tokens as lists show them.
    pub shown: Shown,
    /// Blank when none is stored.
    pub access_token: String,
    /// Blank when none is stored.
    pub refresh_token: String,
}

/// Tokens without their texts, with their expiry.
pub struct Shown {
    /// The tokens.
    pub token: Token,
    /// Where they are used and about to expire.
    pub expiry: Option<TokenExpiry>,
}

impl Shown {
    /// Tokens as they are shown now.
    pub fn of(ctx: &Context, token: Token) -> Self {
        Self { expiry: expiry_of(ctx, &token).filter(|_| token.is_used), token }
    }
}

/// A page of the tokens, without their texts; with a day those that a person must have renewed by then.
///
/// # Errors
/// A day that is none; when the database fails.
pub async fn search(
    ctx: &Context,
    who: &CallerOrigin,
    expires_by: Option<NaiveDate>,
    request: &PageRequest,
) -> Result<Page<Shown>> {
    let mut invalid = Invalid::none();
    check_plausible(&mut invalid, "ExpiresBy", "Expires By", expires_by);
    invalid.result()?;
    let before = expires_by.map(|day| start_of_day(ctx.config.time_zone, day + Days::new(1)));
    let page = tokens::search(&ctx.store.read(), who.scope(), before, request).await?;
    Ok(page.map(|token| Shown::of(ctx, token)))
}

/// Tokens with their texts. The audit records each reading.
///
/// # Errors
/// [`crate::error::Error::NotFound`], or when a text was sealed with another key.
pub async fn read(ctx: &Context, who: &CallerOrigin, id: ApiTokenId) -> Result<OpenedToken> {
    who.refuse_impersonated()?;
    let tx = ctx.store.begin().await?;
    let token = tokens::find(&tx, who.scope(), id).await?;
    let sealed = tokens::sealed(&tx, who.scope(), id).await?;
    let access_token = opened(ctx, access(id), sealed.access_token)?;
    let refresh_token = opened(ctx, refresh(id), sealed.refresh_token)?;
    tx.commit(who.entry(ctx, "api_token.read_secret", "api_token").on(id)).await?;
    Ok(OpenedToken { shown: Shown::of(ctx, token), access_token, refresh_token })
}

/// Makes the tokens of an account.
///
/// # Errors
/// Wrong fields.
pub async fn create(ctx: &Context, who: &CallerOrigin, form: &TokenForm) -> Result<Shown> {
    let tx = ctx.store.begin().await?;
    let texts = known(&tx, who, form.check(false)?).await?;
    let id = tokens::insert(&tx, texts.api_service, who.stamp(ctx)).await?;
    tokens::set_texts(&tx, id, sealed(ctx, id, &texts)).await?;
    let made = tokens::find(&tx, who.scope(), id).await?;
    let after = json!({
        "ApiServiceId": texts.api_service, "AccessToken": texts.access_token.is_some(),
        "RefreshToken": texts.refresh_token.is_some(),
    });
    tx.commit(who.entry(ctx, "api_token.create", "api_token").on(id).with_change(&json!({}), &after)).await?;
    Ok(Shown::of(ctx, made))
}

/// Saves tokens; a blank text keeps the stored one. A save that changes nothing writes nothing.
///
/// # Errors
/// [`crate::error::Error::NotFound`], a stale version, wrong fields.
pub async fn update(
    ctx: &Context,
    who: &CallerOrigin,
    id: ApiTokenId,
    version: Option<i32>,
    form: impl FnOnce(ApiServiceId) -> TokenForm,
) -> Result<Shown> {
    let tx = ctx.store.begin().await?;
    let before = tokens::for_changing(&tx, who.scope(), id, version).await?;
    let mut texts = known(&tx, who, form(before.account).check(true)?).await?;
    let stored = tokens::sealed(&tx, who.scope(), id).await?;
    let is_same = |place, sealed: Option<Vec<u8>>, typed: &str| {
        opened(ctx, place, sealed).is_ok_and(|stored| !stored.is_empty() && stored == typed)
    };
    texts.access_token = texts.access_token.filter(|typed| !is_same(access(id), stored.access_token.clone(), typed));
    texts.refresh_token =
        texts.refresh_token.filter(|typed| !is_same(refresh(id), stored.refresh_token.clone(), typed));
    let (has_access, has_refresh) = (texts.access_token.is_some(), texts.refresh_token.is_some());
    if texts.api_service == before.account && !has_access && !has_refresh {
        return Ok(Shown::of(ctx, before));
    }
    // Of several tokens of an account those that were made last are used: others would be saved without effect.
    if let Some(used) = tokens::of_account(&tx, texts.api_service).await?.filter(|used| used.id.get() > id.get()) {
        let told = format!("Token {} is in use for this ERP account. Enter the tokens there.", used.id);
        return Err(Invalid::field("ApiServiceId", told).into());
    }
    let new = sealed(ctx, id, &texts);
    let after = tokens::update(&tx, id, version, texts.api_service, new, who.stamp(ctx)).await?;
    let was = json!({ "ApiServiceId": before.account });
    let now = json!({
        "ApiServiceId": after.account, "AccessTokenReplaced": has_access, "RefreshTokenReplaced": has_refresh,
    });
    tx.commit(who.entry(ctx, "api_token.update", "api_token").on(id).with_change(&was, &now)).await?;
    Ok(Shown::of(ctx, after))
}

/// The texts, where their account exists.
async fn known(tx: &Tx, who: &CallerOrigin, texts: TokenTexts) -> Result<TokenTexts> {
    match accounts::find(tx, who.scope(), texts.api_service).await {
        Ok(_) => Ok(texts),
        Err(store::Error::NotFound) => Err(Invalid::field("ApiServiceId", "There is no such ERP account.").into()),
        Err(other) => Err(other.into()),
    }
}

fn sealed(ctx: &Context, id: ApiTokenId, texts: &TokenTexts) -> SealedTokens {
    let seal = |place, text: &Option<String>| text.as_ref().map(|text| sealing::seal(ctx, place, text.as_bytes()));
    SealedTokens {
        access_token: seal(access(id), &texts.access_token),
        refresh_token: seal(refresh(id), &texts.refresh_token),
    }
}

fn opened(ctx: &Context, place: Place, sealed: Option<Vec<u8>>) -> Result<String> {
    let Some(sealed) = sealed else { return Ok(String::new()) };
    let bytes = sealing::open(ctx, place, &sealed)?;
    Ok(String::from_utf8(bytes).map_err(anyhow::Error::from)?)
}

fn access(id: ApiTokenId) -> Place {
    Place { column: ACCESS_TOKEN, row: id.get() }
}

fn refresh(id: ApiTokenId) -> Place {
    Place { column: REFRESH_TOKEN, row: id.get() }
}
