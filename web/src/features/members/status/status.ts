/** The statuses of a member, and from which day a change of one holds. */
import { changeDay, date, isDate } from '../../../lib/format/dates'

/** The numbers of the wire (rules.md#member-statuses). */
export const active = 0
export const inActive = 1
const pendingInActive = 2
const pendingActive = 3

/** What is offered for a member: one change, or taking back the one that waits (rules.md#status-actions). */
export type StatusChange = 'terminate' | 'activate' | 'undo'

export function changeOffered(status: number): StatusChange {
  if (status === active) return 'terminate'
  return status === inActive ? 'activate' : 'undo'
}

export const changeNames: Readonly<Record<StatusChange, string>> = {
  terminate: 'Terminate Member',
  activate: 'Activate Member',
  undo: 'Undo Pending Status Change',
}

/** The status that the editor shows: what is pending stands for where it leads. */
export function editorStatus(status: number): number {
  if (status === pendingInActive) return inActive
  return status === pendingActive ? active : status
}

export function isPending(status: number): boolean {
  return status === pendingInActive || status === pendingActive
}

/** `immediately`, or the day: `12/01/2026`. A day that was chosen is always named, since it may lie in the past. */
export function effectiveText(from: string, today: string): string {
  if (from === today) return 'immediately'
  return from < today ? `immediately, as of ${date(from)}` : date(from)
}

/** What one who may choose the day asks for. */
export interface DayWish {
  OverrideDate: boolean
  EffectiveDate: string
}

/** The day that holds: the one that is typed, as soon as it is one, else the rule's. */
export function chosenDay({ OverrideDate, EffectiveDate }: DayWish, today: string): string | undefined {
  if (!OverrideDate) return changeDay(today)
  return isDate(EffectiveDate) ? EffectiveDate : undefined
}
