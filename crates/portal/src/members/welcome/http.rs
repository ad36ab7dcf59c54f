//! The endpoints of welcome mails.

use axum::extract::State;
use domain::{GroupId, MemberId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::service::{self, Eligible, Sent};
use crate::context::Context;
use crate::http::wire::Instant;
use crate::http::{Answer, Body, CallerOrigin, Envelope, Path, answer};

/// A member who can be welcomed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct WelcomeEligible {
    id: i64,
    full_name: String,
    email_address: String,
    /// When a welcome mail was last sent.
    welcome_sent_on: Option<Instant>,
    /// Whether a mail sent by hand would reach the member: not when it got one since it last became active.
    welcome_due: bool,
}

impl From<Eligible> for WelcomeEligible {
    fn from(Eligible { member, due }: Eligible) -> Self {
        Self {
            id: member.id.get(),
            full_name: format!("{} {}", member.first_name, member.last_name),
            email_address: member.email,
            welcome_sent_on: member.welcomed_at.map(Instant),
            welcome_due: due,
        }
    }
}

/// Whom to welcome.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", default)]
pub struct WelcomeInput {
    /// Of no meaning: the id of the path counts.
    employer_id: Option<i64>,
    employee_ids: Vec<i64>,
}

/// What became of the wish.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct WelcomeView {
    /// Members who get a mail.
    sent: usize,
    /// Members who got one before, since they last became active.
    skipped: usize,
}

impl From<Sent> for WelcomeView {
    fn from(sent: Sent) -> Self {
        Self { sent: sent.sent, skipped: sent.skipped }
    }
}

/// The active members of a group who have an address, by name.
#[utoipa::path(
    get, path = "/employers/{employerId}/members/welcome-eligible", tag = "members",
    params(("employerId" = i64, Path)), responses((status = 200, body = Envelope<Vec<WelcomeEligible>>))
)]
pub async fn eligible(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(group): Path<GroupId>,
) -> Answer<Vec<WelcomeEligible>> {
    let members = service::eligible(&ctx, &who, group).await?;
    answer(members.into_iter().map(WelcomeEligible::from).collect::<Vec<_>>())
}

/// Sends welcome mails; whoever got one since becoming active is skipped.
#[utoipa::path(
    post, path = "/employers/{employerId}/members/send-welcome", tag = "members", params(("employerId" = i64, Path)),
    request_body = WelcomeInput, responses((status = 200, body = Envelope<WelcomeView>))
)]
pub async fn send(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(group): Path<GroupId>,
    Body(input): Body<WelcomeInput>,
) -> Answer<WelcomeView> {
    let members = input.employee_ids.into_iter().map(MemberId).collect();
    answer(service::send(&ctx, &who, group, members).await?)
}
