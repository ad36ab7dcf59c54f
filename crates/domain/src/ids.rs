//! One id type per record, so that a plan's id can never be passed where a group's is meant.
//!
//! Ids are positive integers given by the database and never reused (rules.md#wire-format).

macro_rules! id {
    ($($(#[$meta:meta])* $name:ident),* $(,)?) => {$(
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub i64);

        impl $name {
            /// The number behind the id, as the database and the wire know it.
            pub const fn get(self) -> i64 {
                self.0
            }
        }

        impl From<i64> for $name {
            fn from(id: i64) -> Self {
                Self(id)
            }
        }

        impl From<$name> for i64 {
            fn from(id: $name) -> Self {
                id.0
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }
    )*};
}

id! {
    /// A broker.
    BrokerId,
    /// An employer group (`employerId` on the wire).
    GroupId,
    /// A member (`employeeId` on the wire).
    MemberId,
    /// A contact of a group.
    ContactId,
    /// A note on a group.
    NoteId,
    /// A person who signs in.
    UserId,
    /// A signed-in session.
    SessionId,
    /// An access key of a user.
    AccessKeyId,
    /// A change in a member's status timeline.
    StatusChangeId,
    /// A named rate of a group.
    PricingOptionId,
    /// A coded grouping of members that points at one pricing option.
    PricingGroupId,
    /// A billing plan (`invoiceId` in billing paths).
    PlanId,
    /// A line item of a billing plan.
    PlanLineId,
    /// A billing snapshot, seen by customers as an invoice.
    SnapshotId,
    /// A frozen line of a snapshot.
    SnapshotLineId,
    /// A billing run.
    BillingRunId,
    /// A bulk action on invoices.
    BulkActionId,
    /// A consult.
    ConsultId,
    /// A census file.
    CensusFileId,
    /// A task of a census file.
    CensusTaskId,
    /// What a census file did to a member.
    CensusChangeId,
    /// An ERP account ("API service").
    ApiServiceId,
    /// The configuration of a QuickBooks account.
    AccountingConfigId,
    /// The configuration of a NetSuite account.
    NetsuiteConfigId,
    /// The OAuth tokens of an ERP account.
    ApiTokenId,
    /// A benefit service that a group may carry.
    BenefitServiceId,
    /// A commission rule.
    CommissionRuleId,
    /// A plan line in a commission rule (`CommissionLineItemId` on the wire).
    RuleLineId,
    /// An amount that a person has added to what a commission rule pays.
    AdjustmentId,
    /// A commission statement.
    StatementId,
    /// A queued job.
    JobId,
    /// A view of a list that a user has saved.
    SavedViewId,
    /// A stored upload or rendered document.
    StoredFileId,
}
