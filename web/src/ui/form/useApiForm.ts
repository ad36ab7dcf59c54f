/**
 * A form that loads a record, keeps what is typed, saves it, and puts the server's messages under the fields. The keys of the
 * values are the names of the wire; the server validates. What is unsaved survives the end of the session (lib/drafts).
 */
import type { QueryKey } from '@tanstack/react-query'
import { useEffect, useId, useReducer, useRef, useState } from 'react'
import type { FieldError } from '../../lib/failure'
import type { Query } from '../../lib/query'
import type { ToastAction } from '../toast/toasts'
import { fieldId, type Check, type FormFields } from './fieldContext'
import { noProblems, sorted, without, type Conflict, type FieldProblem, type Overtaken } from './problems'
import { useSaving } from './useSaving'
import { useSource } from './useSource'
import { useTyped } from './useTyped'
import { sameValue, type Follow } from './values'

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
  /** What else changes with a value, such as an agreement that no longer holds. */
  follow?: Follow<Values>
  /** What must not be left empty, since the server would then keep or choose a value of its own: the words of messages by name. */
  needed?: Readonly<Partial<Record<keyof Values, string>>>
  /** Sends the values; `loaded` is the record they were made from, with its Version. */
  save: (values: Values, loaded: Loaded | undefined) => Promise<Saved>
  /**
   * For a save that does something to the record as it was shown, such as ending who is active: what became of a record that someone
   * else has changed, and whether the save would still do the same. Without it a save says what is to be true, whatever is so now.
   */
  overtaken?: (theirs: Loaded, shown: Loaded) => Overtaken
  /** The queries to ask again after a save. */
  refresh?: readonly QueryKey[]
  /** The success notice; titled `Success` unless it says otherwise. */
  saved?: string | { title: string; message: string }
  /** What that notice offers: to open what was made, or to take back what was done. */
  offers?: (saved: Saved) => ToastAction | undefined
  /** Runs after the save; the panel closes by itself. */
  onSaved?: (saved: Saved) => void
  /** Whether a failed save also raises the first message as a notice; `stays` keeps that open until it is closed. */
  errorNotice?: boolean | 'stays'
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
  conflict: Conflict | undefined
  /** Shows what was found wrong with what is stored, as if a save had been refused for it. */
  tell: (messages: readonly FieldError[]) => void
  /** Saves; true when it worked. */
  submit: () => Promise<boolean>
  /** Saves what was changed here over what someone else saved meanwhile; true when it worked. What only they changed stays. */
  overwrite: () => Promise<boolean>
  /** Loads the record again and drops what was typed. */
  reload: () => void
  fields: FormFields
  onSaved: ((saved: Saved) => void) | undefined
}

export function useApiForm<Values extends object, Loaded = undefined, Saved = unknown>(
  options: ApiFormOptions<Values, Loaded, Saved>,
): ApiForm<Values, Loaded, Saved> {
  const { key, blank, wrong, follow, needed = {}, onSaved } = options
  const id = useId()
  const { labels, checks, announce } = useLabels()
  const [problems, setProblems] = useState(noProblems)
  const { complaints, complain, settled } = useComplaints((name) => setProblems((before) => without(before, name)))
  const { source, setSource, status, failure, readAgain, refill } = useSource(options, (loaded) => {
    if (wrong) setProblems(sorted(wrong(loaded), (Key) => Key in blank))
  })
  const { typed, setTyped, values, dirty, restored } = useTyped(key, source?.base ?? blank)
  const stand = ({ source: stands, mine }: { source: NonNullable<typeof source>; mine: Partial<Values> }) => {
    setSource(stands)
    setTyped(mine)
  }
  const { saving, submit, overwrite } = useSaving(options, {
    source,
    typed,
    stand,
    readAgain,
    problems,
    setProblems,
    labels,
  })

  const [awaits, setAwaits] = useState(false)
  const locked = saving || awaits
  const ways = useRef({ submit, overwrite })
  useEffect(() => {
    ways.current = { submit, overwrite }
  })
  /**
   * What a field cannot take is not sent: the server would save the value it had before. All that the browser knows to be wrong is said
   * with it, since the server is not asked.
   */
  const unlessRefused = async (way: 'submit' | 'overwrite') => {
    if (locked) return false
    if (isAnyAsking(complaints)) {
      setAwaits(true)
      if (!(await settled())) return false
      setAwaits(false)
    }
    const unsent = new Map([
      ...emptyOf(values, needed),
      ...[...complaints].map(([name, { message }]) => [name, message] as const),
    ])
    if (unsent.size === 0) return ways.current[way]()
    setProblems({ ...noProblems, fields: new Map([...checked(values, checks), ...unsent]) })
    return false
  }
  const set = <Name extends keyof Values>(name: Name, value: Values[Name]) => {
    const followed = sameValue(values[name], value) ? undefined : follow?.(name)
    setTyped((before) => ({ ...before, [name]: value, ...followed }))
    setProblems((before) => without(before, String(name)))
  }
  const read = (name: string): unknown => {
    if (!(name in values)) throw new Error(`The form ${key} has no value named ${name}.`)
    return values[name as keyof Values]
  }
  const reload = () => {
    setTyped({})
    setProblems(noProblems)
    refill()
  }

  return {
    id,
    status,
    loadFailure: failure,
    loaded: source?.loaded,
    values,
    set,
    dirty,
    restored,
    saving: locked,
    submit: () => unlessRefused('submit'),
    overwrite: () => unlessRefused('overwrite'),
    reload,
    tell: (messages) => setProblems(sorted(messages, (Key) => Key in values)),
    onSaved,
    // A field that is gone, as when another choice takes it away, is not counted; it says so when it comes back.
    fieldProblems: [...problems.fields]
      .filter(([name]) => labels.has(name))
      .map(([name, message]) => ({
        name,
        message,
        label: labels.get(name) ?? name,
        fieldId: fieldId(id, name),
      })),
    notes: problems.notes,
    conflict: problems.conflict,
    fields: {
      id,
      read,
      write: (name, value) => set(name as keyof Values, value as Values[keyof Values]),
      error: (name) => problems.fields.get(name),
      forget: (name) => setProblems((before) => without(before, name)),
      locked,
      announce,
      complain,
    },
  }
}

/** Says what was left empty although it is needed, by name. */
function emptyOf(values: object, needed: Readonly<Partial<Record<string, string>>>): (readonly [string, string])[] {
  const given = new Map<string, unknown>(Object.entries(values))
  return Object.entries(needed)
    .filter(([name]) => (given.get(name) ?? '') === '')
    .map(([name, words]) => [name, `${words} is required.`] as const)
}

/** Says what the checks of the drawn fields find, by name. */
function checked(values: object, checks: ReadonlyMap<string, Check>): (readonly [string, string])[] {
  const given = new Map<string, unknown>(Object.entries(values))
  return [...checks].flatMap(([name, check]) => {
    const message = check(given.get(name))
    return message === undefined ? [] : [[name, message] as const]
  })
}

/** The labels and checks of the fields that are drawn, by name; a message for any other name has no field to stand under. */
function useLabels() {
  const [labels] = useState(() => new Map<string, string>())
  const [checks] = useState(() => new Map<string, Check>())
  const [, drawAgain] = useReducer((times: number) => times + 1, 0)
  const [announce] = useState(() => (name: string, label: string, check?: Check) => {
    labels.set(name, label)
    if (check) checks.set(name, check)
    // What is wrong with the loaded record is listed as soon as its fields are drawn.
    drawAgain()
    return () => {
      labels.delete(name)
      checks.delete(name)
      drawAgain()
    }
  })
  return { labels, checks, announce }
}

interface Complaint {
  message: string
  isAsking: boolean
}

function isAnyAsking(complaints: ReadonlyMap<string, Complaint>): boolean {
  return [...complaints.values()].some(({ isAsking }) => isAsking)
}

/**
 * What fields cannot take as it stands, by name; `onWithdrawn` is told when a field has nothing to complain of any more. `settled` waits
 * until no field asks any more, and is false when the form has gone meanwhile.
 */
function useComplaints(onWithdrawn: (name: string) => void) {
  const [complaints] = useState(() => new Map<string, Complaint>())
  const waiting = useRef<(() => void)[]>([])
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  const [complain] = useState(() => (name: string, message: string | undefined, isAsking = false) => {
    if (message !== undefined) complaints.set(name, { message, isAsking })
    else if (complaints.delete(name)) onWithdrawn(name)
    if (!isAnyAsking(complaints)) waiting.current.splice(0).forEach((goOn) => goOn())
  })
  const settled = async () => {
    // A complaint is withdrawn for a moment when it changes.
    while (isAnyAsking(complaints)) await new Promise<void>((goOn) => waiting.current.push(goOn))
    return !isGone.current
  }
  return { complaints, complain, settled }
}
