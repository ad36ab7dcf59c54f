//! What differs between a document as we would send it and as it stands in the ERP: shown before anything of it is replaced
//! (rules.md#changed-over-there).

use chrono::NaiveDate;

use crate::Money;
use crate::billing::invoice::{is_memo_sent_as, is_sent_as};

/// What an update writes of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Content {
    /// Its date.
    pub dated: NaiveDate,
    /// When it is due; `None` where the ERP does not say, or for a credit.
    pub due_on: Option<NaiveDate>,
    /// What the customer reads under it.
    pub memo: String,
    /// Its total.
    pub total: Money,
    /// Its lines: the description and the amount of each. None where they are not known.
    pub lines: Option<Vec<(String, Money)>>,
}

/// A field that differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// What people call the field.
    pub field: &'static str,
    /// How we have it; empty when we have none.
    pub ours: String,
    /// How the ERP has it; empty when it has none.
    pub theirs: String,
}

/// What differs, in the order of a document. Empty when it is something that neither states, such as terms or a product.
pub fn differences(ours: &Content, theirs: &Content) -> Vec<Difference> {
    let day = |day: NaiveDate| day.format("%m/%d/%Y").to_string();
    let due = |content: &Content| content.due_on.map(day).unwrap_or_default();
    let mut found = Vec::new();
    let mut compare = |field, ours: String, theirs: String| {
        if ours != theirs {
            found.push(Difference { field, ours, theirs });
        }
    };
    compare("Date", day(ours.dated), day(theirs.dated));
    if ours.due_on.is_some() && theirs.due_on.is_some() {
        compare("Due date", due(ours), due(theirs));
    }
    if !is_memo_sent_as(ours.memo.trim(), theirs.memo.trim()) {
        compare("Memo", ours.memo.trim().to_owned(), theirs.memo.trim().to_owned());
    }
    compare("Total", ours.total.to_string(), theirs.total.to_string());
    if let (Some(ours), Some(theirs)) = (&ours.lines, &theirs.lines) {
        let text = |(description, amount): &(String, Money)| format!("{description}: {amount}");
        // One line stands for one: those that read alike are taken off both sides.
        let (mut missing, mut added) = (Vec::new(), theirs.clone());
        for line in ours {
            let stands = |other: &(String, Money)| other.1 == line.1 && is_sent_as(&line.0, &other.0);
            let found = added.iter().position(|other| other == line).or_else(|| added.iter().position(stands));
            match found {
                Some(at) => drop(added.remove(at)),
                None => missing.push(text(line)),
            }
        }
        let added: Vec<_> = added.iter().map(text).collect();
        let longest = missing.len().max(added.len());
        let at = |lines: &[String], row: usize| lines.get(row).cloned().unwrap_or_default();
        for row in 0..longest {
            compare("Line", at(&missing, row), at(&added, row));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn content(lines: &[(&str, i64)]) -> Content {
        let lines: Vec<_> = lines.iter().map(|(text, cents)| ((*text).to_owned(), Money::from_cents(*cents))).collect();
        Content {
            dated: NaiveDate::from_ymd_opt(2026, 7, 20).unwrap(),
            due_on: NaiveDate::from_ymd_opt(2026, 8, 4),
            memo: "Medical, July 2026".to_owned(),
            total: lines.iter().map(|line| line.1).sum(),
            lines: Some(lines),
        }
    }

    fn told(ours: &Content, theirs: &Content) -> Vec<String> {
        let text = |one: Difference| format!("{}: {} | {}", one.field, one.ours, one.theirs);
        differences(ours, theirs).into_iter().map(text).collect()
    }

    #[test]
    fn each_field_that_differs_is_named_with_both_values() {
        let ours = content(&[("PEPM, July 2026", 2000)]);
        assert!(told(&ours, &ours).is_empty());
        let memo = Content { memo: "Purchase order 2291".to_owned(), ..ours.clone() };
        assert_eq!(told(&ours, &memo), ["Memo: Medical, July 2026 | Purchase order 2291"]);
        let named = Content { memo: "Medical, July 2026. PO 7731. Group 10427".to_owned(), ..ours.clone() };
        assert!(told(&named, &ours).is_empty(), "memos named plan and month only once");
        assert_eq!(told(&ours, &named).len(), 1, "what was added over there is told");
        let dates = Content { dated: ours.due_on.unwrap(), due_on: None, ..ours.clone() };
        assert_eq!(told(&ours, &dates), ["Date: 07/20/2026 | 08/04/2026"], "no due date was heard");
        let due = Content { due_on: Some(ours.dated), ..ours.clone() };
        assert_eq!(told(&ours, &due), ["Due date: 08/04/2026 | 07/20/2026"]);
    }

    #[test]
    fn lines_are_compared_whatever_their_order() {
        let ours = content(&[("A", 100), ("B", 200), ("B", 200)]);
        assert!(told(&ours, &content(&[("B", 200), ("A", 100), ("B", 200)])).is_empty());
        assert_eq!(
            told(&ours, &content(&[("A", 150), ("B", 200)])),
            ["Total: $5.00 | $3.50", "Line: A: $1.00 | A: $1.50", "Line: B: $2.00 | "]
        );
        let (debt, sent_before) = (content(&[("Debt: A, May 2026", 100)]), content(&[("Debit: A, May 2026", 100)]));
        assert!(told(&debt, &sent_before).is_empty(), "the word of a debt was another once");
        let east = content(&[("Debt: A, May 2026, Reference # EAST", 100)]);
        assert!(told(&east, &debt).is_empty() && told(&east, &sent_before).is_empty(), "without the reference once");
        let west = content(&[("Debt: A, May 2026, Reference # WEST", 100)]);
        assert_eq!(told(&east, &west).len(), 1, "another reference is a change");
        let unknown = Content { lines: None, ..content(&[("A", 500)]) };
        assert!(told(&ours, &Content { total: ours.total, ..unknown }).is_empty());
    }
}
