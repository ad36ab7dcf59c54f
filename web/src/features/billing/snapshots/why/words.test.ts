import { expect, it } from 'vitest'
import type { Cause, Source, Why, WhyMember } from './queries'
import { behindTitle, differenceWords, howMany, madeOf, monthBefore, monthsInShort, sourceWords, told } from './words'

const side = (Quantity: number, Rate: number | null, AmountDollars = Quantity * (Rate ?? 0)) => ({
  Quantity,
  Rate,
  AmountDollars,
})
const none = side(0, null)
const cause = (Cause: string, Before: Cause['Before'], Now: Cause['Now']): Cause => ({
  Cause,
  Before,
  Now,
  AmountDollars: Now.AmountDollars - Before.AmountDollars,
})

it.each([
  [cause('Joined', none, side(17, 12.5)), '17 members × $12.50'],
  [cause('Joined', none, side(2, null, 25)), '2 members'],
  [cause('Joined', none, none), 'none'],
  [cause('Left', side(1, 12.5), none), '1 member × $12.50'],
  [cause('ChangedLine', side(3, 10), side(3, 12)), '3 members'],
  [cause('RateChanges', none, none), 'none'],
  [cause('RateChanges', side(400, 12.5), side(400, 13)), '400 members, $12.50 to $13.00'],
  [cause('RateChanges', side(400, null, 4000), side(400, 13)), '400 members'],
  [cause('Members', side(2, 10), side(3, 10)), '3 now, 2 in October'],
  [cause('Credits', none, side(3, 12.5, -37.5)), '3 now, 0 in October'],
  [cause('AfterHours', side(7, 5), side(9, 5)), '9 now, 7 in October, × $5.00'],
  [cause('AfterHours', none, side(9, 5)), '9 now, 0 in October, × $5.00'],
  [cause('Consults', side(7, 49), side(9, 50)), '9 × $50.00 now, 7 × $49.00 in October'],
  [cause('Consults', none, none), '0 now, 0 in October'],
])('$Cause says how many', (given, expected) => {
  expect(howMany(given, 'October')).toBe(expected)
})

it('says how many on a first bill without a month to compare with', () => {
  expect(howMany(cause('AfterHours', none, side(9, 5)), undefined)).toBe('9 × $5.00')
  expect(howMany(cause('Credits', none, side(1, 5)), undefined)).toBe('1')
})

it('says what a bill was made of', () => {
  const both = [cause('Consults', side(1, 49), side(3, 49)), cause('AfterHours', side(0, null), side(2, 5))]
  expect(madeOf(401, both, 'Now')).toBe('401 members, 3 consults, 2 after-hours fees')
  expect(madeOf(1, both, 'Before')).toBe('1 member, 1 consult')
  expect(madeOf(412, [cause('AfterHours', side(7, 5), side(9, 5))], 'Now')).toBe('412 members, 9 consults')
})

const why = (before: string | undefined, DifferenceDollars: number) =>
  ({
    InvoicePeriodEndDate: '2026-01-03',
    DifferenceDollars,
    Previous: before && { SnapshotId: 1, InvoicePeriodEndDate: before, InvoiceTotalDollars: 1 },
  }) as Why

it.each([
  [why('2025-12-03', 110), 'is $110.00 more than December 2025'],
  [why('2025-12-03', -0.5), 'is $0.50 less than December 2025'],
  [why('2025-12-03', 0), 'is the same as December 2025'],
  [why(undefined, 5), 'on the first bill of this plan'],
])('says how the totals differ', (given, expected) => {
  expect(Object.values(differenceWords(given)).join(' ')).toBe(expected)
})

it('calls the month before by its name, within one year', () => {
  expect(monthBefore({ ...why('2026-10-03', 0), InvoicePeriodEndDate: '2026-11-03' })).toBe('October')
})

it('heads what stands behind a cause', () => {
  expect(behindTitle(cause('Left', side(6, 12.5), none))).toBe('Left: 6 members, −$75.00')
  expect(behindTitle(cause('Debts', side(1, 12.5), side(1, 12.5)))).toBe('Debts: 2 entries, $0.00')
  expect(behindTitle(cause('AfterHours', side(7, 5), side(9, 5)))).toBe('After-hours consults: +$10.00')
})

const source: Source = {
  Kind: 'User',
  UserName: 'Dana Reyes',
  CensusFileId: null,
  FileName: null,
  RecordNumber: null,
  WasAbsent: false,
  RecordedOn: '2026-11-06T16:00:00.000Z',
}
const file = { ...source, Kind: 'File', CensusFileId: 3, FileName: 'c90e7713-0f52-4a4e-9a62-3b1f6f2f0a11' }
it.each<[Source, string]>([
  [source, 'Dana Reyes, by hand'],
  [{ ...source, UserName: null }, 'By hand'],
  [{ ...source, Kind: 'Automatic', UserName: null }, 'Automatic'],
  [{ ...source, Kind: 'GroupEnd' }, 'Dana Reyes, group ended'],
  [{ ...file, RecordNumber: 97 }, 'File c90e7713, row 97'],
  [{ ...file, WasAbsent: true }, 'File c90e7713, absent'],
  [file, 'File c90e7713'],
  [{ ...file, Kind: 'Undo', RecordNumber: 97 }, 'Undo of file c90e7713, Dana Reyes, 11/06/2026'],
  [{ ...file, Kind: 'Undo', UserName: null }, 'Undo of file c90e7713, 11/06/2026'],
])('names a source', (given, expected) => {
  expect(sourceWords(given)).toBe(expected)
})

it('puts the months of one member together when they have one reason', () => {
  const row = (
    EmployeeId: number | null,
    BillableMonth: number,
    AmountDollars: number,
    Reason = 'was billed',
    LineName = 'PEPM',
  ): WhyMember => ({
    Employee: EmployeeId === null ? null : { EmployeeId, FirstName: '', LastName: '' },
    Quantity: 1,
    LineName,
    BillableYear: 2026,
    BillableMonth,
    IsOfPrevious: false,
    AmountDollars,
    FilteredStatusChanges: [],
    Source: null,
    Reason,
  })
  const rows = [
    row(1, 9, -0.1),
    row(1, 10, -0.2),
    row(1, 11, -1, 'otherwise'),
    row(2, 10, -1),
    row(null, 9, 5),
    row(null, 10, 5),
  ]
  const shown = (of: readonly WhyMember[]) =>
    told(of).map(({ months, first, amount }) => `${first.LineName ?? ''} ${months} ${amount}`)
  expect(shown(rows)).toEqual([
    'PEPM Sep and Oct 2026 -0.3',
    'PEPM Nov 2026 -1',
    'PEPM Oct 2026 -1',
    'PEPM Sep 2026 5',
    'PEPM Oct 2026 5',
  ])
  const between = [
    row(1, 8, -12.5),
    row(1, 8, -3, 'was billed', 'West'),
    row(1, 9, -12.5),
    row(1, 9, -3, 'was billed', 'West'),
    row(2, 9, -1),
    row(1, 10, -1),
  ]
  expect(shown(between)).toEqual([
    'PEPM Aug and Sep 2026 -25',
    'West Aug and Sep 2026 -6',
    'PEPM Sep 2026 -1',
    'PEPM Oct 2026 -1',
  ])
  expect(shown([row(1, 8, -10), row(1, 8, -12.5)])).toEqual(['PEPM Aug 2026 -22.5'])
})

it('writes months in short', () => {
  expect(
    monthsInShort([
      { year: 2025, month: 12 },
      { year: 2026, month: 1 },
      { year: 2026, month: 2 },
    ]),
  ).toBe('Dec 2025, Jan and Feb 2026')
})
