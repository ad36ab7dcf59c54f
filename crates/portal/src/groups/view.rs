//! A group as screens get it: in lists, and its basics for everybody. The whole of it stands in [`super::whole`].

use domain::BrokerId;
use domain::members::admission::Admission;
use serde::Serialize;
use store::counts::MemberCounts;
use store::groups::Group;
use store::groups::listing::{GroupName, GroupRow};
use utoipa::ToSchema;

use super::reactivation::Foreseen;
use super::service::Synced;
use super::whole::GroupView;
use crate::http::Named;
use crate::http::wire::{Date, Instant};

/// A group as a choice.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct GroupChoice {
    id: i64,
    name: String,
    group_id: String,
    /// Its broker: users of the broker may be given the group.
    broker_id: i64,
    /// The broker above it, whose users may be given it too.
    master_broker_id: Option<i64>,
    /// Whether its census files end who is absent, unless a file says otherwise.
    explicit_import: bool,
}

/// What making an In-Active group Active again is about.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct ReactivationView {
    /// Members that ended with the group and were not changed since.
    ended_members: u64,
    /// The day from which they come back when no other one is named.
    effective_date: Date,
}

impl From<Foreseen> for ReactivationView {
    fn from(Foreseen { ended, effective_on }: Foreseen) -> Self {
        Self { ended_members: ended, effective_date: effective_on.into() }
    }
}

/// A group in the list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct GroupListRow {
    id: i64,
    name: String,
    group_id: String,
    broker: Named,
    effective_date: Date,
    termination_date: Option<Date>,
    renewal_date: Option<Date>,
    status: i16,
    status_name: &'static str,
    status_color: &'static str,
    /// Whether its census files end who is absent, unless a file says otherwise.
    explicit_import: bool,
    active_members: i64,
    total_members: i64,
}

/// The members of a group today.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct MemberCount {
    total_members: i64,
    active_members: i64,
    in_active_members: i64,
}

/// What everybody may see of a group in scope.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct GroupBasics {
    id: i64,
    group_id: String,
    name: String,
    broker: Named,
    master_broker: Option<Named>,
    effective_date: Date,
    termination_date: Option<Date>,
    renewal_date: Option<Date>,
    status: i16,
    status_name: &'static str,
    status_color: &'static str,
    /// Whether the caller may add members here.
    may_add_members: bool,
    /// Whether others than administrators see the group's invoices.
    enable_invoice_access: bool,
    version: i32,
}

/// One group, as much of it as the caller may see.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum GroupAnswer {
    /// The whole.
    ForAdministrators(Box<GroupView>),
    /// The basics.
    ForOthers(GroupBasics),
}

/// What a sync of the insurance did.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct SyncView {
    /// Members that the patient platform takes as covered; 0 when the group neither collects nor bills insurance.
    synced: u64,
    /// When the group was last synced.
    insurance_synced_on: Option<Instant>,
}

impl From<Synced> for SyncView {
    fn from(synced: Synced) -> Self {
        Self { synced: synced.members, insurance_synced_on: synced.at.map(Instant) }
    }
}

impl From<GroupName> for GroupChoice {
    fn from(group: GroupName) -> Self {
        Self {
            id: group.id.get(),
            name: group.name,
            group_id: group.code,
            broker_id: group.broker.get(),
            master_broker_id: group.master_broker.map(BrokerId::get),
            explicit_import: group.explicit_import,
        }
    }
}

impl From<GroupRow> for GroupListRow {
    fn from(row: GroupRow) -> Self {
        let (broker, broker_name) = row.broker;
        Self {
            id: row.id.get(),
            name: row.name,
            group_id: row.code,
            broker: Named::new(broker, broker_name),
            effective_date: row.effective_on.into(),
            termination_date: row.termination_on.map(Date),
            renewal_date: row.renewal_on.map(Date),
            status: row.status.number(),
            status_name: row.status.name(),
            status_color: row.status.color(),
            explicit_import: row.explicit_import,
            active_members: row.members.active,
            total_members: row.members.total,
        }
    }
}

impl From<MemberCounts> for MemberCount {
    fn from(counts: MemberCounts) -> Self {
        Self { total_members: counts.total, active_members: counts.active, in_active_members: counts.in_active() }
    }
}

impl GroupBasics {
    pub(super) fn of(group: &Group, is_administrator: bool) -> Self {
        let details = &group.details;
        let allow_manual_adds = details.flags.allow_manual_adds;
        let admission = Admission { status: details.status, allow_manual_adds, is_administrator };
        Self {
            id: group.id.get(),
            group_id: details.group_code.clone(),
            name: details.name.clone(),
            broker: Named::new(group.broker.id, &group.broker.details.name),
            master_broker: group.master_broker.as_ref().map(|master| Named::new(master.id, &master.details.name)),
            effective_date: details.effective_on.into(),
            termination_date: details.termination_on.map(Date),
            renewal_date: details.renewal_on.map(Date),
            status: details.status.number(),
            status_name: details.status.name(),
            status_color: details.status.color(),
            may_add_members: admission.is_granted(),
            enable_invoice_access: details.flags.enable_invoice_access,
            version: group.version,
        }
    }
}

impl From<Group> for GroupBasics {
    fn from(group: Group) -> Self {
        Self::of(&group, false)
    }
}
