import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { refused, stubCalls, valid } from '../../testing/calls'
import { renderRoute } from '../../testing/renderRoute'
import type { CensusRecord, CensusTask } from './queries'
import { guardedFile, sampleFile, sampleTask } from './samples'

const wrong: CensusRecord = {
  RecordNumber: 2,
  Line: 3,
  RowState: 1,
  UniqueId: '',
  MemberType: '',
  FirstName: 'Ben',
  LastName: '',
  Gender: null,
  DateOfBirth: null,
  Email: '',
  CellPhone: '',
  HomePhone: '',
  AddressLine1: '',
  AddressLine2: '',
  City: 'Troy',
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
    { Key: 'LastName', Message: 'Last Name is required.', Severity: 'Error', Task: 1, Value: null },
    { Key: 'DateOfBirth', Message: 'Date of Birth must be a date.', Severity: 'Error', Task: 1, Value: 'soon' },
  ],
}

const validation = sampleTask(1, {
  State: 'Errors',
  Data: { TotalRecords: 2, RecordsWithErrorsCount: 1, RecordsWithMatchesCount: 0, RecordsWithoutMatchesCount: 0 },
})
const broken = sampleFile({
  Tasks: [sampleTask(0, { State: 'Done' }), validation, sampleTask(2), sampleTask(3), sampleTask(4)],
})
const withRecords = (records: CensusRecord[]): CensusTask => ({
  ...validation,
  Data: { ...validation.Data, CensusRecords: records, TotalCensusRecords: records.length },
})

describe('the record fixer', () => {
  const calls = {
    'GET /census/files/7': valid(broken),
    'GET /census/files/7/tasks/71': (request: Request) => {
      const { searchParams } = new URL(request.url)
      return valid(
        withRecords(searchParams.get('Filter') === 'valid' || searchParams.get('Filter') === 'skipped' ? [] : [wrong]),
      )(request)
    },
  }

  it('opens from the results with what is wrong under its fields, and saves the whole record', async () => {
    const stub = stubCalls({ ...calls, 'PUT /census/files/7/tasks/71/record': valid({ ...wrong, Errors: [] }) })
    const { user } = await renderRoute('/census-files/7?panel=validation.7-71')
    await user.click(await screen.findByRole('button', { name: 'Fix Record Ben, Row 2' }))
    const panel = await screen.findByRole('dialog', { name: 'Fix Record' })
    expect(await within(panel).findByText('Last Name is required.')).toBeVisible()
    expect(within(panel).getByText('Date of Birth must be a date. In the file: soon')).toBeVisible()
    await user.type(within(panel).getByRole('textbox', { name: 'Last name' }), 'Moss')
    await user.type(within(panel).getByRole('textbox', { name: 'Date of birth' }), '01021990')
    await user.click(within(panel).getByRole('button', { name: 'Save Record' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Fix Record' })).toBeNull())
    expect(stub.last('PUT /census/files/7/tasks/71/record').body).toMatchObject({
      TaskId: 71,
      Record: {
        RecordNumber: 2,
        FirstName: 'Ben',
        LastName: 'Moss',
        DateOfBirth: '1990-01-02',
        City: 'Troy',
        Email: '',
      },
    })
  })

  it('names the fields in its summary as they are called below', async () => {
    stubCalls({
      ...calls,
      'GET /census/files/7/tasks/71': valid(
        withRecords([
          {
            ...wrong,
            Errors: [
              ...wrong.Errors,
              {
                Key: 'ZipCode',
                Message: 'Zip Code must have 5 or 9 digits.',
                Severity: 'Error',
                Task: 1,
                Value: '3351',
              },
            ],
          },
        ]),
      ),
    })
    await renderRoute('/census-files/7?panel=record.7-71-2')
    const panel = await screen.findByRole('dialog', { name: 'Fix Record' })
    for (const name of ['Last name', 'Date of birth', 'ZIP code']) {
      expect(await within(panel).findByRole('button', { name })).toBeInTheDocument()
      expect(within(panel).getByRole('textbox', { name: new RegExp(`^${name}`) })).toBeInTheDocument()
    }
  })

  it('asks for the next page of a long list, and keeps what it has', async () => {
    const people = Array.from({ length: 130 }, (_, index) => ({
      ...wrong,
      RecordNumber: index + 1,
      FirstName: `Ben ${index + 1}`,
    }))
    const stub = stubCalls({
      ...calls,
      'GET /census/files/7/tasks/71': (request: Request) => {
        const { searchParams } = new URL(request.url)
        if (searchParams.get('Filter') !== 'errors') return valid(withRecords([]))(request)
        const from = (Number(searchParams.get('Page')) - 1) * 100
        return valid({
          ...validation,
          Data: { ...validation.Data, CensusRecords: people.slice(from, from + 100), TotalCensusRecords: 130 },
        })(request)
      },
    })
    const { user } = await renderRoute('/census-files/7?panel=validation.7-71')
    const panel = await screen.findByRole('dialog', { name: 'Validation Results' })
    expect(await within(panel).findByText('100 of 130 are shown.')).toBeVisible()
    expect(within(panel).queryByText('Ben 101')).toBeNull()
    await user.click(within(panel).getByRole('button', { name: 'Show 30 more' }))
    expect(await within(panel).findByText('Ben 130')).toBeVisible()
    expect(within(panel).getByText('Ben 1')).toBeVisible()
    expect(within(panel).queryByText(/are shown/)).toBeNull()
    const asked = stub
      .of('GET /census/files/7/tasks/71')
      .map(({ url: { searchParams } }) => searchParams)
      .filter((query) => query.get('Filter') === 'errors')
    expect(asked.map((query) => [query.get('Page'), query.get('PerPage')])).toEqual([
      ['1', '100'],
      ['2', '100'],
    ])
  })

  it('stays open with the messages of a refused save', async () => {
    stubCalls({
      ...calls,
      'PUT /census/files/7/tasks/71/record': refused([
        { Key: 'CellPhone', Message: 'Cell Phone must have 10 digits.' },
      ]),
    })
    const { user } = await renderRoute('/census-files/7?panel=record.7-71-2')
    const panel = await screen.findByRole('dialog', { name: 'Fix Record' })
    await user.click(await within(panel).findByRole('button', { name: 'Save Record' }))
    expect(await within(panel).findByText('Cell Phone must have 10 digits.')).toBeVisible()
  })

  it('leaves a row out after a question', async () => {
    const stub = stubCalls({ ...calls, 'PUT /census/files/7/tasks/71/skip': valid(broken) })
    const { user } = await renderRoute('/census-files/7?panel=record.7-71-2')
    await user.click(await screen.findByRole('button', { name: 'Skip Row' }))
    const question = await screen.findByRole('dialog', { name: 'Skip Row' })
    await user.click(within(question).getByRole('button', { name: 'Skip Row' }))
    await waitFor(() => expect(stub.of('PUT /census/files/7/tasks/71/skip')).toHaveLength(1))
    expect(stub.last('PUT /census/files/7/tasks/71/skip').body).toEqual({ RecordNumber: 2 })
  })
})

it('columns are mapped by hand and remembered', async () => {
  const mapping = {
    Sheets: [],
    HeadingLine: 1,
    AskedHeadingLine: null,
    Encoding: 'UTF-8',
    Delimiter: 'comma',
    Missing: ['Last Name'],
    Columns: [
      { Index: 0, Heading: 'First', Field: 'FirstName', How: 'Known', Values: ['Ben'] },
      { Index: 1, Heading: 'Nachname', Field: null, How: 'Unmapped', Values: ['Moss'] },
    ],
    Fields: [
      { Name: 'FirstName', Label: 'First Name' },
      { Name: 'LastName', Label: 'Last Name' },
    ],
  }
  const stub = stubCalls({
    'GET /census/files/7': valid(sampleFile()),
    'GET /census/files/7/tasks/70/mapping': valid(mapping),
    'PUT /census/files/7/tasks/70/mapping': valid(sampleFile()),
  })
  const { user } = await renderRoute('/census-files/7?panel=mapping.7-70')
  const panel = await screen.findByRole('dialog', { name: 'Map Data' })
  expect(await within(panel).findByText('Still without a column: Last Name.')).toBeVisible()
  await user.click(within(panel).getByRole('combobox', { name: 'Nachname' }))
  await user.click(await screen.findByRole('option', { name: 'Last Name' }))
  expect(within(panel).queryByText('Still without a column: Last Name.')).toBeNull()
  await user.click(within(panel).getByRole('button', { name: 'Save mapping' }))
  await waitFor(() => expect(stub.of('PUT /census/files/7/tasks/70/mapping')).toHaveLength(1))
  expect(stub.last('PUT /census/files/7/tasks/70/mapping').body).toEqual({
    Sheet: null,
    HeadingLine: null,
    Remember: true,
    Orders: [],
    Columns: [
      { Index: 0, Field: 'FirstName' },
      { Index: 1, Field: 'LastName' },
    ],
  })
})

it('only administrators set the headings of everybody’s multi-group files', async () => {
  const mapping = {
    Sheets: [],
    HeadingLine: 1,
    AskedHeadingLine: null,
    Encoding: 'UTF-8',
    Delimiter: 'comma',
    Missing: [],
    Columns: [{ Index: 0, Heading: 'First', Field: 'FirstName', How: 'Known', Values: ['Ben'] }],
    Fields: [{ Name: 'FirstName', Label: 'First Name' }],
  }
  stubCalls({
    'GET /census/files/7': valid(sampleFile({ IsMultiGroup: true, EmployerGroup: null })),
    'GET /census/files/7/tasks/75/mapping': valid(mapping),
  })
  const box = 'Remember for the next multi-group files'
  await renderRoute('/census-files/7?panel=mapping.7-75', { can: ['ViewCensus', 'EditCensus'] })
  const theirs = await screen.findByRole('dialog', { name: 'Map Data' })
  expect(await within(theirs).findByRole('combobox', { name: 'First' })).toBeVisible()
  expect(within(theirs).queryByRole('checkbox', { name: box })).toBeNull()
  cleanup()
  await renderRoute('/census-files/7?panel=mapping.7-75')
  expect(await screen.findByRole('checkbox', { name: box })).toBeChecked()
})

it('a person says which member a row is', async () => {
  const doubtful: CensusRecord = {
    ...wrong,
    Errors: [{ Key: '', Message: 'Two members fit this row.', Severity: 'Error', Task: 2, Value: null }],
    LastName: 'Moss',
    EmployeeMatches: [41, 42].map((EmployeeId) => ({
      EmployeeId,
      EmployeeFirstName: 'Ben',
      EmployeeLastName: 'Moss',
      MatchTypeFormatted: 'Name and Date of Birth',
      Score: 0.9,
      Reasons: ['Last name agrees (+9.9)'],
      Chosen: false,
    })),
  }
  const task = { ...withRecords([doubtful]), Id: 72, Task: 2 }
  const stub = stubCalls({
    'GET /census/files/7': valid(broken),
    'GET /census/files/7/tasks/72': valid(task),
    'PUT /census/files/7/tasks/72/match': valid(broken),
  })
  const { user } = await renderRoute('/census-files/7?panel=match.7-72-2')
  const panel = await screen.findByRole('dialog', { name: 'Choose Member' })
  expect(await within(panel).findByText('Two members fit this row.')).toBeVisible()
  await user.click(within(panel).getByRole('button', { name: 'Save Choice' }))
  expect(await within(panel).findByText('Choose who this row is.')).toBeVisible()
  await user.click(within(panel).getByRole('combobox', { name: 'This row is' }))
  await user.click(await screen.findByRole('option', { name: 'A new member' }))
  await user.click(within(panel).getByRole('button', { name: 'Save Choice' }))
  await waitFor(() => expect(stub.of('PUT /census/files/7/tasks/72/match')).toHaveLength(1))
  expect(stub.last('PUT /census/files/7/tasks/72/match').body).toEqual({ RecordNumber: 2, EmployeeId: 0 })
})

describe('a file that would end many', () => {
  it('is not processed before an administrator has typed the number', async () => {
    let confirmed = false
    const found = () => valid(guardedFile(confirmed ? { ConfirmedTerminations: 58 } : {}))
    const stub = stubCalls({
      'GET /census/files/7': (request) => found()(request),
      'POST /census/files/7/confirm-terminations': (request) => {
        confirmed = true
        return found()(request)
      },
    })
    const { user } = await renderRoute('/census-files/7')
    expect(await screen.findByText('This file would end 58 of 412 active members (14.1%).')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Process File' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    const panel = await screen.findByRole('dialog', { name: 'Confirm Endings' })
    await user.type(await within(panel).findByRole('textbox', { name: 'Members to end' }), '58')
    await user.click(within(panel).getByRole('button', { name: 'Confirm' }))
    expect(await screen.findByText('58 endings are confirmed.')).toBeVisible()
    expect(stub.last('POST /census/files/7/confirm-terminations').body).toEqual({ Count: 58 })
    expect(screen.getAllByRole('button', { name: 'Process File' })).toHaveLength(1)
  })

  it('others than administrators are told to wait', async () => {
    stubCalls({ 'GET /census/files/7': valid(guardedFile()) })
    await renderRoute('/census-files/7', { can: ['ViewCensus', 'EditCensus'] })
    expect(await screen.findByText(/stops here until an administrator confirms/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull()
  })
})

it("a setting of its own begins as off, and stays the group's when it is switched off again", async () => {
  const stub = stubCalls({
    'GET /census/files/7': valid(sampleFile({ ExplicitImport: true })),
    'PUT /census/files/7': valid(sampleFile()),
  })
  const { user } = await renderRoute('/census-files/7?panel=census-settings.7')
  const panel = await screen.findByRole('dialog', { name: 'Edit File' })
  const override = await within(panel).findByRole('switch', { name: 'Override the group setting' })
  await user.click(override)
  await user.click(override)
  await user.click(within(panel).getByRole('button', { name: 'Save file' }))
  await waitFor(() => expect(stub.last('PUT /census/files/7').body).toMatchObject({ ExplicitImport: false }))
})

it.each([
  'census-reupload.abc',
  'census-settings.abc',
  'census-guard.0',
  'census-undo',
  'mapping.7',
  'validation.7-x',
  'matches.abc',
  'match.7-72',
  'record.7-71-0',
  'process.abc',
])('nothing is asked for %s, which names no file', async (panel) => {
  const stub = stubCalls({ 'GET /census/files/7': valid(sampleFile()) })
  await renderRoute(`/census-files/7?panel=${panel}`)
  expect(await screen.findByRole('dialog', { name: 'Not Found' })).toHaveTextContent(
    /There is no such (row of a )?census file/,
  )
  for (const name of ['GET /census/files/NaN', 'GET /census/files/0', 'GET /census/files/detailed'])
    expect(stub.of(name)).toEqual([])
})

it.each(['census-settings.7', 'census-guard.7', 'census-undo.7'])(
  'others than administrators get no form by its address: %s',
  async (panel) => {
    stubCalls({ 'GET /census/files/7': valid(sampleFile()) })
    await renderRoute(`/census-files/7?panel=${panel}`, { can: ['ViewCensus', 'EditCensus'] })
    expect(await screen.findByText('File Details')).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
  },
)

it('an administrator chooses how a new content takes effect, others only the file', async () => {
  const answers = { 'GET /census/files/7': valid(sampleFile({ CanReplace: true, GlobalEffectiveDate: '2026-07-01' })) }
  stubCalls(answers)
  await renderRoute('/census-files/7?panel=census-reupload.7')
  const panel = await screen.findByRole('dialog', { name: 'Upload Census File' })
  expect(await within(panel).findByRole('textbox', { name: /Global effective date/ })).toHaveValue('07/01/2026')
  expect(within(panel).getByRole('radiogroup', { name: /Explicit import/ })).toBeVisible()
})

it('others than administrators choose only the new content of a file', async () => {
  stubCalls({ 'GET /census/files/7': valid(sampleFile({ CanReplace: true })) })
  await renderRoute('/census-files/7?panel=census-reupload.7', { can: ['ViewCensus', 'EditCensus'] })
  const panel = await screen.findByRole('dialog', { name: 'Upload Census File' })
  expect(await within(panel).findByText(/in the place of/)).toBeVisible()
  expect(within(panel).queryByRole('textbox', { name: /Global effective date/ })).toBeNull()
})
