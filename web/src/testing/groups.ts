/** The group around a page: what its header reads. */
import { page, valid } from './calls'

/** What everybody may see of a group. */
export function basics(id: number) {
  return {
    Id: id,
    Name: 'Harborline Logistics',
    GroupId: '10551',
    Status: 0,
    StatusName: 'Active',
    StatusColor: '#28a745',
    Broker: { Id: 10, Name: 'Juniper Benefit Advisors' },
    MasterBroker: null,
    EffectiveDate: '2022-01-01',
    TerminationDate: null,
    RenewalDate: null,
    AllowManualAdds: false,
    EnableInvoiceAccess: true,
    MayAddMembers: true,
    Version: 1,
  }
}

/** The answers for the header of a group, and for the cards of its overview that have nothing to show. */
export function groupAnswers(id: number) {
  return {
    [`GET /employers/${id}`]: valid(basics(id)),
    [`GET /employers/${id}/members/count`]: valid({ TotalMembers: 587, ActiveMembers: 412, InActiveMembers: 175 }),
    ...emptyCards(id),
  }
}

/** Twelve months in which nothing happened. */
const noFigures = {
  Months: Array.from({ length: 12 }, (_, at) => ({
    Month: `2026-${String(at + 1).padStart(2, '0')}-01`,
    Active: 0,
    Joined: 0,
    Left: 0,
    Billed: null,
  })),
  ShowsBills: true,
  Outstanding: { Count: 0, Dollars: 0 },
  Overdue: { Count: 0, Dollars: 0 },
  LastImport: null,
}

/** The notes, contacts, users, reports and figures of a group that has none. */
export function emptyCards(id: number) {
  return {
    [`GET /employers/${id}/notes`]: valid([]),
    [`GET /employers/${id}/notes/alerts`]: valid([]),
    [`GET /employers/${id}/contacts`]: valid([]),
    'GET /users': page([]),
    [`GET /employers/${id}/reports/utilization/months`]: valid([]),
    [`GET /employers/${id}/figures`]: valid(noFigures),
    [`GET /employers/${id}/setup`]: valid({ IsDone: true, Steps: [] }),
  }
}
