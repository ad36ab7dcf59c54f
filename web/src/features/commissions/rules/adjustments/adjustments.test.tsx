import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { page, refused, stubCalls, valid } from '../../../../testing/calls'
import { rule } from '../../../../testing/commissionRules'
import { renderRoute } from '../../../../testing/renderRoute'

const bonus = {
  Id: 21,
  Amount: 250,
  Reason: 'Bonus for Q3',
  Month: '2026-10-03',
  AddedBy: 'Dana Reyes',
  AddedOn: '2026-10-20T16:00:00.000Z',
  StatementId: null as number | null,
  StatementName: null as string | null,
  IsBilled: false,
}
const stated = {
  ...bonus,
  Id: 22,
  Amount: -40,
  Reason: 'Overpaid in June',
  StatementId: 7,
  StatementName: 'Acme - July 2026',
}
const billed = { ...stated, Id: 23, Reason: 'Correction', IsBilled: true }

const answers = {
  'GET /commission/rules': page([rule]),
  'GET /commission/rules/7': valid(rule),
  'GET /commission/rules/7/adjustments': valid([bonus, stated, billed]),
  'GET /api-services': page([{ Id: 3, Name: 'Main books' }]),
}
const add = 'POST /commission/rules/7/adjustments'
const address = '/commission/rules?panel=rule.7.adjustments'

afterEach(() => {
  vi.useRealTimers()
})

async function opened(more: Parameters<typeof stubCalls>[0] = {}, options?: Parameters<typeof renderRoute>[1]) {
  const calls = stubCalls({ ...answers, ...more })
  const { user, router } = await renderRoute(address, options)
  const panel = within(await screen.findByRole('dialog', { name: 'Commission Rule' }))
  await panel.findByRole('row', { name: /Bonus for Q3/ })
  return { calls, user, router, panel }
}

it('lists the adjustments of a rule with the statement that has each', async () => {
  const { panel } = await opened()
  expect(panel.getByRole('tab', { name: 'Adjustments' })).toHaveAttribute('aria-selected', 'true')
  const cells = panel
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .slice(0, 4)
        .map(({ textContent }) => textContent.trim()),
    )
  expect(cells).toEqual([
    ['Bonus for Q3', '$250.00', 'Oct 2026', 'In no statement yet'],
    ['Overpaid in June', '−$40.00', 'Oct 2026', 'Acme - July 2026'],
    ['Correction', '−$40.00', 'Oct 2026', 'Acme - July 2026 Billed'],
  ])
})

it('says when there are none', async () => {
  stubCalls({ ...answers, 'GET /commission/rules/7/adjustments': valid([]) })
  await renderRoute(address)
  expect(await screen.findByText('There are no adjustments of this rule.')).toBeVisible()
})

it('adds an amount, of last month unless told otherwise, and takes one off', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-15T15:00:00Z'), toFake: ['Date'] })
  const { calls, user, panel, router } = await opened({ [add]: valid(bonus) })
  for (const [sign, amount] of [
    ['Adds', 250],
    ['Takes off', -250],
  ] as const) {
    await user.click(panel.getByRole('button', { name: 'Add Adjustment' }))
    const form = within(await screen.findByRole('dialog', { name: 'Add Adjustment' }))
    expect(router.state.location.search).toMatchObject({ panel: 'rule.7.adjustments,adjustment.7' })
    expect(form.getByRole('button', { name: /Counts from/ })).toHaveTextContent('October 2026')
    await user.click(form.getByRole('radio', { name: sign }))
    await user.type(form.getByRole('textbox', { name: 'Amount' }), '250')
    await user.type(form.getByRole('textbox', { name: 'Reason' }), 'Bonus for Q3')
    await user.click(form.getByRole('button', { name: 'Add Adjustment' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Add Adjustment' })).toBeNull())
    expect(calls.last(add).body).toEqual({ Amount: amount, Month: '2026-10-01', Reason: 'Bonus for Q3' })
  }
  expect(screen.getAllByText('The adjustment has been added.').length).toBeGreaterThan(0)
  expect(calls.of('GET /commission/rules/7/adjustments')).toHaveLength(3)
})

it('the messages of the server stand under their fields, and the panel stays open', async () => {
  const errors = [
    { Key: 'Amount', Message: 'Amount is required.' },
    { Key: 'Reason', Message: 'Reason is required.' },
    { Key: 'Month', Message: 'Month must not be after December 2027.' },
  ]
  const { calls, user, panel } = await opened({ [add]: refused(errors) })
  await user.click(panel.getByRole('button', { name: 'Add Adjustment' }))
  const form = within(await screen.findByRole('dialog', { name: 'Add Adjustment' }))
  await user.click(form.getByRole('button', { name: 'Add Adjustment' }))
  for (const { Message } of errors) expect(await form.findByText(Message)).toBeVisible()
  expect(form.getByRole('textbox', { name: 'Amount' })).toBeInvalid()
  expect(form.getByRole('textbox', { name: 'Reason' })).toBeInvalid()
  expect(calls.of(add)).toHaveLength(1)
})

it('deletes one after a question that says what follows', async () => {
  const call = 'DELETE /commission/rules/7/adjustments/21'
  const { calls, user, panel } = await opened({ [call]: valid(null) })
  await user.click(panel.getByRole('button', { name: 'Actions for Bonus for Q3' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  const question = within(await screen.findByRole('dialog', { name: 'Delete Adjustment' }))
  expect(question.getByText('Delete the adjustment of $250.00?')).toBeVisible()
  expect(question.getByText('Bonus for Q3')).toBeVisible()
  expect(question.getByText(/No statement of the rule takes it up any more/)).toBeVisible()
  expect(calls.of(call)).toHaveLength(0)
  await user.click(question.getByRole('button', { name: 'Delete Adjustment' }))
  expect(await screen.findByText('The adjustment has been deleted.')).toBeVisible()
  expect(calls.of(call)).toHaveLength(1)
  expect(calls.of('GET /commission/rules/7/adjustments')).toHaveLength(2)
})

it.each([
  ['Overpaid in June', 'It stands in Acme - July 2026. Delete that statement first.'],
  ['Correction', 'It stands in Acme - July 2026, which has a bill. Add one of the opposite amount instead.'],
])('%s stands in a statement, and the menu says why it stays', async (reason, says) => {
  const { user, panel } = await opened()
  await user.click(panel.getByRole('button', { name: `Actions for ${reason}` }))
  expect(await screen.findByText(says)).toBeVisible()
})

it('a refusal of the server stands in the question', async () => {
  const Message = 'This adjustment stands in statement 7, Acme - July 2026. Delete that statement first.'
  const { user, panel } = await opened({
    'DELETE /commission/rules/7/adjustments/21': refused([{ Key: '', Message }]),
  })
  await user.click(panel.getByRole('button', { name: 'Actions for Bonus for Q3' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  const question = within(await screen.findByRole('dialog', { name: 'Delete Adjustment' }))
  await user.click(question.getByRole('button', { name: 'Delete Adjustment' }))
  expect(await question.findByText(Message)).toBeVisible()
})

it('who may not edit rules reads the adjustments only', async () => {
  stubCalls(answers)
  await renderRoute(`${address},adjustment.7`, { can: ['ViewCommissions'] })
  expect(screen.queryByRole('button', { name: 'Add Adjustment' })).toBeNull()
  expect(screen.queryByRole('dialog', { name: 'Add Adjustment' })).toBeNull()
})
