import { describe, expect, it } from 'vitest'
import { count, counted, money, moneyChange, readMoney, readWholeMoney } from './money'

describe('money', () => {
  it.each([
    [0, '$0.00'],
    [-0, '$0.00'],
    [1234.5, '$1,234.50'],
    [-25, '−$25.00'],
    [5170, '$5,170.00'],
    [99999.99, '$99,999.99'],
    [-1234567.89, '−$1,234,567.89'],
  ])('%f is %s', (amount, text) => {
    expect(money(amount)).toBe(text)
  })

  it.each([
    [110, '+$110.00'],
    [-25, '−$25.00'],
    [0, '$0.00'],
  ])('a change of %f is %s', (amount, text) => {
    expect(moneyChange(amount)).toBe(text)
  })

  it.each([
    ['$1,234.56', 1234.56],
    ['12.5', 12.5],
    ['1234.567', 1234.56],
    ['.5', 0.5],
    ['', null],
    ['.', null],
    ['$', null],
    ['1.2.3', 1.23],
    ['7', 7],
  ])('reads %j as %j', (typed, amount) => {
    expect(readMoney(typed)).toBe(amount)
  })

  it.each([
    ['1,234.50', 1234.5],
    ['$1,234.50', 1234.5],
    ['$ 1234.5 ', 1234.5],
    ['USD 12', 12],
    ['12.50 USD', 12.5],
    ['1,234,567', 1234567],
    ['12.5000', 12.5],
    ['.5', 0.5],
    ['7.', 7],
    [' ', null],
  ])('reads the whole text %j as %j', (text, amount) => {
    expect(readWholeMoney(text)).toBe(amount)
  })

  it.each([
    '1.234,50',
    '12,50',
    '1.234',
    '1234.567',
    '1,23,456',
    '1,2345',
    '-5',
    '(25.00)',
    '1.2.3',
    '$',
    '€5',
    '12 each',
  ])('reads no amount from %s', (text) => {
    expect(readWholeMoney(text)).toBeUndefined()
  })

  it('reads back what it shows', () => {
    for (let cents = 0; cents < 200_000; cents += 37) expect(readMoney(money(cents / 100))).toBe(cents / 100)
  })
})

it('counts with thousands and the right word', () => {
  expect(count(1812)).toBe('1,812')
  expect(counted(1, 'member')).toBe('1 member')
  expect(counted(0, 'member')).toBe('0 members')
  expect(counted(2, 'person', 'people')).toBe('2 people')
})
