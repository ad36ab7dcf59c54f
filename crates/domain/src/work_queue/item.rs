//! An item of work and how it reads: what it is, why it is there, and what its button is called (rules.md#work-queue).

use chrono::{DateTime, NaiveDate, Utc};

use crate::accounts::TokenExpiry;
use crate::census::file::Task;
use crate::erp::ErpState;
use crate::period::shown_date;
use crate::{BillingMonth, GroupId, Money};

/// A record that an item leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Record {
    /// A census file.
    CensusFile,
    /// A billing run.
    BillingRun,
    /// A snapshot, which is an invoice.
    Snapshot,
    /// A billing plan.
    Plan,
    /// A commission statement.
    Statement,
    /// The tokens of an ERP account.
    Token,
    /// An access key of the caller.
    AccessKey,
    /// A group.
    Group,
}

impl Record {
    /// Its name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::CensusFile => "CensusFile",
            Self::BillingRun => "BillingRun",
            Self::Snapshot => "Snapshot",
            Self::Plan => "Plan",
            Self::Statement => "Statement",
            Self::Token => "Token",
            Self::AccessKey => "AccessKey",
            Self::Group => "Group",
        }
    }
}

/// What is to be done, with the facts that its words are made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Work {
    /// A census file has errors, or its task failed.
    FixFile {
        /// How the uploader called it.
        file_name: String,
        /// How many errors are unresolved.
        errors: u32,
        /// Whether its task failed.
        has_failed: bool,
        /// The task that has found the errors.
        task: Option<Task>,
    },
    /// A census file waits for a person.
    GoOn {
        /// How the uploader called it.
        file_name: String,
        /// The task that is next.
        next_task: Option<Task>,
        /// Whether the import waits for a confirmation of its endings, or for an answer (rules.md#mass-termination-guard).
        is_held: bool,
    },
    /// A billing run waits for a person.
    Approve {
        /// The month it bills.
        month: BillingMonth,
        /// How many plans it has.
        plans: u32,
        /// Whether drafts of it wait for approval; otherwise the approved ones wait for their creation.
        has_drafts: bool,
    },
    /// A bill does not stand in the ERP.
    Send {
        /// The month it bills.
        month: BillingMonth,
        /// The name of its plan.
        plan: String,
        /// Whether its plan names a customer of the ERP.
        has_customer: bool,
    },
    /// A document failed or differs, or its mail is not known to have left.
    Document {
        /// The number it carries or was to carry.
        number: String,
        /// How it stands in the ERP.
        state: ErpState,
        /// Whether it is not known if its mail was sent.
        is_mail_unknown: bool,
        /// Why, as far as the ERP has said.
        why: Option<String>,
    },
    /// An invoice is overdue.
    Collect {
        /// Its number.
        number: String,
        /// When it was due.
        due_on: Option<NaiveDate>,
    },
    /// A statement has no bill.
    BillStatement {
        /// The payee.
        payee: String,
        /// The month it is for.
        month: BillingMonth,
    },
    /// A bill pays on invoices that are not paid any more.
    TakeBack {
        /// The payee.
        payee: String,
        /// The month of the statement.
        month: BillingMonth,
    },
    /// Tokens have to be renewed.
    RenewToken {
        /// The account that they open.
        account: String,
        /// When they end.
        expiry: TokenExpiry,
    },
    /// An access key ends.
    RenewKey {
        /// How its user called it.
        name: String,
        /// When it ends.
        expires_at: DateTime<Utc>,
    },
    /// A group renews.
    Renew {
        /// On which day.
        on: NaiveDate,
    },
}

/// An item of work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// What kind of record it leads to.
    pub record: Record,
    /// The id of that record.
    pub id: i64,
    /// The group it is about, by id and name.
    pub group: Option<(GroupId, String)>,
    /// The money it is about.
    pub amount: Option<Money>,
    /// The day it has to be done by.
    pub due_on: Option<NaiveDate>,
    /// What is to be done.
    pub work: Work,
}

/// How an item reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Words {
    /// What it is.
    pub what: String,
    /// Why it is there.
    pub why: String,
    /// What its button is called.
    pub fix: &'static str,
}

impl Work {
    /// The instant at which what it is about ends, of tokens and keys.
    pub const fn ends_at(&self) -> Option<DateTime<Utc>> {
        match self {
            Self::RenewToken { expiry, .. } => Some(expiry.at),
            Self::RenewKey { expires_at, .. } => Some(*expires_at),
            _ => None,
        }
    }

    /// How it reads at `now`, on the day `today` of business time.
    pub fn words(&self, now: DateTime<Utc>, today: NaiveDate) -> Words {
        match self {
            Self::FixFile { file_name, has_failed: true, .. } => words("Census task failed", file_name, "Open File"),
            Self::FixFile { file_name, errors, task, .. } => {
                let fix = match task {
                    Some(Task::ValidateData) => "Fix Rows",
                    Some(Task::MatchEmployees) => "Review Matches",
                    _ => "Open File",
                };
                words(counted(i64::from(*errors), "error", "errors"), file_name, fix)
            }
            Self::GoOn { file_name, is_held: true, .. } => {
                words("Endings to confirm, or questions to answer", file_name, "Review File")
            }
            Self::GoOn { file_name, next_task, .. } => go_on(file_name, *next_task),
            Self::Approve { month, plans, has_drafts } => {
                let plans = counted(i64::from(*plans), "plan", "plans");
                let (why, fix) = match has_drafts {
                    true => (format!("{plans}, waiting for approval"), "Review Drafts"),
                    false => (format!("{plans}, ready to create"), "Create Snapshots"),
                };
                words(format!("Billing run of {month}"), why, fix)
            }
            Self::Send { month, plan, has_customer: true } => words(format!("Bill of {month}"), plan, "Create Invoice"),
            Self::Send { month, plan, .. } => {
                words(format!("Bill of {month}"), format!("{plan} has no ERP customer"), "Set Customer")
            }
            Self::Document { number, state: ErpState::Sent, is_mail_unknown: true, why } => {
                words(format!("{number}: Mail unknown"), why.as_deref().unwrap_or_default(), "Settle Mail")
            }
            Self::Document { number, state, why, .. } => document(number, *state, why.as_deref()),
            Self::Collect { number, due_on } => {
                let days = due_on.map_or(0, |due| (today - due).num_days());
                let why = format!("{} late", counted(days, "day", "days"));
                words(format!("Invoice {number}"), why, "Open Invoice")
            }
            Self::BillStatement { payee, month } => words(format!("Statement of {month}"), payee, "Create Bill"),
            Self::TakeBack { payee, month } => {
                let why = format!("{payee} was paid on invoices that are not paid any more");
                words(format!("Statement of {month}"), why, "Open Statement")
            }
            Self::RenewToken { account, expiry } => words(expiry.words(), account, "Renew Token"),
            Self::RenewKey { name, expires_at } => {
                let what = match (*expires_at - now).num_days() {
                    ..=0 => "Access key expires within a day".to_owned(),
                    days => format!("Access key expires in {}", counted(days, "day", "days")),
                };
                words(what, name, "Renew Key")
            }
            Self::Renew { on } => {
                let why = match (*on - today).num_days() {
                    0 => "Today".to_owned(),
                    days => format!("In {}", counted(days, "day", "days")),
                };
                words(format!("Renews {}", shown_date(*on)), why, "Open Report")
            }
        }
    }
}

fn words(what: impl Into<String>, why: impl Into<String>, fix: &'static str) -> Words {
    Words { what: what.into(), why: why.into(), fix }
}

fn counted(number: i64, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

fn go_on(file_name: &str, next_task: Option<Task>) -> Words {
    let (what, fix) = match next_task {
        Some(Task::MapData) => ("Columns to map", "Map Data"),
        Some(Task::ValidateData) => ("Ready to validate", "Validate Data"),
        Some(Task::MatchEmployees) => ("Ready to match", "Match Employees"),
        Some(Task::InspectData) => ("Ready to inspect", "Inspect Data"),
        Some(Task::ProcessData) => ("Ready to process", "Process File"),
        Some(Task::MapMultiGroup) => ("Groups to map", "Map Groups"),
        None => ("Census file waits", "Open File"),
    };
    words(what, file_name, fix)
}

fn document(number: &str, state: ErpState, why: Option<&str>) -> Words {
    let fix = match state {
        ErpState::OutOfDate => "Update",
        ErpState::Changed => "Compare",
        _ => "Retry",
    };
    words(format!("{number}: {}", state.text()), why.unwrap_or_default(), fix)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::accounts::{ServiceType, TokenEnds};

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    fn read(work: &Work) -> String {
        let Words { what, why, fix } = work.words(at("2026-11-28T15:00:00Z"), day("2026-11-28"));
        format!("{what} | {why} | {fix}")
    }

    const NOVEMBER: BillingMonth = BillingMonth::from_number(2026 * 12 + 10);

    #[test]
    fn census_files_say_what_is_next() {
        let file_name = || "roster.csv".to_owned();
        let fix = |errors, has_failed, task| {
            read(&Work::FixFile { file_name: file_name(), errors, has_failed, task: Some(task) })
        };
        assert_eq!(fix(1, false, Task::ValidateData), "1 error | roster.csv | Fix Rows");
        assert_eq!(fix(35, false, Task::ValidateData), "35 errors | roster.csv | Fix Rows");
        assert_eq!(fix(6, false, Task::MatchEmployees), "6 errors | roster.csv | Review Matches");
        assert_eq!(fix(1, false, Task::MapData), "1 error | roster.csv | Open File");
        assert_eq!(fix(0, true, Task::ValidateData), "Census task failed | roster.csv | Open File");
        for (next_task, reads) in [
            (Some(Task::MapData), "Columns to map | roster.csv | Map Data"),
            (Some(Task::ProcessData), "Ready to process | roster.csv | Process File"),
            (Some(Task::MapMultiGroup), "Groups to map | roster.csv | Map Groups"),
            (None, "Census file waits | roster.csv | Open File"),
        ] {
            assert_eq!(read(&Work::GoOn { file_name: file_name(), next_task, is_held: false }), reads);
        }
        let held = Work::GoOn { file_name: file_name(), next_task: Some(Task::ProcessData), is_held: true };
        assert_eq!(read(&held), "Endings to confirm, or questions to answer | roster.csv | Review File");
    }

    #[test]
    fn bills_say_what_keeps_them_from_the_customer() {
        let approve = |plans, has_drafts| read(&Work::Approve { month: NOVEMBER, plans, has_drafts });
        assert_eq!(approve(12, true), "Billing run of November 2026 | 12 plans, waiting for approval | Review Drafts");
        assert_eq!(approve(1, false), "Billing run of November 2026 | 1 plan, ready to create | Create Snapshots");
        let send = |has_customer| read(&Work::Send { month: NOVEMBER, plan: "Vision".to_owned(), has_customer });
        assert_eq!(send(true), "Bill of November 2026 | Vision | Create Invoice");
        assert_eq!(send(false), "Bill of November 2026 | Vision has no ERP customer | Set Customer");
        let statement = Work::BillStatement { payee: "Juniper".to_owned(), month: NOVEMBER };
        assert_eq!(read(&statement), "Statement of November 2026 | Juniper | Create Bill");
        let paid = Work::TakeBack { payee: "Juniper".to_owned(), month: NOVEMBER };
        let reads =
            "Statement of November 2026 | Juniper was paid on invoices that are not paid any more | Open Statement";
        assert_eq!(read(&paid), reads);
    }

    #[test]
    fn documents_say_how_they_stand_and_what_mends_them() {
        for (state, is_mail_unknown, why, reads) in [
            (ErpState::Failed, false, Some("Customer is inactive."), "INV-7: Failed | Customer is inactive. | Retry"),
            (ErpState::OutOfDate, false, None, "INV-7: Out of date |  | Update"),
            (ErpState::OutOfDate, true, None, "INV-7: Out of date |  | Update"),
            (ErpState::Changed, false, None, "INV-7: Changed in the ERP |  | Compare"),
            (ErpState::Sent, true, Some("No answer."), "INV-7: Mail unknown | No answer. | Settle Mail"),
        ] {
            let (number, why) = ("INV-7".to_owned(), why.map(str::to_owned));
            let work = Work::Document { number, state, is_mail_unknown, why };
            assert_eq!(read(&work), reads);
        }
    }

    #[test]
    fn overdue_money_says_how_late_it_is() {
        let collect = |due: &str| read(&Work::Collect { number: "000042".to_owned(), due_on: Some(day(due)) });
        assert_eq!(collect("2026-11-27"), "Invoice 000042 | 1 day late | Open Invoice");
        assert_eq!(collect("2026-11-08"), "Invoice 000042 | 20 days late | Open Invoice");
    }

    #[test]
    fn what_ends_says_when() {
        let key = |ends: &str| read(&Work::RenewKey { name: "Nightly".to_owned(), expires_at: at(ends) });
        assert_eq!(key("2026-11-29T14:00:00Z"), "Access key expires within a day | Nightly | Renew Key");
        assert_eq!(key("2026-11-29T16:00:00Z"), "Access key expires in 1 day | Nightly | Renew Key");
        assert_eq!(key("2026-12-03T15:00:00Z"), "Access key expires in 5 days | Nightly | Renew Key");
        let ends = TokenEnds {
            service_type: ServiceType::NetSuite,
            has_refresh_token: false,
            access: None,
            refresh: Some(at("2026-12-01T15:00:00Z")),
        };
        let expiry = ends.expiry(at("2026-11-28T15:00:00Z")).unwrap();
        let token = Work::RenewToken { account: "Books".to_owned(), expiry };
        assert_eq!(read(&token), "Token expires in 3 days | Books | Renew Token");
        let renew = |on: &str| read(&Work::Renew { on: day(on) });
        assert_eq!(renew("2027-01-01"), "Renews 01/01/2027 | In 34 days | Open Report");
        assert_eq!(renew("2026-11-29"), "Renews 11/29/2026 | In 1 day | Open Report");
        assert_eq!(renew("2026-11-28"), "Renews 11/28/2026 | Today | Open Report");
    }
}
