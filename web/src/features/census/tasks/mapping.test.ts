import { expect, it } from 'vitest'
import { columnChoices, columnsOf } from './mapping'

const column = (Field: string | null, Family: string | null, How = 'Unmapped') => ({
  Index: 0,
  Heading: 'Spouse First Name',
  Field,
  Family,
  How,
  Values: [],
  Suggested: null,
})

it.each([
  [column('FirstName', null, 'Known'), 'FirstName'],
  [column(null, null), ''],
  [column(null, 'Spouse: First Name'), 'Family'],
  [column(null, 'Spouse: First Name', 'ByHand'), ''],
  [column(null, 'Spouse: First Name', 'Remembered'), ''],
])('reads a family by its headings until a person leaves it out: %o', (of, value) => {
  expect(columnsOf({ Columns: [of] })).toEqual({ Column0: value })
})

it('offers what the heading says of the family before the fields', () => {
  const fields = [{ Name: 'FirstName', Label: 'First Name' }]
  expect(columnChoices(column(null, 'Spouse: First Name'), fields).map(({ label }) => label)).toEqual([
    'Spouse: First Name',
    'First Name',
  ])
  expect(columnChoices(column(null, null), fields)).toHaveLength(1)
})
