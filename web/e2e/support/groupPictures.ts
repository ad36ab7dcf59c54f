/** Pictures of the employer groups, their overview and their editor. */
import type { Page } from 'playwright-core'
import { censusFiles } from './censusStubs'
import { groupForOthers, groupStubs, harborline } from './groupStubs'
import { invoiceStubs } from './money/invoices'
import { planStubs } from './money/plans'
import type { Picture } from './pictures'
import type { Stubs } from './served'

const listed = (page: Page) => page.getByText('Willow Creek Township').waitFor()
const overviewed = async (page: Page) => {
  await page.getByText('Global ID').waitFor()
  await page.getByText('412').first().waitFor()
}

/** What the cards of the overview ask for. */
const cards: Stubs = {
  ...invoiceStubs,
  ...planStubs,
  'GET /census/files': { Value: { Data: censusFiles.slice(0, 5), TotalRecords: 5, TotalPages: 1 } },
  'GET /employees/search': ({ url: { searchParams } }) => {
    const TotalRecords = searchParams.has('PrimariesOnly') ? 469 : searchParams.get('Statuses') === '3' ? 4 : 1
    return { Value: { Data: [], TotalRecords, TotalPages: TotalRecords } }
  },
}
const ended = { Status: 1, StatusName: 'In-Active', StatusColor: '#dc3545', TerminationDate: '2026-10-31' }
const nothing = { Value: { Data: [], TotalRecords: 0, TotalPages: 0 } }
const failed = { status: 500, Errors: [{ Key: '', Message: 'An unknown error has occurred.' }] }

export function groupPictures(administrator: Stubs, groupUser: Stubs): readonly Picture[] {
  const stubs = { ...administrator, ...cards, ...groupStubs }
  return [
    { name: 'groups', path: '/employers?sort=Name', stubs, act: listed },
    {
      name: 'groups-menu',
      path: '/employers?sort=Name',
      stubs,
      act: async (page) => {
        await page.getByRole('button', { name: 'Actions for Kestrel Freight' }).click()
      },
    },
    { name: 'groups-others', path: '/employers?sort=Name', stubs: { ...groupStubs, ...groupUser }, act: listed },
    {
      name: 'group-create',
      path: '/employers?sort=Name&panel=group',
      stubs: { ...stubs, 'GET /api-services': { Value: { Data: [], TotalRecords: 0, TotalPages: 0 } } },
      act: async (page) => {
        await page.getByLabel('Name', { exact: true }).fill('Quillfeather Press')
        await page.getByRole('textbox', { name: 'Tax ID number' }).focus()
      },
    },
    {
      name: 'group-edit',
      path: '/employers?sort=Name&panel=group.10',
      stubs: {
        ...stubs,
        'PUT /employers/10': {
          Errors: [
            { Key: 'TerminationDate', Message: 'Termination Date must not be before the Effective Date.' },
            { Key: 'GroupId', Message: 'Another group has this Group ID.' },
          ],
        },
      },
      act: async (page) => {
        await page.getByRole('textbox', { name: 'Group ID' }).fill('10218')
        await page.getByRole('textbox', { name: 'Termination date' }).fill('12/31/2021')
        await page.getByRole('button', { name: 'Save group' }).click()
        await page.getByText('Another group has this Group ID.').first().waitFor()
      },
    },
    {
      name: 'group-reactivate',
      path: '/employers?sort=Name&panel=group.10',
      stubs: {
        ...stubs,
        'GET /employers/10': { Value: { ...harborline, ...ended } },
        'GET /employers/10/reactivation': { Value: { EndedMembers: 412, EffectiveDate: '2026-12-01' } },
      },
      act: async (page) => {
        await page.getByRole('dialog').getByText('Active', { exact: true }).click()
        await page.getByText('Bring back', { exact: true }).click()
        await page.getByRole('textbox', { name: 'Active again from' }).scrollIntoViewIfNeeded()
      },
    },
    {
      name: 'group-edit-middle',
      path: '/employers/10?panel=group',
      stubs,
      act: async (page) => {
        await page.getByText('This option is overridden at the broker level.').first().waitFor()
        await page
          .getByRole('heading', { name: 'Patients' })
          .evaluate((heading) => heading.scrollIntoView({ block: 'center' }))
      },
    },
    {
      name: 'group-edit-end',
      path: '/employers/10?panel=group',
      stubs,
      act: async (page) => {
        await page.getByRole('textbox', { name: 'ZIP code' }).scrollIntoViewIfNeeded()
      },
    },
    {
      name: 'group-conflict',
      path: '/employers/10?panel=group',
      stubs: {
        ...stubs,
        'PUT /employers/10': {
          status: 409,
          Errors: [{ Key: '', Message: 'Sunniva Prewitt saved this group on 11/20/2026 at 09:14.' }],
        },
      },
      allowed: /409/,
      act: async (page) => {
        await page.getByLabel('Name', { exact: true }).fill('Harborline Freight')
        await page.getByRole('button', { name: 'Save group' }).click()
        await page.getByText('Someone else has changed this.').waitFor()
      },
    },
    ...peoplePictures(stubs),
    { name: 'group-overview', path: '/employers/10', stubs, act: overviewed },
    { name: 'group-overview-dark', path: '/employers/10', stubs, act: overviewed, dark: true },
    {
      name: 'group-overview-waiting',
      path: '/employers/10',
      stubs: { ...stubs, 'GET /employers/10/members/count': 'never' },
      act: async (page) => {
        await page.getByText('Loading member data...').first().waitFor()
      },
    },
    {
      name: 'group-overview-cards',
      path: '/employers/10',
      stubs,
      act: async (page) => {
        await page.getByRole('link', { name: 'Pricing Options' }).scrollIntoViewIfNeeded()
      },
    },
    {
      name: 'group-overview-empty',
      path: '/employers/10',
      stubs: { ...stubs, 'GET /invoices': nothing, 'GET /census/files': failed, 'GET /billing/10/pricing': nothing },
      allowed: /500/,
      act: async (page) => {
        await page.getByText('There are no pricing options to display.').waitFor()
      },
    },
    {
      name: 'group-edit-fees',
      path: '/employers/10?panel=group',
      stubs,
      act: async (page) => {
        await page
          .getByRole('heading', { name: 'Fees' })
          .evaluate((heading) => heading.scrollIntoView({ block: 'center' }))
        await page.getByRole('combobox', { name: /^Medical copay, primary/ }).click()
      },
    },
    {
      name: 'group-overview-others',
      path: '/employers/10',
      stubs: { ...cards, ...groupForOthers, ...groupUser },
      act: async (page) => {
        await page.getByText('412').first().waitFor()
      },
    },
    {
      name: 'group-missing',
      path: '/employers/99',
      stubs: { ...stubs, 'GET /employers/99': { status: 404, Errors: [{ Key: '', Message: 'Not found.' }] } },
      allowed: /404/,
      act: async (page) => {
        await page.getByText('There is no such page').waitFor()
      },
    },
  ]
}

/** Contacts, notes, and what is asked before something is done to a group. */
function peoplePictures(stubs: Stubs): readonly Picture[] {
  const broken = {
    'GET /employers/10/members/count': failed,
    'GET /employers/10/notes/alerts': failed,
    'GET /employers/10/contacts': failed,
    'GET /brokers': failed,
  }
  const unanswered = (path: string) => ({ path, stubs: { ...stubs, ...broken }, allowed: /500/ })
  const panel = (title: string) => async (page: Page) => {
    await page.getByRole('dialog', { name: title }).waitFor()
  }
  return [
    {
      name: 'group-menu',
      path: '/employers/10',
      stubs,
      act: async (page) => {
        await page.getByRole('button', { name: 'More for Harborline Logistics' }).click()
      },
    },
    {
      name: 'group-alert-chip',
      path: '/employers/10/history',
      stubs,
      act: async (page) => {
        await page.getByRole('link', { name: '1 alert' }).waitFor()
        await page.getByText('Group created').waitFor()
      },
    },
    {
      name: 'group-terminate',
      path: '/employers/10?panel=terminate-group',
      stubs,
      act: async (page) => {
        await page.getByText('All 412 active members').waitFor()
      },
    },
    {
      name: 'group-terminate-unknown',
      ...unanswered('/employers/10?panel=terminate-group'),
      act: async (page) => {
        await page.getByText('The number of members did not load').waitFor()
      },
    },
    {
      name: 'group-overview-unknown',
      ...unanswered('/employers/10'),
      act: async (page) => {
        await page.getByText('The member counts did not load.').waitFor()
      },
    },
    {
      name: 'group-alerts-unknown',
      ...unanswered('/employers/10/history'),
      act: async (page) => {
        await page.getByText('Alerts did not load.').waitFor()
      },
    },
    {
      name: 'group-edit-unknown',
      ...unanswered('/employers/10?panel=group'),
      act: async (page) => {
        await page.getByRole('combobox', { name: /^Accounting/ }).scrollIntoViewIfNeeded()
      },
    },
    { name: 'group-sync', path: '/employers/10?panel=sync-insurance', stubs, act: panel('Sync Insurance') },
    {
      name: 'group-overview-bottom',
      path: '/employers/10',
      stubs,
      act: async (page) => {
        await page.getByRole('region', { name: 'Group Users' }).getByText('Sunniva Prewitt').scrollIntoViewIfNeeded()
      },
    },
    {
      name: 'contact-edit',
      path: '/employers/10?panel=contact.5',
      stubs: {
        ...stubs,
        'PUT /employers/10/contacts/5': { Errors: [{ Key: 'PhoneNumber', Message: 'Enter ten digits.' }] },
      },
      act: async (page) => {
        await page.getByRole('textbox', { name: 'Phone number' }).fill('813555')
        await page.getByRole('button', { name: 'Save contact' }).click()
        await page.getByText('Enter ten digits.').first().waitFor()
      },
    },
    {
      name: 'note-edit',
      path: '/employers/10?panel=note.1',
      stubs,
      act: async (page) => {
        await page.getByRole('textbox', { name: 'Note' }).waitFor()
      },
    },
    {
      name: 'note-history',
      path: '/employers/10?panel=note.1',
      stubs,
      act: async (page) => {
        await page.getByRole('tab', { name: 'History' }).click()
        await page.getByRole('region', { name: 'What was recorded' }).waitFor()
      },
    },
    {
      name: 'note-delete',
      path: '/employers/10',
      stubs,
      act: async (page) => {
        await page.getByRole('button', { name: 'Actions for the note New HR contact from December' }).click()
        await page.getByRole('menuitem', { name: 'Delete' }).click()
        await page.getByRole('dialog', { name: 'Delete Note' }).waitFor()
      },
    },
    {
      name: 'audit',
      path: '/audit?From=2026-09-01',
      stubs,
      act: async (page) => {
        await page.getByText('Group created').waitFor()
      },
    },
    {
      name: 'audit-detail',
      path: '/audit?row=640',
      stubs,
      act: async (page, isNarrow) => {
        if (isNarrow) await page.getByRole('button', { name: 'Filter and sort' }).click()
        await page.getByRole('button', { name: 'From' }).click()
        await page.getByText('203.0.113.9').waitFor()
      },
    },
  ]
}
