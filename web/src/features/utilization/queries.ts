/** What the utilization report reads. */
import { addressOf } from '../../api/downloads'
import { api, value } from '../../api/client'
import type { components } from '../../api/schema'
import { isDate } from '../../lib/format/dates'
import type { Query } from '../../lib/query'
import type { ReportFilter } from './reportSearch'

type Schemas = components['schemas']
export type Report = Schemas['UtilizationReport']
export type Region = Schemas['Region']
export type Month = Schemas['UtilizationMonth']

/** Everything about utilization. */
const utilizationKey = ['utilization']

/** The report of a group. */
export function report(employerId: number, filter: ReportFilter): Query<Report> {
  return {
    queryKey: [...utilizationKey, employerId, filter],
    queryFn: ({ signal }) =>
      value(
        api.POST('/api/v1/employers/{id}/reports/utilization', {
          params: { path: { id: employerId } },
          body: wish(employerId, filter),
          signal,
        }),
      ),
  }
}

/** The body of the call: the last day counts to its end. */
function wish(
  employerId: number,
  { startDate, endDate, insurancePlans, groupCodes, regions }: ReportFilter,
): Schemas['ReportInput'] {
  const end = isDate(endDate) ? `${endDate}T23:59:59.999` : endDate
  return {
    GroupId: String(employerId),
    StartDate: startDate,
    EndDate: end,
    InsurancePlans: [...insurancePlans],
    GroupCodes: [...groupCodes],
    Regions: [...regions],
  }
}

/** The current month and the four before. */
export function months(employerId: number): Query<readonly Month[]> {
  return {
    queryKey: [...utilizationKey, employerId, 'months'],
    queryFn: ({ signal }) =>
      value(
        api.GET('/api/v1/employers/{id}/reports/utilization/months', { params: { path: { id: employerId } }, signal }),
      ),
  }
}

/** The states and territories that a report may be narrowed to. */
export const regions: Query<readonly Region[]> = {
  queryKey: ['lists', 'regions'],
  queryFn: ({ signal }) => value(api.GET('/api/v1/platform/regions', { signal })),
  staleTime: Infinity,
}

/** The PDF of a report: the page's own address and `/pdf`. */
export function reportPdf(
  employerId: number,
  { startDate, endDate, ...lists }: Pick<ReportFilter, 'startDate' | 'endDate'> & Partial<ReportFilter>,
): string {
  const query = new URLSearchParams({ StartDate: startDate, EndDate: endDate })
  for (const [name, list] of [
    ['InsurancePlans', lists.insurancePlans],
    ['GroupCodes', lists.groupCodes],
    ['Regions', lists.regions],
  ] as const) {
    for (const one of list ?? []) query.append(name, one)
  }
  return `${addressOf('/employers/{employerId}/reports/utilization/pdf', { employerId })}?${query}`
}
