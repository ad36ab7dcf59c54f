/** How the bill of a statement stands, beside its name. */
import type { StatementRow } from '../../../shared/statements/queries'
import { billTag } from '../../../shared/statements/words'
import { Tag } from '../../../ui/value/Tag'

export function BillTag({ row }: { row: Pick<StatementRow, 'HasBill' | 'BillState'> }) {
  const tag = billTag(row)
  return tag ? <Tag kind={tag.kind}>{tag.name}</Tag> : null
}
