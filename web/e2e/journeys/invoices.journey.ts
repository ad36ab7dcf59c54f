/** An invoice as a clerk at the broker reads it before it is sent: found, looked at line by line, and taken along as a file. */
import { expect } from 'vitest'
import { InvoicesPage } from '../pages/BillsPages'
import { Gate } from '../pages/Gate'
import { billOffice, billed, consultsOf } from '../support/billedOffice'
import { journey } from '../support/journey'
import { nameOfLastMonth, thisMonth } from '../support/months'
import { addInsured, openOffice, roleIds } from '../support/office'
import { textOfPdf } from '../support/pdf'

const word = 'Corrigan'

journey('a clerk checks each line of an invoice and takes it along', async ({ program, visitor }) => {
  const office = await openOffice(program, word, roleIds.accountManager, { EnableInvoiceAccess: true })
  await addInsured(program, office)
  await billOffice(program, word, office)

  await new Gate(visitor).signIn(office.email, office.password, `${office.at}/invoices`)
  const invoices = new InvoicesPage(visitor)
  await invoices.row(thisMonth()).filter({ hasText: '$84.00' }).waitFor()
  await visitor.look('invoices of the broker')

  // It is not in the accounting system: it says so, and cannot be paid.
  const viewer = await invoices.view()
  await viewer.root.getByText('It cannot be paid online before it is in the ERP.').waitFor()
  expect(await viewer.root.getByRole('button', { name: 'Pay Invoice' }).isDisabled()).toBe(true)
  expect(await viewer.root.getByRole('button', { name: 'Why this amount?' }).count()).toBe(0)
  await visitor.look('invoice of the broker')

  // Who is behind a line of members.
  await invoices.members(viewer, billed.members, ['Brandt, Ottilie'])
  await visitor.look('members of a line')

  // What can be checked of consultations: day, number, and hours; nobody who had one.
  await viewer.root.getByRole('button', { name: billed.consults, exact: true }).click()
  const lists = viewer.root.getByRole('region', { name: new RegExp(`^${billed.consults}`) })
  for (const [day, number, afterHours] of consultsOf(word))
    await lists
      .getByRole('row')
      .filter({ hasText: day })
      .filter({ hasText: number })
      .filter({ hasText: afterHours ? 'After hours' : 'Regular hours' })
      .waitFor()
  await viewer.root.getByText('Who consulted is not told on a bill.').waitFor()
  await visitor.look('consultations of a line')
  const [, first = ''] = consultsOf(word)[0] ?? []

  const pdf = textOfPdf(await invoices.download(viewer))
  const { month, year } = nameOfLastMonth()
  for (const text of ['Draft', office.group, billed.purchaseOrder, 'Brandt, Ottilie', `${month} ${year}`, first])
    expect(pdf).toContain(text)
  expect(pdf).not.toContain('Total due')
  await viewer.close()
  await visitor.page.getByRole('dialog').waitFor({ state: 'detached' })
})
