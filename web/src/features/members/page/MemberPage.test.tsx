import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Action } from '../../../session/session'
import { page, refused, stubCalls, valid } from '../../../testing/calls'
import { basics } from '../../../testing/groups'
import { renderRoute } from '../../../testing/renderRoute'
import { stubScreen } from '../../../testing/screens'
import { sampleMember } from '../samples'

const ana = sampleMember({ Id: 9, EmployerId: 7, FirstName: 'Ana', LastName: 'Abel', FullName: 'Ana Abel' })
const relative = (Id: number, FullName: string, MemberType: string) => ({
  Id,
  EmployerId: 7,
  FullName,
  DateOfBirth: '2010-05-17',
  MemberType,
  StatusName: 'Active',
})
const billed = (InvoiceNumber: string, BilledMonth: string, Amount: number) => ({
  InvoiceId: 3,
  InvoiceNumber,
  BillingPlanName: 'Medical',
  BillingPeriod: '2026-07',
  BilledMonth,
  LineName: 'PEPM',
  IsCredit: Amount < 0,
  Amount,
})

const answers = {
  'GET /employers/7': valid(basics(7)),
  'GET /employees/9': valid(ana),
  'GET /employees/9/family': valid([relative(9, 'Ana Abel', 'Primary'), relative(11, 'Bo Abel', 'Dependent')]),
  'GET /employees/9/bills': valid([billed('000002', '2026-06', -10), billed('000001', '2026-06', 10)]),
  'GET /employees/9/neighbours': valid({ PreviousId: null, NextId: 12 }),
  'GET /audit': page([]),
}

it('shows who a member is, the family, the status over time and what was billed', async () => {
  stubCalls(answers)
  await renderRoute('/employers/7/members/9')
  expect(await screen.findByRole('heading', { level: 1, name: 'Ana Abel' })).toBeVisible()
  const family = await screen.findByRole('region', { name: 'Family' })
  expect(await within(family).findByRole('link', { name: 'Bo Abel' })).toHaveAttribute(
    'href',
    '/employers/7/members/11',
  )
  expect(within(family).queryByText('Ana Abel')).toBeNull()
  const rows = within(await screen.findByRole('region', { name: 'Billed months' })).getAllByRole('row')
  expect(rows.slice(1).map((row) => row.textContent)).toEqual([
    'PEPMJun 2026\u2212$10.00000002',
    'PEPMJun 2026$10.00000001',
  ])
  expect(screen.getByRole('region', { name: 'History' })).toBeVisible()
})

const entry = (Id: number, ActionText: string, Changes: object[] = []) => ({
  Id,
  At: '2026-11-20T14:14:00Z',
  UserName: 'Dana Reyes',
  ActingAsName: null,
  Action: 'member.update',
  ActionText,
  Subject: 'member',
  SubjectId: 9,
  EmployerId: 7,
  Cause: null,
  CauseId: null,
  Changes,
})

it('a member that no list led to has the ways to those beside it in the roster', async () => {
  const bea = { ...ana, Id: 12, EmployeeId: 12, FirstName: 'Bea', FullName: 'Bea Abel' }
  stubCalls({
    ...answers,
    'GET /employees/12': valid(bea),
    'GET /employees/12/family': valid([]),
    'GET /employees/12/bills': valid([]),
    'GET /employees/12/neighbours': valid({ PreviousId: 9, NextId: null }),
  })
  const { user } = await renderRoute('/employers/7/members/9')
  expect(await screen.findByRole('button', { name: 'Previous record' })).toBeDisabled()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Next record' })).toBeEnabled())
  await user.click(screen.getByRole('button', { name: 'Next record' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Bea Abel' })).toBeVisible()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Previous record' })).toBeEnabled())
  expect(screen.getByRole('button', { name: 'Next record' })).toBeDisabled()
})

it('the history leads to the census file that changed the member', async () => {
  const byFile = { ...entry(1, 'Member changed'), Cause: 'census_file', CauseId: 31, CauseName: 'july.csv' }
  stubCalls({ ...answers, 'GET /audit': page([byFile]) })
  await renderRoute('/employers/7/members/9')
  const history = within(await screen.findByRole('region', { name: 'History' }))
  const link = await history.findByRole('link', { name: 'census file july.csv' })
  expect(link).toHaveAttribute('href', '/census-files/31')
})

it('the history has the margins of a card, and a gender is the word of the form', async () => {
  const changed = { Field: 'Gender', FieldText: 'Gender', Before: '2', After: '1' }
  stubCalls({ ...answers, 'GET /audit': page([entry(1, 'Member changed', [changed])]) })
  await renderRoute('/employers/7/members/9')
  const history = within(await screen.findByRole('region', { name: 'History' }))
  expect(await history.findByText('Male')).toBeVisible()
  expect(history.getByText('Female')).toBeVisible()
  expect(history.getByRole('region', { name: 'What was recorded' }).closest('.part')).not.toBeNull()
})

it('the history follows a change of the status', async () => {
  let entries = [entry(1, 'Member created')]
  stubCalls({
    ...answers,
    'GET /audit': (request) => page(entries)(request),
    'POST /employees/9/terminate': (request) => {
      entries = [entry(2, 'Member ended'), ...entries]
      return valid({ ...ana, Version: 2 })(request)
    },
  })
  const { user } = await renderRoute('/employers/7/members/9')
  const history = within(await screen.findByRole('region', { name: 'History' }))
  expect(await history.findByText('Member created')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Terminate Member' }))
  const panel = within(await screen.findByRole('dialog', { name: 'Change Status' }))
  await user.click(await panel.findByRole('button', { name: 'Terminate Member' }))
  expect(await history.findByText('Member ended')).toBeVisible()
})

it('shows what was billed without scrolling sideways on a narrow screen', async () => {
  stubScreen(true)
  stubCalls(answers)
  await renderRoute('/employers/7/members/9')
  const billedCard = within(await screen.findByRole('region', { name: 'Billed' }))
  expect(await billedCard.findByRole('button', { name: 'View 000002' })).toBeVisible()
  expect(billedCard.getByText('\u2212$10.00')).toBeVisible()
  expect(billedCard.queryByRole('columnheader')).toBeNull()
})

const cy = sampleMember({ Id: 12, EmployerId: 7, FirstName: 'Cy', LastName: 'Cole', FullName: 'Cy Cole' })
const dee = sampleMember({ Id: 13, EmployerId: 8, FirstName: 'Dee', LastName: 'Dunn', FullName: 'Dee Dunn' })

it('leads on to the next and the previous member of the list that it was opened from, also on the next page', async () => {
  stubCalls({
    ...answers,
    'GET /employees/search': (request) =>
      new URL(request.url).searchParams.get('Page') === '2' ? page([dee], 27)(request) : page([ana, cy], 27)(request),
    'GET /employers/8': valid(basics(8)),
    'GET /employees/12': valid(cy),
    'GET /employees/12/family': valid([]),
    'GET /employees/12/bills': valid([]),
    'GET /employees/13': valid(dee),
    'GET /employees/13/family': valid([]),
    'GET /employees/13/bills': valid([]),
  })
  const { user, router } = await renderRoute('/members')
  const shows = async (name: string) => {
    expect(await screen.findByRole('heading', { level: 1, name })).toBeVisible()
  }
  await user.click(await screen.findByRole('link', { name: 'Abel, Ana' }))
  await shows('Ana Abel')
  expect(screen.getByRole('button', { name: 'Previous record' })).toBeDisabled()
  await user.click(screen.getByRole('button', { name: 'Next record' }))
  await shows('Cy Cole')
  await user.keyboard('j')
  await shows('Dee Dunn')
  expect(router.state.location.pathname).toBe('/employers/8/members/13')
  expect(screen.getByRole('button', { name: 'Next record' })).toBeDisabled()
  await user.keyboard('k')
  await shows('Cy Cole')
  router.history.back()
  expect(await screen.findByRole('heading', { level: 1, name: 'Members' })).toBeVisible()
})

it('opens the editor in place', async () => {
  stubCalls({ ...answers, 'GET /billing/7/pricing-groups-list': valid([]), 'GET /billing/7/billing-codes': valid([]) })
  const { user, router } = await renderRoute('/employers/7/members/9')
  await user.click(await screen.findByRole('button', { name: 'Edit Member' }))
  expect(await screen.findByRole('dialog', { name: 'Edit Member' })).toBeVisible()
  await waitFor(() => expect(router.state.location.search).toEqual({ panel: 'member.9' }))
})

it('who sees no invoices of the group asks for none, and who sees no audit has no history', async () => {
  const can: Action[] = ['ViewGroups', 'ViewMembers', 'ViewInvoices']
  const calls = stubCalls({ ...answers, 'GET /employers/7': valid({ ...basics(7), EnableInvoiceAccess: false }) })
  await renderRoute('/employers/7/members/9', { can })
  expect(await screen.findByRole('heading', { level: 1, name: 'Ana Abel' })).toBeVisible()
  expect(screen.queryByRole('region', { name: 'Billed' })).toBeNull()
  expect(screen.queryByRole('region', { name: 'History' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Edit Member' })).toBeNull()
  expect(calls.of('GET /employees/9/bills')).toEqual([])
})

it.each(['/employers/8/members/9', '/employers/7/members/12', '/employers/7/members/abc', '/employers/7/members/0'])(
  'a member that is not there, or of another group, is missing: %s',
  async (address) => {
    const missing = refused([{ Key: '', Message: 'Not found.' }], 404)
    stubCalls({ ...answers, 'GET /employers/8': valid(basics(8)), 'GET /employees/12': missing })
    await renderRoute(address)
    expect(await screen.findByText('There is no such page')).toBeVisible()
  },
)
