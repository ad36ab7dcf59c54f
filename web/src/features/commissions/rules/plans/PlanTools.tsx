/** The filter of a list of plan lines, with how many lines of how many groups it leaves. */
import { TextInput } from '@mantine/core'
import { useDeferredValue, useState, type ReactNode } from 'react'
import { counted } from '../../../../lib/format/money'
import { IconSearch } from '../../../../ui/icons'
import type { PlanRow } from '../queries'
import { employersOf, matchingRows } from './payouts'
import styles from './Plans.module.css'

interface PlanFilter {
  term: string
  filter: (term: string) => void
  /** The lines that match. */
  shown: readonly PlanRow[]
}

export function usePlanFilter(rows: readonly PlanRow[]): PlanFilter {
  const [term, filter] = useState('')
  // Thousands of lines are drawn while the next letter is typed already.
  return { term, filter, shown: matchingRows(rows, useDeferredValue(term)) }
}

/** The children are what can be done beside it. */
export function PlanTools({ by: { term, filter, shown }, children }: { by: PlanFilter; children: ReactNode }) {
  return (
    <div className={styles.tools}>
      <TextInput
        className={styles.filter}
        aria-label="Filter billing plans"
        placeholder="Filter..."
        leftSection={<IconSearch size={14} stroke={1.75} aria-hidden />}
        value={term}
        onChange={(event) => filter(event.currentTarget.value)}
      />
      <span className={styles.counts}>
        {counted(shown.length, 'line')}, {counted(employersOf(shown).length, 'group')}
      </span>
      {children}
    </div>
  )
}
