//! What those whom a file ends for being absent have in common, in a sentence: often it is why so many are absent.

use domain::{CensusFileId, GroupId};
use store::Db;
use store::census::shared_trait::{self, InCommon};

use crate::error::Result;

/// Its name in the summary of the inspection.
pub(super) const IN_COMMON: &str = "InCommon";

/// `All 58 carry the billing code DRIVERS.`; nothing when `absent` is none, or they have nothing in common.
pub(super) async fn told(db: &impl Db, file: CensusFileId, group: GroupId, absent: u32) -> Result<Option<String>> {
    if absent == 0 {
        return Ok(None);
    }
    let found = shared_trait::of_absent(db, file, group).await?;
    Ok(found.map(|found| match found {
        InCommon::BillingCode(code) => format!("All {absent} who are absent carry the billing code {code}."),
        InCommon::PricingGroup(name) => format!("All {absent} who are absent are in the pricing group {name}."),
        InCommon::File(name) => format!("All {absent} who are absent came with the file {name}."),
    }))
}
