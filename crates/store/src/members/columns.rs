//! The columns of `member` as they are written, derived ones included.

use chrono::NaiveDate;
use domain::MemberId;
use domain::members::MemberDetails;
use domain::members::status::CurrentStatus;
use serde::Serialize;
use uuid::Uuid;

use super::Member;
use super::write::{MemberWrite, NewMember};
use crate::Stamp;
use crate::row_set::{Columns, Instant, Kind};

/// The columns of a member that may change, with their types here and there.
macro_rules! member_columns {
    ($($name:ident: $type:ty => $kind:ident,)*) => {
        /// A row of `member` on its way, borrowed from the details it is made of.
        #[derive(Serialize)]
        pub(super) struct MemberColumns<'a> {
            id: Option<i64>,
            version: Option<i32>,
            group_id: i64,
            link_id: Uuid,
            created_at: Instant,
            $($name: $type,)*
        }

        pub(super) const MADE: &Columns = &[
            ("group_id", Kind::Long),
            ("link_id", Kind::Guid),
            ("created_at", Kind::Instant),
            $((stringify!($name), Kind::$kind),)*
        ];

        /// Which of [`CHANGING`] differ between two rows.
        fn differing(before: &MemberColumns<'_>, after: &MemberColumns<'_>) -> [bool; CHANGING.len()] {
            [$(before.$name != after.$name,)*]
        }

        const CHANGING: &Columns = &[$((stringify!($name), Kind::$kind),)*];
    };
}

member_columns! {
    first_name: &'a str => Text,
    last_name: &'a str => Text,
    first_key: String => Text,
    last_key: String => Text,
    email: Option<&'a str> => Text,
    mobile_phone: Option<&'a str> => Text,
    home_phone: Option<&'a str> => Text,
    gender: i16 => Small,
    date_of_birth: NaiveDate => Date,
    address_line1: Option<&'a str> => Text,
    address_line2: Option<&'a str> => Text,
    city: Option<&'a str> => Text,
    state: Option<&'a str> => Text,
    zip_code: Option<&'a str> => Text,
    plan_name: &'a str => Text,
    member_type: &'a str => Text,
    is_primary: bool => Flag,
    primary_member_id: Option<i64> => Long,
    other_member_id: Option<&'a str> => Text,
    unique_id: Option<&'a str> => Text,
    unique_key: Option<String> => Text,
    billing_reference_id: Option<&'a str> => Text,
    billing_ref_key: Option<String> => Text,
    pricing_group_id: Option<i64> => Long,
    status: i16 => Small,
    pending_status: Option<i16> => Small,
    pending_on: Option<NaiveDate> => Date,
    scope_changed_at: Option<Instant> => Instant,
    updated_at: Instant => Instant,
    updated_by: Option<i64> => Long,
}

/// What every save writes: which member in which version, and who saved it when.
const SAVED: [(&str, Kind); 4] =
    [("id", Kind::Long), ("version", Kind::Int), ("updated_at", Kind::Instant), ("updated_by", Kind::Long)];

/// Changes of members on their way, and the columns in which any of them differs from what is stored: the others are not touched, for each
/// touched one costs its indexes a write a row. The first two say which row; they are not written.
pub(super) struct Changes<'a> {
    pub(super) rows: Vec<MemberColumns<'a>>,
    pub(super) columns: Vec<(&'static str, Kind)>,
}

impl<'a> Changes<'a> {
    pub(super) fn of(writes: &'a [MemberWrite<'_>], stamp: Stamp) -> Self {
        let mut touched = [false; CHANGING.len()];
        let mut rows = Vec::with_capacity(writes.len());
        for write in writes {
            let (before, after) = (MemberColumns::stored(write.before), MemberColumns::changed(write, stamp));
            for (touched, differs) in touched.iter_mut().zip(differing(&before, &after)) {
                *touched |= differs;
            }
            rows.push(after);
        }
        let is_saved = |column: &(&str, Kind)| SAVED.iter().any(|(name, _)| *name == column.0);
        let touched = CHANGING.iter().zip(touched).filter(|(column, touched)| *touched && !is_saved(column));
        Self { rows, columns: SAVED.into_iter().chain(touched.map(|(column, _)| *column)).collect() }
    }
}

impl<'a> MemberColumns<'a> {
    pub(super) fn made(member: &'a NewMember, status: CurrentStatus) -> Self {
        let row = Self::of(&member.details, member.primary, status, member.made);
        Self { group_id: member.group.get(), link_id: member.link, ..row }
    }

    fn stored(member: &'a Member) -> Self {
        let saved = Stamp { at: member.updated_at, by: None };
        let row = Self::of(&member.details, member.primary, member.status, saved);
        Self { scope_changed_at: member.scope_changed_at.map(Instant), ..row }
    }

    fn changed(write: &'a MemberWrite<'_>, stamp: Stamp) -> Self {
        let before = write.before;
        let status = write.status.as_ref().map_or(before.status, |status| status.current);
        let row = Self::of(&write.details, write.primary, status, stamp);
        let scope_changed_at = scope_changed(before, &write.details).then_some(Instant(stamp.at));
        Self {
            id: Some(before.id.get()),
            version: Some(before.version),
            scope_changed_at: scope_changed_at.or(before.scope_changed_at.map(Instant)),
            ..row
        }
    }

    fn of(details: &'a MemberDetails, primary: Option<MemberId>, status: CurrentStatus, stamp: Stamp) -> Self {
        Self {
            id: None,
            version: None,
            group_id: 0,
            link_id: Uuid::nil(),
            created_at: Instant(stamp.at),
            first_name: &details.first_name,
            last_name: &details.last_name,
            first_key: details.first_key(),
            last_key: details.last_key(),
            email: details.email.as_deref(),
            mobile_phone: details.mobile_phone.as_deref(),
            home_phone: details.home_phone.as_deref(),
            gender: details.gender.number(),
            date_of_birth: details.date_of_birth,
            address_line1: details.address_line1.as_deref(),
            address_line2: details.address_line2.as_deref(),
            city: details.city.as_deref(),
            state: details.state.as_deref(),
            zip_code: details.zip_code.as_deref(),
            plan_name: &details.plan_name,
            member_type: &details.member_type,
            is_primary: details.is_primary(),
            primary_member_id: primary.filter(|_| !details.is_primary()).map(MemberId::get),
            other_member_id: details.other_member_id.as_deref(),
            unique_id: details.unique_id.as_deref(),
            unique_key: details.unique_key(),
            billing_reference_id: details.billing_reference_id.as_deref(),
            billing_ref_key: details.billing_ref_key(),
            pricing_group_id: details.pricing_group.map(domain::PricingGroupId::get),
            status: status.status.number(),
            pending_status: status.pending.map(|(status, _)| status.number()),
            pending_on: status.pending.map(|(_, on)| on),
            scope_changed_at: None,
            updated_at: Instant(stamp.at),
            updated_by: stamp.user(),
        }
    }
}

/// Whether a plan line may now cover the member that did not before, or no longer does (rules.md#ledger-sets).
fn scope_changed(before: &Member, after: &MemberDetails) -> bool {
    before.details.is_primary() != after.is_primary() || before.details.billing_ref_key() != after.billing_ref_key()
}

/// A name that a member no longer has.
#[derive(Serialize)]
pub(super) struct FormerName<'a> {
    pub(super) member_id: i64,
    pub(super) first_name: &'a str,
    pub(super) last_name: &'a str,
    pub(super) replaced_at: Instant,
}

pub(super) const NAME: &Columns =
    &[("member_id", Kind::Long), ("first_name", Kind::Text), ("last_name", Kind::Text), ("replaced_at", Kind::Instant)];

#[cfg(test)]
mod tests {
    use chrono::{DateTime, Utc};
    use domain::examples::member_details;
    use domain::{GroupId, UserId};

    use super::*;

    #[test]
    fn a_change_touches_the_columns_that_differ() {
        let before = Member {
            id: MemberId(1),
            group: GroupId(1),
            details: member_details(),
            primary: None,
            status: CurrentStatus { status: domain::members::Status::Active, pending: None },
            scope_changed_at: None,
            welcomed_at: None,
            link: Uuid::nil(),
            version: 1,
            created_at: DateTime::<Utc>::UNIX_EPOCH,
            updated_at: DateTime::<Utc>::UNIX_EPOCH,
        };
        let stamp = Stamp { at: DateTime::<Utc>::UNIX_EPOCH, by: Some(UserId(1)) };
        let touched = |change: fn(&mut MemberDetails)| {
            let mut details = before.details.clone();
            change(&mut details);
            let write = MemberWrite { before: &before, details, primary: None, status: None };
            let columns = Changes::of(&[write], stamp).columns;
            columns.into_iter().map(|(name, _)| name).skip(SAVED.len()).collect::<Vec<_>>()
        };
        assert_eq!(touched(|_| ()), Vec::<&str>::new());
        assert_eq!(touched(|details| details.city = Some("Lima".to_owned())), ["city"]);
        assert_eq!(touched(|details| details.last_name = "Moss".to_owned()), ["last_name", "last_key"]);
        assert_eq!(
            touched(|details| details.billing_reference_id = Some("West".to_owned())),
            ["billing_reference_id", "billing_ref_key", "scope_changed_at"]
        );
    }
}
