/** Whether one is mailed once a day what waits, and the way to turn that on and off. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMe } from '../../session/session'
import { Button } from '../../ui/action/Button'
import { Widget } from '../../ui/page/Widget'
import { orNotice, toast } from '../../ui/toast/toasts'
import { StatusDot } from '../../ui/value/StatusDot'
import { setWorkDigest, workDigest } from './queries'

export function WorkDigestWidget({ isOwn }: { isOwn: boolean }) {
  const query = useQuery(workDigest)
  const { Email } = useMe().User
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const isWanted = query.data?.IsWanted ?? false
  const change = async () => {
    client.setQueryData(workDigest.queryKey, await setWorkDigest(!isWanted))
    toast.success(isWanted ? 'The daily mail is turned off.' : 'The daily mail is turned on.')
  }
  const begin = () => {
    setBusy(true)
    orNotice(change().finally(() => setBusy(false)))
  }
  return (
    <Widget
      title="Daily mail"
      query={query}
      beside={query.data && <StatusDot tone={isWanted ? 'ok' : 'off'}>{isWanted ? 'On' : 'Off'}</StatusDot>}
      action={
        isOwn &&
        query.data && (
          <Button small busy={busy} aria-label={`Turn the daily mail ${isWanted ? 'off' : 'on'}`} onClick={begin}>
            {isWanted ? 'Turn off' : 'Turn on'}
          </Button>
        )
      }
    >
      <p>
        {`Each morning what waits for you goes to ${Email}: kinds, numbers and amounts, and no names. Nothing is sent when nothing waits.`}
      </p>
    </Widget>
  )
}
