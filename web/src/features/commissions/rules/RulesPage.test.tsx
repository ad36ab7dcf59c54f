import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { page, refused, stubCalls, valid } from '../../../testing/calls'
import { planRow, plans, rule } from '../../../testing/commissionRules'
import { renderRoute } from '../../../testing/renderRoute'

const lists = {
  'GET /commission/rules': page([rule], 38),
  'GET /commission/rules/7': valid(rule),
  'GET /commission/rules/7/plans': valid(plans),
  'GET /brokers': valid([
    { Id: 5, Name: 'Redwood Partners' },
    { Id: 6, Name: 'Juniper Advisors' },
  ]),
  'GET /brokers/5/billing-plans': valid([
    planRow(0, { BillingLineItemId: 31, CommissionPayoutRate: 0 }),
    planRow(0, { BillingLineItemId: 32, BillingLineItemName: 'Vision PEPM', CommissionPayoutRate: 0 }),
    planRow(0, { BillingLineItemId: 77, BillingLineItemName: 'Dental PEPM', CommissionPayoutRate: 0 }),
  ]),
  'GET /api-services': page([{ Id: 3, Name: 'Main books' }]),
}

it('lists the rules by Id, 24 to a page, below the pages of the area, and is where the area begins', async () => {
  const calls = stubCalls(lists)
  const { router } = await renderRoute('/commission')
  const row = await screen.findByRole('row', { name: /Redwood Rule/ })
  expect(router.state.location.pathname).toBe('/commission/rules')
  expect(
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(expect.arrayContaining(['Redwood Rule 2026', 'Redwood Brokerage', '2', '07/20/2026']))
  expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual(
    expect.arrayContaining(['Name', 'Payee', 'Groups', 'Created']),
  )
  expect(Object.fromEntries(calls.last('GET /commission/rules').url.searchParams)).toEqual({
    Page: '1',
    PerPage: '24',
    OrderBy: 'Id',
    OrderDesc: 'false',
  })
  const pages = within(screen.getByRole('navigation', { name: 'Commission' }))
  expect(pages.getByRole('link', { name: 'Commission Snapshots' })).toHaveAttribute('href', '/commission/snapshots')
})

it('the area of those who see statements alone begins with these', async () => {
  stubCalls({ ...lists, 'GET /commission/snapshots': page([]) })
  const { router } = await renderRoute('/commission', { can: ['UseOwnAccount', 'ViewStatements'] })
  expect(await screen.findByRole('heading', { name: 'Commission Snapshots' })).toBeVisible()
  expect(router.state.location.pathname).toBe('/commission/snapshots')
  expect(screen.queryByRole('navigation', { name: 'Commission' })).toBeNull()
})

it('who may not see commissions finds no page', async () => {
  stubCalls(lists)
  await renderRoute('/commission/rules', { can: ['ViewGroups'] })
  expect(screen.queryByRole('heading', { name: 'Commission Rules' })).toBeNull()
})

it('a row opens to its line-item rules', async () => {
  stubCalls(lists)
  const { user } = await renderRoute('/commission/rules')
  await user.click(await screen.findByRole('button', { name: 'Details of Redwood Rule 2026' }))
  const table = within(await screen.findByRole('region', { name: 'Line-Item Rules' }))
  expect(table.getByText('Vision PEPM')).toBeVisible()
  expect(table.getByText('Marlow $0.30, Agency $0.20')).toBeVisible()
})

it('a rule that was created is edited next, and the list is asked again', async () => {
  const calls = stubCalls({ ...lists, 'POST /commission/rules': valid(rule) })
  const { user, router } = await renderRoute('/commission/rules')
  await user.click(await screen.findByRole('button', { name: 'New Rule' }))
  const panel = within(await screen.findByRole('dialog', { name: 'Commission Rule' }))
  expect(panel.queryByRole('tab', { name: 'Billing Plans' })).toBeNull()
  expect(panel.getByRole('combobox', { name: /ERP vendor/ })).toBeDisabled()
  expect(panel.getByRole('button', { name: 'Select Billing Plans' })).toBeDisabled()
  await user.type(panel.getByRole('textbox', { name: 'Name' }), 'Redwood Rule 2026')
  await user.type(panel.getByRole('textbox', { name: 'Payee' }), 'Redwood Brokerage')
  await user.click(panel.getByRole('button', { name: 'Create rule' }))
  expect(await screen.findByText('The commission rule has been created.')).toBeVisible()
  expect(calls.last('POST /commission/rules').body).toMatchObject({
    RuleId: 0,
    Name: 'Redwood Rule 2026',
    PayeeName: 'Redwood Brokerage',
    BrokerId: null,
    ErpVendorId: '',
    BillingPlanIds: [],
    OnPaidOnly: false,
  })
  expect(await screen.findByRole('tab', { name: 'Billing Plans' })).toBeVisible()
  expect(router.state.location.search).toMatchObject({ panel: 'rule.7' })
  expect(calls.of('GET /commission/rules').length).toBeGreaterThan(1)
})

it.each([
  ['Name', 'Name', 'Name is required.'],
  ['ApiServiceId', /ERP account/, 'There is no such ERP account.'],
  ['ErpVendorId', /ERP vendor/, 'An ERP Vendor needs an ERP account: choose that first.'],
  ['BillNumberSuffix', /Bill number suffix/, 'Bill Number Suffix must be at most 7 characters.'],
])('an error of the server on %s stands under its field, and the panel stays open', async (Key, name, Message) => {
  const calls = stubCalls({ ...lists, 'PUT /commission/rules/7': refused([{ Key, Message }]) })
  const { user } = await renderRoute('/commission/rules?panel=rule.7')
  const panel = within(await screen.findByRole('dialog', { name: 'Commission Rule' }))
  const field = await panel.findByRole('textbox', { name: 'Name' })
  await waitFor(() => expect(field).toHaveValue('Redwood Rule 2026'))
  await user.click(panel.getByRole('button', { name: 'Save rule' }))
  expect(await panel.findByText(Message)).toBeVisible()
  const wrong = panel.queryByRole('textbox', { name }) ?? panel.getByRole('combobox', { name })
  expect(wrong).toBeInvalid()
  expect(calls.last('PUT /commission/rules/7').body).toMatchObject({ RuleId: 7, Version: 4, ErpVendorId: '71' })
})

it('another ERP account empties the vendor, and no payee found says so', async () => {
  stubCalls({
    ...lists,
    'GET /api-services': page([
      { Id: 3, Name: 'Main books' },
      { Id: 4, Name: 'Suite' },
    ]),
    'GET /erp/vendors': valid([]),
  })
  const { user } = await renderRoute('/commission/rules?panel=rule.7')
  const panel = within(await screen.findByRole('dialog', { name: 'Commission Rule' }))
  const vendor = await panel.findByRole('combobox', { name: /ERP vendor/ })
  await waitFor(() => expect(vendor).toHaveValue('Redwood Inc.'))
  await user.click(panel.getByRole('combobox', { name: /ERP account/ }))
  await user.click(await screen.findByRole('option', { name: 'Suite' }))
  const emptied = panel.getByRole('combobox', { name: /ERP vendor/ })
  expect(emptied).toHaveValue('')
  await user.type(emptied, 'zz')
  expect(await screen.findByText('No payees matched your search.', {}, { timeout: 3000 })).toBeVisible()
})

it('another broker says that the lines of others leave the rule', async () => {
  stubCalls(lists)
  const { user } = await renderRoute('/commission/rules?panel=rule.7')
  const panel = within(await screen.findByRole('dialog', { name: 'Commission Rule' }))
  const broker = await panel.findByRole('combobox', { name: /Broker/ })
  await waitFor(() => expect(broker).toHaveValue('Redwood Partners'))
  await user.click(broker)
  await user.click(await screen.findByRole('option', { name: 'Juniper Advisors' }))
  expect(panel.getByText(/Of the 3 lines of the rule/)).toBeVisible()
  expect(panel.getByText('Save the rule with its broker first.')).toBeVisible()
})

it('the menu of a rule leads to its plans, and asks before it generates a statement', async () => {
  const Message = 'There are no billable line items for this rule and billing period.'
  const calls = stubCalls({
    ...lists,
    'POST /commission/rules/7/snapshots/generate': refused([{ Key: 'BillingPeriod', Message }]),
  })
  const { user, router } = await renderRoute('/commission/rules')
  await user.click(await screen.findByRole('button', { name: 'Actions for Redwood Rule 2026' }))
  expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
    'Edit Details',
    'Manage Plans',
    'Generate Statement',
  ])
  await user.click(screen.getByRole('menuitem', { name: 'Generate Statement' }))
  const question = within(await screen.findByRole('dialog', { name: 'Generate Statement' }))
  expect(calls.of('POST /commission/rules/7/snapshots/generate')).toHaveLength(0)
  await user.click(question.getByRole('button', { name: 'Generate Statement' }))
  expect(await screen.findByText(Message)).toBeVisible()
  await user.click(question.getByRole('button', { name: 'Cancel' }))
  await user.click(await screen.findByRole('button', { name: 'Actions for Redwood Rule 2026' }))
  await user.click(screen.getByRole('menuitem', { name: 'Manage Plans' }))
  expect(router.state.location.search).toMatchObject({ panel: 'rule.7.plans' })
})

it('a statement that was generated says so', async () => {
  const calls = stubCalls({
    ...lists,
    'POST /commission/rules/7/snapshots/generate': valid({ Id: 1, GroupsLeft: ['Ash', 'Birch'] }),
  })
  const { user } = await renderRoute('/commission/rules')
  await user.click(await screen.findByRole('button', { name: 'Actions for Redwood Rule 2026' }))
  await user.click(screen.getByRole('menuitem', { name: 'Generate Statement' }))
  const question = within(await screen.findByRole('dialog', { name: 'Generate Statement' }))
  await user.click(question.getByRole('button', { name: 'Generate Statement' }))
  expect(await screen.findByText('The commission statement has been created.')).toBeVisible()
  expect(screen.getByText('Ash, Birch have left the broker of the rule.')).toBeVisible()
  expect(calls.last('POST /commission/rules/7/snapshots/generate').body).toEqual({ BillingPeriod: null })
})

it.each([
  ['term-2', 'Bills get the terms Net 30 of this account.'],
  ['', 'This account names no terms for bills.'],
])('an ERP account %s tells the terms of its bills', async (CommissionBillSalesTermId, says) => {
  const account = { Id: 3, Name: 'Main books', QuickbooksConfigs: [{ CommissionBillSalesTermId }], NetSuiteConfigs: [] }
  const calls = stubCalls({
    ...lists,
    'GET /commission/rules/7': valid({ ...rule, ApiServiceId: 3 }),
    'GET /api-services/3': valid(account),
    'GET /erp/terms': valid([{ Id: 'term-2', Name: 'Net 30' }]),
  })
  await renderRoute('/commission/rules?panel=rule.7')
  expect(await screen.findByText(says)).toBeVisible()
  expect(calls.last('GET /erp/terms').url.search).toBe('?ApiServiceId=3')
})
