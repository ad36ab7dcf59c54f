/** Census files for the tests, as the server answers them. */
import type { CensusFile, CensusTask } from './queries'

const names = ['Map Data', 'Validate Data', 'Match Employees', 'Inspect Data', 'Process Data', 'Map Multi-Group File']

export function sampleTask(Task: number, more: Partial<CensusTask> = {}): CensusTask {
  return {
    Id: 70 + Task,
    Task,
    TaskName: names[Task] ?? '',
    TaskColor: '#6c757d',
    State: 'NotRun',
    Done: 0,
    Total: 0,
    CompletedOn: null,
    CompletedWithErrors: false,
    Errors: [],
    Warnings: [],
    Data: { TotalRecords: 0, RecordsWithErrorsCount: 0, RecordsWithMatchesCount: 0, RecordsWithoutMatchesCount: 0 },
    ...more,
  }
}

/** A file whose mapping is done. */
export function sampleFile(more: Partial<CensusFile> = {}): CensusFile {
  return {
    Id: 7,
    Name: '8f21c04a-5b0e-4c7d-9a31-2f6f0d8c7e10',
    OriginalFileName: 'harborline.csv',
    Size: 219_136,
    Status: 3,
    StatusFormatted: 'Needs Attention',
    StatusColor: '#fd7e14',
    UploadDate: '2026-11-19T21:40:00Z',
    UploadedBy: { Id: 3, FullName: 'Sunniva Prewitt' },
    IsMultiGroup: false,
    ExplicitImport: null,
    GlobalEffectiveDate: null,
    HasErrors: false,
    ErrorCount: 0,
    Errors: [],
    ReadyForProcessing: true,
    CanReplace: true,
    EmployerGroup: {
      Id: 1,
      Name: 'Harborline Logistics',
      GroupId: '10551',
      StatusName: 'Active',
      ExplicitImport: true,
      EnableInvoiceAccess: false,
      MemberCount: { TotalMembers: 587, ActiveMembers: 412, InActiveMembers: 175 },
    },
    Tasks: [sampleTask(0, { State: 'Done' }), sampleTask(1), sampleTask(2), sampleTask(3), sampleTask(4)],
    CompletedTasks: 1,
    CurrentTask: null,
    NextTask: { Id: 71, Task: 1, TaskName: 'Validate Data' },
    LastCompletedTask: null,
    EffectiveExplicitImport: true,
    Questions: [],
    Inspection: 1,
    ChangesSeen: true,
    Version: 3,
    ...more,
  }
}

/** A file that is matched and inspected and would end so many members that somebody has to confirm it. */
export function guardedFile(more: Partial<CensusFile> = {}): CensusFile {
  const inspect = sampleTask(3, { State: 'Done' })
  const summary = {
    Create: 1,
    Update: 1,
    Absent: 58,
    Terminate: 0,
    Ended: 58,
    ActiveMembers: 412,
    Limit: 41,
    MustBeConfirmed: true,
    IsExplicit: true,
  }
  return sampleFile({
    Tasks: [
      ...[0, 1, 2].map((task) => sampleTask(task, { State: 'Done' })),
      { ...inspect, Data: { ...inspect.Data, Summary: overTheWire(summary) } },
      sampleTask(4),
    ],
    CompletedTasks: 4,
    NextTask: { Id: 74, Task: 4, TaskName: 'Process Data' },
    ReadyForProcessing: more.ConfirmedTerminations === summary.Ended,
    ...more,
  })
}

/** A file whose import was stopped when it had written some of its members. */
export function stoppedFile(more: Partial<CensusFile> = {}): CensusFile {
  const file = guardedFile({ ConfirmedTerminations: 58, ...more })
  const run = sampleTask(4, { Done: 1204, Total: 1860 })
  const begun = {
    ...run,
    Data: {
      ...run.Data,
      Summary: overTheWire({ Created: 1, Updated: 0, Reactivated: 0, Terminated: 20, Unchanged: 1183 }),
    },
  }
  return { ...file, Tasks: file.Tasks.map((task) => (task.Task === 4 ? begun : task)) }
}

/** A file whose import is done and may still be undone. */
export function processedFile(more: Partial<CensusFile> = {}): CensusFile {
  return sampleFile({
    StatusFormatted: 'Completed',
    Status: 5,
    ReadyForProcessing: false,
    CanReplace: false,
    Tasks: [0, 1, 2, 3, 4].map((task) => sampleTask(task, { State: 'Done' })),
    CompletedTasks: 5,
    NextTask: null,
    UndoableUntil: '2026-12-19',
    ...more,
  })
}

/** The schema says of a summary only that it is an object. */
function overTheWire(summary: object): Record<string, never> {
  return JSON.parse(JSON.stringify(summary))
}
