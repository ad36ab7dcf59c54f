/** Changes one's own password; all other sessions end with it, and one's access keys if one wishes. */
import { useQuery } from '@tanstack/react-query'
import { api, done } from '../../api/client'
import { ChoiceField } from '../../ui/fields/ChoiceField'
import { PasswordField } from '../../ui/fields/PasswordField'
import { FormSection } from '../../ui/form/FormBody'
import { useApiForm } from '../../ui/form/useApiForm'
import { FormPanel } from '../../ui/panel/FormPanel'
import { passwordHelp, repeated } from './newPassword'
import { accessKeys, ownSessions } from './queries'

export function ChangePasswordPanel() {
  const form = useApiForm({
    key: 'change password',
    blank: { CurrentPassword: '', NewPassword: '', Repeat: '', RevokeAccessKeys: null as boolean | null },
    save: ({ Repeat, ...body }) => {
      repeated(body.NewPassword, Repeat)
      return done(api.POST('/api/v1/auth/change-password', { body }))
    },
    saved: 'Your password has been changed.',
    refresh: [ownSessions.queryKey, accessKeys.queryKey],
  })
  return (
    <FormPanel form={form} title="Change password" action="Save password">
      <FormSection>
        <PasswordField name="CurrentPassword" label="Current password" autoComplete="current-password" />
        <PasswordField name="NewPassword" label="New password" autoComplete="new-password" help={passwordHelp} />
        <PasswordField name="Repeat" label="New password again" autoComplete="new-password" />
      </FormSection>
      <KeysQuestion />
    </FormPanel>
  )
}

const choices = [
  { value: true, label: 'Revoke them' },
  { value: false, label: 'Keep them' },
]

/** What becomes of one's access keys; asked of who has any. */
function KeysQuestion() {
  const { data: keys = [] } = useQuery(accessKeys)
  if (keys.length === 0) return null
  return (
    <FormSection
      title="Access keys"
      help={`Programs call the portal as you with ${keys.map(({ Name }) => Name).join(', ')}. If somebody may have come by your password, revoke them.`}
    >
      <ChoiceField name="RevokeAccessKeys" label="Your access keys" choices={choices} />
    </FormSection>
  )
}
