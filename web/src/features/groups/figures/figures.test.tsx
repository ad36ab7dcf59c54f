import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { refused, stubCalls, valid } from '../../../testing/calls'
import { groupAnswers } from '../../../testing/groups'
import { renderRoute, renderShape } from '../../../testing/renderRoute'
import { GroupFigures } from './GroupFigures'
import type { GroupFigures as Figures } from './queries'
import { Standing } from './Standing'
import { billsText, headsText, movedText } from './words'

function month(at: number, but: Partial<Figures['Months'][number]> = {}): Figures['Months'][number] {
  return { Month: `2026-${String(at).padStart(2, '0')}-01`, Active: 0, Joined: 0, Left: 0, Billed: null, ...but }
}

const figures: Figures = {
  Months: [
    ...Array.from({ length: 10 }, (_, at) => month(at + 1, { Active: 300 + at })),
    month(11, { Active: 318, Joined: 17, Left: 8, Billed: 27_703.5 }),
    month(12, { Active: 312, Left: 6, Billed: 27_000 }),
  ],
  ShowsBills: true,
  Outstanding: { Count: 2, Dollars: 54_703.5 },
  Overdue: { Count: 1, Dollars: 27_703.5 },
  LastImport: { FileId: 41, FileName: 'december.csv', At: '2026-12-03T15:00:00Z' },
}
const answers = (but: Partial<Figures> = {}) => ({
  ...groupAnswers(7),
  'GET /employers/7/figures': valid({ ...figures, ...but }),
})

it('tells each chart in a sentence', async () => {
  stubCalls(answers())
  await renderShape(<GroupFigures employerId={7} />)
  expect(
    await screen.findByRole('img', {
      name: 'Bills of twelve months: 2 months with a bill, the last one December 2026 with $27,000.00.',
    }),
  ).toBeVisible()
  expect(
    screen.getByRole('img', {
      name: 'Active members of twelve months: from 300 to 312, 17 joined and 14 left.',
    }),
  ).toBeVisible()
})

it('shows the same months as a table, the newest first', async () => {
  stubCalls(answers())
  const { user } = await renderShape(<GroupFigures employerId={7} />)
  await user.click(await screen.findByRole('button', { name: 'Table' }))
  const rows = within(await screen.findByRole('table')).getAllByRole('row')
  expect(rows).toHaveLength(13)
  expect(
    within(rows[1] as HTMLElement)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['December 2026', '312', '0', '6', '$27,000.00'])
  expect(rows[12]).toHaveTextContent('January 2026')
})

it('shows no amounts to those who do not see the invoices of the group', async () => {
  stubCalls(answers({ ShowsBills: false, Outstanding: null, Overdue: null }))
  const { user } = await renderShape(
    <>
      <Standing employerId={7} />
      <GroupFigures employerId={7} />
    </>,
  )
  await user.click(await screen.findByRole('button', { name: 'Table' }))
  expect(screen.queryByRole('columnheader', { name: 'Billed' })).toBeNull()
  expect(screen.queryByText('Outstanding')).toBeNull()
  expect(screen.queryByText('Overdue')).toBeNull()
  expect(screen.getByText('Last Import')).toBeVisible()
})

it('says where the group stands, with the file that was imported last', async () => {
  stubCalls(answers())
  await renderShape(<Standing employerId={7} />)
  expect(await screen.findByText('$54,703.50')).toBeVisible()
  expect(screen.getByText('2 invoices')).toBeVisible()
  expect(screen.getByText('1 invoice')).toBeVisible()
  expect(screen.getByRole('link', { name: 'december.csv' })).toHaveAttribute('href', '/census-files/41')
})

it('says that the figures did not load, beside a page that did', async () => {
  stubCalls({ ...answers(), 'GET /employers/7/figures': refused([{ Key: '', Message: 'No.' }], 500) })
  await renderShape(<GroupFigures employerId={7} />)
  expect(await screen.findByRole('button', { name: /again/i })).toBeVisible()
  expect(screen.queryByRole('img')).toBeNull()
})

it('words a group without bills, and months in which nobody moved', () => {
  const still = [month(1), month(2)]
  expect(billsText(still)).toBe('Bills of twelve months: there is none.')
  expect(headsText([])).toBe('')
  expect(movedText(still)).toBeUndefined()
  expect(movedText([month(2, { Joined: 1_200 })])).toBe('+1,200 joined in February 2026')
  expect(movedText([month(2, { Joined: 3, Left: 2 })])).toBe('+3 joined, −2 left in February 2026')
})

it('stands on the page of a group', async () => {
  stubCalls(answers())
  await renderRoute('/employers/7')
  expect(await screen.findByRole('region', { name: 'Twelve months' })).toBeVisible()
})
