/** The pictures of billing plans with their line items, pricing options and pricing groups. */
import { planStubs } from './money/plans'
import type { Picture } from './pictures'
import type { Stubs } from './served'

const plans = '/employers/10/billing/plans'
const pricing = '/employers/10/billing/pricing'
const nothing = { Value: { Data: [], TotalRecords: 0, TotalPages: 0 } }

export function planPictures(signedIn: Stubs): Picture[] {
  const stubs = { ...signedIn, ...planStubs }
  return [
    {
      name: 'plans',
      path: plans,
      stubs,
      act: async (page) => {
        await page.getByText('Medical PEPM').first().waitFor()
      },
    },
    {
      name: 'plan-without-lines',
      path: `${plans}?panel=plan.5`,
      stubs,
      act: async (page) => {
        await page.getByText('This plan bills nothing yet.').waitFor()
      },
    },
    {
      name: 'plan-lines',
      path: `${plans}?panel=plan.3.lines`,
      stubs,
      act: async (page) => {
        await page.getByText('DRIVERS').first().waitFor()
      },
    },
    {
      name: 'plan-lines-dark',
      dark: true,
      path: `${plans}?panel=plan.3.lines`,
      stubs,
      act: async (page) => {
        await page.getByText('DRIVERS').first().waitFor()
      },
    },
    {
      name: 'plan-lines-empty',
      path: `${plans}?panel=plan.5.lines`,
      stubs,
      act: async (page) => {
        await page.getByText('No line items to show.').waitFor()
      },
    },
    {
      name: 'line-new',
      path: `${plans}?panel=plan.5.lines,line`,
      stubs: {
        ...stubs,
        'POST /billing/10/invoices/5/line-items': {
          Errors: [
            { Key: 'Name', Message: 'Name is required.' },
            { Key: 'ReferenceId', Message: 'A reference # is required when not all members are included.' },
          ],
        },
      },
      act: async (page) => {
        const editor = page.getByRole('dialog', { name: 'New Line Item' })
        await editor.getByRole('radiogroup', { name: 'Include all members' }).getByText('No', { exact: true }).click()
        await editor.getByRole('button', { name: 'Save line item' }).click()
        await editor.getByText('Name is required.').first().waitFor()
      },
    },
    {
      name: 'line-options',
      path: `${plans}?panel=plan.5.lines,line`,
      stubs,
      act: async (page) => {
        await page
          .getByRole('dialog', { name: 'New Line Item' })
          .getByRole('combobox', { name: 'Pricing option' })
          .click()
        await page.getByRole('option').first().waitFor()
      },
    },
    {
      name: 'line-billed',
      path: `${plans}?panel=plan.3.lines,line.21`,
      stubs,
      act: async (page) => {
        await page.getByText('Snapshots have billed this line item.').waitFor()
      },
    },
    {
      name: 'line-after-hours',
      path: `${plans}?panel=plan.3.lines,line.24`,
      stubs,
      act: async (page) => {
        await page.getByText('Left empty, it is called').waitFor()
      },
    },
    {
      name: 'line-delete',
      path: `${plans}?panel=plan.3.lines`,
      stubs,
      act: async (page) => {
        await page.getByRole('button', { name: 'Delete Virtual Care PEPM' }).click()
        await page.getByRole('button', { name: 'Keep it' }).waitFor()
      },
    },
    {
      name: 'options',
      path: pricing,
      stubs,
      act: async (page) => {
        await page.getByText('Drivers PEPM').waitFor()
      },
    },
    {
      name: 'options-empty',
      path: pricing,
      stubs: { ...stubs, 'GET /billing/10/pricing': nothing },
      act: async (page) => {
        await page.getByText('No results to display.').waitFor()
      },
    },
    {
      name: 'option-billed',
      path: `${pricing}?panel=pricing.7`,
      stubs,
      act: async (page) => {
        await page.getByText('The rate cannot be modified').waitFor()
      },
    },
    {
      name: 'option-new',
      path: `${pricing}?panel=pricing`,
      stubs: { ...stubs, 'POST /billing/10/pricing': { Errors: [{ Key: 'Rate', Message: 'Rate is required.' }] } },
      act: async (page) => {
        await page.getByRole('textbox', { name: 'Name' }).fill('Night drivers')
        await page.getByRole('button', { name: 'Save pricing option' }).click()
        await page.getByText('Rate is required.').first().waitFor()
      },
    },
    {
      name: 'pricing-groups',
      path: `${pricing}-groups`,
      stubs,
      act: async (page) => {
        await page.getByText('Union members').waitFor()
      },
    },
    {
      name: 'pricing-groups-dark',
      dark: true,
      path: `${pricing}-groups?panel=pricing-group.1`,
      stubs,
      act: async (page) => {
        await page.getByText('A group needs a default').waitFor()
      },
    },
    {
      name: 'pricing-group-new',
      path: `${pricing}-groups?panel=pricing-group`,
      stubs,
      act: async (page) => {
        await page.getByRole('textbox', { name: 'Name' }).fill('Night Drivers')
        await page.keyboard.press('Tab')
        await page.getByRole('textbox', { name: 'Code' }).and(page.locator('[value="nightdrivers"]')).waitFor()
      },
    },
    {
      name: 'pricing-group-edit',
      path: `${pricing}-groups?panel=pricing-group.2`,
      stubs,
      act: async (page) => {
        await page.getByText('Census files name it by this.').waitFor()
      },
    },
  ]
}
