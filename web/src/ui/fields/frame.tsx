/** What every field shares: label, "optional", help that gives way to the error, the lock, and its place in the form grid. */
import { useEffect, useRef, type ReactNode } from 'react'
import { failureWithReference } from '../../lib/failure'
import type { Asked } from '../../lib/query'
import { Button } from '../action/Button'
import { IconAlertCircle, IconChevronDown, IconLock } from '../icons'
import { labelOf, useField, type Check, type FieldState } from '../form/fieldContext'
import styles from './frame.module.css'

export interface FieldProps {
  /** The key of the value, as the wire names it. */
  name: string
  /** Absent: made from the name. */
  label?: string
  help?: ReactNode
  optional?: boolean
  placeholder?: string
  /** Why the field cannot be changed; shown in place of the help. */
  locked?: string | false | undefined
  /** What its choices are asked with: while they are not there, the field says so instead of looking empty. */
  query?: Asked<unknown> | undefined
  /** Draws it in amber: it may stay as it is, and somebody should have seen it. */
  warns?: boolean
  /** How many of the six columns of the form grid it takes; 6 is the whole row. */
  span?: 2 | 3 | 4 | 6
}

/** The properties every input of the component library takes. */
export interface InputFrame {
  id: string
  name: string
  label: ReactNode
  description: ReactNode
  error: ReactNode
  placeholder: string | undefined
  disabled: boolean
  rightSection?: ReactNode
  autoComplete: string
}

/**
 * Joins a field to its form and gives what its input needs. `check` says what is wrong with a value that is sent together with a text
 * which another field refuses.
 */
export function useFieldFrame(
  { name, label, help, optional, placeholder, locked, query }: FieldProps,
  check?: Check,
): FieldState & { frame: InputFrame } {
  const field = useField(name, label, locked ? undefined : check)
  useForgetting(field, optional)
  const lacks = lacking(query)
  const frame: InputFrame = {
    id: field.id,
    name,
    label: <FieldLabel text={field.label} optional={optional} />,
    description:
      query && lacks === notLoaded ? <ChoicesFailed query={query} /> : field.error ? undefined : locked || help,
    error: field.error && <FieldError message={field.error} />,
    placeholder: lacks ?? placeholder,
    disabled: field.locked || Boolean(locked),
    autoComplete: 'off',
    ...(locked ? { rightSection: <IconLock size={16} stroke={1.75} aria-hidden /> } : {}),
  }
  return { ...field, frame }
}

/** The check of a field that needs a value unless it is optional. */
export function given({ name, label = labelOf(name), optional }: FieldProps): Check {
  return (value) => (!optional && (value ?? '') === '' ? `${label} is required.` : undefined)
}

/** A field that became optional, or required, is no longer what a refused save spoke of. */
function useForgetting({ forget }: FieldState, optional = false) {
  const before = useRef(optional)
  useEffect(() => {
    if (before.current !== optional) forget()
    before.current = optional
  })
}

/** The same with what is wrong with a text that one has left in it; what a refused save says comes before. */
export function withComplaint(frame: InputFrame, complaint: string | undefined): InputFrame {
  if (frame.error || complaint === undefined) return frame
  return { ...frame, description: undefined, error: <FieldError message={complaint} /> }
}

const notLoaded = 'Not loaded'

/** Why a field has no choices to offer yet; undefined when they are there. */
export function lacking(query: Asked<unknown> | undefined): string | undefined {
  if (!query || query.data !== undefined) return undefined
  return query.isError ? notLoaded : 'Loading…'
}

function ChoicesFailed({ query }: { query: Asked<unknown> }) {
  return (
    <span className={styles.failed} role="alert">
      The choices did not load: {failureWithReference(query.error)}{' '}
      <Button small kind="quiet" onClick={() => void query.refetch()}>
        Try again
      </Button>
    </span>
  )
}

const optionalMark = ' · optional'

function FieldLabel({ text, optional }: { text: string; optional?: boolean | undefined }) {
  return (
    <>
      {text}
      {optional && <span className={styles.optional}>{optionalMark}</span>}
    </>
  )
}

export function FieldError({ message }: { message: string }) {
  return (
    <span className={styles.error}>
      <IconAlertCircle size={14} stroke={1.75} aria-hidden />
      {message}
    </span>
  )
}

/**
 * A control that the component library does not join to the texts around it by itself: what the control says of its error or help,
 * and how the wrapper names those texts.
 */
export function joined({ id, description, error }: InputFrame) {
  const [errorId, helpId] = [`${id}-error`, `${id}-help`]
  return {
    control: {
      'aria-invalid': error ? true : undefined,
      'aria-describedby': error ? errorId : description ? helpId : undefined,
    },
    wrapper: { description, error, errorProps: { id: errorId }, descriptionProps: { id: helpId } },
  }
}

/** So many letters of a label fit beside another field at 390 px. */
const longLabel = 28

interface FieldCellProps {
  field: FieldProps
  /** Whether what it shows needs the whole row where it is narrow. */
  long?: boolean
  children: ReactNode
}

/** The place of a field in the form grid. */
export function FieldCell({
  field: { name, label = labelOf(name), optional = false, span = 6, warns = false },
  long = false,
  children,
}: FieldCellProps) {
  const isLong = long || `${label}${optional ? optionalMark : ''}`.length > longLabel
  return (
    <div className={styles.cell} data-span={span} data-long={isLong || undefined} data-warns={warns || undefined}>
      {children}
    </div>
  )
}

/** The mark of a field that opens a list. */
export const chevron = <IconChevronDown size={16} stroke={1.75} aria-hidden />

/** A value that must be a text; nothing is an empty one. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}
