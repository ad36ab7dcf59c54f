/** What a query answers, drawn once it is there: grey bars before, and a failure with its reference and a way to ask again. */
import type { ReactNode } from 'react'
import { failureWithReference } from '../../lib/failure'
import type { Asked } from '../../lib/query'
import styles from './Answered.module.css'
import { Button } from '../action/Button'
import { EmptyState } from './EmptyState'
import { IconAlertCircle } from '../icons'
import { Note } from './Note'
import { Waiting } from './Waiting'

interface AnsweredProps<Value> {
  query: Asked<Value>
  /** What is asked for, to follow `Loading`: `the line items`. */
  what: string
  /** Inside of a panel or a card, which have margins of their own. */
  flush?: boolean
  children: (value: Value) => ReactNode
}

export function Answered<Value>({ query, what, flush = false, children }: AnsweredProps<Value>) {
  if (query.data !== undefined) {
    return (
      <>
        <NotRefreshed query={query} flush={flush} />
        {children(query.data)}
      </>
    )
  }
  if (query.isError)
    return (
      <NotAnswered query={query} title={`${what.charAt(0).toUpperCase()}${what.slice(1)} did not load`} flush={flush} />
    )
  return <Waiting label={`Loading ${what}`} flush={flush} />
}

/** As much of a query that failed as is said of it. */
type Failing = Pick<Asked<unknown>, 'error' | 'refetch'>

/** A query that failed. */
export function NotAnswered({ query, title, flush = false }: { query: Failing; title: string; flush?: boolean }) {
  return (
    <EmptyState
      failed
      flush={flush}
      icon={IconAlertCircle}
      title={title}
      action={
        <Button small onClick={() => void query.refetch()}>
          Try again
        </Button>
      }
    >
      {failureWithReference(query.error)}
    </EmptyState>
  )
}

interface NotRefreshedProps {
  query: Failing & Pick<Asked<unknown>, 'isError' | 'data'>
  flush?: boolean
}

/** The line above an answer that stays on the screen although asking for it again failed. */
export function NotRefreshed({ query, flush = false }: NotRefreshedProps) {
  if (!query.isError || query.data === undefined) return null
  return (
    <div className={styles.stale} data-flush={flush || undefined}>
      <FailureNote query={query}>This could not be refreshed: </FailureNote>
    </div>
  )
}

/** A query that failed, in one line, for what is too small for an empty state. */
export function FailureNote({ query, title, children }: { query: Failing; title?: string; children?: ReactNode }) {
  return (
    <Note
      kind="warn"
      live
      title={title}
      action={
        <Button small onClick={() => void query.refetch()}>
          Try again
        </Button>
      }
    >
      {children}
      {failureWithReference(query.error)}
    </Note>
  )
}
