import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { page, stubCalls, valid } from '../../../testing/calls'
import { renderRoute } from '../../../testing/renderRoute'
import { guardedFile, sampleFile, sampleTask } from '../samples'
import type { FileQuestion, LeftOutLine } from './queries'

const section: FileQuestion = {
  Id: 5,
  Kind: 'Section',
  Question: "Lines 12 to 45 stand below 'Terminated Employees'. Have these people left?",
  Line: 11,
  FirstLine: 12,
  LastLine: 45,
  Rows: 34,
  Holds: true,
  Answer: null,
  AnsweredBy: null,
  AnsweredOn: null,
}

const inspected = guardedFile({ ConfirmedTerminations: 58, ChangesSeen: false, Inspection: 3 })
const changes = {
  'GET /census/files/7/tasks/73/changes': page([]),
  'GET /census/files/7/tasks/73/bill-effect': valid({
    IsForeseen: true,
    BillingMonth: '2026-12-01',
    Plans: [],
    Kinds: [],
    Before: 0,
    After: 0,
    Difference: 0,
  }),
}
const quiet = {
  'GET /census/files/7/tasks/71': valid({ ...sampleTask(1), Data: { ...sampleTask(1).Data, CensusRecords: [] } }),
  'GET /census/files/7/tasks/72': valid({ ...sampleTask(2), Data: { ...sampleTask(2).Data, CensusRecords: [] } }),
}

describe('a question about a file', () => {
  it('stands with the file, and its answer is sent', async () => {
    let file = sampleFile({ Questions: [section] })
    const stub = stubCalls({
      'GET /census/files/7': (request) => valid(file)(request),
      'PUT /census/files/7/questions/5': (request) => {
        const answered = { ...section, Holds: false, Answer: true, AnsweredBy: 'Dana Reyes', AnsweredOn: null }
        file = sampleFile({ Questions: [answered] })
        return valid(file)(request)
      },
    })
    const { user } = await renderRoute('/census-files/7')
    expect(await screen.findByText(section.Question)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Yes, They Have Left' }))
    expect(await screen.findByText('Yes, by Dana Reyes.')).toBeVisible()
    expect(stub.last('PUT /census/files/7/questions/5').body).toEqual({ Answer: true })
    expect(screen.getByRole('button', { name: 'No, They Stay' })).toBeVisible()
  })

  it('stands above the rows in doubt when it answers many of them', async () => {
    const asked: FileQuestion = {
      ...section,
      Kind: 'NewIds',
      Question: 'The ids of 40 people who are otherwise the same are new. Take the new ids?',
      Line: 0,
      FirstLine: 0,
      LastLine: 0,
      Rows: 40,
      Holds: false,
    }
    let file = sampleFile({ Questions: [asked, { ...section, Id: 6 }] })
    const stub = stubCalls({
      ...quiet,
      'GET /census/files/7': (request) => valid(file)(request),
      'GET /census/files/7/tasks/72/review': page([]),
      'PUT /census/files/7/questions/5': (request) => {
        file = sampleFile({ Questions: [{ ...asked, Answer: true, AnsweredBy: 'Dana Reyes', AnsweredOn: null }] })
        return valid(file)(request)
      },
    })
    const { user } = await renderRoute('/census-files/7/review')
    expect(await screen.findByText(asked.Question)).toBeVisible()
    expect(screen.queryByText(section.Question)).toBeNull()
    expect(screen.getByRole('button', { name: 'No, One by One' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Yes, Take New Ids' }))
    expect(await screen.findByText('Yes, by Dana Reyes.')).toBeVisible()
    expect(stub.last('PUT /census/files/7/questions/5').body).toEqual({ Answer: true })
    expect(screen.queryByRole('button', { name: 'No, One by One' })).toBeNull()
  })

  it('is shown without answers to others', async () => {
    stubCalls({ 'GET /census/files/7': valid(sampleFile({ Questions: [section] })) })
    await renderRoute('/census-files/7', { can: ['ViewCensus'] })
    expect(await screen.findByText(section.Question)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Yes, They Have Left' })).toBeNull()
  })
})

describe('lines that were left out', () => {
  const lines: LeftOutLine[] = [
    {
      Line: 10,
      Spans: 1,
      Reason: 'Count or total',
      Cells: ['Count', 'Basie', ''],
      HasName: true,
      RecordNumber: null,
    },
    { Line: 12, Spans: 1, Reason: 'Page or printing', Cells: ['Page 2'], HasName: true, RecordNumber: 31 },
    { Line: 14, Spans: 1, Reason: 'Page or printing', Cells: ['Page 3'], HasName: false, RecordNumber: null },
  ]

  it('are shown once with their reasons, those apart that may be people, and one becomes a row', async () => {
    const stub = stubCalls({
      'GET /census/files/7': valid(sampleFile()),
      'GET /census/files/7/left-out': (request) =>
        page(new URL(request.url).searchParams.get('OnlyNamed') === 'true' ? lines.slice(0, 1) : lines)(request),
      'PUT /census/files/7/left-out': valid(sampleFile()),
    })
    const { user } = await renderRoute('/census-files/7?panel=left-out.7')
    const panel = await screen.findByRole('dialog', { name: 'Lines Left Out' })
    const people = await within(panel).findByRole('region', { name: 'Lines that may be people' })
    const others = await within(panel).findByRole('region', { name: 'Other lines left out' })
    expect(within(people).getByText('Count · Basie')).toBeVisible()
    expect(within(others).getByText('Made row 31')).toBeVisible()
    expect(within(others).getByText('Page 3')).toBeVisible()
    expect(within(panel).getAllByText('Count · Basie')).toHaveLength(1)
    await user.click(within(panel).getByRole('button', { name: 'Make line 10 a row' }))
    expect(await screen.findByText('Line 10 is a row now. Validate the file again.')).toBeVisible()
    expect(stub.last('PUT /census/files/7/left-out').body).toEqual({ Line: 10 })
  })
})

describe('what a file will change', () => {
  it('is noted as looked at, once for an inspection, and then it may be processed', async () => {
    let file = inspected
    const stub = stubCalls({
      ...changes,
      ...quiet,
      'GET /census/files/7': (request) => valid(file)(request),
      'PUT /census/files/7/tasks/73/changes/seen': (request) => {
        file = { ...inspected, ChangesSeen: true }
        return valid(file)(request)
      },
    })
    await renderRoute('/census-files/7/changes')
    await waitFor(() => expect(screen.getByRole('button', { name: 'Process' })).toBeEnabled())
    expect(stub.of('PUT /census/files/7/tasks/73/changes/seen').map(({ body }) => body)).toEqual([{ Inspection: 3 }])
  })

  it('is looked at again where the file was inspected anew while the question is open', async () => {
    let file = { ...inspected, ChangesSeen: true }
    const stub = stubCalls({
      ...changes,
      ...quiet,
      'GET /census/files/7': (request) => valid(file)(request),
      'GET /census/files/detailed': (request) => {
        if (file.Inspection === 3) file = { ...inspected, Inspection: 4 }
        return page([file])(request)
      },
      'PUT /census/files/7/tasks/73/changes/seen': (request) => {
        file = { ...file, ChangesSeen: true }
        return valid(file)(request)
      },
    })
    await renderRoute('/census-files/7/changes?panel=process.7')
    const panel = await screen.findByRole('dialog', { name: 'Process File' })
    expect(await within(panel).findByRole('button', { name: 'Process File' })).toBeEnabled()
    expect(stub.of('PUT /census/files/7/tasks/73/changes/seen').map(({ body }) => body)).toEqual([{ Inspection: 4 }])
  })

  it('is not noted as looked at by those who do not process files', async () => {
    const stub = stubCalls({ ...changes, ...quiet, 'GET /census/files/7': valid(inspected) })
    await renderRoute('/census-files/7/changes', { can: ['ViewCensus'] })
    expect(await screen.findByText('No results to display.')).toBeVisible()
    expect(stub.of('PUT /census/files/7/tasks/73/changes/seen')).toEqual([])
  })

  it('is what Process File opens where it was not looked at yet', async () => {
    const stub = stubCalls({
      ...changes,
      ...quiet,
      'GET /census/files/7': valid(inspected),
      'PUT /census/files/7/tasks/73/changes/seen': valid(inspected),
    })
    const { user } = await renderRoute('/census-files/7')
    await user.click((await screen.findAllByRole('button', { name: 'Process File' }))[0] as HTMLElement)
    expect(await screen.findByRole('heading', { name: 'What this file will change' })).toBeVisible()
    expect(stub.of('POST /census/files/process')).toEqual([])
  })

  it('says where the file stopped before it could be inspected', async () => {
    const wrong = sampleTask(1, { State: 'Errors' })
    const file = sampleFile({
      HasErrors: true,
      ErrorCount: 3,
      Errors: [{ Id: 0, Error: '3 records have errors.', Resolved: false }],
      ReadyForProcessing: false,
    })
    const tasks = file.Tasks.map((task) => (task.Task === 1 ? wrong : task))
    stubCalls({ ...changes, ...quiet, 'GET /census/files/7': valid({ ...file, Tasks: tasks }) })
    await renderRoute('/census-files/7/changes')
    expect(await screen.findByText('The file stopped at Validate Data.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Open File' })).toHaveAttribute('href', '/census-files/7')
  })

  it('leads first to the rows that hold the file up', async () => {
    const wrong = sampleTask(1, { State: 'Errors' })
    const held = { ...wrong, Data: { ...wrong.Data, TotalRecords: 30, RecordsWithErrorsCount: 3 } }
    const file = sampleFile({ HasErrors: true, ErrorCount: 3, ReadyForProcessing: false })
    const tasks = file.Tasks.map((task) => (task.Task === 1 ? held : task))
    stubCalls({ ...changes, ...quiet, 'GET /census/files/7': valid({ ...file, Tasks: tasks }) })
    await renderRoute('/census-files/7/changes')
    const fix = await screen.findByRole('link', { name: 'Fix 3 Rows' })
    expect(fix).toHaveAttribute('href', '/census-files/7/fix')
    expect(fix).toHaveAttribute('data-kind', 'primary')
    expect(screen.getByRole('button', { name: 'Process' })).toBeDisabled()
    expect(document.querySelectorAll('main [data-kind="primary"]')).toHaveLength(1)
  })

  it('is where a single file that is processed leads', async () => {
    const fresh = sampleFile()
    const stub = stubCalls({
      ...changes,
      ...quiet,
      'GET /census/files/7': valid(fresh),
      'GET /census/files/detailed': page([fresh]),
      'POST /census/files/process': valid(null),
    })
    const { user } = await renderRoute('/census-files/7')
    await user.click((await screen.findAllByRole('button', { name: 'Process File' }))[0] as HTMLElement)
    const panel = await screen.findByRole('dialog', { name: 'Process File' })
    await user.click(await within(panel).findByRole('button', { name: 'Process File' }))
    expect(await screen.findByText('These files have been queued for processing.')).toBeVisible()
    expect(await screen.findByRole('heading', { name: 'What this file will change' })).toBeVisible()
    expect(screen.queryByRole('dialog', { name: 'Process File' })).toBeNull()
    expect(stub.last('POST /census/files/process').body).toEqual({ FileIds: [7] })
  })
})
