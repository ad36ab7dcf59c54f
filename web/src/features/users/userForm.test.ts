import { expect, it } from 'vitest'
import { foreignGroups, mayHaveBroker, needsBroker, newUser, toInput, toValues, whyNoGroups } from './userForm'

const values = {
  ...newUser,
  FirstName: 'Owen',
  LastName: 'Bracknell',
  EmailAddress: 'owen@example.com',
  BrokerId: 10,
  EmployerGroupIds: [1, 2],
}
const stored = {
  Id: 7,
  FirstName: 'Owen',
  LastName: 'Bracknell',
  FullName: 'Owen Bracknell',
  Email: 'owen@example.com',
  EmailAddress: 'owen@example.com',
  PhoneNumber: null,
  RoleId: 3,
  Role: { Id: 3, Name: 'Account Manager' },
  Broker: { Id: 10, Name: 'Juniper Benefit Advisors' },
  IsDisabled: false,
  EmployerGroupIds: [1, 2],
  HasSecondFactor: false,
  MayEdit: true,
  MayResetPassword: true,
  Version: 5,
}

it.each([
  { role: 1, broker: null, needs: false, groups: [] },
  { role: 2, broker: 10, needs: true, groups: [] },
  { role: 3, broker: 10, needs: true, groups: [1, 2] },
  { role: 4, broker: 10, needs: false, groups: [1, 2] },
])('role $role sends only what it has a use for', ({ role, broker, needs, groups }) => {
  expect(toInput({ ...values, RoleId: role }, undefined)).toMatchObject({
    UserId: 0,
    RoleId: role,
    BrokerId: broker,
    EmployerGroupIds: groups,
    Version: null,
  })
  expect(mayHaveBroker(role)).toBe(broker !== null)
  expect(needsBroker(role)).toBe(needs)
  expect(whyNoGroups(role) === false).toBe(groups.length > 0)
})

it('a loaded user goes back as it came, with its id and version', () => {
  expect(toInput(toValues(stored), stored)).toEqual({
    UserId: 7,
    FirstName: 'Owen',
    LastName: 'Bracknell',
    EmailAddress: 'owen@example.com',
    PhoneNumber: '',
    RoleId: 3,
    BrokerId: 10,
    EmployerGroupIds: [1, 2],
    IsDisabled: false,
    Version: 5,
  })
})

it.each([
  { broker: 10, foreign: [3] },
  { broker: 12, foreign: [1, 3] },
  { broker: 13, foreign: [1, 2] },
  { broker: null, foreign: [] },
])('of groups 1 to 4, broker $broker has nothing to do with $foreign', ({ broker, foreign }) => {
  const groups = [
    { Id: 1, BrokerId: 10, MasterBrokerId: null },
    { Id: 2, BrokerId: 12, MasterBrokerId: 10 },
    { Id: 3, BrokerId: 13 },
  ]
  // The fourth is not known.
  expect(foreignGroups([1, 2, 3, 4], groups, broker)).toEqual(foreign)
})
