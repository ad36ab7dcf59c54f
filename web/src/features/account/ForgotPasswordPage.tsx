/** Asks for a mail to set a new password. The answer is the same whether or not the address exists. */
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api, done } from '../../api/client'
import { TextField } from '../../ui/fields/TextField'
import { Form } from '../../ui/form/Form'
import { FormSection } from '../../ui/form/FormBody'
import { useApiForm } from '../../ui/form/useApiForm'
import { Note } from '../../ui/state/Note'
import { Gate } from './Gate'

export function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string>()
  const form = useApiForm({
    key: 'forgot password',
    blank: { EmailAddress: '' },
    save: async (body) => {
      await done(api.POST('/api/v1/auth/forgot-password', { body }))
      return body.EmailAddress
    },
    onSaved: setSentTo,
  })
  return (
    <Gate title="Reset your password" lead="We send you a link that works once, for 60 minutes.">
      {sentTo === undefined ? (
        <Form form={form} action="Send the link">
          <FormSection>
            <TextField name="EmailAddress" label="Email address" type="email" autoComplete="username" />
          </FormSection>
        </Form>
      ) : (
        <Note kind="ok" live title="Look into your mail.">
          If {sentTo} has an account, the link is on its way.
        </Note>
      )}
      <Link to="/sign-in">Back to sign-in</Link>
    </Gate>
  )
}
