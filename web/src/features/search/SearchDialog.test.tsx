import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { noteOpened, openedBy } from '../../lib/opened'
import type { Action } from '../../session/session'
import { page, refused, stubCalls, valid } from '../../testing/calls'
import { renderRoute } from '../../testing/renderRoute'

const hit = (Kind: string, Id: number, Title: string, EmployerId: number | null, ...Details: string[]) => ({
  Kind,
  Id,
  Title,
  EmployerId,
  Details,
})
const harborline = hit('Group', 7, 'Harborline Logistics', 7, '10551', '412 active')
const elin = hit('Member', 9, 'Harbisher, Elin', 8, 'Kestrel Freight', '04/06/1979')
const answer = { Hits: [harborline, elin], Total: 2, HasMore: false, HasMoreWords: false }
const brokers = page([{ Id: 1, Name: 'Alderway Benefits', MasterBroker: null, EmployerGroups: 0, Users: 0 }])

afterEach(() => {
  localStorage.clear()
  vi.restoreAllMocks()
})

async function opened(answers: Parameters<typeof stubCalls>[0] = {}, can?: readonly Action[]) {
  const calls = stubCalls({ 'GET /brokers/search': brokers, 'GET /search': valid(answer), ...answers })
  const drawn = await renderRoute(can ? '/account' : '/brokers', can ? { can } : {})
  await drawn.user.keyboard('{Control>}k{/Control}')
  return { ...drawn, calls, field: await screen.findByRole('combobox', { name: /search groups/i }) }
}

const options = () => screen.getAllByRole('option').map((one) => one.textContent)
const chosen = () => screen.getAllByRole('option').find((one) => one.getAttribute('aria-selected') === 'true')

it('finds from the keyboard alone, and Enter opens what is chosen', async () => {
  const { user, field, router, calls } = await opened({ 'GET /employers/8': valid({}), 'GET /employees/9': valid({}) })
  expect(field).toHaveFocus()
  await user.keyboard('harb')
  expect(await screen.findByText('2 of 2 you may see')).toBeVisible()
  expect(screen.getAllByRole('group').map((one) => within(one).getAllByRole('option').length)).toEqual([1, 1, 3])
  expect(chosen()).toHaveTextContent('Harborline Logistics')
  expect(field).toHaveAttribute('aria-activedescendant', chosen()?.id)
  await user.keyboard('{ArrowDown}')
  expect(chosen()).toHaveTextContent('Harbisher, Elin')
  await user.keyboard('{ArrowUp}{ArrowUp}')
  expect(chosen()).toHaveTextContent('New member for Harborline Logistics')
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  await waitFor(() => expect(router.state.location.pathname).toBe('/employers/8/members/9'))
  expect(screen.queryByRole('dialog', { name: 'Search' })).toBeNull()
  expect(calls.of('GET /search').map(({ url }) => url.searchParams.get('Term'))).toEqual(['harb'])
})

it('Ctrl Enter opens in a tab of its own and leaves the search as it is', async () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null)
  const { user } = await opened()
  await user.keyboard('harb')
  await screen.findByText('2 of 2 you may see')
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(open).toHaveBeenCalledExactlyOnceWith('/employers/7', '_blank', 'noopener')
  expect(screen.getByRole('dialog', { name: 'Search' })).toBeVisible()
})

it('Esc closes it and gives the focus back, and Ctrl K closes it too', async () => {
  const { user } = await opened()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  const button = screen.getAllByRole('button', { name: 'Search' }).at(-1)
  if (!button) throw new Error('There is no button.')
  await user.click(button)
  await screen.findByRole('dialog', { name: 'Search' })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(button).toHaveFocus())
  await user.keyboard('{Control>}k{/Control}')
  await screen.findByRole('dialog', { name: 'Search' })
  await user.keyboard('{Control>}k{/Control}')
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('an answer to a former text is never taken for that of the present one', async () => {
  let late: () => void = () => undefined
  const waits = new Promise<void>((resolve) => (late = resolve))
  const { user, field } = await opened({
    'GET /search': async (request) => {
      const first = new URL(request.url).searchParams.get('Term') === 'harb'
      if (first) await waits
      return valid(first ? answer : { Hits: [elin], Total: 1, HasMore: true, HasMoreWords: false })(request)
    },
  })
  await user.keyboard('harb')
  await screen.findByText('Searching…')
  fireEvent.change(field, { target: { value: 'elin' } })
  expect(await screen.findByText('1 of more than 1 you may see')).toBeVisible()
  late()
  await user.keyboard('{ArrowDown}')
  expect(options()).toEqual(['Harbisher, ElinKestrel Freight · 04/06/1979Enter'])
})

it('what nothing is found for says so, and a failure can be tried again', async () => {
  let fails = true
  const { user, field } = await opened({
    'GET /search': (request) =>
      fails
        ? refused([{ Key: '', Message: 'Out of order.' }], 500)(request)
        : valid({ Hits: [], Total: 0, HasMore: false, HasMoreWords: false })(request),
  })
  await user.keyboard('zzz')
  expect(await screen.findByRole('alert')).toHaveTextContent('Out of order.')
  fails = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText(/Nothing found for “zzz”/)).toBeVisible()
  expect(field).toHaveValue('zzz')
})

it('before anything is typed, what was opened last comes first, by names asked for anew', async () => {
  noteOpened(1, { kind: 'Group', id: 7 })
  noteOpened(1, { kind: 'Member', id: 9 })
  noteOpened(2, { kind: 'Member', id: 3 })
  const { calls } = await opened({ 'GET /search/opened': valid([elin, harborline]) })
  expect(await screen.findByRole('group', { name: 'Opened last' })).toBeVisible()
  expect(options().slice(0, 2)).toEqual([expect.stringMatching('Harbisher'), expect.stringMatching('Harborline')])
  expect(calls.last('GET /search/opened').url.searchParams.get('Items')).toBe('Member-9,Group-7')
})

it('a census file is called by its own name, with its number behind', async () => {
  const file = hit('CensusFile', 4, 'kestrel-november.csv', 8, 'Kestrel Freight', '2 errors', '41b7d9e2')
  const { user } = await opened({
    'GET /search': valid({ Hits: [file], Total: 1, HasMore: false, HasMoreWords: false }),
  })
  await user.keyboard('41b7')
  await screen.findByText('1 of 1 you may see')
  expect(chosen()).toHaveTextContent('kestrel-november.csvKestrel Freight · 2 errors · 41b7d9e2')
})

it.each([
  ['k'.repeat(200), 200, false],
  ['k'.repeat(201), 200, true],
  ['k'.repeat(10_000), 200, true],
])('a text that is longer than the search takes is cut, and the dialog says so', async (pasted, length, says) => {
  const { user, field, calls } = await opened({
    'GET /search': valid({ Hits: [], Total: 0, HasMore: false, HasMoreWords: false }),
  })
  await user.click(field)
  await user.paste(pasted)
  expect(await screen.findByText(/Nothing found for/)).toBeVisible()
  expect(calls.last('GET /search').url.searchParams.get('Term')).toHaveLength(length)
  const note = screen.queryByText('Only the first 200 characters are searched.')
  if (says) expect(note).toBeVisible()
  else expect(note).toBeNull()
})

it('says that words behind the sixth are not searched', async () => {
  const { user } = await opened({ 'GET /search': valid({ ...answer, HasMoreWords: true }) })
  await user.keyboard('a b c d e f g')
  expect(await screen.findByText('Only the first six words are searched.')).toBeVisible()
})

it('commands are those of the role, and found by name', async () => {
  const { user } = await opened({ 'GET /search': valid({ Hits: [], Total: 0, HasMore: false, HasMoreWords: false }) }, [
    'UseOwnAccount',
    'Search',
    'ViewGroups',
    'ViewMembers',
    'ViewCensus',
    'EditCensus',
  ])
  await screen.findByRole('group', { name: 'Actions' })
  expect(options()).toEqual(['Upload CensusEnter', 'My Account', 'Employer Groups', 'Members', 'Census Files'])
  await user.keyboard('cens')
  await waitFor(() => expect(options()).toEqual(['Census FilesEnter', 'Upload Census']))
  await user.keyboard('{Backspace}{Backspace}{Backspace}{Backspace}billing')
  expect(await screen.findByText(/Nothing found for “billing”/)).toBeVisible()
})

it('pages that are opened are noted, and sign-out forgets them', async () => {
  stubCalls({ 'GET /brokers/search': brokers, 'GET /brokers/1': valid({}), 'POST /auth/logout': valid(null) })
  const { user, router } = await renderRoute('/brokers')
  await router.navigate({ to: '/brokers', search: { panel: 'broker.1' } })
  await waitFor(() => expect(openedBy(1)).toEqual([{ kind: 'Broker', id: 1 }]))
  await router.navigate({ to: '/brokers', search: {} })
  const [menu] = await screen.findAllByRole('button', { name: /Dana Reyes/ })
  if (menu) await user.click(menu)
  await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
  await waitFor(() => expect(openedBy(1)).toEqual([]))
})
