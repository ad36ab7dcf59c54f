//! The data of the member appendix of an invoice.

use domain::Money;
use domain::invoices::{Appendix, ListedMember, PartRow, Place, shown_count};
use serde::Serialize;

use crate::printable::Printable;
use crate::roster::Roster;

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
    rosters: Vec<Roster>,
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
                    rows: group.members.iter().map(|member| corrected(member, Some(group.each))).collect(),
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
                    rows: group.members.iter().map(|member| corrected(member, None)).collect(),
                    count: group.count.clone(),
                    amount: None,
                })
                .collect(),
            rosters: appendix.lists.iter().map(Roster::of).collect(),
        }
    }
}

fn part(part: &PartRow) -> Part {
    Part {
        title: (&part.title).into(),
        entries: shown_count(part.entries),
        amount: part.amount.to_string(),
        place: match part.place {
            Place::Corrections => Some("corrections".to_owned()),
            Place::List(place) => Some(format!("list-{place}")),
            Place::Nowhere => None,
        },
    }
}

fn corrected(member: &ListedMember, amount: Option<Money>) -> Corrected {
    Corrected {
        name: (&member.name).into(),
        id: member.id.to_string(),
        reason: member.detail.clone(),
        amount: amount.map(|amount| amount.to_string()),
    }
}
