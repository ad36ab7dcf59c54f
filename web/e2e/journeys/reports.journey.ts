/** The utilization report: from the overview to a month, to a whole year, narrowed, and taken along as a file. */
import { expect } from 'vitest'
import { Gate } from '../pages/Gate'
import { ReportPage } from '../pages/ReportPage'
import { journey } from '../support/journey'
import { textOfPdf } from '../support/pdf'
import type { Visitor } from '../support/visitor'

const own = 'Harborline Logistics'

const lists = [
  'Breakdown by Gender',
  'Member Use Frequency',
  'Top 5 Diagnoses',
  'Top 5 Prescriptions',
  'Where Members Would Have Gone',
  'Consult Sources',
  'Age Groups',
  'Breakdown by Call Times',
  'Member Access',
  'States',
]

async function viewMonth(page: ReportPage, visitor: Visitor): Promise<void> {
  await expect.poll(() => page.months.getByRole('link', { name: /^View / }).count()).toBe(5)
  const { name, content } = await page.downloaded(page.months.getByRole('button', { name: /^Download / }).nth(1))
  expect(name).toMatch(/^utilization-harborline-logistics-\d{4}-\d\d-01-\d{4}-\d\d-\d\d\.pdf$/)
  expect(textOfPdf(content)).toContain('Utilization report')
  const month = await page.view(1)
  for (const title of lists) await page.card(title).waitFor()
  expect(page.wanted().get('startDate')).toMatch(/-01$/)
  expect(month).toContain(page.wanted().get('startDate')?.slice(0, 4))
  await visitor.look('report of a month')
}

/** A longer time, then one region of it: fewer consults, and the address says so. */
async function narrow(page: ReportPage, visitor: Visitor): Promise<void> {
  const year = Number(page.wanted().get('endDate')?.slice(0, 4))
  const ofMonth = await page.count('Total Consults')
  const settings = await page.openPanel('Settings', 'Settings')
  await settings.fillDay('Start Date', `01/01/${year - 1}`)
  await settings.press('Save')
  await settings.closed()
  await expect.poll(() => page.count('Total Consults')).toBeGreaterThan(ofMonth)
  const all = await page.count('Total Consults')
  const again = await page.openPanel('Settings', 'Settings')
  await again.field('Insurance Plans').click()
  await page.page.getByRole('option').first().click()
  await visitor.look('settings of the report')
  await again.press('Save')
  await again.closed()
  await page.page.waitForURL(/insurancePlans=/)
  await expect.poll(() => page.count('Total Consults')).toBeLessThan(all)
  await visitor.look('narrowed report')
}

async function refuseEarlyDays(page: ReportPage): Promise<void> {
  const settings = await page.openPanel('Settings', 'Settings')
  await settings.press('Clear Selected Plans')
  await settings.fillDay('Start Date', '12/31/2016')
  await settings.press('Save')
  await settings.root.getByText('Start Date must not be before 01/01/2017.').first().waitFor()
  await settings.press('Cancel')
  await settings.closed()
}

journey('a group user reads how the service was used', async ({ visitor }) => {
  await new Gate(visitor).signIn('mirela.varga@demo.example', undefined, '/employers')
  const page = new ReportPage(visitor)
  await page.heading(own).waitFor()
  await viewMonth(page, visitor)
  await narrow(page, visitor)
  await refuseEarlyDays(page)
  const { content } = await page.downloaded(page.button('Print or download'))
  const text = textOfPdf(content)
  for (const title of [own, 'Why they consulted', 'Method']) expect(text).toContain(title)
  await page.button('Reports').click()
  await page.page.getByRole('menuitem', { name: 'Utilization' }).click()
  await page.card('States').waitFor()
  expect(page.wanted().get('startDate')).toMatch(/-01-01$/)
})
