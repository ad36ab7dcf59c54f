import { afterEach, expect, it } from 'vitest'
import { forgetOpened, noteOpened, openedAt, openedBy } from './opened'

afterEach(() => localStorage.clear())

it('what was opened last comes first, once, and only so many', () => {
  for (let id = 1; id <= 10; id++) noteOpened(1, { kind: 'Member', id })
  noteOpened(1, { kind: 'Member', id: 5 })
  expect(openedBy(1).map(({ id }) => id)).toEqual([5, 10, 9, 8, 7, 6, 4, 3])
})

it('is each user’s own, holds no more than kinds and ids, and is forgotten', () => {
  noteOpened(1, { kind: 'Group', id: 7 })
  noteOpened(2, { kind: 'Invoice', id: 3 })
  expect(openedBy(2)).toEqual([{ kind: 'Invoice', id: 3 }])
  expect(Object.values({ ...localStorage })).toEqual(expect.arrayContaining(['["Group-7"]', '["Invoice-3"]']))
  forgetOpened()
  expect([openedBy(1), openedBy(2)]).toEqual([[], []])
})

it.each(['no JSON', '{}', '[1, null, "Member", "Secret-1", "Member--1", "Member-x"]'])(
  'what else stands under the name is left out: %s',
  (text) => {
    localStorage.setItem('ledgerwell.opened.1', text)
    expect(openedBy(1)).toEqual([])
  },
)

it.each([
  ['/employers/7', undefined, { kind: 'Group', id: 7 }],
  ['/employers/7/billing/plans', 'plan.3', { kind: 'Group', id: 7 }],
  ['/employers/7/members/9', undefined, { kind: 'Member', id: 9 }],
  ['/employers/7/invoices', 'invoice.12', { kind: 'Invoice', id: 12 }],
  ['/census-files/5/changes', undefined, { kind: 'CensusFile', id: 5 }],
  ['/users', 'user.4', { kind: 'User', id: 4 }],
  ['/users', 'user', undefined],
  ['/brokers', 'broker.2', { kind: 'Broker', id: 2 }],
  ['/commission/snapshots', 'statement.8,invoice.3', { kind: 'Invoice', id: 3 }],
  ['/members', 'constructor.1', undefined],
  ['/employers', undefined, undefined],
])('the record at %s with the panel %s', (pathname, panel, opened) => {
  expect(openedAt(pathname, panel)).toEqual(opened)
})
