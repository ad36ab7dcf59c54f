import { describe, expect, it } from 'vitest'
import {
  businessDay,
  businessTimeIn,
  changeDay,
  date,
  addDays,
  dayBefore,
  daysBetween,
  endedBySlash,
  isDate,
  minutesUntil,
  moment,
  momentDate,
  readDate,
  readWholeDate,
  toldInBusinessTime,
} from './dates'

describe('dates', () => {
  it.each([
    ['2026-11-04', '11/04/2026'],
    ['', ''],
    [null, ''],
    [undefined, ''],
    ['13/45/2020', '13/45/2020'],
  ])('%j is shown as %j', (wire, text) => {
    expect(date(wire)).toBe(text)
  })

  it.each([
    ['11/04/2026', '2026-11-04'],
    ['1/4/2026', '2026-01-04'],
    ['02/29/2024', '2024-02-29'],
    ['02/29/2026', undefined],
    ['13/01/2026', undefined],
    ['00/10/2026', undefined],
    ['11/04/26', undefined],
    ['11/04/0026', undefined],
    ['', undefined],
    ['today', undefined],
  ])('%j is read as %j', (typed, wire) => {
    expect(readDate(typed)).toBe(wire)
  })

  it('knows a date of the wire', () => {
    expect(isDate('2026-02-28')).toBe(true)
    expect(isDate('2026-02-30')).toBe(false)
    expect(isDate('2026-02-28T10:00:00Z')).toBe(false)
  })
})

describe('moments are told in business time', () => {
  it('in winter and in summer', () => {
    expect(moment('2026-11-17T21:40:00Z')).toBe('11/17/2026, 16:40')
    expect(moment('2026-07-01T03:30:00Z')).toBe('06/30/2026, 23:30')
    expect(moment(null)).toBe('')
  })

  it('so a late evening in UTC is still the day before', () => {
    expect(momentDate('2026-12-01T03:00:00Z')).toBe('11/30/2026')
    expect(businessDay(new Date('2026-12-01T03:00:00Z'))).toBe('2026-11-30')
  })

  it('of the zone that the server names', () => {
    businessTimeIn('Pacific/Auckland')
    expect(moment('2026-11-17T21:40:00Z')).toBe('11/18/2026, 10:40')
    expect(businessDay(new Date('2026-11-30T12:00:00Z'))).toBe('2026-12-01')
  })
})

it.each([
  ['2026-11-20T15:30:00Z', 30],
  ['2026-11-20T15:00:01Z', 1],
  ['2026-11-20T15:00:00Z', 0],
  ['2026-11-20T14:00:00Z', 0],
])('until %s it is %i minutes', (moment, minutes) => {
  expect(minutesUntil(moment, new Date('2026-11-20T15:00:00Z'))).toBe(minutes)
})

it.each([
  ['2026-11-20', '2026-12-04', 14],
  ['2026-11-20', '2026-11-20', 0],
  ['2026-12-04', '2026-11-20', -14],
  ['2026-03-07', '2026-03-09', 2],
  ['2026-10-31', '2026-11-02', 2],
  ['2026-11-02', '2026-10-31', -2],
  ['2023-12-31', '2024-03-01', 61],
])('from %s to %s are %i days', (from, to, days) => {
  expect(daysBetween(from, to)).toBe(days)
})

it('tells the moment in a sentence of the server in business time', () => {
  businessTimeIn('America/New_York')
  expect(
    toldInBusinessTime(
      'This record was changed by Sunniva Prewitt on 11/20/2026 14:14 UTC. Reload it, then save again.',
    ),
  ).toBe('This record was changed by Sunniva Prewitt on 11/20/2026, 09:14. Reload it, then save again.')
  expect(toldInBusinessTime('Changed on 11/20/2026.')).toBe('Changed on 11/20/2026.')
})

it.each([
  ['2026-12-01', '2026-11-30'],
  ['2027-01-01', '2026-12-31'],
  ['2028-03-01', '2028-02-29'],
])('the day before %s is %s', (day, before) => {
  expect(dayBefore(day)).toBe(before)
})

it.each([
  ['2026-11-01', '2026-11-01'],
  ['2026-11-03', '2026-11-03'],
  ['2026-11-04', '2026-12-01'],
  ['2026-12-31', '2027-01-01'],
  ['2026-12-03', '2026-12-03'],
  ['2028-01-31', '2028-02-01'],
  ['2026-09-04', '2026-10-01'],
])('a change of status made on %s counts from %s', (today, day) => {
  expect(changeDay(today)).toBe(day)
})

it.each([
  ['1/5/2026', '01/05/2026'],
  ['1-5-2026', '01/05/2026'],
  ['01.05.2026', '01/05/2026'],
  ['2026-12-05', '12/05/2026'],
  ['2026/12/5', '12/05/2026'],
  ['2026-12-05T10:15:00Z', '12/05/2026'],
  ['1/2/1980 10:15 AM', '01/02/1980'],
  ['2/3/80', '02/03/80'],
  ['12/31/1999', '12/31/1999'],
  ['02031980', '02/03/1980'],
  ['19800203', '02/03/1980'],
  ['2026-13-05', '13/05/2026'],
])('the whole text %s is shown as %s', (text, shown) => {
  expect(readWholeDate(text)).toEqual({ shown })
})

it.each([
  ['Feb 3, 1980', '02/03/1980'],
  ['feb. 3 1980', '02/03/1980'],
  ['February 3rd, 1980', '02/03/1980'],
  ['3 Feb 1980', '02/03/1980'],
  ['03-Feb-1980', '02/03/1980'],
  ['3 FEBRUARY  1980', '02/03/1980'],
  ['Sunday, February 3, 1980', '02/03/1980'],
  ['Sun Feb 3 1980', '02/03/1980'],
  ['Sept 9, 1980', '09/09/1980'],
  ['3-Feb-80', '02/03/80'],
  ['May 31, 1980', '05/31/1980'],
])('the written date %s is %s', (text, shown) => {
  expect(readWholeDate(text)).toEqual({ shown })
})

it.each(['soon', 'Febr 3, 1980', 'Feb 1980', '3 4 Feb 1980', '020380', '1/2-1980', '123456789', '12/5/19800', '12345'])(
  '%s is no date',
  (text) => {
    expect(readWholeDate(text)).toEqual({})
  },
)

it.each(['', '05', '1/5', '1980'])('%j is a part of a date', (text) => {
  expect(readWholeDate(text)).toBeUndefined()
})

it.each([
  ['1', '01/'],
  ['01/5', '01/05/'],
  ['', undefined],
  ['01', undefined],
  ['01/', undefined],
  ['01/05/2', undefined],
])('a slash makes of "%s" "%s"', (typed, ended) => {
  expect(endedBySlash(typed)).toBe(ended)
})

it.each([
  ['2026-11-30', 1, '2026-12-01'],
  ['2026-03-08', 30, '2026-04-07'],
  ['2027-01-01', -1, '2026-12-31'],
  ['2026-11-30', 0, '2026-11-30'],
])('%s and %i days is %s', (day, days, then) => {
  expect(addDays(day, days)).toBe(then)
})
