/** What administrators do to a group as a whole, each asked before it is done. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { businessDay, changeDay, date, moment } from '../../lib/format/dates'
import { counted } from '../../lib/format/money'
import { IconBan, IconHistory, IconReceipt2, IconShieldCheck, IconUserOff } from '../../ui/icons'
import { ConfirmPanel } from '../../ui/panel/ConfirmPanel'
import { group, groupsKey, isWhole, memberCount, syncInsurance, terminateGroup, type GroupBasics } from './queries'

export function TerminatePanel({ employerId }: { employerId: number }) {
  const { data: found } = useQuery(group(employerId))
  const members = useQuery(memberCount(employerId))
  const [today] = useState(() => businessDay(new Date()))
  const from = date(changeDay(today))
  const active = members.data?.ActiveMembers
  return (
    <ConfirmPanel
      title="Terminate Group"
      context={found?.Name}
      question="Are you sure you want to terminate this group?"
      needs={{ query: members, what: 'the number of members' }}
      factsTitle="What you end"
      facts={[
        { term: 'Group', value: found && `${found.Name} · ${found.GroupId}` },
        { term: 'Active members', value: active !== undefined && counted(active, 'member') },
        { term: 'First day not covered', value: from },
        { term: 'Termination date', value: found && date(terminationDate(found, today)) },
      ]}
      next={[
        {
          icon: IconUserOff,
          text: `${active === undefined ? '' : whoEnds(active, from)} Pending changes of status are cancelled.`,
        },
        { icon: IconBan, text: 'The group is In-Active at once: its members can no longer be added or changed.' },
        { icon: IconReceipt2, text: 'Billing snapshots and invoices stay as they are.' },
        { icon: IconHistory, text: 'The termination is kept in the History tab with your name.' },
      ]}
      action="Terminate Group"
      destroys
      run={() => terminateGroup(employerId)}
      saved="The group has been terminated."
      // Everything that is shown may have changed with it.
      refresh={everything}
    />
  )
}

const everything = [[]]

/** The termination date of a group that is ended today (rules.md#ending-a-group): its own, else today, but never before its first day. */
export function terminationDate(
  { TerminationDate, EffectiveDate }: Pick<GroupBasics, 'TerminationDate' | 'EffectiveDate'>,
  today: string,
): string {
  return TerminationDate ?? (today < EffectiveDate ? EffectiveDate : today)
}

function whoEnds(active: number, from: string): string {
  if (active === 0) return 'No member is active.'
  return `${active === 1 ? 'The one active member ends' : `All ${counted(active, 'active member')} end`} on ${from}.`
}

export function SyncPanel({ employerId }: { employerId: number }) {
  const { data: found } = useQuery(group(employerId))
  const { data: members } = useQuery(memberCount(employerId))
  const whole = found && isWhole(found) ? found : undefined
  // The server takes it then, and does nothing (rules.md#insurance-sync).
  const hasNothing = whole !== undefined && !whole.CollectInsurance && !whole.InsuranceBillingEnabled
  return (
    <ConfirmPanel
      title="Sync Insurance"
      context={found?.Name}
      question="Are you sure you want to sync insurance for this group?"
      detail={hasNothing && 'This group neither collects insurance nor bills it, so that there is nothing to sync.'}
      factsTitle="What is synced"
      facts={[
        { term: 'Active members', value: members && counted(members.ActiveMembers, 'member') },
        { term: 'Last synced', value: whole && (whole.InsuranceSyncedOn ? moment(whole.InsuranceSyncedOn) : 'Never') },
      ]}
      next={
        hasNothing
          ? []
          : [
              {
                icon: IconShieldCheck,
                text: 'The plan and the eligibility of each active member go to the patient platform.',
              },
            ]
      }
      action="Sync Insurance"
      run={() => syncInsurance(employerId)}
      saved="Insurance has been synced."
      errorNotice="There was an issue syncing insurance."
      refresh={[groupsKey, ['audit']]}
    />
  )
}
