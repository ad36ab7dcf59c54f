//! The words of the printed report: what it is about, what stands out by fixed rules, how the figures are made.

use super::shown;
use super::{Compared, Figure, ReportSource};
use crate::groups::MemberSource;
use crate::period::shown_date;
use crate::utilization::{Entry, Report, prior_range};

/// `the same dates of 2025`, or a year earlier when they lie in two.
fn same_dates(source: &ReportSource) -> Option<String> {
    source.before.as_ref()?;
    let name = shown::span_name(prior_range(source.filter.range)?, "");
    Some(if name.is_empty() { "the same dates a year earlier".to_owned() } else { format!("the same dates of {name}") })
}

pub(super) fn subtitle(source: &ReportSource) -> String {
    let range = shown::range_in_words(source.filter.range);
    let is_younger = prior_range(source.filter.range).is_some_and(|prior| source.since > prior.start);
    match same_dates(source) {
        Some(dates) => format!("{range}, compared with {dates}"),
        None if is_younger => {
            format!("{range}. No earlier period to compare: group since {}", shown_date(source.since))
        }
        None => format!("{range}. No earlier period to compare"),
    }
}

fn before(source: &ReportSource) -> Option<&Report> {
    source.before.as_ref().map(|period| &period.report)
}

/// What was so before: `431 in 2025`, or that nothing is known of it.
fn was(source: &ReportSource, figure: Option<String>) -> String {
    let year = prior_range(source.filter.range).map(|prior| shown::span_name(prior, "the year before"));
    match (figure, year) {
        (Some(figure), Some(year)) => format!("{figure} in {year}"),
        _ => "no prior value".to_owned(),
    }
}

pub(super) fn figures(source: &ReportSource) -> Vec<Figure> {
    let (now, earlier) = (&source.now.report, before(source));
    let figure = |label, value, says| Figure { label, value, unit: None, says, change: None };
    let utilization = shown::hundredths(now.utilization);
    let utilized = earlier.map(|report| shown::hundredths(report.utilization));
    let annualized = match utilized {
        Some(before) => was(source, Some(format!("annualized, {}", shown::percent(before)))),
        None => "annualized".to_owned(),
    };
    vec![
        Figure {
            change: utilized.map(|before| format!("{} points", shown::signed(utilization - before, 2))),
            ..figure("Member utilization", shown::percent(utilization), annualized)
        },
        Figure {
            change: earlier.and_then(|report| shown::growth(now.consults, report.consults)),
            ..figure(
                "Total consults",
                shown::count(now.consults),
                was(source, earlier.map(|report| shown::count(report.consults))),
            )
        },
        Figure {
            change: earlier.and_then(|report| shown::growth(now.active_members, report.active_members)),
            ..figure(
                "Active members",
                shown::count(now.active_members),
                was(source, earlier.map(|report| shown::count(report.active_members))),
            )
        },
        wait(source, now, earlier),
        rating(now, earlier),
    ]
}

fn wait(source: &ReportSource, now: &Report, earlier: Option<&Report>) -> Figure {
    let before = earlier.and_then(|report| report.median_wait);
    let Some(wait) = now.median_wait else {
        return Figure {
            label: "Median wait time",
            value: "–".to_owned(),
            unit: None,
            says: "not known".to_owned(),
            change: None,
        };
    };
    Figure {
        label: "Median wait time",
        value: shown::minutes(wait),
        unit: Some("minutes"),
        says: was(source, before.map(|before| format!("{} minutes", shown::minutes(before)))),
        change: before.map(|before| format!("{} minutes", changed_minutes(wait, before))),
    }
}

fn changed_minutes(now: f64, before: f64) -> String {
    let halves = now.fract() != 0.0 || before.fract() != 0.0;
    let scale = if halves { 10.0 } else { 1.0 };
    shown::signed(((now - before) * scale).round() as i64, u32::from(halves))
}

/// Below one star there is nothing to show (rules.md#utilization-report).
fn rating(now: &Report, earlier: Option<&Report>) -> Figure {
    let label = "Provider rating, out of 5";
    if now.average_rating < 1.0 {
        return Figure { label, value: "No ratings.".to_owned(), unit: None, says: String::new(), change: None };
    }
    let consults = if now.ratings == 1 { "consult" } else { "consults" };
    let tenths = |average: f64| (average * 10.0).round() as i64;
    let change = earlier.filter(|report| report.average_rating >= 1.0).map(|report| {
        let difference = shown::signed(tenths(now.average_rating) - tenths(report.average_rating), 1);
        format!("{difference}, was {:.1} from {}", report.average_rating, shown::count(report.ratings))
    });
    Figure {
        label,
        value: format!("{:.1}", now.average_rating),
        unit: None,
        says: format!("Rating from {} {consults}", shown::count(now.ratings)),
        change,
    }
}

/// What a reader should notice, by fixed rules: how often, through what, instead of what, after how long.
pub(super) fn stands_out(source: &ReportSource) -> Vec<String> {
    let (now, earlier) = (&source.now.report, before(source));
    if now.consults == 0 {
        return vec!["Nobody consulted in this period.".to_owned()];
    }
    let access = most(&now.sources).map(|first| through(now, earlier, &first));
    let instead = most(&now.alternatives).map(|first| {
        let (consults, names) = (shown::count(now.consults), first.in_words());
        match (shown::count(first.count), first.names.len()) {
            (count, 1) => format!("Asked where they would have gone, {count} of {consults} answered {names}."),
            (count, _) => format!("Asked where they would have gone, {count} of {consults} each answered {names}."),
        }
    });
    let waiting = now.median_wait.zip(earlier.and_then(|report| report.median_wait)).map(|(wait, before)| {
        let (from, to) = (shown::minutes(before), shown::minutes(wait));
        match wait.total_cmp(&before) {
            std::cmp::Ordering::Less => format!("Waiting fell from {from} to {to} minutes at the median."),
            std::cmp::Ordering::Greater => format!("Waiting rose from {from} to {to} minutes at the median."),
            std::cmp::Ordering::Equal => format!("Waiting stayed at {to} minutes at the median."),
        }
    });
    [Some(how_often(source, now, earlier)), access, instead, waiting].into_iter().flatten().collect()
}

fn how_often(source: &ReportSource, now: &Report, earlier: Option<&Report>) -> String {
    let consults = shown::count(now.consults);
    let (Some(report), Some(dates)) = (earlier, same_dates(source)) else {
        return if now.consults == 1 {
            "A member consulted once.".to_owned()
        } else {
            format!("Members consulted {consults} times.")
        };
    };
    let difference = shown::count(now.consults.abs_diff(report.consults));
    match now.consults.cmp(&report.consults) {
        std::cmp::Ordering::Greater => {
            format!("Members consulted more often: {consults} consults, {difference} more than on {dates}.")
        }
        std::cmp::Ordering::Less => {
            format!("Members consulted less often: {consults} consults, {difference} fewer than on {dates}.")
        }
        std::cmp::Ordering::Equal => format!("Members consulted as often as on {dates}: {consults} consults."),
    }
}

/// So many names may share the first place; of more none stands out.
const MOST_ALIKE: usize = 4;

/// The names that share the first place in a list, with the count of each.
struct Most<'a> {
    names: Vec<&'a str>,
    count: u64,
}

/// The names with the highest count. `None` when more share it than stand out, or when most of the list have no name.
fn most(entries: &[Entry]) -> Option<Most<'_>> {
    let count = entries.iter().map(|entry| entry.count).max()?;
    let first = entries.iter().filter(|entry| entry.count == count && !entry.name.is_empty());
    let names: Vec<&str> = first.map(|entry| entry.name.as_str()).collect();
    (1..=MOST_ALIKE).contains(&names.len()).then_some(Most { names, count })
}

impl Most<'_> {
    /// `Phone`, `Phone and Web`, `App, Phone and Web`.
    fn in_words(&self) -> String {
        match self.names.split_last() {
            Some((last, before)) if !before.is_empty() => format!("{} and {last}", before.join(", ")),
            Some((only, _)) => (*only).to_owned(),
            None => String::new(),
        }
    }
}

fn through(now: &Report, earlier: Option<&Report>, first: &Most<'_>) -> String {
    let share = shown::tenths(first.count, now.consults);
    let said = format!("Most consults by source: {}, {}% of all", first.in_words(), shown::decimal(share));
    let [name] = first.names[..] else { return format!("{said} each.") };
    let before = earlier.filter(|report| report.consults > 0).map(|report| {
        let count = report.sources.iter().find(|entry| entry.name == name).map_or(0, |entry| entry.count);
        shown::tenths(count, report.consults)
    });
    match before {
        Some(before) if share > before => format!("{said}, up from {}%.", shown::decimal(before)),
        Some(before) if share < before => format!("{said}, down from {}%.", shown::decimal(before)),
        _ => format!("{said}."),
    }
}

/// Nobody is told how many there were: that alone could identify a person.
pub(super) fn withheld(source: &ReportSource) -> String {
    let below = source.small_group.members();
    let who = if source.filter.is_narrowed() { ", or were left out by the filter" } else { "" };
    format!("Fewer than {below} members consulted in this period{who}, so this list could identify a person.")
}

pub(super) fn small_group_note(source: &ReportSource) -> Option<String> {
    let below = source.small_group.members();
    let is_listed = !source.now.report.is_withheld() && source.now.report.consults > 0;
    is_listed.then(|| {
        format!(
            "These two lists appear because {below} or more members consulted in the period. When fewer did, both are withheld, \
             because a short list could identify a person."
        )
    })
}

pub(super) fn comparison(source: &ReportSource) -> Vec<Compared> {
    let Some(earlier) = before(source) else { return Vec::new() };
    let now = &source.now.report;
    let growth = |now: u64, before: u64| shown::growth(now, before).unwrap_or_else(|| "–".to_owned());
    let utilization = [now, earlier].map(|report| shown::hundredths(report.utilization));
    let wait = |report: &Report| report.median_wait.map_or_else(|| "–".to_owned(), shown::minutes);
    let rated = |report: &Report| match report.average_rating {
        average if average < 1.0 => "No ratings.".to_owned(),
        average => format!("{average:.1} from {}", shown::count(report.ratings)),
    };
    let rating_change = rating(now, Some(earlier)).change.and_then(|text| text.split(',').next().map(str::to_owned));
    let wait_change = now.median_wait.zip(earlier.median_wait).map(|(now, before)| changed_minutes(now, before));
    let dash = || "–".to_owned();
    vec![
        (
            "Member utilization, annualized",
            shown::percent(utilization[0]),
            shown::percent(utilization[1]),
            format!("{} points", shown::signed(utilization[0] - utilization[1], 2)),
        ),
        (
            "Consults",
            shown::count(now.consults),
            shown::count(earlier.consults),
            growth(now.consults, earlier.consults),
        ),
        (
            "Active members at the end",
            shown::count(now.active_members),
            shown::count(earlier.active_members),
            growth(now.active_members, earlier.active_members),
        ),
        ("Median wait, minutes", wait(now), wait(earlier), wait_change.unwrap_or_else(dash)),
        ("Provider rating, consults rated", rated(now), rated(earlier), rating_change.unwrap_or_else(dash)),
    ]
}

/// How the figures are made, so that they can be trusted (rules.md#utilization-report).
pub(super) fn method(source: &ReportSource) -> Vec<(&'static str, String)> {
    let (range, now) = (source.filter.range, &source.now.report);
    let formula = match now.active_members {
        0 => String::new(),
        members => format!(
            ": {} / {} × 365 / {} = {}",
            shown::count(now.consults),
            shown::count(members),
            range.days(),
            shown::percent(shown::hundredths(now.utilization))
        ),
    };
    let counted = match source.member_source {
        MemberSource::GroupPortal => "Members active in the Group Portal",
        MemberSource::PatientPlatform => "Members whom the Patient Platform counts",
    };
    let days = range.days();
    let days = if days == 1 { "the one day".to_owned() } else { format!("the {days} days") };
    vec![
        (
            "Member utilization.",
            format!(
                "Consults divided by active members, times 365, divided by {days} of the range{formula}. With no active members \
                 it is 0."
            ),
        ),
        ("Active members.", format!("{counted} on {}, the end of the range.", shown_date(range.end))),
        (
            "Median wait.",
            "Half of all consults started sooner, half later. Unaffected by single long waits.".to_owned(),
        ),
        ("Rating.", "Mean of the members who rated. Below 1 the report says “No ratings.”".to_owned()),
        (
            "Use frequency.",
            "Consults of members who consulted once, twice, three times, or more in the range.".to_owned(),
        ),
        (
            "Ages and times.",
            "Age on the day of the consult. Call times are Eastern Time, whatever the member’s state.".to_owned(),
        ),
        (
            "Prior period.",
            "The same calendar dates one year earlier, with the same filters. Points subtract the shares as printed."
                .to_owned(),
        ),
        (
            "(Blank).",
            "The source gave no value. Shares are rounded to one decimal and may not add to 100.0%.".to_owned(),
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_share_the_first_place_are_all_named_or_none_is() {
        let list = |entries: &[(&str, u64)]| -> Vec<Entry> {
            entries.iter().map(|(name, count)| Entry { name: (*name).to_owned(), count: *count }).collect()
        };
        for (entries, said) in [
            (&[("Phone", 5), ("Web", 3)][..], Some("Phone")),
            (&[("Phone", 5), ("Web", 5), ("App", 2)], Some("Phone and Web")),
            (&[("App", 2), ("Chat", 2), ("Phone", 2), ("Web", 2)], Some("App, Chat, Phone and Web")),
            (&[("App", 2), ("Chat", 2), ("Fax", 2), ("Phone", 2), ("Web", 2)], None),
            (&[("", 7), ("Phone", 5)], None),
            (&[("", 5), ("Phone", 5)], Some("Phone")),
            (&[("Phone", 5), ("", 2)], Some("Phone")),
            (&[("", 5)], None),
            (&[], None),
        ] {
            let entries = list(entries);
            assert_eq!(most(&entries).map(|first| first.in_words()).as_deref(), said, "{entries:?}");
        }
    }
}
