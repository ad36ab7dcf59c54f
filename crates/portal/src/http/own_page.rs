//! Calls by GET that change something (rules.md#changing-calls-by-get): only our own pages may make them, and nothing that a browser fetches
//! beforehand. Calls with an access key carry no ambient authority and are exempt, as everywhere (rules.md#same-origin).

use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::request::Parts;

use super::extract::CallerOrigin;
use super::origin::is_own_call;
use crate::context::Context;
use crate::error::Error;

/// Stands among the arguments of a handler that changes something by GET.
#[derive(Debug, Clone, Copy)]
pub struct OwnPage;

impl FromRequestParts<Context> for OwnPage {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, ctx: &Context) -> Result<Self, Error> {
        // A caller without a session was found by an access key.
        let by_key = parts.extensions.get::<CallerOrigin>().is_some_and(|who| who.session.is_none());
        let own = by_key || is_own(&parts.headers, &ctx.config.base_url);
        if own { Ok(Self) } else { Err(Error::CrossSite) }
    }
}

fn is_own(headers: &HeaderMap, base_url: &str) -> bool {
    let is_fetched_beforehand = headers.contains_key("sec-purpose") || headers.contains_key("purpose");
    !is_fetched_beforehand && is_own_call(headers, base_url)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_pages_change_something_by_get() {
        for (headers, allowed) in [
            (vec![("sec-fetch-site", "same-origin")], true),
            (vec![("sec-fetch-site", "cross-site")], false),
            (vec![("sec-fetch-site", "none")], false),
            (vec![("sec-fetch-site", "same-site")], false),
            (vec![("origin", "https://portal.example")], true),
            (vec![("sec-fetch-site", "same-origin"), ("sec-purpose", "prefetch")], false),
            (vec![("sec-fetch-site", "same-origin"), ("purpose", "prefetch")], false),
            (vec![("authorization", "Bearer key")], false),
            (vec![("sec-fetch-site", "cross-site"), ("authorization", "Basic x")], false),
            (vec![], false),
        ] {
            let mut map = HeaderMap::new();
            for (name, value) in &headers {
                map.insert(*name, value.parse().expect("a header"));
            }
            assert_eq!(is_own(&map, "https://portal.example"), allowed, "{headers:?}");
        }
    }
}
