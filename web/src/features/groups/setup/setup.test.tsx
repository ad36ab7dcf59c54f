import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { page, stubCalls, valid } from '../../../testing/calls'
import { groupAnswers } from '../../../testing/groups'
import { renderRoute, renderShape } from '../../../testing/renderRoute'
import type { Setup } from '../../../shared/setup/queries'
import { SetupChecklist } from './SetupChecklist'

const step = (Step: string, Missing: string[] = [], RecordId: number | null = null) => ({ Step, Missing, RecordId })
const fresh: Setup = {
  IsDone: false,
  Steps: [
    step('Details', ['Tax ID', 'Billing address']),
    step('Pricing'),
    step('Plan', ['Billing plan']),
    step('Census', ['Members']),
    step('FirstBill', ['First snapshot']),
  ],
}
const show = async (setup: Setup) => {
  const calls = stubCalls({ ...groupAnswers(7), 'GET /employers/7/setup': valid(setup) })
  return { calls, ...(await renderShape(<SetupChecklist employerId={7} />)) }
}

it('lists five steps, each with what is missing and the way there', async () => {
  await show(fresh)
  const card = await screen.findByRole('region', { name: 'Until the first bill' })
  expect(within(card).getByText('1 of 5 done')).toBeVisible()
  const rows = within(card).getAllByRole('listitem')
  expect(rows).toHaveLength(5)
  expect(rows[0]).toHaveTextContent('Missing: Tax ID, Billing address')
  expect(rows[1]).toHaveTextContent('Done')
  expect(within(rows[1] as HTMLElement).queryByRole('link')).toBeNull()
  const ways = within(card)
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')])
  expect(ways).toEqual([
    ['Edit group', '/employers/7?panel=group'],
    ['Set up the plan', '/employers/7/billing/plans?panel=plan'],
    ['Upload census', '/employers/7/census-files?panel=census-upload.7'],
    ['Create the bill', '/employers/7/billing/snapshots?panel=snapshot'],
  ])
})

it('goes on with the plan and the file that are there already', async () => {
  await show({
    ...fresh,
    Steps: [
      step('Details'),
      step('Pricing'),
      step('Plan', ['ERP customer'], 12),
      step('Census', ['people.csv is not processed yet'], 41),
      step('FirstBill', ['First snapshot']),
    ],
  })
  expect(await screen.findByRole('link', { name: 'Set up the plan' })).toHaveAttribute(
    'href',
    '/employers/7/billing/plans?panel=plan.12',
  )
  expect(screen.getByText('Missing: people.csv is not processed yet')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Upload census' })).toHaveAttribute('href', '/census-files/41')
})

describe('a group that lacks its accounting contact', () => {
  const lacking = (...Missing: string[]): Setup => ({ ...fresh, Steps: [step('Details', Missing)] })
  const shown = async (setup: Setup, contacts: readonly object[]) => {
    stubCalls({
      ...groupAnswers(7),
      'GET /employers/7/setup': valid(setup),
      'GET /employers/7/contacts': valid(contacts),
      'GET /census/files': page([]),
      'GET /invoices': page([]),
      'GET /billing/7/pricing': page([]),
    })
    await renderRoute('/employers/7')
    return within(await screen.findByRole('region', { name: 'Until the first bill' }))
  }

  it('is led to its contacts, as the form has none to choose from', async () => {
    const card = await shown(lacking('Accounting contact'), [])
    expect(await card.findByRole('link', { name: 'Add contact' })).toHaveAttribute('href', '/employers/7?panel=contact')
    expect(card.queryByRole('link', { name: 'Edit group' })).toBeNull()
  })

  it('has both ways while more is missing', async () => {
    const card = await shown(lacking('Tax ID', 'Accounting contact'), [])
    await card.findByRole('link', { name: 'Add contact' })
    expect(card.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Edit group', 'Add contact'])
  })

  it('chooses one of its contacts in the form', async () => {
    const marisol = { Id: 5, Name: 'Marisol Tennant', Active: true }
    const card = await shown(lacking('Accounting contact'), [marisol])
    expect(await card.findByRole('link', { name: 'Edit group' })).toBeVisible()
    expect(card.queryByRole('link', { name: 'Add contact' })).toBeNull()
  })
})

it('is gone once the first bill stands', async () => {
  const { calls } = await show({ ...fresh, IsDone: true })
  await waitFor(() => expect(calls.of('GET /employers/7/setup')).toHaveLength(1))
  expect(screen.queryByRole('region', { name: 'Until the first bill' })).toBeNull()
})
