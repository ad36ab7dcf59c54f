/** Where one is signed in: each session can be ended, or all but this one. */
import { useQuery } from '@tanstack/react-query'
import { api, done } from '../../api/client'
import { moment } from '../../lib/format/dates'
import { programName } from '../../lib/format/userAgent'
import { Button } from '../../ui/action/Button'
import { confirmFirst } from '../../ui/panel/ConfirmPanel'
import { Tag } from '../../ui/value/Tag'
import { Widget, WidgetRow } from '../../ui/page/Widget'
import { endSession, ownSessions, type OwnSession } from './queries'

export function OwnSessions({ isOwn }: { isOwn: boolean }) {
  const sessions = useQuery(ownSessions)
  const hasOthers = sessions.data?.some(({ IsCurrent }) => !IsCurrent) ?? false
  return (
    <Widget
      title="Open sessions"
      query={sessions}
      empty="There are no other sessions."
      action={
        isOwn &&
        hasOthers && (
          <Button small onClick={askToEndOthers}>
            End others
          </Button>
        )
      }
    >
      {sessions.data?.map((session) => (
        <WidgetRow
          key={session.Id}
          title={nameOf(session)}
          facts={`since ${moment(session.CreatedOn)}`}
          end={<End session={session} isOwn={isOwn} />}
        />
      ))}
    </Widget>
  )
}

function End({ session, isOwn }: { session: OwnSession; isOwn: boolean }) {
  if (session.IsCurrent) return <Tag kind="accent">This one</Tag>
  if (!isOwn) return null
  return (
    <Button
      small
      aria-label={`End the session of ${nameOf(session)}, since ${moment(session.CreatedOn)}`}
      onClick={() => askToEnd(session)}
    >
      End
    </Button>
  )
}

function nameOf({ UserAgent }: OwnSession): string {
  return UserAgent ? programName(UserAgent) : 'Unknown program'
}

function askToEnd(session: OwnSession): void {
  confirmFirst({
    title: 'End session',
    question: `Sign out of ${nameOf(session)}?`,
    detail: 'Who is signed in there with your account has to sign in again.',
    facts: [
      { term: 'Program', value: nameOf(session) },
      { term: 'Signed in', value: moment(session.CreatedOn) },
      { term: 'Last used', value: moment(session.LastSeenOn) },
      { term: 'Address', value: session.Ip },
    ],
    factsTitle: 'What you end',
    action: 'End session',
    run: () => endSession(session.Id),
    saved: 'The session has ended.',
    refresh: [ownSessions.queryKey],
  })
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
