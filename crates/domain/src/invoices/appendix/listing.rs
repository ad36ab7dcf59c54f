//! Who stands in which part of the appendix, in which order, and what each part says of itself.

use std::collections::BTreeSet;

use super::{
    Appendix, ConsultList, CorrectionGroup, ListedConsult, ListedMember, MEMBERS_LISTED_AT_MOST, MemberList, PartRow,
    Place, Unbilled,
};
use crate::billing::BillingType;
use crate::billing::ledger::EntryKind;
use crate::invoices::wording::{
    billed_note, correction_word, counted, counted_of, full_name, part_letter, reason, shown_count, shown_reference,
};
use crate::invoices::{InvoiceInput, InvoiceLine, LineConsult, LineMember, UnbilledLine, change};
use crate::period::shown_date;
use crate::{MemberId, Money, text};

fn is_members(line: &InvoiceLine) -> bool {
    line.billing_type == BillingType::Pepm
}

/// How the invoice is cited in its appendix.
pub(in crate::invoices) struct Cited {
    /// Such as `invoice LW-004218`.
    pub document: String,
    /// Such as `Total due`.
    pub total_label: &'static str,
    /// The total.
    pub total: Money,
}

/// Where what is behind a charge is listed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(in crate::invoices) struct Places {
    /// Its members: the place in [`Appendix::lists`].
    pub members: Option<usize>,
    /// Its consultations: the place in [`Appendix::consults`].
    pub consults: Option<usize>,
}

/// The appendix of an invoice with these ordered corrections; `None` when there is nothing to list behind any line.
pub(in crate::invoices) fn appendix(
    input: &InvoiceInput,
    corrections: &[&InvoiceLine],
    cited: &Cited,
) -> Option<Appendix> {
    let charges: Vec<_> = input.lines.iter().filter(|line| line.kind == EntryKind::Charge).collect();
    let charged: i64 = charges.iter().filter(|line| is_members(line)).map(|line| line.quantity).sum();
    let corrected = corrections.iter().any(|line| is_members(line) || has_consults(line));
    let places = places(&charges);
    let lists_consults = places.iter().any(|places| places.consults.is_some());
    if charged == 0 && !corrected && !lists_consults && input.unbilled.is_empty() {
        return None;
    }
    let mut letters = (0..).map(part_letter);
    let mut parts = Vec::new();
    let corrections_title = (!corrections.is_empty())
        .then(|| format!("{}. Corrections for earlier months", letters.next().expect("letters never end")));
    if let Some(title) = &corrections_title {
        parts.push(PartRow {
            title: title.clone(),
            entries: corrections.iter().map(|line| line.quantity).sum(),
            amount: sum(corrections.iter().copied()),
            place: Place::Corrections,
        });
    }
    let before = change::members_before(input.previous.as_ref());
    let mut lists = Vec::new();
    for (line, places) in charges.iter().zip(&places).filter(|(line, _)| is_members(line)) {
        let letter = places.members.and_then(|_| letters.next());
        let title = part_title(line, letter);
        if places.members.is_some() {
            lists.push(member_list(input, line, title.clone(), before.as_ref()));
        }
        let place = places.members.map_or(Place::Nowhere, Place::List);
        parts.push(PartRow { title, entries: line.quantity, amount: line.total, place });
    }
    let mut consults = Vec::new();
    for (line, place) in charges.iter().zip(&places).filter_map(|(line, places)| Some((line, places.consults?))) {
        let title = part_title(line, letters.next());
        consults.push(consult_list(line, title.clone()));
        parts.push(PartRow { title, entries: line.quantity, amount: line.total, place: Place::Consults(place) });
    }
    let is_counted = |line: &InvoiceLine| !is_members(line) && line.quantity > 0;
    let counted = charges.iter().zip(&places).filter(|(line, places)| is_counted(line) && places.consults.is_none());
    parts.extend(never_listed(counted.map(|(line, _)| *line).collect()));
    Some(Appendix {
        introduction: introduction(
            &cited.document,
            &input.lines,
            charged,
            lists_consults || corrections.iter().any(|line| has_consults(line)),
        ),
        parts,
        total_label: format!("{}, {}", cited.total_label, cited.document),
        total: cited.total,
        corrections_title,
        net_corrections: sum(corrections.iter().copied()),
        corrections: corrections.iter().map(|line| correction_group(line)).collect(),
        unbilled: input.unbilled.iter().map(unbilled).collect(),
        lists,
        consults,
    })
}

/// Where what is behind each charge is listed; nowhere where it is only counted.
pub(in crate::invoices) fn places(charges: &[&InvoiceLine]) -> Vec<Places> {
    let of = |members: bool| charges.iter().filter(move |line| is_members(line) == members).map(|line| line.quantity);
    let lists_members = Appendix::lists_members(of(true).sum());
    let lists_consults = Appendix::lists_members(of(false).sum());
    let (mut next, mut next_consults) = (0.., 0..);
    let places = |line: &&InvoiceLine| Places {
        members: if is_members(line) && line.quantity > 0 && lists_members { next.next() } else { None },
        consults: if has_consults(line) && lists_consults { next_consults.next() } else { None },
    };
    charges.iter().map(places).collect()
}

/// Whether each consultation of a line is known.
fn has_consults(line: &InvoiceLine) -> bool {
    !is_members(line) && line.quantity > 0 && line.consults.len() as i64 == line.quantity
}

fn part_title(line: &InvoiceLine, letter: Option<String>) -> String {
    let letter = letter.map_or_else(String::new, |letter| format!("{letter}. "));
    let reference = shown_reference(line).map_or_else(String::new, |reference| format!(", {reference}"));
    format!("{letter}{}{reference}", line.name)
}

fn consult_list(line: &InvoiceLine, title: String) -> ConsultList {
    let count = counted_of(line.billing_type, line.quantity);
    ConsultList {
        title,
        summary: format!("{count} at {} for {}.", line.rate, line.month),
        consults: by_day(&line.consults),
        rate: line.rate,
        count,
        amount: line.total,
    }
}

fn by_day(consults: &[LineConsult]) -> Vec<ListedConsult> {
    let mut sorted: Vec<_> = consults.iter().collect();
    sorted.sort();
    sorted.into_iter().map(ListedConsult::of).collect()
}

fn sum<'a>(lines: impl IntoIterator<Item = &'a InvoiceLine>) -> Money {
    lines.into_iter().map(|line| line.total).sum()
}

/// The row of consultations and fees that are only counted.
fn never_listed(lines: Vec<&InvoiceLine>) -> Option<PartRow> {
    let has = |of| lines.iter().any(|line| line.billing_type == of);
    let what = match (has(BillingType::PerConsultation), has(BillingType::AfterHours)) {
        (true, true) => "Consultations and after-hours fees",
        (true, false) => "Consultations",
        (false, true) => "After-hours fees",
        (false, false) => return None,
    };
    Some(PartRow {
        title: format!("{what}, not listed"),
        entries: lines.iter().map(|line| line.quantity).sum(),
        amount: sum(lines),
        place: Place::Nowhere,
    })
}

fn introduction(document: &str, lines: &[InvoiceLine], charged: i64, lists_consults: bool) -> String {
    let has_members = lines.iter().any(|line| is_members(line) && line.quantity > 0);
    let mut sentences = vec![if !has_members && lists_consults {
        format!("Every consultation behind {document}, and how the parts add up to it.")
    } else if !has_members {
        format!("How the parts add up to {document}.")
    } else if Appendix::lists_members(charged) {
        format!("Every member behind {document}, and how the parts add up to it.")
    } else {
        let most = shown_count(MEMBERS_LISTED_AT_MOST);
        format!(
            "How the parts add up to {document}. It charges more than {most} members, so they are not printed here."
        )
    }];
    if corrected_twice(lines) {
        sentences.push("A member corrected for two months has two entries in Part A.".to_owned());
    }
    if lines.iter().any(|line| !is_members(line) && line.quantity > 0) {
        sentences.push("A consultation is listed by its day and the platform's number.".to_owned());
        sentences.push("Who had it is health information and is never listed.".to_owned());
    }
    sentences.join(" ")
}

/// Whether a member stands behind more than one correction.
fn corrected_twice(lines: &[InvoiceLine]) -> bool {
    let corrections = lines.iter().filter(|line| is_members(line) && line.kind != EntryKind::Charge);
    let mut seen = BTreeSet::new();
    corrections.flat_map(|line| &line.members).any(|member| !seen.insert(member.id))
}

fn correction_group(line: &InvoiceLine) -> CorrectionGroup {
    let word = correction_word(line.kind).unwrap_or_default();
    CorrectionGroup {
        title: format!("{word}, {}, {} at {}", line.month, part_title(line, None), line.rate),
        note: billed_note(line),
        members: if is_members(line) { corrected(&line.members, line.kind) } else { Vec::new() },
        consults: if has_consults(line) { by_day(&line.consults) } else { Vec::new() },
        each: if line.kind.is_credit() { -line.rate } else { line.rate },
        billing_type: line.billing_type,
        quantity: line.quantity,
        count: counted_of(line.billing_type, line.quantity),
        amount: line.total,
    }
}

fn unbilled(line: &UnbilledLine) -> Unbilled {
    let (word, kind) = if line.is_credit { ("Credit", EntryKind::Credit) } else { ("Debt", EntryKind::Debt) };
    Unbilled {
        title: format!("{word}, {}, {}", line.month, line.name),
        members: if line.billing_type == BillingType::Pepm { corrected(&line.members, kind) } else { Vec::new() },
        consults: if line.billing_type.counts_consults() { by_day(&line.consults) } else { Vec::new() },
        count: counted_of(line.billing_type, line.quantity),
    }
}

fn corrected(members: &[LineMember], kind: EntryKind) -> Vec<ListedMember> {
    by_name(members, |member| reason(kind, member.change), |_| false)
}

fn member_list(
    input: &InvoiceInput,
    line: &InvoiceLine,
    title: String,
    before: Option<&BTreeSet<MemberId>>,
) -> MemberList {
    let since = |member: &LineMember| member.since.map_or_else(|| "Not known".to_owned(), shown_date);
    let members = by_name(&line.members, since, |id| before.is_some_and(|before| !before.contains(&id)));
    let new = members.iter().filter(|member| member.is_new).count() as i64;
    let count = counted_of(line.billing_type, line.quantity);
    let mark = match (&input.previous, before) {
        (Some(previous), Some(_)) => {
            let month = previous.period.name();
            match new {
                0 => format!(" All of them were on the {month} invoice."),
                1 => format!(" A filled square marks the member who was not on the {month} invoice."),
                _ => format!(
                    " A filled square marks the {} who were not on the {month} invoice.",
                    counted(new, "member", "members")
                ),
            }
        }
        _ => String::new(),
    };
    MemberList {
        title,
        summary: format!("{count} at {} for {}.{mark}", line.rate, line.month),
        members,
        rate: line.rate,
        count,
        amount: line.total,
    }
}

/// The members in the order of their names, those of the same name by id.
fn by_name(
    members: &[LineMember],
    detail: impl Fn(&LineMember) -> String,
    is_new: impl Fn(MemberId) -> bool,
) -> Vec<ListedMember> {
    let mut sorted: Vec<_> = members
        .iter()
        .map(|member| ((text::fold(&member.last_name), text::fold(&member.first_name), member.id), member))
        .collect();
    sorted.sort_by(|(a, _), (b, _)| a.cmp(b));
    let listed = |(_, member): ((String, String, MemberId), &LineMember)| ListedMember {
        name: full_name(&member.last_name, &member.first_name),
        id: member.id,
        detail: detail(member),
        is_new: is_new(member.id),
    };
    sorted.into_iter().map(listed).collect()
}
