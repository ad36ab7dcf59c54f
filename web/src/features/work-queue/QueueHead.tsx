/** Above the sections of the queue: what their columns hold, and by which of them the items are sorted. */
import { IconArrowDown, IconArrowUp } from '../../ui/icons'
import type { Narrowed } from './queries'
import styles from './WorkQueue.module.css'

interface QueueHeadProps {
  narrowed: Narrowed
  /** Undefined for the most urgent first. */
  onSort: (sort: string | undefined, desc: boolean) => void
}

const columns = [
  { name: 'what', title: 'What' },
  { name: 'group', title: 'Group' },
  { name: 'why', title: 'Why' },
  { name: 'amount', title: 'Amount', order: 'Amount', first: true },
  { name: 'due', title: 'Due', order: 'Due', first: false },
] as const

export function QueueHead({ narrowed, onSort }: QueueHeadProps) {
  return (
    <div className={styles.queueHead} role="group" aria-label="Sort the items of each kind">
      {columns.map((column) => (
        <span key={column.name} data-column={column.name}>
          {'order' in column ? <SortButton {...column} narrowed={narrowed} onSort={onSort} /> : column.title}
        </span>
      ))}
    </div>
  )
}

interface SortButtonProps extends QueueHeadProps {
  title: string
  order: string
  /** Whether the greatest come first when one begins to sort by it. */
  first: boolean
}

/** Pressed again it turns round, and a third time the most urgent items come first again. */
function SortButton({ title, order, first, narrowed: { sort, desc = false }, onSort }: SortButtonProps) {
  const isSorted = sort === order
  const Arrow = desc ? IconArrowDown : IconArrowUp
  const press = () => {
    if (!isSorted) onSort(order, first)
    else if (desc === first) onSort(order, !first)
    else onSort(undefined, false)
  }
  const says = isSorted ? `, ${desc ? 'descending' : 'ascending'}` : ''
  return (
    <button type="button" data-sorted={isSorted || undefined} aria-label={`Sort by ${title}${says}`} onClick={press}>
      {title}
      {isSorted && <Arrow size={13} stroke={1.75} aria-hidden />}
    </button>
  )
}
