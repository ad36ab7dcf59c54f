/**
 * Notices: a toast opens after 20 ms, closes itself after 8000 ms with a countdown bar that ticks every 16 ms, and fades for
 * 400 ms. One that is told to stay does so until it is closed. The store is outside React, so that any code may raise one.
 */
import type { QueryKey } from '@tanstack/react-query'
import { failureMessage, isSignedOut } from '../../lib/failure'

export type ToastKind = 'default' | 'success' | 'info' | 'warning' | 'error'

/** One thing to do about a notice: something at once, opening what was made, or taking back what was done. */
export type ToastAction = { label: string } & (
  | { run: () => void }
  | { to: string; panel?: string }
  | {
      undo: () => Promise<unknown>
      /** What is said once it is undone. */
      undone: string
      /** The queries to ask again then. */
      refresh: readonly QueryKey[]
    }
)

export interface Toast {
  id: number
  kind: ToastKind
  title: string
  message: string
  /** Milliseconds until it closes itself; undefined stays. */
  duration: number | undefined
  action?: ToastAction
  leaving: boolean
}

export const toastTimes = { open: 20, duration: 8000, tick: 16, fade: 400 } as const

/** How many are shown at once; the oldest makes room. */
const limit = 5

const defaultTitles: Record<ToastKind, string> = {
  default: 'Notice',
  success: 'Success',
  info: 'Information',
  warning: 'Warning',
  error: 'Error',
}

interface ToastOptions {
  title?: string
  /** Keeps it open until it is closed by hand. */
  stays?: boolean
  duration?: number
  action?: ToastAction | undefined
}

let shown: readonly Toast[] = []
let nextId = 1
const listeners = new Set<() => void>()

function publish(next: readonly Toast[]) {
  shown = next
  for (const tell of listeners) tell()
}

function open(
  kind: ToastKind,
  message: string,
  { title, stays = false, duration = toastTimes.duration, action }: ToastOptions = {},
): number {
  const id = nextId++
  const toast: Toast = {
    id,
    kind,
    message,
    title: title ?? defaultTitles[kind],
    duration: stays ? undefined : duration,
    leaving: false,
    ...(action ? { action } : {}),
  }
  setTimeout(() => publish([...shown, toast].slice(-limit)), toastTimes.open)
  return id
}

/** Raises a notice; gives back its id. */
export const toast = {
  show: (message: string, options?: ToastOptions) => open('default', message, options),
  success: (message: string, options?: ToastOptions) => open('success', message, options),
  info: (message: string, options?: ToastOptions) => open('info', message, options),
  warning: (message: string, options?: ToastOptions) => open('warning', message, options),
  error: (message: string, options?: ToastOptions) => open('error', message, options),
}

/** Raises what went wrong as a notice. Nothing when the session has ended: the sign-in that is there then says so. */
export function orNotice(work: Promise<unknown>): void {
  work.catch((failure: unknown) => {
    if (!isSignedOut(failure)) toast.error(failureMessage(failure))
  })
}

/** Fades a notice out. */
export function closeToast(id: number): void {
  publish(shown.map((one) => (one.id === id ? { ...one, leaving: true } : one)))
  setTimeout(() => publish(shown.filter((one) => one.id !== id)), toastTimes.fade)
}

/** Closes all at once, for a new session and for tests. */
export function clearToasts(): void {
  publish([])
}

export function subscribeToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function currentToasts(): readonly Toast[] {
  return shown
}
