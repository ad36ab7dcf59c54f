//! Names are found in any case and without their accents, on both engines alike.

use chrono::{DateTime, Utc};
use domain::access::Scope;
use domain::billing::line::BillingType;
use domain::billing::plan::{ErpCustomer, PlanAccount, PlanDetails};
use domain::billing::pricing::{OptionDetails, PricingGroupDetails};
use domain::{ApiServiceId, GroupId, Money, PageRequest, PricingOptionId};

use super::world::{execute, populate};
use crate::testing::TestStore;
use crate::{Stamp, accounts, on_both_engines, plans, pricing};

on_both_engines!(names_are_found_without_their_accents_and_sorted_by_what_is_found);

const MILL: GroupId = GroupId(1);
const NAME: &str = "Étude Łódź";

fn option() -> OptionDetails {
    OptionDetails { name: NAME.to_owned(), rate: Money::from_cents(100), is_archived: false }
}

fn pricing_group() -> PricingGroupDetails {
    PricingGroupDetails {
        name: NAME.to_owned(),
        code: "study".to_owned(),
        pricing_option: PricingOptionId(1),
        is_default: false,
        implicit_dependent_pricing: true,
        primary_match_threshold: 0.5,
        dependent_match_threshold: 0.5,
    }
}

fn plan() -> PlanDetails {
    let customer = ErpCustomer { id: "7".to_owned(), name: "Ångström".to_owned() };
    PlanDetails {
        purchase_order: None,
        name: NAME.to_owned(),
        account: Some(PlanAccount { api_service: ApiServiceId(1), customer: Some(customer), terms_id: None }),
        generate_invoice: true,
        send_invoice: true,
        recipients: Vec::new(),
        active: true,
        expires_on: None,
        billing_type: BillingType::Pepm,
    }
}

async fn names_are_found_without_their_accents_and_sorted_by_what_is_found(store: TestStore) {
    populate(&store).await;
    let at: DateTime<Utc> = "2026-07-01T12:00:00Z".parse().expect("an instant");
    let stamp = Stamp { at, by: None };
    let tx = store.begin().await.expect("a transaction");
    pricing::options::insert(&tx, MILL, &option(), stamp).await.expect("an option");
    pricing::groups::insert(&tx, MILL, &pricing_group(), stamp).await.expect("a pricing group");
    plans::insert(&tx, MILL, &plan(), stamp).await.expect("a plan");
    let renamed = "update api_service set name = 'Bücher', name_key = 'bucher' where id = 1";
    execute(&tx, renamed).await.expect("the account is renamed");
    tx.commit_unaudited("the world of a test").await.expect("committed");

    let (db, scope) = (store.read(), Scope::system());
    let request = |term: &str| PageRequest { term: term.to_owned(), ..PageRequest::first(25) };
    for term in ["étude", "ETUDE", "ÉTUDE łód", "lodz etude"] {
        let request = request(term);
        let options = pricing::options::search(&db, scope, MILL, true, &request).await.expect("a page");
        let groups = pricing::groups::search(&db, scope, MILL, &request).await.expect("a page");
        let found = plans::search(&db, scope, MILL, None, &request).await.expect("a page");
        assert_eq!((options.rows.len(), groups.rows.len(), found.rows.len()), (1, 1, 1), "{term}");
    }
    for term in ["ångström", "angstrom", "bücher", "BUCHER"] {
        assert_eq!(
            plans::search(&db, scope, MILL, None, &request(term)).await.expect("a page").rows.len(),
            1,
            "{term}"
        );
    }
    assert_eq!(accounts::search(&db, scope, None, &request("bücher")).await.expect("a page").rows.len(), 1);

    // É stands before T(elehealth) and S(tandard), as its letter does.
    let by_name = PageRequest { order_by: Some("Name".to_owned()), ..PageRequest::first(1) };
    let first = plans::search(&db, scope, MILL, None, &by_name).await.expect("a page");
    let option = pricing::options::search(&db, scope, MILL, true, &by_name).await.expect("a page");
    assert_eq!((&*first.rows[0].details.name, &*option.rows[0].details.name), (NAME, NAME));
}
