import { expect, it } from 'vitest'
import {
  changeOf,
  comesTo,
  exceptionName,
  exceptionOptions,
  hasResults,
  isBusy,
  isOver,
  isWaiting,
  itemLook,
  partsOf,
  progressOf,
  runnableMonths,
} from './words'

const counts = {
  Queued: 0,
  Draft: 3,
  Approved: 1812,
  Created: 0,
  Refused: 1,
  LeftOut: 0,
  Exceptions: 2,
  WithoutExceptions: 1,
  ApprovedTotalDollars: 0,
  InvoiceWaiting: 0,
  InvoiceCreated: 0,
  InvoiceRefused: 2,
  InvoiceLeftOut: 1,
  ApprovedInvoices: 0,
  ApprovedTakenUp: 0,
  TakenUp: 0,
  NotIncluded: 11,
  ByException: [
    { Kind: 'ZeroAmount', Count: 1 },
    { Kind: 'Changed', Count: 1200 },
  ],
}

it.each([
  [{ Kind: 'ZeroAmount', Text: 'The amount is zero.' }, 'Zero amount'],
  [{ Kind: 'Changed', Text: '32.5 % more than last month ($80.00).' }, '+32.5%'],
  [{ Kind: 'Changed', Text: '21.0 % less than last month ($80.00).' }, '−21.0%'],
  [{ Kind: 'Changed', Text: 'Last month was $0.00.' }, 'Changed'],
  [{ Kind: 'NoErpCustomer', Text: 'No ERP account or customer.' }, 'No ERP customer'],
  [{ Kind: 'MembersOnNoLine', Text: '3 active members are on no line.' }, '3 on no line'],
  [{ Kind: 'MembersOnTwoLines', Text: '1 active member is on more than one line.' }, '1 on two lines'],
  [{ Kind: 'MembersOnNoLine', Text: 'Some.' }, 'On no line'],
  [
    { Kind: 'PeriodNotOver', Text: 'The period was not over: it ends on 12/03/2026, and members may still change.' },
    'Period not over',
  ],
  [{ Kind: 'CustomerOfAnotherGroup', Text: 'The ERP customer is that of Fernwood.' }, 'Customer of another group'],
  [{ Kind: 'UnfinishedCensus', Text: '11 census files of the group were not finished.' }, '11 unfinished census'],
  [{ Kind: 'Unheard', Text: 'Something else.' }, 'Something else.'],
])('%o is tagged %s', (exception, name) => {
  expect(exceptionName(exception)).toBe(name)
})

it.each([
  ['Drafting', true, false, false],
  ['Drafted', false, true, false],
  ['Creating', true, false, false],
  ['Done', false, false, true],
  ['Failed', false, false, true],
  ['Cancelled', false, false, true],
])('a run that is %s: at work %s, waiting %s, over %s', (State, busy, waiting, over) => {
  expect([isBusy({ State }), isWaiting({ State }), isOver({ State })]).toEqual([busy, waiting, over])
})

it('names the parts that have plans, all plans first', () => {
  expect(partsOf({ Counts: counts, Total: 1816 }).map(({ label }) => label)).toEqual([
    'All plans 1,816',
    'Exceptions 2',
    'Drafts 3',
    'Approved 1,812',
    'Failed 3',
    'Left out 1',
    'Not in this run 11',
  ])
  expect(partsOf({ Counts: null, Total: 0 })).toEqual([])
})

it.each([
  ['Drafting', counts, ['Words', 5, 1816, 'plans']],
  ['Creating', { ...counts, Created: 47, Approved: 160 }, ['Words', 47, 207, 'snapshots']],
  [
    'Creating',
    { ...counts, Created: 207, Approved: 0, InvoiceWaiting: 150, InvoiceCreated: 48 },
    ['Creating invoices', 50, 200, 'invoices'],
  ],
  ['Creating', { ...counts, Created: 207, Approved: 0 }, ['Words', 207, 207, 'snapshots']],
  ['Creating', { ...counts, Approved: 0, InvoiceRefused: 0 }, ['Words', 0, 0, 'snapshots']],
  // Snapshots of an earlier run are none of this one's.
  [
    'Creating',
    { ...counts, Created: 60, TakenUp: 50, Approved: 47, ApprovedTakenUp: 45 },
    ['Words', 10, 12, 'snapshots'],
  ],
  [
    'Creating',
    { ...counts, Created: 12, Approved: 45, ApprovedTakenUp: 45, InvoiceWaiting: 12 },
    ['Creating invoices', 2, 59, 'invoices'],
  ],
  [
    'Creating',
    { ...counts, Created: 0, Approved: 95, ApprovedTakenUp: 95, InvoiceRefused: 0 },
    ['Creating invoices', 0, 95, 'invoices'],
  ],
  [
    'Creating',
    { ...counts, Created: 95, TakenUp: 95, Approved: 0, InvoiceCreated: 93 },
    ['Creating invoices', 95, 95, 'invoices'],
  ],
])('while %s it tells how far the step is', (State, Counts, told) => {
  const { label, done, total, noun } = progressOf({ State, StateText: 'Words', Done: 5, Total: 1816, Counts })
  expect([label, done, total, noun]).toEqual(told)
})

it.each([
  ['Drafted', 0, false],
  ['Creating', 0, false],
  ['Creating', 1, true],
  ['Cancelled', 0, true],
])('a run that is %s with %i plans created has results: %s', (State, Created, has) => {
  expect(hasResults({ State, Counts: { ...counts, Created } })).toBe(has)
})

it('a difference is exact to the cent, and none without both amounts', () => {
  expect(changeOf({ DraftTotalDollars: 0.3, PreviousTotalDollars: 0.1 })).toBe(0.2)
  expect(changeOf({ DraftTotalDollars: 5, PreviousTotalDollars: null })).toBeUndefined()
  expect(changeOf({ DraftTotalDollars: null, PreviousTotalDollars: 5 })).toBeUndefined()
})

it('a created plan whose invoice was refused needs a look', () => {
  expect(itemLook({ State: 'Created', InvoiceState: 'Refused' })).toEqual({ tone: 'warn' })
  expect(itemLook({ State: 'Created', InvoiceState: 'Created' })).toEqual({ tone: 'ok' })
  expect(itemLook({ State: 'LeftOut', InvoiceState: 'None' })).toEqual({ tone: 'off' })
})

it.each([
  ['2026-11-23', { first: '2026-11-01', min: '2024-11-01', max: '2026-12-31' }],
  ['2027-01-31', { first: '2027-01-01', min: '2025-01-01', max: '2027-02-28' }],
])('on %s a run can be started for 24 months back and one ahead', (today, months) => {
  expect(runnableMonths(today)).toEqual(months)
})

it('offers the kinds of exceptions there are, with their numbers', () => {
  expect(exceptionOptions({ Counts: counts })).toEqual([
    { value: 'ZeroAmount', label: 'Zero amount 1' },
    { value: 'Changed', label: 'Changed 1,200' },
  ])
  expect(exceptionOptions({ Counts: null })).toEqual([])
})

it.each([
  [{ State: 'Drafted', Created: 0, CreatedTotalDollars: 0, DraftTotalDollars: 3189.27 }, 'Drafts $3,189.27'],
  [{ State: 'Creating', Created: 2, CreatedTotalDollars: 25, DraftTotalDollars: 3189.27 }, 'Created $25.00'],
  [{ State: 'Done', Created: 9, CreatedTotalDollars: 6600, DraftTotalDollars: 36820.53 }, 'Created $6,600.00'],
  [{ State: 'Cancelled', Created: 0, CreatedTotalDollars: 0, DraftTotalDollars: 3189.27 }, 'Created $0.00'],
] as const)('names the one sum of a run: %o', (run, says) => {
  expect(comesTo(run)).toBe(says)
})
