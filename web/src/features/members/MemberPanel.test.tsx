import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { page, refused, stubCalls, valid } from '../../testing/calls'
import { basics, groupAnswers } from '../../testing/groups'
import { renderRoute } from '../../testing/renderRoute'
import type { Action } from '../../session/session'
import { sampleMember } from './samples'

const gideon = sampleMember()
const pricing = (Id: number, Name: string, Rate: number) => ({
  Id,
  Name,
  IsDefault: Id === 1,
  PricingOption: { Id, Name, Rate },
})
const standard = pricing(1, 'Standard', 49)
const duplicate = {
  Key: 'BypassDuplicationCheck',
  Message:
    'It appears this member already exists in our system and has triggered a duplication warning. If this is not a duplicate member, you can bypass this warning by checking the box below and submitting again.',
}
const answers = {
  ...groupAnswers(1),
  'GET /employees/search': page([gideon], 587),
  'GET /employees/5': valid(gideon),
  'GET /billing/1/pricing-groups-list': valid([standard]),
  'GET /billing/1/billing-codes': valid([]),
}
const others: readonly Action[] = ['ViewGroups', 'ViewMembers', 'EditMembers', 'ViewPricingChoices']

async function opened(title: string, more: Parameters<typeof stubCalls>[0] = {}, can?: readonly Action[]) {
  const calls = stubCalls({ ...answers, ...more })
  const { user } = await renderRoute(
    `/employers/1/members?panel=${title === 'Create Member' ? 'member' : 'member.5'}`,
    can ? { can } : {},
  )
  const panel = within(await screen.findByRole('dialog', { name: title }))
  await panel.findByRole('textbox', { name: 'First name' })
  const choices = async (name: string | RegExp) => {
    const field = panel.getByRole('combobox', { name })
    await user.click(field)
    const list = document.getElementById(field.getAttribute('aria-controls') ?? '')
    return [...(list?.querySelectorAll('[role="option"]') ?? [])].map((option) => option.textContent)
  }
  return { calls, user, panel, choices, save: () => user.click(panel.getByRole('button', { name: 'Save member' })) }
}

describe('a new member', () => {
  it('starts active, primary, of the family plan and in the only pricing group', async () => {
    const { calls, user, panel, save } = await opened('Create Member', { 'POST /employees': valid(gideon) })
    await user.type(panel.getByRole('textbox', { name: 'First name' }), 'Imogene')
    await user.type(panel.getByRole('textbox', { name: 'Last name' }), 'Dunmore')
    await user.type(panel.getByRole('textbox', { name: 'Date of birth' }), '05141988')
    await user.type(panel.getByRole('textbox', { name: /Mobile phone/ }), '8135550164')
    expect(panel.getByRole('textbox', { name: 'Date of birth' })).toHaveValue('05/14/1988')
    expect(panel.getByRole('textbox', { name: /Mobile phone/ })).toHaveValue('(813) 555-0164')
    expect(panel.getByRole('textbox', { name: /Unique ID/ })).toBeEnabled()
    await save()
    expect(await screen.findByText('The member has been created successfully!')).toBeVisible()
    expect(calls.last('POST /employees').body).toMatchObject({
      EmployerId: 1,
      EmployeeId: null,
      FirstName: 'Imogene',
      LastName: 'Dunmore',
      DateOfBirth: '1988-05-14',
      MobilePhone: '(813) 555-0164',
      Status: 0,
      PlanName: 'Family Plan',
      MemberType: 'Primary',
      PricingGroupId: 1,
      BypassDuplicationCheck: false,
      OverrideDate: false,
      EffectiveDate: null,
      Version: null,
    })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(calls.of('GET /employees/search').length).toBeGreaterThan(1)
  })

  it('cannot be in-active, and has no billing code where the group has none', async () => {
    const { panel, choices } = await opened('Create Member')
    expect(await choices('Status')).toEqual(['Active'])
    expect(panel.queryByRole('combobox', { name: /Billing code/ })).toBeNull()
  })

  it('that may be a duplicate is saved after one has said that it is none', async () => {
    let asked = 0
    const answer = () => (asked++ === 0 ? refused([duplicate]) : valid(gideon))
    const { calls, user, panel, save } = await opened('Create Member', {
      'POST /employees': (request) => answer()(request),
    })
    expect(panel.queryByText(/duplication warning/)).toBeNull()
    await user.type(panel.getByRole('textbox', { name: 'First name' }), 'Gideon')
    await save()
    const agree = await panel.findByRole('checkbox', { name: 'This is not a duplicate, save it anyway' })
    expect(panel.getByText(duplicate.Message)).toBeVisible()
    await waitFor(() => expect(agree).toHaveFocus())
    expect(agree).toBeInvalid()
    expect(agree).toHaveAccessibleDescription(duplicate.Message)
    await user.click(agree)
    await save()
    expect(await screen.findByText('The member has been created successfully!')).toBeVisible()
    expect(calls.last('POST /employees').body).toMatchObject({ BypassDuplicationCheck: true })
  })

  it('shows whom it may be a duplicate of', async () => {
    const like = { ...gideon, StatusName: 'In-Active' }
    const found = [
      like,
      sampleMember({ Id: 6, FirstName: 'Gideona' }),
      sampleMember({ Id: 7, DateOfBirth: '1987-09-18' }),
    ]
    const { calls, user, panel, save } = await opened('Create Member', {
      'POST /employees': refused([duplicate]),
      'GET /employees/search': page(found),
    })
    await user.type(panel.getByRole('textbox', { name: 'First name' }), 'GIDEON ')
    await user.type(panel.getByRole('textbox', { name: 'Last name' }), 'Eastlake')
    await user.type(panel.getByRole('textbox', { name: 'Date of birth' }), '09171987')
    await save()
    const list = within(await panel.findByRole('list', { name: 'Members of this name and date of birth' }))
    expect(list.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Eastlake, Gideon · 09/17/1987 · 700440 · HL-20463Primary in Harborline LogisticsIn-ActiveView',
    ])
    expect(list.getByRole('link', { name: 'View' })).toHaveAttribute('href', '/employers/1/members?q=Gideon%20Eastlake')
    expect(calls.last('GET /employees/search').url.searchParams.get('Term')).toBe('gideon eastlake')
  })

  it.each([
    ['First name', 'x'],
    ['Last name', 'x'],
    ['Date of birth', '05141988'],
  ])('is asked about again when another person is made of it: %s', async (name, typed) => {
    const { user, panel, save } = await opened('Create Member', { 'POST /employees': refused([duplicate]) })
    await save()
    const agree = await panel.findByRole('checkbox', { name: 'This is not a duplicate, save it anyway' })
    await user.click(agree)
    await user.type(panel.getByRole('textbox', { name: /^Address/ }), '266 Foundry St')
    expect(agree).toBeChecked()
    await user.type(panel.getByRole('textbox', { name }), typed)
    expect(agree).not.toBeChecked()
  })

  it('an administrator may say from which day it is active, others are not asked', async () => {
    const { calls, user, panel, save } = await opened('Create Member', { 'POST /employees': valid(gideon) })
    await user.type(panel.getByRole('textbox', { name: 'First name' }), 'Imogene')
    await user.click(panel.getByRole('checkbox', { name: 'Override effective date' }))
    await user.type(panel.getByRole('textbox', { name: 'Effective date' }), '03012024')
    await save()
    await screen.findByText('The member has been created successfully!')
    expect(calls.last('POST /employees').body).toMatchObject({ OverrideDate: true, EffectiveDate: '2024-03-01' })
  })

  it('of a group without manual adds is not saved by others', async () => {
    const group = { 'GET /employers/1': valid({ ...basics(1), MayAddMembers: false }) }
    const { panel } = await opened('Create Member', group, others)
    expect(panel.getByText('Members of this group may not be added by hand.')).toBeVisible()
    expect(panel.queryByRole('button', { name: 'Save member' })).toBeNull()
    expect(panel.queryByRole('checkbox', { name: 'Override effective date' })).toBeNull()
  })
})

describe('an existing member', () => {
  it('is sent with the version that was read; what is wrong stands under its field', async () => {
    const { calls, panel, save } = await opened('Edit Member', {
      'PUT /employees/5': refused([
        { Key: 'City', Message: 'City is too long.' },
        { Key: 'EmployerProvidedId', Message: 'Another member has this Unique ID.' },
      ]),
    })
    await save()
    expect(await panel.findByRole('textbox', { name: /City/ })).toHaveAccessibleDescription('City is too long.')
    expect(panel.getByText('Another member has this Unique ID.')).toBeVisible()
    expect(calls.last('PUT /employees/5').body).toMatchObject({
      EmployeeId: 5,
      FirstName: 'Gideon',
      Status: 0,
      Version: 1,
    })
    expect(screen.getByRole('dialog', { name: 'Edit Member' })).toBeVisible()
  })

  it('keeps its unique ID locked until one unlocks it', async () => {
    const { user, panel } = await opened('Edit Member')
    const field = panel.getByRole('textbox', { name: /Unique ID/ })
    expect(field).toBeDisabled()
    expect(panel.getByText('A unique ID that can be used to identify this member during bulk imports.')).toBeVisible()
    await user.click(panel.getByRole('button', { name: 'Unlock' }))
    expect(field).toBeEnabled()
    expect(panel.queryByRole('button', { name: 'Unlock' })).toBeNull()
    expect(panel.getByText('A unique ID that can be used to identify this member during bulk imports.')).toBeVisible()
  })

  it.each([
    [2, 'Pending In-Active', 'In-Active'],
    [3, 'Pending Active', 'Active'],
  ])('with the pending status %i shows where it leads, and says so', async (Status, StatusName, shown) => {
    const pending = valid({ ...gideon, Status, StatusName, PendingOn: '2026-12-01' })
    const { panel, choices } = await opened('Edit Member', { 'GET /employees/5': pending })
    expect(panel.getByRole('combobox', { name: 'Status' })).toHaveValue(shown)
    expect(
      panel.getByText(`${StatusName} from 12/01/2026. Undo the pending status change before choosing another.`),
    ).toBeVisible()
    expect(await choices('Status')).toEqual(['Active', 'In-Active'])
  })

  it('keeps old plans and types as choices, and offers the billing codes of the group', async () => {
    const old = valid({ ...gideon, PlanName: 'Gold 2009', MemberType: 'Retiree' })
    const { panel, choices } = await opened('Edit Member', {
      'GET /employees/5': old,
      'GET /billing/1/billing-codes': valid(['DRIVERS', 'OFFICE']),
    })
    expect(await choices('Plan')).toEqual(['Family Plan', 'Individual Plan', 'Gold 2009'])
    expect(panel.getByRole('combobox', { name: 'Member type' })).toHaveValue('Retiree')
    expect(panel.getByRole('combobox', { name: /Billing code/ })).toHaveValue('DRIVERS')
  })

  it('says where its choices did not load, and asks for them again', async () => {
    const down = refused([{ Key: '', Message: 'An unknown error has occurred.' }], 500)
    const { user, panel } = await opened('Edit Member', {
      'GET /billing/1/pricing-groups-list': down,
      'GET /billing/1/billing-codes': down,
    })
    await waitFor(() => expect(panel.getAllByRole('alert')).toHaveLength(2))
    stubCalls({ ...answers, 'GET /billing/1/billing-codes': valid(['DRIVERS']) })
    for (const again of panel.getAllByRole('button', { name: 'Try again' })) await user.click(again)
    await waitFor(() => expect(panel.getByRole('combobox', { name: 'Pricing group' })).toHaveValue('Standard · $49.00'))
    await waitFor(() => expect(panel.getByRole('combobox', { name: /Billing code/ })).toHaveValue('DRIVERS'))
    expect(panel.queryByRole('alert')).toBeNull()
  })

  it('of a terminated group is only read', async () => {
    const { panel } = await opened('Edit Member', {
      'GET /employers/1': valid({ ...basics(1), Status: 1, MayAddMembers: false }),
    })
    expect(panel.getByText('This group is in-active and member information cannot be modified.')).toBeVisible()
    expect(panel.queryByRole('button', { name: 'Save member' })).toBeNull()
    expect(panel.getByRole('textbox', { name: 'First name' })).toBeDisabled()
  })

  it('names its primary, and finds another one among the primaries of the group', async () => {
    const mother = sampleMember({
      Id: 9,
      FirstName: 'Orla',
      LastName: 'Eastlake',
      FullName: 'Orla Eastlake',
      EmployerProvidedId: '700441',
    })
    const child = valid({ ...gideon, MemberType: 'Dependent', PrimaryEmployeeId: 9 })
    const found = page([
      mother,
      sampleMember({ Id: 5 }),
      sampleMember({ Id: 12, FirstName: 'Rhys', EmployerProvidedId: '700450' }),
    ])
    const { calls, user, panel, save } = await opened('Edit Member', {
      'GET /employees/5': child,
      'GET /employees/9': valid(mother),
      'PUT /employees/5': valid(gideon),
    })
    const field = panel.getByRole('combobox', { name: /Primary member/ })
    expect(field).toHaveValue('Eastlake, Orla · 09/17/1987 · 700441')
    const searched = stubCalls({ ...answers, 'GET /employees/search': found })
    await user.clear(field)
    await user.type(field, 'eastlake')
    await screen.findByRole('option', { name: /Eastlake, Rhys/ })
    const options = screen.getAllByRole('option', { name: /Eastlake, / })
    expect(options.map((option) => option.textContent)).toEqual([
      'Eastlake, Orla · 09/17/1987 · 700441',
      'Eastlake, Rhys · 09/17/1987 · 700450',
    ])
    expect(searched.last('GET /employees/search').url.searchParams.get('PrimariesOnly')).toBe('true')
    await user.click(options[1] as HTMLElement)
    const saving = stubCalls({ ...answers, 'PUT /employees/5': valid(gideon) })
    await save()
    await waitFor(() =>
      expect(saving.last('PUT /employees/5').body).toMatchObject({ MemberType: 'Dependent', PrimaryEmployeeId: 12 }),
    )
    expect(calls.of('PUT /employees/5')).toHaveLength(0)
  })

  it('that someone else has changed is overwritten knowingly, with what only they changed kept', async () => {
    const theirs = { ...gideon, City: 'Savannah', Version: 2 }
    const conflict = refused(
      [
        {
          Key: '',
          Message: 'This record was changed by Sunniva Prewitt on 11/20/2026 14:14 UTC. Reload it, then save again.',
        },
      ],
      409,
    )
    const { user, panel, save } = await opened('Edit Member', { 'PUT /employees/5': conflict })
    await user.clear(panel.getByRole('textbox', { name: 'First name' }))
    await user.type(panel.getByRole('textbox', { name: 'First name' }), 'Gid')
    await save()
    expect(await panel.findByText(/changed by Sunniva Prewitt/)).toBeVisible()
    const calls = stubCalls({ ...answers, 'GET /employees/5': valid(theirs), 'PUT /employees/5': valid(theirs) })
    await user.click(panel.getByRole('button', { name: 'Save mine anyway' }))
    expect(await screen.findByText('The member has been updated successfully!')).toBeVisible()
    expect(calls.last('PUT /employees/5').body).toMatchObject({ FirstName: 'Gid', City: 'Savannah', Version: 2 })
  })
})
