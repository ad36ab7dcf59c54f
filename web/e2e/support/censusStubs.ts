/** Invented census files for the pictures. */
import type { StubbedAnswer, Stubs } from './served'

const names = ['Map Data', 'Validate Data', 'Match Employees', 'Inspect Data', 'Process Data']
const blankData = {
  TotalRecords: 0,
  RecordsWithErrorsCount: 0,
  RecordsWithMatchesCount: 0,
  RecordsWithoutMatchesCount: 0,
}

interface TaskParts {
  State: string
  Done?: number
  Errors?: { Id: number; Error: string; Resolved: boolean }[]
  Data?: Partial<typeof blankData> & { Summary?: object }
}

function task(fileId: number, Task: number, { State, Done = 0, Errors = [], Data = {} }: TaskParts) {
  const isDone = State === 'Done' || State === 'Errors'
  return {
    Id: fileId * 10 + Task,
    Task,
    TaskName: Task === 5 ? 'Map Multi-Group File' : names[Task],
    TaskColor: '#6c757d',
    State,
    Done,
    Total: Data.TotalRecords ?? 0,
    CompletedOn: isDone ? '2026-11-17T21:44:00Z' : null,
    CompletedWithErrors: State === 'Errors',
    Errors,
    Warnings: [],
    Data: { ...blankData, ...Data },
  }
}

const groups = [
  'Harborline Logistics',
  'Kestrel Freight',
  'Alder & Finch Bakeries',
  'Bluefern Dental Partners',
  'Brightwater Marina Group',
  'Cedar & Pike Builders',
  'Copperline Electric Co-op',
  'Eastmere Public Library',
  'Foxglove Home Health',
  'Granite Peak Outfitters',
  'Ironbridge Foundry Co.',
  'Juniper Street Preschool',
  'Larkspur Hospitality',
  'Monarch Tile & Stone',
  'Northgate Credit Union',
  'Oakhollow Veterinary',
  'Pinecrest Charter Buses',
  'Quarry Road Brewing',
  'Redfield Machine & Tool',
  'Sable Ridge Farms',
  'Tidewater Pilots',
  'Umber Valley Foods',
  'Vantage Pool Supply',
  'Wrenfield Schools',
  'Yarrow Textiles',
]
const numbers = [
  '8f21c04a',
  '41b7d9e2',
  'b3d0c6f5',
  'c4e98d01',
  '902fb6ae',
  'd7710c3b',
  '1e8a44f9',
  '6cb205d7',
  'f09a7be3',
  '27d1e58c',
  '8b60f2a4',
  '3ef7a916',
  'a25c80d3',
  '74e3b91f',
  '09fa6d2e',
  'e81c35b7',
  '5d94f0a6',
  'b62e07c9',
  '18d5fa3c',
  'cf3390ab',
  '7120be8d',
  '4ac6e2f1',
  'aa31b7c0',
  '5a17e2c8',
  'e0c4719b',
]
const people = ['Sunniva Prewitt', 'Dana Reyes', 'Owen Bracknell']

function file(index: number, StatusFormatted: string, tasks: ReturnType<typeof task>[], more: object = {}) {
  const group = groups[index] ?? ''
  const next = tasks.find(({ State }) => State !== 'Done')
  const current = tasks.find(({ State }) => State === 'Running' || State === 'Queued')
  const last = tasks.findLast(({ State }) => State === 'Done')
  const Errors = tasks.flatMap((one) => one.Errors)
  return {
    Id: index + 1,
    Name: `${numbers[index]}-5b0e-4c7d-9a31-2f6f0d8c7e10`,
    OriginalFileName: `${group.toLowerCase().replaceAll(/[^a-z]+/g, '_')}.csv`,
    StatusFormatted,
    StatusColor: '#6c757d',
    UploadDate: `2026-11-${String(19 - Math.floor(index / 2)).padStart(2, '0')}T21:40:00Z`,
    UploadedBy: { Id: 3, FullName: people[index % 3] },
    EmployerGroup: {
      Id: index + 1,
      Name: group,
      GroupId: String(10551 + index),
      StatusName: 'Active',
      ExplicitImport: true,
      EnableInvoiceAccess: true,
      MemberCount: { TotalMembers: 587, ActiveMembers: 412, InActiveMembers: 175 },
    },
    IsMultiGroup: false,
    ExplicitImport: null,
    EffectiveExplicitImport: true,
    GlobalEffectiveDate: null,
    HasErrors: Errors.length > 0,
    ErrorCount: Errors.length,
    Errors,
    ReadyForProcessing: !current && next !== undefined && Errors.length === 0,
    CanReplace: !current && next !== undefined,
    Tasks: tasks,
    CompletedTasks: tasks.filter(({ State }) => State === 'Done').length,
    CurrentTask: current ?? null,
    NextTask: next ?? null,
    LastCompletedTask: last ?? null,
    Questions: [],
    Inspection: 1,
    ChangesSeen: true,
    Version: 1,
    ...more,
  }
}

const validated = { TotalRecords: 1860 }
const matched = { TotalRecords: 1860, RecordsWithMatchesCount: 1846, RecordsWithoutMatchesCount: 14 }

function all(fileId: number, ...parts: TaskParts[]) {
  return [0, 1, 2, 3, 4].map((Task) => task(fileId, Task, parts[Task] ?? { State: 'NotRun' }))
}

const mended = [
  'Row 17: Enter a state such as FL.',
  'Row 40: Enter a date of birth such as 05/14/1988.',
  'Row 88: A last name is required.',
  'Row 119: This person stands in the file twice.',
  'Row 150: The pricing group code is unknown.',
]
const wrong: TaskParts = {
  State: 'Errors',
  Data: { TotalRecords: 430, RecordsWithErrorsCount: 5 },
  Errors: mended.map((Error, index) => ({ Id: index + 1, Error, Resolved: false })),
}

export const invalidFile = file(0, 'Errors', all(1, { State: 'Done' }, wrong))
export const readyFile = file(
  1,
  'Needs Attention',
  all(
    2,
    { State: 'Done' },
    { State: 'Done', Data: validated },
    { State: 'Done', Data: matched },
    { State: 'Done', Data: validated },
  ),
)
export const multiFile = file(
  2,
  'Errors',
  [
    task(3, 5, {
      State: 'Errors',
      Errors: [{ Id: 9, Error: 'There is no group with the ID 10999.', Resolved: false }],
    }),
  ],
  { IsMultiGroup: true, EmployerGroup: null, OriginalFileName: 'multi_group_q4.csv' },
)
export const runningFile = file(
  3,
  'Processing',
  all(
    4,
    { State: 'Done' },
    { State: 'Done', Data: validated },
    { State: 'Done', Data: matched },
    { State: 'Done', Data: validated },
    { State: 'Running', Done: 1204, Data: validated },
  ),
)
const matchedFile = file(
  4,
  'Needs Attention',
  all(5, { State: 'Done' }, { State: 'Done', Data: validated }, { State: 'Done', Data: matched }),
)
const headings = [
  'Employee No',
  'First',
  'Last',
  'Birth Date',
  'Sex',
  'E-Mail',
  'Mobile',
  'Street',
  'City',
  'ST',
  'Postal',
  'Dept',
  'Coverage',
  'Hire Date',
]
const fields = [
  'UniqueId',
  'FirstName',
  'LastName',
  'DateOfBirth',
  'Gender',
  'Email',
  'CellPhone',
  'AddressLine1',
  'City',
  'State',
  'ZipCode',
  null,
  'PlanName',
  null,
]
const Columns = headings.map((Heading, Index) => ({ Index, Heading, Field: fields[Index] ?? null, How: 'Known' }))
const freshFile = file(5, 'Needs Attention', all(6, { State: 'Done', Data: { Summary: { Columns } } }))

/** Of the processed files the first is undone, the second is being undone, and the third may be. */
const undos: readonly object[] = [
  { Undo: { State: 'Done', Done: 1860, Total: 1860, Kept: 3, UndoneOn: '2026-11-19T15:12:00Z' } },
  { Undo: { State: 'Running', Done: 750, Total: 1860, Kept: 1, UndoneOn: null } },
  { UndoableUntil: '2026-12-17' },
]
const doneFiles = groups
  .slice(6)
  .map((_, index) =>
    file(
      index + 6,
      'Completed',
      all(
        index + 7,
        { State: 'Done' },
        { State: 'Done', Data: validated },
        { State: 'Done', Data: matched },
        { State: 'Done', Data: validated },
        { State: 'Done', Data: validated },
      ),
      undos[index],
    ),
  )

const kept = [
  ['Rosalind', 'Castellan', 'Updated', 'The member was changed after the file was processed.', 'Owen Bracknell'],
  ['Bram', 'Okonjo', 'Terminated', 'A later census file has changed the member.', 'Sunniva Prewitt'],
  ['Thea', 'Norwood', 'Created', 'The member has dependents who stay.', null],
].map(([FirstName, LastName, Kind, Reason, ChangedBy], index) => ({
  RecordNumber: Kind === 'Terminated' ? null : 17 + 40 * index,
  EmployeeId: index + 1,
  FirstName,
  LastName,
  Kind,
  IsKept: true,
  Reason,
  ChangedBy,
  ChangedOn: ChangedBy ? '2026-11-18T14:05:00Z' : null,
}))
const undoPreview = {
  State: null,
  CanUndo: true,
  Reason: null,
  LastDay: '2026-12-17',
  PutBack: { Created: 14, Updated: 102, Reactivated: 3, Terminated: 35, Total: 154 },
  Kept: { Created: 1, Updated: 1, Reactivated: 0, Terminated: 1, Total: 3 },
  KeptReasons: kept.map(({ Reason }) => ({ Reason, Count: 1 })),
  Done: 0,
  Total: 157,
  UndoneOn: null,
}

export const censusFiles = [invalidFile, readyFile, multiFile, runningFile, matchedFile, freshFile, ...doneFiles]

const person = {
  Gender: 2,
  DateOfBirth: '1971-05-05',
  Email: 'r.castellan@example.com',
  CellPhone: '8135550123',
  HomePhone: '',
  AddressLine1: '14 Palmetto Way',
  AddressLine2: '',
  City: 'Lakeland',
  State: 'FL',
  ZipCode: '33511',
  OtherMemberId: '',
  PricingGroupCode: 'standard',
  Status: 0,
  Errors: [],
  EmployeeMatches: [],
}

const invalidRecords = [
  {
    ...person,
    RecordNumber: 17,
    FirstName: 'Rosalind',
    LastName: 'Castellan',
    State: 'Flx.',
    Errors: [{ Key: 'State', Severity: 'Error', Message: 'Enter a state such as FL.' }],
  },
  {
    ...person,
    RecordNumber: 40,
    FirstName: 'Zora',
    LastName: 'Dunmore',
    DateOfBirth: null,
    Errors: [
      { Key: 'DateOfBirth', Severity: 'Error', Message: 'Enter a date of birth such as 05/14/1988.' },
      { Key: 'ZipCode', Severity: 'Error', Message: 'Enter 5 or 9 digits.' },
    ],
  },
  {
    ...person,
    RecordNumber: 88,
    FirstName: 'Mirela',
    LastName: '',
    Errors: [{ Key: 'LastName', Severity: 'Error', Message: 'A last name is required.' }],
  },
  {
    ...person,
    RecordNumber: 119,
    FirstName: 'Thea',
    LastName: 'Norwood',
    Errors: [{ Key: '', Severity: 'Error', Message: 'This person stands in the file twice.' }],
  },
  {
    ...person,
    RecordNumber: 150,
    FirstName: 'Bram',
    LastName: 'Okonjo',
    PricingGroupCode: 'gold',
    Errors: [{ Key: 'PricingGroupCode', Severity: 'Error', Message: 'The pricing group code is unknown.' }],
  },
]
const lastNames = [
  'Abernathy',
  'Bellweather',
  'Eastlake',
  'Farrowby',
  'Galloway-Ruiz',
  'Hartigan',
  'Imbert',
  'Jarreau',
  'Kestler',
  'Lindahl',
  'Marchetti',
  'Pellerin',
  'Quillen',
  'Rosavik',
  'Saltmarsh',
  'Tamura',
]
const validRecords = lastNames.map((LastName, index) => ({
  ...person,
  RecordNumber: index + 201,
  FirstName: ['Dov', 'Kira', 'Gideon', 'Nils'][index % 4],
  LastName,
}))
const types = ['Unique ID', 'Name and Date of Birth', 'Email and Last Name', 'Similar Name and Date of Birth']
const matchedRecords = validRecords.map((record, index) => ({
  ...record,
  EmployeeMatches:
    index % 8 === 7
      ? []
      : [
          {
            EmployeeId: index,
            EmployeeFirstName: record.FirstName,
            EmployeeLastName: record.LastName,
            MatchTypeFormatted: types[index % 4],
            Score: 0.9,
            Chosen: true,
          },
        ],
}))

interface SampleRecord {
  Errors: readonly object[]
  EmployeeMatches: readonly object[]
}

/** A task with the records the filter lets through. */
function detail(of: { Tasks: { Task: number; Data: object }[] }, Task: number, records: readonly SampleRecord[]) {
  const found = of.Tasks.find((one) => one.Task === Task)
  const wanted: Readonly<Record<string, (record: SampleRecord) => boolean>> = {
    errors: ({ Errors }) => Errors.length > 0,
    warnings: () => false,
    valid: ({ Errors }) => Errors.length === 0,
    skipped: () => false,
    matched: ({ EmployeeMatches }) => EmployeeMatches.length > 0,
    unmatched: ({ Errors, EmployeeMatches }) => Errors.length === 0 && EmployeeMatches.length === 0,
  }
  return ({ url }: { url: URL }): StubbedAnswer => {
    const CensusRecords = records.filter(wanted[url.searchParams.get('Filter') ?? ''] ?? (() => true))
    return { Value: { ...found, Data: { ...found?.Data, CensusRecords, TotalCensusRecords: CensusRecords.length } } }
  }
}

const stubbedFiles = Object.fromEntries(censusFiles.map((one) => [`GET /census/files/${one.Id}`, { Value: one }]))
const noLayout = { Value: { MadeOn: null, Layout: null } }
const stubbedLayouts = Object.fromEntries(censusFiles.map(({ Id }) => [`GET /census/files/${Id}/layout`, noLayout]))

export const censusStubs: Stubs = {
  'GET /census/files': { Value: { Data: censusFiles, TotalRecords: 318, TotalPages: 13 } },
  'GET /census/files/detailed': ({ url }) => {
    const ids = url.searchParams.getAll('FileIds').map(Number)
    const Data = censusFiles.filter(({ Id }) => ids.includes(Id))
    return { Value: { Data, TotalRecords: Data.length, TotalPages: 1 } }
  },
  ...stubbedFiles,
  ...stubbedLayouts,
  'GET /census/files/1/tasks/11': detail(invalidFile, 1, [...invalidRecords, ...validRecords]),
  'GET /census/files/5/tasks/52': detail(matchedFile, 2, matchedRecords),
  'GET /census/files/6/tasks/60/mapping': {
    Value: {
      HeadingLine: 1,
      AskedHeadingLine: null,
      Encoding: 'UTF-8',
      Delimiter: 'comma',
      Columns: Columns.map((column) => ({ ...column, Values: ['700440', '700441'] })),
      Fields: fields.flatMap((Name) => (Name ? [{ Name, Label: Name }] : [])),
      Missing: [],
    },
  },
  'GET /census/files/9/undo': { Value: undoPreview },
  'GET /census/files/9/undo/members': { Value: { Data: kept, TotalRecords: 3, TotalPages: 1 } },
  'GET /employers/1': { Value: { Id: 1, Name: 'Harborline Logistics', GroupId: '10551', ExplicitImport: true } },
  'GET /employers/search': {
    Value: {
      Data: groups.slice(0, 3).map((Name, index) => ({ Id: index + 1, Name, GroupId: String(10551 + index) })),
      TotalRecords: 3,
      TotalPages: 1,
    },
  },
}
