import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { page, stubCalls, valid } from '../../testing/calls'
import { basics, groupAnswers } from '../../testing/groups'
import { renderRoute } from '../../testing/renderRoute'
import { sampleChange, sampleMember } from './samples'

const gideon = sampleMember({
  Status: 2,
  StatusName: 'Pending In-Active',
  PendingOn: '2026-12-01',
  StatusHistory: [
    sampleChange(4, 'Pending In-Active', '2026-12-01', { CreatedBy: 'Sunniva Prewitt' }),
    sampleChange(3, 'In-Active', '2025-06-01', { IsCancelled: true }),
    sampleChange(2, 'Active', '2024-03-01'),
  ],
})
const lists = { ...groupAnswers(1), 'GET /employees/search': page([gideon], 587) }
const everybody = [0, 1, 2, 3].map((Status) =>
  sampleMember({
    Id: 10 + Status,
    FirstName: 'Member',
    LastName: String(Status),
    FullName: `Member ${Status}`,
    Status,
  }),
)
const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent)

it('lists the members of a group, 24 to a page by id', async () => {
  const calls = stubCalls(lists)
  await renderRoute('/employers/1/members')
  const row = await screen.findByRole('row', { name: /Eastlake, Gideon/ })
  expect(
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual([
    '',
    '',
    'Family Plan',
    'Eastlake, GideonPending In-Active',
    'gideon.eastlake@example.com',
    'Male',
    '09/17/1987',
    '266 Foundry St, Macon, GA 31201',
    'HL-20463',
    'Standard',
    '',
  ])
  expect(heads()).toEqual([
    '',
    'Plan',
    'Name',
    'Email',
    'Gender',
    'DOB',
    'Address',
    'Other ID',
    'Pricing Group',
    'Actions',
  ])
  expect(Object.fromEntries(calls.last('GET /employees/search').url.searchParams)).toEqual({
    GroupId: '1',
    Page: '1',
    PerPage: '24',
    OrderBy: 'Id',
    OrderDesc: 'false',
  })
})

it('the list of all groups also names the group and leads to it', async () => {
  const calls = stubCalls(lists)
  await renderRoute('/members')
  const row = await screen.findByRole('row', { name: /Eastlake, Gideon/ })
  expect(heads()).toEqual([
    '',
    'Plan',
    'Name',
    'Group',
    'Email',
    'Gender',
    'DOB',
    'Address',
    'Other ID',
    'Pricing Group',
  ])
  expect(within(row).getByRole('link', { name: 'Harborline Logistics' })).toHaveAttribute('href', '/employers/1')
  expect(within(row).getByText('10551')).toBeVisible()
  expect(screen.queryByRole('button', { name: /Actions for/ })).toBeNull()
  expect(screen.queryByRole('button', { name: 'New Member' })).toBeNull()
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

it('names the employee of a dependent below its name', async () => {
  const tom = sampleMember({ Id: 20, FirstName: 'Tom', LastName: 'Reed', FullName: 'Tom Reed' })
  const ada = sampleMember({ Id: 21, FirstName: 'Ada', LastName: 'Reed', FullName: 'Ada Reed', PrimaryEmployeeId: 20 })
  const ivy = { ...ada, Id: 22, FirstName: 'Ivy', LastName: 'Moss', FullName: 'Ivy Moss' }
  const dependents = [ada, ivy].map((one) => ({ ...one, PrimaryEmployeeName: 'Tom Reed' }))
  stubCalls({ ...lists, 'GET /employees/search': page([...dependents, tom]) })
  await renderRoute('/employers/1/members')
  expect(await screen.findByRole('cell', { name: /^Reed, Ada ?Dependent of Tom$/ })).toBeVisible()
  expect(screen.getByRole('cell', { name: /^Moss, Ivy ?Dependent of Tom Reed$/ })).toBeVisible()
  expect(screen.getByRole('cell', { name: 'Reed, Tom' })).toBeVisible()
})

it('leaves out of plan and pricing what the row says already, but for those who hear it', async () => {
  const pricing = { Id: 3, Name: 'Harborline Logistics Standard Pricing' }
  const other = { Id: 4, Name: 'Drivers' }
  const rows = [
    { ...gideon, PricingGroup: pricing },
    { ...gideon, Id: 6, FullName: 'Nils Farrowby', FirstName: 'Nils', LastName: 'Farrowby', PricingGroup: other },
  ]
  stubCalls({ ...lists, 'GET /employees/search': page(rows) })
  await renderRoute('/employers/1/members')
  const row = within(await screen.findByRole('row', { name: /Eastlake, Gideon/ }))
  const seen = (name: string) =>
    [...row.getByRole('cell', { name }).childNodes]
      .filter((node) => !(node instanceof HTMLElement && node.className === 'visually-hidden'))
      .map(({ textContent }) => textContent)
      .join('')
      .trim()
  expect(seen('Harborline Logistics Standard Pricing')).toBe('Standard')
  expect(seen('Family Plan')).toBe('Family')
  expect(screen.getByRole('cell', { name: 'Drivers' })).toBeVisible()
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
  expect(
    [
      'Plan',
      'Member type',
      'Status',
      'Unique ID',
      'Other ID',
      'Pricing group',
      'Email',
      'Mobile',
      'Home',
      'Address',
      'Global link ID',
      'First name',
      'Last name',
      'Gender',
      'Date of birth',
      'Billing code',
      'Date added',
    ].map(value),
  ).toEqual([
    'Family Plan',
    'Primary',
    'Pending In-Active',
    '700440',
    'HL-20463',
    'Standard',
    'gideon.eastlake@example.com',
    '(813) 555-0142',
    '-',
    '266 Foundry St, Macon, GA 31201',
    '0b1f6a52-6f0e-4a3b-9d4a-7f6f9330a518',
    'Gideon',
    'Eastlake',
    'Male',
    '09/17/1987',
    'DRIVERS',
    '01/04/2022',
  ])
  const history = within(screen.getByRole('region', { name: 'Status history' }))
    .getAllByRole('row')
    .slice(1)
  expect(history.map((row) => row.textContent)).toEqual([
    'Pending In-Active12/01/202612/01/2026',
    'In-ActiveUndone06/01/202506/01/2025',
    'Active03/01/202403/01/2024',
  ])
})

it('says so when nobody is found', async () => {
  stubCalls({ 'GET /employees/search': page([]) })
  await renderRoute('/members?q=zebra')
  expect(await screen.findByText('No results to display.')).toBeVisible()
})

it.each([
  ['active', 0, ['Edit Member', 'Terminate Member']],
  ['in-active', 1, ['Edit Member', 'Activate Member']],
  ['pending in-active', 2, ['Edit Member', 'Undo Pending Status Change']],
  ['pending active', 3, ['Edit Member', 'Undo Pending Status Change']],
])('offers what may be done with an %s member', async (_, status, actions) => {
  stubCalls({ ...lists, 'GET /employees/search': page(everybody) })
  const { user } = await renderRoute('/employers/1/members')
  await user.click(await screen.findByRole('button', { name: `Actions for Member ${status}` }))
  expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual(actions)
})

it('the head has New Member and a menu with the emails and the census', async () => {
  stubCalls(lists)
  const { user, router } = await renderRoute('/employers/1/members')
  expect(await screen.findByRole('button', { name: 'New Member' })).toBeEnabled()
  await user.click(screen.getByRole('button', { name: 'Actions for members' }))
  expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual([
    'Send Welcome Emails',
    'Download Member Census',
  ])
  await user.click(screen.getByRole('menuitem', { name: 'Download Member Census' }))
  expect(await screen.findByRole('dialog', { name: 'Download Member Census' })).toBeVisible()
  expect(router.state.location.search).toEqual({ panel: 'member-census' })
})

it.each([
  [
    'an in-active group',
    { Status: 1, MayAddMembers: false },
    'This group is in-active and member information cannot be modified.',
  ],
  [
    'a group that takes members from files only',
    { Status: 0, MayAddMembers: false },
    'Members of this group may not be added by hand.',
  ],
])('in %s New Member is disabled, with the reason in words', async (_, more, why) => {
  stubCalls({ ...lists, 'GET /employers/1': valid({ ...basics(1), ...more }) })
  await renderRoute('/employers/1/members')
  expect(await screen.findByRole('button', { name: 'New Member' })).toBeDisabled()
  expect(screen.getByText(why)).toBeVisible()
})

it('who may only look has neither New Member nor row menus, and the address opens no editor', async () => {
  stubCalls(lists)
  await renderRoute('/employers/1/members?panel=member.5', { can: ['ViewGroups', 'ViewMembers'] })
  await screen.findByText('Eastlake, Gideon')
  expect(screen.queryByRole('button', { name: 'New Member' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Actions for Gideon Eastlake' })).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
})
