/** The group around a page: what its header reads. */
import { valid } from './calls'

/** What everybody may see of a group. */
export function basics(id: number) {
  return {
    Id: id, Name: 'Harborline Logistics', GroupId: '10551', Status: 0, StatusName: 'Active', StatusColor: '#28a745', Broker: { Id: 10, Name: 'Juniper Benefit Advisors' }, MasterBroker: null,
    EffectiveDate: '2022-01-01', TerminationDate: null, RenewalDate: null, AllowManualAdds: false, EnableInvoiceAccess: true, MayAddMembers: true, Version: 1,
  }
}

/** The answers for the header of a group. */
export function groupAnswers(id: number) {
  return { [`GET /employers/${id}`]: valid(basics(id)), [`GET /employers/${id}/members/count`]: valid({ TotalMembers: 587, ActiveMembers: 412, InActiveMembers: 175 }) }
}
