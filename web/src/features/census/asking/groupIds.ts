/** What becomes of rows whose Group ID no group has: the Group IDs of a file as fields of a form, one for each. */
import { counted } from '../../../lib/format/money'
import { refuse } from '../../../lib/failure'
import type { CensusTask, EmployerChoice } from '../queries'

/** A Group ID that no group has; blank for rows without one. */
export interface UnknownGroupId {
  GroupId: string
  Rows: number
  /** The first line. */
  Line: number
}

export interface GroupIdValues {
  /** By the place of the Group ID: the group that its rows are of, 0 to leave them out, nothing before it is chosen. */
  [choice: `Group${number}`]: number | null
  [label: `Name${number}`]: string
}

/** The choice that leaves rows out. */
export const leaveOut: EmployerChoice = { value: 0, label: 'Leave these rows out', explicitImport: false }

/** The Group IDs of a file that no group has, as far as they are named. */
export function unknownGroupIds({ Data }: Pick<CensusTask, 'Data'>): UnknownGroupId[] {
  const found: unknown = Data.Summary?.UnknownGroupIds
  return Array.isArray(found) ? found.filter(isUnknown) : []
}

function isUnknown(one: unknown): one is UnknownGroupId {
  return typeof one === 'object' && one !== null && 'GroupId' in one && 'Rows' in one && 'Line' in one
}

/** `2 rows, the first on line 3`. */
export function whichRows({ Rows, Line }: UnknownGroupId): string {
  return Rows === 1 ? `1 row, line ${Line}` : `${counted(Rows, 'row')}, the first on line ${Line}`
}

/** A form in which nothing is chosen. */
export function openChoices(unknown: readonly UnknownGroupId[]): GroupIdValues {
  return Object.assign({}, ...unknown.map((_, place) => ({ [`Group${place}`]: null, [`Name${place}`]: '' })))
}

/** The choices to send; Group IDs without one are asked about again. */
export function chosenGroups(values: GroupIdValues, unknown: readonly UnknownGroupId[]) {
  const chosen = unknown.flatMap(({ GroupId }, place) => {
    const EmployerId = values[`Group${place}`]
    return typeof EmployerId === 'number' ? [{ GroupId, EmployerId }] : []
  })
  return chosen.length > 0 ? chosen : refuse('Group0', 'Choose a group, or leave the rows out.')
}
