/** The steps of setting up a second factor, drawn in a panel of the account page and on the page of those whose role needs one. */
import { useEffect, useRef, useState } from 'react'
import { PasswordField } from '../../ui/fields/PasswordField'
import { TextField } from '../../ui/fields/TextField'
import { FormRow, FormSection } from '../../ui/form/FormBody'
import { useApiForm } from '../../ui/form/useApiForm'
import { SecretText } from '../../ui/value/SecretText'
import { beginSecondFactor, confirmSecondFactor, type Secret } from './queries'
import styles from './SecondFactorSteps.module.css'

/** The two forms of the set-up, and what the server gave so far. */
export function useSecondFactorSetup() {
  const [secret, setSecret] = useState<Secret>()
  const [codes, setCodes] = useState<readonly string[]>()
  const password = useApiForm({
    key: 'second factor password',
    blank: { Password: '' },
    save: ({ Password }) => beginSecondFactor(Password),
    onSaved: setSecret,
  })
  const code = useApiForm({
    key: 'second factor code',
    blank: { Code: '' },
    save: ({ Code }) => confirmSecondFactor(Code.replaceAll(/\s/g, '')),
    onSaved: setCodes,
  })
  return { password, code, secret, codes }
}

export function PasswordStep() {
  return (
    <FormSection>
      <PasswordField
        name="Password"
        label="Your password"
        autoComplete="current-password"
        help="So that nobody else turns it on at an open screen."
      />
    </FormSection>
  )
}

/** Spaces every four letters make a long text easier to type. */
function inFours(text: string): string {
  return text.match(/.{1,4}/g)?.join(' ') ?? text
}

export function ScanStep({ secret }: { secret: Secret }) {
  const step = useRef<HTMLDivElement>(null)
  // It takes the place of the step before, whose field had the focus.
  useEffect(() => step.current?.querySelector('input')?.focus({ preventScroll: true }), [])
  return (
    <div ref={step}>
      <FormSection help="Scan the picture with an authenticator app, such as the one of your phone's password manager. Then enter the six digits it shows.">
        <FormRow>
          <div className={styles.scan}>
            <img
              className={styles.picture}
              src={`data:image/svg+xml,${encodeURIComponent(secret.QrCode)}`}
              alt="QR code for an authenticator app"
            />
            <div className={styles.byHand}>
              <p>No camera? Enter this key in the app:</p>
              <SecretText label="Key for the authenticator app" lines={[inFours(secret.Secret)]} />
            </div>
          </div>
        </FormRow>
        <CodeField help="Six digits. Turning it on signs you out everywhere else." />
      </FormSection>
    </div>
  )
}

/** A code of an authenticator app. Phones offer digits; where a recovery code will do as well, letters too. */
export function CodeField({ help, orRecovery = false }: { help: string; orRecovery?: boolean }) {
  return (
    <TextField
      name="Code"
      autoComplete="one-time-code"
      help={help}
      span={orRecovery ? 6 : 3}
      {...(orRecovery ? {} : { keys: 'numeric' as const })}
    />
  )
}

/** What a code may be where a recovery code will do as well. */
export const codeHelp = 'The six digits of your authenticator app, or one of your recovery codes.'

export function RecoveryCodes({ codes, email }: { codes: readonly string[]; email: string }) {
  const heading = `Recovery codes of ${email} for Ledgerwell. Each of them signs in once in place of a code of the authenticator app.`
  return (
    <>
      <p>Without your phone, each of these codes signs you in once. Keep them where you keep your passwords.</p>
      <SecretText label="Recovery codes" lines={codes} file={{ name: 'ledgerwell-recovery-codes.txt', heading }} />
    </>
  )
}
