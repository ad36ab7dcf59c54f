//! What changed, field by field, in values that people read.

use chrono::{DateTime, NaiveDate};
use serde_json::{Map, Value};

use super::fields::{field_text, reference};
use crate::Money;
use crate::access::Role;
use crate::billing::{BillingPeriod, BillingType};
use crate::groups::GroupStatus;
use crate::members::Gender;
use crate::members::contact_details::shown_phone;
use crate::period::shown_date;

/// A field with its value before and after; nothing where it had none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The field's name on the wire; `Outer.Inner` for a part of a field.
    pub field: String,
    /// The field as the screens call it.
    pub text: String,
    /// Before.
    pub before: Option<String>,
    /// After.
    pub after: Option<String>,
}

/// Fields that hold amounts of dollars.
const MONEY: [&str; 7] =
    ["Amount", "Rate", "DefaultPricingGroupRate", "DefaultAfterHoursFee", "Total", "Balance", "TotalPayoutAmount"];

/// Fields that hold telephone numbers.
const PHONES: [&str; 4] = ["PhoneNumber", "MobilePhone", "HomePhone", "CellPhone"];

/// Words in the names of fields whose values are never shown, should one ever get into the trail.
const SECRET: [&str; 4] = ["password", "secret", "token", "recovery"];

/// How a record of a kind is called, by its kind and id.
pub type NameOf<'a> = &'a dyn Fn(&str, i64) -> Option<String>;

/// What an entry of the trail about a `subject` says was changed. Its detail is `{"before": {…}, "after": {…}}`, or an object of what
/// is worth knowing, which has no before. Records are called by their names; one without a name keeps its number.
pub fn changes(subject: &str, detail: Option<&Value>, names: NameOf<'_>) -> Vec<Change> {
    let Some(Value::Object(detail)) = detail else { return Vec::new() };
    let none = Map::new();
    let part = |name: &str| detail.get(name).and_then(Value::as_object);
    let (before, after) = match (part("before"), part("after")) {
        (None, None) => (&none, detail),
        (before, after) => (before.unwrap_or(&none), after.unwrap_or(&none)),
    };
    let mut changes = Vec::new();
    for name in before.keys().chain(after.keys().filter(|name| !before.contains_key(*name))) {
        compare(&Told { subject, names }, &pascal(name), (before.get(name), after.get(name)), &mut changes);
    }
    changes
}

/// Of what kind of record fields are read, and how the records are called that they name.
struct Told<'a> {
    subject: &'a str,
    names: NameOf<'a>,
}

/// One field, or each of its parts when it holds an object.
fn compare(of: &Told<'_>, field: &str, (before, after): (Option<&Value>, Option<&Value>), changes: &mut Vec<Change>) {
    let (old, new) = (before.and_then(Value::as_object), after.and_then(Value::as_object));
    if old.is_none() && new.is_none() {
        let read = |value: Option<&Value>| value.and_then(|value| shown(of, field, value));
        let (before, after) = (read(before), read(after));
        if before.is_some() || after.is_some() {
            changes.push(Change { field: field.to_owned(), text: field_text(field), before, after });
        }
        return;
    }
    let none = Map::new();
    let (old, new) = (old.unwrap_or(&none), new.unwrap_or(&none));
    for name in old.keys().chain(new.keys().filter(|name| !old.contains_key(*name))) {
        let pair = (old.get(name), new.get(name));
        if pair.0 != pair.1 {
            compare(of, &format!("{field}.{}", pascal(name)), pair, changes);
        }
    }
}

/// The value for people; nothing for an empty one.
fn shown(of: &Told<'_>, field: &str, value: &Value) -> Option<String> {
    let lower = field.to_lowercase();
    if !value.is_null() && SECRET.iter().any(|word| lower.contains(word)) {
        return Some(if value.is_boolean() { yes_or_no(value == &Value::Bool(true)) } else { "Hidden".to_owned() });
    }
    match value {
        Value::Null => None,
        Value::Bool(flag) => Some(yes_or_no(*flag)),
        Value::Number(number) => {
            let told = number.as_i64().and_then(|number| {
                let named = || reference(field).and_then(|kind| (of.names)(kind, number));
                choice(of.subject, field, number).map(str::to_owned).or_else(named)
            });
            Some(told.unwrap_or_else(|| number.to_string()))
        }
        Value::String(text) => Some(readable(field, text)).filter(|text| !text.is_empty()),
        Value::Array(list) => {
            let list: Vec<_> = list.iter().filter_map(|value| shown(of, field, value)).collect();
            Some(list.join(", ")).filter(|list| !list.is_empty())
        }
        // Only inside of a list.
        Value::Object(parts) => {
            let part = |(name, value): (&String, &Value)| {
                let name = pascal(name);
                shown(of, &name, value).map(|value| format!("{} {value}", field_text(&name)))
            };
            Some(parts.iter().filter_map(part).collect::<Vec<_>>().join(" "))
        }
    }
}

fn yes_or_no(flag: bool) -> String {
    if flag { "Yes" } else { "No" }.to_owned()
}

/// Dates, amounts and telephone numbers as screens show them, other texts as they are.
fn readable(field: &str, text: &str) -> String {
    if MONEY.contains(&field) {
        return Money::parse(text).map_or_else(|_| text.to_owned(), |money| money.to_string());
    }
    if PHONES.contains(&field) {
        return shown_phone(text);
    }
    if let Ok(day) = NaiveDate::parse_from_str(text, "%Y-%m-%d") {
        return shown_date(day);
    }
    match DateTime::parse_from_rfc3339(text) {
        Ok(at) => format!("{} UTC", at.to_utc().format("%m/%d/%Y %H:%M")),
        Err(_) => text.to_owned(),
    }
}

/// What a number stands for in a field that holds a choice.
fn choice(subject: &str, field: &str, number: i64) -> Option<&'static str> {
    let one_of = |names: &[&'static str]| names.get(usize::try_from(number).ok()?).copied();
    match (subject, field) {
        ("group", "Status") => GroupStatus::from_number(number).map(GroupStatus::name),
        ("member", "Status") => one_of(&["Active", "In-Active", "Pending In-Active", "Pending Active"]),
        ("member", "Gender") => Gender::from_number(number).map(Gender::name),
        ("group", "UtilizationMemberSource") => one_of(&["Group Portal", "Patient Platform"]),
        ("note", "NoteType") => one_of(&["General", "Alert"]),
        ("user", "RoleId") | ("setting", "SecondFactorRoleIds") => {
            i16::try_from(number).ok().and_then(Role::from_number).map(Role::name)
        }
        ("plan", "BillingType") => BillingType::from_number(number).map(BillingType::name),
        ("plan", "BillingPeriod") => BillingPeriod::from_number(number).map(BillingPeriod::name),
        _ => None,
    }
}

/// `explicit_import` as `ExplicitImport`; names of the wire stay as they are.
pub(super) fn pascal(name: &str) -> String {
    let mut pascal = String::with_capacity(name.len());
    for word in name.split('_') {
        let mut letters = word.chars();
        pascal.extend(letters.next().into_iter().flat_map(char::to_uppercase));
        pascal.extend(letters);
    }
    pascal
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn lines(subject: &str, detail: &Value) -> Vec<String> {
        let text = |value: &Option<String>| value.clone().unwrap_or_else(|| "-".to_owned());
        let line = |change: &Change| format!("{}: {} > {}", change.field, text(&change.before), text(&change.after));
        changes(subject, Some(detail), &called).iter().map(line).collect()
    }

    /// Records below 100 are there.
    fn called(kind: &str, id: i64) -> Option<String> {
        (id < 100).then(|| format!("{kind} {id}"))
    }

    fn one(subject: &str, field: &str, value: Value) -> String {
        let detail = json!({"before": {}, "after": {field: value}});
        lines(subject, &detail).join("; ")
    }

    #[test]
    fn values_read_as_on_the_screens() {
        for (subject, field, value, line) in [
            ("group", "Name", json!("Mill"), "Name: - > Mill"),
            ("group", "EffectiveDate", json!("2026-07-04"), "EffectiveDate: - > 07/04/2026"),
            ("group", "DefaultPricingGroupRate", json!("1234.5"), "DefaultPricingGroupRate: - > $1,234.50"),
            ("pricing_option", "Rate", json!("12.00"), "Rate: - > $12.00"),
            ("snapshot", "total", json!("-57.50"), "Total: - > \u{2212}$57.50"),
            ("snapshot", "Balance", json!("263.25"), "Balance: - > $263.25"),
            ("commission_rule", "Amount", json!("-40.00"), "Amount: - > \u{2212}$40.00"),
            ("commission_statement", "TotalPayoutAmount", json!("31.50"), "TotalPayoutAmount: - > $31.50"),
            ("group", "AllowManualAdds", json!(true), "AllowManualAdds: - > Yes"),
            ("group", "AllowManualAdds", json!(false), "AllowManualAdds: - > No"),
            ("group", "Status", json!(1), "Status: - > In-Active"),
            ("member", "Status", json!(3), "Status: - > Pending Active"),
            ("member", "Status", json!("Active"), "Status: - > Active"),
            ("member", "Gender", json!(2), "Gender: - > Female"),
            ("user", "PhoneNumber", json!("6145550142"), "PhoneNumber: - > (614) 555-0142"),
            ("member", "HomePhone", json!("6145550142"), "HomePhone: - > (614) 555-0142"),
            ("note", "NoteType", json!(1), "NoteType: - > Alert"),
            ("user", "RoleId", json!(4), "RoleId: - > Group User"),
            ("plan", "BillingType", json!(2), "BillingType: - > PEPM"),
            ("plan", "BillingType", json!(77), "BillingType: - > 77"),
            (
                "group",
                "BenefitServiceIds",
                json!([3, 5]),
                "BenefitServiceIds: - > benefit_service 3, benefit_service 5",
            ),
            ("member", "PricingGroupId", json!(14), "PricingGroupId: - > pricing_group 14"),
            ("member", "PricingGroupId", json!(140), "PricingGroupId: - > 140"),
            ("member", "PrimaryEmployeeId", json!(7), "PrimaryEmployeeId: - > member 7"),
            ("group", "GroupId", json!("7"), "GroupId: - > 7"),
            ("setting", "SecondFactorRoleIds", json!([1]), "SecondFactorRoleIds: - > Administrator"),
            (
                "census_file",
                "group_ids",
                json!([{"GroupId": "A1", "Employer": 7}, {"GroupId": "B", "Employer": null}]),
                "GroupIds: - > Employer group 7 Group ID A1, Group ID B",
            ),
            ("group", "BenefitServiceIds", json!([]), ""),
            ("group", "TaxIdNumber", json!(""), ""),
            ("census_file", "explicit_import", json!(true), "ExplicitImport: - > Yes"),
            ("user", "until", json!("2026-07-20T16:00:00.000Z"), "Until: - > 07/20/2026 16:00 UTC"),
            ("group", "Name", json!("2026-13-45"), "Name: - > 2026-13-45"),
            ("account", "ClientSecret", json!("s3cr3t"), "ClientSecret: - > Hidden"),
            ("user", "PasswordHash", json!(["a"]), "PasswordHash: - > Hidden"),
            ("account", "ClientSecret", Value::Null, ""),
        ] {
            assert_eq!(one(subject, field, value), line);
        }
    }

    #[test]
    fn a_change_has_both_sides_and_parts_of_a_field_stand_alone() {
        let detail = json!({
            "before": {"Name": "Mill", "TaxIdNumber": "1", "Address": {"City": "Dayton", "State": "OH"}},
            "after": {"Name": "Forge", "TaxIdNumber": null, "Address": {"City": "Akron", "State": "OH"}, "Rate": "1.00"},
        });
        assert_eq!(
            lines("group", &detail),
            ["Address.City: Dayton > Akron", "Name: Mill > Forge", "TaxIdNumber: 1 > -", "Rate: - > $1.00"]
        );
    }

    #[test]
    fn what_is_worth_knowing_beside_a_change_has_no_before() {
        assert_eq!(
            lines("census_file", &json!({"task": "Map Data", "errors": false})),
            ["Errors: - > No", "Task: - > Map Data"]
        );
        for nothing in [json!(null), json!(7), json!([1]), json!({}), json!({"before": {}, "after": {}})] {
            assert_eq!(changes("group", Some(&nothing), &called), [], "{nothing}");
        }
        assert_eq!(changes("group", None, &called), []);
    }

    proptest! {
        #[test]
        fn no_detail_breaks_it_and_no_secret_is_told(name in "[a-zA-Z_]{0,12}", secret in "[a-z0-9]{12}") {
            let detail = json!({"before": {"ApiToken": secret}, "after": {"ApiToken": {"Value": secret}, name: [[secret]]}});
            let told = changes("account", Some(&detail), &called);
            let of_secret = told.iter().filter(|change| change.field.starts_with("ApiToken"));
            let mut values = of_secret.flat_map(|change| [&change.before, &change.after]).flatten();
            prop_assert!(values.all(|value| !value.contains(&secret)));
        }
    }
}
