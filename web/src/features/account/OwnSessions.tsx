/** Where one is signed in; all sessions but this one can be ended. */
import { useQuery } from '@tanstack/react-query'
import { api, done } from '../../api/client'
import { moment } from '../../lib/dates'
import { programName } from '../../lib/userAgent'
import { Button } from '../../ui/Button'
import { confirmFirst } from '../../ui/panel/ConfirmPanel'
import { Tag } from '../../ui/Tag'
import { Widget, WidgetRow } from '../../ui/Widget'
import { ownSessions, type OwnSession } from './queries'

export function OwnSessions({ isOwn }: { isOwn: boolean }) {
  const sessions = useQuery(ownSessions)
  const hasOthers = sessions.data?.some(({ IsCurrent }) => !IsCurrent) ?? false
  return (
    <Widget title="Open sessions" query={sessions} empty="There are no other sessions." action={isOwn && hasOthers && <Button small onClick={askToEndOthers}>End others</Button>}>
      {sessions.data?.map((session) => (
        <WidgetRow key={session.Id} title={nameOf(session)} facts={`since ${moment(session.CreatedOn)}`} end={session.IsCurrent && <Tag kind="accent">This one</Tag>} />
      ))}
    </Widget>
  )
}

function nameOf({ UserAgent }: OwnSession): string {
  return UserAgent ? programName(UserAgent) : 'Unknown program'
}

function askToEndOthers(): void {
  confirmFirst({
    title: 'End other sessions',
    question: 'Sign out everywhere but here?',
    detail: 'Who is signed in elsewhere with your account has to sign in again.',
    action: 'End other sessions',
    run: () => done(api.DELETE('/api/v1/auth/sessions')),
    saved: 'Your other sessions have ended.',
    refresh: [ownSessions.queryKey],
  })
}
