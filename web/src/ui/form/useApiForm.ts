/**
 * A form that loads a record, keeps what is typed, saves it, and puts the server's messages under the fields. The keys of the
 * values are the names of the wire; the server validates. What is unsaved survives the end of the session (lib/drafts).
 */
import { useQuery, useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { announceForm, draftOf } from '../../lib/drafts'
import { EnvelopeError, failureMessage, type FieldError } from '../../lib/failure'
import type { Query } from '../../lib/query'
import { toast } from '../toast/toasts'
import { fieldId, type FormFields } from './fieldContext'

export interface ApiFormOptions<Values extends object, Loaded, Saved> {
  /** Names the form among all forms, such as `broker 7`. */
  key: string
  /** The values of a new record. */
  blank: Values
  /** The record to edit; absent when creating. */
  load?: Query<Loaded> | undefined
  /** The values of the loaded record. */
  toValues?: (loaded: Loaded) => Values
  /** What is already known to be wrong with the loaded record, by field; shown as if a save had been refused. */
  wrong?: (loaded: Loaded) => readonly FieldError[]
  /** Sends the values; `loaded` is the record they were made from, with its Version. */
  save: (values: Values, loaded: Loaded | undefined) => Promise<Saved>
  /** The queries to ask again after a save. */
  refresh?: readonly QueryKey[]
  /** The success notice; titled `Success` unless it says otherwise. */
  saved?: string | { title: string; message: string }
  /** Runs after the save; the panel closes by itself. */
  onSaved?: (saved: Saved) => void
  /** Whether a failed save also raises the first message as a notice that stays. */
  errorNotice?: boolean
}

/** Messages of the last save, sorted to where they are shown. */
interface Problems {
  fields: ReadonlyMap<string, string>
  /** Messages no field can show. */
  notes: readonly string[]
  /** Someone else changed the record meanwhile: who and when. */
  conflict?: string
}

const noProblems: Problems = { fields: new Map(), notes: [] }

/** A field that needs attention, for the summary. */
export interface FieldProblem {
  name: string
  label: string
  message: string
  fieldId: string
}

export interface ApiForm<Values extends object, Loaded = unknown, Saved = unknown> {
  id: string
  status: 'loading' | 'failed' | 'ready'
  loadFailure: unknown
  values: Values
  loaded: Loaded | undefined
  set: <Name extends keyof Values>(name: Name, value: Values[Name]) => void
  dirty: boolean
  saving: boolean
  /** What the user typed before the session ended is in the fields again. */
  restored: boolean
  fieldProblems: readonly FieldProblem[]
  notes: readonly string[]
  conflict: string | undefined
  /** Saves; true when it worked. */
  submit: () => Promise<boolean>
  /** Saves what was changed here over what someone else saved meanwhile; true when it worked. What only they changed stays. */
  overwrite: () => Promise<boolean>
  /** Loads the record again and drops what was typed. */
  reload: () => void
  fields: FormFields
  onSaved: ((saved: Saved) => void) | undefined
}

interface Source<Values, Loaded> {
  loaded: Loaded | undefined
  base: Values
}

export function useApiForm<Values extends object, Loaded = undefined, Saved = unknown>(options: ApiFormOptions<Values, Loaded, Saved>): ApiForm<Values, Loaded, Saved> {
  const { key, blank, load, toValues, wrong, save: send, refresh = [], saved: notice, onSaved, errorNotice = false } = options
  const id = useId()
  const client = useQueryClient()
  const record = useQuery({ queryKey: ['form', key], queryFn: load?.queryFn ?? neverLoaded, enabled: load !== undefined, gcTime: 0, staleTime: Infinity, refetchOnReconnect: false })
  const [draft] = useState(() => draftOf(key) as Partial<Values> | undefined)
  const [source, setSource] = useState<Source<Values, Loaded> | undefined>(load ? undefined : { loaded: undefined, base: blank })
  const [typed, setTyped] = useState<Partial<Values>>(draft ?? {})
  const [problems, setProblems] = useState(noProblems)
  const [saving, setSaving] = useState(false)
  const [labels] = useState(() => new Map<string, string>())

  if (load && !source && record.data !== undefined) {
    setSource({ loaded: record.data, base: toValues ? toValues(record.data) : blank })
    if (wrong) setProblems(sorted(wrong(record.data), (Key) => Key in blank))
  }

  const base = source?.base ?? blank
  const values = { ...base, ...typed }
  const dirty = !sameValues(values, base)

  const changedValues = useEffectEvent(() => (dirty ? typed : undefined))
  useEffect(() => announceForm(key, () => changedValues()), [key])

  const write = (name: string, value: unknown) => {
    setTyped((before) => ({ ...before, [name]: value }))
    if (problems.fields.has(name)) setProblems({ ...problems, fields: new Map([...problems.fields].filter(([other]) => other !== name)) })
  }

  const save = async (read: () => Promise<Source<Values, Loaded>>, mine: Partial<Values>) => {
    if (saving) return false
    setSaving(true)
    setProblems(noProblems)
    try {
      const { loaded, base: stored } = await read()
      const sent = { ...stored, ...mine }
      setSource({ loaded, base: stored })
      const answer = await send(sent, loaded)
      setSource({ loaded, base: sent })
      await Promise.all(refresh.map((queryKey) => client.invalidateQueries({ queryKey })))
      if (notice) toast.success(typeof notice === 'string' ? notice : notice.message, typeof notice === 'string' ? {} : { title: notice.title })
      onSaved?.(answer)
      return true
    } catch (failure) {
      setProblems(problemsOf(failure, labels))
      if (errorNotice) toast.error(failureMessage(failure))
      return false
    } finally {
      setSaving(false)
    }
  }

  const submit = async () => source !== undefined && save(() => Promise.resolve(source), typed)

  const overwrite = async () => {
    if (!load) return false
    const theirs = async () => {
      const loaded = await load.queryFn({ signal: new AbortController().signal })
      return { loaded, base: toValues ? toValues(loaded) : blank }
    }
    return save(theirs, changedOnly(typed, base))
  }

  const reload = () => {
    setTyped({})
    setProblems(noProblems)
    setSource(load ? undefined : { loaded: undefined, base: blank })
    void client.resetQueries({ queryKey: ['form', key] })
  }

  const read = (name: string): unknown => {
    if (!(name in values)) throw new Error(`The form ${key} has no value named ${name}.`)
    return values[name as keyof Values]
  }

  const [announce] = useState(() => (name: string, label: string) => {
    labels.set(name, label)
    return () => void labels.delete(name)
  })

  return {
    id,
    status: source ? 'ready' : record.isError ? 'failed' : 'loading',
    loadFailure: record.error,
    values,
    loaded: source?.loaded,
    set: (name, value) => write(String(name), value),
    dirty,
    saving,
    restored: draft !== undefined && dirty,
    fieldProblems: [...problems.fields].map(([name, message]) => ({ name, message, label: labels.get(name) ?? name, fieldId: fieldId(id, name) })),
    notes: problems.notes,
    conflict: problems.conflict,
    submit,
    overwrite,
    reload,
    fields: { id, read, write, error: (name) => problems.fields.get(name), locked: saving, announce },
    onSaved,
  }
}

function neverLoaded(): Promise<never> {
  return Promise.reject(new Error('There is nothing to load.'))
}

/** Sorts a failed save into field messages, form notes and a conflict. */
function problemsOf(failure: unknown, labels: ReadonlyMap<string, string>): Problems {
  if (!(failure instanceof EnvelopeError)) return { fields: new Map(), notes: [failureMessage(failure)] }
  if (failure.status === 409) return { ...noProblems, conflict: failure.message }
  const problems = sorted(failure.fields, (Key) => labels.has(Key))
  return problems.fields.size === 0 && problems.notes.length === 0 ? { ...problems, notes: [failure.message] } : problems
}

/** Messages under the fields they name, the first of each; the others become notes. */
function sorted(messages: readonly FieldError[], isField: (Key: string) => boolean): Problems {
  const fields = new Map<string, string>()
  const notes: string[] = []
  for (const { Key, Message } of messages) {
    if (!isField(Key)) notes.push(Message)
    else if (!fields.has(Key)) fields.set(Key, Message)
  }
  return { fields, notes }
}

function sameValues<Values extends object>(left: Values, right: Values): boolean {
  return Object.keys({ ...left, ...right }).every((name) => sameValue(left[name as keyof Values], right[name as keyof Values]))
}

function sameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a instanceof Blob || b instanceof Blob) return false
  return JSON.stringify(a) === JSON.stringify(b)
}

/** What was typed, without what is as it was. */
function changedOnly<Values extends object>(typed: Partial<Values>, base: Values): Partial<Values> {
  const changed = { ...typed }
  for (const name in changed) if (sameValue(changed[name], base[name])) Reflect.deleteProperty(changed, name)
  return changed
}
