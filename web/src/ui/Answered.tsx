/** What a query answers, drawn once it is there: grey bars before, and a failure with its reference and a way to ask again. */
import type { ReactNode } from 'react'
import { failureMessage, failureReference } from '../lib/failure'
import type { Asked } from '../lib/query'
import styles from './Answered.module.css'
import { Button } from './Button'
import { EmptyState } from './EmptyState'
import { IconAlertCircle } from './icons'
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
  if (query.isError) return <NotAnswered query={query} title={`${what.charAt(0).toUpperCase()}${what.slice(1)} did not load`} flush={flush} />
  return <Waiting label={`Loading ${what}`} flush={flush} />
}

/** A query that failed. */
export function NotAnswered({ query, title, flush = false }: { query: Pick<Asked<unknown>, 'error' | 'refetch'>; title: string; flush?: boolean }) {
  const reference = failureReference(query.error)
  return (
    <EmptyState failed flush={flush} icon={IconAlertCircle} title={title} action={<Button small onClick={() => void query.refetch()}>Try again</Button>}>
      {failureMessage(query.error)} {reference && `Reference ${reference}.`}
    </EmptyState>
  )
}

interface NotRefreshedProps {
  query: Pick<Asked<unknown>, 'isError' | 'error' | 'data' | 'refetch'>
  flush?: boolean
}

/** The line above an answer that stays on the screen although asking for it again failed. */
export function NotRefreshed({ query, flush = false }: NotRefreshedProps) {
  if (!query.isError || query.data === undefined) return null
  const reference = failureReference(query.error)
  return (
    <div className={styles.stale} data-flush={flush || undefined}>
      <Note kind="warn" live action={<Button small onClick={() => void query.refetch()}>Try again</Button>}>
        This could not be refreshed: {failureMessage(query.error)} {reference && `Reference ${reference}.`}
      </Note>
    </div>
  )
}
