/** Asks for the password or a code above everything that is open, before something changes that lasts. */
import { useMe } from '../../session/session'
import { PasswordField } from '../../ui/fields/PasswordField'
import { FormSection } from '../../ui/form/FormBody'
import { useApiForm } from '../../ui/form/useApiForm'
import { FormPanel } from '../../ui/panel/FormPanel'
import { openLayer } from '../../ui/panel/layers'
import { confirmIdentity } from './queries'
import { CodeField } from './SecondFactorSteps'

function ConfirmIdentityPanel({ onConfirmed }: { onConfirmed: () => void }) {
  const { HasSecondFactor } = useMe().User
  const form = useApiForm({
    key: 'confirm identity',
    blank: { Password: '', Code: '' },
    save: confirmIdentity,
    onSaved: onConfirmed,
  })
  return (
    <FormPanel form={form} title="Is it you?" context="Before this change is saved" action="Confirm">
      <FormSection help="You gave your password more than 10 minutes ago. Entering it again keeps others from making this change at an open screen.">
        <PasswordField name="Password" label="Your password" autoComplete="current-password" />
        {HasSecondFactor && (
          <CodeField
            help="In place of the password: the six digits of your authenticator app, or a recovery code."
            orRecovery
          />
        )}
      </FormSection>
    </FormPanel>
  )
}

/** Asks and waits: true once the server has taken the password or the code, false when one went back. */
export function askForPassword(): Promise<boolean> {
  return new Promise((answer) => {
    // The panel closes after a yes too; a promise keeps its first answer.
    openLayer(
      () => <ConfirmIdentityPanel onConfirmed={() => answer(true)} />,
      () => answer(false),
    )
  })
}
