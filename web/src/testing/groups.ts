/** The group around a page: what its header reads. */
import { valid } from './calls'

/** The answers for the header of a group. */
export function groupAnswers(id: number) {
  const group = {
    Id: id, Name: 'Harborline Logistics', GroupId: '10551', Status: 0, StatusName: 'Active', StatusColor: '#28a745', Broker: { Id: 10, Name: 'Juniper Benefit Advisors' }, MasterBroker: null,
    EffectiveDate: '2022-01-01', TerminationDate: null, RenewalDate: null, AllowManualAdds: false, MayAddMembers: true, EnableInvoiceAccess: true, Version: 1,
  }
  return { [`GET /employers/${id}`]: valid(group), [`GET /employers/${id}/members/count`]: valid({ TotalMembers: 587, ActiveMembers: 412, InActiveMembers: 175 }) }
}
