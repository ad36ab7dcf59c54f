import { expect, it } from 'vitest'
import { stillMine } from './values'

const base = { Name: 'Medical', Code: 'med', Agreed: false, Ids: [1] }
type Values = typeof base
const follow = (name: keyof Values): Partial<Values> => (name === 'Name' ? { Agreed: false } : {})

it.each<[string, Partial<Values>, Partial<Values>, Partial<Values>]>([
  ['what was changed', { Code: 'vis' }, {}, { Code: 'vis' }],
  ['nothing that is as it was', { Code: 'med', Ids: [1] }, { Code: 'vis' }, {}],
  ['an agreement, as long as what it was about is as it was', { Agreed: true }, { Code: 'vis' }, { Agreed: true }],
  ['no agreement about what someone else has changed', { Agreed: true }, { Name: 'Vision' }, { Agreed: false }],
  [
    'an agreement about what one typed oneself',
    { Name: 'Dental', Agreed: true },
    { Name: 'Vision' },
    { Name: 'Dental', Agreed: true },
  ],
])('over the version of someone else is kept: %s', (_, typed, theirs, kept) => {
  expect(stillMine(typed, base, { ...base, ...theirs }, follow)).toEqual(kept)
})
