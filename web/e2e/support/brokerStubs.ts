/** Invented brokers for the pictures. */
import type { Stubs } from './served'

const names = [
  'Alderway Benefits',
  'Bluff & Bay Insurance',
  'Coastal Plan Partners',
  'Dovetail Advisory',
  'Eastmere Brokerage',
  'Fernhill Benefits',
  'Granite Peak Advisors',
  'Harbor & Vale',
  'Ironbridge Consulting',
  'Juniper Benefit Advisors',
  'Kestrel Brokerage',
  'Larkspur Group',
  'Meridian Benefits',
  'Northgate Partners',
  'Oakhollow Insurance',
  'Pinecrest Advisors',
  'Quarry Road Benefits',
  'Redwood Brokerage',
  'Sable Ridge Partners',
  'Tidewater Benefits',
  'Umber Valley Advisors',
  'Vantage Plans',
  'Willow Creek Benefits',
  'Yarrow & Stone',
]

const master = { Id: 13, Name: 'Meridian Benefits' }

export const brokerRows = names.map((Name, index) => ({
  Id: index + 1,
  Name,
  MasterBroker: index % 3 === 1 ? master : null,
  EmployerGroups: (index * 7) % 43,
  Users: (index * 5) % 11,
}))

export const juniper = {
  Id: 10,
  Name: 'Juniper Benefit Advisors',
  MasterBroker: master,
  MasterBrokerId: 13,
  ProcessDependentsInCensus: true,
  SendWelcomeEmails: null,
  RequirePatientMfa: false,
  InvoicePeriodStartDay: 4,
  InvoicePeriodEndDay: 3,
  InvoiceGracePeriod: 10,
  BillingLookbackMonths: 3,
  EmployerGroupIds: [10, 3],
  UserIds: [2, 3],
  Version: 4,
}

export const brokerStubs: Stubs = {
  'GET /brokers/search': { Value: { Data: brokerRows, TotalRecords: 61, TotalPages: 3 } },
  'GET /brokers': { Value: brokerRows.map(({ Id, Name }) => ({ Id, Name })) },
  'GET /brokers/10': { Value: juniper },
  'GET /brokers/10/employers': {
    Value: [
      { Id: 1, Name: 'Harborline Logistics', GroupId: '10551' },
      { Id: 2, Name: 'Alder & Finch Bakeries', GroupId: '10218' },
      { Id: 3, Name: 'Copperline Electric Co-op', GroupId: '10366' },
      { Id: 4, Name: 'Kestrel Freight', GroupId: '10662' },
    ],
  },
  'GET /brokers/10/users': {
    Value: [
      { Id: 3, FullName: 'Sunniva Prewitt', Email: 'sunniva.prewitt@example.com' },
      { Id: 4, FullName: 'Owen Bracknell', Email: 'owen.bracknell@example.com' },
    ],
  },
  'GET /lists/billing/invoice-period-days': {
    Value: Array.from({ length: 31 }, (_, day) => ({ Name: String(day + 1), Value: day + 1 })),
  },
}
