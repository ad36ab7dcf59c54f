/** The adjustments of a statement as rows behind its invoices, each with its reason; for administrators each opens to who added it and when. */
import { Fragment, useState } from 'react'
import { moment } from '../../../lib/format/dates'
import { money } from '../../../lib/format/money'
import { monthOf, shortMonth } from '../../../lib/format/months'
import { IconChevronDown, IconChevronRight } from '../../../ui/icons'
import { rowClick } from '../../../ui/table/rowClick'
import type { StatementAdjustment } from '../../../shared/statements/queries'
import { adjusted } from './invoices'
import styles from './StatementLines.module.css'

interface AdjustmentRowsProps {
  adjustments: readonly StatementAdjustment[]
  /** The columns before the amount. */
  firstColumns: number
  isNarrow: boolean
}

export function AdjustmentRows({ adjustments, firstColumns, isNarrow }: AdjustmentRowsProps) {
  const [open, setOpen] = useState<number>()
  if (adjustments.length === 0) return null
  return (
    <tbody>
      <tr className={styles.invoice}>
        <th scope="rowgroup" colSpan={firstColumns}>
          <span className={styles.employer}>Adjustments</span>
        </th>
        <td data-numeric>{money(adjusted(adjustments))}</td>
      </tr>
      {adjustments.map((one) => {
        const isOpen = open === one.AdjustmentId
        const toggle = one.AddedBy == null ? undefined : () => setOpen(isOpen ? undefined : one.AdjustmentId)
        return (
          <Fragment key={one.AdjustmentId}>
            <tr
              data-open={isOpen || undefined}
              data-opens={toggle && true}
              onClick={toggle && rowClick(toggle)}
              data-line
            >
              <td colSpan={isNarrow ? firstColumns : 1}>
                <Reason of={one} isOpen={isOpen} onToggle={toggle} />
                {isNarrow && <span className={styles.below}>from {monthFrom(one)}</span>}
              </td>
              {!isNarrow && (
                <>
                  <td>{monthFrom(one)}</td>
                  <td colSpan={firstColumns - 2} />
                </>
              )}
              <td data-numeric data-amount>
                {money(one.Amount)}
              </td>
            </tr>
            {isOpen && (
              <tr className={styles.behind}>
                <td colSpan={firstColumns + 1}>
                  Added on {moment(one.AddedOn)} by {one.AddedBy}. It counts from {monthFrom(one)} on.
                </td>
              </tr>
            )}
          </Fragment>
        )
      })}
    </tbody>
  )
}

function monthFrom({ Month }: StatementAdjustment): string {
  return shortMonth(monthOf(Month))
}

interface ReasonProps {
  of: StatementAdjustment
  isOpen: boolean
  onToggle: (() => void) | undefined
}

function Reason({ of: { Reason: says }, isOpen, onToggle }: ReasonProps) {
  if (!onToggle) return <span className={styles.name}>{says}</span>
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <button type="button" className={styles.name} aria-expanded={isOpen} onClick={onToggle}>
      <Chevron size={14} stroke={1.75} aria-hidden />
      <span>{says}</span>
    </button>
  )
}
