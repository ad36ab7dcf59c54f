/** The causes of a change between two totals, with a bar each that begins where the one before ended; hatched bars lower it. */
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { money, moneyChange } from '../../lib/format/money'
import { IconChevronDown, IconChevronRight } from '../icons'
import styles from './CauseTable.module.css'
import { waterfall, type Bar } from './waterfall'

/** One of the causes. */
export interface CauseRow {
  key: string
  name: string
  /** How many it is about. */
  many: string
  dollars: number
  /** Whether there is anything to open behind it. */
  opens: boolean
}

/** One of the two totals that the causes stand between. */
export interface TotalRow {
  name: string
  many: string
  dollars: number
}

interface CauseTableProps {
  before: TotalRow
  causes: readonly CauseRow[]
  after: TotalRow
  /** The keys of the causes that are open. */
  open: readonly string[]
  onToggle: (key: string) => void
}

export function CauseTable({ before, causes, after, open, onToggle }: CauseTableProps) {
  const isNarrow = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false })
  const { bars, start } = waterfall(causes.map(({ dollars }) => dollars))
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
        <Row isNarrow={isNarrow} name={before.name} many={before.many} amount={money(before.dollars)} total />
        {causes.map((cause, index) => {
          const isOpen = open.includes(cause.key)
          return (
            <Row
              key={cause.key}
              isNarrow={isNarrow}
              isOpen={isOpen}
              name={<CauseName cause={cause} isOpen={isOpen} onToggle={() => onToggle(cause.key)} />}
              many={cause.many}
              bar={<BarOf bar={bars[index]} start={start} />}
              amount={moneyChange(cause.dollars)}
              isNothing={cause.dollars === 0}
            />
          )
        })}
      </tbody>
      <tfoot>
        <Row isNarrow={isNarrow} name={after.name} many={after.many} amount={money(after.dollars)} total />
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

function CauseName({
  cause: { name, opens },
  isOpen,
  onToggle,
}: {
  cause: CauseRow
  isOpen: boolean
  onToggle: () => void
}) {
  if (!opens) return <span className={styles.plain}>{name}</span>
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
