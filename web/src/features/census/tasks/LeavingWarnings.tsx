/** Rows that are read as active although something in them says that the person has left, before they are imported. */
import { counted } from '../../../lib/format/money'
import { useCan } from '../../../session/session'
import { AddressButton } from '../../../ui/action/Button'
import { Note } from '../../../ui/state/Note'
import { filePart } from '../addresses'
import type { CensusFile } from '../queries'
import { useWarned } from './warnings'
import { groupName } from '../words'

interface LeavingWarningsProps {
  file: CensusFile
  /** Whether the group is named: others stand beside it. */
  named?: boolean
}

export function LeavingWarnings({ file, named = false }: LeavingWarningsProps) {
  const left = useWarned(file, 'validate', 'saysLeft') ?? 0
  const can = useCan()
  if (left === 0) return null
  return (
    <Note
      kind="warn"
      title={`${named ? `${groupName(file)}: ` : ''}${counted(left, 'row')} ${left === 1 ? 'says' : 'say'} that the person has left.`}
      action={
        <AddressButton small to={filePart(file.Id, 'fix')}>
          Fix Rows
        </AddressButton>
      }
    >
      {can('AdministerCensus')
        ? 'They are read as active all the same: whoever has left needs the status In-Active before the file is processed.'
        : 'They are read as active all the same, and a status in the file counts in one of an administrator only: set whoever has left In-Active in Members.'}
    </Note>
  )
}
