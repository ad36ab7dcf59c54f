//! Rules of the look-ups.

use crate::{CustomerId, TermId, VendorId};

use super::Bench;

/// Search ignores case, finds inside the name, sorts by name and keeps to the limit.
pub async fn customers_are_found_by_any_part_of_their_name(bench: &dyn Bench) {
    for name in ["Zephyr Bakery", "Harbor Bakery", "Bakery Supplies", "Quarry Tools"] {
        bench.add_customer(name).await;
    }
    let names = async |term: &str, limit| -> Vec<String> {
        let found = bench.accounting().customers(term, limit).await.expect("a search");
        found.into_iter().map(|customer| customer.display_name).collect()
    };
    assert_eq!(names("bAKer", 10).await, ["Bakery Supplies", "Harbor Bakery", "Zephyr Bakery"]);
    assert_eq!(names("bakery", 2).await, ["Bakery Supplies", "Harbor Bakery"]);
    assert_eq!(names("", 10).await.len(), 4);
    assert!(names("locksmith", 10).await.is_empty());
}

/// An id is known whole or not at all, and one of a vendor is nobody's here.
pub async fn a_customer_is_known_by_its_id(bench: &dyn Bench) {
    let known = bench.add_customer("Harbor Bakery").await;
    let vendor = bench.add_vendor("Harbor Agency").await;
    let name = async |id: &str| {
        let found = bench.accounting().customer(&CustomerId::from(id)).await.expect("an answer");
        found.map(|customer| customer.display_name)
    };
    assert_eq!(name(known.as_str()).await.as_deref(), Some("Harbor Bakery"));
    let longer = format!("{known}0");
    for unknown in [vendor.as_str(), longer.as_str(), "", "nope", "' or 1=1"] {
        assert_eq!(name(unknown).await, None, "{unknown}");
    }
}

/// As a customer is.
pub async fn a_vendor_is_known_by_its_id(bench: &dyn Bench) {
    let known = bench.add_vendor("Harbor Agency").await;
    let customer = bench.add_customer("Harbor Bakery").await;
    let name = async |id: &str| {
        let found = bench.accounting().vendor(&VendorId::from(id)).await.expect("an answer");
        found.map(|vendor| vendor.display_name)
    };
    assert_eq!(name(known.as_str()).await.as_deref(), Some("Harbor Agency"));
    let longer = format!("{known}0");
    for unknown in [customer.as_str(), longer.as_str(), "", "nope", "' or 1=1"] {
        assert_eq!(name(unknown).await, None, "{unknown}");
    }
}

/// The request may be sent again when its answer was lost; it changes nothing of the customer that is there.
pub async fn a_customer_is_taken_in_once(bench: &dyn Bench) {
    let new = bench.accounting().new_customers().expect("a system that takes in customers");
    let made = new.create_customer("Harbor Bakery", "group-7").await.expect("a customer");
    assert_eq!(made.display_name, "Harbor Bakery");
    let again = new.create_customer("Harbor Bakery", "group-7").await.expect("the same customer");
    assert_eq!(again.id, made.id);
    let otherwise = new.create_customer("Harbor Ovens", "group-7").await.expect("the same customer");
    assert_eq!((otherwise.id, otherwise.display_name.as_str()), (made.id.clone(), "Harbor Bakery"));
    let found = bench.accounting().customers("harbor", 10).await.expect("a search");
    let found: Vec<_> = found.iter().map(|one| (&one.id, one.display_name.as_str())).collect();
    assert_eq!(found, [(&made.id, "Harbor Bakery")]);
}

/// As for customers, and the two are kept apart.
pub async fn vendors_are_found_by_any_part_of_their_name(bench: &dyn Bench) {
    bench.add_customer("Lighthouse Bakery").await;
    let known = bench.add_vendor("Lighthouse Brokerage").await;
    bench.add_vendor("Harbor Agency").await;
    let found = bench.accounting().vendors("lighthouse", 10).await.expect("a search");
    assert_eq!(
        found.iter().map(|vendor| (&vendor.id, vendor.display_name.as_str())).collect::<Vec<_>>(),
        [(&known, "Lighthouse Brokerage")]
    );
}

/// Nothing in a search is read as part of a query language.
pub async fn an_apostrophe_in_a_search_is_a_letter(bench: &dyn Bench) {
    let known = bench.add_customer("O'Hara & Sons \"Tools\"").await;
    bench.add_customer("Hara Tools").await;
    for term in ["o'hara", "& sons", "\"tools\""] {
        let found = bench.accounting().customers(term, 10).await.expect("a search");
        assert_eq!(found.iter().map(|customer| &customer.id).collect::<Vec<_>>(), [&known], "{term}");
    }
}

/// Terms come by name, with their days where they count days.
pub async fn terms_tell_after_how_many_days_payment_is_due(bench: &dyn Bench) {
    bench.add_term("Net 30", Some(30)).await;
    bench.add_term("End of next month", None).await;
    bench.add_term("Due on receipt", Some(0)).await;
    let terms = bench.accounting().terms().await.expect("a list");
    let shown: Vec<(&str, Option<u16>)> = terms.iter().map(|term| (term.name.as_str(), term.due_days)).collect();
    assert_eq!(shown, [("Due on receipt", Some(0)), ("End of next month", None), ("Net 30", Some(30))]);
    assert!(terms.iter().all(|term| term.id != TermId::from("")));
}
