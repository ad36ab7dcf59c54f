//! What the rows of a group's files are judged by.

use chrono::NaiveDate;
use domain::GroupId;
use domain::access::Scope;
use domain::brokers::BrokerOverrides;
use domain::census::file::Task;
use domain::census::{PricingGroups, PricingRule, Rules};
use domain::groups::effective::effective_flags;
use store::census::files::CensusFile;
use store::census::tasks;
use store::{Db, groups, pricing};

use super::super::mapping;
use crate::error::Result;

/// The rules of a day for a group: its pricing groups, and whether it takes dependents (rules.md#dependents-not-taken,
/// rules.md#broker-override).
pub(in crate::census) async fn rules(db: &impl Db, group: GroupId, today: NaiveDate) -> Result<Rules> {
    let found = groups::find(db, Scope::system(), group).await?;
    let master = found.master_broker.map_or(BrokerOverrides::default(), |broker| broker.details.overrides);
    let flags = effective_flags(found.details.flags, found.broker.details.overrides, master);
    let pricing = pricing::groups::all(db, Scope::system(), group).await?;
    let pricing = PricingGroups::new(pricing.iter().map(|group| PricingRule::from(&group.details)).collect());
    Ok(Rules { process_dependents: flags.process_dependents.value, pricing: Some(pricing), ..Rules::on(today) })
}

/// The same for corrections by a user. They have the month first, also in a file with the day first.
pub(in crate::census) async fn rules_of_corrections(
    db: &impl Db,
    file: &CensusFile,
    today: NaiveDate,
) -> Result<Rules> {
    let by_id = mapping::summary(&tasks::of_file(db, file.id).await?, Task::MapData).is_by_id();
    Ok(Rules { by_id, ..rules(db, file.group_id()?, today).await? })
}
