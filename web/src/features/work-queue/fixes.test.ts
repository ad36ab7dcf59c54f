import { expect, it } from 'vitest'
import { wayTo, type Fixable } from './fixes'

const item = (Record: string, Fix = '', Id = 7): Fixable => ({ Record, Id, EmployerId: 3, Fix })

it.each([
  [item('CensusFile', 'Fix Rows'), { to: '/census-files/7/fix' }],
  [item('CensusFile', 'Review Matches'), { to: '/census-files/7/review' }],
  [item('CensusFile', 'Review File'), { to: '/census-files/7' }],
  [item('CensusFile', 'Process File'), { to: '/census-files/7' }],
  [item('BillingRun'), { to: '/billing-runs/7' }],
  [item('Plan', 'Set Customer'), { to: '/employers/3/billing/plans', panel: { kind: 'plan', id: '7' } }],
  [item('Token'), { to: '/settings/api-tokens', panel: { kind: 'token', id: '7' } }],
  [item('AccessKey'), { to: '/account' }],
  [item('Group', 'Open Report'), { to: '/employers/3/reports/utilization' }],
  [item('Statement', 'Create Bill'), { panel: { kind: 'bill', id: '7' } }],
  [item('Statement', 'Retry'), { panel: { kind: 'bill', id: '7' } }],
  [item('Statement', 'Open Statement'), { to: '/commission/snapshots', panel: { kind: 'statement', id: '7' } }],
  [item('Statement', 'Compare'), { to: '/commission/snapshots', panel: { kind: 'statement', id: '7' } }],
  [item('Snapshot', 'Open Invoice'), { panel: { kind: 'invoice', id: '7' } }],
  [item('Snapshot', 'Create Invoice'), { panel: { kind: 'invoicing', id: '3-7' } }],
  [item('Snapshot', 'Update'), { panel: { kind: 'invoicing', id: '3-7' } }],
  [item('Snapshot', 'Compare'), { panel: { kind: 'invoicing', id: '3-7' } }],
  [item('Snapshot', 'Retry'), { panel: { kind: 'erp', id: '3-7' } }],
  [item('Snapshot', 'Settle Mail'), { panel: { kind: 'erp', id: '3-7' } }],
])('leads from %j to its fix', (of, way) => {
  expect(wayTo(of)).toEqual(way)
})
