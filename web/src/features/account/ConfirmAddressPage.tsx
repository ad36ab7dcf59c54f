/** Says yes to another address of an account, with the token of a mail to the old one. The token stands behind `#`. */
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api, done } from '../../api/client'
import { Form } from '../../ui/form/Form'
import { useApiForm } from '../../ui/form/useApiForm'
import { Note } from '../../ui/state/Note'
import { Gate } from './Gate'

export function ConfirmAddressPage({ token }: { token: string }) {
  const [isChanged, setIsChanged] = useState(false)
  const form = useApiForm({
    key: 'confirm address',
    blank: {},
    save: () => done(api.POST('/api/v1/auth/confirm-address', { body: { Token: token } })),
    onSaved: () => setIsChanged(true),
  })
  return (
    <Gate title="Change your e-mail address" lead="The mail names the new address. From then on you sign in with it.">
      {isChanged ? (
        <Note kind="ok" live title="Your e-mail address is changed.">
          Sign in with the new one from now on.
        </Note>
      ) : token === '' ? (
        <Note kind="bad" live title="This link is not complete.">
          Open it again from the mail.
        </Note>
      ) : (
        <Form form={form} action="Yes, change it">
          {null}
        </Form>
      )}
      <Link to="/sign-in">Back to sign-in</Link>
    </Gate>
  )
}
