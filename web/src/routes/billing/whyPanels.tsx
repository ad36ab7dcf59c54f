/** "Why this amount?" and the history in the ERP on the pages that open it: those of snapshots, and those of invoices, which are the same records. */
import { useCan } from '../../session/session'
import { Panels } from '../../ui/panel/Panels'
import { lazyPart } from '../frame/lazyPart'

const WhyPanel = lazyPart(() => import('../../features/billing/snapshots/why/WhyPanel'), 'WhyPanel')

const ErpPanel = lazyPart(() => import('../../features/billing/snapshots/erp/ErpPanel'), 'ErpPanel')

const kinds = { why: (id: string) => <WhyPanel id={id} />, erp: (id: string) => <ErpPanel id={id} /> }

/** The panel's place; nothing for those who may not see snapshots. */
export function WhyPanels() {
  const can = useCan()
  return can('ViewBilling') && <Panels kinds={kinds} />
}
