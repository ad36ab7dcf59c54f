/** The mass-termination guard: a file that would end more members than may be ended waits until an administrator confirms the number. */
import { count, counted } from '../../../lib/format/money'
import { useCan } from '../../../session/session'
import { Button } from '../../../ui/action/Button'
import { Note } from '../../../ui/state/Note'
import { usePanels } from '../../../ui/panel/usePanels'
import { endedByRows, guardState, guardTitle, inCommon, unknownRows } from '../changes'
import { primaryStep } from '../file/primaryStep'
import type { CensusFile } from '../queries'

/** Rows that were set aside and of which nobody knows whose they are. */
export function UnknownRows({ file }: { file: CensusFile }) {
  const rows = unknownRows(file)
  if (rows === 0) return null
  return (
    <Note kind="warn" title={`${counted(rows, 'skipped row')} could not be recognised.`}>
      Whoever stands there may be among those who end for being absent. Correct the rows, or keep the members.
    </Note>
  )
}

export function TerminationGuard({ file }: { file: CensusFile }) {
  const can = useCan()
  const { open } = usePanels()
  const guard = guardState(file)
  if (!guard) return null
  if (guard.isConfirmed) return <Note kind="ok">{count(guard.ended)} endings are confirmed.</Note>
  const confirm = can('AdministerCensus') && (
    <Button
      small
      kind={primaryStep(file) === 'confirm' ? 'primary' : 'plain'}
      onClick={() => open('census-guard', file.Id)}
    >
      Confirm
    </Button>
  )
  const common = inCommon(file)
  const byRows = endedByRows(file)
  return (
    <Note kind="bad" title={guardTitle(guard)} ownLine action={confirm}>
      {guard.limit > 0 ? `More than ${count(guard.limit)} stops` : 'Every ending stops'} here until an administrator
      confirms.
      {byRows > 0 && ` ${counted(byRows, 'member')} ${byRows === 1 ? 'is' : 'are'} ended by what the rows say.`}
      {byRows < guard.ended && (
        <>
          {' '}
          Often the cause is a file with one site or one pay group only
          {common ? `: ${common[0]?.toLowerCase()}${common.slice(1)}` : '.'}
        </>
      )}
    </Note>
  )
}
