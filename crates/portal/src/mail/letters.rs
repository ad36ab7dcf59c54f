//! The texts of mails. Each letter is data that can be stored until it is sent, and one text from which both forms are made.

use serde::{Deserialize, Serialize};

/// A mail's content.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "letter", rename_all = "snake_case")]
pub enum Letter {
    /// A link to set a new password, 60 minutes good (rules.md#password-links).
    PasswordReset {
        /// The link, its token behind `#` (rules.md#personal-data-in-logs).
        link: String,
    },
    /// A new user's link to set the first password, 72 hours good (rules.md#password-links).
    Invitation {
        /// The first name to greet.
        name: String,
        /// The link, its token behind `#`.
        link: String,
    },
    /// To a user whose second factor an administrator has taken away.
    SecondFactorReset {
        /// The first name to greet.
        name: String,
    },
    /// To the address that a user had until now.
    AddressChanged {
        /// The first name to greet.
        name: String,
    },
    /// To the address that a user has, whether another one may take its place; 72 hours good.
    AddressAsked {
        /// The first name to greet.
        name: String,
        /// Who asks, by name.
        asked_by: String,
        /// The other address.
        address: String,
        /// The link to say yes, its token behind `#`.
        link: String,
    },
    /// A member's welcome: no link, since the portal is not for members, and nothing about their health.
    Welcome {
        /// The first name to greet.
        name: String,
        /// The name of the member's group.
        group: String,
    },
    /// To a user who has asked for it, once a day: what waits, without anybody's name (rules.md#work-digest).
    WorkDigest {
        /// The first name to greet.
        name: String,
        /// What waits, a kind a line.
        lines: Vec<String>,
        /// The start page.
        link: String,
    },
}

impl Letter {
    /// The name under which the letter is stored.
    pub fn template(&self) -> &'static str {
        match self {
            Self::PasswordReset { .. } => "password_reset",
            Self::Invitation { .. } => "invitation",
            Self::SecondFactorReset { .. } => "second_factor_reset",
            Self::AddressChanged { .. } => "address_changed",
            Self::AddressAsked { .. } => "address_asked",
            Self::Welcome { .. } => "welcome",
            Self::WorkDigest { .. } => "work_digest",
        }
    }

    /// The subject line.
    pub fn subject(&self) -> &'static str {
        match self {
            Self::PasswordReset { .. } => "Set a new password",
            Self::Invitation { .. } => "Welcome to Ledgerwell",
            Self::SecondFactorReset { .. } => "Your second factor was removed",
            Self::AddressChanged { .. } => "Your e-mail address was changed",
            Self::AddressAsked { .. } => "Is this your new e-mail address?",
            Self::Welcome { .. } => "Welcome to your benefits",
            Self::WorkDigest { .. } => "What waits for you in Ledgerwell",
        }
    }

    fn paragraphs(&self) -> Vec<String> {
        match self {
            Self::PasswordReset { link } => vec![
                "Somebody asked for a new password for this address.".to_owned(),
                link.clone(),
                "The link works once and for 60 minutes. If it was not you, nothing needs to be done.".to_owned(),
            ],
            Self::Invitation { name, link } => vec![
                format!("Hello {},", unlinked(name)),
                "An account was made for you. Set a password to use it:".to_owned(),
                link.clone(),
                "The link works once and for 72 hours.".to_owned(),
            ],
            Self::SecondFactorReset { name } => vec![
                format!("Hello {},", unlinked(name)),
                "An administrator has removed the second factor of your account. Sign in with your password and set up a new one."
                    .to_owned(),
                "If you did not ask for this, change your password and tell your administrator.".to_owned(),
            ],
            Self::AddressChanged { name } => vec![
                format!("Hello {},", unlinked(name)),
                "The e-mail address of your account was changed. From now on you sign in with the new one, and mails go there."
                    .to_owned(),
                "If you did not expect this, tell your administrator.".to_owned(),
            ],
            Self::AddressAsked { name, asked_by, address, link } => vec![
                format!("Hello {},", unlinked(name)),
                format!(
                    "{} asks that the e-mail address of your account becomes {address}. You would sign in with it, and mails would go there.",
                    unlinked(asked_by)
                ),
                "If that is right, say yes here:".to_owned(),
                link.clone(),
                "The link works once and for 72 hours. If it is not right, do nothing, and tell your administrator.".to_owned(),
            ],
            Self::Welcome { name, group } => vec![
                format!("Hello {},", unlinked(name)),
                format!("Welcome! {} has added you to its benefits.", unlinked(group)),
                "Nothing needs to be done. If you have questions, please ask whoever looks after benefits where you work."
                    .to_owned(),
            ],
            Self::WorkDigest { name, lines, link } => {
                let end = "This mail comes once a day while something waits. You can turn it off on the page of your account.";
                let begin = [format!("Hello {},", unlinked(name)), "This waits for you in Ledgerwell:".to_owned()];
                begin.into_iter().chain(lines.iter().cloned()).chain([link.clone(), end.to_owned()]).collect()
            }
        }
    }

    /// The plain form.
    pub fn text(&self) -> String {
        self.paragraphs().join("\n\n") + "\n"
    }

    /// The same as simple HTML.
    pub fn html(&self) -> String {
        let paragraph = |text: &String| {
            let text = escape(text);
            let is_link = text.starts_with("http://") || text.starts_with("https://");
            if is_link { format!("<p><a href=\"{text}\">{text}</a></p>") } else { format!("<p>{text}</p>") }
        };
        self.paragraphs().iter().map(paragraph).collect()
    }
}

/// A name of which no mail program makes a link: an invisible character that joins words stands behind each dot and the like within it.
fn unlinked(name: &str) -> String {
    const WORD_JOINER: char = '\u{2060}';
    let mut written = String::with_capacity(name.len());
    let mut letters = name.chars().peekable();
    while let Some(letter) = letters.next() {
        written.push(letter);
        let goes_on = letters.peek().is_some_and(|next| !next.is_whitespace());
        if goes_on && matches!(letter, '.' | ':' | '@') {
            written.push(WORD_JOINER);
        }
    }
    written
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_link_is_made_of_a_name() {
        let (name, link) = ("Evil.com".to_owned(), "https://portal.example/#a".to_owned());
        let letters = [
            Letter::Invitation { name: name.clone(), link: link.clone() },
            Letter::SecondFactorReset { name: name.clone() },
            Letter::AddressChanged { name: name.clone() },
            Letter::AddressAsked {
                name: name.clone(),
                asked_by: name.clone(),
                address: "ana@mail.example".into(),
                link,
            },
            Letter::Welcome { name: name.clone(), group: name.clone() },
            Letter::WorkDigest { name: name.clone(), lines: vec![], link: "https://portal.example".into() },
        ];
        for letter in letters {
            for form in [letter.text(), letter.html()] {
                assert!(form.contains("Evil.\u{2060}com"), "{form}");
                assert!(!form.contains(&name), "{form}");
            }
        }
        assert_eq!(unlinked("http://a.example"), "http:\u{2060}//a.\u{2060}example");
        assert_eq!(unlinked("J. R. Moor Jr."), "J. R. Moor Jr.");
    }

    #[test]
    fn names_cannot_smuggle_markup_into_a_mail() {
        let letter = Letter::Invitation { name: "<b>Eve</b>".into(), link: "https://portal.example/#a&b".into() };
        assert!(letter.html().contains("Hello &lt;b&gt;Eve&lt;/b&gt;,"));
        assert!(letter.html().contains("href=\"https://portal.example/#a&amp;b\""));
        assert!(letter.text().contains("https://portal.example/#a&b"));
    }
}
