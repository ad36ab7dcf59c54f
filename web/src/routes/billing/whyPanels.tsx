/** "Why this amount?", the history in the ERP and what is sent there, on the pages that open it: those of snapshots, and those of invoices, which are the same records. */
import { useCan } from '../../session/session'
import { Panels } from '../../ui/panel/Panels'
import { lazyPart } from '../frame/lazyPart'

const WhyPanel = lazyPart(() => import('../../features/billing/snapshots/why/WhyPanel'), 'WhyPanel')

const ErpPanel = lazyPart(() => import('../../features/billing/snapshots/erp/ErpPanel'), 'ErpPanel')

const InvoicingPanel = lazyPart(() => import('../../features/billing/snapshots/InvoicingPanel'), 'InvoicingPanel')

const kinds = { why: (id: string) => <WhyPanel id={id} />, erp: (id: string) => <ErpPanel id={id} /> }
/** For those who may also send. */
const editing = { ...kinds, invoicing: (id: string) => <InvoicingPanel id={id} /> }

/** The panel's place; nothing for those who may not see snapshots. */
export function WhyPanels() {
  const can = useCan()
  if (!can('ViewBilling')) return null
  return <Panels kinds={can('EditBilling') ? editing : kinds} />
}
