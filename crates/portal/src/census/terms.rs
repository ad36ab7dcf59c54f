//! By what a file is matched and applied: its group's pricing groups and settings, its own settings, and the day.

use chrono::NaiveDate;
use domain::access::Scope;
use domain::brokers::BrokerOverrides;
use domain::census::apply::PricingCodes;
use domain::census::changes::{ApplyOptions, effective_on};
use domain::census::guards::{self, Absence, TerminationGuard};
use domain::census::plan;
use domain::census::progress::effective_explicit;
use domain::census::{PricingGroups, PricingRule};
use domain::groups::GroupStatus;
use domain::groups::effective::effective_flags;
use domain::members::effective_date;
use domain::members::status::Timeline;
use domain::{GroupId, PricingGroupId};
use store::census::files::CensusFile;
use store::groups::terms::GroupTerms;
use store::members::Member;
use store::{Db, groups, pricing};

use crate::error::Result;

/// What holds for a file today.
#[derive(Debug, Clone)]
pub(super) struct Terms {
    /// The file's group.
    pub(super) group: GroupId,
    /// Whether the group is served; an In-Active one is not changed (rules.md#inactive-group).
    pub(super) group_status: GroupStatus,
    /// Its pricing groups, for thresholds.
    pub(super) pricing: PricingGroups,
    /// The same by their codes.
    pub(super) codes: PricingCodes,
    /// Whether dependents of the file are read at all (rules.md#dependents-not-taken, rules.md#broker-override).
    pub(super) takes_dependents: bool,
    /// Whether absent members are ended (rules.md#explicit-import).
    pub(super) explicit: bool,
    /// From how many ended members on somebody has to confirm (rules.md#mass-termination-guard).
    pub(super) guard: TerminationGuard,
    /// What a change of members has to know of the group, welcome mails among it (rules.md#welcome-mails).
    pub(super) joining: GroupTerms,
    /// How rows are applied.
    pub(super) options: ApplyOptions,
    /// The day in business time.
    pub(super) today: NaiveDate,
}

impl Terms {
    /// The terms of a file of one group on a day in business time.
    pub(super) async fn of(db: &impl Db, file: &CensusFile, today: NaiveDate) -> Result<Self> {
        let group = groups::find(db, Scope::system(), file.group_id()?).await?;
        let master = group.master_broker.map_or(BrokerOverrides::default(), |broker| broker.details.overrides);
        let flags = effective_flags(group.details.flags, group.broker.details.overrides, master);
        let found = pricing::groups::all(db, Scope::system(), group.id).await?;
        let default = found.iter().find(|group| group.details.is_default).map(|group| group.id);
        let codes = found.iter().map(|group| (group.id, group.details.code.clone())).collect();
        let joining = store::groups::terms::of_group(db, Scope::system(), group.id).await?;
        let guard = group.details.termination_guard;
        let own = group.details.flags.explicit_import;
        Ok(Self {
            group: group.id,
            group_status: group.details.status,
            pricing: PricingGroups::new(found.iter().map(|group| PricingRule::from(&group.details)).collect()),
            codes: PricingCodes::new(codes, default),
            takes_dependents: flags.process_dependents.value,
            explicit: effective_explicit(file.explicit_import, own, file.by_administrator, file.is_multi_group),
            guard: TerminationGuard {
                members: guard.minimum.unsigned_abs().into(),
                percent: guard.percent.unsigned_abs().into(),
            },
            joining,
            options: ApplyOptions {
                administrator: file.by_administrator,
                global_effective_on: file.global_effective_on,
                by_rule: effective_date(today),
            },
            today,
        })
    }

    /// The day on which the file takes effect (rules.md#explicit-import, rules.md#effective-date-of-a-file).
    pub(super) fn effective_on(&self) -> NaiveDate {
        effective_on(self.options.global_effective_on, self.options.by_rule)
    }

    /// What the absence from the file means for a member. Without its timeline the member counts as active on the day of the file if it is
    /// active today.
    pub(super) fn absence(&self, member: &Member, timeline: Option<&Timeline>) -> Absence {
        let shown = member.status.shown(self.today);
        let is_active_then = timeline.is_none_or(|timeline| timeline.is_active_on(self.effective_on()));
        guards::absence(shown, is_active_then, !member.details.is_primary(), self.takes_dependents)
    }

    /// Whether a dependent needs a code of its own, its primary being in a pricing group; the default one for none (rules.md#dependent-pricing).
    pub(super) fn dependents_need_code(&self, of_primary: Option<PricingGroupId>) -> bool {
        let place = self.pricing.find(self.codes.code(of_primary)).map(|(place, _)| place);
        self.pricing.dependents_need_code(place)
    }

    /// The terms that decide rows.
    pub(super) fn of_plan(&self) -> plan::Terms<'_> {
        plan::Terms { pricing: &self.pricing, codes: &self.codes, options: self.options, today: self.today }
    }
}
