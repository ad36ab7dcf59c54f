import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { page, stubCalls, valid } from '../../testing/calls'
import { me, renderRoute } from '../../testing/renderRoute'

const answers = (isTold: boolean) => ({
  'GET /brokers/search': page([]),
  'GET /users/1/announcements/1': valid(isTold),
  'POST /users/1/announcements/1': valid(true),
})

it('who has not been told what is new is told once, and opening it acknowledges it', async () => {
  const calls = stubCalls(answers(false))
  const { user } = await renderRoute('/brokers', { untold: true })
  const panel = await screen.findByRole('dialog', { name: 'Welcome back!' })
  await waitFor(() => expect(calls.of('POST /users/1/announcements/1')).toHaveLength(1))
  expect(within(panel).getByRole('heading', { name: 'A new look' })).toBeVisible()
  for (const text of [/View past invoices/, /membership breakdown per invoice/, /Pay invoices/])
    expect(within(panel).getByText(text)).toBeVisible()
  expect(within(panel).getByRole('link', { name: /quickstart guide/ })).toHaveAttribute(
    'href',
    '/ledgerwell-quickstart.pdf',
  )
  const [close] = within(panel).getAllByRole('button', { name: 'Close' })
  await user.click(close as HTMLElement)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('who has been told is left alone, and finds it in the menu', async () => {
  const calls = stubCalls(answers(true))
  const { user } = await renderRoute('/brokers', { untold: true })
  await waitFor(() => expect(calls.of('GET /users/1/announcements/1')).toHaveLength(1))
  expect(screen.queryByRole('dialog')).toBeNull()
  const [menu] = screen.getAllByRole('button', { name: /account menu/ })
  await user.click(menu as HTMLElement)
  await user.click(await screen.findByRole('menuitem', { name: 'Recent updates' }))
  expect(await screen.findByRole('dialog', { name: 'Welcome back!' })).toBeVisible()
})

it('who acts as somebody acknowledges nothing in the name of that one', async () => {
  const calls = stubCalls(answers(false))
  await renderRoute('/brokers', {
    untold: true,
    as: { ...me(), Impersonator: { Id: 9, FullName: 'Olive Marsh', Until: '2999-01-01T00:00:00Z' } },
  })
  await screen.findByRole('heading', { name: 'Brokers' })
  expect(calls.of('GET /users/1/announcements/1')).toHaveLength(0)
  expect(screen.queryByRole('dialog')).toBeNull()
})
