/** What a field sees of the form around it. Fields name a key; the form owns the values. */
import { createContext, use, useCallback, useEffect, useRef } from 'react'

/**
 * Says why a field cannot be saved as it stands; undefined when it can. `isAsking` when the field is finding that out, and a save waits
 * for it.
 */
export type Complain = (message: string | undefined, isAsking?: boolean) => void

/** Says what is wrong with a value as far as the browser knows, in the words of the server; undefined when nothing is. */
export type Check = (value: unknown) => string | undefined

/** The fields' side of a form. */
export interface FormFields {
  id: string
  read: (name: string) => unknown
  write: (name: string, value: unknown) => void
  error: (name: string) => string | undefined
  /** Drops what a refused save said of a field. */
  forget: (name: string) => void
  /** Whether nothing may be changed now: the form is being saved, or may only be read. */
  locked: boolean
  /** Makes a field's label and its check known; gives back how to withdraw them. */
  announce: (name: string, label: string, check?: Check) => () => void
  complain: (name: string, ...complaint: Parameters<Complain>) => void
}

export const FieldsContext = createContext<FormFields | undefined>(undefined)

/** The parts of a field every kind needs. */
export interface FieldState {
  id: string
  label: string
  value: unknown
  set: (value: unknown) => void
  error: string | undefined
  locked: boolean
  complain: Complain
  /** Drops what a refused save said of it. */
  forget: () => void
}

/** Joins a field to the form around it. A name the form does not have is a mistake of the programmer and throws. */
export function useField(name: string, givenLabel?: string, check?: Check): FieldState {
  const form = use(FieldsContext)
  if (!form) throw new Error(`The field ${name} stands outside of a form.`)
  const label = givenLabel ?? labelOf(name)
  const { announce, complain, forget } = form
  const latest = useRef(check)
  useEffect(() => {
    latest.current = check
  })
  useEffect(() => announce(name, label, (value) => latest.current?.(value)), [announce, name, label])
  return {
    id: fieldId(form.id, name),
    label,
    value: form.read(name),
    set: (value) => form.write(name, value),
    error: form.error(name),
    locked: form.locked,
    complain: useCallback((...complaint) => complain(name, ...complaint), [complain, name]),
    forget: () => forget(name),
  }
}

/** Lets the form know of a text that cannot be saved, or not before it is known whether it can. */
export function useComplaint(complain: Complain, message: string | undefined, isAsking = false) {
  useEffect(() => {
    complain(message, isAsking)
    return () => complain(undefined)
  }, [complain, message, isAsking])
}

export function fieldId(formId: string, name: string): string {
  return `${formId}-${name}`
}

/** `InvoicePeriodStartDay` as `Invoice period start day`. */
export function labelOf(name: string): string {
  const words = name.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').replaceAll(/([a-z])(\d)/g, '$1 $2')
  return words.charAt(0) + words.slice(1).toLowerCase()
}
