//! What the printed statement says.

use super::*;
use crate::commissions::document::examples::{adjusted, cases, line, of};

#[test]
fn a_statement_adds_up_or_is_not_printed() {
    for (name, input) in cases() {
        assert_eq!(StatementDocument::of(input).check(), Ok(()), "{name}");
    }
    let wrong = StatementInput { total: Money::from_cents(1), ..of(vec![line(0, 1, 0, false, 2)], &[]) };
    let refused = StatementDocument::of(wrong).check().expect_err("it does not add up");
    assert_eq!(refused.to_string(), "The payable lines are $2.50, not $0.01.");
}

#[test]
fn lines_stand_by_invoice_with_what_they_correct() {
    let lines = vec![
        line(0, 1, 0, false, 10),
        line(0, 1, 1, false, 2),
        line(0, 1, 1, true, 1),
        line(2, 1, 0, false, 3),
        line(9, 2, 0, false, 1),
    ];
    let document = StatementDocument::of(of(lines, &[("Ohio Valley book - June 2026", -500)]));
    let told = |parts: &[InvoicePart]| -> Vec<(String, i64, Vec<Option<&str>>)> {
        let told = |part: &InvoicePart| {
            let words = part.lines.iter().map(|line| line.word).collect();
            (part.number.clone(), part.amount.cents(), words)
        };
        parts.iter().map(told).collect()
    };
    let part = |number: &str, cents, words: &[Option<&'static str>]| (number.to_owned(), cents, words.to_vec());
    assert_eq!(told(&document.invoices), [part("LW-004189", 1375, &[None, Some("Debt"), Some("Clawback")])]);
    // What is pending stands apart.
    assert_eq!(told(&document.waiting), [part("LW-004191", 375, &[None]), part("004198", 175, &[None])]);
    assert_eq!(document.waiting_counted, "2 lines from 2 employers");
    let sums = [document.total, document.pending, document.brought_forward, document.due].map(Money::cents);
    assert_eq!(sums, [1375, 550, -500, 875]);
    assert_eq!((document.caption, document.counted.as_str()), ("Payable now", "3 lines from 1 employer"));
    assert_eq!(document.file_name(), "Ohio Valley book - July 2026 (CS-000312).pdf");
    assert_eq!(document.number, "CS-000312");
    let negative = StatementDocument::of(of(vec![line(0, 1, 1, true, 1)], &[]));
    assert_eq!(negative.caption, "Brought forward to the next statement");
}

#[test]
fn a_statement_that_is_too_long_is_not_printed() {
    let of_lines = |count| StatementDocument::of(of(vec![line(0, 1, 0, false, 1); count], &[]));
    assert_eq!(of_lines(MOST_PRINTED).check_length(), Ok(()));
    let said = of_lines(MOST_PRINTED + 1).check_length().expect_err("refused").to_string();
    assert!(said.contains("has 10,001 lines, and a PDF holds 10,000 at most. Download the CSV instead."), "{said}");
}

#[test]
fn adjustments_stand_after_the_lines_and_are_part_of_the_total() {
    let adjustments = [("Bonus for Q2", 25_000), ("Overpaid in June", -4000)];
    let document = StatementDocument::of(adjusted(of(vec![line(0, 1, 0, false, 10)], &[]), &adjustments));
    assert_eq!(document.check(), Ok(()));
    let sums = [document.total, document.adjusted, document.total_earlier, document.due].map(Money::cents);
    assert_eq!(sums, [22_250, 21_000, 0, 22_250]);
    assert_eq!(document.counted, "1 line from 1 employer, 2 adjustments");
    let alone = StatementDocument::of(adjusted(of(Vec::new(), &[]), &adjustments[..1]));
    assert_eq!((alone.check(), alone.counted.as_str()), (Ok(()), "1 adjustment"));
    let of_none = StatementInput { adjustments: Vec::new(), ..adjusted(of(Vec::new(), &[]), &adjustments) };
    let refused = StatementDocument::of(of_none).check().expect_err("it does not add up").to_string();
    assert_eq!(refused, "The payable lines are $0.00, not $210.00.");
}
