import { screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { renderShape } from '../../testing/renderRoute'
import { restoreDensity } from './density'
import { UserMenu } from './UserMenu'

beforeEach(() => localStorage.clear())

async function openMenu() {
  const [onAccount, onUpdates, onSignOut] = [vi.fn(), vi.fn(), vi.fn()]
  const { user } = await renderShape(
    <UserMenu
      name="Dana Reyes"
      role="Administrator"
      onAccount={onAccount}
      onUpdates={onUpdates}
      onSignOut={onSignOut}
    />,
  )
  await user.click(screen.getByRole('button', { name: 'Dana Reyes, Administrator: account menu' }))
  return { user, onAccount, onUpdates, onSignOut }
}

it('leads to the account and the recent updates, and signs out', async () => {
  const { user, onAccount, onUpdates, onSignOut } = await openMenu()
  await user.click(await screen.findByRole('menuitem', { name: 'Your account' }))
  expect(onAccount).toHaveBeenCalledOnce()
  await user.click(screen.getByRole('button'))
  await user.click(await screen.findByRole('menuitem', { name: 'Recent updates' }))
  expect(onUpdates).toHaveBeenCalledOnce()
  await user.click(screen.getByRole('button'))
  await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
  expect(onSignOut).toHaveBeenCalledOnce()
})

it('changes the appearance', async () => {
  const { user } = await openMenu()
  await user.click(await screen.findByRole('menuitem', { name: 'Appearance: As the system' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Appearance: Light' }))
  expect(document.documentElement).toHaveAttribute('data-mantine-color-scheme', 'dark')
})

it('changes the height of rows, also for the next visit', async () => {
  const { user } = await openMenu()
  await user.click(await screen.findByRole('menuitem', { name: 'Rows: Compact' }))
  expect(document.documentElement).toHaveAttribute('data-density', 'comfort')
  document.documentElement.removeAttribute('data-density')
  restoreDensity()
  expect(document.documentElement).toHaveAttribute('data-density', 'comfort')
  await user.click(screen.getByRole('menuitem', { name: 'Rows: Comfortable' }))
  expect(document.documentElement).not.toHaveAttribute('data-density')
})
