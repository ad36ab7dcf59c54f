/** The lines of a statement by invoice, what is payable before what waits; each opens to the snapshot lines that it pays. */
import { useState, type ReactNode } from 'react'
import { money } from '../../../lib/format/money'
import { useCan } from '../../../session/session'
import { ShowMore } from '../../../ui/table/ShowMore'
import { Stack } from '../../../ui/Stack'
import { firstInvoices, invoicesOf, linesFrom, sumOf } from './invoices'
import { firstColumns, InvoiceTable } from './InvoiceTable'
import type { Statement, StatementTotal } from '../../../shared/statements/queries'
import styles from './StatementLines.module.css'

/** Lines drawn at once; a statement may have thousands. */
const step = 200

export function StatementLines({ statement }: { statement: Statement }) {
  const { TotaledLineItems: totals } = statement
  const payable = totals.filter(({ Payable }) => Payable)
  const pending = totals.filter(({ Payable }) => !Payable)
  return (
    <Stack>
      {(payable.length > 0 || pending.length === 0) && (
        <Part label="Lines of the statement" statement={statement} totals={payable} />
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
}

function Part({ label, titled = false, statement, totals }: PartProps) {
  const [most, setMost] = useState(step)
  const explains = useCan()('ViewCommissions')
  const invoices = firstInvoices(invoicesOf(totals), most)
  const shown = invoices.reduce((sum, { totals: own }) => sum + own.length, 0)
  if (totals.length === 0) return <p className={styles.empty}>No results to display.</p>
  return (
    <section>
      {titled && <p className={styles.title}>{label}</p>}
      <InvoiceTable
        label={label}
        statement={statement}
        invoices={invoices}
        explains={explains}
        foot={<Foot says={linesFrom(totals)} amount={money(sumOf(totals))} />}
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
