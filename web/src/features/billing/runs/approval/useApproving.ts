/** Approving drafts and taking approvals back, which can both be undone and so are not asked about. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { counted } from '../../../../lib/format/money'
import { orNotice, toast } from '../../../../ui/toast/toasts'
import { approve, approveRest, runsKey, withdraw, type Run, type RunItem } from '../queries'

export interface Approving {
  busy: boolean
  approve: (rows: readonly RunItem[], then?: () => void) => void
  approveRest: (number: number) => void
  withdraw: (rows: readonly RunItem[], then?: () => void) => void
}

export function useApproving({ Id }: Pick<Run, 'Id'>): Approving {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const work = (call: () => Promise<unknown>, said: string, then?: () => void) => {
    const run = async () => {
      await call()
      await client.invalidateQueries({ queryKey: runsKey })
      then?.()
      toast.success(said)
    }
    setBusy(true)
    orNotice(run().finally(() => setBusy(false)))
  }
  const idsIn = (rows: readonly RunItem[], state: string) =>
    rows.filter(({ State }) => State === state).map(({ PlanId }) => PlanId)
  return {
    busy,
    approve: (rows, then) => {
      const PlanIds = idsIn(rows, 'Draft')
      work(() => approve(Id, PlanIds), `${counted(PlanIds.length, 'draft')} approved.`, then)
    },
    approveRest: (number) => work(() => approveRest(Id), `${counted(number, 'draft')} approved.`),
    withdraw: (rows, then) => {
      const PlanIds = idsIn(rows, 'Approved')
      work(() => withdraw(Id, PlanIds), `${counted(PlanIds.length, 'approval')} taken back.`, then)
    },
  }
}
