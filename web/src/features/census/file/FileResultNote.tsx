/** The result of an import in one sentence, with the ways to what it made: on the card of the import, and above what the file has changed. */
import { useQuery } from '@tanstack/react-query'
import { useCan } from '../../../session/session'
import { AddressButton } from '../../../ui/action/Button'
import { ButtonRow } from '../../../ui/action/ButtonRow'
import { WidgetPart } from '../../../ui/page/Widget'
import { Note } from '../../../ui/state/Note'
import { groupAddress } from '../addresses'
import { seesBill } from '../changeSet/processing'
import type { CensusFile } from '../queries'
import { hasWritten, isFinished, leftOutByRule, taskKinds } from '../words'
import { fileResult, resultText } from './result'

interface FileResultNoteProps {
  file: CensusFile
  /** Gives it the margins of a card. */
  inCard?: boolean
}

export function FileResultNote({ file, inCard = false }: FileResultNoteProps) {
  const says = useResultText(file)
  if (says === undefined) return null
  const note = <Note kind="ok" title={`${says}.`} action={<WaysToResult file={file} />} />
  return inCard ? <WidgetPart>{note}</WidgetPart> : note
}

/** Nothing before the import is at its end, or where it has changed no one. */
function useResultText(file: CensusFile): string | undefined {
  const run = file.Tasks.find(({ Task }) => Task === taskKinds.process)
  const enabled = run !== undefined && isFinished(run) && hasWritten(file)
  const { data } = useQuery({ ...fileResult(file.Id, run?.CompletedOn ?? ''), enabled })
  const validation = file.Tasks.find(({ Task }) => Task === taskKinds.validate)
  return enabled && data ? resultText(data, validation && leftOutByRule(validation)) : undefined
}

/** To the members, and to the bills for those who see them: staff where bills are made, others where they are read. */
function WaysToResult({ file }: { file: CensusFile }) {
  const can = useCan()
  const { EmployerGroup: group } = file
  if (!group) return null
  const address = groupAddress(group.Id)
  const bills = can('ViewBilling') ? '/billing/snapshots' : seesBill(file, can) ? '/invoices' : undefined
  return (
    <ButtonRow>
      {can('ViewMembers') && (
        <AddressButton small to={`${address}/members`}>
          View Members
        </AddressButton>
      )}
      {bills && (
        <AddressButton small to={`${address}${bills}`}>
          View Bills
        </AddressButton>
      )}
    </ButtonRow>
  )
}
