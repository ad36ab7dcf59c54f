//! The vendor that a rule names has to be known in its ERP account, and is kept under its name there (rules.md#commission-rule-fields).

use connectors::VendorId;
use domain::Invalid;
use domain::commissions::rule::{ErpVendor, RuleDetails, RuleForm};

use crate::accounts::connection::read;
use crate::context::Context;
use crate::erp::service::reach;
use crate::error::{Error, Result};
use crate::http::CallerOrigin;

const FIELD: &str = "ErpVendorId";

/// The vendor as a save stores it; `None` where none is named, or the form is wrong in itself. The ERP is asked for what the save changes: what was
/// saved before stays, whatever has become of it there. An account that is not connected yet is not asked. No transaction may be open, since
/// somebody else's system takes its time.
///
/// # Errors
/// On `ErpVendorId` where the account has no such vendor, or does not answer.
pub(super) async fn settled(
    ctx: &Context,
    who: &CallerOrigin,
    saved: Option<&RuleDetails>,
    form: &RuleForm,
) -> Result<Option<ErpVendor>> {
    let Ok(RuleDetails { api_service: Some(account), vendor: Some(vendor), .. }) = form.check() else {
        return Ok(None);
    };
    let saved = saved.filter(|saved| saved.api_service == Some(account)).and_then(|saved| saved.vendor.as_ref());
    if saved == Some(&vendor) {
        return Ok(Some(vendor));
    }
    let erp = match reach(ctx, who, Some(account), "vendor of a commission rule").await {
        // There is no such account, which the save itself says, or it is not connected.
        Err(Error::NotFound | Error::Invalid(_) | Error::Unreached(_) | Error::Throttled { .. }) => {
            return Ok(Some(vendor));
        }
        reached => reached?,
    };
    match read(erp.vendor(&VendorId::from(vendor.id.as_str()))).await {
        Ok(Some(known)) => Ok(Some(ErpVendor { id: vendor.id, name: known.display_name })),
        Ok(None) => Err(Invalid::field(FIELD, "The ERP account has no such vendor.").into()),
        Err(error) => {
            let message = format!(
                "The ERP account does not answer, so the vendor cannot be checked. Save the rule without a vendor, or try again later: {error}"
            );
            Err(Invalid::field(FIELD, message).into())
        }
    }
}
