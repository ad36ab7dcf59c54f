//! When the tokens of an ERP account have to be renewed by a person, told a week ahead (rules.md#tokens-about-to-expire).

use chrono::{DateTime, TimeDelta, Utc};

use super::ServiceType;

/// How long before their end tokens are said to be about to expire.
const TOLD_AHEAD: TimeDelta = TimeDelta::days(7);

/// When stored tokens end, as far as the vendor has told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TokenEnds {
    /// The system that they open.
    pub service_type: ServiceType,
    /// Whether there is a refresh token, with which the program gets the next access token by itself.
    pub has_refresh_token: bool,
    /// The end of the access token.
    pub access: Option<DateTime<Utc>>,
    /// The end of the refresh token, or of the certificate.
    pub refresh: Option<DateTime<Utc>>,
}

/// Tokens that have expired, or will within a week.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TokenExpiry {
    /// When they end.
    pub at: DateTime<Utc>,
    /// The whole days that are left; 0 in the last one and afterwards.
    pub days: i64,
    /// Whether they have ended.
    pub is_over: bool,
}

impl TokenEnds {
    /// The end after which a person has to enter new tokens. NetSuite signs in anew by itself, QuickBooks as long as a refresh token is good.
    fn decisive(self) -> Option<DateTime<Utc>> {
        match self.service_type {
            ServiceType::QuickBooks if !self.has_refresh_token => self.access,
            ServiceType::QuickBooks | ServiceType::NetSuite => self.refresh,
        }
    }

    /// What is to be told of them now; nothing while they are good for more than a week.
    pub fn expiry(self, now: DateTime<Utc>) -> Option<TokenExpiry> {
        let at = self.decisive()?;
        let left = at - now;
        let is_told = left <= TOLD_AHEAD;
        is_told.then(|| TokenExpiry { at, days: left.num_days().max(0), is_over: left <= TimeDelta::zero() })
    }
}

impl TokenExpiry {
    /// The same in words.
    pub fn words(self) -> String {
        match (self.is_over, self.days) {
            (true, _) => "Token has expired".to_owned(),
            (false, 0) => "Token expires within a day".to_owned(),
            (false, 1) => "Token expires in 1 day".to_owned(),
            (false, days) => format!("Token expires in {days} days"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(ends: TokenEnds) -> Option<String> {
        let now = DateTime::from_timestamp(1_783_080_000, 0).expect("a time of the calendar");
        ends.expiry(now).map(TokenExpiry::words)
    }

    fn after(minutes: i64) -> Option<DateTime<Utc>> {
        DateTime::from_timestamp(1_783_080_000 + 60 * minutes, 0)
    }

    const DAY: i64 = 24 * 60;

    #[test]
    fn a_refresh_token_is_told_of_from_a_week_before_its_end() {
        for (minutes, expected) in [
            (7 * DAY + 1, None),
            (7 * DAY, Some("Token expires in 7 days")),
            (7 * DAY - 1, Some("Token expires in 6 days")),
            (2 * DAY - 1, Some("Token expires in 1 day")),
            (DAY - 1, Some("Token expires within a day")),
            (1, Some("Token expires within a day")),
            (0, Some("Token has expired")),
            (-30 * DAY, Some("Token has expired")),
        ] {
            let ends = TokenEnds {
                service_type: ServiceType::QuickBooks,
                has_refresh_token: true,
                access: after(-5),
                refresh: after(minutes),
            };
            assert_eq!(told(ends).as_deref(), expected, "{minutes}");
        }
    }

    #[test]
    fn only_what_a_person_must_renew_is_told_of() {
        let ends = |service_type, has_refresh_token, access, refresh| TokenEnds {
            service_type,
            has_refresh_token,
            access,
            refresh,
        };
        let soon = after(60);
        for (ends, is_told) in [
            (ends(ServiceType::QuickBooks, true, soon, None), false),
            (ends(ServiceType::QuickBooks, false, soon, None), true),
            (ends(ServiceType::QuickBooks, false, None, None), false),
            (ends(ServiceType::NetSuite, false, soon, None), false),
            (ends(ServiceType::NetSuite, false, None, soon), true),
        ] {
            assert_eq!(told(ends).is_some(), is_told, "{ends:?}");
        }
    }
}
