/** Downloads the list as it is filtered, sorted and shown (rules.md#list-as-csv). */
import { useState } from 'react'
import type { ListParams } from '../../../lib/list'
import { IconFileTypeCsv } from '../../icons'
import { orNotice } from '../../toast/toasts'
import { ToolButton } from './ToolButton'

/** Fetches the file of a list: its rows under these parameters, with the columns of these keys. */
export type ListCsv = (params: ListParams, columns: readonly string[]) => Promise<void>

interface CsvButtonProps {
  get: ListCsv
  params: ListParams
  columns: readonly string[]
  narrow: boolean
}

export function CsvButton({ get, params, columns, narrow }: CsvButtonProps) {
  const [busy, setBusy] = useState(false)
  const fetch = () => {
    setBusy(true)
    orNotice(get(params, columns).finally(() => setBusy(false)))
  }
  return (
    <ToolButton
      icon={IconFileTypeCsv}
      label="Download CSV"
      narrow={narrow}
      disabled={busy}
      aria-busy={busy || undefined}
      onClick={fetch}
    />
  )
}
