/** One's own account: who one is, the password, and the sessions that are open. */
import { useQuery } from '@tanstack/react-query'
import { api, done } from '../../api/client'
import { moment } from '../../lib/dates'
import { programName } from '../../lib/userAgent'
import { useMe } from '../../session/session'
import { Button } from '../../ui/Button'
import { Details } from '../../ui/Details'
import { PasswordField } from '../../ui/fields/PasswordField'
import { FormSection } from '../../ui/form/FormBody'
import { useApiForm } from '../../ui/form/useApiForm'
import { PageHeader } from '../../ui/PageHeader'
import { confirmFirst } from '../../ui/panel/ConfirmPanel'
import { FormPanel } from '../../ui/panel/FormPanel'
import { Panels } from '../../ui/panel/Panels'
import { usePanels } from '../../ui/panel/usePanels'
import { PageBody } from '../../ui/PageBody'
import { Tag } from '../../ui/Tag'
import { Widget, WidgetRow } from '../../ui/Widget'
import { passwordHelp, repeated } from './newPassword'
import { ownSessions } from './queries'

const panels = { password: () => <ChangePasswordPanel /> }

export function AccountPage() {
  const { User } = useMe()
  const { open } = usePanels()
  return (
    <>
      <PageHeader title="Your account" />
      <PageBody columns={2}>
        <Widget title="You" action={<Button small onClick={() => open('password')}>Change password</Button>}>
          <Details
            items={[
              { term: 'Name', value: User.FullName },
              { term: 'Email address', value: User.Email },
              { term: 'Role', value: User.RoleName },
              { term: 'Broker', value: User.Broker?.Name },
            ]}
          />
        </Widget>
        <Sessions />
      </PageBody>
      <Panels kinds={panels} />
    </>
  )
}

function Sessions() {
  const sessions = useQuery(ownSessions)
  const endOthers = () =>
    confirmFirst({
      title: 'End other sessions',
      question: 'Sign out everywhere but here?',
      detail: 'Who is signed in elsewhere with your account has to sign in again.',
      action: 'End other sessions',
      run: () => done(api.DELETE('/api/v1/auth/sessions')),
      saved: 'Your other sessions have ended.',
      refresh: [ownSessions.queryKey],
    })
  return (
    <Widget title="Open sessions" query={sessions} empty="There are no other sessions." action={<Button small onClick={endOthers}>End others</Button>}>
      {sessions.data?.map((session) => (
        <WidgetRow key={session.Id} title={session.UserAgent ? programName(session.UserAgent) : 'Unknown program'} facts={`since ${moment(session.CreatedOn)}`} end={session.IsCurrent && <Tag kind="accent">This one</Tag>} />
      ))}
    </Widget>
  )
}

function ChangePasswordPanel() {
  const form = useApiForm({
    key: 'change password',
    blank: { CurrentPassword: '', NewPassword: '', Repeat: '' },
    save: ({ CurrentPassword, NewPassword, Repeat }) => {
      repeated(NewPassword, Repeat)
      return done(api.POST('/api/v1/auth/change-password', { body: { CurrentPassword, NewPassword } }))
    },
    saved: 'Your password has been changed.',
    refresh: [ownSessions.queryKey],
  })
  return (
    <FormPanel form={form} title="Change password" action="Save password">
      <FormSection>
        <PasswordField name="CurrentPassword" label="Current password" autoComplete="current-password" />
        <PasswordField name="NewPassword" label="New password" autoComplete="new-password" help={passwordHelp} />
        <PasswordField name="Repeat" label="New password again" autoComplete="new-password" />
      </FormSection>
    </FormPanel>
  )
}
