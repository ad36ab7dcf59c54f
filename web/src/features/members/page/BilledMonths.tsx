/** The card of what was billed for a member: each entry with its month, its amount, and the way to its invoice. */
import { useQuery } from '@tanstack/react-query'
import { money } from '../../../lib/format/money'
import { monthOf, shortMonth } from '../../../lib/format/months'
import { PanelLink } from '../../../ui/action/RowLink'
import type { Column } from '../../../ui/list/columns'
import { Widget, WidgetPart } from '../../../ui/page/Widget'
import { usePanels } from '../../../ui/panel/usePanels'
import { PlainTable } from '../../../ui/table/PlainTable'
import { NameAndFact } from '../../../ui/value/NameAndFact'
import { billedMonths, type BilledMonth } from './queries'

export function BilledMonths({ id }: { id: number }) {
  const query = useQuery(billedMonths(id))
  return (
    <Widget title="Billed" query={query} empty="Nothing was billed yet.">
      <WidgetPart>
        <PlainTable
          label="Billed months"
          columns={columns}
          rows={query.data?.map((row, place) => ({ ...row, place })) ?? []}
          rowId={(row) => row.place}
          narrow={(row) => ({
            title: row.LineName,
            facts: [shortMonth(monthOf(row.BilledMonth)), <Invoice key="invoice" row={row} />],
            end: money(row.Amount),
          })}
        />
      </WidgetPart>
    </Widget>
  )
}

// The month stands with the line: in a column of its own it would push the number of the invoice out of the card.
const columns: readonly Column<BilledMonth>[] = [
  {
    key: 'Line',
    title: 'Line',
    size: 'small',
    cell: (row) => <NameAndFact name={row.LineName} below={shortMonth(monthOf(row.BilledMonth))} />,
  },
  { key: 'Amount', title: 'Amount', kind: 'money', cell: ({ Amount }) => money(Amount) },
  { key: 'Invoice', title: 'Invoice', cell: (row) => <Invoice row={row} /> },
]

function Invoice({ row: { InvoiceId, InvoiceNumber } }: { row: BilledMonth }) {
  const { open } = usePanels()
  return (
    <PanelLink label={`View ${InvoiceNumber}`} onClick={() => open('invoice', InvoiceId)}>
      {InvoiceNumber}
    </PanelLink>
  )
}
