/** What is wrong with a form after a save that was refused, sorted to where it is shown. */
import { EnvelopeError, failureMessage, type FieldError } from '../../lib/failure'

/** What became of a record that someone else changed while it stood in a form. */
export interface Overtaken {
  /** In words. */
  now: string
  /** Whether saving the form would still do what was asked for. */
  mayOverwrite: boolean
}

/** Someone else changed the record meanwhile. */
export interface Conflict extends Partial<Overtaken> {
  /** Who and when, in the words of the server. */
  says: string
}

/** Messages of the last save. */
export interface Problems {
  fields: ReadonlyMap<string, string>
  /** Messages no field can show. */
  notes: readonly string[]
  conflict?: Conflict
}

export const noProblems: Problems = { fields: new Map(), notes: [] }

/** A field that needs attention, for the summary. */
export interface FieldProblem {
  name: string
  label: string
  message: string
  fieldId: string
}

/** Sorts a failed save into field messages, form notes and a conflict. */
export function problemsOf(failure: unknown, labels: ReadonlyMap<string, string>): Problems {
  if (!(failure instanceof EnvelopeError)) return { fields: new Map(), notes: [failureMessage(failure)] }
  if (failure.status === 409) return { ...noProblems, conflict: { says: failure.message } }
  const problems = sorted(failure.fields, (Key) => labels.has(Key))
  if (problems.fields.size === 0 && problems.notes.length === 0) return { ...problems, notes: [failure.message] }
  return {
    ...problems,
    fields: new Map([...problems.fields].map(([Key, message]) => [Key, labelled(Key, message, labels)])),
  }
}

/** What could not be read at all the server names by its key; on the screen it is called otherwise. */
function labelled(Key: string, message: string, labels: ReadonlyMap<string, string>): string {
  const label = labels.get(Key)
  return label && message.startsWith(`${Key} could not be read`) ? label + message.slice(Key.length) : message
}

/** The one sentence of a notice about a failed save. */
export function noticeOf(failure: unknown, labels: ReadonlyMap<string, string>): string {
  const message = failureMessage(failure)
  const named = failure instanceof EnvelopeError ? failure.fields.find(({ Message }) => Message === message) : undefined
  return named ? labelled(named.Key, message, labels) : message
}

/** Messages under the fields they name, the first of each; the others become notes. */
export function sorted(messages: readonly FieldError[], isField: (Key: string) => boolean): Problems {
  const fields = new Map<string, string>()
  const notes: string[] = []
  for (const { Key, Message } of messages) {
    if (!isField(Key)) notes.push(Message)
    else if (!fields.has(Key)) fields.set(Key, Message)
  }
  return { fields, notes }
}

/** The problems without that of a field, which has been changed. */
export function without(problems: Problems, name: string): Problems {
  if (!problems.fields.has(name)) return problems
  return { ...problems, fields: new Map([...problems.fields].filter(([other]) => other !== name)) }
}
