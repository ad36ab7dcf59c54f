import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { businessDay } from '../../lib/format/dates'
import { page, refused, stubCalls, valid } from '../../testing/calls'
import { emptyCards } from '../../testing/groups'
import { renderRoute, renderShape } from '../../testing/renderRoute'
import { processedFile, sampleFile, sampleTask } from '../census/samples'
import { decidedAbove } from './overrides'
import { Renewal } from './renewal'

const basics = {
  Id: 7,
  GroupId: '10551',
  Name: 'Harborline Logistics',
  Broker: { Id: 10, Name: 'Juniper Benefit Advisors' },
  MasterBroker: null,
  EffectiveDate: '2022-01-01',
  TerminationDate: null,
  RenewalDate: '2031-01-01',
  Status: 0,
  StatusName: 'Active',
  StatusColor: '#28a745',
  AllowManualAdds: false,
  EnableInvoiceAccess: false,
  Version: 3,
}
const setting = { Value: true, IsOverridden: true }
const whole = {
  ...basics,
  BrokerId: 10,
  EffectiveSettings: {
    ProcessDependentsInCensus: setting,
    SendWelcomeEmails: setting,
    RequirePatientMfa: setting,
    BillingLookbackMonths: 3,
  },
  UtilizationMemberSource: 1,
  MedicalFeeTotal: null,
  MedicalFeeAfterHours: null,
  GlobalLinkIdentifier: 'f00d',
  BenefitServiceIds: [],
  ApiServiceIds: [],
  AccountingContactId: 5,
  DefaultPricingGroupName: 'x',
  DefaultPricingGroupRate: 49,
  DefaultAfterHoursFee: 5,
  TerminationGuardPercent: 10,
  TerminationGuardMinimum: 5,
}
const calls = {
  ...emptyCards(7),
  'GET /employers/7': valid(whole),
  'GET /employers/7/members/count': valid({ TotalMembers: 587, ActiveMembers: 412, InActiveMembers: 175 }),
  'GET /invoices': page([]),
  'GET /census/files': page([]),
  'GET /billing/7/pricing': page([
    {
      Id: 4,
      EmployerId: 7,
      Name: 'Per consult, standard',
      Rate: 52,
      IsArchived: false,
      RateChangeDisabled: false,
      CreatedOn: '2026-01-01T15:00:00Z',
      Version: 2,
    },
  ]),
  'GET /brokers': valid([]),
  'GET /brokers/10': valid({ Id: 10, Name: 'Juniper Benefit Advisors' }),
  'GET /benefits/services': valid([]),
  'GET /api-services': valid({ Data: [], TotalRecords: 0, TotalPages: 0 }),
}

it('shows who the group is, its counters, and defaults for the fees it lacks', async () => {
  stubCalls(calls)
  await renderRoute('/employers/7')
  expect(await screen.findByRole('heading', { name: 'Harborline Logistics' })).toBeVisible()
  expect(await screen.findByText('175')).toBeVisible()
  const info = screen.getByRole('region', { name: 'Info' })
  expect(within(info).getByText('$49.00')).toBeVisible()
  expect(within(info).getByText('$0.00')).toBeVisible()
  for (const text of ['Patient Platform', '10551', 'Juniper Benefit Advisors'])
    expect(within(info).getByText(text)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Billing' })).toHaveAttribute('href', '/employers/7/billing')
})

it('tells employees from dependents, and who is only about to begin or to end', async () => {
  const pending: Record<string, number> = { 3: 22, 2: 1 }
  const made = stubCalls({
    ...calls,
    'GET /employees/search': (request) => {
      const { searchParams } = new URL(request.url)
      return page([], searchParams.has('PrimariesOnly') ? 530 : pending[searchParams.get('Statuses') ?? ''], 1)(request)
    },
  })
  await renderRoute('/employers/7')
  expect(await screen.findByText('530 employees, 57 dependents')).toBeVisible()
  expect(screen.getByText('22 Pending Active').closest('dd')).toHaveTextContent('175')
  expect(screen.getByText(/1 Pending In-Active$/).closest('dd')).toHaveTextContent('412')
  expect(made.of('GET /employees/search').every(({ url }) => url.searchParams.get('GroupId') === '7')).toBe(true)
})

it('counters that do not load say so and are asked again', async () => {
  let isBroken = true
  stubCalls({
    ...calls,
    'GET /employers/7/members/count': (request) =>
      isBroken
        ? refused([{ Key: '', Message: 'Out of order.' }], 500)(request)
        : valid({ TotalMembers: 587, ActiveMembers: 412, InActiveMembers: 175 })(request),
  })
  const { user } = await renderRoute('/employers/7')
  const note = (await screen.findByText('The member counts did not load.')).closest('[role="status"]')
  expect(note).toHaveTextContent('Out of order.')
  isBroken = false
  if (note instanceof HTMLElement) await user.click(within(note).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('175')).toBeVisible()
})

it('choices that do not load are not taken for none', async () => {
  const broken = refused([{ Key: '', Message: 'Out of order.' }], 500)
  stubCalls({ ...calls, 'GET /brokers': broken, 'GET /employers/7/contacts': broken, 'GET /benefits/services': broken })
  await renderRoute('/employers/7?panel=group')
  const panel = await screen.findByRole('dialog', { name: 'Edit Group' })
  // Broker and master broker, three contacts, the benefit services.
  await waitFor(() => expect(within(panel).getAllByText(/The choices did not load: Out of order\./)).toHaveLength(6))
  expect(within(panel).queryByText('There are no contacts for this group.')).toBeNull()
})

it('a number that is emptied is asked for, not replaced by the usual one', async () => {
  const made = stubCalls(calls)
  const { user } = await renderRoute('/employers/7?panel=group')
  const panel = await screen.findByRole('dialog', { name: 'Edit Group' })
  const guard = await within(panel).findByLabelText('Ask before a file ends more than')
  await user.clear(guard)
  await user.click(within(panel).getByText('Save group'))
  await waitFor(() => expect(guard).toHaveAccessibleDescription('Termination Guard is required.'))
  expect(made.of('PUT /employers/7')).toHaveLength(0)
})

describe('the switch of dependents', () => {
  const free = { ...whole.EffectiveSettings, ProcessDependentsInCensus: { Value: false, IsOverridden: false } }
  const group = { ...whole, ProcessDependentsInCensus: false, EffectiveSettings: free }
  const judged = sampleFile({
    Tasks: [0, 1, 2, 3, 4].map((task) => sampleTask(task, { State: task < 2 ? 'Done' : 'NotRun' })),
  })

  it.each([
    ['waits, its rows judged', judged, 'For a census file that waits, run Validate Data again.'],
    ['is not judged yet', sampleFile(), ''],
    ['is imported', processedFile(), ''],
  ])('says what is to be done for a file that %s', async (_, file, says) => {
    stubCalls({
      ...calls,
      'GET /employers/7': valid(group),
      'GET /census/files': page([file]),
      'GET /brokers/10': valid({ ProcessDependentsInCensus: null }),
    })
    const { user } = await renderRoute('/employers/7?panel=group')
    const panel = await screen.findByRole('dialog', { name: 'Edit Group' })
    const dependents = await within(panel).findByLabelText('Process dependents in census')
    await screen.findByText('harborline.csv')
    expect(dependents).toHaveAccessibleDescription('')
    await user.click(dependents)
    expect(dependents).toHaveAccessibleDescription(says)
  })
})

it('others than those who edit see the basics only, and no billing', async () => {
  stubCalls({ ...calls, 'GET /employers/7': valid(basics) })
  await renderRoute('/employers/7', { can: ['ViewGroups'] })
  // The strip above says the renewal too, once its figures have come.
  const info = await screen.findByRole('region', { name: 'Info' })
  expect(await within(info).findByText('01/01/2031')).toBeVisible()
  expect(screen.queryByText('Medical copay')).toBeNull()
  expect(screen.queryByRole('link', { name: 'Billing' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull()
})

it('saving from the header says so in its own words, sends the version and keeps what it does not show', async () => {
  const made = stubCalls({ ...calls, 'PUT /employers/7': valid(whole) })
  const { user } = await renderRoute('/employers/7?panel=group')
  const panel = await screen.findByRole('dialog', { name: 'Edit Group' })
  await user.click(await within(panel).findByRole('button', { name: 'Save group' }))
  expect(await screen.findByText('The group has been updated successfully!')).toBeVisible()
  expect(screen.getByText('Success!')).toBeVisible()
  expect(made.last('PUT /employers/7').body).toMatchObject({ AccountingContactId: 5, BrokerId: 10, Version: 3 })
})

it('the fees are chosen among the pricing options of the group', async () => {
  const made = stubCalls({ ...calls, 'PUT /employers/7': valid(whole) })
  const { user } = await renderRoute('/employers/7?panel=group')
  const panel = await screen.findByRole('dialog', { name: 'Edit Group' })
  expect(
    await within(panel).findByText(
      "Each is one of the group's pricing options. The fee is collected from the patient before the consult and is added on top of regular group pricing.",
    ),
  ).toBeVisible()
  // By label and text: asking a form this long for roles is slow.
  await user.click(within(panel).getByLabelText(/^Medical copay, total/, { selector: 'input:not([type=hidden])' }))
  await user.click(await screen.findByRole('option', { name: 'Per consult, standard · $52.00' }))
  await user.click(within(panel).getByText('Save group'))
  expect(await screen.findByText('The group has been updated successfully!')).toBeVisible()
  expect(made.last('PUT /employers/7').body).toMatchObject({
    MedicalFeeTotalId: 4,
    MedicalFeePatientId: null,
    MedicalFeeAfterHoursId: null,
  })
})

it('a group that is gone or not yours is no page', async () => {
  stubCalls({ 'GET /employers/9': refused([{ Key: '', Message: 'Not found.' }], 404) })
  await renderRoute('/employers/9')
  expect(await screen.findByText('There is no such page')).toBeVisible()
})

it.each([
  [true, false, true],
  [false, true, false],
  [null, true, true],
  [null, null, undefined],
])('of a broker deciding %s and a master broker deciding %s, %s is in force', (own, master, expected) => {
  expect(decidedAbove('RequirePatientMfa', { RequirePatientMfa: own }, { RequirePatientMfa: master })).toBe(expected)
})

it.each([
  [42, false, 'plain'],
  [42, true, 'warn'],
  [14, false, 'warn'],
])('a renewal in %s days, alone %s, is %s', async (days, alone, kind) => {
  const on = new Date(Date.parse(businessDay(new Date())) + days * 86_400_000).toISOString().slice(0, 10)
  await renderShape(<Renewal on={on} alone={alone} />)
  expect(screen.getByText(`${days} days`)).toHaveAttribute('data-kind', kind)
})

it.each([
  ['', 'Harborline Logistics'],
  ['/members', 'Members · Harborline Logistics'],
  ['/census-files', 'Census Files · Harborline Logistics'],
  ['/billing/pricing', 'Pricing Options · Harborline Logistics'],
  ['/billing/pricing-groups', 'Pricing Groups · Harborline Logistics'],
])('the browser names the tab before the group: %s', async (path, title) => {
  stubCalls({ ...calls, 'GET /employees/search': page([]), 'GET /billing/7/pricing-groups': page([]) })
  await renderRoute(`/employers/7${path}`)
  await screen.findByRole('heading', { level: 1, name: 'Harborline Logistics' })
  expect(document.title).toBe(`${title} · Ledgerwell`)
})
