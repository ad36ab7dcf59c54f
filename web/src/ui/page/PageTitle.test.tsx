import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { page, stubCalls, valid } from '../../testing/calls'
import { renderRoute } from '../../testing/renderRoute'

const lists = Object.fromEntries(['brokers', 'employers', 'employees'].map((name) => [`GET /${name}/search`, page([])]))
const calls = { ...lists, 'GET /census/files': page([]), 'GET /auth/sessions': valid([]) }

it.each([
  ['/brokers', 'Brokers'],
  ['/employers', 'Employer Groups'],
  ['/members', 'Members'],
  ['/census-files', 'Files'],
  ['/account', 'Your account'],
  ['/forgot-password', 'Reset your password'],
  ['/nowhere', 'Not found'],
])('the tab of %s is called like its heading, %s', async (address, heading) => {
  stubCalls(calls)
  await renderRoute(address)
  expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeInTheDocument()
  expect(document.title).toBe(`${heading} · Ledgerwell`)
})

it('follows from page to page', async () => {
  stubCalls(calls)
  const { router } = await renderRoute('/brokers')
  expect(document.title).toBe('Brokers · Ledgerwell')
  await router.navigate({ to: '/members' })
  await screen.findByRole('heading', { level: 1, name: 'Members' })
  expect(document.title).toBe('Members · Ledgerwell')
})
