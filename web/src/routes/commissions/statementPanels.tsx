/** A commission statement, and an invoice it pays, on the pages that open them. */
import { useCan } from '../../session/session'
import { ofRecord } from '../../ui/panel/ofRecord'
import { Panels } from '../../ui/panel/Panels'
import { lazyPart } from '../frame/lazyPart'
import { WhyPanels } from '../billing/whyPanels'

const StatementPanel = lazyPart(() => import('../../features/commissions/statements/StatementPanel'), 'StatementPanel')
const InvoicePanel = lazyPart(() => import('../../features/invoices/InvoicePanel'), 'InvoicePanel')

const statements = {
  statement: ofRecord('statement', (id) => <StatementPanel id={id} />),
}
const forStaff = {
  ...statements,
  'statement-compare': ofRecord('statement', (id) => <StatementPanel id={id} first="compare" />),
}
const invoices = { invoice: ofRecord('invoice', (id) => <InvoicePanel id={id} />) }

/** The place of the panels; each holds what the signed-in user may see. */
export function StatementPanels() {
  const can = useCan()
  return (
    <>
      <Panels kinds={can('ViewCommissions') ? forStaff : statements} />
      {can('ViewInvoices') && <Panels kinds={invoices} />}
      <WhyPanels />
    </>
  )
}
