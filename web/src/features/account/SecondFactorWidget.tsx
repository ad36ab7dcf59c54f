/** Whether a second factor is on, and the ways to set it up, renew its recovery codes, and turn it off. */
import { useMe } from '../../session/session'
import { Button } from '../../ui/action/Button'
import { usePanels } from '../../ui/panel/usePanels'
import { StatusDot } from '../../ui/value/StatusDot'
import { Widget } from '../../ui/page/Widget'

export function SecondFactorWidget({ isOwn }: { isOwn: boolean }) {
  const { HasSecondFactor } = useMe().User
  const { open } = usePanels()
  const actions = HasSecondFactor ? (
    <>
      <Button small onClick={() => open('recovery-codes')}>
        New recovery codes
      </Button>
      <Button small onClick={() => open('second-factor-off')}>
        Turn off
      </Button>
    </>
  ) : (
    <Button small onClick={() => open('second-factor')}>
      Set up
    </Button>
  )
  return (
    <Widget
      title="Second factor"
      beside={<StatusDot tone={HasSecondFactor ? 'ok' : 'off'}>{HasSecondFactor ? 'On' : 'Off'}</StatusDot>}
      action={isOwn && actions}
    >
      <p>
        {HasSecondFactor
          ? 'A code of your authenticator app is asked for at every sign-in.'
          : 'With an authenticator app on your phone, your password alone opens nothing.'}
      </p>
    </Widget>
  )
}
