import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { page, refused, stubCalls, valid } from '../../testing/calls'
import { basics, groupAnswers } from '../../testing/groups'
import { renderRoute } from '../../testing/renderRoute'

const person = (
  Id: number,
  FullName: string,
  WelcomeSentOn: string | null = null,
  WelcomeDue = WelcomeSentOn === null,
) => ({
  Id,
  FullName,
  EmailAddress: `${FullName.toLowerCase().replace(' ', '.')}@example.com`,
  WelcomeSentOn,
  WelcomeDue,
})
const people = [
  person(1, 'Dov Abernathy'),
  person(2, 'Kira Bellweather', '2026-11-19T15:00:00Z'),
  person(3, 'Zora Dunmore'),
]

async function opened(eligible: readonly unknown[], more: Parameters<typeof stubCalls>[0] = {}) {
  const calls = stubCalls({
    ...groupAnswers(1),
    'GET /employees/search': page([]),
    'GET /employers/1/members/welcome-eligible': valid(eligible),
    ...more,
  })
  const { user } = await renderRoute('/employers/1/members?panel=welcome')
  const panel = within(await screen.findByRole('dialog', { name: 'Send Welcome Emails' }))
  await panel.findByText('Only active members with an email address will be shown below.')
  const send = (number: number) => panel.getByRole('button', { name: `Send Emails (${number})` })
  const box = (name: string | RegExp) => panel.getByRole('checkbox', { name })
  return { calls, user, panel, send, box }
}

it('all who were not welcomed yet are chosen at once; one can be left out', async () => {
  const { calls, user, panel, send, box } = await opened(people, {
    'POST /employers/1/members/send-welcome': valid({ Sent: 1, Skipped: 0 }),
  })
  await panel.findByText('Dov Abernathy')
  expect(send(0)).toBeDisabled()
  expect(box(/Kira Bellweather/)).toBeDisabled()
  expect(panel.getByText('Sent 11/19/2026')).toBeVisible()
  expect(panel.getByText('3, 1 of them welcomed already')).toBeVisible()
  await user.click(box('Select all'))
  expect(send(2)).toBeEnabled()
  await user.click(box(/Dov Abernathy/))
  expect(box('Select all')).toBePartiallyChecked()
  await user.click(send(1))
  expect(await screen.findByText('The welcome emails have been sent successfully!')).toBeVisible()
  expect(calls.last('POST /employers/1/members/send-welcome').body).toEqual({ EmployerId: 1, EmployeeIds: [3] })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('who has become active again since is welcomed again', async () => {
  const again = person(4, 'Ines Pellerin', '2024-03-01T15:00:00Z', true)
  const { calls, user, panel, send, box } = await opened([again], {
    'POST /employers/1/members/send-welcome': valid({ Sent: 1, Skipped: 0 }),
  })
  expect(await panel.findByText('Sent 03/01/2024')).toBeVisible()
  await user.click(box(/Ines Pellerin/))
  await user.click(send(1))
  await screen.findByText('The welcome emails have been sent successfully!')
  expect(calls.last('POST /employers/1/members/send-welcome').body).toMatchObject({ EmployeeIds: [4] })
})

it('who is no longer on the list is neither counted nor sent', async () => {
  let listed = people
  const { calls, user, panel, send, box } = await opened(people, {
    'GET /employers/1/members/welcome-eligible': (request) => valid(listed)(request),
    'POST /employers/1/members/send-welcome': (request) => {
      if (listed === people) {
        listed = people.slice(0, 1)
        return refused([
          { Key: 'EmployeeIds', Message: 'Only active members with an email address can receive a welcome email.' },
        ])(request)
      }
      return valid({ Sent: 1, Skipped: 0 })(request)
    },
  })
  await panel.findByText('Dov Abernathy')
  await user.click(box('Select all'))
  await user.click(send(2))
  await waitFor(() => expect(panel.queryByText('Zora Dunmore')).toBeNull())
  await user.click(send(1))
  await screen.findByText('The welcome emails have been sent successfully!')
  expect(calls.last('POST /employers/1/members/send-welcome').body).toMatchObject({ EmployeeIds: [1] })
})

it('all means those that the filter shows; what was chosen before stays chosen', async () => {
  const { user, panel, send, box } = await opened(people)
  await user.click(await panel.findByRole('checkbox', { name: /Dov Abernathy/ }))
  const filter = panel.getByRole('textbox', { name: 'Filter members' })
  await user.type(filter, 'DUNMORE zora@')
  expect(await panel.findByText('No results to display.')).toBeVisible()
  await user.clear(filter)
  await user.type(filter, 'dunmore zora')
  await waitFor(() => expect(panel.queryByText('Dov Abernathy')).toBeNull())
  await user.click(box('Select all'))
  expect(send(2)).toBeEnabled()
  await user.click(box('Select all'))
  expect(send(1)).toBeEnabled()
})

it('a filter without a match is cleared by a link', async () => {
  const { user, panel } = await opened(people)
  await user.type(await panel.findByRole('textbox', { name: 'Filter members' }), 'zebra')
  expect(await panel.findByText('No results to display.')).toBeVisible()
  await user.click(panel.getByRole('button', { name: 'Clear filter' }))
  expect(await panel.findByText('Dov Abernathy')).toBeVisible()
  expect(panel.getByRole('textbox', { name: 'Filter members' })).toHaveValue('')
})

it('of many a part is drawn, and all are chosen', async () => {
  const many = Array.from({ length: 450 }, (_, index) => person(index + 1, `Member ${index + 1}`))
  const { panel } = await opened(many)
  await panel.findByText('200 of 450 are shown.')
  // Finding by role or label and a click with its pointer take many seconds among so many; the first box is the one of all.
  const boxes = document.querySelectorAll('[role="dialog"] input[type="checkbox"]')
  expect(boxes).toHaveLength(201)
  const [all] = boxes
  if (all) fireEvent.click(all)
  expect(panel.getByText('Send Emails (450)').closest('button')).toBeEnabled()
})

it('says when there is nobody', async () => {
  const { panel } = await opened([])
  expect(await panel.findByText('There are no members eligible to receive a welcome email.')).toBeVisible()
})

it('says who got no second email because he was welcomed meanwhile', async () => {
  const { user, panel, send, box } = await opened(people, {
    'POST /employers/1/members/send-welcome': valid({ Sent: 1, Skipped: 1 }),
  })
  await panel.findByText('Dov Abernathy')
  await user.click(box('Select all'))
  await user.click(send(2))
  expect(await screen.findByText('1 member had been welcomed in the meantime and got no second email.')).toBeVisible()
  expect(screen.getByText('The welcome emails have been sent successfully!')).toBeVisible()
})

it('where nobody was sent one says so, and why', async () => {
  const { user, panel, send } = await opened(people, {
    'POST /employers/1/members/send-welcome': valid({ Sent: 0, Skipped: 1 }),
  })
  await user.click(await panel.findByRole('checkbox', { name: /Zora Dunmore/ }))
  await user.click(send(1))
  expect(
    await screen.findByText('No welcome email was sent: 1 member had been welcomed in the meantime.'),
  ).toBeVisible()
  expect(screen.queryByText('The welcome emails have been sent successfully!')).toBeNull()
})

it('a failure is a notice titled Error, and the choice stays', async () => {
  const { user, panel, send } = await opened(people, {
    'POST /employers/1/members/send-welcome': refused([
      { Key: 'EmployeeIds', Message: 'Zora Dunmore has no email address.' },
    ]),
  })
  await user.click(await panel.findByRole('checkbox', { name: /Zora Dunmore/ }))
  await user.click(send(1))
  const notices = within(await screen.findByRole('region', { name: 'Notices' }))
  expect(await notices.findByText('Error')).toBeVisible()
  expect(notices.getByText('Zora Dunmore has no email address.')).toBeVisible()
  expect(send(1)).toBeEnabled()
})

it('of a terminated group nobody is welcomed', async () => {
  const { panel } = await opened(people, {
    'GET /employers/1': valid({ ...basics(1), Status: 1, MayAddMembers: false }),
  })
  expect(panel.getByText('This group is in-active and member information cannot be modified.')).toBeVisible()
  expect(panel.queryByRole('button', { name: /Send Emails/ })).toBeNull()
})
