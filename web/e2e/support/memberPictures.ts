/** Pictures of the members, their editor, and the panels around them. */
import type { Page } from 'playwright-core'
import { groupForOthers } from './groupStubs'
import { endedGroup, memberStubs } from './memberStubs'
import type { Picture } from './pictures'
import type { Stubs } from './served'

const list = '/employers/10/members?sort=LastName'
const listed = (page: Page) => page.getByText('Quillen, Petra').waitFor()
const duplicate = {
  Key: 'BypassDuplicationCheck',
  Message:
    'It appears this member already exists in our system and has triggered a duplication warning. If this is not a duplicate member, you can bypass this warning by checking the box below and submitting again.',
}
const wrong = [
  duplicate,
  { Key: 'LastName', Message: 'Last Name is required.' },
  { Key: 'DateOfBirth', Message: 'Date Of Birth must not be in the future.' },
  { Key: 'EmailAddress', Message: 'Email Address is not an email address.' },
]

export function memberPictures(administrator: Stubs, groupUser: Stubs): readonly Picture[] {
  const stubs = { ...administrator, ...memberStubs }
  const opened = (panel: string) => `${list}&panel=${panel}`
  const status = async (page: Page) => page.getByRole('heading', { name: 'Change Status' }).waitFor()
  return [
    { name: 'members', path: list, stubs, act: listed },
    {
      name: 'members-expanded',
      path: `${list}&row=404`,
      stubs,
      act: async (page, isNarrow) => {
        await page.getByText('Global link ID').waitFor()
        if (!isNarrow) await page.getByRole('button', { name: 'Actions for Yusuf Kestler' }).click()
      },
    },
    { name: 'members-dark', path: `${list}&row=404`, stubs, dark: true, act: listed },
    {
      name: 'members-actions',
      path: list,
      stubs,
      act: async (page) => {
        await page.getByRole('button', { name: 'Actions for members' }).click()
      },
    },
    { name: 'members-ended', path: list, stubs: { ...stubs, ...endedGroup }, act: listed },
    { name: 'members-others', path: list, stubs: { ...memberStubs, ...groupForOthers, ...groupUser }, act: listed },
    { name: 'members-all', path: '/members?sort=LastName', stubs, act: listed },
    {
      name: 'member-create',
      path: opened('member'),
      stubs,
      act: async (page) => {
        await page.getByLabel('First name').fill('Imogene')
      },
    },
    {
      name: 'member-edit',
      path: opened('member.403'),
      stubs: { ...stubs, 'PUT /employees/403': { Errors: wrong } },
      act: async (page) => {
        await page.getByLabel('Last name').fill('')
        await page.getByRole('button', { name: 'Save member' }).click()
        await page.getByText('Last Name is required.').first().waitFor()
      },
    },
    {
      name: 'member-edit-end',
      path: opened('member.404'),
      stubs,
      act: async (page) => {
        await page.getByLabel('First name').waitFor()
        await page.getByRole('heading', { name: 'Status', exact: true }).scrollIntoViewIfNeeded()
      },
    },
    {
      name: 'member-edit-dark',
      path: opened('member.403'),
      stubs,
      dark: true,
      act: async (page) => {
        await page.getByLabel('First name').waitFor()
      },
    },
    {
      name: 'member-ended',
      path: opened('member.403'),
      stubs: { ...stubs, ...endedGroup },
      act: async (page) => {
        await page.getByLabel('First name').waitFor()
      },
    },
    {
      name: 'member-terminate',
      path: opened('member-status.403'),
      stubs,
      act: async (page) => {
        await status(page)
        await page.getByLabel('Override effective date').check()
      },
    },
    { name: 'member-undo', path: opened('member-status.404'), stubs, act: status },
    {
      name: 'members-welcome',
      path: opened('welcome'),
      stubs,
      act: async (page) => {
        await page.getByLabel('Select all').check()
      },
    },
    {
      name: 'members-welcome-none',
      path: opened('welcome'),
      stubs: { ...stubs, 'GET /employers/10/members/welcome-eligible': { Value: [] } },
      act: async (page) => {
        await page.getByText('There are no members eligible').waitFor()
      },
    },
    {
      name: 'members-welcome-filtered',
      path: opened('welcome'),
      stubs,
      act: async (page) => {
        await page.getByLabel('Filter members').fill('zebra')
      },
    },
    {
      name: 'members-census',
      path: opened('member-census'),
      stubs,
      act: async (page) => {
        await page.getByRole('button', { name: 'Month' }).click()
      },
    },
  ]
}
