import { expect, it } from 'vitest'
import { initials, phone } from './masks'

it.each([
  ['8135550142', '(813) 555-0142'],
  ['+1 813-555-0142', '(813) 555-0142'],
  ['(813) 555-0142', '(813) 555-0142'],
  ['555-0142', '555-0142'],
  ['', ''],
  [null, ''],
])('phone %j is %j', (value, text) => {
  expect(phone(value)).toBe(text)
})

it.each([
  ['Dana Reyes', 'DR'],
  ['Ana de la Cruz', 'AC'],
  ['Plato', 'P'],
  ['', ''],
])('initials of %j are %j', (name, text) => {
  expect(initials(name)).toBe(text)
})
