//! What a rule may hold.

use super::*;

fn form() -> RuleForm {
    RuleForm {
        name: " Redwood Rule ".to_owned(),
        payee_name: "Redwood Brokerage".to_owned(),
        bill_number_suffix: " RWB ".to_owned(),
        api_service: Some(ApiServiceId(3)),
        erp_vendor_id: "71".to_owned(),
        erp_vendor_name: "Redwood".to_owned(),
        broker: Some(BrokerId(2)),
        broker_reads: None,
        on_paid_only: true,
        active: true,
    }
}

#[test]
fn a_rule_is_stored_as_it_was_meant() {
    let vendor = ErpVendor { id: "71".to_owned(), name: "Redwood".to_owned() };
    let details = form().check().expect("a rule");
    assert_eq!(details.name, "Redwood Rule");
    assert_eq!(details.bill_number_suffix.as_deref(), Some("RWB"));
    assert_eq!(details.vendor, Some(vendor));
    let bare = RuleForm { name: "A".to_owned(), payee_name: "B".to_owned(), ..RuleForm::default() };
    let bare = bare.check().expect("account, vendor, suffix and broker can come later");
    assert_eq!((bare.bill_number_suffix, bare.vendor, bare.broker), (None, None, None));
    let unnamed = RuleForm { erp_vendor_name: String::new(), ..form() };
    assert_eq!(unnamed.check().expect("a rule").vendor.map(|vendor| vendor.name).as_deref(), Some("71"));
}

#[test]
fn every_wrong_field_is_named() {
    let long = "x".repeat(101);
    type Vary = fn(&mut RuleForm, &str);
    for (vary, key, message) in [
        ((|form, _| form.name = " ".to_owned()) as Vary, "Name", "Name is required."),
        (|form, long| form.name = long.to_owned(), "Name", "Name must be at most 100 characters."),
        (|form, _| form.payee_name = String::new(), "PayeeName", "Payee is required."),
        (|form, long| form.payee_name = long.to_owned(), "PayeeName", "Payee must be at most 100 characters."),
        (|form, _| form.payee_name = "<b>Redwood</b>".to_owned(), "PayeeName", "Payee must not contain < or >."),
        (
            |form, _| form.bill_number_suffix = "12345678".to_owned(),
            "BillNumberSuffix",
            "Bill Number Suffix must be at most 7 characters: a bill number has 21, with the month and the statement before it.",
        ),
        (
            |form, _| form.bill_number_suffix = "A B".to_owned(),
            "BillNumberSuffix",
            "Bill Number Suffix must consist of letters, digits and signs, without spaces and accents.",
        ),
        (|form, _| form.api_service = None, "ErpVendorId", "An ERP Vendor needs an ERP account: choose that first."),
        (
            |form, _| form.erp_vendor_id = String::new(),
            "ErpVendorId",
            "Choose the ERP Vendor from the list: a name alone does not say which vendor of the account it is.",
        ),
        (
            |form, long| form.erp_vendor_id = long.to_owned(),
            "ErpVendorId",
            "ERP Vendor must be at most 100 characters.",
        ),
    ] {
        let mut form = form();
        vary(&mut form, &long);
        let wrong = form.check().expect_err("refused").0.remove(0);
        assert_eq!((wrong.key.as_str(), wrong.message.as_str()), (key, message));
    }
}

#[test]
fn a_bill_number_has_room_for_the_longest_suffix() {
    let number = format!("202611-999999-{}", "X".repeat(LONGEST_SUFFIX));
    assert_eq!(number.len(), LONGEST_BILL_NUMBER);
}

#[test]
fn what_is_open_keeps_the_broker_and_the_account() {
    let before = form().check().expect("a rule");
    let other = RuleDetails { broker: Some(BrokerId(9)), api_service: Some(ApiServiceId(9)), ..before.clone() };
    let none = RuleDetails { broker: None, api_service: None, ..before.clone() };
    let open = |pending, balance, unbilled| LeftOpen {
        pending: Money::from_cents(pending),
        balance: Money::from_cents(balance),
        unbilled: Money::from_cents(unbilled),
        adjustments: 0,
    };
    let adjusted = |adjustments| LeftOpen { adjustments, ..LeftOpen::default() };
    let (both, broker) = (vec!["BrokerId", "ApiServiceId"], vec!["BrokerId"]);
    for (before, after, open, keys) in [
        (&before, &other, open(0, 0, 0), vec![]),
        (&before, &other, open(500, 0, 0), both.clone()),
        (&before, &other, open(0, -200, 0), both.clone()),
        (&before, &none, open(-500, 0, 0), both),
        // What has no bill yet is billed by the new account.
        (&before, &other, open(0, 0, 700), broker.clone()),
        (&before, &other, adjusted(1), broker),
        (&before, &before, open(500, -200, 700), vec![]),
        (&none, &other, open(500, -200, 700), vec![]),
    ] {
        let refused = check_handover(before, after, open).err().unwrap_or_else(Invalid::none);
        assert_eq!(refused.0.iter().map(|error| error.key.as_str()).collect::<Vec<_>>(), keys, "{open:?}");
    }
    let said = check_handover(&before, &other, open(500, -200, 700)).expect_err("refused").0;
    assert_eq!(
        said[0].message,
        "$5.00 is pending, and −$2.00 is brought forward, and $7.00 has no bill yet with the earlier broker. Settle it first, or end this rule \
         and make another one."
    );
    for (adjustments, told) in [(1, "1 adjustment is in no statement"), (2, "2 adjustments are in no statement")] {
        let said = check_handover(&before, &other, adjusted(adjustments)).expect_err("refused").0.remove(0).message;
        assert_eq!(said.split_once(" with the earlier broker.").map(|(said, _)| said), Some(told));
    }
}

#[test]
fn a_payee_of_the_brokers_name_is_the_broker() {
    assert!(is_of_broker("Juniper Benefit Advisors", " juniper benefit advisors "));
    assert!(!is_of_broker("Keystone General Agency", "Juniper Benefit Advisors"));
    assert!(!is_of_broker("Juniper Benefit Advisors, Inc.", "Juniper Benefit Advisors"));
}
