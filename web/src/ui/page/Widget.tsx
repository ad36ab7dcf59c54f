/** A card of an overview: a head of 38 px, rows of 34 px, and its own loading, empty and failed states. */
import type { ReactNode } from 'react'
import { failureWithReference } from '../../lib/failure'
import type { Asked } from '../../lib/query'
import { Button } from '../action/Button'
import styles from './Widget.module.css'

interface WidgetProps {
  title: string
  /** Beside the title: a tag, a status. */
  beside?: ReactNode
  /** At the right of the head: a link or a button. */
  action?: ReactNode
  /** What stands for the title where two cards on a page have the same. */
  label?: string
  /** What stands beside the title goes below it where the card is narrow. */
  wraps?: boolean
  /** Draws the waiting and failed states, and the empty one when its data is an empty list. */
  query?: Asked<unknown>
  empty?: string
  /** Rows fill the card to its edges; other content is padded. */
  children: ReactNode
}

export function Widget({
  title,
  label,
  wraps,
  beside,
  action,
  query,
  empty = 'No results to display.',
  children,
}: WidgetProps) {
  return (
    <section className={styles.widget} aria-label={label ?? title}>
      <div className={styles.head} data-wraps={wraps || undefined}>
        <h2>{title}</h2>
        {beside}
        {action && <div className={styles.action}>{action}</div>}
      </div>
      <WidgetContent query={query} empty={empty} title={title}>
        {children}
      </WidgetContent>
    </section>
  )
}

function WidgetContent({
  query,
  empty,
  title,
  children,
}: Pick<WidgetProps, 'query' | 'children' | 'title'> & { empty: string }) {
  if (query?.isPending) {
    return (
      <div className={styles.waiting} role="status" aria-label={`Loading ${title}`}>
        <span />
        <span />
        <span />
      </div>
    )
  }
  if (query?.isError) {
    return (
      <div className={styles.message} role="alert">
        <span>{failureWithReference(query.error)}</span>
        <Button small onClick={() => void query.refetch()}>
          Try again
        </Button>
      </div>
    )
  }
  if (query && Array.isArray(query.data) && query.data.length === 0) return <p className={styles.message}>{empty}</p>
  return <div className={styles.content}>{children}</div>
}

interface WidgetRowProps {
  /** The name, 500 weight. */
  title: ReactNode
  /** Muted facts beside it. */
  facts?: ReactNode
  /** They and the name are never cut: where there is no room they stand below each other, and then what belongs to the status below it. */
  wholeFacts?: boolean
  /** At the right: an amount, above each other in a column. */
  amount?: ReactNode
  /** Muted, before the amount: since when it is so. */
  since?: ReactNode
  status?: ReactNode
  /** Of statuses that say more than a word, so that they begin below each other. */
  longStatus?: boolean
  /** Last: a tag, buttons. */
  end?: ReactNode
}

export function WidgetRow({ title, facts, wholeFacts, since, amount, status, longStatus, end }: WidgetRowProps) {
  return (
    <div className={styles.row} data-whole={wholeFacts || undefined}>
      <span className={styles.what}>
        <span className={styles.name}>{title}</span>
        {facts && <span className={styles.facts}>{facts}</span>}
      </span>
      <span className={styles.right}>
        {since && <span className={styles.since}>{since}</span>}
        {amount && <span className={styles.amount}>{amount}</span>}
        {status && (
          <span className={styles.status} data-long={longStatus || undefined}>
            {status}
          </span>
        )}
        {end && <span className={styles.end}>{end}</span>}
      </span>
    </div>
  )
}

/** A part of a card that is no list of rows: padded, and divided from the part above. `flush` fills the card to its edges. */
export function WidgetPart({ flush, children }: { flush?: boolean; children: ReactNode }) {
  return (
    <div className={styles.part} data-flush={flush || undefined}>
      {children}
    </div>
  )
}
