import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { page, refused, stubCalls, valid } from '../../testing/calls'
import { emptyCards } from '../../testing/groups'
import { renderRoute } from '../../testing/renderRoute'
import { wholeGroup } from '../../testing/wholeGroup'

const marisol = {
  Id: 5,
  ContactId: 5,
  EmployerGroupId: 7,
  Name: 'Marisol Tennant',
  FirstName: 'Marisol',
  LastName: 'Tennant',
  EmailAddress: 'marisol.tennant@example.com',
  PhoneNumber: '8135550142',
  Department: 'Human Resources',
  Notes: null,
  Active: true,
  Version: 4,
}
const owen = {
  ...marisol,
  Id: 6,
  ContactId: 6,
  Name: 'Owen Bracknell',
  FirstName: 'Owen',
  LastName: 'Bracknell',
  EmailAddress: null,
  Department: 'Accounting',
  Active: false,
}
const calls = {
  ...emptyCards(7),
  'GET /employers/7': valid({ ...wholeGroup(7), HrContactId: 5, ProducerContactId: 5 }),
  'GET /employers/7/members/count': valid({ TotalMembers: 0, ActiveMembers: 0, InActiveMembers: 0 }),
  'GET /employers/7/contacts': valid([marisol, owen]),
  'GET /employers/7/contacts/5': valid(marisol),
  'GET /invoices': page([]),
  'GET /census/files': page([]),
  'GET /billing/7/pricing': page([]),
}
const card = () => screen.findByRole('region', { name: 'Contacts' })

it('names the contacts of a group, what they answer for, and how to write to them', async () => {
  stubCalls(calls)
  await renderRoute('/employers/7')
  const contacts = await card()
  expect(await within(contacts).findByText('Human Resources')).toBeVisible()
  expect(within(contacts).getByText('Producer, HR')).toBeVisible()
  expect(within(contacts).getByText('Inactive')).toBeVisible()
  expect(within(contacts).getByRole('link', { name: 'Write to Marisol Tennant' })).toHaveAttribute(
    'href',
    'mailto:marisol.tennant@example.com',
  )
  expect(within(contacts).queryByRole('link', { name: 'Write to Owen Bracknell' })).toBeNull()
})

it('says where there is none', async () => {
  stubCalls({ ...calls, 'GET /employers/7/contacts': valid([]) })
  await renderRoute('/employers/7')
  expect(await screen.findByText('There are no contacts for this group.')).toBeVisible()
})

it('a new contact is active and sent as typed', async () => {
  const made = stubCalls({ ...calls, 'POST /employers/7/contacts': valid(marisol) })
  const { user } = await renderRoute('/employers/7')
  await user.click(within(await card()).getByRole('button', { name: 'Add Contact' }))
  const panel = await screen.findByRole('dialog', { name: 'Create Contact' })
  await user.type(within(panel).getByRole('textbox', { name: 'First name' }), 'Marisol')
  await user.type(within(panel).getByRole('textbox', { name: 'Last name' }), 'Tennant')
  await user.type(within(panel).getByRole('textbox', { name: /^Phone number/ }), '8135550142')
  expect(within(panel).getByRole('switch', { name: 'Active' })).toBeChecked()
  expect(within(panel).queryByRole('tab')).toBeNull()
  await user.click(within(panel).getByRole('button', { name: 'Save contact' }))
  expect(await screen.findByText('The contact has been added for the group.')).toBeVisible()
  expect(made.last('POST /employers/7/contacts').body).toEqual({
    FirstName: 'Marisol',
    LastName: 'Tennant',
    EmailAddress: '',
    PhoneNumber: '(813) 555-0142',
    Department: '',
    Notes: '',
    Active: true,
    Version: null,
  })
})

it('what is wrong stands below its field, and the panel stays', async () => {
  stubCalls({
    ...calls,
    'PUT /employers/7/contacts/5': refused([
      { Key: 'Department', Message: 'Too long.' },
      { Key: 'PhoneNumber', Message: 'Ten digits.' },
    ]),
  })
  const { user } = await renderRoute('/employers/7?panel=contact.5')
  const panel = await screen.findByRole('dialog', { name: 'Edit Contact' })
  await user.click(await within(panel).findByRole('button', { name: 'Save contact' }))
  await waitFor(() =>
    expect(within(panel).getByRole('textbox', { name: /^Department/ })).toHaveAccessibleDescription('Too long.'),
  )
  expect(within(panel).getByRole('textbox', { name: /^Phone number/ })).toHaveAccessibleDescription('Ten digits.')
})

it('two people who edit the same contact do not overwrite each other unasked', async () => {
  let saved = 0
  const theirs = { ...marisol, Department: 'People', Version: 5 }
  const made = stubCalls({
    ...calls,
    'GET /employers/7/contacts/5': (request) => valid(saved === 0 ? marisol : theirs)(request),
    'PUT /employers/7/contacts/5': (request) => {
      saved += 1
      return saved === 1
        ? refused(
            [
              {
                Key: 'Version',
                Message:
                  'This record was changed by Sunniva Prewitt on 11/20/2026 14:14 UTC. Reload it, then save again.',
              },
            ],
            409,
          )(request)
        : valid(theirs)(request)
    },
  })
  const { user } = await renderRoute('/employers/7?panel=contact.5')
  const panel = await screen.findByRole('dialog', { name: 'Edit Contact' })
  await user.type(await within(panel).findByRole('textbox', { name: 'First name' }), 'a')
  await user.click(within(panel).getByRole('button', { name: 'Save contact' }))
  expect(await within(panel).findByText(/changed by Sunniva Prewitt on 11\/20\/2026, 09:14/)).toBeVisible()
  await user.click(within(panel).getByRole('button', { name: 'Save mine anyway' }))
  expect(await screen.findByText('The contact has been updated.')).toBeVisible()
  expect(made.last('PUT /employers/7/contacts/5').body).toMatchObject({
    FirstName: 'Marisola',
    Department: 'People',
    Version: 5,
  })
})
