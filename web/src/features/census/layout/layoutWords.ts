/** How a file was understood, in words. */
import { date } from '../../../lib/format/dates'
import { count, counted } from '../../../lib/format/money'
import { writtenAs } from '../tasks/mapping'
import { isFinished, taskKinds, taskStates } from '../words'
import type { CensusFile, CensusTask } from '../queries'
import type { Layout, LayoutColumn, LayoutSection, ReadPerson } from './queries'

/** The task that has mapped the columns of a file, once it is done. */
export function mappedBy({ Tasks }: Pick<CensusFile, 'Tasks'>): CensusTask | undefined {
  const maps: readonly number[] = [taskKinds.map, taskKinds.mapMultiGroup]
  return Tasks.find((task) => maps.includes(task.Task) && isFinished(task))
}

/** Whether nothing came of the file behind its columns, so that how it was understood is what to look at. */
export function isJustMapped(file: Pick<CensusFile, 'Tasks'>): boolean {
  const mapped = mappedBy(file)
  return mapped !== undefined && file.Tasks.every((task) => task === mapped || task.State === taskStates.notRun)
}

/** `UTF-8, comma · heading on line 2 · 1,860 rows`. */
export function writtenText(layout: Layout): string {
  const { Encoding, OtherSheets, HeadingLine, Rows } = layout
  const written = writtenAs({
    Encoding,
    OtherSheets,
    Delimiter: layout.Delimiter ?? '',
    Sheet: layout.Sheet ?? null,
  })
  return `${written} · heading on line ${count(HeadingLine)} · ${counted(Rows, 'row')}`
}

function valueOf({ Values }: ReadPerson, field: string): string | undefined {
  return Values.find(({ Field }) => Field === field)?.Value
}

/** `Moss, Ann`; a person without a name is called by the line. */
export function personName(person: ReadPerson): string {
  const name = [valueOf(person, 'LastName'), valueOf(person, 'FirstName')].filter(Boolean).join(', ')
  return name || `Line ${count(person.Line)}`
}

export function personBorn(person: ReadPerson): string | undefined {
  const born = valueOf(person, 'DateOfBirth')
  return born && date(born)
}

/** `Employee`, `Dependent of line 3`, or a dependent whose employee is not known. */
export function personRole({ IsDependent, PrimaryLine }: ReadPerson): string {
  if (!IsDependent) return 'Employee'
  return PrimaryLine ? `Dependent of line ${count(PrimaryLine)}` : 'Dependent, whose is not known'
}

const apart: readonly string[] = ['FirstName', 'LastName', 'DateOfBirth', 'MemberType']

/** What else is read of a person: `Gender Female · City Waco`. */
export function otherValues({ Values }: ReadPerson): string {
  return Values.filter(({ Field }) => !apart.includes(Field))
    .map(({ Label, Value }) => `${Label} ${Value}`)
    .join(' · ')
}

/** The cells of a line as they stand, with a sign for each that is blank. */
export function rawLine({ Cells }: Pick<ReadPerson, 'Cells'>): string {
  return Cells.map((cell) => cell || '-').join(' | ')
}

export function columnName({ Heading, Index }: Pick<LayoutColumn, 'Heading' | 'Index'>): string {
  return Heading || `Column ${count(Index + 1)}`
}

/** `13 of 15 columns; Group ID and Type left out`; nothing when every column is read. */
export function leftOutText({ Columns }: Pick<Layout, 'Columns'>): string | undefined {
  const names = Columns.filter(({ Label }) => !Label).map(columnName)
  if (names.length === 0) return undefined
  const shown = names.length > 3 ? [...names.slice(0, 2), `${count(names.length - 2)} more`] : [...names]
  const last = shown.pop() ?? ''
  const list = shown.length > 0 ? `${shown.join(', ')} and ${last}` : last
  return `${count(Columns.length - names.length)} of ${counted(Columns.length, 'column')}; ${list} left out`
}

const whoseText: Readonly<Record<string, string>> = {
  Employee: 'Of the employee.',
  Dependent: 'Of the dependent.',
  Another: '',
  Relative: 'Of a relative in the row of the employee.',
}

/** What a column holds: of somebody in the employee's row with whose it is, as in `Spouse: First Name`; nothing when it is not read. */
export function columnHolds({ Label, Whose }: Pick<LayoutColumn, 'Label' | 'Whose'>): string | undefined {
  if (!Label) return undefined
  return Whose === 'Person' || Whose in whoseText ? Label : `${Whose}: ${Label}`
}

/** Why a column holds what it holds, and whose it is where that is not the person of the row. */
export function columnWhy({ Why, Whose }: Pick<LayoutColumn, 'Why' | 'Whose'>): string {
  return [Why, whoseText[Whose]].filter(Boolean).join(' ')
}

/** How well the values fit: `100 %`, or what they look like instead. */
export function columnFits({ Fits, Second }: Pick<LayoutColumn, 'Fits' | 'Second'>): string | undefined {
  const fits = typeof Fits === 'number' ? `${Fits} %` : undefined
  return [fits, Second && `looks like ${Second}`].filter(Boolean).join(', ') || undefined
}

const orderText: Readonly<Record<string, string>> = {
  MonthFirst: 'Month first',
  DayFirst: 'Day first',
  FirstLast: 'First name first',
  LastFirst: 'Last name first',
  Columns: 'In columns of their own',
}

const ordersOfValues: Readonly<Record<string, readonly string[]>> = {
  Dates: ['MonthFirst', 'DayFirst'],
  Names: ['FirstLast', 'LastFirst'],
}

/** The orders of dates or of whole names that a person may choose. */
export function ordersOf(about: string): readonly string[] {
  return ordersOfValues[about] ?? []
}

export function orderName(order: string): string {
  return orderText[order] ?? 'Not told'
}

/** Whom the rows below a line are taken for. */
export function sectionText({ Kind, Answer, FirstLine, LastLine, Rows }: LayoutSection): string {
  const lines = FirstLine === LastLine ? `Line ${count(FirstLine)}` : `Lines ${count(FirstLine)} to ${count(LastLine)}`
  const below = `${lines}, ${counted(Rows, 'row')}`
  if (Kind === 'Dependents') return `${below}: dependents.`
  if (Kind === 'MayHaveLeft') return `${below}: read as Active, as it is not sure whether they are meant.`
  if (Answer === true) return `${below}: have left, as a person has said.`
  if (Answer === false) return `${below}: have not left, as a person has said.`
  return `${below}: read as Active until a person says that they have left.`
}
