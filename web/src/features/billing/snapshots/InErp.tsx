/** Where a snapshot stands in the accounting system. */
import { ErpLink } from '../../../ui/ExternalLink'
import { Inline } from '../../../ui/Stack'
import { Tag } from '../../../ui/Tag'
import type { Snapshot } from './queries'

export function InErp({ row }: { row: Snapshot }) {
  return (
    <Inline>
      <ErpLink href={row.ErpInvoiceUrl} />
      {row.OutOfDate && <Tag kind="warn">Out of date</Tag>}
    </Inline>
  )
}
