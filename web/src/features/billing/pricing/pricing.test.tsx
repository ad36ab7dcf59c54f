import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { page, refused, stubCalls, valid } from '../../../testing/calls'
import { groupAnswers } from '../../../testing/groups'
import { renderRoute } from '../../../testing/renderRoute'

const option = {
  Id: 4,
  EmployerId: 7,
  Name: 'Virtual Care PEPM',
  Rate: 12.5,
  IsArchived: false,
  RateChangeDisabled: true,
  CreatedOn: '2026-01-01T15:00:00Z',
  Version: 2,
}
const old = { ...option, Id: 5, Name: 'Virtual Care 2025', Rate: 11.75, IsArchived: true }
const standard = {
  Id: 1,
  EmployerId: 7,
  Name: 'Standard',
  Code: 'standard',
  PricingOption: { Id: 4, Name: 'Virtual Care PEPM', Rate: 12.5 },
  IsDefault: true,
  EnableImplicitDependentPricing: true,
  PrimaryMatchSuccessThreshold: 0.5,
  DependentMatchSuccessThreshold: 0.6,
  Version: 3,
}
const night = { ...standard, Id: 2, Name: 'Night drivers', Code: 'nightdrivers', IsDefault: false }
const calls = {
  ...groupAnswers(7),
  'GET /billing/7/pricing': page([option, old], 2, 25),
  'GET /billing/7/pricing/4': valid(option),
  'GET /billing/7/pricing-groups': page([standard, night], 2, 25),
  'GET /billing/7/pricing-groups/1': valid(standard),
  'GET /billing/7/pricing-groups/2': valid(night),
}
const options = '/employers/7/billing/pricing'
const groups = '/employers/7/billing/pricing-groups'

it('lists the pricing options, 25 to a page, archived ones with a label', async () => {
  const made = stubCalls(calls)
  await renderRoute(options)
  const row = await screen.findByRole('row', { name: /Virtual Care PEPM/ })
  expect(within(row).getByText('$12.50')).toBeVisible()
  expect(within(row).getByText('01/01/2026')).toBeVisible()
  expect(within(screen.getByRole('row', { name: /Virtual Care 2025/ })).getByText('Archived')).toBeVisible()
  expect(Object.fromEntries(made.last('GET /billing/7/pricing').url.searchParams)).toEqual({
    Page: '1',
    PerPage: '25',
    OrderBy: 'Id',
    OrderDesc: 'false',
  })
  expect(screen.getByRole('link', { name: 'Pricing Groups' })).toHaveAttribute('href', groups)
})

it('those who may only look get no button and no panel', async () => {
  stubCalls(calls)
  await renderRoute(`${options}?panel=pricing`, { can: ['ViewGroups', 'ViewBilling'] })
  await screen.findByRole('row', { name: /Virtual Care PEPM/ })
  expect(screen.queryByRole('button', { name: 'New Option' })).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('a new option has a name and a rate, and cannot be archived yet', async () => {
  const made = stubCalls({ ...calls, 'POST /billing/7/pricing': valid(option) })
  const { user } = await renderRoute(options)
  await user.click(await screen.findByRole('button', { name: 'New Option' }))
  const panel = await screen.findByRole('dialog', { name: 'Pricing Option' })
  await user.type(within(panel).getByRole('textbox', { name: 'Name' }), 'Night drivers')
  await user.type(within(panel).getByRole('textbox', { name: 'Rate' }), '1x2.505')
  expect(within(panel).queryByRole('switch', { name: /^Archived/ })).toBeNull()
  await user.click(within(panel).getByRole('button', { name: 'Save pricing option' }))
  expect(await screen.findByText('The pricing option has been created.')).toBeVisible()
  expect(made.last('POST /billing/7/pricing').body).toMatchObject({ Name: 'Night drivers', Rate: 12.5, Version: null })
})

it('a rate that invoices have cannot be changed; archiving is told under its field when refused', async () => {
  const message =
    'This pricing option cannot be archived because the default pricing group uses it. Choose another option there first.'
  const made = stubCalls({ ...calls, 'PUT /billing/7/pricing/4': refused([{ Key: 'IsArchived', Message: message }]) })
  const { user } = await renderRoute(`${options}?panel=pricing.4`)
  const panel = await screen.findByRole('dialog', { name: 'Pricing Option' })
  expect(
    await within(panel).findByText(
      'The rate cannot be modified because this pricing option is associated with invoices.',
    ),
  ).toBeVisible()
  expect(within(panel).getByRole('textbox', { name: 'Rate' })).toBeDisabled()
  await user.click(within(panel).getByRole('switch', { name: /^Archived/ }))
  await user.click(within(panel).getByRole('button', { name: 'Save pricing option' }))
  expect((await within(panel).findAllByText(message))[0]).toBeInTheDocument()
  expect(made.last('PUT /billing/7/pricing/4').body).toEqual({
    Name: 'Virtual Care PEPM',
    Rate: 12.5,
    IsArchived: true,
    Version: 2,
  })
})

it('lists the pricing groups with their code, price, and which is the default', async () => {
  stubCalls(calls)
  await renderRoute(groups)
  const row = await screen.findByRole('row', { name: /Standard/ })
  expect(within(row).getByText('Default')).toBeVisible()
  expect(within(row).getByText('standard')).toBeVisible()
  expect(within(row).getByText('$12.50')).toBeVisible()
  expect(within(screen.getByRole('row', { name: /Night drivers/ })).queryByText('Default')).toBeNull()
})

it('leaving the name fills an empty code and never one that was typed', async () => {
  const made = stubCalls({ ...calls, 'POST /billing/7/pricing-groups': valid(night) })
  const { user } = await renderRoute(`${groups}?panel=pricing-group`)
  const panel = await screen.findByRole('dialog', { name: 'Create Pricing Group' })
  const name = within(panel).getByRole('textbox', { name: 'Name' })
  await user.type(name, 'Night Drivers')
  await user.tab()
  expect(within(panel).getByRole('textbox', { name: 'Code' })).toHaveValue('nightdrivers')
  await user.type(name, ' 2')
  await user.tab()
  expect(within(panel).getByRole('textbox', { name: 'Code' })).toHaveValue('nightdrivers')
  expect(within(panel).queryByRole('switch', { name: /^Default/ })).toBeNull()
  await user.click(within(panel).getByRole('button', { name: 'Save pricing group' }))
  expect(await screen.findByText('The pricing group has been created.')).toBeVisible()
  expect(made.last('POST /billing/7/pricing-groups').body).toEqual({
    Name: 'Night Drivers 2',
    Code: 'nightdrivers',
    PricingOptionId: null,
    IsDefault: null,
    EnableImplicitDependentPricing: true,
    PrimaryMatchSuccessThreshold: 0.5,
    DependentMatchSuccessThreshold: 0.5,
    Version: null,
  })
})

it('another pricing group can be made the default, the default cannot be unmade', async () => {
  const made = stubCalls({ ...calls, 'PUT /billing/7/pricing-groups/2': valid(night) })
  const first = await renderRoute(`${groups}?panel=pricing-group.2`)
  const panel = await screen.findByRole('dialog', { name: 'Edit Pricing Group' })
  await first.user.click(await within(panel).findByRole('switch', { name: /^Default/ }))
  await first.user.click(within(panel).getByRole('button', { name: 'Save pricing group' }))
  expect(await screen.findByText('The pricing group has been updated.')).toBeVisible()
  expect(made.last('PUT /billing/7/pricing-groups/2').body).toMatchObject({
    IsDefault: true,
    PricingOptionId: 4,
    DependentMatchSuccessThreshold: 0.6,
    Version: 3,
  })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await first.router.navigate({ to: '.', search: { panel: 'pricing-group.1' } })
  expect(await screen.findByRole('switch', { name: /^Default/ })).toBeDisabled()
  expect(screen.getByText('A group needs a default pricing group. Make another one the default instead.')).toBeVisible()
})

it('a threshold that is emptied is asked for, and a negative one is said to be wrong', async () => {
  const wrong = { Key: 'PrimaryMatchSuccessThreshold', Message: 'The threshold must be from 0 to 1.' }
  const made = stubCalls({ ...calls, 'PUT /billing/7/pricing-groups/2': refused([wrong]) })
  const { user } = await renderRoute(`${groups}?panel=pricing-group.2`)
  const panel = await screen.findByRole('dialog', { name: 'Edit Pricing Group' })
  const threshold = await within(panel).findByRole('textbox', { name: 'Primary match success threshold' })
  await user.clear(threshold)
  await user.click(within(panel).getByRole('button', { name: 'Save pricing group' }))
  await waitFor(() => expect(threshold).toHaveAccessibleDescription('Primary Match Success Threshold is required.'))
  expect(made.of('PUT /billing/7/pricing-groups/2')).toHaveLength(0)
  await user.type(threshold, '-1')
  await user.click(within(panel).getByRole('button', { name: 'Save pricing group' }))
  await waitFor(() => expect(threshold).toHaveAccessibleDescription(wrong.Message))
  expect(made.last('PUT /billing/7/pricing-groups/2').body).toMatchObject({ PrimaryMatchSuccessThreshold: -1 })
})
