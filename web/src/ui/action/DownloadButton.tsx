/** A button that downloads: busy until the file is there; what goes wrong is raised as a notice. */
import { useState, type ReactNode } from 'react'
import { Button, type ButtonKind } from './Button'
import type { Icon } from '../icons'
import { orNotice } from '../toast/toasts'

interface DownloadButtonProps {
  /** Fetches the file and gives it to the browser. */
  get: () => Promise<void>
  kind?: ButtonKind
  icon?: Icon
  small?: boolean
  children: ReactNode
}

export function DownloadButton({ get, ...look }: DownloadButtonProps) {
  const [busy, setBusy] = useState(false)
  const fetch = () => {
    setBusy(true)
    orNotice(get().finally(() => setBusy(false)))
  }
  return <Button {...look} busy={busy} onClick={fetch} />
}
