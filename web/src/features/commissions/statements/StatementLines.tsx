/** The lines of a statement by invoice, then its adjustments, what is payable before what waits; each opens to what it comes from. */
import { useState, type ReactNode } from 'react'
import { money } from '../../../lib/format/money'
import { useCan } from '../../../session/session'
import { ShowMore } from '../../../ui/table/ShowMore'
import { Stack } from '../../../ui/Stack'
import { firstInvoices, invoicesOf, linesFrom, paidBy } from './invoices'
import { firstColumns, InvoiceTable } from './InvoiceTable'
import type { Statement, StatementAdjustment, StatementTotal } from '../../../shared/statements/queries'
import styles from './StatementLines.module.css'

/** Lines drawn at once; a statement may have thousands. */
const step = 200

export function StatementLines({ statement }: { statement: Statement }) {
  const { TotaledLineItems: totals, Adjustments: adjustments } = statement
  const payable = totals.filter(({ Payable }) => Payable)
  const pending = totals.filter(({ Payable }) => !Payable)
  return (
    <Stack>
      {(payable.length > 0 || pending.length === 0 || adjustments.length > 0) && (
        <Part label="Lines of the statement" statement={statement} totals={payable} adjustments={adjustments} />
      )}
      {pending.length > 0 && (
        <Part label="Pending until the invoices are paid" titled statement={statement} totals={pending} />
      )}
    </Stack>
  )
}

interface PartProps {
  label: string
  /** Whether the label stands above it. */
  titled?: boolean
  statement: Statement
  totals: readonly StatementTotal[]
  adjustments?: readonly StatementAdjustment[]
}

function Part({ label, titled = false, statement, totals, adjustments = [] }: PartProps) {
  const [most, setMost] = useState(step)
  const explains = useCan()('ViewCommissions')
  const invoices = firstInvoices(invoicesOf(totals), most)
  const shown = invoices.reduce((sum, { totals: own }) => sum + own.length, 0)
  if (totals.length === 0 && adjustments.length === 0) return <p className={styles.empty}>No results to display.</p>
  return (
    <section>
      {titled && <p className={styles.title}>{label}</p>}
      <InvoiceTable
        label={label}
        statement={statement}
        invoices={invoices}
        adjustments={adjustments}
        explains={explains}
        foot={<Foot says={linesFrom(totals, adjustments)} amount={money(paidBy(totals, adjustments))} />}
      />
      <ShowMore shown={shown} total={totals.length} step={step} onMore={() => setMost(shown + step)} />
    </section>
  )
}

function Foot({ says, amount }: { says: string; amount: ReactNode }) {
  return (
    <tr>
      <td colSpan={firstColumns}>Total, {says}</td>
      <td data-numeric>{amount}</td>
    </tr>
  )
}
