/** How an invoice is paid, and beside the word of one that is still to be sent that it was not (rules.md#not-sent). */
import { Inline } from '../../ui/Stack'
import { Status } from '../../ui/value/StatusDot'
import { Tag } from '../../ui/value/Tag'
import type { InvoiceRow } from './queries'

export function InvoiceStatus({ row }: { row: InvoiceRow }) {
  return (
    <Inline>
      <Status name={row.PaymentStatusText} color={row.PaymentStatusColor} />
      {row.NotSent && <Tag kind="warn">Not sent</Tag>}
    </Inline>
  )
}
