import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { page, refused, stubCalls, valid } from '../../../testing/calls'
import { renderRoute } from '../../../testing/renderRoute'
import type { UndoPreview } from './queries'
import { processedFile } from '../samples'
import { effectLines, undoHeadline, undoStatus, whatWasDone, whyKept } from './undo'

const none = { Created: 0, Updated: 0, Reactivated: 0, Terminated: 0, Total: 0 }
const preview: UndoPreview = {
  State: null,
  CanUndo: true,
  Reason: null,
  LastDay: '2026-12-19',
  PutBack: { ...none, Created: 3, Updated: 1, Total: 4 },
  Kept: { ...none, Updated: 1, Total: 1 },
  KeptReasons: [{ Reason: 'The member was changed after the file was processed.', Count: 1 }],
  Done: 0,
  Total: 5,
  UndoneOn: null,
}
const kept = {
  RecordNumber: 12,
  EmployeeId: 5,
  FirstName: 'Kira',
  LastName: 'Bellweather',
  Kind: 'Updated',
  IsKept: true,
  Reason: 'The member was changed after the file was processed.',
  ChangedOn: null,
  ChangedBy: 'Dana Reyes',
}

describe('undoing a processed file', () => {
  const calls = {
    'GET /census/files/7': valid(processedFile()),
    'GET /census/files/7/undo': valid(preview),
    'GET /census/files/7/undo/members': page([kept]),
  }

  it('says beforehand what becomes of whom, and asks for it', async () => {
    let asked = false
    const stub = stubCalls({
      ...calls,
      'GET /census/files/7': (request) =>
        valid(
          processedFile(
            asked
              ? { UndoableUntil: null, Undo: { State: 'Running', Done: 2, Total: 5, Kept: 0, UndoneOn: null } }
              : {},
          ),
        )(request),
      'POST /census/files/7/undo': (request) => {
        asked = true
        return valid(processedFile())(request)
      },
    })
    const { user } = await renderRoute('/census-files/7')
    expect(await screen.findByText('This file can be undone until 12/19/2026.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Undo File' }))
    const panel = await screen.findByRole('dialog', { name: 'Undo File' })
    expect(
      await within(panel).findByText('3 members · created by the file: In-Active, as if never covered'),
    ).toBeVisible()
    expect(within(panel).getByText('1 member · their former values')).toBeVisible()
    expect(await within(panel).findByText('Kira Bellweather')).toBeVisible()
    expect(
      within(panel).getByText('The member was changed after the file was processed. Last changed by Dana Reyes.'),
    ).toBeVisible()
    expect(stub.last('GET /census/files/7/undo/members').url.searchParams.get('Kept')).toBe('true')
    await user.click(within(panel).getByRole('button', { name: 'Undo File' }))
    await waitFor(() => expect(stub.of('POST /census/files/7/undo')).toHaveLength(1))
    expect(await screen.findByRole('progressbar', { name: 'Undo' })).toHaveAttribute('aria-valuenow', '40')
    expect(screen.getAllByText('Undoing 2 of 5').length).toBeGreaterThan(0)
  })

  it('stays open with the reason of a refusal', async () => {
    stubCalls({
      ...calls,
      'POST /census/files/7/undo': refused([{ Key: '', Message: 'This file is being worked on already.' }]),
    })
    const { user } = await renderRoute('/census-files/7?panel=census-undo.7')
    const panel = await screen.findByRole('dialog', { name: 'Undo File' })
    await user.click(await within(panel).findByRole('button', { name: 'Undo File' }))
    expect(await within(panel).findByText('This file is being worked on already.')).toBeVisible()
  })

  it('shows afterwards what came of it, and offers nothing more', async () => {
    const undone = processedFile({
      UndoableUntil: null,
      Undo: { State: 'Done', Done: 5, Total: 5, Kept: 1, UndoneOn: '2026-11-20T15:00:00Z' },
    })
    stubCalls({
      ...calls,
      'GET /census/files/7': valid(undone),
      'GET /census/files/7/undo': valid({
        ...preview,
        State: 'Done',
        CanUndo: false,
        Reason: 'This file has been undone already.',
        Done: 5,
      }),
    })
    const { user } = await renderRoute('/census-files/7')
    expect(
      await screen.findByText(/4 of 5 members are what they were before the file\. 1 was kept as it is\./),
    ).toBeVisible()
    expect(screen.getAllByText('Undone, 1 kept').length).toBeGreaterThan(0)
    await user.click(screen.getByRole('button', { name: 'View Undo' }))
    const panel = await screen.findByRole('dialog', { name: 'Undo File' })
    expect(await within(panel).findByText('4 members put back, 1 kept.')).toBeVisible()
    expect(within(panel).queryByRole('button', { name: 'Undo File' })).toBeNull()
  })

  it('is not offered to others than administrators', async () => {
    stubCalls(calls)
    await renderRoute('/census-files/7', { can: ['ViewCensus', 'EditCensus'] })
    expect((await screen.findAllByText('(5/5) Completed')).length).toBeGreaterThan(0)
    expect(screen.queryByRole('button', { name: 'Undo File' })).toBeNull()
  })
})

it('puts the undoing into words', () => {
  const at = (State: string, Kept = 0) => undoStatus({ Undo: { State, Done: 1, Total: 3, Kept, UndoneOn: null } })?.says
  expect([undoStatus({ Undo: null }), at('Queued'), at('Running'), at('Done'), at('Done', 2), at('Failed')]).toEqual([
    undefined,
    'Undo queued',
    'Undoing 1 of 3',
    'Undone',
    'Undone, 2 kept',
    'Undo stopped',
  ])
  expect(effectLines({ ...none, Terminated: 1, Total: 1 })).toEqual([
    { term: 'Active again', value: '1 member · ended by the file' },
  ])
  expect(undoHeadline({ ...preview, CanUndo: false, Reason: 'Too late.' })).toBe('Too late.')
  expect(undoHeadline(preview)).toMatch(/^Every member that nobody has changed/)
  expect(whatWasDone({ Kind: 'Terminated', RecordNumber: null })).toBe('Ended by the file · absent from it')
  expect(whyKept({ Reason: 'Why.', ChangedBy: null, ChangedOn: null })).toBe('Why.')
})
