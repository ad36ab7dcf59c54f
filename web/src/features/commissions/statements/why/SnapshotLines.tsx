/** "Why this payout?": the lines of snapshots behind an amount, with the ways to the invoice and to its members. */
import { useQuery } from '@tanstack/react-query'
import { count, money } from '../../../../lib/format/money'
import { whyPanelId } from '../../../../lib/billing/whyPanel'
import { useCan } from '../../../../session/session'
import { Answered } from '../../../../ui/state/Answered'
import type { Column } from '../../../../ui/list/columns'
import { usePanels } from '../../../../ui/panel/usePanels'
import { PlainTable } from '../../../../ui/table/PlainTable'
import { PanelLink } from '../../../../ui/action/RowLink'
import type { StatementTotal } from '../../../../shared/statements/queries'
import { linesBehind, type PaidLine } from './queries'
import styles from './Why.module.css'

const columns: readonly Column<PaidLine>[] = [
  { key: 'Line', title: 'Snapshot line', kind: 'name', size: 'large', cell: lineName },
  { key: 'Quantity', title: 'Quantity', kind: 'count', cell: ({ Quantity }) => count(Quantity) },
  { key: 'Rate', title: 'Billed rate', kind: 'count', cell: ({ BillingLineItemRate: rate }) => money(rate) },
  { key: 'Payout', title: 'Payout rate', kind: 'count', cell: ({ CommissionPayoutRate: payout }) => money(payout) },
  { key: 'Total', title: 'Commission', kind: 'money', cell: ({ TotalDollars }) => money(TotalDollars) },
]

const kinds: Readonly<Record<string, string>> = {
  Charge: 'Billed for the month',
  ReversedCredit: 'Credit taken back',
  ReversedDebt: 'Debt taken back',
}

/** What the line does, and why. */
function lineName({ Kind, Reason }: PaidLine): string {
  return [kinds[Kind] ?? Kind, Reason].filter(Boolean).join(': ')
}

export function SnapshotLines({ statementId, total }: { statementId: number; total: StatementTotal }) {
  const query = useQuery(linesBehind(statementId, total))
  const label = `Why ${money(total.TotalDollars)} on ${total.BillingLineItemName} of ${total.EmployerName}?`
  return (
    <Answered query={query} what="the snapshot lines" flush>
      {(lines) => (
        <>
          <PlainTable
            label={label}
            columns={columns}
            rows={lines.map((line, index) => ({ ...line, index }))}
            rowId={({ index }) => index}
            total={{ Line: 'Total', Total: money(total.TotalDollars) }}
            narrow={(line) => ({
              title: lineName(line),
              end: money(line.TotalDollars),
              facts: [
                `${count(line.Quantity)} × ${money(line.CommissionPayoutRate)}`,
                `billed at ${money(line.BillingLineItemRate)}`,
              ],
            })}
            narrowTotal={{ title: 'Total', end: money(total.TotalDollars) }}
          />
          <Ways total={total} />
        </>
      )}
    </Answered>
  )
}

/** On to the invoice that billed it, and to who stands on that. */
function Ways({
  total: { EmployerId, EmployerName, BillingInvoiceSnapshotId: snapshotId },
}: {
  total: StatementTotal
}) {
  const { open } = usePanels()
  if (!useCan()('ViewBilling')) return null
  return (
    <p className={styles.ways}>
      <PanelLink label={`View the invoice of ${EmployerName}`} onClick={() => open('invoice', snapshotId)}>
        View Invoice
      </PanelLink>
      <PanelLink
        label={`Why the invoice of ${EmployerName} comes to its amount`}
        onClick={() => open('why', whyPanelId({ employerId: EmployerId, snapshotId }))}
      >
        Who is billed on it
      </PanelLink>
    </p>
  )
}
