//! The data of the member appendix of an invoice.

use domain::Money;
use domain::invoices::{Appendix, ConsultList, ListedConsult, ListedMember, PartRow, Place, shown_count};
use serde::Serialize;

use crate::printable::Printable;
use crate::roster::{self, Roster};

/// The appendix as printed.
#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) struct AppendixSheet {
    introduction: Printable,
    parts: Vec<Part>,
    total_label: Printable,
    total: String,
    corrections_title: Option<String>,
    corrections: Vec<Group>,
    net_corrections: String,
    unbilled: Vec<Group>,
    /// The first two heads of corrections and differences.
    heads: [&'static str; 2],
    /// What the first page says of the pages of the corrections.
    cited: &'static str,
    rosters: Vec<Roster>,
    consults: Vec<Consults>,
}

#[derive(Debug, Serialize)]
struct Part {
    title: Printable,
    entries: String,
    amount: String,
    place: Option<String>,
}

#[derive(Debug, Serialize)]
struct Group {
    title: Printable,
    note: Option<Printable>,
    rows: Vec<Corrected>,
    count: String,
    amount: Option<String>,
}

/// The consultations behind a charge.
#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
struct Consults {
    title: Printable,
    running_title: Printable,
    summary: String,
    rows: Vec<Consult>,
    count: String,
    amount: String,
}

#[derive(Debug, Serialize)]
struct Consult {
    on: String,
    number: Printable,
    hours: &'static str,
}

#[derive(Debug, Serialize)]
struct Corrected {
    name: Printable,
    id: String,
    reason: String,
    amount: Option<String>,
}

impl AppendixSheet {
    /// The texts of `appendix`.
    pub fn of(appendix: &Appendix) -> Self {
        Self {
            introduction: (&appendix.introduction).into(),
            parts: appendix.parts.iter().map(part).collect(),
            total_label: (&appendix.total_label).into(),
            total: appendix.total.to_string(),
            corrections_title: appendix.corrections_title.clone(),
            corrections: appendix
                .corrections
                .iter()
                .map(|group| Group {
                    title: (&group.title).into(),
                    note: group.note.as_ref().map(Printable::new),
                    rows: rows(&group.members, &group.consults, Some(group.each)),
                    count: group.count.clone(),
                    amount: Some(group.amount.to_string()),
                })
                .collect(),
            net_corrections: appendix.net_corrections.to_string(),
            unbilled: appendix
                .unbilled
                .iter()
                .map(|group| Group {
                    title: (&group.title).into(),
                    note: None,
                    rows: rows(&group.members, &group.consults, None),
                    count: group.count.clone(),
                    amount: None,
                })
                .collect(),
            heads: heads(appendix),
            cited: cited(appendix),
            rosters: appendix.lists.iter().map(Roster::of).collect(),
            consults: appendix.consults.iter().map(consults).collect(),
        }
    }
}

/// What the pages of the corrections list, as the first page says.
fn cited(appendix: &Appendix) -> &'static str {
    let lists_members = appendix.corrections.iter().any(|group| !group.members.is_empty());
    let lists_consults = appendix.corrections.iter().any(|group| !group.consults.is_empty());
    match (lists_members, lists_consults) {
        (false, true) => "each consultation",
        (true, true) => "each member and consultation",
        _ => "each member and reason",
    }
}

/// What stands in the first two columns of corrections and differences.
fn heads(appendix: &Appendix) -> [&'static str; 2] {
    let corrected = appendix.corrections.iter().map(|group| &group.consults);
    let mut consults = corrected.chain(appendix.unbilled.iter().map(|group| &group.consults));
    if consults.all(Vec::is_empty) { ["Member", "Member ID"] } else { ["Member or consultation", "ID or date"] }
}

fn part(part: &PartRow) -> Part {
    Part {
        title: (&part.title).into(),
        entries: shown_count(part.entries),
        amount: part.amount.to_string(),
        place: match part.place {
            Place::Corrections => Some("corrections".to_owned()),
            Place::List(place) => Some(format!("list-{place}")),
            Place::Consults(place) => Some(format!("consults-{place}")),
            Place::Nowhere => None,
        },
    }
}

fn consults(list: &ConsultList) -> Consults {
    let row = |consult: &ListedConsult| Consult {
        on: consult.on.clone(),
        number: (&consult.number).into(),
        hours: consult.hours,
    };
    Consults {
        title: (&list.title).into(),
        running_title: roster::running_title(&list.title),
        summary: list.summary.clone(),
        rows: list.consults.iter().map(row).collect(),
        count: list.count.clone(),
        amount: list.amount.to_string(),
    }
}

/// The rows of a group: its members, or its consultations.
fn rows(members: &[ListedMember], consults: &[ListedConsult], each: Option<Money>) -> Vec<Corrected> {
    let of_consult = |consult: &ListedConsult| Corrected {
        name: format!("Consultation {}", consult.number).into(),
        id: consult.on.clone(),
        reason: consult.hours.to_owned(),
        amount: each.map(|amount| amount.to_string()),
    };
    members.iter().map(|member| corrected(member, each)).chain(consults.iter().map(of_consult)).collect()
}

fn corrected(member: &ListedMember, amount: Option<Money>) -> Corrected {
    Corrected {
        name: (&member.name).into(),
        id: member.id.to_string(),
        reason: member.detail.clone(),
        amount: amount.map(|amount| amount.to_string()),
    }
}

/// The texts of an appendix that people or other systems have written.
pub(super) fn texts(appendix: &Appendix) -> impl Iterator<Item = &String> {
    let corrections = || appendix.corrections.iter();
    let titles = appendix.lists.iter().map(|list| &list.title).chain(appendix.consults.iter().map(|list| &list.title));
    let of_groups = corrections().map(|group| &group.title).chain(appendix.unbilled.iter().map(|group| &group.title));
    let notes = corrections().filter_map(|group| group.note.as_ref());
    let listed = appendix.lists.iter().flat_map(|list| &list.members);
    let corrected = corrections().flat_map(|group| &group.members);
    let members = listed.chain(corrected).chain(appendix.unbilled.iter().flat_map(|group| &group.members));
    let listed = appendix.consults.iter().flat_map(|list| &list.consults);
    let corrected = corrections().flat_map(|group| &group.consults);
    let consults = listed.chain(corrected).chain(appendix.unbilled.iter().flat_map(|group| &group.consults));
    let texts = titles.chain(of_groups).chain(notes).chain(members.map(|member| &member.name));
    texts.chain(consults.map(|consult| &consult.number))
}
