/** Setting up a second factor, renewing its recovery codes, and turning it off. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sessionQuery, useMe } from '../../session/session'
import { PasswordField } from '../../ui/fields/PasswordField'
import { FormSection } from '../../ui/form/FormBody'
import { useApiForm } from '../../ui/form/useApiForm'
import { FormPanel } from '../../ui/panel/FormPanel'
import { Note } from '../../ui/state/Note'
import { KeptPanel } from './KeptPanel'
import { newRecoveryCodes, ownSessions, turnOffSecondFactor } from './queries'
import { CodeField, codeHelp, PasswordStep, RecoveryCodes, ScanStep, useSecondFactorSetup } from './SecondFactorSteps'

const setUp = 'Set up a second factor'

export function SecondFactorPanel() {
  const { password, code, secret, codes } = useSecondFactorSetup()
  if (codes) return <CodesPanel title={setUp} codes={codes} />
  if (secret) {
    return (
      <FormPanel form={code} title={setUp} context="Step 2 of 3: your authenticator app" action="Turn on" stays>
        <ScanStep secret={secret} />
      </FormPanel>
    )
  }
  return (
    <FormPanel form={password} title={setUp} context="Step 1 of 3: it is you" action="Continue" stays>
      <PasswordStep />
    </FormPanel>
  )
}

/** Codes that were made just now. What the session says of the second factor is asked anew once they are kept. */
function CodesPanel({ title, codes }: { title: string; codes: readonly string[] }) {
  const client = useQueryClient()
  const { User } = useMe()
  const refresh = () => {
    for (const queryKey of [sessionQuery.queryKey, ownSessions.queryKey]) void client.invalidateQueries({ queryKey })
  }
  return (
    <KeptPanel
      title={title}
      context="Your recovery codes"
      what="the recovery codes"
      kept="I have kept them"
      note="This is the only time these codes are shown."
      onClosed={refresh}
    >
      <RecoveryCodes codes={codes} email={User.Email} />
    </KeptPanel>
  )
}

const noProof = { Password: '', Code: '' }

function ProofFields() {
  return (
    <FormSection>
      <PasswordField name="Password" label="Your password" autoComplete="current-password" />
      <CodeField help={codeHelp} orRecovery />
    </FormSection>
  )
}

export function NewRecoveryCodesPanel() {
  const [codes, setCodes] = useState<readonly string[]>()
  const form = useApiForm({ key: 'new recovery codes', blank: noProof, save: newRecoveryCodes, onSaved: setCodes })
  if (codes) return <CodesPanel title="New recovery codes" codes={codes} />
  return (
    <FormPanel
      form={form}
      title="New recovery codes"
      context="The old ones are void as soon as the new ones are made"
      action="Make new codes"
      stays
    >
      <ProofFields />
    </FormPanel>
  )
}

export function TurnOffPanel() {
  const form = useApiForm({
    key: 'second factor off',
    blank: noProof,
    save: turnOffSecondFactor,
    refresh: [sessionQuery.queryKey],
    saved: 'The second factor is off.',
  })
  return (
    <FormPanel
      form={form}
      title="Turn off the second factor"
      action="Turn off"
      note={
        <Note kind="warn" title="Your password alone will sign you in.">
          Your recovery codes become void.
        </Note>
      }
    >
      <ProofFields />
    </FormPanel>
  )
}
