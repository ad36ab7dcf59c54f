import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { draftsBelongTo, keepOpenForms } from '../../../lib/drafts'
import { page, refused, stubCalls, valid } from '../../../testing/calls'
import { renderRoute } from '../../../testing/renderRoute'
import { fileToFix as file, sampleRow, states, validation } from './samples'

const dated = (number: number, Value: string) =>
  sampleRow(number, {
    DateOfBirth: null,
    Errors: [{ Key: 'DateOfBirth', Message: 'Date of Birth must be a date.', Severity: 'Error', Task: 1, Value }],
  })
const wrong = [dated(2, 'soon'), dated(3, 'soon'), dated(5, '6-Jun')]
const dates = {
  Kind: 'invalid_date',
  Field: 'DateOfBirth',
  Label: 'Date of Birth',
  Severity: 'Error',
  Records: 3,
  Values: [
    { Value: 'soon', Records: 2 },
    { Value: '6-Jun', Records: 1 },
  ],
  CanBeRemembered: false,
}
const mended = (more: object) =>
  valid({ Changed: 1, Refused: [], LastRecordNumber: 0, Left: 0, RecordsWithErrorsCount: 2, ...more })
const calls = {
  'GET /census/files/7': valid(file),
  'GET /census/files/7/tasks/71/findings': valid([dates, states]),
  'GET /census/files/7/tasks/71/findings/records': page(wrong, 3, 100),
}
const cell = (text: string, at = 0) =>
  screen.getAllByRole('gridcell').filter(({ textContent }) => textContent === text)[at] as HTMLElement

async function opened(more: Parameters<typeof stubCalls>[0] = {}) {
  const stub = stubCalls({ ...calls, ...more })
  const { user, router } = await renderRoute('/census-files/7/fix')
  await screen.findByRole('grid', { name: 'Date of Birth is not a date' })
  return { stub, user, router }
}

describe('the fix grid', () => {
  it('groups what is wrong by kind, errors first, and shows what stands in the file', async () => {
    const { user, stub } = await opened()
    const kinds = screen.getByRole('navigation', { name: 'Kinds of errors' })
    expect(within(kinds).getByText('rows have errors')).toBeVisible()
    expect(cell('soon – Date of Birth must be a date.')).toHaveAttribute('aria-invalid', 'true')
    await user.click(within(kinds).getByRole('button', { name: /State is not known/ }))
    await waitFor(() =>
      expect(stub.last('GET /census/files/7/tasks/71/findings/records').url.searchParams.get('Kind')).toBe(
        'invalid_state',
      ),
    )
  })

  it('is edited by keyboard, and all is saved in one call', async () => {
    const { user, stub } = await opened({ 'PUT /census/files/7/tasks/71/records': mended({ Changed: 2 }) })
    await user.click(cell('soon – Date of Birth must be a date.'))
    await user.keyboard('{Enter}{Control>}a{/Control}03/04/1988{Enter}')
    expect(cell('03/04/1988')).toHaveAttribute('data-look', 'draft')
    // Enter has moved on to the row below; Escape gives up what is typed.
    await user.keyboard('9{Escape}')
    expect(cell('soon – Date of Birth must be a date.')).toHaveFocus()
    await user.keyboard('{Control>}d{/Control}')
    expect(screen.getAllByText('03/04/1988')).toHaveLength(2)
    expect(screen.getByText('2 changes not saved')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Save and check again' }))
    await waitFor(() => expect(stub.of('PUT /census/files/7/tasks/71/records')).toHaveLength(1))
    expect(stub.last('PUT /census/files/7/tasks/71/records').body).toEqual({
      Records: [
        { RecordNumber: 2, DateOfBirth: '03/04/1988' },
        { RecordNumber: 3, DateOfBirth: '03/04/1988' },
      ],
    })
    expect(await screen.findByText('0 changes not saved')).toBeVisible()
  })

  it('arrows move between cells and Escape takes back what is not saved', async () => {
    const { user } = await opened()
    await user.click(cell('Ben 2'))
    await user.keyboard('{ArrowDown}{ArrowRight}')
    expect(cell('soon – Date of Birth must be a date.', 1)).toHaveFocus()
    await user.keyboard('{Home}')
    expect(cell('Moss', 1)).toHaveFocus()
    await user.keyboard('Lane{Enter}{ArrowUp}')
    expect(cell('Lane')).toHaveFocus()
    await user.keyboard('{Escape}')
    expect(screen.queryByText('Lane')).toBeNull()
    expect(screen.getByText('0 changes not saved')).toBeVisible()
  })

  it('takes cells that were copied from a spreadsheet', async () => {
    const { user } = await opened()
    await user.click(cell('soon – Date of Birth must be a date.'))
    await user.paste('01/01/1980\ta@mail.example\r\n02/02/1981\tb@mail.example\r\n')
    for (const text of ['01/01/1980', 'a@mail.example', '02/02/1981', 'b@mail.example'])
      expect(cell(text)).toBeVisible()
    expect(screen.getByText('4 changes not saved')).toBeVisible()
  })

  it('keeps what is typed while a save runs', async () => {
    let answer: (response: Response) => void = () => {}
    const { user, stub } = await opened({
      'PUT /census/files/7/tasks/71/records': () =>
        new Promise<Response>((resolve) => {
          answer = resolve
        }),
    })
    await user.click(cell('soon – Date of Birth must be a date.'))
    await user.keyboard('{Enter}{Control>}a{/Control}03/04/1988{Enter}')
    await user.click(screen.getByRole('button', { name: 'Save and check again' }))
    await waitFor(() => expect(stub.of('PUT /census/files/7/tasks/71/records')).toHaveLength(1))
    await user.click(cell('Ben 3'))
    await user.keyboard('{Enter}y{Enter}')
    answer(await mended({})(new Request('http://localhost')))
    expect(await screen.findByText('1 row saved and checked.')).toBeVisible()
    expect(screen.getByText('1 change not saved')).toBeVisible()
    expect(cell('Ben 3y')).toHaveAttribute('data-look', 'draft')
  })

  it('asks before leaving with something unsaved, and opens panels without asking', async () => {
    const { user, router } = await opened()
    await user.click(cell('Ben 2'))
    await user.keyboard('{Enter}y{Enter}')
    await user.click(screen.getByRole('button', { name: 'Re-Upload File' }))
    await user.click(
      within(await screen.findByRole('dialog', { name: 'Upload Census File' })).getByRole('button', { name: 'Cancel' }),
    )
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(screen.getByRole('link', { name: 'harborline.csv' }))
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
    expect(screen.getByText('1 change not saved')).toBeVisible()
    expect(router.state.location.pathname).toBe('/census-files/7/fix')
    await user.click(screen.getByRole('link', { name: 'harborline.csv' }))
    expect(await screen.findByText('Leave without saving what you changed?')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Discard changes' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/census-files/7'))
  })

  it('gives back what was typed when the session has ended, once the same user is here again', async () => {
    draftsBelongTo(1)
    const { user } = await opened()
    await user.click(cell('Ben 2'))
    await user.keyboard('{Enter}y{Enter}')
    expect(keepOpenForms()).toBe(true)
    cleanup()
    await opened()
    expect(cell('Ben 2y')).toHaveAttribute('data-look', 'draft')
    expect(screen.getByText('Your unsaved changes are back.')).toBeVisible()
  })

  it('keeps unsaved cells when nothing is wrong any more', async () => {
    let found = [dates]
    const { user, stub } = await opened({
      'GET /census/files/7/tasks/71/findings': (request) => valid(found)(request),
      'PUT /census/files/7/tasks/71/replace': (request) => {
        found = []
        return mended({ Changed: 3 })(request)
      },
      'PUT /census/files/7/tasks/71/records': mended({}),
    })
    await user.click(cell('Ben 2'))
    await user.keyboard('{Enter}y{Enter}')
    await user.click(screen.getByRole('button', { name: 'Replace everywhere' }))
    await user.type(screen.getByRole('textbox', { name: 'New value' }), '03/04/1988{Enter}')
    expect(await screen.findByText('All data is valid!')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Save and check again' }))
    expect(await screen.findByText('1 row saved and checked.')).toBeVisible()
    expect(stub.last('PUT /census/files/7/tasks/71/records').body).toEqual({
      Records: [{ RecordNumber: 2, FirstName: 'Ben 2y' }],
    })
  })

  it('keeps a value that was not taken, with the reason', async () => {
    const { user } = await opened({
      'PUT /census/files/7/tasks/71/records': mended({
        Changed: 0,
        Refused: [{ RecordNumber: 2, Key: 'DateOfBirth', Message: 'Date of Birth must be a date.' }],
      }),
    })
    await user.click(cell('soon – Date of Birth must be a date.'))
    await user.keyboard('{Enter}{Control>}a{/Control}never{Enter}')
    await user.click(screen.getByRole('button', { name: 'Save and check again' }))
    expect(await screen.findByText('1 change not saved · 1 value not taken')).toBeVisible()
    const refusedCell = cell('never – Date of Birth must be a date.')
    expect(refusedCell).toHaveAttribute('data-look', 'refused')
    await user.click(refusedCell)
    await user.keyboard('{Enter}{Control>}a{/Control}03/04/1988{Enter}')
    expect(cell('03/04/1988')).toHaveAttribute('data-look', 'draft')
    expect(screen.getByText('1 change not saved')).toBeVisible()
  })

  it('replaces one value everywhere, call after call until none is left', async () => {
    let left = 600
    const { user, stub } = await opened({
      'PUT /census/files/7/tasks/71/replace': (request: Request) => {
        left = Math.max(0, left - 500)
        return mended({ Changed: 500, Left: left, LastRecordNumber: 700 - left })(request)
      },
    })
    await user.click(screen.getByRole('button', { name: 'Replace everywhere' }))
    const bar = screen.getByRole('form', { name: 'Replace everywhere' })
    await user.type(within(bar).getByRole('textbox', { name: 'New value' }), '03/04/1988')
    await user.click(within(bar).getByRole('button', { name: 'Replace in all 2 rows' }))
    expect(await screen.findByText('Replaced in 1,000 rows.')).toBeVisible()
    const asked = stub.of('PUT /census/files/7/tasks/71/replace').map(({ body }) => body)
    expect(asked).toEqual(
      [0, 600].map((AfterRecordNumber) => ({
        Kind: 'invalid_date',
        Field: 'DateOfBirth',
        From: 'soon',
        To: '03/04/1988',
        AfterRecordNumber,
        Remember: null,
      })),
    )
  })

  it('a value that every file of the group shares can be remembered', async () => {
    const { user, stub } = await opened({ 'PUT /census/files/7/tasks/71/replace': mended({}) })
    await user.click(
      within(screen.getByRole('navigation', { name: 'Kinds of errors' })).getByRole('button', {
        name: /State is not known/,
      }),
    )
    await user.click(screen.getByRole('button', { name: 'Replace everywhere' }))
    const bar = screen.getByRole('form', { name: 'Replace everywhere' })
    const remember = within(bar).getByRole('checkbox', { name: 'Remember for this group’s next files' })
    expect(remember).not.toBeChecked()
    await user.click(remember)
    await user.type(within(bar).getByRole('combobox', { name: 'New value' }), 'flor')
    await user.click(await screen.findByRole('option', { name: /Florida/ }))
    await user.click(within(bar).getByRole('button', { name: 'Replace in 1 row' }))
    expect(await screen.findByText('Replaced in 1 row.')).toBeVisible()
    expect(stub.last('PUT /census/files/7/tasks/71/replace').body).toEqual({
      Kind: 'invalid_state',
      Field: 'State',
      From: 'Fla.',
      To: 'FL',
      AfterRecordNumber: 0,
      Remember: true,
    })
  })

  it('a remembered value is forgotten without the tick; what belongs to one person cannot be remembered', async () => {
    const kept = { ...states, Kind: 'remembered_value' }
    const { user, stub } = await opened({
      'GET /census/files/7/tasks/71/findings': valid([dates, kept]),
      'PUT /census/files/7/tasks/71/replace': mended({}),
    })
    await user.click(screen.getByRole('button', { name: 'Replace everywhere' }))
    expect(screen.queryByRole('checkbox', { name: /^Remember/ })).toBeNull()
    await user.click(
      within(screen.getByRole('navigation', { name: 'Kinds of errors' })).getByRole('button', {
        name: /State was replaced as remembered/,
      }),
    )
    await user.click(screen.getByRole('button', { name: 'Replace everywhere' }))
    const remember = screen.getByRole('checkbox', { name: 'Remember for this group’s next files' })
    expect(remember).toBeChecked()
    await user.click(remember)
    await user.type(screen.getByRole('combobox', { name: 'New value' }), 'flor')
    await user.click(await screen.findByRole('option', { name: /Florida/ }))
    await user.click(screen.getByRole('button', { name: 'Replace in 1 row' }))
    expect(await screen.findByText('Replaced in 1 row.')).toBeVisible()
    expect(stub.last('PUT /census/files/7/tasks/71/replace').body).toMatchObject({
      Kind: 'remembered_value',
      Remember: false,
    })
  })

  it('says why a value cannot be', async () => {
    const { user } = await opened({
      'PUT /census/files/7/tasks/71/replace': refused([{ Key: 'To', Message: 'Date of Birth must be a date.' }]),
    })
    await user.click(screen.getByRole('button', { name: 'Replace everywhere' }))
    await user.type(screen.getByRole('textbox', { name: 'New value' }), 'never{Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent('Date of Birth must be a date.')
  })

  it('leaves out chosen rows, or all of a kind after a question', async () => {
    const { user, stub } = await opened({
      'PUT /census/files/7/tasks/71/skip-records': async (request) => {
        const { RecordNumbers } = (await request.clone().json()) as { RecordNumbers: number[] | null }
        return mended({ Changed: RecordNumbers?.length ?? 3 })(request)
      },
    })
    await user.click(screen.getByRole('checkbox', { name: 'Select row 3' }))
    await user.click(screen.getByRole('button', { name: 'Skip 1 row' }))
    expect(await screen.findByText('1 row left out of the import.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Skip all 3 rows' }))
    await user.click(
      within(await screen.findByRole('dialog', { name: 'Skip Rows' })).getByRole('button', { name: 'Skip Rows' }),
    )
    expect(await screen.findByText('3 rows left out of the import.')).toBeVisible()
    expect(stub.of('PUT /census/files/7/tasks/71/skip-records').map(({ body }) => body)).toEqual([
      { RecordNumbers: [3], Kind: null, Field: null, Value: null, TakesBack: false },
      { RecordNumbers: null, Kind: 'invalid_date', Field: 'DateOfBirth', Value: null, TakesBack: false },
    ])
  })

  it('forgets the chosen rows when something was done, or another kind is shown', async () => {
    const { user } = await opened({ 'PUT /census/files/7/tasks/71/records': mended({}) })
    await user.click(screen.getByRole('checkbox', { name: 'Select row 3' }))
    await user.click(cell('Ben 2'))
    await user.keyboard('{Enter}y{Enter}')
    await user.click(screen.getByRole('button', { name: 'Save and check again' }))
    expect(await screen.findByText('0 changes not saved')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Skip 1 row' })).toBeNull()
    await user.click(screen.getByRole('checkbox', { name: 'Select row 3' }))
    expect(screen.getByRole('button', { name: 'Skip 1 row' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: /State is not known/ }))
    expect(screen.queryByRole('button', { name: 'Skip 1 row' })).toBeNull()
  })

  it('drops what was typed into rows that are left out', async () => {
    const { user } = await opened({ 'PUT /census/files/7/tasks/71/skip-records': mended({ Changed: 1 }) })
    const typeInto = async (text: string) => {
      await user.click(cell(text))
      await user.keyboard('{Enter}y{Enter}')
    }
    await typeInto('Ben 2')
    await typeInto('Ben 3')
    await user.click(screen.getByRole('checkbox', { name: 'Select row 3' }))
    await user.click(screen.getByRole('button', { name: 'Skip 1 row' }))
    expect(await screen.findByText('1 change not saved')).toBeVisible()
    expect(screen.queryByText('Ben 3y')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Skip all 3 rows' }))
    await user.click(
      within(await screen.findByRole('dialog', { name: 'Skip Rows' })).getByRole('button', { name: 'Skip Rows' }),
    )
    expect(await screen.findByText('0 changes not saved')).toBeVisible()
  })

  it('goes to the last page that there is when those behind it are fixed', async () => {
    let isFixed = false
    const { user } = await opened({
      'GET /census/files/7/tasks/71/findings/records': (request) => {
        const isSecond = new URL(request.url).searchParams.get('Page') === '2'
        if (!isSecond) return page(wrong, isFixed ? 100 : 101, 100)(request)
        return isFixed ? page([], 100, 100)(request) : page([dated(900, 'later')], 101, 100)(request)
      },
      'PUT /census/files/7/tasks/71/records': (request) => {
        isFixed = true
        return mended({})(request)
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Next page' }))
    await screen.findByText('later')
    await user.click(cell('Ben 900'))
    await user.keyboard('{Enter}y{Enter}')
    await user.click(screen.getByRole('button', { name: 'Save and check again' }))
    await waitFor(() => expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull())
    expect(cell('Ben 2')).toBeVisible()
  })

  it('leaves the focus where one has clicked', async () => {
    const { user } = await opened()
    await user.click(screen.getByRole('button', { name: 'Replace everywhere' }))
    await user.click(cell('Ben 2'))
    await user.keyboard('{Enter}y')
    await user.click(screen.getByRole('textbox', { name: 'New value' }))
    await user.keyboard('03/04')
    expect(screen.getByRole('textbox', { name: 'New value' })).toHaveValue('03/04')
    expect(cell('Ben 2y')).toHaveAttribute('data-look', 'draft')
    expect(screen.getByText('1 change not saved')).toBeVisible()
  })

  it('reads ten thousand rows page by page', async () => {
    const { user, stub } = await opened({ 'GET /census/files/7/tasks/71/findings/records': page(wrong, 10_000, 100) })
    expect(await screen.findByText('1–100 of 10,000 rows')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    await waitFor(() =>
      expect(stub.last('GET /census/files/7/tasks/71/findings/records').url.searchParams.get('Page')).toBe('2'),
    )
  })

  it('counts how many of the rows in error are done since the page was opened', async () => {
    let left = 3
    const wrongRows = () => ({
      ...file,
      Tasks: file.Tasks.map((task) =>
        task.Id === 71 ? { ...task, Data: { ...task.Data, RecordsWithErrorsCount: left } } : task,
      ),
    })
    const { user } = await opened({
      'GET /census/files/7': (request) => valid(wrongRows())(request),
      'PUT /census/files/7/tasks/71/skip-records': (request) => {
        left = 2
        return mended({ Changed: 1 })(request)
      },
    })
    expect(screen.getByRole('progressbar', { name: 'Rows fixed or skipped' })).toHaveAttribute('aria-valuenow', '0')
    await user.click(screen.getByRole('checkbox', { name: 'Select row 3' }))
    await user.click(screen.getByRole('button', { name: 'Skip 1 row' }))
    await waitFor(() =>
      expect(screen.getByRole('progressbar', { name: 'Rows fixed or skipped' })).toHaveAttribute('aria-valuenow', '33'),
    )
  })

  it('leads from a row to the record fixer, and leaves out a single one', async () => {
    const { user, router, stub } = await opened({
      'GET /census/files/7/tasks/71': valid({
        ...validation,
        Data: { ...validation.Data, CensusRecords: [wrong[1]], TotalCensusRecords: 1 },
      }),
      'PUT /census/files/7/tasks/71/skip-records': mended({}),
    })
    await user.click(screen.getByRole('button', { name: 'Actions for row 5' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Skip Row', hidden: true }))
    expect(await screen.findByText('1 row left out of the import.')).toBeVisible()
    expect(stub.last('PUT /census/files/7/tasks/71/skip-records').body).toMatchObject({
      RecordNumbers: [5],
      TakesBack: false,
    })
    await user.click(screen.getByRole('button', { name: 'Actions for row 3' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Fix Record', hidden: true }))
    expect(await screen.findByRole('dialog', { name: 'Fix Record' })).toBeVisible()
    expect(router.state.location.searchStr).toContain('record.7-71-3')
  })

  it('who may not edit looks at the rows only', async () => {
    stubCalls(calls)
    const { user } = await renderRoute('/census-files/7/fix', { can: ['ViewCensus'] })
    await screen.findByRole('grid')
    await user.click(cell('soon – Date of Birth must be a date.'))
    await user.keyboard('{Enter}')
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(screen.getByText('You may look at these rows, not change them.')).toBeVisible()
  })
})

describe('after the last error', () => {
  const validated = {
    ...file,
    NextTask: { Id: 72, Task: 2, TaskName: 'Match Employees' },
    Tasks: file.Tasks.map((task) =>
      task.Id === 71 ? { ...task, State: 'Done', Data: { ...task.Data, RecordsWithErrorsCount: 0 } } : task,
    ),
  }
  const ways = {
    ...calls,
    'GET /census/files/7': valid(validated),
    'GET /census/files/7/tasks/71/findings': valid([]),
    'GET /census/files/7/tasks/71': valid({
      ...validation,
      Data: { ...validation.Data, CensusRecords: [], TotalCensusRecords: 0 },
    }),
  }

  it('the next task is a step away', async () => {
    stubCalls(ways)
    const { user, router } = await renderRoute('/census-files/7/fix')
    const next = await screen.findByRole('link', { name: 'Go on to Match Employees' })
    expect(next).toHaveAttribute('data-kind', 'primary')
    await user.click(next)
    await waitFor(() => expect(router.state.location.pathname).toBe('/census-files/7'))
  })

  it('it is also while warnings are left', async () => {
    stubCalls({ ...ways, 'GET /census/files/7/tasks/71/findings': valid([states]) })
    await renderRoute('/census-files/7/fix')
    expect(await screen.findByText('No row has errors.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Go on to Match Employees' })).toBeVisible()
  })

  it('a file that cannot go on leads back', async () => {
    stubCalls({ ...ways, 'GET /census/files/7': valid({ ...validated, NextTask: null }) })
    await renderRoute('/census-files/7/fix')
    expect(await screen.findByRole('link', { name: 'Back to the file' })).toHaveAttribute('href', '/census-files/7')
  })

  it('nothing is offered while rows have errors', async () => {
    await opened()
    expect(screen.queryByRole('link', { name: /Go on to/ })).toBeNull()
  })
})

it('a file without errors has nothing to fix', async () => {
  stubCalls({ 'GET /census/files/7': valid(file), 'GET /census/files/7/tasks/71/findings': valid([]) })
  await renderRoute('/census-files/7/fix')
  expect(await screen.findByText('All data is valid!')).toBeVisible()
})

it('a file that is not validated is not called valid', async () => {
  const tasks = file.Tasks.map((task) => (task.Id === 71 ? { ...task, State: 'NotRun' } : task))
  stubCalls({
    'GET /census/files/7': valid({ ...file, Tasks: tasks }),
    'GET /census/files/7/tasks/71/findings': valid([]),
  })
  await renderRoute('/census-files/7/fix')
  expect(await screen.findByText('The file is not validated yet.')).toBeVisible()
  expect(screen.queryByText('All data is valid!')).toBeNull()
})
