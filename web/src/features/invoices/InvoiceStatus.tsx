/** How an invoice is paid, and beside the word of one that is still to be sent that it was not (rules.md#not-sent). */
import { NameAndFact } from '../../ui/value/NameAndFact'
import { Status } from '../../ui/value/StatusDot'
import { Tag } from '../../ui/value/Tag'
import type { InvoiceRow } from './queries'

export function InvoiceStatus({ row }: { row: InvoiceRow }) {
  return (
    <NameAndFact
      name={<Status name={row.PaymentStatusText} color={row.PaymentStatusColor} />}
      tag={row.NotSent && <Tag kind="warn">Not sent</Tag>}
    />
  )
}
