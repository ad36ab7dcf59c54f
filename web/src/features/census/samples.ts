/** Census files for the tests, as the server answers them. */
import type { CensusFile, CensusTask } from './queries'

const names = ['Map Data', 'Validate Data', 'Match Employees', 'Inspect Data', 'Process Data', 'Map Multi-Group File']

export function sampleTask(Task: number, more: Partial<CensusTask> = {}): CensusTask {
  return {
    Id: 70 + Task, Task, TaskName: names[Task] ?? '', TaskColor: '#6c757d', State: 'NotRun', Done: 0, Total: 0, CompletedOn: null, CompletedWithErrors: false, Errors: [],
    Data: { TotalRecords: 0, RecordsWithErrorsCount: 0, RecordsWithMatchesCount: 0, RecordsWithoutMatchesCount: 0 }, ...more,
  }
}

/** A file whose mapping is done. */
export function sampleFile(more: Partial<CensusFile> = {}): CensusFile {
  return {
    Id: 7, Name: '8f21c04a-5b0e-4c7d-9a31-2f6f0d8c7e10', OriginalFileName: 'harborline.csv', Status: 3, StatusFormatted: 'Needs Attention', StatusColor: '#fd7e14', UploadDate: '2026-11-19T21:40:00Z',
    UploadedBy: { Id: 3, FullName: 'Sunniva Prewitt' }, IsMultiGroup: false, ExplicitImport: null, GlobalEffectiveDate: null, HasErrors: false, ErrorCount: 0, Errors: [], ReadyForProcessing: true,
    EmployerGroup: { Id: 1, Name: 'Harborline Logistics', GroupId: '10551', StatusName: 'Active', ExplicitImport: true, MemberCount: { TotalMembers: 587, ActiveMembers: 412, InActiveMembers: 175 } },
    Tasks: [sampleTask(0, { State: 'Done' }), sampleTask(1), sampleTask(2), sampleTask(3), sampleTask(4)], CompletedTasks: 1, CurrentTask: null, NextTask: { Id: 71, Task: 1, TaskName: 'Validate Data' },
    LastCompletedTask: null, EffectiveExplicitImport: true, Version: 3, ...more,
  }
}
