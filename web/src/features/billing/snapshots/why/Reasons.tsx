/** Corrections and moves in sentences: the months, who it is about and why, where that came from, the amount. */
import type { ReactNode } from 'react'
import { isNothing } from '../../../../ui/value/Details'
import styles from './Behind.module.css'
import type { WhyMember } from './queries'
import { SourceLink } from './SourceLink'
import { statusWords, told, whoName, type Told } from './words'

interface ReasonsProps {
  label: string
  rows: readonly WhyMember[]
  before: string | undefined
  amount: (dollars: number) => string
}

export function Reasons({ label, rows, before, amount }: ReasonsProps) {
  if (rows.length === 0) return <p className={styles.empty}>No results to display.</p>
  return (
    <ul className={styles.reasons} aria-label={label}>
      {told(rows).map((one) => (
        <li key={one.key} className={styles.reason}>
          <span className={styles.months}>{one.months}</span>
          <span className={styles.says}>
            <strong>{whoName(one.first)}</strong> {one.first.Reason ?? statusWords(one.first)?.says}
            <More facts={moreOf(one, before)} />
          </span>
          <span className={styles.amount}>{amount(one.amount)}</span>
        </li>
      ))}
    </ul>
  )
}

/** Below the sentence: the line, that it stood on the bill before, and where the status change came from. */
function moreOf({ first }: Told, before: string | undefined): ReactNode[] {
  return [
    first.LineName,
    first.IsOfPrevious && before !== undefined && `on the bill of ${before}, not on this one`,
    first.Reason && first.Source && <SourceLink key="source" source={first.Source} />,
  ]
}

function More({ facts }: { facts: readonly ReactNode[] }) {
  const shown = facts.filter((fact) => !isNothing(fact))
  return (
    <span className={styles.more}>
      {shown.map((fact, index) => (
        <span key={index}>
          {index > 0 && ' · '}
          {fact}
        </span>
      ))}
    </span>
  )
}
