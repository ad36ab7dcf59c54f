import { expect, it } from 'vitest'
import { initials, phone, readPhone } from './masks'

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
  ['+1 614-555-0101', { shown: '(614) 555-0101' }],
  ['1-614-555-0101', { shown: '(614) 555-0101' }],
  ['+16145550101', { shown: '(614) 555-0101' }],
  ['614.555.0101', { shown: '(614) 555-0101' }],
  ['001 614 555 0101', { shown: '(614) 555-0101' }],
  ['011 1 614 555 0101', { shown: '(614) 555-0101' }],
  ['tel:+1-614-555-0101', { shown: '(614) 555-0101' }],
  ['(1)6145550101', { shown: '(614) 555-0101' }],
  ['TEL:614-555-0101', { shown: '(614) 555-0101' }],
  ['+614-555-0101', {}],
  ['0044 20 7946 0958', {}],
  ['020 7946 0958', {}],
  ['061 455 5010', {}],
  ['tel:', {}],
  ['+44 20 7946 0958', {}],
  ['614-555-0101 x12', {}],
  ['1-614', {}],
  ['call me', {}],
  ['555-01', undefined],
  ['', undefined],
])('the whole text %j stands for %j', (text, whole) => {
  expect(readPhone(text)).toEqual(whole)
})

it.each([
  ['Dana Reyes', 'DR'],
  ['Ana de la Cruz', 'AC'],
  ['Plato', 'P'],
  ['', ''],
])('initials of %j are %j', (name, text) => {
  expect(initials(name)).toBe(text)
})
