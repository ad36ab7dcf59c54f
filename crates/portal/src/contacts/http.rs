//! The endpoints of contacts.

use axum::extract::State;
use domain::contacts::{ContactDetails, ContactForm};
use domain::members::contact_details::shown_phone;
use domain::{ContactId, GroupId};
use serde::{Deserialize, Serialize};
use store::contacts::Contact;
use utoipa::ToSchema;

use super::service;
use crate::context::Context;
use crate::http::{Answer, CallerOrigin, Envelope, Given, Path, Posted, answer};

/// A contact as typed. Of one that exists, fields that are absent stay as they are, and blank ones are emptied.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", default)]
pub struct ContactInput {
    #[schema(value_type = Option<String>)]
    first_name: Given<String>,
    #[schema(value_type = Option<String>)]
    last_name: Given<String>,
    #[schema(value_type = Option<String>)]
    email_address: Given<String>,
    /// Ten digits, however they are written.
    #[schema(value_type = Option<String>)]
    phone_number: Given<String>,
    #[schema(value_type = Option<String>)]
    department: Given<String>,
    #[schema(value_type = Option<String>)]
    notes: Given<String>,
    /// A new contact is active.
    active: Option<bool>,
    /// The version that was read; a stale one answers 409.
    version: Option<i32>,
}

impl ContactInput {
    /// The form to check; `stored` is the contact as it is when one is being edited.
    fn form(&self, stored: Option<&ContactDetails>) -> ContactForm {
        let text =
            |given: &Given<String>, kept: fn(&ContactDetails) -> Option<&String>| given.text(stored.and_then(kept));
        ContactForm {
            first_name: text(&self.first_name, |contact| Some(&contact.first_name)),
            last_name: text(&self.last_name, |contact| Some(&contact.last_name)),
            email: text(&self.email_address, |contact| contact.email.as_ref()),
            phone: text(&self.phone_number, |contact| contact.phone.as_ref()),
            department: text(&self.department, |contact| contact.department.as_ref()),
            notes: text(&self.notes, |contact| contact.notes.as_ref()),
            active: self.active.unwrap_or(stored.is_none_or(|stored| stored.active)),
        }
    }
}

/// A contact of a group.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct ContactView {
    id: i64,
    /// The same as `Id`.
    contact_id: i64,
    employer_group_id: i64,
    /// First and last name.
    name: String,
    first_name: String,
    last_name: String,
    email_address: Option<String>,
    /// As `(###) ###-####`.
    phone_number: Option<String>,
    department: Option<String>,
    notes: Option<String>,
    active: bool,
    version: i32,
}

/// All contacts of a group: active ones first, then by last name.
#[utoipa::path(
    get, path = "/employers/{employerId}/contacts", tag = "contacts", params(("employerId" = i64, Path)),
    responses((status = 200, body = Envelope<Vec<ContactView>>))
)]
pub async fn list(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(group): Path<GroupId>,
) -> Answer<Vec<ContactView>> {
    answer(service::list(&ctx, &who, group).await?.into_iter().map(ContactView::from).collect::<Vec<_>>())
}

/// One contact.
#[utoipa::path(
    get, path = "/employers/{employerId}/contacts/{contactId}", tag = "contacts",
    params(("employerId" = i64, Path), ("contactId" = i64, Path)),
    responses((status = 200, body = Envelope<ContactView>))
)]
pub async fn find(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path((group, id)): Path<(GroupId, ContactId)>,
) -> Answer<ContactView> {
    answer(service::find(&ctx, &who, group, id).await?)
}

/// Makes a contact.
#[utoipa::path(
    post, path = "/employers/{employerId}/contacts", tag = "contacts", params(("employerId" = i64, Path)),
    request_body = ContactInput, responses((status = 200, body = Envelope<ContactView>))
)]
pub async fn create(
    who: CallerOrigin,
    Path(group): Path<GroupId>,
    posted: Posted<ContactInput>,
) -> Answer<ContactView> {
    posted.save(|ctx, input| async move { answer(service::create(&ctx, &who, group, &input.form(None)).await?) }).await
}

/// Saves a contact.
#[utoipa::path(
    put, path = "/employers/{employerId}/contacts/{contactId}", tag = "contacts",
    params(("employerId" = i64, Path), ("contactId" = i64, Path)), request_body = ContactInput,
    responses((status = 200, body = Envelope<ContactView>))
)]
pub async fn update(
    who: CallerOrigin,
    Path(ids): Path<(GroupId, ContactId)>,
    posted: Posted<ContactInput>,
) -> Answer<ContactView> {
    posted
        .save(|ctx, input| async move {
            answer(service::update(&ctx, &who, ids, input.version, |stored| input.form(Some(stored))).await?)
        })
        .await
}

impl From<Contact> for ContactView {
    fn from(contact: Contact) -> Self {
        let name = contact.details.full_name();
        let details = contact.details;
        Self {
            id: contact.id.get(),
            contact_id: contact.id.get(),
            employer_group_id: contact.group.get(),
            name,
            first_name: details.first_name,
            last_name: details.last_name,
            email_address: details.email,
            phone_number: details.phone.as_deref().map(shown_phone),
            department: details.department,
            notes: details.notes,
            active: details.active,
            version: contact.version,
        }
    }
}
