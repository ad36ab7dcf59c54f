/** Invented users for the pictures. */
import { brokerStubs } from './brokerStubs'
import type { Stubs } from './served'

const roles = ['Administrator', 'Broker Administrator', 'Account Manager', 'Group User'].map((Name, index) => ({
  Id: index + 1,
  Name,
}))
const brokers = [
  { Id: 10, Name: 'Juniper Benefit Advisors' },
  { Id: 13, Name: 'Meridian Benefits' },
  { Id: 3, Name: 'Coastal Plan Partners' },
]

const names = [
  'Dana Reyes',
  'Sunniva Prewitt',
  'Hollis Yarrow',
  'Owen Bracknell',
  'Mirela Varga',
  'Ines Calder',
  'Tobias Quill',
  'Amara Lindqvist',
  'Percy Dunmore',
  'Rosalind Okafor',
  'Emeka Farrow',
  'Linnea Hartwell',
  'Casimir Vole',
  'Beatrix Thornbury',
  'Anselm Greer',
  'Odalys Marchetti',
  'Fergus Lomax',
  'Wilhelmina Ash',
  'Joaquin Pell',
  'Saoirse Whitlock',
  'Idris Calloway',
  'Maren Osgood',
  'Lucan Trevelyan',
  'Philippa Nettleship-Abernathy',
]

const userRows = names.map((FullName, index) => {
  const role = roles[index === 0 ? 0 : index === 1 || index % 7 === 5 ? 1 : index % 3 === 1 ? 3 : 2]
  const [FirstName, LastName] = FullName.split(' ')
  return {
    Id: index + 1,
    FirstName,
    LastName,
    FullName,
    Email: `${FullName.toLowerCase().replace(' ', '.')}@example.com`,
    PhoneNumber: index % 5 === 4 ? null : `(813) 555-${String(1042 + index * 137).padStart(4, '0')}`,
    RoleId: role?.Id,
    Role: role,
    Broker: index === 0 || role?.Id === 4 ? null : brokers[index % 3],
    IsDisabled: index === 8,
    LastSignInOn: index === 5 ? null : '2026-11-20T14:02:00Z',
    MayEdit: true,
    MayResetPassword: true,
  }
})

const groups = [
  { Id: 10, Name: 'Harborline Logistics', GroupId: '10551', BrokerId: 10, MasterBrokerId: 3 },
  { Id: 3, Name: 'Copperline Electric Co-op', GroupId: '10366', BrokerId: 3, MasterBrokerId: null },
  { Id: 13, Name: 'Kestrel Freight', GroupId: '10662', BrokerId: 10, MasterBrokerId: 13 },
  { Id: 9, Name: 'Granite Peak Outfitters', GroupId: '10514', BrokerId: 3, MasterBrokerId: null },
]

export const hollis = {
  ...userRows[2],
  EmailAddress: 'hollis.yarrow@example.com',
  BrokerId: 3,
  EmployerGroupIds: [10, 3],
  HasSecondFactor: true,
  Version: 4,
}

/** A drawing in place of a QR code; the real one comes from the server. */
const cells = Array.from({ length: 29 * 29 }, (_, at) => ({ x: at % 29, y: Math.floor(at / 29) })).filter(
  ({ x, y }) => (x * 7 + y * 13 + ((x * y) % 5)) % 3 === 0,
)
const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 29 29"><path d="${cells.map(({ x, y }) => `M${x} ${y}h1v1h-1z`).join('')}"/></svg>`

const session = (Id: number, UserAgent: string, IsCurrent: boolean) => ({
  Id,
  CreatedOn: `2026-11-${20 - Id}T14:00:00Z`,
  LastSeenOn: '2026-11-20T15:00:00Z',
  IsCurrent,
  UserAgent,
  Ip: '203.0.113.7',
})

export const userStubs: Stubs = {
  ...brokerStubs,
  'GET /users': { Value: { Data: userRows, TotalRecords: 61, TotalPages: 3 } },
  'GET /users/3': { Value: hollis },
  'GET /roles': { Value: roles },
  'GET /employers': { Value: groups },
  'GET /settings/security': { Value: { SecondFactorRoleIds: [2], Version: 1 } },
  'GET /auth/sessions': {
    Value: [
      session(1, 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', true),
      session(
        2,
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
        false,
      ),
    ],
  },
  'GET /work-digest': { Value: { IsWanted: false } },
  'GET /auth/keys': {
    Value: [
      {
        Id: 1,
        Name: 'Nightly roster export',
        Prefix: 'lw_8f21c0',
        CreatedOn: '2026-11-01T12:00:00Z',
        ExpiresOn: '2027-01-30T12:00:00Z',
        LastUsedOn: '2026-11-20T05:05:00Z',
      },
      {
        Id: 2,
        Name: 'Payroll',
        Prefix: 'lw_41d9e7',
        CreatedOn: '2026-10-11T12:00:00Z',
        ExpiresOn: '2027-10-11T12:00:00Z',
        LastUsedOn: null,
      },
    ],
  },
  'POST /auth/keys': {
    Value: {
      Id: 3,
      Name: 'Invoice import',
      Prefix: 'lw_77aa31',
      CreatedOn: '2026-11-20T12:00:00Z',
      ExpiresOn: '2027-02-18T12:00:00Z',
      LastUsedOn: null,
      Key: 'lw_77aa31e2b95d4c0f8a1e6b7d3c9f2a5e4b8d7c6a',
    },
  },
  'POST /auth/second-factor': {
    Value: { Secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', Uri: 'otpauth://totp/Ledgerwell', QrCode: picture },
  },
  'POST /auth/second-factor/confirm': {
    Value: { RecoveryCodes: Array.from({ length: 10 }, (_, index) => `K7QMB-${'ABCDEFGHIJ'[index]}XW3T`) },
  },
}
