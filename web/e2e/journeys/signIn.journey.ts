/** Signing in and out, forgotten passwords, and sessions that end. */
import { expect } from 'vitest'
import { Gate } from '../pages/Gate'
import { journey } from '../support/journey'
import { linkMailedTo } from '../support/mail'
import { demoPassword, makeAdministrator } from '../support/program'

const password = 'nine herons on the weir'

journey('the sign-in leads to the page one wanted and out again', async ({ visitor }) => {
  const gate = new Gate(visitor)
  await visitor.page.goto('/brokers?sort=Name')
  await visitor.look('sign in')
  await gate.enter('dana.reyes@demo.example', demoPassword)
  await gate.heading('Brokers').waitFor()
  expect(new URL(visitor.page.url()).search).toBe('?sort=Name')
  await visitor.look('brokers')
  // Going back to a list while signed out asks for it once, and is told so.
  visitor.expects(/status of 401/)
  await gate.signOut()
  await visitor.page.goBack()
  await gate.heading('Sign in').waitFor()
})

journey('a wrong password says so, and five of them lock the address', async ({ program, visitor }) => {
  const email = 'locked.out@journeys.example'
  await makeAdministrator(program, email, password)
  visitor.expects(/status of 429/)
  const gate = new Gate(visitor)
  await visitor.page.goto('/sign-in')
  for (let tries = 0; tries < 5; tries += 1) {
    await gate.enter(email, `wrong ${tries} and long enough`)
    await gate.isRefused('The e-mail address or the password is not right.')
  }
  await gate.enter(email, password)
  await gate.isRefused('Too many tries. Wait a few minutes, then try again.')
  await visitor.look('locked out')
})

journey('a forgotten password is set anew by mail', async ({ program, visitor }) => {
  const email = 'forgetful@journeys.example'
  await makeAdministrator(program, email, 'it was something long')
  const gate = new Gate(visitor)
  await visitor.page.goto('/sign-in')
  await gate.askForReset(email)
  await visitor.look('mail is on its way')
  await visitor.page.goto(await linkMailedTo(program, email))
  await visitor.look('choose a new password')
  await gate.setPassword(password)
  await visitor.page.getByRole('link', { name: 'Back to sign-in' }).click()
  await gate.enter(email, 'it was something long')
  await gate.isRefused('The e-mail address or the password is not right.')
  await gate.enter(email, password)
  await gate.navigation.waitFor()
})

journey(
  'a session that was ended elsewhere leads back to the page one was on',
  async ({ program, visitor, another }) => {
    const email = 'two.places@journeys.example'
    await makeAdministrator(program, email, password)
    visitor.expects(/status of 401/)
    const here = new Gate(visitor)
    await here.signIn(email, password, '/brokers?sort=Name')
    await here.listed(/brokers$/)

    const elsewhere = new Gate(await another())
    await elsewhere.signIn(email, password, '/account')
    await elsewhere.button('End others').click()
    await (await elsewhere.panel('End other sessions')).press('End other sessions')
    await elsewhere.noticed('Your other sessions have ended.')

    await here.button('Refresh').click()
    await visitor.page.getByText('Your session has ended. Sign in to go on where you were.').waitFor()
    await visitor.look('session has ended')
    await here.enter(email, password)
    await here.heading('Brokers').waitFor()
    expect(new URL(visitor.page.url()).search).toBe('?sort=Name')
  },
)
