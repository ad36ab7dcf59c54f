/** Sends welcome emails to the chosen members of a group. Who was welcomed already is listed, and cannot be chosen again. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { momentDate } from '../../lib/dates'
import { count, counted } from '../../lib/money'
import { Answered } from '../../ui/Answered'
import { Button } from '../../ui/Button'
import { ChoiceList } from '../../ui/ChoiceList'
import { EmptyState } from '../../ui/EmptyState'
import { useApiForm } from '../../ui/form/useApiForm'
import { Note } from '../../ui/Note'
import { SidePanel } from '../../ui/panel/SidePanel'
import { usePanelPlace } from '../../ui/panel/usePanels'
import { Stack } from '../../ui/Stack'
import { toast } from '../../ui/toast/toasts'
import { isLocked, lockedText, type Employer } from './employer'
import { membersKey, sendWelcome, welcomeEligible, type WelcomeEligible } from './queries'

export function WelcomePanel({ employer }: { employer: Employer }) {
  const { close } = usePanelPlace()
  const query = useQuery(welcomeEligible(employer.Id))
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const form = useApiForm({
    key: `welcome emails of group ${employer.Id}`,
    blank: {},
    save: () => sendWelcome(employer.Id, chosen),
    refresh: [membersKey],
    saved: 'The welcome emails have been sent successfully!',
    onSaved: ({ Skipped }) => {
      if (Skipped > 0) toast.info(`${counted(Skipped, 'member')} had been welcomed in the meantime and got no second email.`)
    },
    errorNotice: true,
  })
  const locked = isLocked(employer)
  const send = async () => {
    if (await form.submit()) close()
  }
  return (
    <SidePanel
      title="Send Welcome Emails"
      context={employer.Name}
      footer={
        <>
          {!locked && (
            <Button kind="primary" disabled={chosen.size === 0} busy={form.saving} onClick={() => void send()}>
              Send Emails ({count(chosen.size)})
            </Button>
          )}
          <Button onClick={close}>Close</Button>
        </>
      }
    >
      <Stack>
        {locked && <Note kind="warn">{lockedText}</Note>}
        <Note>Only active members with an email address will be shown below.</Note>
        <Answered query={query} what="the members" flush>
          {(members) =>
            members.length === 0 ? (
              <EmptyState flush title="There are no members eligible to receive a welcome email." />
            ) : (
              <ChoiceList noun="members" items={members.map(choosable)} chosen={chosen} onChange={setChosen} disabled={locked || form.saving} />
            )
          }
        </Answered>
      </Stack>
    </SidePanel>
  )
}

function choosable({ Id, FullName, EmailAddress, WelcomeSentOn }: WelcomeEligible) {
  return { id: Id, name: FullName, fact: EmailAddress, blocked: WelcomeSentOn ? `Sent ${momentDate(WelcomeSentOn)}` : undefined }
}
