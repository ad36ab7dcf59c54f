/** Once a run has come to its end, lists of snapshots and invoices are asked for anew: they were made behind them. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { changedBySnapshots } from '../../../shared/changes'
import type { Run } from './queries'
import { isBusy } from './words'

export function useBilledAnew(run: Pick<Run, 'State'>): void {
  const client = useQueryClient()
  const busy = isBusy(run)
  const wasBusy = useRef(busy)
  useEffect(() => {
    if (wasBusy.current && !busy) for (const queryKey of changedBySnapshots) void client.invalidateQueries({ queryKey })
    wasBusy.current = busy
  }, [busy, client])
}
