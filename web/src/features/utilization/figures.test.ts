import { expect, it } from 'vitest'
import { bars, change, halves, percent, withAbbreviations, withDashes } from './figures'
import { priorName, priorYear } from './priorYear'
import { filterOf, reportSearch, searchOf } from './reportSearch'

const all = { insurancePlans: [], groupCodes: [], regions: [] }

it.each([
  [0.2714, '27.14%'],
  [0.5022, '50.22%'],
  [3.65, '365.00%'],
  [0, '0.00%'],
])('%d is shown as %s', (fraction, shown) => expect(percent(fraction)).toBe(shown))

it.each([
  [318, 277, 0, '+41'],
  [1000, 2500, 0, '−1,500'],
  [7, 7, 0, '0'],
  [27.144, 25.036, 2, '+2.10'],
  [25.001, 25.004, 2, '0.00'],
  [6, 8.5, 1, '−2.5'],
])('from %d to %d of %d decimals it is %s', (now, before, decimals, shown) =>
  expect(change(now, before, decimals)).toBe(shown),
)

it('shows halves only where there are some', () => expect([6, 6.5, 1200].map(halves)).toEqual(['6', '6.5', '1,200']))

it('lists the part of the whole, now and before, and names what is blank', () => {
  expect(bars({ App: 3, '': 1 }, 4, { counts: { App: 1 }, total: 5 })).toEqual([
    { name: 'App', count: 3, percent: 75, before: 20 },
    { name: '(Blank)', count: 1, percent: 25, before: 0 },
  ])
  const five = { A: 1, B: 1, C: 1, D: 1, E: 1 }
  expect(bars({ A: 1, F: 1 }, 2, { counts: five, total: 10, isTop: true }).map((bar) => bar.before)).toEqual([
    10,
    undefined,
  ])
  expect(bars({ F: 1 }, 2, { counts: { A: 1 }, total: 10, isTop: true }).map((bar) => bar.before)).toEqual([0])
  expect(bars({ App: 0 }, 0)).toEqual([{ name: 'App', count: 0, percent: 0, before: undefined }])
})

it('sets bands with a dash and states with their abbreviation', () => {
  expect(withDashes({ '0-17': 1, '65+': 2, '6 AM-12 PM': 3 })).toEqual({ '0–17': 1, '65+': 2, '6 AM–12 PM': 3 })
  expect(withAbbreviations({ Florida: 3, Ontario: 1, '': 2 })).toEqual({ 'FL · Florida': 3, Ontario: 1, '': 2 })
})

it.each([
  ['2026-01-01', '2026-11-20', '2025-01-01', '2025-11-20', 'Same days of 2025'],
  ['2024-02-29', '2024-02-29', '2023-02-28', '2023-02-28', 'Same days of 2023'],
  ['2025-08-01', '2026-07-31', '2024-08-01', '2025-07-31', 'Same days a year before'],
])('%s to %s is compared with %s to %s', (startDate, endDate, start, end, name) => {
  const prior = priorYear({ ...all, startDate, endDate })
  expect(prior).toMatchObject({ startDate: start, endDate: end })
  expect(prior && priorName(prior)).toBe(name)
})

it.each([
  ['2017-12-31', '2018-06-30'],
  ['2025-07-31', '2026-07-31'],
  ['01/01/2026', '2026-07-31'],
])('%s to %s is compared with nothing', (startDate, endDate) =>
  expect(priorYear({ ...all, startDate, endDate })).toBeUndefined(),
)

it('reads an address however a link writes it, and writes it in one way', () => {
  const search = reportSearch({
    StartDate: '2026-11-01',
    EndDate: '2026-11-20',
    insurancePlans: ['Gold', '(Blank)'],
    groupCodes: 'A-1',
    panel: 'settings',
    other: 'x',
  })
  expect(search).toEqual({
    startDate: '2026-11-01',
    endDate: '2026-11-20',
    insurancePlans: ['Gold', '(Blank)'],
    groupCodes: ['A-1'],
    panel: 'settings',
    StartDate: undefined,
    EndDate: undefined,
  })
  const filter = filterOf(search, '2026-11-20')
  expect(searchOf(filter)).toEqual({
    startDate: '2026-11-01',
    endDate: '2026-11-20',
    insurancePlans: ['Gold', '(Blank)'],
    groupCodes: ['A-1'],
  })
  expect(filterOf({}, '2026-11-20')).toEqual({ ...all, startDate: '2026-01-01', endDate: '2026-11-20' })
})
