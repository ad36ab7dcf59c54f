//! OAuth tokens of an ERP account as an administrator types them.

use crate::text::non_blank;
use crate::{ApiServiceId, Invalid};

/// The most bytes of a token; both vendors stay far below.
pub const TOKEN_LIMIT: usize = 8_192;

/// Tokens as they were typed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TokenForm {
    /// The account they open.
    pub api_service: Option<ApiServiceId>,
    /// Blank keeps the stored one (rules.md#stored-secrets).
    pub access_token: String,
    /// Blank keeps the stored one.
    pub refresh_token: String,
}

/// Tokens that have passed every rule; none where the stored one stays.
#[derive(Clone, PartialEq, Eq)]
pub struct TokenTexts {
    /// The account they open.
    pub api_service: ApiServiceId,
    /// The access token, trimmed.
    pub access_token: Option<String>,
    /// The refresh token, trimmed.
    pub refresh_token: Option<String>,
}

impl std::fmt::Debug for TokenTexts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TokenTexts").field("api_service", &self.api_service).finish_non_exhaustive()
    }
}

impl TokenForm {
    /// Checks every rule. New tokens need at least one of the two; `has_stored` says that an earlier one stays.
    ///
    /// # Errors
    /// Every wrong field, by its name on the wire.
    pub fn check(&self, has_stored: bool) -> Result<TokenTexts, Invalid> {
        let mut invalid = Invalid::none();
        let access_token = token(&mut invalid, "AccessToken", "Access Token", &self.access_token);
        let refresh_token = token(&mut invalid, "RefreshToken", "Refresh Token", &self.refresh_token);
        let any = has_stored || access_token.is_some() || refresh_token.is_some();
        invalid.check(any, "AccessToken", "Enter an access token or a refresh token.");
        invalid.check(self.api_service.is_some(), "ApiServiceId", "Choose an ERP account.");
        match self.api_service {
            Some(api_service) => invalid.or(TokenTexts { api_service, access_token, refresh_token }),
            None => Err(invalid),
        }
    }
}

fn token(invalid: &mut Invalid, key: &str, label: &str, typed: &str) -> Option<String> {
    let typed = non_blank(typed)?;
    invalid.check(typed.len() <= TOKEN_LIMIT, key, format!("{label} must be at most {TOKEN_LIMIT} bytes."));
    let is_plain = typed.bytes().all(|byte| byte.is_ascii_graphic());
    invalid.check(is_plain, key, format!("{label} must be letters, digits and signs without blanks."));
    Some(typed.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_trimmed_and_blank_ones_keep_the_stored() {
        let form = TokenForm {
            api_service: Some(ApiServiceId(3)),
            access_token: " abc.def ".into(),
            refresh_token: " ".into(),
        };
        let tokens = form.check(false).expect("valid");
        assert_eq!((tokens.access_token.as_deref(), tokens.refresh_token), (Some("abc.def"), None));
        let blank = TokenForm { access_token: String::new(), ..form };
        assert!(blank.check(true).is_ok());
        assert_eq!(blank.check(false).expect_err("nothing typed").0[0].key, "AccessToken");
    }

    #[test]
    fn wrong_tokens_are_named_and_never_printed() {
        let form =
            TokenForm { api_service: None, access_token: "a b".into(), refresh_token: "x".repeat(TOKEN_LIMIT + 1) };
        let keys: Vec<_> = form.check(false).expect_err("wrong").0.into_iter().map(|error| error.key).collect();
        assert_eq!(keys, ["AccessToken", "RefreshToken", "ApiServiceId"]);
        let tokens =
            TokenForm { api_service: Some(ApiServiceId(3)), access_token: "abc".into(), ..TokenForm::default() };
        let printed = format!("{:?}", tokens.check(false).expect("valid"));
        assert!(!printed.contains("abc"), "{printed}");
    }
}
