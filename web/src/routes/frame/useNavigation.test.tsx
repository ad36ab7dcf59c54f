import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { api, done } from '../../api/client'
import type { Action } from '../../session/session'
import { page, refused, stubCalls, valid } from '../../testing/calls'
import { basics } from '../../testing/groups'
import { renderRoute } from '../../testing/renderRoute'

const groupUser: readonly Action[] = ['UseOwnAccount', 'ViewGroups', 'ViewMembers', 'ViewCensus', 'ViewInvoices']
const navigation = () => within(screen.getByRole('navigation', { name: 'Main' }))

/** The navigation of somebody who sees the group 7 alone. */
async function ofOneGroup(EnableInvoiceAccess: boolean) {
  stubCalls({
    'GET /employers/search': page([{ Id: 7 }]),
    'GET /employers/7': valid({ ...basics(7), EnableInvoiceAccess }),
  })
  const { client } = await renderRoute('/nowhere', { can: groupUser })
  await waitFor(() => expect(client.getQueryData(['groups', 7])).toBeDefined())
  return navigation()
}

it('offers no invoices to who sees one group without invoice access', async () => {
  const shown = await ofOneGroup(false)
  expect(shown.getByRole('link', { name: 'Members' })).toBeVisible()
  expect(shown.queryByRole('link', { name: 'Invoices' })).toBeNull()
  expect(shown.queryByRole('heading', { name: 'Money' })).toBeNull()
})

it('offers them where the group has it', async () => {
  const shown = await ofOneGroup(true)
  expect(await shown.findByRole('link', { name: 'Invoices' })).toBeVisible()
})

it.each([
  ['several groups', page([{ Id: 7 }], 2)],
  ['groups that did not load', refused([{ Key: '', Message: 'Out of order.' }], 500)],
])('offers them to who sees %s', async (_, answer) => {
  stubCalls({ 'GET /employers/search': answer })
  await renderRoute('/nowhere', { can: groupUser })
  expect(await navigation().findByRole('link', { name: 'Invoices' })).toBeVisible()
})

it.each<Action>(['ViewBilling', 'ViewBrokers'])('asks nothing for those who may do more: %s', async (more) => {
  const made = stubCalls({})
  await renderRoute('/nowhere', { can: [...groupUser, more] })
  expect(navigation().getByRole('link', { name: 'Invoices' })).toBeVisible()
  expect(made.of('GET /employers/search')).toHaveLength(0)
})

it('counts anew after a change, wherever it was made', async () => {
  let waiting = 2
  const kind = (Count: number) => ({ Kind: 'Drafts', Title: 'Drafts', Area: 'Billing', IsBad: false, Count, Items: [] })
  const made = stubCalls({
    'GET /work-queue': (request) => valid({ Total: waiting, Kinds: [kind(waiting)] })(request),
    'DELETE /census/files/7': valid(null),
  })
  await renderRoute('/nowhere', { can: ['ViewWorkQueue', 'ViewBilling'] })
  expect(await navigation().findByRole('link', { name: 'Billing Runs, 2 need you' })).toBeVisible()
  waiting = 1
  const remove = () => done(api.DELETE('/api/v1/census/files/{id}', { params: { path: { id: 7 } } }))
  await Promise.all([remove(), remove()])
  expect(await navigation().findByRole('link', { name: 'Billing Runs, 1 needs you' })).toBeVisible()
  expect(made.of('GET /work-queue'), 'both changes are one question').toHaveLength(2)
})
