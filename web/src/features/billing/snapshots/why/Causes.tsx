/** The causes of a change between the two totals, with a bar each that begins where the one before ended; hatched bars lower it. */
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { money, moneyChange } from '../../../../lib/money'
import { monthName, monthOf } from '../../../../lib/months'
import { IconChevronDown, IconChevronRight } from '../../../../ui/icons'
import styles from './Causes.module.css'
import type { Cause, Why } from './queries'
import { waterfall, type Bar } from './waterfall'
import { causeName, howMany, madeOf, monthBefore, opens } from './words'

interface CausesProps {
  why: Why
  open: readonly string[]
  onToggle: (cause: string) => void
}

export function Causes({ why, open, onToggle }: CausesProps) {
  const isNarrow = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false })
  const { bars, start } = waterfall(why.Causes.map(({ AmountDollars }) => AmountDollars))
  const before = monthBefore(why)
  const first = why.Previous ? monthName(monthOf(why.Previous.InvoicePeriodEndDate)) : 'Before'
  const beforeIsMadeOf = why.Previous ? madeOf(why.MembersBefore, why.Causes, 'Before') : 'nothing was billed'
  return (
    <table className={styles.causes} aria-label="From the earlier total to this one">
      <thead>
        <tr>
          <th scope="col">Cause</th>
          {!isNarrow && <th scope="col">How many</th>}
          {!isNarrow && <td aria-hidden />}
          <th scope="col" data-numeric>
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        <Row
          isNarrow={isNarrow}
          name={first}
          many={beforeIsMadeOf}
          amount={money(why.Previous?.InvoiceTotalDollars ?? 0)}
          total
        />
        {why.Causes.map((cause, index) => (
          <Row
            key={cause.Cause}
            isNarrow={isNarrow}
            isOpen={open.includes(cause.Cause)}
            name={
              <CauseName cause={cause} isOpen={open.includes(cause.Cause)} onToggle={() => onToggle(cause.Cause)} />
            }
            many={howMany(cause, before)}
            bar={<BarOf bar={bars[index]} start={start} />}
            amount={moneyChange(cause.AmountDollars)}
            isNothing={cause.AmountDollars === 0}
          />
        ))}
      </tbody>
      <tfoot>
        <Row
          isNarrow={isNarrow}
          name={monthName(monthOf(why.InvoicePeriodEndDate))}
          many={madeOf(why.Members, why.Causes, 'Now')}
          amount={money(why.InvoiceTotalDollars)}
          total
        />
      </tfoot>
    </table>
  )
}

interface RowProps {
  isNarrow: boolean
  name: ReactNode
  many: string
  bar?: ReactNode
  amount: string
  isOpen?: boolean
  isNothing?: boolean
  /** One of the two totals that the causes stand between. */
  total?: boolean
}

function Row({ isNarrow, name, many, bar, amount, isOpen, isNothing, total }: RowProps) {
  return (
    <tr data-open={isOpen || undefined} data-total={total || undefined}>
      <th scope="row">
        {name}
        {isNarrow && <span className={styles.below}>{many}</span>}
      </th>
      {!isNarrow && <td>{many}</td>}
      {!isNarrow && <td>{bar}</td>}
      <td data-numeric data-nothing={isNothing || undefined}>
        {amount}
      </td>
    </tr>
  )
}

function CauseName({ cause, isOpen, onToggle }: { cause: Cause; isOpen: boolean; onToggle: () => void }) {
  const name = causeName(cause)
  if (!opens(cause)) return <span className={styles.plain}>{name}</span>
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <button type="button" className={styles.cause} aria-expanded={isOpen} onClick={onToggle}>
      <Chevron size={14} stroke={1.75} aria-hidden />
      <span>{name}</span>
    </button>
  )
}

/** The amount says the same in words, so that the bar is left to those who see it. */
function BarOf({ bar, start }: { bar: Bar | undefined; start: number }) {
  if (!bar) return null
  return (
    <span className={styles.track} aria-hidden>
      <span className={styles.start} style={{ left: `${start}%` }} />
      <span
        className={styles.bar}
        data-minus={bar.isMinus || undefined}
        style={{ left: `${bar.left}%`, width: `${bar.width}%` }}
      />
    </span>
  )
}
