/** Lines below the invoice they come from, as a table; at 390 px each line takes two rows of text. */
import { useMediaQuery } from '@mantine/hooks'
import { Fragment, useState, type ReactNode } from 'react'
import { count, money } from '../../../lib/format/money'
import { IconChevronDown, IconChevronRight } from '../../../ui/icons'
import { usePanels } from '../../../ui/panel/usePanels'
import { rowClick } from '../../../ui/table/rowClick'
import { PanelLink } from '../../../ui/action/RowLink'
import { Status } from '../../../ui/value/StatusDot'
import { Tag } from '../../../ui/value/Tag'
import type { PaidInvoice } from './invoices'
import type { Statement, StatementAdjustment, StatementTotal } from '../../../shared/statements/queries'
import { AdjustmentRows } from './AdjustmentRows'
import styles from './StatementLines.module.css'
import { SnapshotLines } from './why/SnapshotLines'
import { billableMonth, totalKind } from '../../../shared/statements/words'

/** The columns before the amount. */
export const firstColumns = 6

interface InvoiceTableProps {
  label: string
  statement: Statement
  invoices: readonly PaidInvoice[]
  /** The adjustments below the invoices. */
  adjustments: readonly StatementAdjustment[]
  /** Whether a line opens to what it pays. */
  explains: boolean
  /** The row of the total. */
  foot: ReactNode
}

export function InvoiceTable({ label, statement, invoices, adjustments, explains, foot }: InvoiceTableProps) {
  const [open, setOpen] = useState<string>()
  const toggle = explains ? (key: string) => setOpen(key === open ? undefined : key) : undefined
  const isNarrow = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false })
  return (
    <div className={styles.scroll} role="region" aria-label={label} tabIndex={0}>
      <table className={styles.lines} data-narrow={isNarrow || undefined} aria-label={label}>
        <thead>
          <tr>
            {isNarrow ? (
              <th scope="col" colSpan={firstColumns}>
                Plan line
              </th>
            ) : (
              <>
                <th scope="col">Plan line</th>
                <th scope="col">Billable month</th>
                <th scope="col" data-numeric>
                  Quantity
                </th>
                <th scope="col" data-numeric>
                  Billed rate
                </th>
                <th scope="col" data-numeric>
                  Payout rate
                </th>
                <th scope="col" data-numeric>
                  Net
                </th>
              </>
            )}
            <th scope="col" data-numeric>
              Commission
            </th>
          </tr>
        </thead>
        {invoices.map((invoice) => (
          <tbody key={invoice.id}>
            <InvoiceHead invoice={invoice} />
            {invoice.totals.map((total, index) => {
              const key = `${invoice.id} ${index}`
              return (
                <Fragment key={key}>
                  <Line
                    total={total}
                    isNarrow={isNarrow}
                    isOpen={open === key}
                    onToggle={toggle && (() => toggle(key))}
                  />
                  {open === key && (
                    <tr className={styles.behind}>
                      <td colSpan={firstColumns + 1}>
                        <SnapshotLines statementId={statement.Id} total={total} />
                      </td>
                    </tr>
                  )}
                </Fragment>
              )
            })}
          </tbody>
        ))}
        <AdjustmentRows adjustments={adjustments} firstColumns={firstColumns} isNarrow={isNarrow} />
        <tfoot>{foot}</tfoot>
      </table>
    </div>
  )
}

function InvoiceHead({ invoice }: { invoice: PaidInvoice }) {
  const { open } = usePanels()
  return (
    <tr className={styles.invoice}>
      <th scope="rowgroup" colSpan={firstColumns}>
        <span className={styles.employer}>{invoice.employer}</span>
        <span className={styles.of}>
          {invoice.plan}
          <span>Invoice {invoice.number}</span>
          <Status name={invoice.paymentText} color={invoice.paymentColor} />
          {invoice.canView && (
            <PanelLink
              label={`View Invoice ${invoice.number} of ${invoice.employer}`}
              onClick={() => open('invoice', invoice.id)}
            >
              View Invoice
            </PanelLink>
          )}
        </span>
      </th>
      <td data-numeric>{money(invoice.dollars)}</td>
    </tr>
  )
}

interface LineProps {
  total: StatementTotal
  isNarrow: boolean
  isOpen: boolean
  onToggle: (() => void) | undefined
}

function Line({ total, isNarrow, isOpen, onToggle }: LineProps) {
  const name = <LineName total={total} isOpen={isOpen} onToggle={onToggle} />
  const { BillingLineItemRate: rate, CommissionPayoutRate: payout, Quantity, TotalDollars } = total
  const billed = typeof rate === 'number' ? money(rate) : '-'
  const net = <Net rate={total.NetRate} />
  return (
    <tr
      data-open={isOpen || undefined}
      data-opens={onToggle && true}
      onClick={onToggle && rowClick(onToggle)}
      data-line
    >
      {isNarrow ? (
        <td colSpan={firstColumns}>
          {name}
          <span className={styles.below}>
            {billableMonth(total)} · {count(Quantity)} × {money(payout)} · net {net}
          </span>
        </td>
      ) : (
        <>
          <td>{name}</td>
          <td>{billableMonth(total)}</td>
          <td data-numeric>{count(Quantity)}</td>
          <td data-numeric>{billed}</td>
          <td data-numeric>{money(payout)}</td>
          <td data-numeric>{net}</td>
        </>
      )}
      <td data-numeric data-amount>
        {money(TotalDollars)}
      </td>
    </tr>
  )
}

/** What the payout leaves of the billed rate: red when that is less than nothing. */
function Net({ rate }: { rate: number | null | undefined }) {
  if (rate == null) return '-'
  return <span className={rate < 0 ? styles.short : undefined}>{money(rate)}</span>
}

function LineName({ total, isOpen, onToggle }: Omit<LineProps, 'isNarrow'>) {
  const kind = totalKind(total)
  const says = (
    <>
      <span>{total.BillingLineItemName}</span>
      {kind && <Tag kind={kind.kind}>{kind.name}</Tag>}
    </>
  )
  if (!onToggle) return <span className={styles.name}>{says}</span>
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <button type="button" className={styles.name} aria-expanded={isOpen} onClick={onToggle}>
      <Chevron size={14} stroke={1.75} aria-hidden />
      {says}
    </button>
  )
}
