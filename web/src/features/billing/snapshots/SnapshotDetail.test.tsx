import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { employee, line } from '../../../testing/bill'
import { page, refused, stubCalls, valid } from '../../../testing/calls'
import { renderRoute } from '../../../testing/renderRoute'
import { address, detail, lists } from '../../../testing/snapshots'

it('a row opens to its lines with month, quantity, rate and amount, and says what the look-back left out', async () => {
  stubCalls(lists)
  await renderRoute(`${address}?row=71`)
  const table = await screen.findByRole('region', { name: 'Lines of the snapshot' })
  const credited = within(table).getByRole('row', { name: /Credit/ })
  await within(credited).findByText('Imbert, Kira · Made In-Active on 09/01/2026')
  expect(
    within(credited)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual([
    'Virtual Care PEPMCredit',
    'Sep 2026',
    '1',
    '$12.50',
    '−$12.50',
    'Imbert, Kira · Made In-Active on 09/01/2026',
  ])
  expect(within(table).getByText('412 active employees')).toBeVisible()
  expect(within(table).getByRole('row', { name: /Total/ })).toHaveTextContent('$5,182.50')
  expect(within(table).getByText('Window 10/04/2026 – 11/03/2026')).toBeVisible()
  const left = screen.getByText('Outside the look-back, not billed.').parentElement as HTMLElement
  expect(
    within(left)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual([
    '7 credits of June 2026 on Virtual Care PEPM: Kestler, Ada · Kestler, Bo · Kestler, Cy · Kestler, Di · Kestler, Ed · and 2 more',
    '1 debt of May 2026 on After-hours Consult Fees',
  ])
})

it('a line opens to its employees with rate and status change, filtered by first or last name', async () => {
  stubCalls(lists)
  const { user } = await renderRoute(`${address}?row=71`)
  const table = await screen.findByRole('region', { name: 'Lines of the snapshot' })
  await user.click(within(table).getAllByRole('button', { name: 'Virtual Care PEPM' })[0] as HTMLElement)
  const members = await screen.findByRole('region', { name: 'Virtual Care PEPM, Nov 2026' })
  expect(within(members).getByRole('row', { name: /Dunmore, Zora/ })).toHaveTextContent(
    'Made Active on 03/01/2024$12.50',
  )
  await user.type(screen.getByRole('textbox', { name: 'Filter Virtual Care PEPM, Nov 2026' }), 'ABER')
  expect(within(members).queryByText('Dunmore, Zora')).toBeNull()
  expect(within(members).getByText('Abernathy, Dov')).toBeVisible()
  expect(screen.getByText('1 of 3 members')).toBeVisible()
})

it('a line of many employees gives them page by page, and looks for names on the server', async () => {
  const large = {
    ...detail,
    LineItems: [{ ...line, BillableQuantity: 100000, ActiveEmployeeData: null, InActiveEmployeeData: null }],
  }
  const calls = stubCalls({
    ...lists,
    'GET /billing/5/snapshots/71': valid(large),
    'GET /billing/5/snapshots/71/lines/1/members': page(
      [employee(1, 'Dov', 'Abernathy', 0, '2022-01-01'), employee(2, 'Zora', 'Dunmore', 0, '2024-03-01')],
      100000,
      100,
    ),
  })
  const { user } = await renderRoute(`${address}?row=71`)
  const table = await screen.findByRole('region', { name: 'Lines of the snapshot' })
  await user.click(within(table).getAllByRole('button', { name: 'Virtual Care PEPM' })[0] as HTMLElement)
  const members = await screen.findByRole('region', { name: 'Virtual Care PEPM, Nov 2026' })
  expect(within(members).getByRole('row', { name: /Dunmore, Zora/ })).toHaveTextContent(
    'Made Active on 03/01/2024$12.50',
  )
  expect(screen.getByText('100,000 members')).toBeVisible()
  expect(screen.getByText('2 of 100,000 are shown.', { exact: false })).toBeVisible()
  expect(calls.last('GET /billing/5/snapshots/71').url.searchParams.get('MembersUpTo')).toBe('200')
  expect(within(members).getByText(/100,000 are shown/), 'behind the last row, inside of what scrolls').toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Show 100 more' }))
  await waitFor(() =>
    expect(calls.last('GET /billing/5/snapshots/71/lines/1/members').url.searchParams.get('Page')).toBe('2'),
  )
  await user.type(screen.getByRole('textbox', { name: 'Filter Virtual Care PEPM, Nov 2026' }), 'aber')
  await waitFor(() =>
    expect(Object.fromEntries(calls.last('GET /billing/5/snapshots/71/lines/1/members').url.searchParams)).toEqual({
      Page: '1',
      PerPage: '100',
      Term: 'aber',
    }),
  )
})

it('a line of consults gives them by day and number, after hours or not, and names nobody', async () => {
  const lineId = lineOf(/After-hours/)
  stubCalls({
    ...lists,
    [`GET /billing/5/snapshots/71/lines/${lineId}/consults`]: page(
      [
        { ConsultNumber: 'PC-77', ConsultDate: '2026-10-05', IsAfterHours: true },
        { ConsultNumber: 'PC-78', ConsultDate: '2026-10-06', IsAfterHours: false },
      ],
      9,
      100,
    ),
  })
  const { user } = await renderRoute(`${address}?row=71`)
  await screen.findByText('7 credits of June 2026')
  await user.click(screen.getByRole('button', { name: 'After-hours Consult Fees' }))
  const listed = await screen.findByRole('region', { name: /^After-hours Consult Fees, / })
  expect(within(listed).getByRole('row', { name: /PC-77/ })).toHaveTextContent('10/05/2026PC-77After hours')
  expect(within(listed).getByRole('row', { name: /PC-78/ })).toHaveTextContent('10/06/2026PC-78Regular hours')
  expect(screen.getAllByText('9 consults')).not.toHaveLength(0)
  expect(screen.getByText('Who consulted is not told on a bill.')).toBeVisible()
})

function lineOf(name: RegExp): number {
  return detail.LineItems.find(({ Name }) => name.test(Name))?.Id ?? 0
}

it('shows the lines of the list when the employees do not load', async () => {
  stubCalls({
    ...lists,
    'GET /billing/5/snapshots/71': refused([{ Key: '', Message: 'An unknown error has occurred.' }], 500, {
      'x-request-id': '7F3A',
    }),
  })
  await renderRoute(`${address}?row=71`)
  expect(await screen.findByText('The employees did not load.')).toBeVisible()
  expect(screen.getByText(/An unknown error has occurred\. Reference 7F3A\./)).toBeVisible()
  expect(screen.getByRole('row', { name: /After-hours Consult Fees/ })).toBeVisible()
})
