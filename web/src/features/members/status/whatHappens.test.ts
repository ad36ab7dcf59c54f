import { expect, it } from 'vitest'
import { whatHappens } from './whatHappens'

const today = '2026-11-20'
const member = { FullName: 'Gideon Eastlake', Status: 0, PendingOn: null }

it.each([
  ['terminate', '2026-12-01', 'Gideon Eastlake becomes In-Active on 12/01/2026; 11/30/2026 is the last covered day.'],
  ['terminate', today, 'Gideon Eastlake becomes In-Active immediately.'],
  ['terminate', '2026-10-15', 'Gideon Eastlake becomes In-Active immediately, as of 10/15/2026.'],
  ['terminate', undefined, 'Gideon Eastlake becomes In-Active on the day you choose.'],
  ['activate', '2026-12-01', 'Gideon Eastlake becomes Active on 12/01/2026.'],
  ['activate', today, 'Gideon Eastlake becomes Active immediately.'],
  ['activate', '2026-10-15', 'Gideon Eastlake becomes Active immediately, as of 10/15/2026.'],
] as const)('%s from %s', (change, from, told) => {
  expect(whatHappens(member, change, from, today)).toBe(told)
})

it('an undo says what does not happen, and what stays', () => {
  expect(whatHappens({ ...member, Status: 2, PendingOn: '2026-12-01' }, 'undo', undefined, today)).toBe(
    'Gideon Eastlake does not become In-Active on 12/01/2026 and stays Active.',
  )
  expect(whatHappens({ ...member, Status: 3, PendingOn: '2026-12-01' }, 'undo', undefined, today)).toBe(
    'Gideon Eastlake does not become Active on 12/01/2026 and stays In-Active.',
  )
})
