import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { page, refused, stubCalls, valid } from '../../testing/calls'
import { attached, watchFiles } from '../../testing/files'
import { renderRoute } from '../../testing/renderRoute'
import { stubScreen } from '../../testing/screens'
import { guardedFile, sampleFile, sampleTask, stoppedFile } from './samples'

const ready = sampleFile()
const broken = sampleFile({
  Id: 8,
  Name: '41b7d9e2-x',
  OriginalFileName: 'kestrel.csv',
  StatusFormatted: 'Errors',
  HasErrors: true,
  ErrorCount: 1,
  Errors: [{ Id: 1, Error: 'Row 4: Enter a last name.', Resolved: false }],
  ReadyForProcessing: false,
})
const several = sampleFile({
  Id: 9,
  Name: 'b3d0c6f5-x',
  OriginalFileName: 'multi.csv',
  IsMultiGroup: true,
  EmployerGroup: null,
  ReadyForProcessing: false,
  Tasks: [sampleTask(5, { State: 'Done' })],
})
const lists = { 'GET /census/files': page([ready, broken, several], 60, 25) }
const query = (url: URL) => Object.fromEntries(url.searchParams)

describe('the list of all files', () => {
  it('shows name and number, group, status with counts, day and uploader, the latest first, 25 to a page', async () => {
    const calls = stubCalls(lists)
    await renderRoute('/census-files')
    const row = await screen.findByRole('row', { name: /8f21c04a/ })
    expect(within(row).getByRole('link', { name: 'harborline.csv' })).toHaveAttribute('href', '/census-files/7')
    expect(within(row).getByText('8f21c04a')).toBeVisible()
    expect(within(row).getByRole('link', { name: 'Harborline Logistics' })).toHaveAttribute('href', '/employers/1')
    expect(within(row).getByText('(1/5) Needs Attention')).toBeVisible()
    expect(within(row).getByText('11/19/2026')).toBeVisible()
    expect(within(row).getByText('Sunniva Prewitt')).toBeVisible()
    expect(query(calls.last('GET /census/files').url)).toEqual({
      Page: '1',
      PerPage: '25',
      OrderBy: 'UploadDate',
      OrderDesc: 'true',
    })
    expect(screen.getByRole('heading', { name: 'Files' })).toBeVisible()
  })

  it('names the file also where it is narrow', async () => {
    const media = stubScreen(true)
    stubCalls(lists)
    await renderRoute('/census-files')
    expect(await screen.findByRole('link', { name: 'harborline.csv' })).toBeVisible()
    expect(screen.getByText('8f21c04a')).toBeVisible()
    media.mockRestore()
  })

  it('downloads the template; a failure is a notice and no file', async () => {
    stubCalls({ ...lists, 'GET /census/template': attached('First Name', 'template.csv') })
    const files = watchFiles()
    const { user } = await renderRoute('/census-files')
    await user.click(await screen.findByRole('button', { name: 'Download Template' }))
    await waitFor(() => expect(files.map(({ name }) => name)).toEqual(['template.csv']))
    stubCalls({
      ...lists,
      'GET /census/template': refused([{ Key: '', Message: 'An unknown error has occurred.' }], 500),
    })
    await user.click(await screen.findByRole('button', { name: 'Download Template' }))
    expect(await screen.findByText('An unknown error has occurred.')).toBeVisible()
    expect(files).toHaveLength(1)
  })

  it('filters by what is ready and by what has errors', async () => {
    const calls = stubCalls(lists)
    const { user } = await renderRoute('/census-files')
    await user.click(await screen.findByRole('button', { name: 'Only files ready for processing' }))
    await user.click(screen.getByRole('button', { name: 'Only files with errors' }))
    await waitFor(() =>
      expect(query(calls.last('GET /census/files').url)).toMatchObject({
        OnlyNeedingAttention: 'true',
        OnlyWithErrors: 'true',
      }),
    )
  })

  it('filters by status and by who uploaded', async () => {
    const calls = stubCalls({ ...lists, 'GET /census/files/uploaders': valid([{ Id: 9, Name: 'Sunniva Prewitt' }]) })
    const { user } = await renderRoute('/census-files?status=4')
    await user.click(await screen.findByRole('button', { name: 'Uploaded by' }))
    await user.click(await screen.findByRole('checkbox', { name: 'Sunniva Prewitt' }))
    await waitFor(() =>
      expect(query(calls.last('GET /census/files').url)).toMatchObject({ Statuses: '4', UploadedByIds: '9' }),
    )
    expect(screen.getByRole('button', { name: 'Status: Errors' })).toBeVisible()
  })

  it('opens the errors of a file', async () => {
    stubCalls(lists)
    const { user } = await renderRoute('/census-files')
    await user.click(await screen.findByRole('button', { name: '1 error' }))
    const errors = await screen.findByRole('dialog', { name: 'File Errors' })
    expect(within(errors).getByText('Row 4: Enter a last name.')).toBeInTheDocument()
    expect(within(errors).getByRole('button', { name: 'Re-Upload File', hidden: true })).toBeInTheDocument()
  })

  it('tells the errors of rows by kind once they are opened', async () => {
    const wrong = sampleTask(1, { State: 'Errors' })
    const tasks = [
      sampleTask(0, { State: 'Done' }),
      { ...wrong, Data: { ...wrong.Data, TotalRecords: 430, RecordsWithErrorsCount: 21 } },
    ]
    const found = [
      {
        Kind: 'invalid_date',
        Field: 'DateOfBirth',
        Label: 'Date of Birth',
        Severity: 'Error',
        Records: 12,
        Values: [],
      },
      { Kind: 'duplicate_person', Field: null, Label: null, Severity: 'Error', Records: 9, Values: [] },
      { Kind: 'invalid_state', Field: 'State', Label: 'State', Severity: 'Warning', Records: 3, Values: [] },
    ]
    const calls = stubCalls({
      'GET /census/files': page([sampleFile({ HasErrors: true, ErrorCount: 21, Tasks: tasks })]),
      'GET /census/files/7/tasks/71/findings': valid(found),
    })
    const { user } = await renderRoute('/census-files')
    const tag = await screen.findByRole('button', { name: '21 errors' })
    expect(calls.of('GET /census/files/7/tasks/71/findings')).toHaveLength(0)
    await user.click(tag)
    const errors = await screen.findByRole('dialog', { name: 'File Errors' })
    expect(await within(errors).findByText('Date of Birth is not a date')).toBeInTheDocument()
    expect(
      within(errors)
        .getAllByRole('listitem', { hidden: true })
        .map(({ textContent }) => textContent),
    ).toEqual(['Date of Birth is not a date12', 'Person appears twice9'])
    expect(within(errors).getByText('21 rows of 430')).toBeInTheDocument()
  })

  it('has no checkbox for files of several groups, and offers Process File only for what is ready', async () => {
    stubCalls(lists)
    const { user } = await renderRoute('/census-files')
    await screen.findByRole('row', { name: /b3d0c6f5/ })
    expect(screen.getByRole('checkbox', { name: 'Select 8f21c04a' })).toBeEnabled()
    expect(screen.queryByRole('checkbox', { name: 'Select b3d0c6f5' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Actions for 41b7d9e2' }))
    expect((await screen.findAllByRole('menuitem', { hidden: true })).map(({ textContent }) => textContent)).toEqual([
      'Download Original CSV',
      'Delete',
    ])
  })

  it('does not offer Process File while endings are to be confirmed', async () => {
    stubCalls({ 'GET /census/files': page([guardedFile()]) })
    const { user } = await renderRoute('/census-files')
    await user.click(await screen.findByRole('button', { name: 'Actions for 8f21c04a' }))
    expect((await screen.findAllByRole('menuitem', { hidden: true })).map(({ textContent }) => textContent)).toEqual([
      'Download Original CSV',
      'Delete',
    ])
  })

  it('who does not administer files cannot delete one', async () => {
    stubCalls(lists)
    const { user } = await renderRoute('/census-files', { can: ['ViewCensus', 'EditCensus'] })
    await user.click(await screen.findByRole('button', { name: 'Actions for 8f21c04a' }))
    expect((await screen.findAllByRole('menuitem', { hidden: true })).map(({ textContent }) => textContent)).toEqual([
      'Process File',
      'Download Original CSV',
    ])
  })

  it('deletes after a question', async () => {
    const calls = stubCalls({ ...lists, 'DELETE /census/files/7': valid(null) })
    const { user } = await renderRoute('/census-files')
    await user.click(await screen.findByRole('button', { name: 'Actions for 8f21c04a' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete', hidden: true }))
    expect(await screen.findByText('Are you sure you want to delete this census file?')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Delete File' }))
    expect(await screen.findByText('The file has been deleted successfully!')).toBeVisible()
    expect(calls.of('DELETE /census/files/7')).toHaveLength(1)
  })
})

describe('processing', () => {
  it('takes the eligible of the chosen files, ignores the others, and says so', async () => {
    const calls = stubCalls({
      ...lists,
      'GET /census/files/detailed': page([ready, broken]),
      'POST /census/files/process': valid(null),
    })
    const { user } = await renderRoute('/census-files')
    await user.click(await screen.findByRole('checkbox', { name: 'Select 8f21c04a' }))
    await user.click(screen.getByRole('checkbox', { name: 'Select 41b7d9e2' }))
    expect(screen.getByText('2 selected')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Process 1 file' }))
    const panel = await screen.findByRole('dialog', { name: 'Process Files' })
    expect(await within(panel).findByText('You selected 1 ineligible file — it will be ignored.')).toBeVisible()
    expect(calls.of('GET /census/files/detailed').map(({ url }) => url.searchParams.getAll('FileIds'))).toEqual([
      ['7', '8'],
    ])
    await user.click(within(panel).getByRole('button', { name: 'Process File' }))
    expect(await screen.findByText('These files have been queued for processing.')).toBeVisible()
    expect(calls.last('POST /census/files/process').body).toEqual({ FileIds: [7] })
    await waitFor(() => expect(screen.queryByText('2 selected')).toBeNull())
  })

  it('downloads what was uploaded of the chosen files as one file', async () => {
    const calls = stubCalls({
      ...lists,
      'GET /census/files/archive': attached('PK', 'census-files.zip', 'application/zip'),
    })
    const files = watchFiles()
    const { user } = await renderRoute('/census-files')
    await user.click(await screen.findByRole('checkbox', { name: 'Select 8f21c04a' }))
    await user.click(screen.getByRole('checkbox', { name: 'Select 41b7d9e2' }))
    await user.click(screen.getByRole('button', { name: 'Download Originals' }))
    await waitFor(() => expect(files.map(({ name }) => name)).toEqual(['census-files.zip']))
    expect(calls.last('GET /census/files/archive').url.searchParams.get('FileIds')).toBe('7,8')
    expect(screen.getByText('2 selected')).toBeVisible()
  })

  it('tells of a stopped import what is written and what is still to do', async () => {
    const row = {
      EmployeeId: 5,
      FirstName: 'Kira',
      LastName: 'Bellweather',
      Kind: 'Create',
      EffectiveDate: '2026-12-01',
      Remark: null,
      Warnings: [],
      PerMonth: null,
      Changes: [],
    }
    const changes = [
      { ...row, RecordNumber: 31, IsDone: true },
      { ...row, RecordNumber: 32, EmployeeId: null, FirstName: 'Zora', Kind: 'Update', IsDone: false },
    ]
    stubCalls({
      ...lists,
      'GET /census/files/detailed': page([stoppedFile()]),
      'GET /census/files/7/tasks/73/changes': page(changes),
    })
    await renderRoute('/census-files?panel=process.7')
    const panel = await screen.findByRole('dialog', { name: 'Process File' })
    expect(await within(panel).findByText('1 of 1 created · 0 of 1 updated · 20 of 58 ended')).toBeVisible()
    expect(within(panel).getByText('Stopped after 1,204 of 1,860 rows: goes on there.')).toBeVisible()
    const [done, open] = await within(panel).findAllByText(/^Row 3/)
    expect(within(done?.closest('li') ?? panel).getByText('Done')).toBeVisible()
    expect(within(open?.closest('li') ?? panel).queryByText('Done')).toBeNull()
    expect(within(panel).getAllByRole('button', { name: /^Edit Bellweather/ })).toHaveLength(1)
  })

  it('shows whom an inspected file makes and changes, each to be edited', async () => {
    const changes = [
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
        IsDone: false,
        Changes: [{ Field: 'City', Label: 'City', Old: 'Troy', New: 'Dayton' }],
      },
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
        IsDone: false,
        Changes: [],
      },
    ]
    const inspected = guardedFile({ ConfirmedTerminations: 58 })
    stubCalls({
      ...lists,
      'GET /census/files/detailed': page([inspected]),
      'GET /census/files/7/tasks/73/changes': page(changes),
    })
    const { user, router } = await renderRoute('/census-files?panel=process.7')
    const panel = await screen.findByRole('dialog', { name: 'Process File' })
    expect(await within(panel).findByText('1 to create · 1 to update · 58 to end')).toBeVisible()
    expect(await within(panel).findByText('Dunmore, Zora')).toBeVisible()
    expect(within(panel).queryByRole('button', { name: 'Edit Dunmore, Zora' })).toBeNull()
    await user.click(within(panel).getByRole('button', { name: 'Edit Bellweather, Kira' }))
    expect(router.state.location.searchStr).toContain('record.7-73-31')
  })

  it('says when nothing chosen is eligible, and processes nothing', async () => {
    stubCalls({ ...lists, 'GET /census/files/detailed': page([broken]) })
    await renderRoute('/census-files?panel=process.8')
    const panel = await screen.findByRole('dialog', { name: 'Process File' })
    expect(
      (await within(panel).findAllByText('You did not select any files eligible for processing.'))[0],
    ).toBeVisible()
    expect(within(panel).queryByRole('button', { name: 'Process File' })).toBeNull()
  })
})

it('follows a run by itself, without being reloaded', async () => {
  let asked = 0
  const running = sampleFile({
    StatusFormatted: 'Processing',
    CurrentTask: { Id: 71, Task: 1, TaskName: 'Validate Data' },
  })
  const answers = [page([running]), page([sampleFile({ StatusFormatted: 'Completed', CompletedTasks: 5 })])]
  const calls = stubCalls({ 'GET /census/files': (request) => (answers[asked++] ?? page([sampleFile()]))(request) })
  await renderRoute('/census-files')
  expect(await screen.findByText('(2/5) Processing')).toBeVisible()
  expect(await screen.findByText('(5/5) Completed')).toBeVisible()
  expect(calls.of('GET /census/files')).toHaveLength(2)
})

const group = {
  Id: 1,
  Name: 'Harborline Logistics',
  GroupId: '10551',
  Status: 0,
  StatusName: 'Active',
  StatusColor: '#28a745',
  EffectiveDate: '2022-01-01',
  Broker: { Id: 3, Name: 'Juniper' },
  AllowManualAdds: true,
  EnableInvoiceAccess: true,
  Version: 1,
}

it('a link opens a file of a group, whose list names no group, and the row can be closed', async () => {
  const calls = stubCalls({
    ...lists,
    'GET /census/files/7': valid(ready),
    'GET /employers/1': valid(group),
    'GET /employers/1/members/count': valid({ TotalMembers: 1, ActiveMembers: 1, InActiveMembers: 0 }),
  })
  const { user, router } = await renderRoute('/employers/1/census-files?expandedfileid=7', {
    can: ['ViewGroups', 'ViewCensus', 'EditCensus'],
  })
  expect(await screen.findByText('1 of 5 tasks completed')).toBeVisible()
  expect(screen.queryByRole('columnheader', { name: 'Employer Group' })).toBeNull()
  expect(query(calls.last('GET /census/files').url)).toEqual({
    EmployerIds: '1',
    ExpandedFileId: '7',
    Page: '1',
    PerPage: '25',
    OrderBy: 'UploadDate',
    OrderDesc: 'true',
  })
  expect(screen.getByRole('heading', { name: 'Files' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Details of 8f21c04a' }))
  await waitFor(() => expect(screen.queryByText('1 of 5 tasks completed')).toBeNull())
  expect(router.state.location.searchStr).toBe('')
})

it.each([
  ['Active', true],
  ['In-Active', false],
])('offers uploads for a group that is %s: %s', async (StatusName, isOffered) => {
  stubCalls({
    ...lists,
    'GET /employers/1': valid({ ...group, StatusName }),
    'GET /employers/1/members/count': valid({ TotalMembers: 1, ActiveMembers: 1, InActiveMembers: 0 }),
  })
  await renderRoute('/employers/1/census-files', { can: ['ViewGroups', 'ViewCensus', 'EditCensus'] })
  expect(await screen.findByRole('button', { name: 'Download Template' })).toBeVisible()
  await waitFor(() => expect(screen.queryAllByRole('button', { name: 'Upload' })).toHaveLength(isOffered ? 1 : 0))
})

it('offers only groups that are served for an upload', async () => {
  const calls = stubCalls({
    ...lists,
    'GET /employers/search': page([{ Id: 12, Name: 'Birch Clinic', GroupId: '10553', ExplicitImport: false }]),
  })
  const { user } = await renderRoute('/census-files')
  await user.click(await screen.findByRole('button', { name: 'Upload' }))
  const panel = await screen.findByRole('dialog', { name: 'Upload Census File' })
  await user.click(await within(panel).findByRole('radio', { name: 'Single-group' }))
  await user.type(await within(panel).findByRole('combobox', { name: 'Employer group' }), 'Birch')
  await waitFor(() =>
    expect(query(calls.last('GET /employers/search').url)).toMatchObject({ Term: 'Birch', OnlyActive: 'true' }),
  )
})
