import { describe, expect, it } from 'vitest'
import { matching, onlyMatch } from './matching'

const states = ['Alabama', 'Arkansas', 'Kansas', 'New York', 'West Virginia', 'Virginia', 'Québec'].map((label) => ({
  value: label,
  label,
}))
const labels = (text: string) => matching(states, text).map(({ label }) => label)

it.each([
  ['kansas', ['Kansas', 'Arkansas']],
  ['virg', ['Virginia', 'West Virginia']],
  ['york', ['New York']],
  ['  new   york ', ['New York']],
  ['quebec', ['Québec']],
  ['texas', []],
])('%s finds %j', (text, found) => expect(labels(text)).toEqual(found))

it('a short name finds its choice first', () => {
  const withShort = [
    { value: 'IL', label: 'Illinois', short: 'IL' },
    { value: 'IN', label: 'Indiana', short: 'IN' },
    { value: 'MN', label: 'Minnesota', short: 'MN' },
  ]
  expect(matching(withShort, 'in').map(({ value }) => value)).toEqual(['IN', 'IL', 'MN'])
  expect(matching(withShort, 'mn').map(({ value }) => value)).toEqual(['MN'])
})

describe('a text can only mean', () => {
  it.each([
    ['kansas', 'Kansas'],
    ['york', 'New York'],
    ['virg', undefined],
    ['texas', undefined],
  ])('%s: %s', (text, meant) => expect(onlyMatch(matching(states, text), text)?.label).toBe(meant))

  it('no choice that cannot be chosen', () => {
    const closed = [{ value: 1, label: 'Closed', disabled: true }]
    expect(onlyMatch(closed, 'closed')).toBeUndefined()
  })
})
