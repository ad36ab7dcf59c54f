/** When a file may be processed from its change set: not before what it does is known, to members and to the next bill. */
import { useQuery } from '@tanstack/react-query'
import { useCan } from '../../../session/session'
import type { Asked } from '../../../lib/query'
import { guardState } from '../changes'
import { isEligible, whyIgnored } from '../tasks/eligibility'
import type { CensusFile, CensusTask } from '../queries'
import { whyLocked } from '../tasks/recordForm'
import { taskStates } from '../words'
import { billEffect, type BillEffect } from './queries'

/** Whether one may see what the file does to the next bill: administrators, and who sees the invoices of the group. */
export function seesBill(
  { EmployerGroup }: Pick<CensusFile, 'EmployerGroup'>,
  can: ReturnType<typeof useCan>,
): boolean {
  return can('ViewBilling') || (can('ViewInvoices') && EmployerGroup?.EnableInvoiceAccess === true)
}

/** The effect on the next bill, asked for by those who may see it once the file is inspected; before that there is none. */
export function useBillEffect(file: CensusFile, task: CensusTask): Asked<BillEffect> | undefined {
  const can = useCan()
  const enabled = seesBill(file, can) && task.State === taskStates.done && whyLocked(file) === false
  const query = useQuery({ ...billEffect(file.Id, task.Id, task.CompletedOn ?? ''), enabled })
  return enabled ? query : undefined
}

/** Why the file is not processed now; nothing when it may be. */
export function whyNotProcessed(
  file: CensusFile,
  task: CensusTask,
  effect: Pick<Asked<BillEffect>, 'data' | 'isError'> | undefined,
): string | undefined {
  const locked = whyLocked(file)
  if (locked !== false) return locked
  if (task.State !== taskStates.done) return 'Waits for the inspection'
  const guard = guardState(file)
  if (guard && !guard.isConfirmed) return 'Waits for the guard'
  if (file.Questions.some(({ Holds }) => Holds)) return 'Waits for an answer'
  if (!isEligible(file)) return whyIgnored(file)
  if (effect?.isError) return 'The effect on the next bill is not known'
  return effect && !effect.data ? 'Waits for the effect on the next bill' : undefined
}
