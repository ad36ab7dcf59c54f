import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { page, stubCalls } from '../../testing/calls'
import { groupAnswers } from '../../testing/groups'
import { renderRoute } from '../../testing/renderRoute'

const change = (Id: number, StatusName: string, EffectiveDate: string, IsCancelled = false) => ({ Id, Status: 0, StatusName, StatusColor: '#28a745', EffectiveDate, CreatedOn: `${EffectiveDate}T12:00:00Z`, IsCancelled })
const gideon = {
  Id: 5, EmployeeId: 5, EmployerId: 1, FirstName: 'Gideon', LastName: 'Eastlake', FullName: 'Gideon Eastlake', EmailAddress: 'gideon.eastlake@example.com', MobilePhone: '(813) 555-0142',
  HomePhone: null, Gender: 1, DateOfBirth: '1987-09-17', AddressLine1: '266 Foundry St', AddressLine2: null, City: 'Macon', State: 'GA', ZipCode: '31201', Status: 2, StatusName: 'Pending In-Active',
  StatusColor: '#fd7e14', PendingOn: '2026-12-01', PlanName: 'Family Plan', MemberType: 'Primary', OtherMemberId: 'HL-20463', EmployerProvidedId: '700440', BillingReferenceId: 'DRIVERS',
  PricingGroupId: 1, PricingGroup: { Id: 1, Name: 'Standard', Code: 'standard' }, EmployerGroup: { Id: 1, Name: 'Harborline Logistics', GroupId: '10551' }, PrimaryEmployeeId: null,
  StatusHistory: [change(4, 'Pending In-Active', '2026-12-01'), change(3, 'In-Active', '2025-06-01', true), change(2, 'Active', '2024-03-01')], CreatedOn: '2022-01-04T15:00:00Z', WelcomeSentOn: null,
  EmployeeLinkId: '0b1f6a52-6f0e-4a3b-9d4a-7f6f9330a518', Version: 1,
}
const lists = {
  ...groupAnswers(1), 'GET /employees/search': page([gideon], 587) }
const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent)

it('lists the members of a group, 24 to a page by id', async () => {
  const calls = stubCalls(lists)
  await renderRoute('/employers/1/members')
  const row = await screen.findByRole('row', { name: /Eastlake, Gideon/ })
  expect(within(row).getAllByRole('cell').map((cell) => cell.textContent)).toEqual([
    '', 'Family Plan', 'Eastlake, GideonPending In-Active', 'gideon.eastlake@example.com', 'Male', '09/17/1987', '266 Foundry St, Macon, GA 31201', 'HL-20463', 'Standard',
  ])
  expect(heads()).toEqual(['Plan', 'Name', 'Email', 'Gender', 'DOB', 'Address', 'Other ID', 'Pricing Group'])
  expect(Object.fromEntries(calls.last('GET /employees/search').url.searchParams)).toEqual({ GroupId: '1', Page: '1', PerPage: '24', OrderBy: 'Id', OrderDesc: 'false' })
})

it('the list of all groups also names the group and leads to it', async () => {
  const calls = stubCalls(lists)
  await renderRoute('/members')
  const row = await screen.findByRole('row', { name: /Eastlake, Gideon/ })
  expect(heads()).toEqual(['Plan', 'Name', 'Group', 'Email', 'Gender', 'DOB', 'Address', 'Other ID', 'Pricing Group'])
  expect(within(row).getByRole('link', { name: 'Harborline Logistics' })).toHaveAttribute('href', '/employers/1')
  expect(within(row).getByText('10551')).toBeVisible()
  expect(screen.queryByRole('button', { name: /Actions for/ })).toBeNull()
  expect(calls.last('GET /employees/search').url.searchParams.get('GroupId')).toBe('0')
})

it('sorts by last or by first name, and writes names in that order', async () => {
  const calls = stubCalls(lists)
  const { user } = await renderRoute('/members')
  await screen.findByText('Eastlake, Gideon')
  const sorted = async (name: string) => {
    await user.click(screen.getByRole('button', { name: 'Name' }))
    await user.click(await screen.findByRole('menuitem', { name }))
    const { searchParams } = calls.last('GET /employees/search').url
    return [searchParams.get('OrderBy'), searchParams.get('OrderDesc')]
  }
  expect(await sorted('First name')).toEqual(['FirstName', 'false'])
  expect(await screen.findByText('Gideon Eastlake')).toBeVisible()
  expect(await sorted('First name')).toEqual(['FirstName', 'true'])
  expect(screen.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending')
  expect(await sorted('Last name')).toEqual(['LastName', 'false'])
  expect(await screen.findByText('Eastlake, Gideon')).toBeVisible()
})

it('says no status of those who are active', async () => {
  stubCalls({ ...lists, 'GET /employees/search': page([{ ...gideon, Status: 0, StatusName: 'Active' }]) })
  await renderRoute('/employers/1/members')
  expect(await screen.findByRole('cell', { name: 'Eastlake, Gideon' })).toBeVisible()
})

it('searches', async () => {
  const calls = stubCalls(lists)
  const { user } = await renderRoute('/employers/1/members')
  await screen.findByText('Eastlake, Gideon')
  await user.type(screen.getByRole('searchbox', { name: 'Search members' }), 'foundry{Enter}')
  await screen.findByText('Eastlake, Gideon')
  expect(calls.last('GET /employees/search').url.searchParams.get('Term')).toBe('foundry')
})

it('a row opens to the details and the status history, newest first and with what was undone', async () => {
  stubCalls(lists)
  const { user } = await renderRoute('/members')
  await user.click(await screen.findByRole('button', { name: 'Details of Gideon Eastlake' }))
  const value = (term: string) => screen.getByText(term, { selector: 'dt' }).nextElementSibling?.textContent
  expect(['Plan', 'Member type', 'Status', 'Unique ID', 'Other ID', 'Pricing group', 'Email', 'Mobile', 'Home', 'Address', 'Global link ID', 'First name', 'Last name', 'Gender', 'Date of birth', 'Billing code', 'Date added'].map(value)).toEqual([
    'Family Plan', 'Primary', 'Pending In-Active', '700440', 'HL-20463', 'Standard', 'gideon.eastlake@example.com', '(813) 555-0142', '–', '266 Foundry St, Macon, GA 31201',
    '0b1f6a52-6f0e-4a3b-9d4a-7f6f9330a518', 'Gideon', 'Eastlake', 'Male', '09/17/1987', 'DRIVERS', '01/04/2022',
  ])
  const history = within(screen.getByRole('region', { name: 'Status history' })).getAllByRole('row').slice(1)
  expect(history.map((row) => row.textContent)).toEqual(['Pending In-Active12/01/2026', 'In-ActiveUndone06/01/2025', 'Active03/01/2024'])
})

it('says so when nobody is found', async () => {
  stubCalls({ 'GET /employees/search': page([]) })
  await renderRoute('/members?q=zebra')
  expect(await screen.findByText('No results to display.')).toBeVisible()
})
