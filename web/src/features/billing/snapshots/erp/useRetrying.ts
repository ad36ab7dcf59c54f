/** Retry without a question before: which snapshots are being sent, and the notice afterwards. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { orNotice, toast } from '../../../../ui/toast/toasts'
import { changedBySnapshots } from '../../../../shared/changes'
import { type Snapshot } from '../queries'
import { sendAgain } from './sending'

export interface Retrying {
  isRetrying: (id: number) => boolean
  retry: (row: Snapshot) => void
}

export function useRetrying(): Retrying {
  const client = useQueryClient()
  const [ids, setIds] = useState<readonly number[]>([])
  const retry = (row: Snapshot) => {
    const ends = () => setIds((running) => running.filter((id) => id !== row.Id))
    const run = async () => {
      // A failure is kept in the history, so what is shown has changed either way.
      await sendAgain(row).finally(() =>
        Promise.all(changedBySnapshots.map((queryKey) => client.invalidateQueries({ queryKey }))),
      )
      toast.success('The invoice has been sent to the ERP.')
    }
    setIds((running) => [...running, row.Id])
    orNotice(run().finally(ends))
  }
  return { isRetrying: (id) => ids.includes(id), retry }
}
