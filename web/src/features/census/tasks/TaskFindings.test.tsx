import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { page, stubCalls, valid } from '../../../testing/calls'
import { renderRoute } from '../../../testing/renderRoute'
import type { CensusRecord } from '../queries'
import { sampleFile, sampleTask } from '../samples'

const row: CensusRecord = {
  RecordNumber: 4,
  Line: 5,
  RowState: 2,
  UniqueId: '',
  MemberType: '',
  FirstName: 'Ada',
  LastName: 'Moss',
  Gender: null,
  DateOfBirth: null,
  Email: '',
  CellPhone: '',
  HomePhone: '',
  AddressLine1: '',
  AddressLine2: '',
  City: '',
  State: '',
  ZipCode: '',
  OtherMemberId: '',
  PlanName: '',
  PricingGroupCode: '',
  BillingReferenceId: '',
  Status: null,
  Relationship: '',
  PrimaryRecordNumber: null,
  EmployeeMatches: [],
  Errors: [
    { Key: '', Message: 'The member was changed after the file was matched.', Severity: 'Error', Task: 4, Value: null },
  ],
}
const data = { TotalRecords: 12, RecordsWithErrorsCount: 1, RecordsWithMatchesCount: 0, RecordsWithoutMatchesCount: 0 }
const process = sampleTask(4, {
  State: 'Errors',
  Data: data,
  Errors: [{ Id: 0, Error: '1 record has errors.', Resolved: false }],
})
const done = [0, 1, 2, 3].map((task) => sampleTask(task, { State: 'Done' }))
const file = sampleFile({
  Tasks: [...done, process],
  CompletedTasks: 4,
  NextTask: { Id: 74, Task: 4, TaskName: 'Process Data' },
  ReadyForProcessing: false,
  CanReplace: false,
  HasErrors: true,
  ErrorCount: 1,
  StatusFormatted: 'Errors',
})
const calls = {
  'GET /census/files/7': valid(file),
  'GET /census/files/7/tasks/74': valid({ ...process, Data: { ...data, CensusRecords: [row], TotalCensusRecords: 1 } }),
}

it('an import that left rows out names them and matches again; the file cannot be replaced any more', async () => {
  const stub = stubCalls({ ...calls, 'POST /census/files/7/tasks/72/run': valid(null) })
  const { user } = await renderRoute('/census-files/7')
  expect(await screen.findByText('The member was changed after the file was matched.')).toBeVisible()
  expect(screen.getByText('Ada Moss')).toBeVisible()
  expect(stub.last('GET /census/files/7/tasks/74').url.searchParams.get('Filter')).toBe('errors')
  expect(screen.queryByRole('button', { name: 'Re-Upload File' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Match Employees again' }))
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Run Task' })).getByRole('button', { name: 'Start Task' }),
  )
  await waitFor(() => expect(stub.of('POST /census/files/7/tasks/72/run')).toHaveLength(1))
})

it('an import that was stopped before it changed anybody is replaced by the right file', async () => {
  const stopped = sampleTask(4, {
    State: 'Errors',
    Errors: [{ Id: 3, Error: 'This file would end 85 of 85 active members.', Resolved: false }],
  })
  stubCalls({ 'GET /census/files/7': valid({ ...file, CanReplace: true, Tasks: [...done, stopped] }) })
  await renderRoute('/census-files/7')
  expect(await screen.findByRole('button', { name: 'Re-Upload File' })).toBeVisible()
})

it('who may not edit the file sees the rows only', async () => {
  stubCalls(calls)
  await renderRoute('/census-files/7', { can: ['ViewCensus'] })
  expect(await screen.findByText('Ada Moss')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Match Employees again' })).toBeNull()
})

it('a fault that names its cause is told with the way out', async () => {
  const failed = sampleTask(1, {
    State: 'Failed',
    Errors: [{ Id: 3, Error: 'The content of this file is missing from the storage.', Resolved: false }],
  })
  stubCalls({
    'GET /census/files/7': valid({
      ...file,
      CanReplace: true,
      StatusFormatted: 'Failed',
      Tasks: [sampleTask(0, { State: 'Done' }), failed],
      NextTask: { Id: 71, Task: 1, TaskName: 'Validate Data' },
    }),
  })
  await renderRoute('/census-files/7')
  expect((await screen.findAllByText('The content of this file is missing from the storage.'))[0]).toBeVisible()
  expect(screen.getByRole('button', { name: 'Re-Upload File' })).toBeVisible()
})

it('the import shows beforehand what it does, and a done task runs again', async () => {
  const inspected = sampleTask(3, {
    State: 'Done',
    Data: { ...data, RecordsWithErrorsCount: 0, Summary: JSON.parse('{"Create":14,"Update":3,"Ended":0}') },
  })
  const waiting = {
    ...file,
    HasErrors: false,
    ErrorCount: 0,
    ReadyForProcessing: true,
    StatusFormatted: 'Needs Attention',
    Tasks: [...done.slice(0, 3), inspected, sampleTask(4)],
  }
  const stub = stubCalls({ 'GET /census/files/7': valid(waiting), 'POST /census/files/7/tasks/73/run': valid(null) })
  const { user } = await renderRoute('/census-files/7')
  expect(await screen.findByText('To create')).toBeVisible()
  await user.click(screen.getByRole('button', { name: /Inspect Data/ }))
  await user.click(await screen.findByRole('button', { name: 'Run Again' }))
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Run Task' })).getByRole('button', { name: 'Start Task' }),
  )
  await waitFor(() => expect(stub.of('POST /census/files/7/tasks/73/run')).toHaveLength(1))
})

it('a run is stopped after a question, and goes on where it was stopped', async () => {
  const next = { Id: 74, Task: 4, TaskName: 'Process Data' }
  const summary = { Data: { ...data, RecordsWithErrorsCount: 0, Summary: JSON.parse('{"Created":5,"Updated":0}') } }
  const running = sampleFile({
    Tasks: [...done, sampleTask(4, { State: 'Running', Done: 5, Total: 12, ...summary })],
    CompletedTasks: 4,
    CurrentTask: next,
    NextTask: next,
    ReadyForProcessing: false,
    StatusFormatted: 'Processing',
  })
  const stopped = {
    ...running,
    Tasks: [...done, sampleTask(4, { Done: 5, Total: 12, ...summary })],
    CurrentTask: null,
    ReadyForProcessing: true,
    StatusFormatted: 'Needs Attention',
  }
  stubCalls({ 'GET /census/files/7': valid(running) })
  const { user } = await renderRoute('/census-files/7')
  expect(await screen.findByText('41%')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Stop After This Batch' }))
  const question = await screen.findByRole('dialog', { name: 'Stop After This Batch' })
  expect(
    within(question).getByText(
      'Stop this task? What is written stays, and can be undone. Process File goes on where it was stopped.',
    ),
  ).toBeVisible()
  const after = stubCalls({
    'GET /census/files/7': valid(stopped),
    'POST /census/files/7/stop': valid(stopped),
    'GET /census/files/detailed': page([stopped]),
    'GET /census/files/7/tasks/73/changes': page([]),
  })
  await user.click(within(question).getByRole('button', { name: 'Stop' }))
  expect(await screen.findByText(/^Stopped after 5 of 12 rows. What is written stays/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Stop After This Batch' })).toBeNull()
  expect(after.of('POST /census/files/7/stop')).toHaveLength(1)
  await user.click(
    within(screen.getByRole('main')).getAllByRole('button', { name: 'Process File' })[0] ?? document.body,
  )
  expect(
    await within(await screen.findByRole('dialog', { name: 'Process File' })).findByText(
      'Stopped after 5 of 12 rows: goes on there.',
    ),
  ).toBeVisible()
})

it('who may not edit files cannot stop one', async () => {
  stubCalls({
    'GET /census/files/7': valid(
      sampleFile({
        Tasks: [sampleTask(0, { State: 'Running' })],
        CurrentTask: { Id: 70, Task: 0, TaskName: 'Map Data' },
      }),
    ),
  })
  await renderRoute('/census-files/7', { can: ['ViewCensus'] })
  await screen.findByRole('progressbar')
  expect(screen.queryByRole('button', { name: 'Stop After This Batch' })).toBeNull()
})

it('what is to be said of the whole file stands with the task', async () => {
  const mapped = sampleTask(0, {
    State: 'Done',
    Warnings: ["People who stand in the columns 'Spouse DOB' are not read: each dependent needs a row of its own."],
  })
  stubCalls({ 'GET /census/files/7': valid(sampleFile({ Tasks: [mapped, sampleTask(1)], NextTask: null })) })
  const { user } = await renderRoute('/census-files/7')
  await user.click(await screen.findByRole('button', { name: /Map Data/ }))
  const warnings = await screen.findByRole('region', { name: 'Warnings' })
  expect(within(warnings).getByText(/Spouse DOB/)).toBeVisible()
})

it('rows with a warning are counted with the task, and stand by themselves in its results', async () => {
  const matched = sampleTask(2, {
    State: 'Done',
    Data: { TotalRecords: 12, RecordsWithErrorsCount: 0, RecordsWithMatchesCount: 12, RecordsWithoutMatchesCount: 0 },
  })
  const twin: CensusRecord = {
    ...row,
    RowState: 0,
    Errors: [{ Key: '', Message: 'This may be a twin.', Severity: 'Warning', Task: 2, Value: null }],
  }
  const stub = stubCalls({
    'GET /census/files/7': valid(sampleFile({ Tasks: [...done.slice(0, 2), matched, sampleTask(3)], NextTask: null })),
    'GET /census/files/7/tasks/72': valid({
      ...matched,
      Data: { ...matched.Data, CensusRecords: [twin], TotalCensusRecords: 1 },
    }),
  })
  const { user } = await renderRoute('/census-files/7')
  expect(await screen.findByText('12 matched, 0 new, 1 warning')).toBeVisible()
  await user.click(screen.getByRole('button', { name: /Match Employees/ }))
  expect(await screen.findByText('With a warning')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'View Matches' }))
  const panel = await screen.findByRole('dialog', { name: 'Task Results' })
  await user.click(await within(panel).findByRole('tab', { name: 'Warnings' }))
  expect(await within(panel).findByText('This may be a twin.')).toBeVisible()
  expect(stub.last('GET /census/files/7/tasks/72').url.searchParams.get('Filter')).toBe('warnings')
})

it('a validation that has only left dependents out says that all else passed', async () => {
  const validated = sampleTask(1, {
    State: 'Done',
    Data: { ...data, RecordsWithErrorsCount: 0, Summary: JSON.parse('{"SkippedByRule":1}') },
  })
  stubCalls({
    'GET /census/files/7': valid(sampleFile({ Tasks: [sampleTask(0, { State: 'Done' }), validated], NextTask: null })),
  })
  await renderRoute('/census-files/7')
  expect(await screen.findByText(/^All records passed validation\. 1 dependent left out\./)).toBeVisible()
})

it('the validation can be looked at where all rows are valid, and says that some have a warning', async () => {
  const validated = sampleTask(1, { State: 'Done', Data: { ...data, RecordsWithErrorsCount: 0 } })
  const task = valid({ ...validated, Data: { ...validated.Data, CensusRecords: [], TotalCensusRecords: 3 } })
  stubCalls({
    'GET /census/files/7': valid(sampleFile({ Tasks: [sampleTask(0, { State: 'Done' }), validated], NextTask: null })),
    'GET /census/files/7/tasks/71': task,
  })
  await renderRoute('/census-files/7')
  expect(await screen.findByText('All records passed validation. 3 rows have a warning.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'View Validation' })).toBeVisible()
})
