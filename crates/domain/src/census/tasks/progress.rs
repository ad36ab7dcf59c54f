//! How far a file is, what may run next, and by which settings it is applied (rules.md#census-tasks, rules.md#eligible-files,
//! rules.md#explicit-import, rules.md#effective-date-of-a-file, rules.md#new-content).

use super::file::{FileStatus, Task, TaskState};
use crate::census::roster::guards::Held;
use crate::groups::GroupStatus;

/// The tasks of one file with their states, in the order in which they run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Progress {
    tasks: Vec<(Task, TaskState)>,
}

/// Why a task may not be run now; the message is for people.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Denied {
    /// An earlier task is not done, or found errors.
    #[error("A previous task has not been completed.")]
    OutOfOrder,
    /// The file has no such task.
    #[error("This file has no such task.")]
    NoSuchTask,
    /// A task of the file is queued or at work.
    #[error("This file is being worked on already.")]
    Busy,
    /// No task of the file is queued or at work.
    #[error("This file is not being worked on.")]
    Idle,
    /// A file of several groups is being split.
    #[error(
        "This file is being split into its groups, which is not stopped half-way. The files of groups that are made already stand, and each is \
         stopped by itself."
    )]
    Splitting,
    /// A file of several groups waits for being split.
    #[error("This file waits to be split into its groups, which is not stopped. Nothing is written yet.")]
    WaitsToSplit,
    /// The import has run.
    #[error("This file has been processed.")]
    Processed,
    /// The import is not started task by task.
    #[error("Use Process File to import the members.")]
    OnlyByProcess,
}

/// Why a file may not be chosen for processing; the message is for people.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotReady {
    /// It is split, and its parts are processed.
    #[error("It holds several groups; its files are processed one by one.")]
    SeveralGroups,
    /// Its group is not served any more.
    #[error("Its group is inactive.")]
    InActiveGroup,
    /// A task of it is queued or at work.
    #[error("It is being worked on already.")]
    Busy,
    /// What it did was taken back.
    #[error("It has been undone.")]
    Undone,
    /// Every task is done.
    #[error("It has been processed.")]
    Processed,
    /// It would end so many that an administrator has to confirm the number first (rules.md#mass-termination-guard).
    #[error("{0}")]
    Held(Held),
    /// Something is wrong that a person has to put right.
    #[error("It has unresolved errors.")]
    OpenErrors,
}

impl Progress {
    /// A file fresh from its upload.
    pub fn uploaded(multi_group: bool) -> Self {
        Self { tasks: Task::of_file(multi_group).iter().map(|task| (*task, TaskState::NotRun)).collect() }
    }

    /// A file with the states that are stored; tasks without one have not been run.
    pub fn stored(multi_group: bool, states: impl IntoIterator<Item = (Task, TaskState)>) -> Self {
        let mut progress = Self::uploaded(multi_group);
        for (task, state) in states {
            progress.set(task, state);
        }
        progress
    }

    /// Notes the state of a task; tasks that the file does not have are left alone.
    pub fn set(&mut self, task: Task, state: TaskState) {
        if let Some(entry) = self.tasks.iter_mut().find(|(each, _)| *each == task) {
            entry.1 = state;
        }
    }

    /// The tasks in order.
    pub fn tasks(&self) -> &[(Task, TaskState)] {
        &self.tasks
    }

    /// How many tasks are done without open errors.
    pub fn completed(&self) -> usize {
        self.tasks.iter().filter(|(_, state)| *state == TaskState::Done).count()
    }

    /// The task that is queued or at work.
    pub fn current(&self) -> Option<Task> {
        self.tasks.iter().find(|(_, state)| state.is_busy()).map(|(task, _)| *task)
    }

    /// The first task that is not done; `None` when all are.
    pub fn next(&self) -> Option<Task> {
        self.tasks.iter().find(|(_, state)| *state != TaskState::Done).map(|(task, _)| *task)
    }

    /// The last task that is done.
    pub fn last_completed(&self) -> Option<Task> {
        self.tasks.iter().rev().find(|(_, state)| *state == TaskState::Done).map(|(task, _)| *task)
    }

    /// Whether a task found errors that are not resolved.
    pub fn has_errors(&self) -> bool {
        self.tasks.iter().any(|(_, state)| *state == TaskState::Errors)
    }

    /// Whether 'Run Task' may start `task` now; a task that found errors or failed may be run again (rules.md#census-tasks).
    ///
    /// # Errors
    /// The reason for people.
    pub fn may_run(&self, task: Task) -> Result<(), Denied> {
        let place = self.tasks.iter().position(|(each, _)| *each == task).ok_or(Denied::NoSuchTask)?;
        if self.current().is_some() {
            return Err(Denied::Busy);
        }
        if self.tasks[..place].iter().any(|(_, state)| *state != TaskState::Done) {
            return Err(Denied::OutOfOrder);
        }
        if self.tasks.iter().any(|(each, state)| *each == Task::ProcessData && *state == TaskState::Done) {
            return Err(Denied::Processed);
        }
        if task.runs_by_hand() { Ok(()) } else { Err(Denied::OnlyByProcess) }
    }

    /// The task that may be stopped now: the one that is queued or at work, of a file of one group.
    ///
    /// # Errors
    /// The reason for people.
    pub fn may_stop(&self) -> Result<Task, Denied> {
        match self.current() {
            Some(task @ Task::MapMultiGroup) if self.tasks.contains(&(task, TaskState::Queued)) => {
                Err(Denied::WaitsToSplit)
            }
            Some(Task::MapMultiGroup) => Err(Denied::Splitting),
            task => task.ok_or(Denied::Idle),
        }
    }

    /// The tasks that 'Process Files' runs, in order; it stops behind the first that finds errors (rules.md#census-tasks).
    pub fn to_process(&self) -> Vec<Task> {
        let open = |(task, state): &(Task, TaskState)| (*state != TaskState::Done).then_some(*task);
        self.tasks.iter().filter_map(open).collect()
    }

    /// What the file's status is.
    pub fn status(&self) -> FileStatus {
        let any = |wanted: TaskState| self.tasks.iter().any(|(_, state)| *state == wanted);
        match () {
            () if any(TaskState::Running) => FileStatus::Processing,
            () if any(TaskState::Queued) => FileStatus::Queued,
            () if any(TaskState::Failed) => FileStatus::Failed,
            () if any(TaskState::Errors) => FileStatus::Errors,
            () if self.next().is_none() => FileStatus::Completed,
            () if self.completed() > 0 => FileStatus::NeedsAttention,
            () => FileStatus::Uploaded,
        }
    }

    /// Whether the file may be chosen for processing: one group only, which is not In-Active, nothing at work, a next task, no number of
    /// endings to be confirmed first, no unresolved errors (rules.md#eligible-files, rules.md#mass-termination-guard). `group` is none of a file of
    /// several. A task that failed may leave an error as well, which no further try would mend: `has_open_errors` says whether there is one.
    ///
    /// # Errors
    /// The reason for people, the first in the order in which it would be mended.
    pub fn check_ready(
        &self,
        group: Option<GroupStatus>,
        has_open_errors: bool,
        held: Option<Held>,
    ) -> Result<(), NotReady> {
        match group {
            None => return Err(NotReady::SeveralGroups),
            Some(GroupStatus::InActive) => return Err(NotReady::InActiveGroup),
            Some(GroupStatus::Active) => {}
        }
        if self.current().is_some() {
            return Err(NotReady::Busy);
        }
        if self.next().is_none() {
            return Err(NotReady::Processed);
        }
        if let Some(held) = held {
            return Err(NotReady::Held(held));
        }
        if self.has_errors() || has_open_errors { Err(NotReady::OpenErrors) } else { Ok(()) }
    }

    /// Whether a new upload may replace the content: not once the import has run, nor while a task is at work (rules.md#new-content).
    /// `has_imported` says whether the import has got as far as changing anybody; one that was stopped before that, by the guard
    /// against mass terminations above all, is what the right file is uploaded for.
    pub fn may_replace(&self, has_imported: bool) -> bool {
        let is_through = |(task, state): &(Task, TaskState)| *task == Task::ProcessData && *state == TaskState::Done;
        !has_imported && !self.tasks.iter().any(is_through) && self.current().is_none()
    }
}

/// Whether members who are absent from the file are ended (rules.md#unreadable-row): the file's own setting, else the group's; never
/// in an upload by somebody who is no administrator, and not in a multi-group file itself.
pub fn effective_explicit(own: Option<bool>, of_group: bool, by_administrator: bool, multi_group: bool) -> bool {
    by_administrator && !multi_group && own.unwrap_or(of_group)
}
