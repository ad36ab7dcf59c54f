//! How a file is to be read: its limits, and what is known of it before.

use crate::census::findings::questions::{LeavingAnswers, MadeRows, SectionAnswers};
use crate::census::source::sheet::Sheet;
use crate::census::vocabulary::Remembered;
use crate::census::vocabulary::orders::RememberedOrders;

/// How large a file may be (rules.md#file-limits); settings of the product.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The most bytes.
    pub bytes: u64,
    /// The most records.
    pub records: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { bytes: 100 * 1024 * 1024, records: 1_000_000 }
    }
}

/// How a file is to be read.
#[derive(Debug, Clone, Default)]
pub struct ReadOptions {
    /// The limits.
    pub limits: Limits,
    /// The mapping remembered for the group.
    pub remembered: Remembered,
    /// The orders of values remembered for the group.
    pub orders: RememberedOrders,
    /// The physical line of the heading, when a person has pointed at it; else it is looked for.
    pub heading_line: Option<u64>,
    /// The name of the sheet that a person has chosen of a workbook with people on several. A name that no sheet of people has is no choice.
    pub chosen_sheet: Option<String>,
    /// The sheet of a workbook that the text was made of ([`crate::census::workbook::write_text`]); the limit of bytes is then not
    /// that of the text.
    pub sheet: Option<Sheet>,
    /// What people have answered about sections of people who have left. A section without an answer sets no status.
    pub sections: SectionAnswers,
    /// What people have answered about columns that tell who has left. Without an answer they set no status.
    pub leaving: LeavingAnswers,
    /// Lines that a person has made rows.
    pub made_rows: MadeRows,
}
