/** The lines of a bill, each opening its members; as a table, or at 390 px as rows of two lines. */
import type { ReactNode } from 'react'
import { membersInShort, serviceMonth, type BilledLine } from '../../lib/billing/billedLines'
import { count, money } from '../../lib/format/money'
import type { Column } from '../list/columns'
import { PlainTable } from '../table/PlainTable'
import { PanelLink } from '../action/RowLink'
import { Inline } from '../Stack'
import { LineName } from './LineName'

interface BillLinesProps<Line extends BilledLine> {
  label: string
  lines: readonly Line[]
  /** The line whose members are shown below. */
  openId: number | undefined
  onToggle: (id: number) => void
  total: number
  /** On the total line, such as the window; with it the members of each line are named in short. */
  window?: string
  /** Opens what explains the total, from the total line. */
  onWhy?: (() => void) | undefined
  empty: string
}

export function BillLines<Line extends BilledLine>({
  label,
  lines,
  openId,
  onToggle,
  total,
  window,
  onWhy,
  empty,
}: BillLinesProps<Line>) {
  const name = (line: BilledLine) => (
    <LineName line={line} open={line.Id === openId} onToggle={() => onToggle(line.Id)} />
  )
  const why = onWhy && (
    <PanelLink label="Why this amount?" onClick={onWhy}>
      Why this amount?
    </PanelLink>
  )
  const columns = window === undefined ? paperColumns(name) : officeColumns(name)
  return (
    <PlainTable
      label={label}
      columns={columns}
      rows={lines}
      rowId={(line) => line.Id}
      selected={openId}
      onRow={(line) => onToggle(line.Id)}
      total={{ [columns[0]?.key ?? '']: 'Total', [columns[1]?.key ?? '']: why, Amount: money(total), Members: window }}
      empty={empty}
      narrow={(line) => ({
        title: name(line),
        end: money(line.LineItemTotalDollars),
        facts: [serviceMonth(line), `${count(line.BillableQuantity)} × ${money(line.Rate)}`],
      })}
      narrowTotal={{ title: <Inline>Total {why}</Inline>, end: money(total), facts: [window] }}
    />
  )
}

type Name = (line: BilledLine) => ReactNode

/** As on the paper invoice. */
function paperColumns(name: Name): readonly Column<BilledLine>[] {
  return [
    { key: 'Month', title: 'Service Date', cell: serviceMonth },
    { key: 'Name', title: 'Description', kind: 'name', cell: name },
    ...amounts,
  ]
}

/** As those who make the bill look at it. */
function officeColumns(name: Name): readonly Column<BilledLine>[] {
  return [
    { key: 'Name', title: 'Line', kind: 'name', cell: name },
    { key: 'Month', title: 'Billable month', cell: serviceMonth },
    ...amounts,
    { key: 'Members', title: 'Members', size: 'large', cell: membersInShort },
  ]
}

const amounts: readonly Column<BilledLine>[] = [
  { key: 'Quantity', title: 'Quantity', kind: 'count', cell: (line) => count(line.BillableQuantity) },
  { key: 'Rate', title: 'Rate', kind: 'count', cell: (line) => money(line.Rate) },
  { key: 'Amount', title: 'Amount', kind: 'money', cell: (line) => money(line.LineItemTotalDollars) },
]
