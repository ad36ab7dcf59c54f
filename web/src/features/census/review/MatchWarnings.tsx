/** Rows that were matched although something speaks against it, before they are imported; where they are looked at. */
import { counted } from '../../../lib/format/money'
import { AddressButton } from '../../../ui/action/Button'
import { Note } from '../../../ui/state/Note'
import { filePart } from '../addresses'
import type { CensusFile } from '../queries'
import { useWarned } from '../tasks/warnings'

export function MatchWarnings({ file }: { file: CensusFile }) {
  const warned = useWarned(file, 'match') ?? 0
  if (warned === 0) return null
  return (
    <Note
      kind="warn"
      title={`The match has a warning for ${counted(warned, 'row')}.`}
      action={
        <AddressButton small to={filePart(file.Id, 'review')}>
          Match Review
        </AddressButton>
      }
    >
      Warnings hold nothing up: look at them before the file is processed.
    </Note>
  )
}
