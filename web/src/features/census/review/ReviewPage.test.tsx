import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { page, stubCalls, valid } from '../../../testing/calls'
import { renderRoute } from '../../../testing/renderRoute'
import type { CensusRecord } from '../queries'
import { sampleFile, sampleTask } from '../samples'
import type { Candidate } from './queries'

const row: CensusRecord = {
  RecordNumber: 2,
  Line: 3,
  RowState: 0,
  UniqueId: 'E-9',
  MemberType: '',
  FirstName: 'Ben',
  LastName: 'Moss',
  Gender: null,
  DateOfBirth: '1990-01-02',
  Email: '',
  CellPhone: '6145550142',
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
  Errors: [{ Key: '', Message: 'Two members fit this row.', Severity: 'Error', Task: 2, Value: null }],
}
const member = (EmployeeId: number, more: Partial<Candidate> = {}): Candidate => ({
  EmployeeId,
  FirstName: 'Ben',
  LastName: 'Moss',
  DateOfBirth: '1990-01-02',
  Gender: 3,
  UniqueId: `E-${EmployeeId}`,
  OtherMemberId: '',
  Email: '',
  CellPhone: '',
  HomePhone: '',
  AddressLine1: '',
  City: 'Troy',
  State: '',
  ZipCode: '',
  MemberType: 'Primary',
  MatchTypeFormatted: 'Name and Date of Birth',
  Score: 0.9,
  Reasons: ['First name agrees', 'Unique ID differs'],
  Chosen: false,
  ...more,
})
const match = sampleTask(2, {
  State: 'Errors',
  Data: { TotalRecords: 4, RecordsWithErrorsCount: 1, RecordsWithMatchesCount: 3, RecordsWithoutMatchesCount: 0 },
})
const file = sampleFile({
  Tasks: [sampleTask(0, { State: 'Done' }), sampleTask(1, { State: 'Done' }), match, sampleTask(3), sampleTask(4)],
})
const denied = member(43, { FirstName: 'Bea', MatchTypeFormatted: null, Score: null, Reasons: [] })
const calls = {
  'GET /census/files/7': valid(file),
  'GET /census/files/7/tasks/72/review': page([
    { Record: row, Candidates: [member(41), member(42, { Score: 0.71 })], NotSame: [denied], TakenBy: [] },
  ]),
}

describe('the review of matches', () => {
  it('puts a row beside its candidates with what agrees and differs in words, and tints where they disagree', async () => {
    const stub = stubCalls(calls)
    const { user } = await renderRoute('/census-files/7/review')
    const card = await screen.findByRole('region', { name: 'Ben Moss, Row 2' })
    expect(within(card).getByText('Two members fit this row.')).toBeVisible()
    expect(within(card).getAllByText('Name and Date of Birth')).toHaveLength(2)
    expect(within(card).getAllByText('First name agrees.')).toHaveLength(2)
    expect(within(card).getAllByText('Unique ID differs.')).toHaveLength(2)
    expect(within(card).queryByRole('rowheader', { name: 'Date of birth' })).toBeNull()
    await user.click(within(card).getByRole('button', { name: /^Show what agrees: Name, Date of birth/ }))
    expect(within(card).getByRole('rowheader', { name: 'Date of birth' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Show Numbers' }))
    expect(within(card).getByText('Name and Date of Birth · 90%')).toBeVisible()
    expect(within(card).getByText('Name and Date of Birth · 71%')).toBeVisible()
    expect(
      within(card)
        .getAllByRole('cell')
        .find(({ textContent }) => textContent === 'E-41 differs'),
    ).toHaveAttribute('data-differs', 'true')
    expect(stub.last('GET /census/files/7/tasks/72/review').url.searchParams.get('Filter')).toBe('errors')
  })

  it('says where the genders differ, and nothing where one is not known', async () => {
    const told = { ...row, Gender: 1 }
    stubCalls({
      ...calls,
      'GET /census/files/7/tasks/72/review': page([
        { Record: told, Candidates: [member(41, { Gender: 2 }), member(42)], NotSame: [], TakenBy: [] },
      ]),
    })
    await renderRoute('/census-files/7/review')
    const fact = (await screen.findByRole('rowheader', { name: 'Gender' })).closest('tr')
    const [own, other, unknown] = within(fact as HTMLElement).getAllByRole('cell')
    expect(own).toHaveTextContent('Male')
    expect(other).toHaveTextContent('Female differs')
    expect(unknown).not.toHaveAttribute('data-differs')
  })

  it('puts a row beside the other rows that are its member, with status and relationship', async () => {
    const other = { ...row, RecordNumber: 5, Status: 1, Relationship: 'SP', Errors: [] }
    const reviewed = { Record: { ...row, Status: 0 }, Candidates: [member(41)], NotSame: [], TakenBy: [other] }
    stubCalls({ ...calls, 'GET /census/files/7/tasks/72/review': page([reviewed]) })
    const { user } = await renderRoute('/census-files/7/review')
    const rows = await screen.findByRole('region', { name: 'Rows of Ben Moss' })
    expect(within(rows).getByRole('row', { name: 'Status Active In-Active' })).toBeVisible()
    expect(within(rows).getByRole('row', { name: /^Relationship .*Spouse$/ })).toBeVisible()
    await user.click(within(rows).getByRole('button', { name: 'Skip Row 5, beside Ben Moss, Row 2' }))
    expect(await screen.findByText('Leave this row out of the import?')).toBeVisible()
  })

  it('a person chooses a member or a new one', async () => {
    const stub = stubCalls({ ...calls, 'PUT /census/files/7/tasks/72/match': valid(file) })
    const { user } = await renderRoute('/census-files/7/review')
    await user.click(
      (await screen.findAllByRole('button', { name: 'Choose Ben Moss for Ben Moss, Row 2' }))[1] as HTMLElement,
    )
    await user.click(await screen.findByRole('button', { name: 'Yes, Ben Moss' }))
    expect(await screen.findByText('Ben Moss is Ben Moss.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'New member: Ben Moss, Row 2' }))
    await user.click(await screen.findByRole('button', { name: 'Yes, a new member' }))
    expect(await screen.findByText('Ben Moss is a new member.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
    expect(stub.of('PUT /census/files/7/tasks/72/match').map(({ body }) => body)).toEqual([
      { RecordNumber: 2, EmployeeId: 42 },
      { RecordNumber: 2, EmployeeId: 0 },
    ])
  })

  it('asks before it sends an answer that cannot be taken back, and another row or answer drops the question', async () => {
    const stub = stubCalls(calls)
    const { user } = await renderRoute('/census-files/7/review')
    await screen.findByRole('region', { name: 'Ben Moss, Row 2' })
    await user.keyboard('n')
    expect(await screen.findByText('Is Ben Moss a new member?')).toBeVisible()
    await user.keyboard('1')
    expect(await screen.findByText('Is Ben Moss the member Ben Moss?')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Not yet' }))
    expect(screen.queryByText(/^Is Ben Moss/)).toBeNull()
    await user.keyboard('n')
    expect(await screen.findByText('Is Ben Moss a new member?')).toBeVisible()
    await user.keyboard('{Escape}')
    expect(screen.queryByText(/^Is Ben Moss/)).toBeNull()
    expect(stub.of('PUT /census/files/7/tasks/72/match')).toEqual([])
  })

  it('an answer in place of another one is sent at once, and its notice takes it back', async () => {
    const stub = stubCalls({
      ...calls,
      'PUT /census/files/7/tasks/72/match': valid(file),
      'GET /census/files/7/tasks/72/review': page([
        { Record: row, Candidates: [member(41, { Chosen: true }), member(42)], NotSame: [], TakenBy: [] },
      ]),
    })
    const { user } = await renderRoute('/census-files/7/review')
    await screen.findByRole('region', { name: 'Ben Moss, Row 2' })
    await user.keyboard('n')
    expect(await screen.findByText('Ben Moss is a new member.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Ben Moss is Ben Moss again.')).toBeVisible()
    expect(stub.of('PUT /census/files/7/tasks/72/match').map(({ body }) => body)).toEqual([
      { RecordNumber: 2, EmployeeId: 0 },
      { RecordNumber: 2, EmployeeId: 41 },
    ])
  })

  it('a denial is remembered, and forgotten again', async () => {
    const stub = stubCalls({ ...calls, 'PUT /census/files/7/tasks/72/not-same': valid(file) })
    const { user } = await renderRoute('/census-files/7/review')
    await user.click(
      (
        await screen.findAllByRole('button', { name: 'Not the same person: Ben Moss and Ben Moss, Row 2' })
      )[0] as HTMLElement,
    )
    expect(await screen.findByText('Remembered: these are two people.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Forget that Bea Moss is not Ben Moss, Row 2' }))
    await waitFor(() =>
      expect(stub.of('PUT /census/files/7/tasks/72/not-same').map(({ body }) => body)).toEqual([
        { RecordNumber: 2, EmployeeId: 41, IsNotSame: true },
        { RecordNumber: 2, EmployeeId: 43, IsNotSame: false },
      ]),
    )
  })

  it('keys choose, make a member or skip, and the next row comes by itself', async () => {
    const rows = [2, 3, 4].map((RecordNumber) => ({
      Record: { ...row, RecordNumber, FirstName: `Ben${RecordNumber}` },
      Candidates: [member(41), member(42)],
      NotSame: [],
      TakenBy: [],
    }))
    const stub = stubCalls({
      ...calls,
      'GET /census/files/7/tasks/72/review': page(rows),
      'PUT /census/files/7/tasks/72/match': valid(file),
    })
    const { user } = await renderRoute('/census-files/7/review')
    await screen.findByRole('region', { name: 'Ben2 Moss, Row 2' })
    expect(screen.getByText('1 of 3')).toBeVisible()
    await user.keyboard('22')
    expect(await screen.findByRole('region', { name: 'Ben3 Moss, Row 3' })).toBeVisible()
    await waitFor(() => expect(screen.getByRole('button', { name: 'New member: Ben3 Moss, Row 3' })).toBeEnabled())
    await user.keyboard('n{Enter}')
    expect(await screen.findByRole('region', { name: 'Ben4 Moss, Row 4' })).toBeVisible()
    expect(stub.of('PUT /census/files/7/tasks/72/match').map(({ body }) => body)).toEqual([
      { RecordNumber: 2, EmployeeId: 42 },
      { RecordNumber: 3, EmployeeId: 0 },
    ])
    await waitFor(() => expect(screen.getByRole('button', { name: 'New member: Ben4 Moss, Row 4' })).toBeEnabled())
    await user.keyboard('k')
    expect(await screen.findByRole('region', { name: 'Ben3 Moss, Row 3' })).toBeVisible()
    await user.keyboard('s')
    expect(await screen.findByText('Leave this row out of the import?')).toBeVisible()
  })

  it('shows the other rows too, with the texts of the results', async () => {
    const stub = stubCalls({
      ...calls,
      'GET /census/files/7/tasks/72/review': (request: Request) =>
        new URL(request.url).searchParams.get('Filter') === 'errors'
          ? calls['GET /census/files/7/tasks/72/review'](request)
          : page([])(request),
    })
    const { user } = await renderRoute('/census-files/7/review')
    await user.click(await screen.findByRole('button', { name: 'Un-Matched Records' }))
    expect(await screen.findByText('All records matched existing members.')).toBeVisible()
    expect(stub.last('GET /census/files/7/tasks/72/review').url.searchParams.get('Filter')).toBe('unmatched')
  })

  it('opens on the rows with a warning when none is in doubt, without the reasons that weigh nothing', async () => {
    const settled = sampleFile({
      Tasks: [
        sampleTask(0, { State: 'Done' }),
        sampleTask(1, { State: 'Done' }),
        { ...match, State: 'Done', Data: { ...match.Data, RecordsWithErrorsCount: 0 } },
        sampleTask(3),
        sampleTask(4),
      ],
    })
    const said = (Task: number, Message: string) => ({ Key: '', Message, Severity: 'Warning', Task, Value: null })
    const twin = { ...row, Errors: [said(2, 'This may be a twin.'), said(1, 'Cell Phone must have 10 digits.')] }
    const candidate = member(41, { Chosen: true, Reasons: ['Email agrees (+16.5)', 'State agrees (-0.0)'] })
    const stub = stubCalls({
      'GET /census/files/7': valid(settled),
      'GET /census/files/7/tasks/72': valid({
        ...match,
        Data: { ...match.Data, CensusRecords: [twin], TotalCensusRecords: 1 },
      }),
      'GET /census/files/7/tasks/72/review': page([
        { Record: twin, Candidates: [candidate], NotSame: [], TakenBy: [] },
      ]),
    })
    const { user } = await renderRoute('/census-files/7/review')
    expect(await screen.findByText('This may be a twin.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Warnings' })).toHaveAttribute('aria-pressed', 'true')
    expect(stub.last('GET /census/files/7/tasks/72/review').url.searchParams.get('Filter')).toBe('warnings')
    expect(screen.queryByText('Cell Phone must have 10 digits.')).toBeNull()
    expect(screen.getByText('Email agrees.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Show Numbers' }))
    expect(screen.getByText('Email agrees (+16.5)')).toBeVisible()
    expect(screen.queryByText(/State agrees/)).toBeNull()
  })

  it('leads from each candidate to the page of the member', async () => {
    stubCalls(calls)
    await renderRoute('/census-files/7/review')
    const links = await screen.findAllByRole('link', { name: /^Be[an] Moss$/ })
    expect(links.map((link) => link.getAttribute('href'))).toEqual(
      [41, 42, 43].map((id) => `/employers/${file.EmployerGroup?.Id}/members/${id}`),
    )
  })

  it('who may not edit decides nothing', async () => {
    stubCalls(calls)
    await renderRoute('/census-files/7/review', { can: ['ViewCensus'] })
    expect(await screen.findByText('You may look at these rows, not decide them.')).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Choose/ })).toBeNull()
  })
})
