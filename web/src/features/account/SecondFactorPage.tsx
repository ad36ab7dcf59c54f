/** For those whose role needs a second factor and who have none: they set it up here, or sign out. */
import { Button } from '../../ui/action/Button'
import { Form } from '../../ui/form/Form'
import { Note } from '../../ui/state/Note'
import { useMe } from '../../session/session'
import { Gate } from './Gate'
import styles from './Gate.module.css'
import { PasswordStep, RecoveryCodes, ScanStep, useSecondFactorSetup } from './SecondFactorSteps'

interface SecondFactorPageProps {
  onDone: () => void
  onSignOut: () => void
}

export function SecondFactorPage({ onDone, onSignOut }: SecondFactorPageProps) {
  const { User } = useMe()
  const { password, code, secret, codes } = useSecondFactorSetup()
  const lead = `The role ${User.RoleName} needs more than a password: a code of an authenticator app.`
  return (
    <Gate title="Set up a second factor" lead={codes ? 'Your second factor is on.' : lead}>
      {codes ? (
        <>
          <Note kind="warn" live title="This is the only time these codes are shown." />
          <RecoveryCodes codes={codes} email={User.Email} />
          <Button kind="primary" onClick={onDone}>
            I have kept them
          </Button>
        </>
      ) : secret ? (
        <Form form={code} action="Turn on">
          <ScanStep secret={secret} />
        </Form>
      ) : (
        <Form form={password} action="Continue">
          <PasswordStep />
        </Form>
      )}
      {!codes && (
        <p className={styles.next}>
          You are signed in as {User.Email}.{' '}
          <button type="button" className={styles.leave} onClick={onSignOut}>
            Sign out
          </button>
        </p>
      )}
    </Gate>
  )
}
