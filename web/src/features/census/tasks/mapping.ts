/** The mapping of a file's columns as values of a form: one value a column, named by its place. */
import type { CensusMapping } from '../queries'

export interface MappingValues {
  /** The line of the heading that is typed; it counts once the columns were read by it. */
  HeadingLine: number | null
  Remember: boolean
  /** By `columnKey`: the name of the field, or nothing for a column that is left out. */
  [column: `Column${number}`]: string | null
}

export const mappingBlank: MappingValues = { HeadingLine: null, Remember: true }

export function columnKey(index: number): `Column${number}` {
  return `Column${index}`
}

/** Stands in the place of a field for a column of the employee's family. */
const FAMILY = 'Family'

export function columnsOf({ Columns }: Pick<CensusMapping, 'Columns'>): Record<`Column${number}`, string> {
  return Object.fromEntries(Columns.map((column) => [columnKey(column.Index), column.Field ?? familyOf(column)]))
}

/** A family is read by its headings until a person has left its columns out. */
function familyOf({ Family, How }: Pick<CensusMapping['Columns'][number], 'Family' | 'How'>): string {
  return Family && How !== 'ByHand' && How !== 'Remembered' ? FAMILY : ''
}

/** What a column may hold: a field, or first of all what its heading says of the employee's family. */
export function columnChoices(
  { Family }: Pick<CensusMapping['Columns'][number], 'Family'>,
  fields: CensusMapping['Fields'],
): { value: string; label: string }[] {
  const own = fields.map(({ Name, Label }) => ({ value: Name, label: Label }))
  return Family ? [{ value: FAMILY, label: Family }, ...own] : own
}

const howText: Readonly<Record<string, string>> = { Remembered: 'As in earlier files', ByHand: 'Mapped by hand' }

/** How the column came to its field, or which one its values look like, and what stands in it. */
export function columnHelp(
  { How, Suggested, Values }: Pick<CensusMapping['Columns'][number], 'How' | 'Suggested' | 'Values'>,
  fields: CensusMapping['Fields'],
): string {
  const looksLike = fields.find(({ Name }) => Name === Suggested)
  return [
    howText[How],
    looksLike && `Looks like ${looksLike.Label}`,
    Values.length > 0 ? Values.join(', ') : 'No values',
  ]
    .filter(Boolean)
    .join(' · ')
}

/** How the file is written: `UTF-8, comma`, or the sheet of a workbook and those that are not read. */
export function writtenAs({
  Encoding,
  Delimiter,
  Sheet,
  OtherSheets,
}: Pick<CensusMapping, 'Encoding' | 'Delimiter' | 'Sheet' | 'OtherSheets'>): string {
  if (!Sheet) return `${Encoding}, ${Delimiter}`
  return [`sheet ${Sheet}`, OtherSheets.length > 0 && `not read: ${OtherSheets.join(', ')}`].filter(Boolean).join(' · ')
}

/** Which required fields no column would hold; nothing when all have one. */
export function missingText(
  { Fields, Missing, Columns }: Pick<CensusMapping, 'Fields' | 'Missing' | 'Columns'>,
  values: MappingValues,
): string | undefined {
  const taken = new Set(Columns.map(({ Index }) => values[columnKey(Index)]))
  const open = Missing.filter((label) => !taken.has(Fields.find(({ Label }) => Label === label)?.Name))
  const needed = taken.has('FullName') ? open.filter((label) => label !== 'First Name' && label !== 'Last Name') : open
  return needed.length > 0 ? `Still without a column: ${needed.join(', ')}.` : undefined
}
