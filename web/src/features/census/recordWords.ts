/** Records of a file as lines of a list. */
import { count } from '../../lib/money'
import type { CensusRecord } from './queries'

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
