import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Action } from '../../../session/session'
import { page, refused, stubCalls, valid } from '../../../testing/calls'
import { groupAnswers } from '../../../testing/groups'
import { renderRoute } from '../../../testing/renderRoute'
import { sampleMember } from '../samples'
import { concernedBy, leftBy, notChanged, whatBecomes } from './changingChosen'

const [ann, bo, cy, dee] = [
  sampleMember({ Id: 1, FullName: 'Ann Moss', FirstName: 'Ann', LastName: 'Moss' }),
  sampleMember({ Id: 2, FullName: 'Bo Reed', FirstName: 'Bo', LastName: 'Reed', Version: 7 }),
  sampleMember({ Id: 3, FullName: 'Cy Pine', FirstName: 'Cy', LastName: 'Pine', Status: 1, StatusName: 'In-Active' }),
  sampleMember({
    Id: 4,
    FullName: 'Dee Oak',
    FirstName: 'Dee',
    LastName: 'Oak',
    Status: 2,
    StatusName: 'Pending In-Active',
    PendingOn: '2026-12-01',
  }),
]
const ended = { Status: 2, StatusName: 'Pending In-Active', PendingOn: '2026-12-01' }
const others: readonly Action[] = ['ViewGroups', 'ViewMembers', 'EditMembers', 'ViewPricingChoices']

afterEach(() => vi.useRealTimers())

it('concerns those whose status allows the change, and says why the others stay', () => {
  const all = [ann, bo, cy, dee]
  expect(concernedBy('terminate', all)).toEqual([ann, bo])
  expect(concernedBy('activate', all)).toEqual([cy])
  expect(leftBy('terminate', all)).toEqual([
    { name: 'Cy Pine', why: 'is In-Active' },
    { name: 'Dee Oak', why: 'is Pending In-Active from 12/01/2026' },
  ])
})

it.each([
  ['terminate', '2026-12-01', 'They become In-Active on 12/01/2026; 11/30/2026 is the last covered day.'],
  ['terminate', '2026-11-20', 'They become In-Active immediately.'],
  ['terminate', '2026-10-15', 'They become In-Active immediately, as of 10/15/2026.'],
  ['activate', '2026-12-01', 'They become Active on 12/01/2026.'],
  ['activate', undefined, 'They become Active on the day you choose.'],
] as const)('says what comes of it: %s from %s', (change, from, told) => {
  expect(whatBecomes('They become', change, from, '2026-11-20')).toBe(told)
})

it('names at most five who are not changed', () => {
  const all = Array.from({ length: 7 }, (_, index) => ({ name: `M${index}`, why: 'no.' }))
  expect(notChanged([], all)).toBe('Not changed: M0: no. M1: no. M2: no. M3: no. M4: no. 2 more.')
  expect(notChanged([], [])).toBeUndefined()
})

describe('chosen members', () => {
  async function chosen(answers: Parameters<typeof stubCalls>[0], can?: readonly Action[]) {
    vi.useFakeTimers({ now: new Date('2026-11-20T15:00:00Z'), toFake: ['Date'] })
    const calls = stubCalls({ ...groupAnswers(1), 'GET /employees/search': page([ann, bo, cy]), ...answers })
    const { user } = await renderRoute('/employers/1/members', can ? { can } : {})
    for (const name of ['Ann Moss', 'Bo Reed', 'Cy Pine'])
      await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }))
    await user.click(screen.getByRole('button', { name: 'Change the status of the chosen members' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Terminate Members' }))
    const panel = within(await screen.findByRole('dialog', { name: 'Terminate Members' }))
    const notices = () => within(screen.getByRole('region', { name: 'Notices' }))
    return { calls, user, panel, notices, press: (name: string) => user.click(panel.getByRole('button', { name })) }
  }

  it('are ended from the day of the rule, the toast says it and who stays, and takes it back', async () => {
    const undone = valid(ann)
    const { calls, user, panel, notices, press } = await chosen({
      'POST /employees/1/terminate': valid({ ...ann, ...ended, Version: 2 }),
      'POST /employees/2/terminate': valid({ ...bo, ...ended, Version: 8 }),
      'POST /employees/1/status/undo': undone,
      'POST /employees/2/status/undo': undone,
    })
    expect(
      panel.getByText(/^They become In-Active on 12\/01\/2026; 11\/30\/2026 is the last covered day\./),
    ).toBeVisible()
    expect(panel.getByText('Cy Pine is In-Active')).toBeVisible()
    await press('Terminate Members')
    expect(
      await notices().findByText(
        '2 members become In-Active on 12/01/2026; 11/30/2026 is the last covered day. Not changed: Cy Pine is In-Active.',
      ),
    ).toBeVisible()
    await waitFor(() => expect(screen.queryByText('3 selected')).toBeNull())
    await user.click(notices().getByRole('button', { name: 'Undo' }))
    expect(await notices().findByText('2 members stay Active.')).toBeVisible()
    expect(calls.last('POST /employees/2/status/undo').body).toMatchObject({
      EmployeeId: 2,
      ForceUndo: false,
      Version: 8,
    })
  })

  it('are ended from a chosen day, which begins with today', async () => {
    const { calls, user, panel, notices, press } = await chosen({
      'POST /employees/1/terminate': valid({ ...ann, Status: 1, StatusName: 'In-Active' }),
      'POST /employees/2/terminate': refused([{ Key: '', Message: 'The record was changed.' }]),
    })
    await user.click(panel.getByRole('checkbox', { name: 'Override effective date' }))
    expect(panel.getByRole('textbox', { name: 'Effective date' })).toHaveValue('11/20/2026')
    await user.clear(panel.getByRole('textbox', { name: 'Effective date' }))
    await user.type(panel.getByRole('textbox', { name: 'Effective date' }), '11012026')
    await press('Terminate Members')
    expect(
      await notices().findByText(
        '1 member becomes In-Active immediately, as of 11/01/2026. Not changed: Bo Reed: The record was changed. ' +
          'Cy Pine is In-Active.',
      ),
    ).toBeVisible()
    expect(notices().queryByRole('button', { name: 'Undo' })).toBeNull()
    expect(calls.last('POST /employees/1/terminate').body).toMatchObject({
      EffectiveDate: '2026-11-01',
      OverrideDate: true,
    })
  })

  it('stay chosen when nothing was changed, and the panel says why', async () => {
    const no = refused([{ Key: '', Message: 'No.' }])
    const { panel, press } = await chosen({ 'POST /employees/1/terminate': no, 'POST /employees/2/terminate': no })
    await press('Terminate Members')
    expect(await panel.findByText(/Nothing was changed\. Ann Moss: No\./)).toBeVisible()
    expect(screen.getByText('3 selected')).toBeInTheDocument()
  })

  it('have no chosen day where one may not choose it', async () => {
    const { panel } = await chosen({}, others)
    expect(panel.queryByRole('checkbox')).toBeNull()
  })
})
