//! The member appendix: who is behind the lines of an invoice, and how its parts add up to the total.
//!
//! Who had a consultation is health information: a consultation is listed by its day and the platform's number, and names nobody.

mod listing;

pub(super) use listing::{Cited, Places, appendix, places};

use super::LineConsult;
use crate::billing::BillingType;
use crate::period::shown_date;
use crate::{MemberId, Money};

/// Above this number of charged members only corrections are listed (documents reference, edge cases).
pub const MEMBERS_LISTED_AT_MOST: i64 = 5_000;

/// Who is behind the lines of an invoice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Appendix {
    /// What it holds and what it leaves out.
    pub introduction: String,
    /// The parts and what they add up to.
    pub parts: Vec<PartRow>,
    /// The last row of the parts: the invoice and its total.
    pub total_label: String,
    /// The total of the invoice.
    pub total: Money,
    /// The head of the corrections, when there are any.
    pub corrections_title: Option<String>,
    /// Who was corrected and why, in the order of the invoice.
    pub corrections: Vec<CorrectionGroup>,
    /// What the corrections add up to.
    pub net_corrections: Money,
    /// Differences outside the look-back.
    pub unbilled: Vec<Unbilled>,
    /// The members behind each charge.
    pub lists: Vec<MemberList>,
    /// The consultations behind each charge.
    pub consults: Vec<ConsultList>,
}

/// A row of the table that shows how the parts add up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartRow {
    /// The name of the part.
    pub title: String,
    /// Its entries.
    pub entries: i64,
    /// Its amount.
    pub amount: Money,
    /// Where it stands.
    pub place: Place,
}

/// Where a part stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// In the corrections.
    Corrections,
    /// In the member list of this place in [`Appendix::lists`].
    List(usize),
    /// Among the consultations of this place in [`Appendix::consults`].
    Consults(usize),
    /// Nowhere: it is counted, not listed.
    Nowhere,
}

/// The members of one correction line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CorrectionGroup {
    /// Kind, month, line and rate.
    pub title: String,
    /// What became of the month on its invoice.
    pub note: Option<String>,
    /// The members; empty when the line does not bill members.
    pub members: Vec<ListedMember>,
    /// The consultations; empty when the line bills members.
    pub consults: Vec<ListedConsult>,
    /// The amount of one; negative for a credit.
    pub each: Money,
    /// What the line bills.
    pub billing_type: BillingType,
    /// How many it corrects.
    pub quantity: i64,
    /// The same with the noun.
    pub count: String,
    /// What it adds up to.
    pub amount: Money,
}

/// A difference outside the look-back: listed, not billed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unbilled {
    /// Kind, month and line.
    pub title: String,
    /// The members; empty when the line does not bill members.
    pub members: Vec<ListedMember>,
    /// The consultations; empty when the line bills members.
    pub consults: Vec<ListedConsult>,
    /// How many, with the noun.
    pub count: String,
}

/// The members behind one charge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemberList {
    /// The letter and name of the part.
    pub title: String,
    /// How many at which rate, and how many are new.
    pub summary: String,
    /// The members by name.
    pub members: Vec<ListedMember>,
    /// The price of one.
    pub rate: Money,
    /// How many, with the noun.
    pub count: String,
    /// What they add up to.
    pub amount: Money,
}

/// The consultations behind one charge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConsultList {
    /// The letter and name of the part.
    pub title: String,
    /// How many at which rate.
    pub summary: String,
    /// The consultations by day and number.
    pub consults: Vec<ListedConsult>,
    /// The price of one.
    pub rate: Money,
    /// How many, with the noun.
    pub count: String,
    /// What they add up to.
    pub amount: Money,
}

/// A consultation as printed: who consulted is not told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedConsult {
    /// The business day on which it began.
    pub on: String,
    /// The platform's own number of it.
    pub number: String,
    /// `After hours` or `Regular hours`.
    pub hours: &'static str,
}

impl ListedConsult {
    pub(super) fn of(consult: &LineConsult) -> Self {
        Self {
            on: shown_date(consult.on),
            number: consult.number.clone(),
            hours: if consult.is_after_hours { "After hours" } else { "Regular hours" },
        }
    }
}

/// A member as printed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedMember {
    /// Family name, given name.
    pub name: String,
    /// The member's id.
    pub id: MemberId,
    /// Behind a charge the day since which the member is active; behind a correction the reason.
    pub detail: String,
    /// Whether the member is new on the invoice.
    pub is_new: bool,
}

impl Appendix {
    /// Whether the members behind charges for `members` are listed at all; when not, their names need not be loaded.
    pub const fn lists_members(members: i64) -> bool {
        members <= MEMBERS_LISTED_AT_MOST
    }
}
