/** A card of bars: each line with its name, a bar, a count and its part of the whole. All bars of a card have one scale. */
import type { ReactNode } from 'react'
import { count } from '../../lib/format/money'
import styles from './BarCard.module.css'

/** A line of the card. */
export interface Bar {
  name: string
  count: number
  /** Its part of the whole, 0 to 100. */
  percent: number
  /** The part it had before: a tick on the bar. */
  before?: number | undefined
}

interface BarCardProps {
  title: string
  /** Muted, after the title: on what it is based. */
  basis?: string
  /** Muted, at the right of the head. */
  aside?: string | false | undefined
  bars: readonly Bar[]
  /** In place of the bars: why there are none to see. */
  instead?: ReactNode
}

/** The longest bar or tick leaves a little of its track free. */
const headroom = 1.06

export function BarCard({ title, basis, aside, bars, instead }: BarCardProps) {
  return (
    <section className={styles.card} aria-label={title}>
      <div className={styles.head}>
        <h3>
          {title} {basis && <span className={styles.basis}>{basis}</span>}
        </h3>
        {aside && <span className={styles.aside}>{aside}</span>}
      </div>
      {instead ?? <Bars bars={bars} />}
    </section>
  )
}

function Bars({ bars }: Pick<BarCardProps, 'bars'>) {
  if (bars.length === 0) return <p className={styles.empty}>No data has been provided.</p>
  const full = Math.max(1, ...bars.map((bar) => Math.max(bar.percent, bar.before ?? 0))) * headroom
  return (
    <ul className={styles.bars}>
      {bars.map((bar) => (
        <li key={bar.name} className={styles.bar}>
          <span className={styles.name} title={bar.name}>
            {bar.name}
          </span>
          <Track
            percent={(bar.percent * 100) / full}
            tick={bar.before === undefined ? undefined : (bar.before * 100) / full}
          />
          <span className={styles.count}>{count(bar.count)}</span>
          <span className={styles.percent}>
            {bar.percent.toFixed(1)}%
            {bar.before !== undefined && (
              <span className="visually-hidden">{`, before ${bar.before.toFixed(1)}%`}</span>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}

interface TrackProps {
  /** How much of it is filled. */
  percent: number
  tick?: number | undefined
  /** Of one length, in a row of another kind of card. */
  short?: boolean
}

/** A bar in its track; the numbers stand beside it. */
export function Track({ percent, tick, short = false }: TrackProps) {
  return (
    <span className={styles.track} data-short={short || undefined} aria-hidden>
      <span className={styles.fill} style={{ width: `${Math.min(100, percent)}%` }} />
      {tick !== undefined && <span className={styles.tick} style={{ left: `${Math.min(100, tick)}%` }} />}
    </span>
  )
}

/** Why a list is not shown, in a dashed frame. */
export function Withheld({ children }: { children: ReactNode }) {
  return (
    <p className={styles.withheld}>
      <strong>Withheld.</strong> {children}
    </p>
  )
}
