//! The tasks of a census file and the states that it and they can be in (rules.md#census-tasks, rules.md#file-statuses).

/// A step in the work on a file; the numbers are those of the wire (rules.md#census-tasks).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Task {
    /// Columns to fields.
    MapData = 0,
    /// Every row read and judged.
    ValidateData = 1,
    /// Rows lined up with members.
    MatchEmployees = 2,
    /// Dry run.
    InspectData = 3,
    /// The import itself.
    ProcessData = 4,
    /// A file of several groups split into one file for each.
    MapMultiGroup = 5,
}

impl Task {
    /// Every task in the order of its number.
    pub const ALL: [Self; 6] = [
        Self::MapData,
        Self::ValidateData,
        Self::MatchEmployees,
        Self::InspectData,
        Self::ProcessData,
        Self::MapMultiGroup,
    ];

    /// The tasks of a file in the order in which they run (rules.md#census-tasks).
    pub const fn of_file(multi_group: bool) -> &'static [Self] {
        const SINGLE: [Task; 5] =
            [Task::MapData, Task::ValidateData, Task::MatchEmployees, Task::InspectData, Task::ProcessData];
        if multi_group { &[Self::MapMultiGroup] } else { &SINGLE }
    }

    /// The stored number.
    pub const fn number(self) -> i16 {
        self as i16
    }

    /// The task of a stored number.
    pub fn from_number(number: i16) -> Option<Self> {
        Self::ALL.into_iter().find(|task| task.number() == number)
    }

    /// The name that is shown (rules.md#file-statuses).
    pub const fn name(self) -> &'static str {
        match self {
            Self::MapData => "Map Data",
            Self::ValidateData => "Validate Data",
            Self::MatchEmployees => "Match Employees",
            Self::InspectData => "Inspect Data",
            Self::ProcessData => "Process Data",
            Self::MapMultiGroup => "Map Multi-Group File",
        }
    }

    /// Whether an upload queues it without being asked (rules.md#census-tasks).
    pub const fn runs_on_upload(self) -> bool {
        matches!(self, Self::MapData | Self::MapMultiGroup)
    }

    /// Whether 'Run Task' may start it; the import is only started by 'Process Files'.
    pub const fn runs_by_hand(self) -> bool {
        !matches!(self, Self::ProcessData)
    }
}

/// What is known of the work that a file makes before it is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Extent {
    /// The bytes of the file; what a workbook unpacks to is not known.
    pub bytes: u64,
    /// Its rows, once they have been counted.
    pub rows: Option<u32>,
    /// The members of its group, with whom its rows are compared; none for a file of several groups.
    pub members: u64,
}

impl Extent {
    /// Rows, and members, of a short work: done in the time of a few pages, in some megabytes.
    const FEW: u64 = 5_000;
    /// Rows, or members, from which on a work is careful with memory: less than that, its time counts more.
    const MANY: u64 = 200_000;
    /// Bytes a row, roughly.
    const BYTES_A_ROW: u64 = 100;

    /// Whether the work is short enough to be done beside a long one: neither people who wait for a large file nor memory notice it.
    pub fn is_small(self) -> bool {
        self.holds_at_most(Self::FEW)
    }

    /// Whether the work would fill the memory with what it has no more use for.
    pub fn is_large(self) -> bool {
        !self.holds_at_most(Self::MANY)
    }

    fn holds_at_most(self, most: u64) -> bool {
        let are_few_rows = match self.rows {
            Some(rows) => u64::from(rows) <= most,
            None => self.bytes <= most * Self::BYTES_A_ROW,
        };
        are_few_rows && self.members <= most
    }

    /// Whether putting back so many members is short work.
    pub fn is_short_undo(members: u32) -> bool {
        u64::from(members) <= Self::FEW
    }
}

/// How far a task is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum TaskState {
    /// It has not been run.
    #[default]
    NotRun = 0,
    /// It waits for a runner.
    Queued = 1,
    /// It is at work.
    Running = 2,
    /// It is done.
    Done = 3,
    /// It is done and found errors that are not resolved.
    Errors = 4,
    /// It broke by a fault of ours.
    Failed = 5,
}

impl TaskState {
    /// Every state.
    pub const ALL: [Self; 6] = [Self::NotRun, Self::Queued, Self::Running, Self::Done, Self::Errors, Self::Failed];

    /// The stored number.
    pub const fn number(self) -> i16 {
        self as i16
    }

    /// The state of a stored number.
    pub fn from_number(number: i16) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.number() == number)
    }

    /// The colour on the screen: grey not run, red errors, green done (rules.md#file-statuses).
    pub const fn color(self) -> &'static str {
        match self {
            Self::NotRun | Self::Queued | Self::Running => "#6c757d",
            Self::Done => "#28a745",
            Self::Errors | Self::Failed => "#dc3545",
        }
    }

    /// Whether the task is queued or at work.
    pub const fn is_busy(self) -> bool {
        matches!(self, Self::Queued | Self::Running)
    }
}

/// Where a file stands (rules.md#file-statuses).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FileStatus {
    /// Nothing has run yet.
    Uploaded = 0,
    /// A task waits for a runner.
    Queued = 1,
    /// A task is at work.
    Processing = 2,
    /// The next task waits for a person.
    NeedsAttention = 3,
    /// A task found errors that are not resolved.
    Errors = 4,
    /// Every task is done.
    Completed = 5,
    /// A task broke by a fault of ours.
    Failed = 6,
}

impl FileStatus {
    /// Every status.
    pub const ALL: [Self; 7] = [
        Self::Uploaded,
        Self::Queued,
        Self::Processing,
        Self::NeedsAttention,
        Self::Errors,
        Self::Completed,
        Self::Failed,
    ];

    /// The stored number.
    pub const fn number(self) -> i16 {
        self as i16
    }

    /// The status of a stored number.
    pub fn from_number(number: i16) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.number() == number)
    }

    /// The text that is shown (`StatusFormatted`).
    pub const fn name(self) -> &'static str {
        match self {
            Self::Uploaded => "Uploaded",
            Self::Queued => "Queued",
            Self::Processing => "Processing",
            Self::NeedsAttention => "Needs Attention",
            Self::Errors => "Errors",
            Self::Completed => "Completed",
            Self::Failed => "Failed",
        }
    }

    /// The colour on the screen.
    pub const fn color(self) -> &'static str {
        match self {
            Self::Uploaded => "#6c757d",
            Self::Queued => "#17a2b8",
            Self::Processing => "#007bff",
            Self::NeedsAttention => "#fd7e14",
            Self::Errors => "#dc3545",
            Self::Completed => "#28a745",
            Self::Failed => "#343a40",
        }
    }
}
