//! What the rows of a group's files are judged by.

use chrono::NaiveDate;
use domain::GroupId;
use domain::access::Scope;
use domain::brokers::BrokerOverrides;
use domain::census::values::DateOrder;
use domain::census::{PricingGroups, PricingRule, Rules};
use domain::groups::effective::effective_flags;
use store::{Db, groups, pricing};

use crate::error::Result;

/// The rules of a day for a group: its pricing groups, and whether it takes dependents (rules.md#dependents-not-taken,
/// rules.md#broker-override).
pub(super) async fn rules(db: &impl Db, group: GroupId, dates: DateOrder, today: NaiveDate) -> Result<Rules> {
    let found = groups::find(db, Scope::system(), group).await?;
    let master = found.master_broker.map_or(BrokerOverrides::default(), |broker| broker.details.overrides);
    let flags = effective_flags(found.details.flags, found.broker.details.overrides, master);
    let pricing = pricing::groups::all(db, Scope::system(), group).await?;
    let pricing = PricingGroups::new(pricing.iter().map(|group| PricingRule::from(&group.details)).collect());
    Ok(Rules {
        today,
        dates,
        multi_group: false,
        process_dependents: flags.process_dependents.value,
        pricing: Some(pricing),
    })
}
