/** Changing the status of several chosen members: each is asked for by itself, and those that were refused are named with the reason. */
import { businessDay, changeDay, date, dayBefore } from '../../../lib/format/dates'
import { failureMessage, refuse } from '../../../lib/failure'
import { counted } from '../../../lib/format/money'
import { IconHistory, IconUserCheck, IconUserOff } from '../../../ui/icons'
import type { Confirmation } from '../../../ui/panel/ConfirmPanel'
import { activateMember, changedByMembers, terminateMember, type Member } from '../queries'
import { changeOffered, effectiveText } from './status'

export type ChosenChange = 'terminate' | 'activate'

/** Of the chosen members those that the change is offered for. */
export function concernedBy(change: ChosenChange, chosen: readonly Member[]): readonly Member[] {
  return chosen.filter(({ Status }) => changeOffered(Status) === change)
}

/** Who was changed, and who was not, with the reason. */
interface Outcome {
  done: number
  refused: readonly { name: string; why: string }[]
}

export function changingChosen(change: ChosenChange, chosen: readonly Member[], clear: () => void): Confirmation {
  const concerned = concernedBy(change, chosen)
  const others = chosen.length - concerned.length
  const ends = change === 'terminate'
  const [today, members] = [businessDay(new Date()), counted(concerned.length, 'member')]
  const from = changeDay(today)
  const becomes = ends ? 'In-Active' : 'Active'
  return {
    title: ends ? 'Terminate Members' : 'Activate Members',
    context: `${counted(chosen.length, 'member')} chosen`,
    question: `${ends ? 'Terminate' : 'Activate'} ${members}?`,
    ...(others > 0
      ? { detail: `${counted(others, 'other')} of the chosen ${others === 1 ? 'stays as it is' : 'stay as they are'}.` }
      : {}),
    named: { title: 'Members', names: concerned.map(({ FullName }) => FullName) },
    next: [
      {
        icon: ends ? IconUserOff : IconUserCheck,
        text: `They become ${becomes} ${from > today ? 'on ' : ''}${effectiveText(from, today)}${ends && from > today ? `; ${date(dayBefore(from))} is the last covered day` : ''}.`,
      },
      {
        icon: IconHistory,
        text: 'Each change is kept in the audit trail. What is done stays when others are refused.',
      },
    ],
    action: ends ? 'Terminate Members' : 'Activate Members',
    destroys: ends,
    run: async () => {
      const outcome = await changeEach(change, concerned)
      clear()
      return outcome
    },
    refresh: changedByMembers,
    saved: `${members} ${concerned.length === 1 ? 'was' : 'were'} changed.`,
    warns: (outcome) => notChanged(outcome as Outcome),
  }
}

/** One after the other: a family is not changed twice at the same time. */
async function changeEach(change: ChosenChange, concerned: readonly Member[]): Promise<Outcome> {
  const refused: { name: string; why: string }[] = []
  for (const { Id, FullName, Version } of concerned) {
    const wish = {
      EmployeeId: Id,
      EffectiveDate: null,
      OverrideDate: false,
      ForceUndo: false,
      Version: Version ?? null,
    }
    try {
      await (change === 'terminate' ? terminateMember(Id, wish) : activateMember(Id, wish))
    } catch (failure) {
      refused.push({ name: FullName, why: failureMessage(failure) })
    }
  }
  const [first] = refused
  if (first && refused.length === concerned.length) refuse('', `Nothing was changed. ${first.name}: ${first.why}`)
  return { done: concerned.length - refused.length, refused }
}

const namedAtMost = 5

/** `10 members were changed, 2 were not. Ann Moss: …` */
export function notChanged({ done, refused }: Outcome): string | undefined {
  if (refused.length === 0) return undefined
  const named = refused.slice(0, namedAtMost).map(({ name, why }) => `${name}: ${why}`)
  const more = refused.length - named.length
  const rest = more > 0 ? [`${more} more.`] : []
  return [`${counted(done, 'member')} changed, ${refused.length} not.`, ...named, ...rest].join(' ')
}
