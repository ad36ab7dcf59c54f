import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Action } from '../../../session/session'
import { page, refused, stubCalls, valid } from '../../../testing/calls'
import { basics, groupAnswers } from '../../../testing/groups'
import { renderRoute } from '../../../testing/renderRoute'
import { sampleMember } from '../samples'

const gideon = sampleMember()
const others: readonly Action[] = ['ViewGroups', 'ViewMembers', 'EditMembers', 'ViewPricingChoices']

afterEach(() => vi.useRealTimers())

async function opened(
  member: Partial<typeof gideon>,
  more: Parameters<typeof stubCalls>[0] = {},
  can?: readonly Action[],
) {
  vi.useFakeTimers({ now: new Date('2026-11-20T15:00:00Z'), toFake: ['Date'] })
  const calls = stubCalls({
    ...groupAnswers(1),
    'GET /employees/search': page([gideon]),
    'GET /employees/5': valid({ ...gideon, ...member }),
    ...more,
  })
  const { user } = await renderRoute('/employers/1/members?panel=member-status.5', can ? { can } : {})
  const panel = within(await screen.findByRole('dialog', { name: 'Change Status' }))
  await panel.findByText(/^Gideon Eastlake (becomes|does not become)/)
  return { calls, user, panel, press: (name: string) => user.click(panel.getByRole('button', { name })) }
}

it('terminates an active member from the day of the rule, and says so before and after', async () => {
  const { calls, panel, press } = await opened({}, { 'POST /employees/5/terminate': valid(gideon) })
  expect(
    panel.getByText('Gideon Eastlake becomes In-Active on 12/01/2026; 11/30/2026 is the last covered day.'),
  ).toBeVisible()
  await press('Terminate Member')
  expect(await screen.findByText("The member's status has been updated successfully!")).toBeVisible()
  expect(calls.last('POST /employees/5/terminate').body).toEqual({
    EmployeeId: 5,
    EffectiveDate: null,
    OverrideDate: false,
    ForceUndo: false,
    Version: 1,
  })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('an administrator chooses the day an in-active member is active from', async () => {
  const { calls, user, panel, press } = await opened(
    { Status: 1, StatusName: 'In-Active' },
    { 'POST /employees/5/activate': valid(gideon) },
  )
  await user.click(panel.getByRole('checkbox', { name: 'Override effective date' }))
  expect(panel.getByText('Gideon Eastlake becomes Active on the day you choose.')).toBeVisible()
  await user.type(panel.getByRole('textbox', { name: 'Effective date' }), '10152026')
  expect(panel.getByText('Gideon Eastlake becomes Active immediately, as of 10/15/2026.')).toBeVisible()
  await press('Activate Member')
  await screen.findByText("The member's status has been updated successfully!")
  expect(calls.last('POST /employees/5/activate').body).toEqual({
    EmployeeId: 5,
    EffectiveDate: '2026-10-15',
    OverrideDate: true,
    ForceUndo: false,
    Version: 1,
  })
})

it.each([2, 3])(
  'of the pending status %i only the undo is offered, which an administrator may force',
  async (Status) => {
    const { calls, user, panel, press } = await opened(
      { Status, PendingOn: '2026-12-01' },
      { 'POST /employees/5/status/undo': valid(gideon) },
    )
    expect(panel.queryByRole('checkbox', { name: 'Override effective date' })).toBeNull()
    await user.click(panel.getByRole('checkbox', { name: 'Force undo' }))
    await press('Undo Pending Status Change')
    await screen.findByText("The member's status has been updated successfully!")
    expect(calls.last('POST /employees/5/status/undo').body).toEqual({
      EmployeeId: 5,
      EffectiveDate: null,
      OverrideDate: false,
      ForceUndo: true,
      Version: 1,
    })
  },
)

it('others have neither option', async () => {
  const { panel } = await opened({}, {}, others)
  expect(panel.queryByRole('checkbox')).toBeNull()
  expect(panel.getByRole('button', { name: 'Terminate Member' })).toBeEnabled()
})

it('a failure is a notice titled Error, and the panel stays', async () => {
  const { panel, press } = await opened(
    {},
    { 'POST /employees/5/terminate': refused([{ Key: '', Message: 'There is no status change to undo.' }]) },
  )
  await press('Terminate Member')
  const notices = within(await screen.findByRole('region', { name: 'Notices' }))
  expect(await notices.findByText('Error')).toBeVisible()
  expect(notices.getByText('There is no status change to undo.')).toBeVisible()
  expect(panel.getByRole('button', { name: 'Terminate Member' })).toBeEnabled()
})

describe('a member that someone else has changed meanwhile', () => {
  const conflict = refused(
    [
      {
        Key: '',
        Message: 'This record was changed by Sunniva Prewitt on 11/20/2026 14:14 UTC. Reload it, then save again.',
      },
    ],
    409,
  )

  /** `now` is what the member is by the time of each reading. */
  async function overtaken(...now: Partial<typeof gideon>[]) {
    const readings = [{}, ...now]
    let tries = 0
    const shown = await opened(
      {},
      {
        'GET /employees/5': (request) =>
          valid({ ...gideon, ...(readings.length > 1 ? readings.shift() : readings[0]) })(request),
        'POST /employees/5/terminate': (request) => (tries++ === 0 ? conflict : valid(gideon))(request),
        'POST /employees/5/activate': valid(gideon),
        'POST /employees/5/status/undo': valid(gideon),
      },
    )
    await shown.press('Terminate Member')
    await shown.panel.findByText(/changed by Sunniva Prewitt/)
    return shown
  }

  it.each([
    [{ Status: 1, StatusName: 'In-Active', Version: 2 }, 'is now In-Active.', 'Activate Member'],
    [
      { Status: 2, StatusName: 'Pending In-Active', PendingOn: '2026-12-01', Version: 2 },
      'is now Pending In-Active from 12/01/2026.',
      'Undo Pending Status Change',
    ],
  ])('is never changed the other way: %o', async (theirs, says, offered) => {
    const { calls, panel, press } = await overtaken(theirs)
    expect(
      panel.getByText(new RegExp(`Gideon Eastlake ${says} Your change was meant for a member who is Active.`)),
    ).toBeVisible()
    expect(panel.queryByRole('button', { name: 'Save mine anyway' })).toBeNull()
    expect(panel.getByRole('button', { name: 'Terminate Member' })).toBeVisible()
    await press('Load their version')
    expect(await panel.findByRole('button', { name: offered })).toBeEnabled()
    expect(calls.of('POST /employees/5/activate')).toHaveLength(0)
    expect(calls.of('POST /employees/5/status/undo')).toHaveLength(0)
  })

  it('in something else is changed knowingly', async () => {
    const { calls, panel, press } = await overtaken({ City: 'Savannah', Version: 2 })
    expect(panel.getByText(/Gideon Eastlake is now Active\./)).toBeVisible()
    await press('Save mine anyway')
    expect(await screen.findByText("The member's status has been updated successfully!")).toBeVisible()
    expect(calls.last('POST /employees/5/terminate').body).toMatchObject({ Version: 2 })
  })

  it('and again since is left alone', async () => {
    const { calls, panel, press } = await overtaken({ Version: 2 }, { Status: 1, StatusName: 'In-Active', Version: 3 })
    await press('Save mine anyway')
    expect(await panel.findByText(/Gideon Eastlake is now In-Active\./)).toBeVisible()
    expect(panel.queryByRole('button', { name: 'Save mine anyway' })).toBeNull()
    expect(calls.of('POST /employees/5/terminate')).toHaveLength(1)
    expect(calls.of('POST /employees/5/activate')).toHaveLength(0)
  })
})

it('of a terminated group nothing can be changed', async () => {
  const { panel } = await opened({}, { 'GET /employers/1': valid({ ...basics(1), Status: 1, MayAddMembers: false }) })
  expect(panel.getByText('This group is in-active and member information cannot be modified.')).toBeVisible()
  expect(panel.queryByRole('button', { name: 'Terminate Member' })).toBeNull()
  expect(panel.queryByRole('checkbox')).toBeNull()
})

it('an address that names no member says so, and none is asked for', async () => {
  const calls = stubCalls({ ...groupAnswers(1), 'GET /employees/search': page([gideon]) })
  await renderRoute('/employers/1/members?panel=member-status.abc')
  expect(await screen.findByRole('dialog', { name: 'Not Found' })).toHaveTextContent('There is no such member')
  expect(calls.of('GET /employees/NaN')).toEqual([])
})
