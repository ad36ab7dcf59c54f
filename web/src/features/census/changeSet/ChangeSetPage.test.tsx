import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { page, refused, stubCalls, valid } from '../../../testing/calls'
import { renderRoute } from '../../../testing/renderRoute'
import type { CensusTask } from '../queries'
import { guardedFile, processedFile, sampleFile, sampleTask } from '../samples'

const changed = [
  {
    RecordNumber: 31,
    EmployeeId: 5,
    FirstName: 'Kira',
    LastName: 'Bellweather',
    Kind: 'Update',
    EffectiveDate: null,
    Remark: null,
    Warnings: [],
    PerMonth: 0,
    ReplacesIdentity: false,
    IsDone: false,
    Changes: [{ Field: 'LastName', Label: 'Last Name', Old: 'Bellweather', New: 'Bellweather-Ruiz' }],
  },
  {
    RecordNumber: 201,
    EmployeeId: null,
    FirstName: 'Leopold',
    LastName: 'Ash',
    Kind: 'Create',
    EffectiveDate: '2026-12-01',
    Remark: null,
    Warnings: [],
    PerMonth: 12.5,
    ReplacesIdentity: false,
    IsDone: false,
    Changes: [{ Field: 'DateOfBirth', Label: 'Date of Birth', Old: null, New: '1990-01-02' }],
  },
]
const absent = [
  {
    RecordNumber: null,
    EmployeeId: 9,
    FirstName: 'Zora',
    LastName: 'Dunmore',
    Kind: 'Absent',
    EffectiveDate: '2026-12-01',
    Remark: null,
    Warnings: [],
    PerMonth: -12.5,
    ReplacesIdentity: false,
    IsDone: false,
    Changes: [],
  },
]
const plan = {
  PlanName: 'Medical',
  BillingMonth: 'December 2026',
  Before: 5150,
  After: 4637.5,
  Difference: -512.5,
  Corrections: 0,
  Consults: 0,
  ChargedBefore: 412,
  ChargedAfter: 371,
  Shares: [
    { Kind: 'Create', Members: 14, Amount: 175 },
    { Kind: 'Reactivate', Members: 3, Amount: 37.5 },
    { Kind: 'Terminate', Members: 58, Amount: -725 },
  ],
}
const effect = { IsForeseen: true, Before: 5150, After: 4637.5, Difference: -512.5, Plans: [plan] }
const confirmed = guardedFile({ ConfirmedTerminations: 58 })
const calls = {
  'GET /census/files/7': valid(confirmed),
  'GET /census/files/7/tasks/73/changes': (request: Request) =>
    page(new URL(request.url).searchParams.get('Kind') === 'Absent' ? absent : changed)(request),
  'GET /census/files/7/tasks/73/bill-effect': valid(effect),
}

it('a change of identity is named, and told above the list', async () => {
  const file = guardedFile({ ConfirmedTerminations: 58 })
  const told = (task: CensusTask) =>
    task.Task === 3
      ? {
          ...task,
          Data: { ...task.Data, Summary: JSON.parse(JSON.stringify({ ...task.Data.Summary, ReplacesIdentity: 1 })) },
        }
      : task
  const identity = [
    { Field: 'UniqueId', Label: 'Unique ID', Old: 'E-2', New: 'E-9' },
    { Field: 'LastName', Label: 'Last Name', Old: 'Ali', New: 'Quinn' },
  ]
  stubCalls({
    ...calls,
    'GET /census/files/7': valid({ ...file, Tasks: file.Tasks.map(told) }),
    'GET /census/files/7/tasks/73/changes': page([
      { ...changed[0], ReplacesIdentity: true, Changes: identity },
      changed[1],
    ]),
  })
  await renderRoute('/census-files/7/changes')
  expect(await screen.findByText('1 row replaces who a member is.')).toBeVisible()
  expect(await screen.findAllByText('Change of identity')).not.toHaveLength(0)
})

it('tells before the import how many dependents a group leaves out that takes none', async () => {
  const Summary = JSON.parse('{"SkippedByRule":8}')
  const told = (task: CensusTask) => (task.Task === 1 ? { ...task, Data: { ...task.Data, Summary } } : task)
  stubCalls({ ...calls, 'GET /census/files/7': valid({ ...confirmed, Tasks: confirmed.Tasks.map(told) }) })
  await renderRoute('/census-files/7/changes')
  expect(await screen.findByText('8 dependents of this file are left out: the group takes none.')).toBeVisible()
})

describe('what a file will change', () => {
  it('shows old beside new, by kind with counts, and the effect on the next bill to the cent', async () => {
    const stub = stubCalls(calls)
    const { user } = await renderRoute('/census-files/7/changes')
    expect(await screen.findByText('Bellweather-Ruiz')).toBeVisible()
    expect(screen.getByText('Bellweather', { selector: 'del' })).toBeVisible()
    expect(screen.getByText('Active from 12/01/2026 · 01/02/1990')).toBeVisible()
    const bill = screen.getByRole('region', { name: 'Next bill, December 2026' })
    expect(within(bill).getByText('412 → 371 members')).toBeVisible()
    expect(within(bill).getByText('58 ended').nextSibling).toHaveTextContent('−$725.00')
    expect(within(bill).getByText('$5,150.00 → $4,637.50').nextSibling).toHaveTextContent('−$512.50')
    await user.click(screen.getByRole('button', { name: 'Absent 58' }))
    expect(await screen.findByText('Absent from the file · In-Active from 12/01/2026')).toBeVisible()
    expect(screen.getByRole('cell', { name: '−$12.50' })).toBeVisible()
    expect(stub.last('GET /census/files/7/tasks/73/changes').url.searchParams.get('Kind')).toBe('Absent')
  })

  it('leads from the name of a member who exists to the page of the member', async () => {
    stubCalls(calls)
    const { user } = await renderRoute('/census-files/7/changes')
    const group = sampleFile().EmployerGroup?.Id
    const kira = await screen.findByRole('link', { name: 'Bellweather, Kira' })
    expect(kira).toHaveAttribute('href', `/employers/${group}/members/5`)
    expect(screen.getByText('Ash, Leopold')).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Ash, Leopold' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Absent 58' }))
    const zora = await screen.findByRole('link', { name: 'Dunmore, Zora' })
    expect(zora).toHaveAttribute('href', `/employers/${group}/members/9`)
  })

  it('says beforehand, and where it is confirmed, how many rows say that somebody has left who is read as active', async () => {
    const validated = {
      ...sampleTask(1, { State: 'Done' }),
      Data: { ...sampleTask(1).Data, CensusRecords: [], TotalCensusRecords: 2 },
    }
    const stub = stubCalls({
      ...calls,
      'GET /census/files/7/tasks/71': valid(validated),
      'GET /census/files/detailed': page([confirmed]),
    })
    const { user } = await renderRoute('/census-files/7/changes')
    expect(await screen.findByText('2 rows say that the person has left.')).toBeVisible()
    expect(stub.last('GET /census/files/7/tasks/71').url.searchParams.get('Filter')).toBe('saysLeft')
    expect(screen.getByRole('link', { name: 'Fix Rows' })).toHaveAttribute('href', '/census-files/7/fix')
    await waitFor(() => expect(screen.getByRole('button', { name: 'Process' })).toBeEnabled())
    await user.click(screen.getByRole('button', { name: 'Process' }))
    const panel = await screen.findByRole('dialog', { name: 'Process File' })
    expect(await within(panel).findByText('2 rows say that the person has left.')).toBeVisible()
  })

  it('cannot be processed before the effect on the bill is known', async () => {
    let answer: (response: Response) => void = () => {}
    stubCalls({
      ...calls,
      'GET /census/files/7/tasks/73/bill-effect': () =>
        new Promise<Response>((resolve) => {
          answer = resolve
        }),
    })
    const { user } = await renderRoute('/census-files/7/changes')
    expect(await screen.findByText('Waits for the effect on the next bill')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Process' })).toBeDisabled()
    answer(await valid(effect)(new Request('http://localhost')))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Process' })).toBeEnabled())
    expect(screen.queryByText(/^Waits/)).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Process' }))
  })

  it('skips rows and keeps absent members in one go among all changes', async () => {
    const stub = stubCalls({
      ...calls,
      'GET /census/files/7/tasks/73/changes': page([...absent, ...changed]),
      'PUT /census/files/7/tasks/73/absent': valid(confirmed),
      'PUT /census/files/7/tasks/73/skip-records': valid({
        Changed: 1,
        Refused: [],
        LastRecordNumber: 31,
        Left: 0,
        RecordsWithErrorsCount: 0,
      }),
    })
    const { user } = await renderRoute('/census-files/7/changes')
    await user.click(await screen.findByRole('checkbox', { name: 'Select Dunmore, Zora' }))
    await user.click(screen.getByRole('checkbox', { name: 'Select Bellweather, Kira' }))
    await user.click(screen.getByRole('button', { name: 'Skip 2 changes' }))
    expect(await screen.findByText('2 changes left out of the import.')).toBeVisible()
    expect(stub.last('PUT /census/files/7/tasks/73/absent').body).toEqual({ EmployeeIds: [9], Keep: true })
    expect(stub.last('PUT /census/files/7/tasks/73/skip-records').body).toMatchObject({ RecordNumbers: [31] })
  })

  it('is exported by kind', async () => {
    const stub = stubCalls({
      ...calls,
      'GET /census/files/7/tasks/73/changes/export': () => Promise.resolve(new Response('Row\r\n')),
    })
    URL.createObjectURL = () => 'blob:changes'
    const { user } = await renderRoute('/census-files/7/changes?kind=Absent')
    await user.click(await screen.findByRole('button', { name: 'Export preview' }))
    await waitFor(() =>
      expect(
        stub.of('GET /census/files/7/tasks/73/changes/export').map(({ url }) => url.searchParams.get('Kind')),
      ).toEqual(['Absent']),
    )
  })

  it('says what the endings have in common', async () => {
    const file = guardedFile()
    const told = (task: CensusTask) => ({
      ...task,
      Data: {
        ...task.Data,
        Summary: { ...task.Data.Summary, InCommon: 'All 58 who are absent carry the billing code DRIVERS.' },
      },
    })
    stubCalls({
      ...calls,
      'GET /census/files/7': valid({ ...file, Tasks: file.Tasks.map((task) => (task.Task === 3 ? told(task) : task)) }),
    })
    await renderRoute('/census-files/7/changes')
    expect(
      await screen.findByText(/one pay group only: all 58 who are absent carry the billing code DRIVERS\.$/),
    ).toBeVisible()
  })

  it('says why it is not processed', async () => {
    stubCalls({ ...calls, 'GET /census/files/7': valid(guardedFile()) })
    await renderRoute('/census-files/7/changes')
    expect(await screen.findByText('Waits for the guard')).toBeVisible()
    expect(screen.getByText('This file would end 58 of 412 active members (14.1%).')).toBeVisible()
  })

  it('does not process when the effect cannot be had', async () => {
    stubCalls({
      ...calls,
      'GET /census/files/7/tasks/73/bill-effect': refused(
        [{ Key: '', Message: 'Something went wrong on our side.' }],
        500,
      ),
    })
    await renderRoute('/census-files/7/changes')
    expect(await screen.findByText('The effect on the next bill is not known')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Process' })).toBeDisabled()
  })

  it('others than those who see billing or invoices are shown no amounts and may process', async () => {
    const stub = stubCalls(calls)
    await renderRoute('/census-files/7/changes', { can: ['ViewCensus', 'EditCensus'] })
    await waitFor(() => expect(screen.getByRole('button', { name: 'Process' })).toBeEnabled())
    expect(screen.queryByText(/Next bill/)).toBeNull()
    expect(screen.queryByText('Per month')).toBeNull()
    expect(stub.of('GET /census/files/7/tasks/73/bill-effect')).toHaveLength(0)
  })

  it('shows the effect to others where they see the invoices of the group', async () => {
    const group = confirmed.EmployerGroup && { ...confirmed.EmployerGroup, EnableInvoiceAccess: true }
    stubCalls({ ...calls, 'GET /census/files/7': valid({ ...confirmed, EmployerGroup: group }) })
    await renderRoute('/census-files/7/changes', { can: ['ViewCensus', 'EditCensus', 'ViewInvoices'] })
    expect(await screen.findByText('58 ended')).toBeVisible()
  })

  it('leaves chosen rows out in one call and inspects again', async () => {
    const inspected = confirmed.Tasks.map((task) => (task.Task === 3 ? { ...task, State: 'NotRun' } : task))
    let skipped = false
    const stub = stubCalls({
      ...calls,
      'GET /census/files/7': (request) => valid(skipped ? { ...confirmed, Tasks: inspected } : confirmed)(request),
      'PUT /census/files/7/tasks/73/skip-records': (request) => {
        skipped = true
        return valid({ Changed: 2, Refused: [], LastRecordNumber: 201, Left: 0, RecordsWithErrorsCount: 0 })(request)
      },
      'POST /census/files/7/tasks/73/run': (request) => {
        skipped = false
        return valid(confirmed)(request)
      },
    })
    const { user } = await renderRoute('/census-files/7/changes')
    await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
    await user.click(screen.getByRole('button', { name: 'Skip 2 changes' }))
    expect(await screen.findByText('2 changes left out of the import.')).toBeVisible()
    expect(stub.of('PUT /census/files/7/tasks/73/skip-records').map(({ body }) => body)).toEqual([
      { RecordNumbers: [31, 201], Kind: null, Field: null, Value: null, TakesBack: false },
    ])
    expect(stub.of('POST /census/files/7/tasks/73/run')).toHaveLength(1)
  })

  it('keeps absent members', async () => {
    const stub = stubCalls({ ...calls, 'PUT /census/files/7/tasks/73/absent': valid(confirmed) })
    const { user } = await renderRoute('/census-files/7/changes?kind=Absent')
    await user.click(await screen.findByRole('checkbox', { name: 'Select Dunmore, Zora' }))
    await user.click(screen.getByRole('button', { name: 'Keep 1 member' }))
    expect(await screen.findByText('1 member kept.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Keep all 58' }))
    await waitFor(() =>
      expect(stub.of('PUT /census/files/7/tasks/73/absent').map(({ body }) => body)).toEqual([
        { EmployeeIds: [9], Keep: true },
        { EmployeeIds: null, Keep: true },
      ]),
    )
  })
})

it.each([
  ['is not inspected', sampleFile(), 'It is shown once the file is inspected.'],
  [
    'is at work',
    guardedFile({ CurrentTask: { Id: 74, Task: 4, TaskName: 'Process Data' } }),
    'This file is being worked on.',
  ],
])('a file that %s has nothing to foresee', async (_, file, says) => {
  stubCalls({ 'GET /census/files/7': valid(file), 'GET /census/files/7/tasks/73/changes': page([]) })
  await renderRoute('/census-files/7/changes')
  const bill = await screen.findByRole('region', { name: 'Next bill' })
  expect(within(bill).getByText(says)).toBeVisible()
  expect(within(bill).queryByRole('status')).toBeNull()
  expect(screen.getByRole('button', { name: 'Process' })).toBeDisabled()
})

it.each([
  ['is processed', processedFile()],
  ['was undone', guardedFile({ Undo: { State: 'Done', Done: 1, Total: 1, Kept: 0, UndoneOn: null } })],
])('a file that %s changes no bill any more, and no row of it is left out', async (_, file) => {
  stubCalls({ ...calls, 'GET /census/files/7': valid(file) })
  await renderRoute('/census-files/7/changes')
  expect(await screen.findByText('Bellweather-Ruiz')).toBeVisible()
  expect(screen.queryByRole('region', { name: /^Next bill/ })).toBeNull()
  expect(screen.queryByRole('checkbox')).toBeNull()
})

describe('the result of a file that was processed', () => {
  const file = processedFile()
  const run = { Created: 30, Updated: 0, Reactivated: 0, Terminated: 0 }
  const Tasks = file.Tasks.map((task) =>
    task.Task === 4 ? { ...task, Data: { ...task.Data, Summary: JSON.parse(JSON.stringify(run)) } } : task,
  )
  const result = {
    Joined: { Total: 30, Employees: 22, Dependents: 8 },
    Left: { Total: 0, Employees: 0, Dependents: 0 },
    Changed: 0,
    NextBill: { BillingMonth: 'December 2026', Before: 0, After: 275, Difference: 275 },
  }
  const answers = {
    ...calls,
    'GET /census/files/7': valid({ ...file, Tasks }),
    'GET /census/files/7/result': valid(result),
  }

  it('stands above its changes, with the ways to the members and the bills', async () => {
    stubCalls(answers)
    await renderRoute('/census-files/7/changes')
    expect(await screen.findByText('30 joined: 22 employees, 8 dependents; next bill +$275.00.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'View Members' })).toHaveAttribute('href', '/employers/1/members')
    expect(screen.getByRole('link', { name: 'View Bills' })).toHaveAttribute('href', '/employers/1/billing/snapshots')
  })

  it('leads who sees neither bills nor invoices to the members alone', async () => {
    stubCalls({ ...answers, 'GET /census/files/7/result': valid({ ...result, NextBill: null }) })
    await renderRoute('/census-files/7/changes', { can: ['ViewCensus', 'ViewMembers'] })
    expect(await screen.findByText('30 joined: 22 employees, 8 dependents.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'View Members' })).toBeVisible()
    expect(screen.queryByRole('link', { name: 'View Bills' })).toBeNull()
  })

  it('is none of a file that was undone', async () => {
    const Undo = { State: 'Done', Done: 1, Total: 1, Kept: 0, UndoneOn: null }
    const stub = stubCalls({ ...answers, 'GET /census/files/7': valid({ ...file, Tasks, Undo }) })
    await renderRoute('/census-files/7/changes')
    expect(await screen.findByText('Bellweather-Ruiz')).toBeVisible()
    expect(stub.of('GET /census/files/7/result')).toHaveLength(0)
  })
})

it('what was done is told as done, with what was left of a file in its title', async () => {
  const run = sampleTask(4, { State: 'Errors' })
  const begun = { ...run, Data: { ...run.Data, Summary: { Created: 0, Terminated: 1 } } }
  const file = guardedFile()
  const done = absent.map((row) => ({ ...row, PerMonth: null, IsDone: true }))
  stubCalls({
    'GET /census/files/7': valid({ ...file, Tasks: file.Tasks.map((task) => (task.Task === 4 ? begun : task)) }),
    'GET /census/files/7/tasks/73/changes': page(done),
    'GET /census/files/7/tasks/73/bill-effect': valid({ ...effect, IsForeseen: false, Plans: [] }),
  })
  await renderRoute('/census-files/7/changes?kind=Absent')
  expect(await screen.findByText('Ended')).toBeVisible()
  expect(screen.getByRole('heading', { name: 'What this file has changed so far' })).toBeVisible()
  expect(screen.queryByText('Will be ended')).toBeNull()
})

describe('the inspection that an edit has set back', () => {
  const left = {
    ...confirmed,
    Tasks: confirmed.Tasks.map((task) =>
      task.Task === 2 || task.Task === 3 ? { ...task, State: 'NotRun', CompletedOn: null } : task,
    ),
    NextTask: { Id: 72, Task: 2, TaskName: 'Match Employees' },
  }

  it('is run from here, with the match before it', async () => {
    let file: typeof confirmed = left
    const stub = stubCalls({
      ...calls,
      'GET /census/files/7': (request) => valid(file)(request),
      'POST /census/files/7/tasks/72/run': (request) => {
        file = { ...left, Tasks: left.Tasks.map((task) => (task.Task === 2 ? { ...task, State: 'Done' } : task)) }
        return valid(file)(request)
      },
      'POST /census/files/7/tasks/73/run': (request) => {
        file = confirmed
        return valid(file)(request)
      },
    })
    const { user } = await renderRoute('/census-files/7/changes')
    await user.click(await screen.findByRole('button', { name: 'Run inspection' }))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Process' })).toBeEnabled())
    expect(stub.of('POST /census/files/7/tasks/72/run')).toHaveLength(1)
    expect(screen.queryByRole('button', { name: 'Run inspection' })).toBeNull()
  })

  it.each([
    ['an earlier task has to be run first', sampleFile(), undefined],
    ['one may not edit', left, ['ViewCensus'] as const],
  ])('is not offered where %s', async (_, file, can) => {
    stubCalls({ ...calls, 'GET /census/files/7': valid(file) })
    await renderRoute('/census-files/7/changes', can ? { can } : {})
    await screen.findByText('Bellweather-Ruiz')
    expect(screen.queryByRole('button', { name: 'Run inspection' })).toBeNull()
  })
})

describe('the kinds of changes', () => {
  it('have a choice of rows each, and what was done is said as the server did it', async () => {
    stubCalls({
      ...calls,
      'PUT /census/files/7/tasks/73/skip-records': valid({
        Changed: 1,
        Refused: [],
        LastRecordNumber: 201,
        Left: 0,
        RecordsWithErrorsCount: 0,
      }),
    })
    const { user } = await renderRoute('/census-files/7/changes?kind=Absent')
    await user.click(await screen.findByRole('checkbox', { name: 'Select Dunmore, Zora' }))
    await user.click(screen.getByRole('button', { name: 'All changes 60' }))
    await user.click(await screen.findByRole('checkbox', { name: 'Select Bellweather, Kira' }))
    await user.click(screen.getByRole('checkbox', { name: 'Select Ash, Leopold' }))
    await user.click(screen.getByRole('button', { name: 'Skip 2 changes' }))
    expect(await screen.findByText('1 change left out of the import.')).toBeVisible()
  })

  it('show all when there is none of the kind in the address any more', async () => {
    const stub = stubCalls(calls)
    await renderRoute('/census-files/7/changes?kind=Kept')
    expect(await screen.findByText('Bellweather-Ruiz')).toBeVisible()
    expect(screen.getByRole('button', { name: 'All changes 60' })).toHaveAttribute('aria-pressed', 'true')
    expect(stub.last('GET /census/files/7/tasks/73/changes').url.searchParams.get('Kind')).toBeNull()
  })

  it('search among the rows that were left out', async () => {
    const tasks = confirmed.Tasks.map((task) =>
      task.Task === 3 ? { ...task, Data: { ...task.Data, Summary: { ...task.Data.Summary, Skipped: 1 } } } : task,
    )
    const skipped = sampleTask(3, {
      Data: {
        TotalRecords: 1,
        RecordsWithErrorsCount: 0,
        RecordsWithMatchesCount: 0,
        RecordsWithoutMatchesCount: 0,
        CensusRecords: [],
        TotalCensusRecords: 0,
      },
    })
    const stub = stubCalls({
      ...calls,
      'GET /census/files/7': valid({ ...confirmed, Tasks: tasks }),
      'GET /census/files/7/tasks/73': valid(skipped),
    })
    await renderRoute('/census-files/7/changes?kind=Skipped&q=moss')
    await waitFor(() => expect(stub.of('GET /census/files/7/tasks/73')).toHaveLength(1))
    expect(Object.fromEntries(stub.last('GET /census/files/7/tasks/73').url.searchParams)).toEqual({
      Filter: 'skipped',
      Page: '1',
      PerPage: '25',
      Term: 'moss',
    })
  })
})

it('a file that one may not see leaves a way back', async () => {
  stubCalls({ 'GET /census/files/7': refused([{ Key: '', Message: 'This record was not found.' }], 404) })
  await renderRoute('/census-files/7/changes')
  expect(await screen.findByText('There is no such census file')).toBeVisible()
  expect(screen.getByRole('heading', { name: 'File', level: 1 })).toBeVisible()
  expect(screen.getAllByRole('link', { name: 'Census Files' })[0]).toBeVisible()
})
