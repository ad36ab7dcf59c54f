/** A definition list: muted term, value at the right (or beside it in an expanded row). Nothing is a muted en dash. */
import type { ReactNode } from 'react'
import styles from './Details.module.css'

export interface Detail {
  /** What tells it from others of the same term. */
  id?: string
  term: string
  value: ReactNode
  /** A second-level line, indented below the one before. */
  sub?: boolean
  /** A total: bold, above it a line. */
  total?: boolean
}

interface DetailsProps {
  items: readonly Detail[]
  /** `spread` puts values at the right edge (cards, panels); `beside` next to the term (expanded rows). */
  layout?: 'spread' | 'beside'
}

export function Details({ items, layout = 'spread' }: DetailsProps) {
  return (
    <dl className={styles.list} data-details data-layout={layout}>
      {items.map(({ id, term, value, sub, total }) => (
        <div key={id ?? term} className={styles.item} data-sub={sub || undefined} data-total={total || undefined}>
          <dt>{term}</dt>
          <dd data-hyphens={hasHyphens(value)} data-whole={staysWhole(value)}>
            {isNothing(value) ? <Nothing /> : breakable(value)}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** An e-mail address that is too long for its line breaks before the @, not within a word. */
function breakable(value: ReactNode): ReactNode {
  if (typeof value !== 'string' || !/^\S+@\S+$/.test(value)) return value
  const at = value.lastIndexOf('@')
  return (
    <>
      {value.slice(0, at)}
      <wbr />
      {value.slice(at)}
    </>
  )
}

/** Ids with hyphens and phone numbers take no tabular figures: the hyphen grows wide. A minus is no hyphen. */
function hasHyphens(value: ReactNode): true | undefined {
  return (typeof value === 'string' && value.includes('-')) || undefined
}

/** Dates and money stand on one line, however little room there is. */
function staysWhole(value: ReactNode): true | undefined {
  return (typeof value === 'string' && /^(\d\d\/\d\d\/\d{4}|[−+]?\$[\d,]+\.\d\d)$/.test(value)) || undefined
}

/** Nothing to show: a muted en dash. */
export function Nothing() {
  return <span className={styles.nothing}>-</span>
}

/** Whether a value has nothing to show. */
export function isNothing(value: ReactNode): boolean {
  return value === null || value === undefined || value === '' || value === false
}
