use super::shown::{decimal, growth, hundredths, minutes, percent, range_in_words, signed, span_name, tenths};
use super::*;
use crate::utilization::Entry;
use crate::utilization::examples::cases::{cases, compared, empty, many, small_group};

fn range(start: &str, end: &str) -> DateRange {
    let day = |text: &str| text.parse().expect("a date of the test");
    DateRange { start: day(start), end: day(end) }
}

#[test]
fn numbers_are_printed_with_their_signs() {
    for (units, decimals, shown) in
        [(338, 2, "+3.38"), (-3, 0, "−3"), (0, 1, "0.0"), (-5, 1, "−0.5"), (1234, 0, "+1,234"), (7, 2, "+0.07")]
    {
        assert_eq!(signed(units, decimals), shown);
    }
    for (count, total, shown) in
        [(291, 486, "59.9"), (1, 3, "33.3"), (1, 2000, "0.1"), (1, 2001, "0.0"), (3, 0, "300.0")]
    {
        assert_eq!(decimal(tenths(count, total)), shown, "{count} of {total}");
    }
    for (fraction, shown) in [(0.42391, "42.39%"), (0.0, "0.00%"), (12.5, "1,250.00%"), (0.00005, "0.01%")] {
        assert_eq!(percent(hundredths(fraction)), shown);
    }
    assert_eq!((minutes(8.0).as_str(), minutes(8.5).as_str()), ("8", "8.5"));
    for (now, before, shown) in
        [(486, 431, Some("+12.8%")), (10, 20, Some("−50.0%")), (5, 5, Some("0.0%")), (5, 0, None)]
    {
        assert_eq!(growth(now, before).as_deref(), shown);
    }
}

#[test]
fn ranges_are_told_in_words() {
    for (dates, words, name) in [
        (range("2026-01-01", "2026-07-31"), "January 1 to July 31, 2026", "2026"),
        (range("2025-08-01", "2026-07-31"), "August 1, 2025 to July 31, 2026", "now"),
        (range("2026-07-04", "2026-07-04"), "July 4, 2026", "2026"),
    ] {
        assert_eq!((range_in_words(dates).as_str(), span_name(dates, "now").as_str()), (words, name));
    }
}

#[test]
fn a_report_stands_beside_the_year_before() {
    let document = ReportDocument::of(&compared());
    assert_eq!(document.subtitle, "June 1 to July 31, 2026, compared with the same dates of 2025");
    assert_eq!(document.names, ("2026".to_owned(), Some("2025".to_owned())));
    assert_eq!(document.prior_range.as_deref(), Some("06/01/2025–07/31/2025"));
    assert_eq!(document.comparison.len(), 5);
    let months: Vec<_> = document.months.iter().map(|month| (month.name.as_str(), month.texts.len())).collect();
    assert_eq!(months, [("Jun", 2), ("Jul", 2)]);
    let first = &document.who.panels[0].rows[0];
    assert_eq!((first.cells.len(), document.why.panels[0].rows[0].cells.len()), (3, 5));
    assert_eq!(
        document.file_name(range("2026-06-01", "2026-07-31")),
        "utilization-calder-finch-manufacturing-inc-2026-06-01-2026-07-31.pdf"
    );
}

/// The points of a row are those that a reader finds by subtracting what is printed.
#[test]
fn points_are_the_difference_of_the_printed_shares() {
    let document = ReportDocument::of(&compared());
    let tenths = |text: &str| text.trim_end_matches('%').replace(['+', '.', ','], "").replace('−', "-").parse::<i64>();
    let compared = document.why.panels.iter().chain([&document.alternatives]).flat_map(|panel| &panel.rows);
    let mut seen = 0;
    for row in compared.filter(|row| row.cells[2] != "–") {
        let numbers: Vec<i64> = row.cells.iter().map(|cell| tenths(cell).expect("a number")).collect();
        assert_eq!(numbers[4], numbers[1] - numbers[3], "{row:?}");
        seen += 1;
    }
    assert!(seen > 5);
}

#[test]
fn every_bar_fits_its_track() {
    for (name, source) in cases() {
        let document = ReportDocument::of(&source);
        for section in [&document.who, &document.how, &document.why] {
            for row in section.panels.iter().flat_map(|panel| &panel.rows) {
                assert!(row.now <= 1.0 && row.before.unwrap_or(0.0) <= 1.0, "{name}: {row:?}");
            }
        }
        for column in document.ages.iter().chain(&document.months) {
            assert!(column.now <= 1.0 && column.before.unwrap_or(0.0) <= 1.0, "{name}: {column:?}");
        }
    }
}

#[test]
fn a_small_group_is_told_why_its_lists_are_withheld() {
    let document = ReportDocument::of(&small_group());
    assert_eq!(document.subtitle, "June 1 to July 31, 2026. No earlier period to compare: group since 02/01/2026");
    let withheld = "Fewer than 11 members consulted in this period, or were left out by the filter, so this list could identify a person.";
    for panel in &document.why.panels {
        assert_eq!((panel.rows.len(), panel.withheld.as_deref()), (0, Some(withheld)));
    }
    assert_eq!(document.small_group_note, None);
    let facts: Vec<_> = document.facts.iter().map(|(_, value)| value.as_str()).collect();
    assert_eq!(facts, ["(Blank)", "(Blank), RLS-01, RLS-02", "(OH) Ohio", "Patient Platform"]);
    assert_eq!((document.figures[4].value.as_str(), document.stars), ("No ratings.", None));
    assert!(document.comparison.is_empty());
    // The number of members that consulted stands nowhere: five.
    let said = format!("{:?}", (&document.stands_out, &document.method, &document.figures));
    assert!(!said.contains("5 members"), "{said}");
}

#[test]
fn an_empty_report_says_so() {
    let document = ReportDocument::of(&empty());
    assert_eq!(document.stands_out, ["Nobody consulted in this period."]);
    assert!(document.who.panels.iter().chain(&document.how.panels).all(|panel| panel.rows.is_empty()));
    assert!(document.why.panels.iter().all(|panel| panel.withheld.is_none() && panel.rows.is_empty()));
    assert_eq!((document.figures[0].value.as_str(), document.figures[3].value.as_str()), ("0.00%", "–"));
    assert_eq!(document.subtitle, "June 1 to July 31, 2026. No earlier period to compare");
}

#[test]
fn long_lists_end_in_the_rest_and_long_ranges_in_their_last_year() {
    let document = ReportDocument::of(&many());
    let sources = &document.how.panels[0].rows;
    assert_eq!((sources.len(), sources[7].name.as_str(), sources[7].cells[0].as_str()), (8, "13 others", "156"));
    assert_eq!(document.alternatives.rows.len(), 5);
    assert_eq!((document.months.len(), document.months_title.as_str()), (12, "Consults in the last 12 months"));
    assert_eq!((document.months[0].name.as_str(), document.names.0.as_str()), ("Aug", "now"));
}

/// What is not among the first five of the year before may have been sixth: it is not taken for nothing.
#[test]
fn a_diagnosis_that_was_not_listed_before_is_compared_with_nothing() {
    let mut source = compared();
    let entry = |name: &str, count| Entry { name: name.to_owned(), count };
    source.now.report.diagnoses = Some(vec![entry("Gout", 60), entry("Cold", 30)]);
    let earlier = source.before.as_mut().expect("a year before");
    let five = ["Cold", "Flu", "Acne", "Rash", "Pain"].map(|name| entry(name, 20));
    earlier.report.diagnoses = Some(five.to_vec());
    let rows = |source: &ReportSource| ReportDocument::of(source).why.panels[0].rows.clone();
    assert_eq!(rows(&source)[0].cells[2..], ["–", "–", "–"]);
    assert_eq!((rows(&source)[1].cells[2].as_str(), rows(&source)[0].before), ("20", None));
    source.before.as_mut().expect("a year before").report.diagnoses = Some(five[1..].to_vec());
    assert_eq!(rows(&source)[1].cells[2], "0", "four were all there were");
    source.before.as_mut().expect("a year before").report.diagnoses = None;
    assert_eq!(rows(&source)[0].cells.len(), 2, "what was withheld is compared with nothing");
}
