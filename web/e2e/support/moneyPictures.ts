/** The pictures of snapshots, invoices and members. */
import type { Page } from 'playwright-core'
import { planPictures } from './planPictures'
import { invoiceStubs } from './money/invoices'
import { memberStubs } from './money/members'
import { planStubs } from './money/plans'
import { snapshotStubs } from './money/snapshots'
import type { Picture } from './pictures'
import type { Stubs } from './served'
import { runPictures } from './runPictures'
import { whyPictures } from './whyPictures'

const nothing = { Value: { Data: [], TotalRecords: 0, TotalPages: 0 } }
const shows = (text: string) => async (page: Page) => {
  await page.getByText(text).first().waitFor()
}

/** Every list and panel of the money screens, for somebody who may do everything. */
export function moneyPictures(signedIn: Stubs): Picture[] {
  const snapshots = { ...signedIn, ...snapshotStubs }
  const invoices = { ...signedIn, ...invoiceStubs }
  const members = { ...signedIn, ...memberStubs }
  return [
    ...planPictures(signedIn),
    ...runPictures(signedIn),
    ...whyPictures(signedIn),
    { name: 'snapshots', path: '/employers/10/billing/snapshots', stubs: snapshots, act: shows('Medical PEPM') },
    {
      name: 'snapshots-expanded',
      path: '/employers/10/billing/snapshots?row=71',
      stubs: snapshots,
      act: shows('Outside the look-back'),
    },
    {
      name: 'snapshots-dark',
      dark: true,
      path: '/employers/10/billing/snapshots?row=71',
      stubs: snapshots,
      act: shows('Outside the look-back'),
    },
    {
      name: 'snapshots-members',
      path: '/employers/10/billing/snapshots?row=71',
      stubs: snapshots,
      act: async (page) => {
        await page.getByText('Outside the look-back').waitFor()
        await page.getByRole('button', { name: 'Virtual Care PEPM' }).first().click()
        await page.getByText('Made Active on 03/01/2024').first().waitFor()
      },
    },
    {
      name: 'snapshots-menu',
      path: '/employers/10/billing/snapshots',
      stubs: snapshots,
      act: async (page) => {
        await page.getByRole('button', { name: 'Actions for November 2026, Vision PEPM' }).click()
        await page.getByRole('menuitem', { name: 'Regenerate Snapshot' }).hover()
      },
    },
    {
      name: 'snapshot-delete',
      path: '/employers/10/billing/snapshots',
      stubs: {
        ...snapshots,
        'DELETE /billing/10/snapshots/80': {
          Errors: [
            {
              Key: '',
              Message:
                'This snapshot cannot be deleted because a commission statement uses it. Delete the statement first.',
            },
          ],
        },
      },
      act: async (page) => {
        await page.getByRole('button', { name: 'Actions for December 2026, Vision PEPM' }).click()
        await page.getByRole('menuitem', { name: 'Delete Snapshot' }).click()
        await page.getByRole('button', { name: 'Keep it' }).waitFor()
      },
    },
    {
      name: 'snapshot-delete-refused',
      path: '/employers/10/billing/snapshots',
      stubs: {
        ...snapshots,
        'DELETE /billing/10/snapshots/80': {
          Errors: [
            {
              Key: '',
              Message:
                'This snapshot cannot be deleted because a commission statement uses it. Delete the statement first.',
            },
          ],
        },
      },
      act: async (page) => {
        await page.getByRole('button', { name: 'Actions for December 2026, Vision PEPM' }).click()
        await page.getByRole('menuitem', { name: 'Delete Snapshot' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Delete Snapshot' }).click()
        await page.getByText('Delete the statement first.').waitFor()
      },
    },
    {
      name: 'snapshot-regenerate',
      path: '/employers/10/billing/snapshots',
      stubs: snapshots,
      act: async (page) => {
        await page.getByRole('button', { name: 'Actions for November 2026, Medical PEPM' }).click()
        await page.getByRole('menuitem', { name: 'Regenerate Snapshot' }).click()
        await page.getByText('What happens next').waitFor()
      },
    },
    {
      name: 'snapshot-creator',
      path: '/employers/10/billing/snapshots?panel=snapshot',
      stubs: {
        ...snapshots,
        'POST /billing/10/invoices/0/snapshots': {
          Errors: [
            { Key: 'InvoiceId', Message: 'Please select a billing plan.' },
            { Key: 'StartDate', Message: 'A snapshot already exists for this plan and billing period.' },
          ],
        },
      },
      act: async (page) => {
        await page.getByRole('dialog').getByRole('button', { name: 'Create Snapshot' }).click()
        await page.getByText('A snapshot already exists').waitFor()
        await page.getByText('Error', { exact: true }).waitFor()
      },
    },
    {
      name: 'snapshot-created',
      path: '/employers/10/billing/snapshots',
      stubs: { ...snapshots, 'POST /billing/10/invoices/4/snapshots': { Value: { Id: 81 } } },
      act: async (page) => {
        await page.getByRole('button', { name: 'New Snapshot' }).click()
        await page.getByRole('combobox', { name: 'Billing Plan' }).click()
        await page.getByRole('option', { name: 'Vision PEPM' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Create Snapshot' }).click()
        await page.getByText('The snapshot has been created successfully!').waitFor()
      },
    },
    {
      name: 'plan-snapshots',
      path: '/employers/10/billing/plans?panel=plan.3,plan-snapshots.3',
      stubs: {
        ...signedIn,
        ...planStubs,
        ...snapshotStubs,
        'GET /billing/10/invoices/search': planStubs['GET /billing/10/invoices/search'] ?? nothing,
      },
      act: shows('View in ERP'),
    },
    {
      name: 'snapshots-filtered',
      path: '/employers/10/billing/snapshots?plan=3&payment=Open',
      stubs: snapshots,
      act: async (page, isNarrow) => {
        await page.getByText('Medical PEPM').first().waitFor()
        if (!isNarrow) await page.getByRole('button', { name: /^Payment/ }).click()
      },
    },
    {
      name: 'snapshots-empty',
      path: '/employers/10/billing/snapshots',
      stubs: { ...snapshots, 'GET /billing/10/snapshots': nothing },
      act: shows('No results to display.'),
    },
    { name: 'invoices', path: '/invoices', stubs: invoices, act: shows('INV-10482') },
    { name: 'invoices-group', path: '/employers/10/invoices', stubs: invoices, act: shows('INV-10482') },
    {
      name: 'invoices-menu',
      path: '/invoices',
      stubs: invoices,
      act: async (page) => {
        await page.getByRole('button', { name: 'Actions for invoice INV-10475' }).click()
        await page.getByRole('menuitem', { name: 'View' }).hover()
      },
    },
    {
      name: 'invoices-empty',
      path: '/invoices?q=zebra',
      stubs: { ...invoices, 'GET /invoices': nothing },
      act: shows('No results to display.'),
    },
    { name: 'invoice', path: '/invoices?panel=invoice.10482', stubs: invoices, act: shows('Bill to') },
    {
      name: 'invoice-members',
      path: '/invoices?panel=invoice.10482',
      stubs: invoices,
      act: async (page) => {
        await page.getByRole('dialog').getByRole('button', { name: 'Virtual Care PEPM' }).first().click()
        await page.getByText('412 members').waitFor()
      },
    },
    {
      name: 'invoice-filtered',
      dark: true,
      path: '/invoices?panel=invoice.10482',
      stubs: invoices,
      act: async (page) => {
        await page.getByRole('dialog').getByRole('button', { name: 'Virtual Care PEPM' }).first().click()
        await page.getByPlaceholder('Filter...').fill('imbert')
      },
    },
    { name: 'invoice-not-in-erp', path: '/invoices?panel=invoice.10461', stubs: invoices, act: shows('Bill to') },
    { name: 'members', path: '/members', stubs: members, act: shows('Abernathy') },
    { name: 'members-group', path: '/employers/10/members?sort=LastName', stubs: members, act: shows('Abernathy') },
    {
      name: 'members-expanded',
      path: '/employers/10/members?sort=LastName&row=5',
      stubs: members,
      act: shows('Status history'),
    },
    {
      name: 'members-sort',
      path: '/employers/10/members?sort=FirstName',
      stubs: members,
      act: async (page, isNarrow) => {
        await page.getByText('Abernathy').first().waitFor()
        if (isNarrow) await page.getByRole('button', { name: 'Filter and sort' }).click()
        await page.getByRole('button', { name: isNarrow ? 'Sort' : 'Name', exact: true }).click()
        await page.getByRole('menuitem', { name: 'Last name' }).waitFor()
      },
    },
    {
      name: 'members-empty',
      path: '/members?q=zebra',
      stubs: { ...members, 'GET /employees/search': nothing },
      act: shows('No results to display.'),
    },
  ]
}
