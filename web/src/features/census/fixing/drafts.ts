/** What is typed into the fix grid and not saved, by row and field, and what of it was not taken. */
import type { CensusRecord } from '../queries'
import { isField, storedText, type Field } from './cells'
import type { RecordEdit, Refusal } from './queries'

type Row = Readonly<Partial<Record<Field, string>>>

/** By the number of the row. */
export type Drafts = Readonly<Record<number, Row>>

export interface Typed {
  drafts: Drafts
  refused: readonly Refusal[]
}

export const untouched: Typed = { drafts: {}, refused: [] }

export interface CellChange {
  record: CensusRecord
  field: Field
  /** Nothing takes back what was typed. */
  text: string | undefined
}

/** The same with cells changed; what is as it was before is no draft. */
export function changed({ drafts, refused }: Typed, changes: readonly CellChange[]): Typed {
  const next: Record<number, Row> = { ...drafts }
  for (const { record, field, text } of changes) {
    const row = { ...next[record.RecordNumber] }
    if (text === undefined || text === storedText(record, field)) Reflect.deleteProperty(row, field)
    else row[field] = text
    next[record.RecordNumber] = row
  }
  const isChanged = ({ RecordNumber, Key }: Refusal) =>
    changes.some(({ record, field }) => record.RecordNumber === RecordNumber && field === Key)
  return { drafts: withoutEmpty(next), refused: refused.filter((one) => !isChanged(one)) }
}

/** The same after rows were left out of the import. */
export function leftOut({ drafts, refused }: Typed, rows: readonly number[]): Typed {
  const isIn = (number: number) => !rows.includes(number)
  return {
    drafts: Object.fromEntries(rowsOf(drafts).filter(([number]) => isIn(number))),
    refused: refused.filter(({ RecordNumber }) => isIn(RecordNumber)),
  }
}

/** The same after `sent` was saved: what was typed meanwhile stays, and so do the rows that were not taken, with the reason. */
export function saved({ drafts }: Typed, sent: Drafts, refused: readonly Refusal[]): Typed {
  const notTaken = new Set(refused.map(({ RecordNumber }) => RecordNumber))
  const next: Record<number, Row> = { ...drafts }
  for (const [number, row] of rowsOf(drafts)) {
    if (!notTaken.has(number))
      next[number] = Object.fromEntries(
        Object.entries(row).filter(([field, text]) => !isField(field) || text !== sent[number]?.[field]),
      )
  }
  const isAsSent = ({ RecordNumber, Key }: Refusal) =>
    !isField(Key) || drafts[RecordNumber]?.[Key] === sent[RecordNumber]?.[Key]
  return { drafts: withoutEmpty(next), refused: refused.filter(isAsSent) }
}

function withoutEmpty(drafts: Drafts): Drafts {
  return Object.fromEntries(rowsOf(drafts).filter(([, row]) => Object.keys(row).length > 0))
}

function rowsOf(drafts: Drafts): [number, Row][] {
  return Object.entries(drafts).map(([number, row]) => [Number(number), row])
}

/** How many cells are typed and not saved. */
export function draftCount(drafts: Drafts): number {
  return rowsOf(drafts).reduce((sum, [, row]) => sum + Object.keys(row).length, 0)
}

/** The drafts for the wire. */
export function editsOf(drafts: Drafts): RecordEdit[] {
  return rowsOf(drafts).map(([RecordNumber, row]) => ({ RecordNumber, ...row }))
}
