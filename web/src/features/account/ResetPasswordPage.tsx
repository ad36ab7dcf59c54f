/** Sets a new password with the token of a mail. The token stands behind `#`, so that it reaches no server log. */
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api, done } from '../../api/client'
import { PasswordField } from '../../ui/fields/PasswordField'
import { Form } from '../../ui/form/Form'
import { FormSection } from '../../ui/form/FormBody'
import { useApiForm } from '../../ui/form/useApiForm'
import { Note } from '../../ui/state/Note'
import { Gate } from './Gate'
import { passwordHelp, repeated } from './newPassword'

export function ResetPasswordPage({ token }: { token: string }) {
  const [isSet, setIsSet] = useState(false)
  const form = useApiForm({
    key: 'reset password',
    blank: { Password: '', Repeat: '' },
    save: ({ Password, Repeat }) => {
      repeated(Password, Repeat)
      return done(api.POST('/api/v1/auth/reset-password', { body: { Token: token, Password } }))
    },
    onSaved: () => setIsSet(true),
  })
  return (
    <Gate title="Choose a new password" lead="All your other sessions end when you save it.">
      {isSet ? (
        <Note kind="ok" live title="Your new password is set.">
          Sign in with it now.
        </Note>
      ) : token === '' ? (
        <Note kind="bad" live title="This link is not complete.">
          Open it again from the mail, or ask for a new one.
        </Note>
      ) : (
        <Form form={form} action="Save password">
          <FormSection>
            <PasswordField name="Password" label="New password" autoComplete="new-password" help={passwordHelp} />
            <PasswordField name="Repeat" label="New password again" autoComplete="new-password" />
          </FormSection>
        </Form>
      )}
      <Link to={token === '' ? '/forgot-password' : '/sign-in'}>
        {token === '' ? 'Ask for a new link' : 'Back to sign-in'}
      </Link>
    </Gate>
  )
}
