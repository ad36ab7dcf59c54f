/** Sends welcome emails to the chosen members of a group. Who would get none, being welcomed already, is listed and cannot be chosen. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { momentDate } from '../../lib/format/dates'
import { count, counted } from '../../lib/format/money'
import { Answered } from '../../ui/state/Answered'
import { Button } from '../../ui/action/Button'
import { ChoiceList, type Choosable } from '../../ui/ChoiceList'
import { EmptyState } from '../../ui/state/EmptyState'
import { useApiForm } from '../../ui/form/useApiForm'
import { Note } from '../../ui/state/Note'
import { SidePanel } from '../../ui/panel/SidePanel'
import { usePanelPlace } from '../../ui/panel/usePanels'
import { Stack } from '../../ui/Stack'
import { toast } from '../../ui/toast/toasts'
import { isLocked, lockedText, type Employer } from './employer'
import { membersKey, sendWelcome, welcomeEligible, type WelcomeEligible, type Welcomed } from './queries'

export function WelcomePanel({ employer }: { employer: Employer }) {
  const { close } = usePanelPlace()
  const { query, chosen, choose, sending, send } = useWelcome(employer.Id)
  const locked = isLocked(employer)
  const footer = (
    <>
      {!locked && (
        <Button
          kind="primary"
          disabled={chosen.size === 0}
          busy={sending}
          onClick={() => void send().then((sent) => sent && close())}
        >
          Send Emails ({count(chosen.size)})
        </Button>
      )}
      <Button onClick={close}>Close</Button>
    </>
  )
  return (
    <SidePanel title="Send Welcome Emails" context={employer.Name} footer={footer}>
      <Stack>
        {locked && <Note kind="warn">{lockedText}</Note>}
        <Note>Only active members with an email address will be shown below.</Note>
        <Answered query={query} what="the members" flush>
          {(members) =>
            members.length === 0 ? (
              <EmptyState flush title="There are no members eligible to receive a welcome email." />
            ) : (
              <ChoiceList
                noun="members"
                items={members.map(choosable)}
                chosen={chosen}
                onChange={choose}
                disabled={locked || sending}
                blockedFor="welcomed already"
              />
            )
          }
        </Answered>
      </Stack>
    </SidePanel>
  )
}

/** The list, the choice from it, and sending; `send` is true when it worked. */
function useWelcome(employerId: number) {
  const query = useQuery(welcomeEligible(employerId))
  const [picked, choose] = useState<ReadonlySet<number>>(new Set())
  // Who is no longer on the list, or was welcomed since, can be neither seen nor taken out: the server would refuse all for him.
  const chosen = new Set(
    (query.data ?? []).filter(({ Id, WelcomeDue }) => WelcomeDue && picked.has(Id)).map(({ Id }) => Id),
  )
  const form = useApiForm({
    key: `welcome emails of group ${employerId}`,
    blank: {},
    save: () => sendWelcome(employerId, chosen),
    refresh: [membersKey],
    onSaved: tell,
    errorNotice: true,
  })
  const send = async () => {
    const sent = await form.submit()
    if (!sent) void query.refetch()
    return sent
  }
  return { query, chosen, choose, sending: form.saving, send }
}

function tell({ Sent, Skipped }: Welcomed): void {
  const others = `${counted(Skipped, 'member')} had been welcomed in the meantime`
  if (Sent > 0) toast.success('The welcome emails have been sent successfully!')
  if (Skipped > 0) toast.info(Sent > 0 ? `${others} and got no second email.` : `No welcome email was sent: ${others}.`)
}

function choosable({ Id, FullName, EmailAddress, WelcomeSentOn, WelcomeDue }: WelcomeEligible): Choosable {
  return {
    id: Id,
    name: FullName,
    fact: EmailAddress,
    note: WelcomeSentOn ? `Sent ${momentDate(WelcomeSentOn)}` : undefined,
    blocked: !WelcomeDue,
  }
}
