/** The sign-in: says why one was signed out and what comes next, and leads back to the page one was on. */
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { EnvelopeError } from '../../lib/failure'
import { counted } from '../../lib/format/money'
import type { Reason } from '../../session/leaving'
import { signIn } from '../../session/session'
import { PasswordField } from '../../ui/fields/PasswordField'
import { TextField } from '../../ui/fields/TextField'
import { fieldId } from '../../ui/form/fieldContext'
import { Form } from '../../ui/form/Form'
import { FormSection } from '../../ui/form/FormBody'
import { useApiForm } from '../../ui/form/useApiForm'
import { IconClock } from '../../ui/icons'
import { Note } from '../../ui/state/Note'
import { Gate } from './Gate'
import styles from './Gate.module.css'
import { CodeField, codeHelp } from './SecondFactorSteps'

const reasonTexts: Record<Exclude<Reason, 'idle'>, string> = {
  ended: 'Your session has ended. Sign in to go on where you were.',
  out: 'You are signed out.',
}

/** How long nothing was done is in the address that the idle watch leads to. */
function reasonText(why: Reason, minutes: number | undefined): string {
  if (why !== 'idle') return reasonTexts[why]
  return `You were signed out after ${minutes === undefined ? 'a while' : counted(minutes, 'minute')} without activity.`
}

interface SignInPageProps {
  why?: Reason | undefined
  minutes?: number | undefined
  /** Whether what was typed into a form waits behind the sign-in. */
  kept: boolean
  onSignedIn: () => void
}

export function SignInPage({ why, minutes, kept, onSignedIn }: SignInPageProps) {
  const { form, needsCode } = useSignIn(onSignedIn)
  return (
    <Gate title="Sign in" lead="Groups, members and billing.">
      {why && !needsCode && (
        <Note icon={IconClock} live>
          {reasonText(why, minutes)} {kept && 'Your unsaved form is kept.'}
        </Note>
      )}
      <Form form={form} action="Sign in">
        <FormSection>
          <TextField name="EmailAddress" label="Email address" type="email" autoComplete="username" />
          <div className={styles.password}>
            <PasswordField name="Password" autoComplete="current-password" />
            <Link to="/forgot-password" className={styles.forgot}>
              Forgot password?
            </Link>
          </div>
          {needsCode && <CodeField help={codeHelp} orRecovery />}
        </FormSection>
      </Form>
      <p className={styles.next}>
        {!needsCode && 'With a second factor you are asked for its code next. '}Five failed tries lock the account for
        15 minutes.
      </p>
    </Gate>
  )
}

/** The form: its first answer may be the wish for a code, which is no failure but a further field. */
function useSignIn(onSignedIn: () => void) {
  const client = useQueryClient()
  const [needsCode, setNeedsCode] = useState(false)
  const form = useApiForm({
    key: 'sign in',
    blank: { EmailAddress: '', Password: '', Code: '' },
    save: async ({ Code, ...credentials }) => {
      try {
        await signIn(client, { ...credentials, Code: needsCode ? Code.trim() : '' })
        return true
      } catch (failure) {
        if (needsCode || !asksForCode(failure)) throw failure
        setNeedsCode(true)
        return false
      }
    },
    onSaved: (isIn) => isIn && onSignedIn(),
  })
  const codeId = fieldId(form.id, 'Code')
  useEffect(() => {
    if (needsCode) document.getElementById(codeId)?.focus()
  }, [needsCode, codeId])
  return { form, needsCode }
}

function asksForCode(failure: unknown): boolean {
  return failure instanceof EnvelopeError && failure.fields.some(({ Key }) => Key === 'Code')
}
