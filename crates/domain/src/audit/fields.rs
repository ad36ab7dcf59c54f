//! Fields of the trail: what the screens call them, and which kind of record they name.

use serde_json::Value;

use super::changes::pascal;

/// Fields whose numbers are ids, by the kind of record they name.
const REFERENCES: &[(&str, &[&str])] = &[
    ("account", &["ApiServiceId", "ApiServiceIds"]),
    ("benefit_service", &["BenefitServiceIds"]),
    ("broker", &["BrokerId", "MasterBrokerId"]),
    ("census_file", &["Parent"]),
    ("contact", &["AccountingContactId", "ProducerContactId", "HrContactId"]),
    ("group", &["EmployerGroupIds", "Employer"]),
    ("member", &["PrimaryEmployeeId", "Member"]),
    ("plan", &["Plan"]),
    // A commission rule names the lines of plans under this name.
    ("plan_line", &["BillingPlanIds"]),
    ("pricing_group", &["PricingGroupId"]),
    (
        "pricing_option",
        &[
            "BillingPricingOptionId",
            "MedicalFeeAfterHoursId",
            "MedicalFeeDependentId",
            "MedicalFeePatientId",
            "MedicalFeeTotalId",
            "PricingOptionId",
        ],
    ),
    ("user", &["UserIds"]),
];

/// Ids that a person gives, as the screens call them.
const GIVEN: [(&str, &str); 6] = [
    ("GroupId", "Group ID"),
    ("GroupIds", "Group IDs"),
    ("UniqueId", "Unique ID"),
    ("EmployerProvidedId", "Unique ID"),
    ("OtherMemberId", "Other ID"),
    ("TaxIdNumber", "Tax ID"),
];

/// Words that stand in capitals.
const SHORT: [&str; 4] = ["api", "erp", "hr", "mfa"];

/// The kind of record that the numbers of a field name; `None` for a field of numbers that are no ids.
pub(super) fn reference(field: &str) -> Option<&'static str> {
    let last = field.rsplit('.').next().unwrap_or(field);
    REFERENCES.iter().find(|(_, fields)| fields.contains(&last)).map(|(kind, _)| *kind)
}

/// The records that a detail of the trail names, by their kind.
pub fn named_records(detail: &Value) -> Vec<(&'static str, i64)> {
    let mut found = Vec::new();
    collect(detail, None, &mut found);
    found
}

fn collect(value: &Value, kind: Option<&'static str>, found: &mut Vec<(&'static str, i64)>) {
    match value {
        Value::Object(parts) => parts.iter().for_each(|(name, part)| collect(part, reference(&pascal(name)), found)),
        Value::Array(list) => list.iter().for_each(|part| collect(part, kind, found)),
        _ => found.extend(kind.zip(value.as_i64())),
    }
}

/// `MasterBrokerId` as `Master broker`, `Address.City` as `Address, city`.
pub(super) fn field_text(field: &str) -> String {
    if let Some((_, text)) = GIVEN.iter().find(|(name, _)| *name == field) {
        return (*text).to_owned();
    }
    let mut text = String::new();
    for part in field.split('.') {
        let words = words_of(part);
        if text.is_empty() {
            text = capital(&words);
        } else {
            text = format!("{text}, {words}");
        }
    }
    text
}

/// `BenefitServiceIds` as `benefit services`: an id stands for its record.
fn words_of(name: &str) -> String {
    let mut words = String::with_capacity(name.len() + 4);
    let mut before = None;
    for letter in name.chars() {
        let begins = |before: char| {
            (letter.is_uppercase() && !before.is_uppercase()) || (letter.is_ascii_digit() && before.is_lowercase())
        };
        if before.is_some_and(begins) {
            words.push(' ');
        }
        words.extend(letter.to_lowercase());
        before = Some(letter);
    }
    let words = match (words.strip_suffix(" ids"), words.strip_suffix(" id")) {
        (Some(record), _) => format!("{record}s"),
        (None, Some(record)) => record.to_owned(),
        (None, None) => words,
    };
    let shown = |word: &str| if SHORT.contains(&word) { word.to_uppercase() } else { word.to_owned() };
    words.split(' ').map(shown).collect::<Vec<_>>().join(" ")
}

fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn fields_are_called_as_on_the_screens() {
        for (field, text) in [
            ("Name", "Name"),
            ("PricingGroupId", "Pricing group"),
            ("BenefitServiceIds", "Benefit services"),
            ("MasterBrokerId", "Master broker"),
            ("AddressLine1", "Address line 1"),
            ("Address.City", "Address, city"),
            ("ErpCustomerName", "ERP customer name"),
            ("ApiServiceId", "API service"),
            ("RequirePatientMfa", "Require patient MFA"),
            ("GroupId", "Group ID"),
            ("EmployerProvidedId", "Unique ID"),
            ("OtherMemberId", "Other ID"),
            ("TaxIdNumber", "Tax ID"),
            ("Id", "Id"),
            ("", ""),
        ] {
            assert_eq!(field_text(field), text);
        }
    }

    #[test]
    fn the_records_of_a_detail_are_found_on_both_sides_and_in_lists() {
        let detail = json!({
            "before": { "PricingGroupId": 14, "PrimaryEmployeeId": null, "Amount": 7, "GroupId": "3" },
            "after": { "PricingGroupId": 15, "EmployerGroupIds": [1, 2], "group_ids": [{ "GroupId": "A", "Employer": 9 }] },
        });
        let mut found = named_records(&detail);
        found.sort_unstable();
        let groups = [("group", 1), ("group", 2), ("group", 9)];
        assert_eq!(found, [&groups[..], &[("pricing_group", 14), ("pricing_group", 15)]].concat());
        assert_eq!(named_records(&json!({ "member": 4, "record": 2 })), [("member", 4)]);
        assert_eq!(named_records(&json!(4)), []);
    }
}
