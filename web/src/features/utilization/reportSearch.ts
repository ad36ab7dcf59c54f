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
  /** The names that a link may use: what they hold stands under the others. */
  StartDate?: string | undefined
  EndDate?: string | undefined
  InsurancePlans?: undefined
  GroupCodes?: undefined
  Regions?: undefined
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

const linkNames = ['StartDate', 'EndDate', 'InsurancePlans', 'GroupCodes', 'Regions']

/** Whether an address says of which days the report is, and nothing under the names of a link. */
export function isWholeAddress(raw: RawSearch): boolean {
  return 'startDate' in raw && 'endDate' in raw && linkNames.every((name) => raw[name] === undefined)
}

/**
 * A route's `validateSearch`. What a link asks for stands under the names of the address from here on. The names of the link are
 * there all the same, without a value: the router would keep them beside what the settings choose later.
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
  return {
    ...own,
    StartDate: undefined,
    EndDate: undefined,
    InsurancePlans: undefined,
    GroupCodes: undefined,
    Regions: undefined,
  }
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
