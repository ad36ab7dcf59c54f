/** Syncing payment statuses without a question before: which snapshots are being synced, and the notice afterwards. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { orNotice, toast } from '../../../ui/toast/toasts'
import { changedBySnapshots } from '../../../shared/changes'
import { syncPayment, type Snapshot } from './queries'

export interface Syncing {
  isSyncing: (row: Snapshot) => boolean
  sync: (row: Snapshot) => void
}

export function useSyncing(): Syncing {
  const client = useQueryClient()
  const [ids, setIds] = useState<readonly number[]>([])
  const sync = (row: Snapshot) => {
    const ends = () => setIds((running) => running.filter((id) => id !== row.Id))
    const run = async () => {
      // A sync that finds no invoice any more is a refusal, and has changed the snapshot.
      await syncPayment(row).finally(() =>
        Promise.all(changedBySnapshots.map((queryKey) => client.invalidateQueries({ queryKey }))),
      )
      toast.success('The payment status has been synced.')
    }
    setIds((running) => [...running, row.Id])
    orNotice(run().finally(ends))
  }
  return { isSyncing: ({ Id }) => ids.includes(Id), sync }
}
