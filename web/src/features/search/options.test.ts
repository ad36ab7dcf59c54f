import { expect, it } from 'vitest'
import { IconPlus, IconReceipt2 } from '../../ui/icons'
import { sectionsFor, shownOf, type Command } from './options'
import type { Hit } from './queries'

const hit = (Kind: string, Id: number, Title: string): Hit => ({ Kind, Id, Title, EmployerId: 7, Details: [] })
const commands: readonly Command[] = [
  { label: 'New Group', to: '/employers?panel=group', icon: IconPlus },
  { label: 'Invoices', to: '/invoices', icon: IconReceipt2 },
  { label: 'Snapshots and Invoices', to: '/snapshots', icon: IconReceipt2 },
]
const listed = (term: string, ...Hits: Hit[]) =>
  sectionsFor(term, { Hits, Total: Hits.length, HasMore: false, HasMoreWords: false }, commands, () => false).flatMap(
    ({ options }) => options.map(({ title }) => title),
  )

it.each([
  ['new gr', [hit('CensusFile', 3, 'people new group.csv')], ['New Group', 'people new group.csv']],
  [
    'invo',
    [hit('Member', 9, 'Devoni, Ana'), hit('Invoice', 4, 'INV-000004 invo')],
    ['Invoices', 'Snapshots and Invoices', 'INV-000004 invo', 'Devoni, Ana'],
  ],
  [
    'juniper',
    [hit('Member', 9, 'Moss, Ana'), hit('Broker', 2, 'Juniper Benefits'), hit('User', 3, 'Kai Junipero')],
    ['Juniper Benefits', 'Kai Junipero', 'Moss, Ana'],
  ],
  ['INVO', [hit('Member', 9, 'Devoni, Ana')], ['Invoices', 'Snapshots and Invoices', 'Devoni, Ana']],
  [
    'invo',
    [hit('Group', 7, 'Invoria'), hit('Member', 9, 'Devoni, Ana')],
    ['Invoria', 'Invoices', 'Snapshots and Invoices', 'Devoni, Ana'],
  ],
  ['group', [hit('Member', 9, 'Regroup, Ana')], ['Regroup, Ana', 'New Group']],
  ['kestrel', [hit('Member', 9, 'Kestrel, Ana')], ['Kestrel, Ana']],
] as const)('%s: a command typed from its beginning stands before what only holds the text', (term, hits, titles) => {
  expect(listed(term, ...hits)).toEqual(titles)
})

it('counts the records that are found, and says nothing where there are only commands', () => {
  const answer = { Hits: [hit('Group', 7, 'Invoria')], Total: 3, HasMore: true, HasMoreWords: false }
  expect(shownOf(answer)).toBe('1 of more than 3 you may see')
  expect(shownOf({ ...answer, Hits: [], Total: 0, HasMore: false })).toBe('')
})
