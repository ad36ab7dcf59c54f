/** Records of a file as lines of a list. */
import { count } from '../../../lib/format/money'
import type { CensusRecord } from '../queries'
import { taskKinds } from '../words'

export function recordName({ FirstName, LastName }: Pick<CensusRecord, 'FirstName' | 'LastName'>): string {
  return [FirstName, LastName].filter(Boolean).join(' ') || 'No name'
}

export function rowFact({ RecordNumber }: Pick<CensusRecord, 'RecordNumber'>): string {
  return `Row ${count(RecordNumber)}`
}

/** What holds a record back; warnings let it go in. */
export function errorsOf({ Errors }: Pick<CensusRecord, 'Errors'>): string[] {
  return Errors.filter(({ Severity }) => Severity === 'Error').map(({ Message }) => Message)
}

/** What is only to be known of a record, by the task that says it, with what stands in the file. */
export function warningsOf({ Errors }: Pick<CensusRecord, 'Errors'>, kind: keyof typeof taskKinds): string[] {
  return Errors.filter(({ Severity, Task }) => Severity === 'Warning' && Task === taskKinds[kind]).map(
    ({ Message, Value }) => (Value ? `${Message} In the file: ${Value}` : Message),
  )
}
