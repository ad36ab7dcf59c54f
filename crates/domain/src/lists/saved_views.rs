//! Views of lists that a user saves by name: search, filters, order, columns and page size of one list (rules.md#saved-views).

use crate::Invalid;
use crate::text::fold;

/// The most views a user may save of one list (rules.md#saved-views).
pub const MOST_OF_A_LIST: u64 = 50;
/// The most characters of a name (rules.md#saved-views).
pub const LONGEST_NAME: usize = 60;
/// The most bytes of what a view shows (rules.md#saved-views).
pub const LONGEST_QUERY: usize = 2000;
/// The most letters of the key of a list.
const LONGEST_KEY: usize = 40;

/// What is said of a name that another view of the list has.
pub const NAME_TAKEN: &str = "Another view of this list has this name.";

/// What is said of one view more than there may be.
pub const TOO_MANY: &str = "A list may have 50 saved views. Delete one first.";

/// A view as it is posted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SavedViewForm {
    /// The key of the list, such as `groups`.
    pub list: String,
    /// Required, at most 60 characters, unlike those of the user's other views of the list.
    pub name: String,
    /// The search parameters of the page, such as `q=harbor&sort=Name`; at most 2,000 bytes.
    pub query: String,
}

/// A view that has passed every rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedView {
    /// The key of the list.
    pub list: String,
    /// Trimmed.
    pub name: String,
    /// The search parameters of the page.
    pub query: String,
}

impl SavedViewForm {
    /// Checks every rule and returns what is to be stored.
    ///
    /// # Errors
    /// Every wrong field, by its name on the wire.
    pub fn check(self) -> Result<SavedView, Invalid> {
        let mut invalid = Invalid::none();
        invalid.check(is_key(&self.list), "List", "There is no such list.");
        invalid.require_line("Name", "Name", &self.name, LONGEST_NAME);
        invalid.check(
            self.query.len() <= LONGEST_QUERY,
            "Query",
            "This view is too long to be saved: its search and filters may take 2,000 characters.",
        );
        invalid.check(is_query(&self.query), "Query", "Query must be the search parameters of an address.");
        invalid.or(SavedView { list: self.list, name: self.name.trim().to_owned(), query: self.query })
    }
}

impl SavedView {
    /// What no other view of the list has: the name without regard to capitals and accents.
    pub fn name_key(&self) -> String {
        fold(&self.name)
    }
}

fn is_key(list: &str) -> bool {
    (1..=LONGEST_KEY).contains(&list.len()) && list.bytes().all(|one| one.is_ascii_lowercase() || one == b'-')
}

/// What stands in an address behind the question mark: printable, and not the begin of anything else.
fn is_query(query: &str) -> bool {
    query.bytes().all(|one| one.is_ascii_graphic() && !b"?#\"<>\\".contains(&one))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn form(list: &str, name: &str, query: &str) -> SavedViewForm {
        SavedViewForm { list: list.to_owned(), name: name.to_owned(), query: query.to_owned() }
    }

    #[test]
    fn a_view_has_a_list_a_name_and_what_an_address_can_hold() {
        let long = "x".repeat(LONGEST_QUERY + 1);
        for (view, wrong) in [
            (form("groups", " Mine ", ""), vec![]),
            (form("census-files", "Zo\u{eb}", "q=a%20b&sort=Name&desc=1&cols=Name,Broker"), vec![]),
            (form("", "Mine", ""), vec!["List"]),
            (form("../groups", "Mine", ""), vec!["List"]),
            (form("Groups", "Mine", ""), vec!["List"]),
            (form("groups", "  ", ""), vec!["Name"]),
            (form("groups", "two\nlines", ""), vec!["Name"]),
            (form("groups", &"n".repeat(LONGEST_NAME + 1), ""), vec!["Name"]),
            (form("groups", "Mine", "q=<script>"), vec!["Query"]),
            (form("groups", "Mine", "?q=a"), vec!["Query"]),
            (form("groups", "Mine", "q=a b"), vec!["Query"]),
            (form("groups", "Mine", &long), vec!["Query"]),
            (form("", "", "#"), vec!["List", "Name", "Query"]),
        ] {
            let found = view.clone().check().map_or_else(
                |invalid| invalid.0.into_iter().map(|error| error.key).collect(),
                |_| Vec::<String>::new(),
            );
            assert_eq!(found, wrong, "{view:?}");
        }
    }

    #[test]
    fn names_are_alike_without_regard_to_capitals_and_accents() {
        let key = |name: &str| form("groups", name, "").check().expect("valid").name_key();
        assert_eq!(key(" Overdue  CAFE"), key("overdue caf\u{e9}"));
        assert_ne!(key("Overdue"), key("Overdue 2"));
    }

    proptest! {
        #[test]
        fn what_passes_is_short_and_of_one_line(list in ".{0,50}", name in ".{0,80}", query in ".{0,80}") {
            if let Ok(view) = form(&list, &name, &query).check() {
                prop_assert!(view.name.chars().count() <= LONGEST_NAME && !view.name.contains('\n'));
                prop_assert!(!view.name.is_empty() && view.query.is_ascii() && is_key(&view.list));
            }
        }
    }
}
