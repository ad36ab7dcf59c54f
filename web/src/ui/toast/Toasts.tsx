/** The corner where notices appear: bottom left of the content, above panels and their scrim. */
import { Portal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { AddressButton, Button, IconButton } from '../action/Button'
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconX, type Icon } from '../icons'
import styles from './Toasts.module.css'
import {
  closeToast,
  currentToasts,
  orNotice,
  subscribeToasts,
  toast as notices,
  toastTimes,
  type Toast,
  type ToastAction,
  type ToastKind,
} from './toasts'

const icons: Record<ToastKind, Icon> = {
  default: IconInfoCircle,
  success: IconCircleCheck,
  info: IconInfoCircle,
  warning: IconAlertTriangle,
  error: IconAlertCircle,
}

export function Toasts() {
  const toasts = useSyncExternalStore(subscribeToasts, currentToasts)
  return (
    <Portal>
      <section className={styles.corner} aria-label="Notices">
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} />
        ))}
      </section>
    </Portal>
  )
}

function ToastCard({ toast }: { toast: Toast }) {
  const [held, setHeld] = useState(false)
  const bar = useCountdown(toast, held)
  const Glyph = icons[toast.kind]
  const hold = {
    onMouseEnter: () => setHeld(true),
    onMouseLeave: () => setHeld(false),
    onFocus: () => setHeld(true),
    onBlur: () => setHeld(false),
  }
  return (
    <div
      className={styles.toast}
      data-kind={toast.kind}
      data-leaving={toast.leaving || undefined}
      role={toast.kind === 'error' ? 'alert' : 'status'}
      {...hold}
    >
      <Glyph size={18} stroke={1.75} aria-hidden className={styles.icon} />
      <div className={styles.text}>
        <strong>{toast.title}</strong>
        <p>{toast.message}</p>
        {toast.action && <Action action={toast.action} close={() => closeToast(toast.id)} />}
      </div>
      <IconButton small icon={IconX} label="Close notice" onClick={() => closeToast(toast.id)} />
      {toast.duration !== undefined && (
        <div className={styles.track} aria-hidden>
          <div className={styles.bar} ref={bar} />
        </div>
      )}
    </div>
  )
}

function Action({ action, close }: { action: ToastAction; close: () => void }) {
  const client = useQueryClient()
  if ('to' in action)
    return (
      <AddressButton small to={action.to} panel={action.panel} onClick={close}>
        {action.label}
      </AddressButton>
    )
  const undo = async ({ undo: takeBack, undone, refresh }: Extract<ToastAction, { undo: unknown }>) => {
    await takeBack()
    await Promise.all(refresh.map((queryKey) => client.invalidateQueries({ queryKey })))
    notices.success(undone)
  }
  return (
    <Button
      small
      onClick={() => {
        if ('undo' in action) orNotice(undo(action))
        else action.run()
        close()
      }}
    >
      {action.label}
    </Button>
  )
}

/** Runs the bar down and closes the toast at its end; stands still while held. */
function useCountdown({ id, duration, leaving }: Toast, held: boolean) {
  const bar = useRef<HTMLDivElement>(null)
  const left = useRef(duration ?? 0)
  useEffect(() => {
    if (duration === undefined || held || leaving) return
    let before = Date.now()
    const timer = setInterval(() => {
      const now = Date.now()
      left.current -= now - before
      before = now
      bar.current?.style.setProperty('transform', `scaleX(${Math.max(0, left.current / duration)})`)
      if (left.current <= 0) closeToast(id)
    }, toastTimes.tick)
    return () => clearInterval(timer)
  }, [id, duration, held, leaving])
  return bar
}
