//! The template for a census: its example rows and what each of its columns may hold (rules.md#census-template).

use super::field::Field;

/// The name of the template as a workbook.
pub const WORKBOOK_NAME: &str = "member_census_template.xlsx";

/// An invented family that shows how rows are filled in. Left in a file unchanged, it adds no member.
pub const EXAMPLES: [&[(Field, &str)]; 3] = [
    &[
        (Field::UniqueId, "EXAMPLE-1001"),
        (Field::MemberType, "Employee"),
        (Field::FirstName, "Example"),
        (Field::LastName, "Employee"),
        (Field::Gender, "Female"),
        (Field::DateOfBirth, "04/12/1985"),
        (Field::Email, "example.employee@example.com"),
        (Field::CellPhone, "(614) 555-0142"),
        (Field::AddressLine1, "100 Example Street"),
        (Field::City, "Columbus"),
        (Field::State, "OH"),
        (Field::ZipCode, "43004"),
        (Field::Status, "Active"),
        (Field::FamilyId, "EXAMPLE-1"),
        (Field::Relationship, "Employee"),
    ],
    &[
        (Field::UniqueId, "EXAMPLE-1001-1"),
        (Field::MemberType, "Dependent"),
        (Field::FirstName, "Example"),
        (Field::LastName, "Spouse"),
        (Field::Gender, "Male"),
        (Field::DateOfBirth, "09/30/1983"),
        (Field::Status, "Active"),
        (Field::FamilyId, "EXAMPLE-1"),
        (Field::Relationship, "Spouse"),
    ],
    &[
        (Field::UniqueId, "EXAMPLE-1001-2"),
        (Field::MemberType, "Dependent"),
        (Field::FirstName, "Example"),
        (Field::LastName, "Child"),
        (Field::Gender, "Female"),
        (Field::DateOfBirth, "01/05/2016"),
        (Field::Status, "Active"),
        (Field::FamilyId, "EXAMPLE-1"),
        (Field::Relationship, "Child"),
    ],
];

/// What an example says in a column.
pub fn example_cell(example: &[(Field, &'static str)], field: Field) -> &'static str {
    example.iter().find(|(of, _)| *of == field).map_or("", |(_, text)| *text)
}

/// Whether a row is one of the examples, as it stands. A row with one changed cell is a person's.
pub fn is_example<'a>(cell: impl Fn(Field) -> &'a str) -> bool {
    let says = |example: &&[(Field, &'static str)]| {
        Field::template().iter().all(|field| cell(*field) == example_cell(example, *field))
    };
    EXAMPLES.iter().any(says)
}

/// Whether a file has to fill a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Needed {
    /// Each row.
    Always,
    /// Files of several groups.
    InFilesOfSeveralGroups,
    /// No row.
    Never,
}

impl Needed {
    /// For people.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Always => "Yes",
            Self::InFilesOfSeveralGroups => "In files of several groups",
            Self::Never => "No",
        }
    }
}

/// What a column of the template may hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Allowed {
    /// The column.
    pub field: Field,
    /// Whether it has to be filled.
    pub needed: Needed,
    /// What may stand in it.
    pub values: &'static str,
    /// What it is for.
    pub note: &'static str,
}

/// What each column of the template may hold, in its order.
pub fn allowed() -> Vec<Allowed> {
    Field::template().iter().map(|field| of(*field)).collect()
}

const fn of(field: Field) -> Allowed {
    let (needed, values, note) = match field {
        Field::GroupId => (
            Needed::InFilesOfSeveralGroups,
            "The Group ID of an employer group",
            "Says whose row it is. Leave it empty in a file of one group.",
        ),
        Field::UniqueId => (
            Needed::Never,
            "Up to 50 letters and digits, each once in a group",
            "The employer's own id of the member. The next file finds the member by it.",
        ),
        Field::MemberType => (Needed::Never, "Employee, Dependent", "Empty means Employee."),
        Field::FirstName | Field::LastName => (Needed::Always, "Up to 100 characters", ""),
        Field::Gender => (Needed::Never, "Male, Female, Other, Unknown", "M and F are read as well."),
        Field::DateOfBirth => (Needed::Always, "MM/DD/YYYY", "Other usual ways of writing a date are read as well."),
        Field::Email => (Needed::Never, "name@example.com", "Welcome e-mails go there."),
        Field::CellPhone | Field::HomePhone => (Needed::Never, "10 digits, such as (614) 555-0142", ""),
        Field::AddressLine1 | Field::AddressLine2 => (Needed::Never, "Up to 200 characters", ""),
        Field::City => (Needed::Never, "Up to 100 characters", ""),
        Field::State => (Needed::Never, "Two letters or the name, such as OH or Ohio", ""),
        Field::ZipCode => (Needed::Never, "5 or 9 digits", "Keep leading zeros."),
        Field::OtherMemberId => (Needed::Never, "Up to 50 characters", "Another id, such as a carrier's."),
        Field::PlanName => (Needed::Never, "Family Plan, Individual Plan", "Empty means Family Plan."),
        Field::PricingGroupCode => {
            (Needed::Never, "The code of a pricing group of the group", "Empty means the default pricing group.")
        }
        Field::BillingReferenceId => {
            (Needed::Never, "The billing code of a line item", "Only where line items of the billing plan ask for one.")
        }
        Field::Status => (Needed::Never, "Active, In-Active", "Empty means Active."),
        Field::FamilyId => {
            (Needed::Never, "The same text in each row of a family", "Ties dependents to their employee.")
        }
        Field::Relationship => (
            Needed::Never,
            "Employee, Spouse, Child, Domestic Partner, Other Dependent",
            "What the person is to the employee.",
        ),
        _ => (Needed::Never, "9 digits", "Ties families together and is never stored."),
    };
    Allowed { field, needed, values, note }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_example_is_nobody_until_a_cell_is_changed() {
        for example in EXAMPLES {
            assert!(is_example(|field| example_cell(example, field)));
            for changed in Field::template() {
                let cell = |field: Field| if field == *changed { "x" } else { example_cell(example, field) };
                assert!(!is_example(cell), "{changed:?}");
            }
        }
        assert!(!is_example(|_| ""));
    }

    #[test]
    fn each_column_says_what_it_may_hold() {
        let allowed = allowed();
        assert_eq!(allowed.len(), Field::template().len());
        assert!(allowed.iter().all(|one| !one.values.is_empty()));
        let needed: Vec<_> = allowed.iter().filter(|one| one.needed == Needed::Always).map(|one| one.field).collect();
        assert_eq!(needed, [Field::FirstName, Field::LastName, Field::DateOfBirth]);
    }
}
