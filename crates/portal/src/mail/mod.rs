//! Mails: what they say and how they leave.
//!
//! A mail is a row written in the transaction that causes it, sent by a job afterwards; so a mail is never sent for a change that
//! did not happen, and one whose dedupe key was used before is not sent again. Without SMTP, mails become `.eml` files.

pub mod jobs;
mod letters;

use anyhow::Context as _;
use lettre::message::{Mailbox, MultiPart};
use lettre::{AsyncFileTransport, AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};

use crate::config::Config;
pub use letters::Letter;

/// The way mails leave.
pub struct Post {
    from: Mailbox,
    transport: Transport,
}

enum Transport {
    Smtp(AsyncSmtpTransport<Tokio1Executor>),
    Outbox(AsyncFileTransport<Tokio1Executor>),
}

impl Post {
    /// SMTP when `SMTP_URL` is set, otherwise the folder `outbox` in the data folder.
    ///
    /// # Errors
    /// A setting that is no mail address or no SMTP address, or an outbox that cannot be made.
    pub fn new(config: &Config) -> anyhow::Result<Self> {
        let from =
            config.mail_from.parse().context("LEDGERWELL_MAIL_FROM must be an address such as Name <a@example.com>")?;
        let transport = match &config.smtp_url {
            Some(url) => {
                let smtp = AsyncSmtpTransport::<Tokio1Executor>::from_url(url)
                    .context("LEDGERWELL_SMTP_URL must be such as smtps://user:password@host:465")?;
                Transport::Smtp(smtp.build())
            }
            None => {
                let outbox = config.data_dir.join("outbox");
                std::fs::create_dir_all(&outbox).with_context(|| format!("creating {}", outbox.display()))?;
                Transport::Outbox(AsyncFileTransport::new(outbox))
            }
        };
        Ok(Self { from, transport })
    }

    /// Sends one mail.
    ///
    /// # Errors
    /// When the address is none or the transport refuses; worth another try later.
    pub async fn send(&self, to: &str, letter: &Letter) -> anyhow::Result<()> {
        let body = MultiPart::alternative_plain_html(letter.text(), letter.html());
        let to: Mailbox = to.parse().context("the receiver's address")?;
        let message = Message::builder().from(self.from.clone()).to(to).subject(letter.subject()).multipart(body)?;
        match &self.transport {
            Transport::Smtp(smtp) => drop(smtp.send(message).await?),
            Transport::Outbox(outbox) => drop(outbox.send(message).await?),
        }
        Ok(())
    }
}
