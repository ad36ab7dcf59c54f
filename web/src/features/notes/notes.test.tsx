import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { page, refused, stubCalls, valid } from '../../testing/calls'
import { emptyCards } from '../../testing/groups'
import { renderRoute } from '../../testing/renderRoute'
import { wholeGroup } from '../../testing/wholeGroup'
import { beginning, inShort } from './words'

const note = (Id: number, NoteType: number, Body: string) => ({
  Id,
  NoteId: Id,
  EmployerGroupId: 7,
  NoteType,
  Body,
  Note: Body,
  CreatedOn: '2026-11-12T15:00:00Z',
  CreatedBy: 'Dana Reyes',
  UpdatedOn: '2026-11-12T15:00:00Z',
  Version: 2,
})
const hr = note(3, 0, 'New HR contact from December')
const late = note(4, 1, 'The union file is late.')
const calls = {
  ...emptyCards(7),
  'GET /employers/7': valid(wholeGroup(7)),
  'GET /employers/7/members/count': valid({ TotalMembers: 0, ActiveMembers: 0, InActiveMembers: 0 }),
  'GET /employers/7/notes': valid([late, hr]),
  'GET /employers/7/notes/3': valid(hr),
  'GET /invoices': page([]),
  'GET /census/files': page([]),
  'GET /billing/7/pricing': page([]),
}
const card = () => screen.findByRole('region', { name: 'Notes' })

async function askToDelete(answer: Parameters<typeof stubCalls>[0]) {
  const made = stubCalls({ ...calls, ...answer })
  const { user } = await renderRoute('/employers/7')
  await user.click(
    await within(await card()).findByRole('button', { name: 'Actions for the note New HR contact from December' }),
  )
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  const panel = await screen.findByRole('dialog', { name: 'Delete Note' })
  expect(within(panel).getByText('11/12/2026 by Dana Reyes')).toBeVisible()
  await user.click(within(panel).getByRole('button', { name: 'Delete Note' }))
  return made
}

it('shows the notes with their dates, and which are alerts', async () => {
  stubCalls(calls)
  await renderRoute('/employers/7')
  const notes = await card()
  expect(await within(notes).findByRole('button', { name: 'New HR contact from December' })).toBeVisible()
  expect(within(notes).getAllByText('11/12/2026')).toHaveLength(2)
  expect(within(notes).getAllByText('Alert')).toHaveLength(1)
})

it('says where there is none', async () => {
  stubCalls({ ...calls, 'GET /employers/7/notes': valid([]) })
  await renderRoute('/employers/7')
  expect(await screen.findByText('There are no notes for this group.')).toBeVisible()
})

it('a new note is general until one says otherwise, and an alert stands in the head at once', async () => {
  let written = false
  const made = stubCalls({
    ...calls,
    'GET /employers/7/notes/alerts': (request) => valid(written ? [late] : [])(request),
    'POST /employers/7/notes': (request) => {
      written = true
      return valid(late)(request)
    },
  })
  const { user } = await renderRoute('/employers/7')
  await user.click(within(await card()).getByRole('button', { name: 'Add Note' }))
  const panel = await screen.findByRole('dialog', { name: 'Create Note' })
  expect(within(panel).getByRole('radio', { name: 'General' })).toBeChecked()
  expect(
    within(panel).getByText(
      "An alert stands at the top of the group's overview, and is counted on its other pages. Only administrators see notes.",
    ),
  ).toBeVisible()
  await user.type(within(panel).getByRole('textbox', { name: 'Note' }), 'The union file is late.')
  await user.click(within(panel).getByRole('radio', { name: 'Alert' }))
  await user.click(within(panel).getByRole('button', { name: 'Save note' }))
  expect(await screen.findByText('The note has been created.')).toBeVisible()
  expect(made.last('POST /employers/7/notes').body).toEqual({
    NoteType: 1,
    Note: 'The union file is late.',
    Version: null,
  })
  expect(await screen.findByRole('region', { name: 'Alerts' })).toHaveTextContent('The union file is late.')
})

it('a note is edited with its version; what is wrong stands below its field', async () => {
  let refusals = 1
  const made = stubCalls({
    ...calls,
    'PUT /employers/7/notes/3': (request) => {
      refusals -= 1
      return refusals < 0
        ? valid(hr)(request)
        : refused([
            { Key: 'Note', Message: 'Note is required.' },
            { Key: 'NoteType', Message: 'Choose a type.' },
          ])(request)
    },
  })
  const { user } = await renderRoute('/employers/7?panel=note.3')
  const panel = await screen.findByRole('dialog', { name: 'Edit Note' })
  const text = await within(panel).findByRole('textbox', { name: 'Note' })
  expect(text).toHaveValue('New HR contact from December')
  await user.click(within(panel).getByRole('button', { name: 'Save note' }))
  await waitFor(() => expect(text).toHaveAccessibleDescription('Note is required.'))
  expect(within(panel).getByRole('radiogroup', { name: 'Type' })).toHaveAccessibleDescription('Choose a type.')
  await user.type(text, '!')
  await user.click(within(panel).getByRole('button', { name: 'Save note' }))
  expect(await screen.findByText('The note has been updated.')).toBeVisible()
  expect(made.last('PUT /employers/7/notes/3').body).toEqual({
    NoteType: 0,
    Note: 'New HR contact from December!',
    Version: 2,
  })
})

it('a stale note is a conflict, not a loss', async () => {
  stubCalls({
    ...calls,
    'PUT /employers/7/notes/3': refused(
      [
        {
          Key: 'Version',
          Message: 'This record was changed by Sunniva Prewitt on 11/20/2026 14:14 UTC. Reload it, then save again.',
        },
      ],
      409,
    ),
  })
  const { user } = await renderRoute('/employers/7?panel=note.3')
  const panel = await screen.findByRole('dialog', { name: 'Edit Note' })
  await user.type(await within(panel).findByRole('textbox', { name: 'Note' }), '!')
  await user.click(within(panel).getByRole('button', { name: 'Save note' }))
  expect(await within(panel).findByText('Someone else has changed this.')).toBeVisible()
  await user.click(within(panel).getByRole('button', { name: 'Load their version' }))
  await waitFor(() =>
    expect(within(panel).getByRole('textbox', { name: 'Note' })).toHaveValue('New HR contact from December'),
  )
})

it('asks before a note is deleted', async () => {
  const made = await askToDelete({ 'DELETE /employers/7/notes/3': valid(null) })
  expect(await screen.findByText('Note has been deleted.')).toBeVisible()
  expect(made.of('DELETE /employers/7/notes/3')).toHaveLength(1)
})

it('a note that cannot be deleted says why in a notice', async () => {
  await askToDelete({ 'DELETE /employers/7/notes/3': refused([{ Key: '', Message: 'There is no such record.' }], 404) })
  expect(await screen.findByText('There is no such record.')).toBeVisible()
  expect(screen.getByText('Error')).toBeVisible()
})

describe('the text of a note', () => {
  it.each([
    ['Short', 'Short'],
    ['  Two\nlines\t here ', 'Two lines here'],
    ['x'.repeat(121), `${'x'.repeat(120)}…`],
  ])('%j in short', (body, text) => {
    expect(inShort(body)).toBe(text)
  })

  it.each([
    ['One. Two.', 'One.', 'Two.'],
    ['Due 12.5 percent! Soon', 'Due 12.5 percent!', 'Soon'],
    ['Title\nand more. Yes', 'Title', 'and more. Yes'],
    ['All of it', 'All of it', ''],
    ['x'.repeat(200), undefined, 'x'.repeat(200)],
  ])('%j begins with %j', (body, first, rest) => {
    expect(beginning(body)).toEqual({ first, rest })
  })
})
