/** What the page of a member reads beside the member itself. */
import { api, value } from '../../../api/client'
import type { components } from '../../../api/schema'
import type { Query } from '../../../lib/query'
import { membersKey } from '../queries'

export type Relative = components['schemas']['RelativeView']
export type Neighbours = components['schemas']['NeighboursView']
export type BilledMonth = components['schemas']['BilledMonthView']

/** The employee and the dependents of a member's family. */
export function family(employeeId: number): Query<Relative[]> {
  return {
    queryKey: [...membersKey, employeeId, 'family'],
    queryFn: ({ signal }) =>
      value(api.GET('/api/v1/employees/{employeeId}/family', { params: { path: { employeeId } }, signal })),
  }
}

/** The members before and after one in its group, by last name. */
export function neighbours(employeeId: number): Query<Neighbours> {
  return {
    queryKey: [...membersKey, employeeId, 'neighbours'],
    queryFn: ({ signal }) =>
      value(api.GET('/api/v1/employees/{employeeId}/neighbours', { params: { path: { employeeId } }, signal })),
  }
}

/** What was billed for a member, the newest invoice first. */
export function billedMonths(employeeId: number): Query<BilledMonth[]> {
  return {
    queryKey: ['invoices', 'of member', employeeId],
    queryFn: ({ signal }) =>
      value(api.GET('/api/v1/employees/{employeeId}/bills', { params: { path: { employeeId } }, signal })),
  }
}
