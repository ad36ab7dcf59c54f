/** What a query answers, drawn once it is there: grey bars before, and a failure with its reference and a way to ask again. */
import type { ReactNode } from 'react'
import { failureMessage, failureReference } from '../lib/failure'
import type { Asked } from '../lib/query'
import { Button } from './Button'
import { EmptyState } from './EmptyState'
import { IconAlertCircle } from './icons'
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
  if (query.data !== undefined) return children(query.data)
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
