import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { page, stubCalls, valid } from '../../testing/calls'
import { emptyCards } from '../../testing/groups'
import { renderRoute } from '../../testing/renderRoute'
import { wholeGroup } from '../../testing/wholeGroup'
import '../notes/NotePanel'
import { recordAddress } from './addresses'
import { causeName, changedFields, recordName, shownValue, whoDid } from './words'

const entry = {
  Id: 90,
  At: '2026-11-20T14:14:00Z',
  UserId: 4,
  UserName: 'Owen Bracknell',
  ActingAsId: 1,
  ActingAsName: 'Dana Reyes',
  Action: 'group.update',
  ActionText: 'Group changed',
  Subject: 'group',
  SubjectId: 7,
  EmployerId: 7,
  EmployerName: 'Mill & Forge',
  Cause: null,
  CauseId: null,
  Ip: '203.0.113.9',
  RequestId: 'b3c1',
  Changes: [
    { Field: 'Name', FieldText: 'Name', Before: 'Harborline', After: 'Harborline Logistics' },
    { Field: 'TaxIdNumber', FieldText: 'Tax ID', Before: '59-1', After: null },
  ],
}
const many = {
  ...entry,
  Id: 89,
  ActionText: 'Group created',
  ActingAsId: null,
  ActingAsName: null,
  Changes: Array.from({ length: 12 }, (_, index) => {
    const Field = `Flag${index}`
    return { Field, FieldText: `Flag ${index}`, Before: null, After: 'No' }
  }),
}
const header = {
  ...emptyCards(7),
  'GET /employers/7': valid(wholeGroup(7)),
  'GET /employers/7/members/count': valid({ TotalMembers: 0, ActiveMembers: 0, InActiveMembers: 0 }),
}

it('tells what happened to a group by names that lead on, with each field before and after', async () => {
  const joined = {
    ...entry,
    Id: 88,
    Action: 'member.create',
    ActionText: 'Member created',
    Subject: 'member',
    SubjectId: 5,
    SubjectName: 'Ann Moss',
    Changes: [],
  }
  const made = stubCalls({ ...header, 'GET /audit': page([entry, many, joined]) })
  const { user } = await renderRoute('/employers/7/history')
  expect(await screen.findByRole('link', { name: 'Member Ann Moss' })).toHaveAttribute('href', '/employers/7/members/5')
  expect(screen.getAllByText('Dana Reyes as Owen Bracknell')).toHaveLength(2)
  expect(Object.fromEntries(made.last('GET /audit').url.searchParams)).toMatchObject({
    EmployerId: '7',
    Folded: 'true',
    Page: '1',
  })
  await user.click(screen.getByRole('button', { name: /^Details of Group changed/ }))
  expect((await screen.findByText('Harborline')).tagName).toBe('DEL')
  await user.click(screen.getByRole('button', { name: /^Details of Group created/ }))
  await user.click(await screen.findByRole('button', { name: 'Show 4 more fields' }))
  expect(screen.getByText('Flag 11')).toBeVisible()
})

it('shows look-ups once one asks for them', async () => {
  const made = stubCalls({ ...header, 'GET /audit': page([entry]) })
  await renderRoute('/employers/7/history?all=1&kind=Member')
  await screen.findByText('Group changed')
  const asked = made.last('GET /audit').url.searchParams
  expect(asked.get('Folded')).toBe('false')
  expect(asked.getAll('Kinds')).toEqual(['Member'])
})

it('says where nothing was recorded', async () => {
  stubCalls({ ...header, 'GET /audit': page([]) })
  await renderRoute('/employers/7/history')
  expect(await screen.findByText('Nothing was recorded yet.')).toBeVisible()
})

it('is no page for those who may not see it', async () => {
  stubCalls(header)
  await renderRoute('/employers/7/history', { can: ['ViewGroups'] })
  expect(await screen.findByText('There is no such page')).toBeVisible()
})

it('the history of a record is a tab of its panel', async () => {
  const note = {
    Id: 3,
    NoteId: 3,
    EmployerGroupId: 7,
    NoteType: 0,
    Body: 'Hello',
    Note: 'Hello',
    CreatedOn: entry.At,
    CreatedBy: 'Dana Reyes',
    UpdatedOn: entry.At,
    Version: 1,
  }
  const made = stubCalls({
    ...header,
    'GET /invoices': page([]),
    'GET /census/files': page([]),
    'GET /billing/7/pricing': page([]),
    'GET /employers/7/notes/3': valid(note),
    'GET /audit': page([{ ...entry, ActionText: 'Note added' }]),
  })
  const { user } = await renderRoute('/employers/7?panel=note.3')
  await user.click(await screen.findByRole('tab', { name: 'History' }))
  expect(await screen.findByText('Note added')).toBeVisible()
  expect(Object.fromEntries(made.last('GET /audit').url.searchParams)).toMatchObject({
    Subject: 'note',
    SubjectId: '3',
  })
})

describe('the audit of everything', () => {
  const users = page([
    { Id: 4, FullName: 'Owen Bracknell' },
    { Id: 1, FullName: 'Dana Reyes' },
  ])

  it('narrows by kind of record, user and days, and opens to what changed', async () => {
    const made = stubCalls({ 'GET /audit': page([entry]), 'GET /users': users })
    const { user } = await renderRoute('/audit?From=2026-11-01&To=2026-11-30')
    expect(await screen.findByRole('button', { name: 'From: 11/01/2026' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Record' }))
    await user.click(await screen.findByRole('radio', { name: 'Census file' }))
    await user.click(screen.getByRole('button', { name: 'User' }))
    await user.click(await screen.findByRole('radio', { name: 'Dana Reyes' }))
    await user.click(screen.getByRole('button', { name: 'Clear To' }))
    await waitFor(() =>
      expect(Object.fromEntries(made.last('GET /audit').url.searchParams)).toMatchObject({
        Subject: 'census_file',
        UserId: '1',
        From: '2026-11-01',
      }),
    )
    expect(made.last('GET /audit').url.searchParams.has('To')).toBe(false)
    await user.click(await screen.findByRole('button', { name: 'Details of Group changed, 11/20/2026, 09:14' }))
    expect(await screen.findByText('203.0.113.9')).toBeVisible()
    expect(screen.getByText('group.update')).toBeVisible()
  })

  it('a day is picked from the calendar', async () => {
    const made = stubCalls({ 'GET /audit': page([entry]), 'GET /users': users })
    const { user } = await renderRoute('/audit?From=2026-11-01')
    await user.click(await screen.findByRole('button', { name: 'From: 11/01/2026' }))
    await user.click(await screen.findByRole('button', { name: /^9 November 2026/ }))
    await waitFor(() => expect(made.last('GET /audit').url.searchParams.get('From')).toBe('2026-11-09'))
  })

  it('is no page, and no entry of the navigation, for others', async () => {
    stubCalls({})
    await renderRoute('/audit', { can: ['ViewGroups'] })
    expect(await screen.findByText('There is no such page')).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Audit' })).toBeNull()
  })
})

describe('the words', () => {
  it('who did it', () => {
    expect(whoDid({ UserName: null, ActingAsName: null })).toBe('Ledgerwell')
    expect(whoDid({ UserName: 'Owen', ActingAsName: null })).toBe('Owen')
    expect(whoDid({ UserName: 'Owen', ActingAsName: 'Dana' })).toBe('Dana as Owen')
  })

  it('which record and what brought it about', () => {
    expect(recordName({ Subject: 'census_file', SubjectId: 31 })).toBe('Census file 31')
    expect(recordName({ Subject: 'odd_thing', SubjectId: null })).toBe('Odd thing')
    expect(causeName({ Cause: 'census_file', CauseId: 31 })).toBe('Census file 31')
    expect(causeName({ Cause: null, CauseId: null })).toBeUndefined()
  })

  it('long values are cut, and moments told in business time', () => {
    expect(shownValue('x'.repeat(300))).toHaveLength(241)
    expect(shownValue('11/20/2026 14:14 UTC')).toBe('11/20/2026, 09:14')
    expect(shownValue(null)).toBeUndefined()
  })

  it('a gender is told by its word, in every way in which it is written', () => {
    expect(shownValue('1', 'Gender')).toBe('Male')
    expect(shownValue('Female', 'Gender')).toBe('Female')
    expect(shownValue('1', 'Rank')).toBe('1')
  })

  it('the fields in short', () => {
    const changed = (...fields: string[]) =>
      changedFields(fields.map((FieldText) => ({ Field: 'Any', FieldText, Before: null, After: null })))
    expect(changed()).toBe('')
    expect(changed('Name', 'Broker', 'Status')).toBe('Name, Broker, Status')
    expect(changed('Name', 'Broker', 'Status', 'Group ID')).toBe('Name, Broker and 2 more')
  })

  it.each([
    ['census_file', 31, null, { to: '/census-files/31' }],
    ['member', 5, 7, { to: '/employers/7/members/5' }],
    ['note', 3, 7, { to: '/employers/7', panel: 'note.3' }],
    ['plan', 2, 7, { to: '/employers/7/billing/plans', panel: 'plan.2' }],
    ['snapshot', 9, 7, { to: '/employers/7/billing/snapshots', panel: 'why.7-9' }],
    ['group', 7, 7, { to: '/employers/7' }],
    ['user', 4, null, { to: '/users', panel: 'user.4' }],
    ['census_file', null, null, undefined],
  ])('a %s %s of group %s is at %o', (Subject, SubjectId, EmployerId, address) => {
    expect(recordAddress({ Action: `${Subject}.update`, Subject, SubjectId, EmployerId })).toEqual(address)
  })

  it('what was deleted leads to where it was', () => {
    const of = { Action: 'note.delete', Subject: 'note', SubjectId: 3, EmployerId: 7 }
    expect(recordAddress(of)).toEqual({ to: '/employers/7' })
  })

  it('a record is told by its name, and by its number without one', () => {
    expect(recordName({ Subject: 'member', SubjectId: 5, SubjectName: 'Ann Moss' })).toBe('Member Ann Moss')
    expect(recordName({ Subject: 'note', SubjectId: 3, SubjectName: null })).toBe('Note 3')
  })
})
