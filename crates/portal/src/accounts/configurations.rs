//! The configuration of an account, one shape a system: what the editor posts, what it gets, and saving it.

use connectors::Secret;
use connectors::netsuite::NetSuite;
use domain::accounts::{ServiceType, check_secret, company_stays};
use domain::{ApiServiceId, Invalid};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::accounts::configurations::Stored;
use store::{Tx, accounts};
use utoipa::ToSchema;

use crate::context::Context;
use crate::error::{Error, Result};
use crate::http::{CallerOrigin, Given};
use crate::sealing::{self, Place};

macro_rules! configuration {
    (
        $module:ident, $kind:ident, $id:ident, $values:ident, $subject:literal, [$create:literal, $update:literal, $read:literal], $stored:ident, $input:ident, $view:ident,
        { $($field:ident $key:tt),* $(,)? }
    ) => {
        /// A stored configuration of this system.
        pub type $stored = Stored<domain::$id, domain::accounts::$values>;

        /// A configuration as typed. Of one that exists, fields that are absent stay as they are.
        #[derive(Debug, Default, Deserialize, ToSchema)]
        #[serde(rename_all = "PascalCase", default)]
        pub struct $input {
            /// The account it belongs to; that of an existing configuration stays.
            api_service_id: Option<i64>,
            /// Blank or absent keeps the stored one.
            client_secret: Option<String>,
            $(
                #[serde(rename = $key)]
                #[schema(value_type = Option<String>)]
                $field: Given<String>,
            )*
            /// The version that was read; a stale one answers 409.
            version: Option<i32>,
        }

        /// A configuration without its secret, which has a call of its own.
        #[derive(Debug, Serialize, ToSchema)]
        #[serde(rename_all = "PascalCase")]
        pub struct $view {
            id: i64,
            api_service_id: i64,
            /// Whether a client secret is stored.
            has_client_secret: bool,
            $(
                #[serde(rename = $key)]
                $field: Option<String>,
            )*
            version: i32,
        }

        impl From<$stored> for $view {
            fn from(stored: $stored) -> Self {
                Self {
                    id: stored.id.get(),
                    api_service_id: stored.account.get(),
                    has_client_secret: stored.has_secret,
                    $($field: stored.values.$field,)*
                    version: stored.version,
                }
            }
        }

        impl $input {
            fn values(&self, stored: Option<&domain::accounts::$values>) -> domain::accounts::$values {
                domain::accounts::$values {
                    $($field: self.$field.or(stored.and_then(|stored| stored.$field.clone())),)*
                }
            }
        }

        /// Use cases of configurations of this system.
        pub mod $module {
            use domain::$id;
            use store::accounts::configurations::$module as stored_in;

            use super::*;

            /// Makes the configuration of an account.
            ///
            /// # Errors
            /// Wrong fields; on `ApiServiceId` for an account of another system or one that has a configuration.
            pub async fn create(ctx: &Context, who: &CallerOrigin, input: &$input) -> Result<$stored> {
                let tx = ctx.store.begin().await?;
                let account = account_of(&tx, who, input.api_service_id, ServiceType::$kind).await;
                let checked = both(input.values(None).check(), secret_of(ServiceType::$kind, input.client_secret.as_deref()));
                let (account, (values, secret)) = both(account, checked).map_err(Error::from)?;
                let stamp = who.stamp(ctx);
                let id = stored_in::insert(&tx, account, &values, stamp).await.map_err(|error| {
                    if error.is_refused_by(stored_in::ACCOUNT_TAKEN) { has_one().into() } else { Error::from(error) }
                })?;
                if let Some(secret) = &secret {
                    stored_in::set_secret(&tx, id, sealing::seal(ctx, place(id), secret.as_bytes())).await?;
                }
                let made = stored_in::find(&tx, who.scope(), id).await?;
                let after = recorded(values.recorded(), account, secret.is_some());
                let entry = who.entry(ctx, $create, $subject).on(id).caused_by("api_service", account);
                tx.commit(entry.with_change(&json!({}), &after)).await?;
                Ok(made)
            }

            /// Saves a configuration. A save that changes nothing writes nothing.
            ///
            /// # Errors
            /// [`Error::NotFound`], a stale version, wrong fields, another company although documents were made.
            pub async fn update(ctx: &Context, who: &CallerOrigin, id: $id, input: &$input) -> Result<$stored> {
                let tx = ctx.store.begin().await?;
                let before = stored_in::for_changing(&tx, who.scope(), id, input.version).await?;
                let (values, secret) = both(
                    input.values(Some(&before.values)).check(),
                    secret_of(ServiceType::$kind, input.client_secret.as_deref()),
                )?;
                check_company(&tx, before.account, before.values.company(), values.company()).await?;
                let old = stored_in::sealed_secret(&tx, who.scope(), id).await?;
                let secret = secret.filter(|secret| !is_stored(ctx, place(id), old.as_deref(), secret));
                if values == before.values && secret.is_none() {
                    return Ok(before);
                }
                let sealed = secret.as_ref().map(|secret| sealing::seal(ctx, place(id), secret.as_bytes()));
                let after = stored_in::update(&tx, id, input.version, &values, sealed, who.stamp(ctx)).await?;
                let mut now = recorded(values.recorded(), after.account, after.has_secret);
                if secret.is_some() {
                    now["ClientSecretReplaced"] = json!(true);
                }
                let was = recorded(before.values.recorded(), before.account, before.has_secret);
                let entry = who.entry(ctx, $update, $subject).on(id);
                tx.commit(entry.caused_by("api_service", after.account).with_change(&was, &now)).await?;
                Ok(after)
            }

            /// The client secret, blank when none is stored. The audit records each reading.
            ///
            /// # Errors
            /// [`Error::NotFound`], or when the secret was sealed with another key.
            pub async fn secret(ctx: &Context, who: &CallerOrigin, id: $id) -> Result<String> {
                who.refuse_impersonated()?;
                let tx = ctx.store.begin().await?;
                let sealed = stored_in::sealed_secret(&tx, who.scope(), id).await?;
                let text = sealed.map(|sealed| opened(ctx, place(id), &sealed)).transpose()?;
                tx.commit(who.entry(ctx, $read, $subject).on(id)).await?;
                Ok(text.unwrap_or_default())
            }

            fn place(id: $id) -> Place {
                Place { column: stored_in::SECRET, row: id.get() }
            }
        }
    };
}

configuration!(
    quickbooks, QuickBooks, AccountingConfigId, AccountingConfig, "accounting_config",
    ["accounting_config.create", "accounting_config.update", "accounting_config.read_secret"],
    StoredQuickbooks, AccountingConfigInput, AccountingConfigView,
    {
        realm_id "RealmId", client_id "ClientId", leading_invoice_number "LeadingInvoiceNumber", pepm_class_id "PEPMClassId",
        pepm_product_id "PEPMProductId", per_consult_product_id "PerConsultProductId", per_consult_class_id "PerConsultClassId",
        cost_of_revenue_commission_account_id "CostOfRevenueCommissionAccountId", cost_of_revenue_class_id "CostOfRevenueClassId",
        ap_account_id "APAccountId", commission_bill_sales_term_id "CommissionBillSalesTermId", location_id "LocationId",
        agent_id "AgentId", dollar_amount_id "DollarAmountId", tag_ids "TagIds",
    }
);

configuration!(
    netsuite, NetSuite, NetsuiteConfigId, NetsuiteConfig, "netsuite_config",
    ["netsuite_config.create", "netsuite_config.update", "netsuite_config.read_secret"],
    StoredNetsuite, NetsuiteConfigInput, NetsuiteConfigView,
    {
        account_id "AccountId", client_id "ClientId", certificate_id "CertificateId", subsidiary_id "SubsidiaryId",
        subsidiary_legal_name "SubsidiaryLegalName", department_id "DepartmentId", class_id "ClassId", location_id "LocationId",
        leading_invoice_number "LeadingInvoiceNumber", invoice_custom_form_id "InvoiceCustomFormId",
        default_terms_id "DefaultTermsId", invoice_ar_account_id "InvoiceARAccountId", pepm_item_id "PEPMItemId",
        per_consult_item_id "PerConsultItemId", after_hours_item_id "AfterHoursItemId",
        cost_of_revenue_commission_account_id "CostOfRevenueCommissionAccountId", ap_account_id "APAccountId",
        commission_bill_terms_id "CommissionBillTermsId", vendor_bill_custom_form_id "VendorBillCustomFormId",
    }
);

/// The account that a new configuration belongs to.
async fn account_of(
    tx: &Tx,
    who: &CallerOrigin,
    id: Option<i64>,
    kind: ServiceType,
) -> std::result::Result<ApiServiceId, Invalid> {
    let Some(id) = id.filter(|id| *id != 0).map(ApiServiceId) else {
        return Err(Invalid::field("ApiServiceId", "Choose an ERP account."));
    };
    // Held until the end, so that the account does not become one of another system meanwhile.
    match accounts::for_changing(tx, who.scope(), id, None).await {
        Ok(account) if account.service_type == kind.value() => Ok(id),
        Ok(_) => Err(Invalid::field("ApiServiceId", format!("This ERP account is not a {} account.", kind.name()))),
        Err(_) => Err(Invalid::field("ApiServiceId", "There is no such ERP account.")),
    }
}

/// Checks that an account with documents stays with its company. A company that was never named may be.
async fn check_company(
    tx: &Tx,
    account: ApiServiceId,
    (_, before): (&str, Option<String>),
    (field, after): (&str, Option<String>),
) -> Result<()> {
    let leaves = before.is_some() && before != after;
    if leaves && accounts::has_documents(tx, account).await? { Err(company_stays(field).into()) } else { Ok(()) }
}

/// The secret that was typed, if any. That of NetSuite is a private key (rules.md#erp-private-key).
fn secret_of(kind: ServiceType, typed: Option<&str>) -> std::result::Result<Option<String>, Invalid> {
    let secret = check_secret(typed)?;
    if let (ServiceType::NetSuite, Some(pem)) = (kind, &secret) {
        NetSuite::check_private_key(&Secret::new(pem)).map_err(|bad| Invalid::field(bad.field, bad.message))?;
    }
    Ok(secret)
}

fn has_one() -> Invalid {
    Invalid::field("ApiServiceId", "This ERP account has a configuration already.")
}

/// Both values, or what is wrong with either.
fn both<A, B>(
    first: std::result::Result<A, Invalid>,
    second: std::result::Result<B, Invalid>,
) -> std::result::Result<(A, B), Invalid> {
    match (first, second) {
        (Ok(first), Ok(second)) => Ok((first, second)),
        (first, second) => {
            let found = [first.err(), second.err()].into_iter().flatten().flat_map(|invalid| invalid.0);
            Err(Invalid(found.collect()))
        }
    }
}

/// Whether this very secret is stored: the editor gets it and posts it back.
fn is_stored(ctx: &Context, place: Place, sealed: Option<&[u8]>, secret: &str) -> bool {
    sealed.is_some_and(|sealed| opened(ctx, place, sealed).is_ok_and(|stored| stored == secret))
}

fn opened(ctx: &Context, place: Place, sealed: &[u8]) -> Result<String> {
    let bytes = sealing::open(ctx, place, sealed)?;
    Ok(String::from_utf8(bytes).map_err(anyhow::Error::from)?)
}

fn recorded(mut values: Value, account: ApiServiceId, has_secret: bool) -> Value {
    values["ApiServiceId"] = json!(account);
    values["HasClientSecret"] = json!(has_secret);
    values
}
