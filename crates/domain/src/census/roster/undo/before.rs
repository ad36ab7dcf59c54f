//! What a member was before a file changed it, noted beside the change so that it can be put back.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use crate::census::field::Field;
use crate::census::roster::apply::{PricingCodes, changed};
use crate::census::roster::changes::FieldChange;
use crate::members::status::{NewChange, StatusWrite, Stood, Timeline};
use crate::members::{MemberDetails, Status};
use crate::{MemberId, PricingGroupId};

/// What a member was before a file changed it, as it is noted beside the change.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct Before {
    /// The former values of the fields that changed, by their names.
    pub fields: BTreeMap<String, Option<String>>,
    /// Its former primary.
    #[serde(default)]
    pub primary: Option<MemberId>,
    /// Its former pricing group.
    #[serde(default)]
    pub pricing_group: Option<PricingGroupId>,
    /// Its former unique id, folded, where the file gave it another one.
    #[serde(default)]
    pub unique_key: Option<String>,
    /// What stood in its timeline; absent when its status did not change.
    #[serde(default)]
    pub status: Option<BeforeStatus>,
}

/// What stood in a timeline from a day on, as it is noted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct BeforeStatus {
    /// The first day on which it was not the same afterwards.
    pub from: NaiveDate,
    /// The number of each status, and the day from which it held.
    pub stood: Vec<(i16, NaiveDate)>,
}

impl From<Stood> for BeforeStatus {
    fn from(stood: Stood) -> Self {
        let noted = |change: NewChange| (change.status.number(), change.effective_on);
        Self { from: stood.from, stood: stood.changes.into_iter().map(noted).collect() }
    }
}

impl BeforeStatus {
    /// The same as the timeline has it; `None` when a number means no status.
    pub(super) fn read(&self) -> Option<Stood> {
        let change = |(status, effective_on): &(i16, NaiveDate)| {
            Status::from_number(*status).map(|status| NewChange { status, effective_on: *effective_on })
        };
        Some(Stood { from: self.from, changes: self.stood.iter().map(change).collect::<Option<_>>()? })
    }
}

impl Before {
    /// What is to be noted of a change that a file is about to make.
    pub fn of(
        fields: &[FieldChange],
        details: &MemberDetails,
        primary: Option<MemberId>,
        timeline: &Timeline,
        status: Option<&StatusWrite>,
    ) -> Self {
        let is_new_id = fields.iter().any(|change| change.field == Field::UniqueId);
        Self {
            fields: fields.iter().map(|change| (change.field.name().to_owned(), change.old.clone())).collect(),
            primary,
            pricing_group: details.pricing_group,
            unique_key: details.unique_key().filter(|_| is_new_id),
            status: status.and_then(|write| timeline.stood_before(write)).map(Into::into),
        }
    }

    /// The details with the former values in the place of those that the file has brought; `None` for a field nobody knows.
    pub(super) fn details(&self, now: &MemberDetails) -> Option<MemberDetails> {
        let former = |(name, old): (&String, &Option<String>)| {
            Field::from_name(name).map(|field| FieldChange { field, old: None, new: old.clone() })
        };
        let fields: Vec<FieldChange> = self.fields.iter().map(former).collect::<Option<_>>()?;
        let mut details = changed(now, &fields, &PricingCodes::default());
        // Codes may have been renamed since; the pricing group itself has not gone.
        let had_another = fields.iter().any(|change| change.field == Field::PricingGroupCode);
        details.pricing_group = if had_another { self.pricing_group } else { now.pricing_group };
        Some(details)
    }
}
