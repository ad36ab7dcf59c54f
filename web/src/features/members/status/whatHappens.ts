/** What a change of a status will do, in words, before it is done. */
import { date, dayBefore } from '../../../lib/format/dates'
import type { Member } from '../queries'
import { active, editorStatus, effectiveText, type StatusChange } from './status'

/** `from` is undefined while no day is chosen yet. */
export function whatHappens(
  { FullName, Status, PendingOn }: Pick<Member, 'FullName' | 'Status' | 'PendingOn'>,
  change: StatusChange,
  from: string | undefined,
  today: string,
): string {
  if (change === 'undo') {
    const wanted = editorStatus(Status) === active ? 'Active' : 'In-Active'
    const stays = wanted === 'Active' ? 'In-Active' : 'Active'
    return `${FullName} does not become ${wanted} on ${date(PendingOn)} and stays ${stays}.`
  }
  const becomes = change === 'terminate' ? 'In-Active' : 'Active'
  if (from === undefined) return `${FullName} becomes ${becomes} on the day you choose.`
  const day = effectiveText(from, today)
  if (change === 'activate')
    return from <= today ? `${FullName} becomes Active ${day}.` : `${FullName} becomes Active on ${day}.`
  if (from <= today) return `${FullName} becomes In-Active ${day}.`
  return `${FullName} becomes In-Active on ${day}; ${date(dayBefore(from))} is the last covered day.`
}
