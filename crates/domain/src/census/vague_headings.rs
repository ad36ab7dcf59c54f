//! Headings that mean a thing by their values alone: below `Employee` stand numbers, below `Mail` e-mail addresses.

use super::columns::Remembered;
use super::headings::heading_key;
use super::values::read_email;

/// The key of a heading, what it stands for, and whether a value says so.
type Meaning = (&'static str, &'static str, fn(&str) -> bool);

/// The headings with those spelled out whose values say which of their meanings it is. `values` are those of a column.
pub(super) fn told_by_values<'a>(
    headings: &[String],
    remembered: &Remembered,
    values: impl Fn(usize) -> Vec<&'a str>,
) -> Vec<String> {
    let meanings: [Meaning; 2] =
        [("employee", "Employee ID", is_id), ("mail", "Email", |value| read_email(value).is_some())];
    let read = headings.iter().enumerate().map(|(place, heading)| {
        let key = heading_key(heading);
        let meaning = meanings.iter().find(|(word, _, _)| *word == key && !remembered.contains_key(&key));
        let told = meaning.filter(|(_, _, is_one)| {
            let values = values(place);
            let mut told = values.iter().filter(|value| heading_key(value) != key).peekable();
            told.peek().is_some() && told.all(|value| is_one(value))
        });
        told.map_or_else(|| heading.clone(), |(_, spelled, _)| (*spelled).to_owned())
    });
    read.collect()
}

/// `1001`, `E-1001`: one word with a digit, and no date.
fn is_id(value: &str) -> bool {
    value.contains(|c: char| c.is_ascii_digit()) && !value.contains([' ', '/', '@', ','])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_means_what_stands_below_it() {
        for (heading, values, read) in [
            ("Employee", &["1001", "E-1002"][..], "Employee ID"),
            ("Employee", &["1001", "Ann Bee"], "Employee"),
            ("Employee", &["Ann Bee"], "Employee"),
            ("Employee", &[], "Employee"),
            ("MAIL", &["ann@example.com"], "Email"),
            ("Mail", &["12 Elm St"], "Mail"),
            ("Mail", &["Yes"], "Mail"),
        ] {
            let headings = [heading.to_owned()];
            assert_eq!(told_by_values(&headings, &Remembered::default(), |_| values.to_vec()), [read], "{heading}");
        }
        let headings = ["Employee".to_owned()];
        let remembered = Remembered::from([("employee".to_owned(), None)]);
        assert_eq!(told_by_values(&headings, &remembered, |_| vec!["1001"]), headings);
    }
}
