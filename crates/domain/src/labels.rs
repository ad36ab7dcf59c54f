//! What screens call a field of the wire: one table for every sentence that names a field.

use std::borrow::Cow;

/// The fields whose label is not made of the words of their name.
const LABELS: &[(&str, &str)] = &[
    ("AccountingContactId", "Accounting"),
    ("ApiBaseUrl", "Base URL"),
    ("ApiServiceId", "ERP System"),
    ("ApiServiceIds", "ERP Systems"),
    ("BillingAddressLine1", "Address Line 1"),
    ("BillingAddressLine2", "Address Line 2"),
    ("BillingCity", "City"),
    ("BillingLookbackMonths", "Billing Look-back"),
    ("BillingReferenceId", "Billing Code"),
    ("BillingState", "State"),
    ("BillingZipCode", "Zip Code"),
    ("BrokerReads", "Broker Reads Statements"),
    ("BypassDuplicationCheck", "Bypass the Warning"),
    ("DefaultAfterHoursFee", "Default After-Hours Fee"),
    ("EmployerProvidedId", "Unique ID"),
    ("EnableInvoiceAccess", "Invoice Access"),
    ("ErpCustomerName", "ERP Customer"),
    ("ErpDefaultInvoiceTermId", "Default Invoice Terms"),
    ("ExternalId", "External ID"),
    ("FamilyId", "Family ID"),
    ("GlobalLinkIdentifier", "Global ID"),
    ("GroupId", "Group ID"),
    ("HrContactId", "Human Resources"),
    ("IsDisabled", "Disabled"),
    ("MedicalFeeAfterHoursId", "After-Hours Fee"),
    ("MedicalFeeDependentId", "Medical Copay, Dependents"),
    ("MedicalFeePatientId", "Medical Copay, Primary"),
    ("MedicalFeeTotalId", "Medical Copay, Total"),
    ("OnPaidOnly", "Pays On"),
    ("OtherMemberId", "Other Member ID"),
    ("PayeeName", "Payee"),
    ("PrimaryEmployeeId", "Primary"),
    ("ProducerContactId", "Producer"),
    ("PurchaseOrderNumber", "PO Number"),
    ("RealTimeEligibility", "Real-Time Eligibility"),
    ("ReferenceId", "Reference #"),
    ("TerminationGuardMinimum", "Termination Guard"),
    ("TerminationGuardPercent", "Termination Guard"),
    ("UniqueId", "Unique ID"),
    ("UtilizationMemberSource", "Member Count Source"),
];

/// Words that are written otherwise than a name writes them.
const WORDS: &[(&str, &str)] =
    &[("And", "and"), ("Erp", "ERP"), ("Id", "ID"), ("In", "in"), ("Mfa", "MFA"), ("Of", "of"), ("Url", "URL")];

/// The label of a field, whatever the case of its name: its entry in the table, else its words. What refers to a record is called like
/// the record: `BrokerId` is the Broker, `BrokerIds` are the Brokers.
pub fn label(key: &str) -> Cow<'static, str> {
    match LABELS.iter().find(|(name, _)| name.eq_ignore_ascii_case(key)) {
        Some((_, label)) => Cow::Borrowed(label),
        None => Cow::Owned(in_words(key)),
    }
}

fn in_words(key: &str) -> String {
    let named = match (key.strip_suffix("Ids"), key.strip_suffix("Id")) {
        (Some(records), _) if !records.is_empty() => format!("{records}s"),
        (_, Some(record)) if !record.is_empty() => record.to_owned(),
        _ => key.to_owned(),
    };
    let mut words: Vec<String> = Vec::new();
    let mut before = ' ';
    for letter in named.chars() {
        let begins = letter.is_ascii_uppercase() || (letter.is_ascii_digit() && !before.is_ascii_digit());
        match words.last_mut() {
            Some(word) if !begins => word.push(letter),
            _ => words.push(letter.to_string()),
        }
        before = letter;
    }
    let written = |(place, word): (usize, &String)| {
        let known = WORDS.iter().find(|(name, _)| name == word && (place > 0 || word.as_str() != "In"));
        known.map_or(word.as_str(), |(_, written)| *written).to_owned()
    };
    let words: Vec<String> = words.iter().enumerate().map(written).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_called_as_on_the_screens() {
        for (key, called) in [
            ("DateOfBirth", "Date of Birth"),
            ("dateofbirth", "dateofbirth"),
            ("employerprovidedid", "Unique ID"),
            ("FirstName", "First Name"),
            ("AddressLine1", "Address Line 1"),
            ("BrokerId", "Broker"),
            ("MasterBrokerId", "Master Broker"),
            ("EmployerGroupIds", "Employer Groups"),
            ("GroupId", "Group ID"),
            ("TaxIdNumber", "Tax ID Number"),
            ("BillingLookbackMonths", "Billing Look-back"),
            ("RequirePatientMfa", "Require Patient MFA"),
            ("Rate", "Rate"),
            ("Id", "ID"),
            ("Ids", "Ids"),
            ("", ""),
        ] {
            assert_eq!(label(key), called, "{key}");
        }
    }

    #[test]
    fn the_table_is_sorted_and_holds_only_what_the_words_do_not_say() {
        assert!(LABELS.is_sorted_by(|(one, _), (other, _)| one < other));
        for (key, label) in LABELS {
            assert_ne!(in_words(key), *label, "{key} needs no entry");
        }
    }
}
