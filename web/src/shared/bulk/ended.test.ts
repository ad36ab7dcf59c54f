import { expect, it } from 'vitest'
import { endedText } from './ended'
import type { BulkResult } from './queries'

const result = (Outcome: string): BulkResult => ({
  InvoiceId: 1,
  InvoiceNumber: '000001',
  EmployerGroup: { Id: 7, Name: 'Harborline Logistics', GroupId: '10551' },
  BillingPlanName: 'Medical',
  BillingPeriod: '2026-11',
  InvoiceTotalDollars: 1,
  Outcome,
  OutcomeText: Outcome,
})
const [done, idle, refused] = ['Done', 'Unchanged', 'Refused'].map(result) as [BulkResult, BulkResult, BulkResult]

it.each([
  [[done], 'The invoice went through.', undefined],
  [[done, done, done, done], 'All 4 invoices went through.', undefined],
  [[done, done, idle, idle], '2 done, 2 had nothing to do.', undefined],
  [[idle], 'There was nothing to do.', undefined],
  [[idle, idle], 'All 2 had nothing to do.', undefined],
  [[refused], '1 invoice was not done.', 'None went through. The reasons stand below.'],
  [[refused, done], '1 invoice was not done.', '1 other went through and stays so. The reasons stand below.'],
  [[refused, refused, idle], '2 invoices were not done.', '1 had nothing to do. The reasons stand below.'],
  [
    [refused, done, idle, idle],
    '1 invoice was not done.',
    '1 other went through and stays so. 2 had nothing to do. The reasons stand below.',
  ],
])('%#: %s', (Results, title, more) => {
  const Failed = Results.filter(({ Outcome }) => Outcome === 'Refused').length
  const told = endedText({ Failed, Results })
  expect([told.title, told.more]).toEqual([title, more])
})
