/** The bar of who acts as somebody else: how long it goes on, and the way back to oneself. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { minutesUntil } from '../../lib/format/dates'
import { failureMessage } from '../../lib/failure'
import { loadPage } from '../../lib/browser/loadPage'
import { counted } from '../../lib/format/money'
import { stopImpersonating } from '../../session/session'
import { ImpersonationBar } from '../../ui/shell/ImpersonationBar'
import { toast } from '../../ui/toast/toasts'

/** Where one comes back to oneself. */
const back = '/users'
const checkEvery = 5_000

export function Impersonation({ name, until }: { name: string; until: string }) {
  const { stop, stopping } = useStop()
  const minutes = useMinutesUntil(until, () => void stop())
  return (
    <ImpersonationBar
      name={name}
      stopping={stopping}
      onStop={() => void stop()}
      detail={<span role="timer">{minutes === 0 ? 'Time is up' : `${counted(minutes, 'minute')} left`}</span>}
    />
  )
}

function useStop() {
  const client = useQueryClient()
  const [stopping, setStopping] = useState(false)
  const stop = async () => {
    setStopping(true)
    try {
      await stopImpersonating()
      // Nothing that the other was shown may stay, not even for the moment until the page starts anew.
      client.clear()
      loadPage(back)
    } catch (failure) {
      setStopping(false)
      toast.error(failureMessage(failure))
    }
  }
  return { stop, stopping }
}

/** The minutes left. When they are over one comes back by oneself: the server gives the own session back also then. */
function useMinutesUntil(until: string, whenOver: () => void): number {
  const [minutes, setMinutes] = useState(() => minutesUntil(until, new Date()))
  const over = useEffectEvent(whenOver)
  useEffect(() => {
    const timer = setInterval(() => {
      const left = minutesUntil(until, new Date())
      setMinutes(left)
      if (left > 0) return
      clearInterval(timer)
      over()
    }, checkEvery)
    return () => clearInterval(timer)
  }, [until])
  return minutes
}
