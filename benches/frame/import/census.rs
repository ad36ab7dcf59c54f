//! The census file of a benchmark, made from the roster that it meets.

use std::collections::HashSet;
use std::fmt::Write as _;

use domain::members::{Status, effective_date};
use domain::{GroupId, MemberId};
use portal::Context;
use store::members::Member;

use crate::roster::fill::Filled;

/// Rows of the file.
pub const ROWS: usize = PRESENT + NEW;
const PRESENT: usize = 97_000;
const CHANGED: usize = 10_000;
const NEW: usize = 3000;
const MEMBERS_A_PAGE: u64 = 5000;

const HEADING: &str = "UniqueId,MemberType,FirstName,LastName,Gender,DateOfBirth,Email,CellPhone,HomePhone,AddressLine1,City,State,ZipCode,Status\n";

/// A file and what it does.
pub struct Census {
    pub csv: String,
    /// Members made, changed and ended.
    pub expected: [u64; 3],
}

impl Census {
    /// The file that comes as the `turn`th, from 1: each has other new people and changes others.
    pub async fn of(ctx: &Context, filled: &Filled, turn: usize) -> anyhow::Result<Self> {
        let mut csv = HEADING.to_owned();
        let (mut place, mut present, mut changed, mut ended) = (0, 0, 0, 0);
        let mut seen = HashSet::new();
        let mut after = MemberId(0);
        loop {
            let group = GroupId(filled.largest);
            let page = store::members::page_of_group(&ctx.store.read(), group, after, MEMBERS_A_PAGE).await?;
            let Some(last) = page.last() else { break };
            after = last.id;
            for member in &page {
                place += 1;
                // Every thirty-third is absent until enough are, and who is somebody else's double; then the rest is there.
                let details = &member.details;
                let is_double =
                    !seen.insert((details.last_name.clone(), details.first_name.clone(), details.date_of_birth));
                if place % 33 == turn && place - present <= NEW || is_double || present == PRESENT {
                    ended += u64::from(is_ended(member, ctx));
                    continue;
                }
                present += 1;
                // The row of a member who is to leave later than the file ends members moves that end forward.
                let leaves = leaves_later(member, ctx);
                let moves = place % 9 == turn && changed < CHANGED && !leaves;
                changed += usize::from(moves);
                ended += u64::from(leaves);
                row(&mut csv, member, ctx, moves.then_some(turn))?;
            }
        }
        for number in 0..NEW {
            newcomer(&mut csv, number, turn)?;
        }
        Ok(Self { csv, expected: [NEW as u64, changed as u64, ended] })
    }
}

/// Whether a file without the member ends it. A member who is to leave leaves on that day, and one who is to begin begins.
fn is_ended(member: &Member, ctx: &Context) -> bool {
    is_active(member, ctx) && member.status.pending.is_none()
}

fn is_leaving(member: &Member) -> bool {
    member.status.pending.is_some_and(|(status, _)| status == Status::InActive)
}

fn leaves_later(member: &Member, ctx: &Context) -> bool {
    let pending = member.status.pending;
    pending.is_some_and(|(status, on)| status == Status::InActive && on > effective_date(ctx.today()))
}

fn is_active(member: &Member, ctx: &Context) -> bool {
    member.status.shown(ctx.today()).counts_as_active()
}

fn row(csv: &mut String, member: &Member, ctx: &Context, moves: Option<usize>) -> anyhow::Result<()> {
    let details = &member.details;
    let text = |value: &Option<String>| value.clone().unwrap_or_default();
    let (street, city, phone) = match moves {
        Some(turn) => {
            // Members who share a new street are asked about.
            let id = member.id.get();
            (format!("{turn}{id:06} Orchard Way"), "Troy".to_owned(), format!("937555{:04}", id % 10_000))
        }
        None => (text(&details.address_line1), text(&details.city), text(&details.home_phone)),
    };
    writeln!(
        csv,
        "{},Primary,{},{},{},{},{},{},{phone},{street},{city},{},{},{}",
        text(&details.unique_id),
        details.first_name,
        details.last_name,
        details.gender.name(),
        details.date_of_birth.format("%m/%d/%Y"),
        text(&details.email),
        text(&details.mobile_phone),
        text(&details.state),
        text(&details.zip_code),
        // Said of members who are to leave, too: a blank would take back an end that a former file has set.
        if is_active(member, ctx) && !is_leaving(member) { "" } else { "In-Active" },
    )?;
    Ok(())
}

fn newcomer(csv: &mut String, number: usize, turn: usize) -> anyhow::Result<()> {
    let letters = |number: usize| -> String {
        (0..4).map(|place| char::from(b'a' + (number >> (4 * place) & 15) as u8)).collect()
    };
    let person = turn * NEW + number;
    let scattered = person * 40_503 % 65_536;
    writeln!(
        csv,
        "N{turn}{number:05},Primary,Xo{},Yz{},Female,{:02}/{:02}/{},,,,{person} Canal Street,Lima,OH,45801,",
        letters(scattered),
        letters(scattered * 31 % 65_536),
        person % 12 + 1,
        person % 28 + 1,
        1950 + person % 50
    )?;
    Ok(())
}
