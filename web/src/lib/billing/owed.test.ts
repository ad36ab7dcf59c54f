import { expect, it } from 'vitest'
import { owedText } from './owed'

it.each([
  [12, 0, 0, '12 invoices'],
  [1, 0, 0, '1 invoice'],
  [12, 2, -120, '10 invoices, less $120.00 of 2 credit memos'],
  [2, 1, -0.5, '1 invoice, less $0.50 of 1 credit memo'],
])('%i outstanding, %i of them credit memos of %d', (Count, credits, Dollars, text) => {
  expect(owedText({ Count, Dollars: 1 }, { Count: credits, Dollars })).toBe(text)
})

it('is the number alone where credit memos are not told', () => {
  expect(owedText({ Count: 3, Dollars: 7 }, null)).toBe('3 invoices')
})
