import { expect, it } from 'vitest'
import { fileName } from './download'

it.each([
  ['attachment; filename="INV-000071.pdf"', 'INV-000071.pdf'],
  [`attachment; filename="Roster _.csv"; filename*=UTF-8''Roster%20%C3%A9.csv`, 'Roster é.csv'],
  [`attachment; filename="plain.csv"; filename*=UTF-8''%E9`, 'plain.csv'],
  ['attachment', 'download'],
  [null, 'download'],
])('the name in %s is %s', (disposition, name) => {
  expect(fileName(disposition)).toBe(name)
})
