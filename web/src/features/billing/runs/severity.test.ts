import { expect, it } from 'vitest'
import { bySeverity, exceptionCounts, severestFirst } from './severity'

const plan = (name: string, ...kinds: string[]) => ({ name, Exceptions: kinds.map((Kind) => ({ Kind, Text: Kind })) })

it('the customer of another group is the most severe, and the period that is not over the least', () => {
  const { Exceptions } = plan('Any', 'PeriodNotOver', 'FirstBill', 'Changed', 'Unheard', 'CustomerOfAnotherGroup')
  expect(bySeverity(Exceptions).map(({ Kind }) => Kind)).toEqual([
    'CustomerOfAnotherGroup',
    'Changed',
    'Unheard',
    'FirstBill',
    'PeriodNotOver',
  ])
})

it('plans with the most severe exceptions come first, then those with more of them, and those without last', () => {
  const plans = [
    plan('Early', 'PeriodNotOver'),
    plan('Plain'),
    plan('Changed', 'Changed'),
    plan('Also plain'),
    plan('Changed and early', 'PeriodNotOver', 'Changed'),
    plan('Foreign', 'PeriodNotOver', 'CustomerOfAnotherGroup'),
  ]
  expect(severestFirst(plans).map(({ name }) => name)).toEqual([
    'Foreign',
    'Changed and early',
    'Changed',
    'Early',
    'Plain',
    'Also plain',
  ])
})

it('counts how many plans have which exception', () => {
  const plans = [plan('One', 'PeriodNotOver', 'CustomerOfAnotherGroup'), plan('Two', 'PeriodNotOver'), plan('Three')]
  expect(exceptionCounts(plans)).toEqual([
    { term: 'Customer of another group', value: '1' },
    { term: 'Period not over', value: '2' },
  ])
})
