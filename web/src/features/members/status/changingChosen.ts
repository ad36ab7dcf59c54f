/** Changing the status of several chosen members: each is asked for by itself, and those that were not changed are named with the reason. */
import { date, dayBefore } from '../../../lib/format/dates'
import { EnvelopeError, failureMessage, refuse } from '../../../lib/failure'
import { counted } from '../../../lib/format/money'
import { toast, type ToastAction } from '../../../ui/toast/toasts'
import { activateMember, changedByMembers, terminateMember, undoStatus, type Member } from '../queries'
import { active, changeOffered, editorStatus, effectiveText, isPending, type DayWish } from './status'

export type ChosenChange = 'terminate' | 'activate'

/** Of the chosen members those that the change is offered for. */
export function concernedBy(change: ChosenChange, chosen: readonly Member[]): readonly Member[] {
  return chosen.filter(({ Status }) => changeOffered(Status) === change)
}

/** A member that stays as it is, and why. */
export interface Left {
  name: string
  why: string
}

/** Of the chosen members those that the change is not offered for. */
export function leftBy(change: ChosenChange, chosen: readonly Member[]): readonly Left[] {
  return chosen
    .filter(({ Status }) => changeOffered(Status) !== change)
    .map((one) => ({ name: one.FullName, why: standing(one) }))
}

/** `is In-Active`; of a change that waits `is Pending In-Active from 12/01/2026`. */
function standing({ Status, StatusName, PendingOn }: Member): string {
  return isPending(Status) && PendingOn ? `is ${StatusName} from ${date(PendingOn)}` : `is ${StatusName}`
}

/** Who was changed, as each stands now, and who was refused. */
export interface Outcome {
  done: readonly Member[]
  refused: readonly Left[]
}

/** One after the other: a family is not changed twice at the same time. */
export async function changeEach(
  change: ChosenChange,
  concerned: readonly Member[],
  { OverrideDate, EffectiveDate }: DayWish,
): Promise<Outcome> {
  const done: Member[] = []
  const refused: Left[] = []
  for (const { Id, FullName, Version } of concerned) {
    const day = OverrideDate ? EffectiveDate || null : null
    const wish = { EmployeeId: Id, EffectiveDate: day, OverrideDate, ForceUndo: false, Version: Version ?? null }
    try {
      done.push(await (change === 'terminate' ? terminateMember(Id, wish) : activateMember(Id, wish)))
    } catch (failure) {
      // What is wrong with the day is wrong for all: it is said beside it.
      if (
        done.length === 0 &&
        failure instanceof EnvelopeError &&
        failure.fields.some(({ Key }) => Key === 'EffectiveDate')
      )
        throw failure
      refused.push({ name: FullName, why: failureMessage(failure) })
    }
  }
  const [first] = refused
  if (first && done.length === 0) refuse('', `Nothing was changed. ${first.name}: ${first.why}`)
  return { done, refused }
}

/** `They become In-Active on 12/01/2026; 11/30/2026 is the last covered day.` */
export function whatBecomes(who: string, change: ChosenChange, from: string | undefined, today: string): string {
  const becomes = change === 'terminate' ? 'In-Active' : 'Active'
  if (from === undefined) return `${who} ${becomes} on the day you choose.`
  const lastDay = change === 'terminate' && from > today ? `; ${date(dayBefore(from))} is the last covered day` : ''
  return `${who} ${becomes} ${from > today ? 'on ' : ''}${effectiveText(from, today)}${lastDay}.`
}

const namedAtMost = 5

/** `Not changed: Cy Pine is In-Active; Bo Reed: The record was changed.` */
export function notChanged(left: readonly Left[], refused: readonly Left[]): string | undefined {
  const all = [...refused.map(({ name, why }) => `${name}: ${why}`), ...left.map(({ name, why }) => `${name} ${why}.`)]
  if (all.length === 0) return undefined
  const more = all.length - namedAtMost
  return ['Not changed:', ...all.slice(0, namedAtMost), ...(more > 0 ? [`${more} more.`] : [])].join(' ')
}

/** Says what was done, from which day, to whom not and why, and offers to take it back as far as it only waits. */
export function tellOutcome(
  change: ChosenChange,
  { done, refused }: Outcome,
  left: readonly Left[],
  [from, today]: readonly [string | undefined, string],
): void {
  const becomes = `${counted(done.length, 'member')} ${done.length === 1 ? 'becomes' : 'become'}`
  const text = [whatBecomes(becomes, change, from, today), notChanged(left, refused)]
  const message = text.filter((part) => part !== undefined).join(' ')
  const action = takingBack(done)
  if (refused.length > 0) toast.warning(message, { stays: true, action })
  else toast.success(message, { action })
}

/** What only waits can be taken back at once; what is in force already is changed by another change (rules.md#status-history). */
function takingBack(done: readonly Member[]): ToastAction | undefined {
  const waiting = done.filter(({ Status }) => changeOffered(Status) === 'undo')
  if (waiting.length === 0) return undefined
  const stays = editorStatus(waiting[0]?.Status ?? active) === active ? 'In-Active' : 'Active'
  return {
    label: 'Undo',
    undo: () => takeBackEach(waiting),
    undone: `${counted(waiting.length, 'member')} ${waiting.length === 1 ? 'stays' : 'stay'} ${stays}.`,
    refresh: changedByMembers,
  }
}

async function takeBackEach(waiting: readonly Member[]): Promise<void> {
  const refused: Left[] = []
  for (const { Id, FullName, Version } of waiting) {
    const wish = {
      EmployeeId: Id,
      EffectiveDate: null,
      OverrideDate: false,
      ForceUndo: false,
      Version: Version ?? null,
    }
    await undoStatus(Id, wish).catch((failure: unknown) =>
      refused.push({ name: FullName, why: failureMessage(failure) }),
    )
  }
  if (refused.length > 0)
    refuse('', `${counted(waiting.length - refused.length, 'change')} taken back. ${notChanged([], refused)}`)
}
