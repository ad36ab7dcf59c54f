/** The start page tells what waits, and one click leads to its fix. */
import { expect } from 'vitest'
import { Gate } from '../pages/Gate'
import { Screen } from '../pages/Screen'
import { journey } from '../support/journey'

journey('an administrator fixes the rows of a file from the start page', async ({ visitor }) => {
  await new Gate(visitor).signIn('dana.reyes@demo.example')
  const screen = new Screen(visitor)
  await screen.heading('Home').waitFor()
  const errors = visitor.page.getByRole('region', { name: 'Census files with errors' })
  await errors.waitFor()
  await visitor.page.getByRole('region', { name: 'Renewals within 60 days' }).waitFor()
  await visitor.look('home')
  await screen.entry('Census Files').waitFor()
  const fix = errors.getByRole('link', { name: /^Fix Rows/ }).first()
  await fix.click()
  await visitor.page.waitForURL(/\/census-files\/\d+\/fix$/)
})

journey('a group user sees only the work of its group', async ({ visitor }) => {
  await new Gate(visitor).signIn('mirela.varga@demo.example')
  const screen = new Screen(visitor)
  await screen.heading('Home').waitFor()
  await visitor.page.getByRole('group', { name: 'Work' }).waitFor()
  expect(await visitor.page.getByRole('button', { name: /^Renewals/ }).count()).toBe(0)
  await visitor.look('home of a group user')
})
