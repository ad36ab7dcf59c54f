/** What happened to a census file, told in its row: the texts of its actions alone read alike for every task. */
import { count } from '../../lib/format/money'
import type { AuditEntry } from './queries'
import { changedFields, shownValue } from './words'

type Told = Pick<AuditEntry, 'Action' | 'Subject' | 'Changes'>

/** `Map Data: done`; undefined for what is no census file, and for an entry that says nothing but its action. */
export function happened({ Action, Subject, Changes }: Told): string | undefined {
  // With a value before it is a change of a field, which stands in the details with both.
  if (Subject !== 'census_file' || Changes.length === 0 || Changes.some(({ Before }) => Before != null))
    return undefined
  const value = (field: string) => Changes.find(({ Field }) => Field === field)?.After ?? undefined
  const task = value('Task')
  if (Action === 'census.task' && task) return `${task}: ${endOf(value)}`
  if (Action === 'census.run' && task) return task
  const bytes = Number(value('Bytes'))
  // The name of the file is that of the record, which stands beside it.
  if (bytes > 0) return `${count(Math.max(1, Math.round(bytes / 1024)))} KB`
  const answer = Action === 'census.answer' && value('Question')
  if (answer) return `${answer} ${value('Answer') ?? ''}`.trim()
  return Changes.map(factOf)
    .filter((fact) => fact !== '')
    .join(', ')
}

function endOf(value: (field: string) => string | undefined): string {
  if (value('Failed') === 'Yes') return 'failed'
  return value('Errors') === 'Yes' ? 'ended with errors' : 'done'
}

const longest = 80

/** `Remembered` and `Not remembered` for a yes and a no, else the field with its value. */
function factOf({ Field, FieldText: name, After }: AuditEntry['Changes'][number]): string {
  const told = shownValue(After, Field)
  if (told === undefined) return ''
  if (told === 'Yes') return name
  if (told === 'No') return `Not ${name.toLowerCase()}`
  return `${name}: ${told.length > longest ? `${told.slice(0, longest).trimEnd()}…` : told}`
}

/** What stands under Changed in a row: what happened to a file, or the names of the changed fields. */
export function changedInRow(entry: Told): string {
  return happened(entry) ?? changedFields(entry.Changes)
}

/** The action with what happened, for where there is no column for it. */
export function actionInFull(entry: Told & Pick<AuditEntry, 'ActionText'>): string {
  const told = happened(entry)
  return told ? `${entry.ActionText} · ${told}` : entry.ActionText
}
