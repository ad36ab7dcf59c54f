/** The address of a report: its days and what it is narrowed to. A link may name the days `StartDate` and `EndDate`. */
import { dropAbsent, type RawSearch } from '../../lib/list'

/** What stands in the address. */
export interface ReportSearch {
  startDate?: string
  endDate?: string
  insurancePlans?: string[]
  groupCodes?: string[]
  regions?: string[]
  /** The open side panels, as of every page. */
  panel?: string
  /** The days that a link asks for. */
  StartDate?: string | undefined
  EndDate?: string | undefined
}

/** What a report is about; an empty list takes all. */
export interface ReportFilter {
  startDate: string
  endDate: string
  insurancePlans: readonly string[]
  groupCodes: readonly string[]
  /** By abbreviation. */
  regions: readonly string[]
}

/**
 * A route's `validateSearch`. The days of a link are those of the address from here on; they are named all the same, since the router
 * would keep them beside what the settings choose later.
 */
export function reportSearch(raw: RawSearch): ReportSearch {
  const own = dropAbsent({
    startDate: texts(raw.startDate ?? raw.StartDate)?.[0],
    endDate: texts(raw.endDate ?? raw.EndDate)?.[0],
    insurancePlans: texts(raw.insurancePlans ?? raw.InsurancePlans),
    groupCodes: texts(raw.groupCodes ?? raw.GroupCodes),
    regions: texts(raw.regions ?? raw.Regions),
    panel: texts(raw.panel)?.[0],
  })
  return { ...own, StartDate: undefined, EndDate: undefined }
}

function texts(value: unknown): string[] | undefined {
  const list = (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string' && one !== '')
  return list.length > 0 ? list.map(String) : undefined
}

/** The filter of an address; without days it is this year up to today (rules.md#utilization-report). */
export function filterOf(
  { startDate, endDate, insurancePlans = [], groupCodes = [], regions = [] }: ReportSearch,
  today: string,
): ReportFilter {
  return {
    startDate: startDate ?? `${today.slice(0, 4)}-01-01`,
    endDate: endDate ?? today,
    insurancePlans,
    groupCodes,
    regions,
  }
}

/** The address of a filter: the days always, and what it is narrowed to. */
export function searchOf({ startDate, endDate, insurancePlans, groupCodes, regions }: ReportFilter): ReportSearch {
  const some = (list: readonly string[]) => (list.length > 0 ? [...list] : undefined)
  return dropAbsent({
    startDate,
    endDate,
    insurancePlans: some(insurancePlans),
    groupCodes: some(groupCodes),
    regions: some(regions),
  })
}
