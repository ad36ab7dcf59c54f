/** Changes one's own password; all other sessions end with it. */
import { api, done } from '../../api/client'
import { PasswordField } from '../../ui/fields/PasswordField'
import { FormSection } from '../../ui/form/FormBody'
import { useApiForm } from '../../ui/form/useApiForm'
import { FormPanel } from '../../ui/panel/FormPanel'
import { passwordHelp, repeated } from './newPassword'
import { ownSessions } from './queries'

export function ChangePasswordPanel() {
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
