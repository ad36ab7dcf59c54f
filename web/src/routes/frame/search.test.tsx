import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page, stubCalls, valid } from '../../testing/calls'
import { renderRoute } from '../../testing/renderRoute'
import { offerKeys } from '../../ui/keys/keys'

/** The code of the dialog arrives when this is called. */
const code = vi.hoisted(() => {
  let arrive: () => void = () => {}
  const whole = new Promise<void>((resolve) => (arrive = resolve))
  return { whole, arrive: () => arrive() }
})
vi.mock('../../features/search/SearchDialog', async (original) => {
  await code.whole
  return original()
})

const chosen = vi.fn()
let takeBack = () => {}

beforeEach(() => {
  chosen.mockClear()
  const keys = ['2', 'N', 'S', 'J', 'K', 'E', '/'].map((key) => ({ keys: key, says: key, run: () => chosen(key) }))
  takeBack = offerKeys({ heading: 'This page', panel: undefined, anywhere: false, uses: () => keys })
})
afterEach(() => takeBack())

/** Brokers are shown, and the code is there already, unless it arrives later. */
async function onBrokers({ later = false } = {}) {
  if (!later) code.arrive()
  const calls = stubCalls({
    'GET /brokers/search': page([
      { Id: 1, Name: 'Alderway Benefits', MasterBroker: null, EmployerGroups: 0, Users: 0 },
    ]),
    'GET /brokers/1': valid({ Id: 1, Name: 'Alderway Benefits' }),
    'GET /search': valid({ Hits: [], Total: 0, HasMore: false, HasMoreWords: false }),
  })
  const drawn = await renderRoute('/brokers')
  await screen.findByText('Alderway Benefits')
  return { ...drawn, calls }
}

const field = () => screen.findByRole('combobox', { name: /search groups/i })

/** Presses keys with nothing between them in which anything could be drawn; says which of them the browser kept. */
function pressAll(...keys: string[]): string[] {
  return keys.filter((key) => fireEvent.keyDown(document.activeElement ?? document.body, { key }))
}

const ctrlK = () =>
  act(async () => {
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'k', ctrlKey: true })
    await Promise.resolve()
  })

// The first test of the file, since code arrives only once.
it('keeps what is typed while the code is on its way, and no key acts on the page', async () => {
  const { user, calls } = await onBrokers({ later: true })
  const opener = screen.getByRole('button', { name: 'Refresh' })
  act(() => opener.focus())
  await ctrlK()
  expect(pressAll(...'2 Nsj', 'Backspace', ...'k/?e', 'Enter', 'Tab', 'ArrowDown')).toEqual([])
  fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true })
  expect(screen.queryByRole('dialog')).toBeNull()
  code.arrive()
  expect(await field()).toHaveValue('2 Nsk/?e')
  pressAll('Escape')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await ctrlK()
  await user.keyboard('2002-01-03{Backspace}2')
  expect(await field()).toHaveValue('2002-01-02')
  await waitFor(() => expect(document.activeElement).toHaveRole('combobox'))
  await waitFor(() => expect(calls.last('GET /search').url.searchParams.get('Term')).toBe('2002-01-02'))
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
  expect(chosen).not.toHaveBeenCalled()
  pressAll('Escape')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  pressAll('2')
  expect(chosen).toHaveBeenCalledExactlyOnceWith('2')
})

it('keeps the first letters when the code is there already, and Ctrl K closes it again', async () => {
  const { user } = await onBrokers()
  await user.keyboard('{Control>}k{/Control}élin')
  expect(await field()).toHaveValue('élin')
  expect(await field()).toHaveFocus()
  await ctrlK()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await ctrlK()
  await ctrlK()
  pressAll('2')
  expect(chosen).toHaveBeenCalledExactlyOnceWith('2')
})

it('keeps what is typed or pasted after a click on Search', async () => {
  const { user } = await onBrokers()
  const [button] = screen.getAllByRole('button', { name: 'Search' })
  if (!button) throw new Error('There is no button.')
  act(() => button.focus())
  fireEvent.click(button)
  fireEvent.paste(button, { clipboardData: { getData: () => 'kestrel' } })
  await user.keyboard(' s')
  expect(await field()).toHaveValue('kestrel s')
  expect(chosen).not.toHaveBeenCalled()
})

it('takes letters up again where the field lost the focus', async () => {
  const { user } = await onBrokers()
  await ctrlK()
  await waitFor(() => expect(document.activeElement).toHaveRole('combobox'))
  await user.keyboard('ha')
  act(() => (document.activeElement as HTMLElement).blur())
  pressAll('r')
  await user.keyboard('b?')
  expect(await field()).toHaveValue('harb?')
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
  act(() => (document.activeElement as HTMLElement).blur())
  pressAll('Escape')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('leaves the keys of the browser alone', async () => {
  await onBrokers()
  await ctrlK()
  expect(fireEvent.keyDown(document.body, { key: 'r', ctrlKey: true })).toBe(true)
  expect(pressAll('F5')).toEqual(['F5'])
})
